"""Puzzles: a position in which one player can reach a goal, solved by playing; the answer is searched live."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulekit.analysis.solve import Force, Line, SearchTooLarge, shortest_lines
from rulekit.core.action import Action
from rulekit.core.errors import speaks
from rulekit.core.playthrough import Playthrough
from rulekit.core.position import Position
from rulekit.core.record import differences
from rulekit.core.scenario.checking import named, run
from rulekit.core.scenario.model import Scenario
from rulekit.core.show.answers import due_text
from rulekit.core.trace import Trace
from rulekit.drawing.svg import escape
from rulekit.ui.hints import LEVELS, Hinted
from rulekit.ui.quiz import Verdict
from rulekit.ui.session import Session, session_of
from rulekit.ui.static import trace_details
from rulekit.ui.words import LabError, Text, in_language, ui_text

if TYPE_CHECKING:
    from ipywidgets import Widget

__all__ = ["Puzzle", "Theme", "puzzle"]

MOST_LINES = 20_000

Goal = Callable[[Position], bool]
Theme = str | Callable[[Trace], bool]
"""What a puzzle is about: a clause or a kind of step of its solution, or what tells it from the solution's trace."""


class Puzzle(Hinted):
    """A set-up to play from until the goal is reached; three levels of hints, the last is the whole line.

    What the session has played already belongs to the set-up.  With `force` the others reply, as well as they
    can, where it lets them, and the line is the reader's part of what forces the goal all the same.
    Raises LabError when there is no such line, so that a lesson cannot ask for the impossible, and when the goal can
    be reached as soon without one of the `themes`, so that it cannot promise what its solution does not hold.
    """

    def __init__(
        self,
        session: Session,
        question: Text,
        who: str,
        *,
        goal: Goal,
        themes: Sequence[Theme] = (),
        hints: Sequence[Text] = (),
        most: int = 12,
        force: Force | None = None,
    ) -> None:
        super().__init__(hints, session.lang)
        self.session = session
        self.question = in_language(question, session.lang)
        self.who = who
        self.goal = goal
        self.force = force
        self.opening = session.actions
        self._begins = session.position
        self.themes = tuple(themes)
        self.most = most
        first = next(self.solutions(), None)
        if not first:
            raise LabError("no_solution" if first is None else "solved_already", who=who)
        self.line: Line = tuple(a for a in first if a.who == who) if force is not None else first
        for n, line in enumerate(self.solutions() if themes else ()):
            if n == MOST_LINES:
                raise SearchTooLarge(MOST_LINES)
            self._check_themes(line)

    def solutions(self) -> Iterator[Line]:
        """Yield every shortest line to the goal, with the replies that hold out longest where others reply."""
        if self.force is not None:
            return self.force.lines(self._begins)
        return shortest_lines(self._begins, self.who, goal=self.goal, most=self.most)

    def _check_themes(self, line: Line) -> None:
        """Raise LabError for a line that reaches the goal without one of the themes."""
        trial = self._again()
        led_up = len(trial.traces()) - (trial.position.pending is not None)
        trial.play_all(line)
        trace = Trace.join(trial.traces()[led_up:])
        applied = {said for step in trace if step.happened for said in (step.kind, *step.clauses)}
        for theme in self.themes:
            if not (theme in applied if isinstance(theme, str) else theme(trace)):
                raise LabError("theme_missed", line=" → ".join(map(self._word, line)))

    # -- what a reader does ------------------------------------------------------------------------

    def respond(self, session: Session | None = None) -> None:
        """Let the others reply, in a session or else the reader's own, until the reader is to decide."""
        session = session or self.session
        while self.force is not None and (reply := self.force.reply(session.position)) is not None:
            session.play(reply)

    def undo(self) -> None:
        """Take back the reader's last action with the replies to it."""
        while self.session.undo():
            if self.session.position.decider == self.who:
                break

    def reset(self) -> None:
        """Begin anew."""
        self.session.reset(keep=len(self.opening))

    @property
    def begun(self) -> bool:
        """Whether the reader has played anything."""
        return len(self.session.line) > len(self.opening)

    def check(self, *actions: str) -> Verdict:
        """Play a line from the set-up, written as in scenario files, and tell whether it reaches the goal.

        Raises IllegalAction and UnknownName, and then leaves things as they were.
        """
        trial = self._again()
        for action in actions:
            trial.play(action)
            self.respond(trial)
        return self.judge(trial)

    def _again(self) -> Session:
        """Return a session of its own that stands where the reader began."""
        old = self.session
        return Session(old.game, old.given, rulings=old.rulings, actions=self.opening, lang=old.lang)

    def judge(self, session: Session | None = None) -> Verdict:
        """Tell how far a session, else the reader's own, is from the goal."""
        session = session or self.session
        lang = session.lang
        position = session.position
        if self.goal(position):
            return Verdict(True, (ui_text("puzzle.solved", lang, n=self._made(session)), due_text(position, lang)))
        if position.outcome() is not None:
            return Verdict(False, (due_text(position, lang), ui_text("puzzle.back", lang)))
        if position.decider != self.who:
            return Verdict(False, (ui_text("puzzle.turn_over", lang), ui_text("puzzle.back", lang)))
        return Verdict(False, (due_text(position, lang),))

    def _made(self, session: Session) -> int:
        """Return how many actions the reader has made; the replies of the others are none."""
        made = session.actions[len(self.opening) :]
        return len(made) if self.force is None else sum(a.who == self.who for a in made)

    # -- words -------------------------------------------------------------------------------------

    def made_hint(self, level: int) -> str:
        """Return how long the line is, how it begins, and at last all of it."""
        lang = self.session.lang
        if level == 1:
            return ui_text("puzzle.long", lang, n=len(self.line))
        if level < LEVELS:
            return ui_text("puzzle.begins", lang, action=self._word(self.line[0]))
        return ui_text("puzzle.line", lang, line=self.answer_text())

    def answer_text(self) -> str:
        """Return the shortest line in words, without replies."""
        return " → ".join(map(self._word, self.line))

    def _word(self, action: Action) -> str:
        return self.session.phrasebook.action(action)

    # -- display -----------------------------------------------------------------------------------

    def to_text(self, lang: str) -> str:
        """Return the question with the position, the hints and how it comes out."""
        session = self.session
        lines = [ui_text("puzzle.question", lang, question=self.question)]
        lines.append(session.game.view.position_text(self._begins, lang, plain=True))
        lines += self.hint_lines()
        lines += [f"  {line}" for line in self._solved().lines]
        return "\n".join(lines)

    def _solved(self) -> Verdict:
        return self.check(*(self.session.game.format(a) for a in self.line))

    def to_html(self, lang: str) -> str:
        """Return the question with the position, the hints folded."""
        position = self.session.game.view.position_html(self._begins, lang, lean=True, plain=True)
        return f"<p><b>{escape(self.question)}</b></p>{position}{self.folded_hints()}"

    def frame(self) -> Widget:
        """Return the widgets that a notebook shows."""
        from rulekit.ui.puzzle_view import PuzzleView

        return PuzzleView.show(self).frame

    def trace_html(self) -> str:
        """Return the folded trace of what the reader has played, empty before the first action."""
        session = self.session
        return trace_details(session.trace, session.lang) if session.trace is not None else ""


def _ended(result: str) -> Goal:
    return lambda position: (position.outcome() or ("",))[0] == result


def _expected(case: Scenario, who: str) -> Goal:
    """Return the goal of a scenario: how its own line ends the game or leaves the fields it names, else a win."""
    end, fields = run(case).positions[-1], case.then.fields
    outcome = end.outcome()
    if outcome is not None or not fields:
        return _ended(outcome.result if outcome is not None else who)
    return lambda position: not any(named(fields, c.path) for c in differences(end.state, position.state))


@speaks
def puzzle(
    question: Text,
    given: Mapping[str, Any] | Scenario | Position | Playthrough,
    *,
    who: str | None = None,
    goal: Goal | None = None,
    theme: Theme | Sequence[Theme] = (),
    hints: Sequence[Text] = (),
    most: int = 12,
    play: Sequence[str] = (),
    against: bool | Goal = False,
    game: str | None = None,
    rulings: Mapping[str, str] | None = None,
    lang: str | None = None,
) -> Puzzle:
    """Return a puzzle: `who` (by default A) is to reach the goal (to win) before anybody else decides something.

    It begins after the actions of `play`.  With `against` the goal is to be reached whatever the others decide
    while an action is under way; a function tells in which positions else they do.  `hints` replace the generated
    ones from the first on.  A `theme` is what the puzzle promises: clauses or kinds of steps that come about, or
    functions that find it in the trace; every shortest solution must hold it.

    Of a scenario the set-up is taken; whoever acts first in it is to bring about what it expects, and what it plays
    is one way to do so.  Raises BadGiven and ImpossiblePosition for a set-up that cannot be played, as
    `Session.play`, and LabError when no line of at most `most` actions reaches the goal, when there is nothing to do
    for it, when a solution lacks a theme, and for a scenario of another game.
    """
    opened = session_of(given, game=game, rulings=rulings, lang=lang)
    session = Session(opened.game, opened.given, rulings=opened.rulings, lang=lang)
    session.start.check()
    opening: Sequence[Action | str] = () if isinstance(given, Scenario) else opened.actions
    for action in (*opening, *play):
        session.play(action)
    session = Session(session.game, session.given, rulings=session.rulings, actions=session.actions, lang=lang)
    session.set_scope("all")
    if isinstance(given, Scenario):
        who = who or (given.play[0].by or given.play[0].action.who if given.play else None)
        goal = goal or _expected(given, who or "A")
    who = who or "A"
    goal = goal or _ended(who)
    replies = against if callable(against) else lambda position: position.pending is not None
    force = Force(who, goal, replies, most) if against else None
    themes = (theme,) if isinstance(theme, str) or callable(theme) else tuple(theme)
    return Puzzle(session, question, who, goal=goal, themes=themes, hints=hints, most=most, force=force)
