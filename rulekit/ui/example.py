"""An example: a set-up with what was played in it, for lessons; small enough to write in one line of a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from rulekit.core.action import Action
from rulekit.core.errors import speaking, speaks
from rulekit.core.playthrough import Playthrough
from rulekit.core.position import Position
from rulekit.core.scenario import Scenario
from rulekit.core.show.card import Card
from rulekit.core.show.display import Display
from rulekit.core.step import Step
from rulekit.core.trace import Trace
from rulekit.ui.asked import UNSAID, Asks, figure
from rulekit.ui.quiz import Quiz, predict
from rulekit.ui.rulings import Readings
from rulekit.ui.session import Session, session_of
from rulekit.ui.static import static_html
from rulekit.ui.words import LabError, Text

__all__ = ["Example", "example"]

Asked = Callable[["Example"], Any]


class Example(Display):
    """A set-up, the actions played in it and the trace; shows position, trace and timing graph.

    An example never changes: `play` and `under` return new ones.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def start(self) -> Position:
        """The position that was set up."""
        return self._session.start

    @property
    def position(self) -> Position:
        """The position after everything that was played."""
        return self._session.position

    @property
    def current(self) -> Position:
        """The position as it stands: while a decision is open with the state in the middle of the action."""
        return self.position.current

    @property
    def end(self) -> Any:
        """The state after everything that was played, e.g. `example.end.B.hp`."""
        return self._session.position.state

    @property
    def trace(self) -> Trace:
        """The trace of everything that was played; raises BadArgument before the first action."""
        return Trace.join(self._session.traces())

    def play(self, *actions: str) -> Example:
        """Return the example with further actions, written as in scenario files, each of whoever is next.

        `B: done` names the player, where several may act.

        Raises IllegalAction, UnknownName, and ImpossiblePosition for a set-up that is refused.
        """
        made = self._copy()
        with speaking(made.lang):
            for action in actions:
                made.play(_read(made.position, action))
        made.set_scope("all")
        return Example(made)

    def under(self, ruling: str, option: str) -> Example:
        """Return the same example under another reading of a ruling; raises UnknownName."""
        made = self._copy()
        made.set_ruling(ruling, option)
        return Example(made)

    @property
    def result(self) -> str:
        """Who has won, `draw`, or `none` while the game goes on."""
        outcome = self.position.outcome()
        return outcome.result if outcome is not None else "none"

    def value(self, name: str) -> Any:
        """Return a field or a figure of the position shown, e.g. `B.hp`, `A.best`; raises LabError for neither."""
        with speaking(self._session.lang):
            return figure(self.position, name)

    def legal(self, action: str) -> bool:
        """Tell whether an action is legal now."""
        return not self.refusal(action)

    def refusal(self, action: str) -> str:
        """Return why an action is illegal now, with its clauses; empty when it is legal."""
        position = self.position
        refused = position.why_illegal(_read(position, action))
        return refused.reason(self._session.lang) if refused is not None else ""

    def compare(self, ruling: str) -> Readings:
        """Return all readings of a ruling side by side for what was played; raises UnknownName."""
        return Readings(self._session, ruling)

    def ask(
        self,
        question: Text,
        options: Sequence[Any] | Mapping[Any, Text] | None = None,
        *,
        asks: str | Asked | Mapping[Any, Asked] | None = None,
        answer: Any = UNSAID,
        explain: Iterable[Step | int | str] | Step | int | str = (),
        hints: Sequence[Text] = (),
        wrong: Mapping[Any, Text] | None = None,
        then: Card | None = None,
        board: bool = True,
        followed: bool = False,
        since: Example | None = None,
    ) -> Quiz:
        """Return a question about the example: its set-up is shown before, its trace after the guess.

        `asks` is a figure such as `B.hp`, a function of the example, or for each option a function that tells whether
        it is true; `answer` as in `predict`.  Without `board` the set-up is left out, for a further question about
        the same example; one that is `followed` by such a question leaves the trace to the last of them.  `then` is
        shown with the answer.  An example that this one goes on from, given as `since`, takes the place of the set-up.
        """
        if asks is None and not callable(answer):
            with speaking(self._session.lang):
                raise LabError("nothing_asked", answer="?" if answer is UNSAID else answer)
        done = since._settled() if since is not None else 0
        traces = self._session.traces()[done:]
        return predict(
            question,
            options,
            asks=self._asked(asks),
            answer=answer,
            explain=explain,
            game=self._session.game,
            trace=Trace.join(traces) if traces else None,
            position=None if not board else self.start if since is None else since.current,
            whole=not followed,
            hints=hints,
            wrong=wrong,
            then=then,
            rulings=self.start.rulings,
            lang=self._session.lang,
        )

    def scenario(self, title: Mapping[str, str] | str) -> Scenario:
        """Return the example as a scenario that expects what happened."""
        names = {"zh": title, "en": title} if isinstance(title, str) else title
        return self._session.to_scenario(names)

    def _asked(self, asks: str | Asked | Mapping[Any, Asked] | None) -> Asks | None:
        """Return what computes the answer of a question from this example."""
        if asks is None:
            return None
        if isinstance(asks, Mapping):
            return {option: partial(holds, self) for option, holds in asks.items()}
        return partial(self.value, asks) if isinstance(asks, str) else partial(asks, self)

    def _settled(self) -> int:
        """Return how many actions are over; one that waits for a decision is not."""
        return len(self._session.traces()) - (self.position.pending is not None)

    def _copy(self) -> Session:
        old = self._session
        return Session(
            old.game,
            old.given,
            rulings=old.rulings,
            actions=old.actions,
            lang=old.lang,
            allow_impossible=old.allow_impossible,
            title=old.title,
        )

    @property
    def lang(self) -> str:
        """The language it is shown in."""
        return self._session.lang

    def to_text(self, lang: str) -> str:
        """Return the set-up, the trace and the result."""
        return self._session.text()

    def to_html(self, lang: str) -> str:
        """Return the page that a notebook shows."""
        return self._repr_html_()

    def _repr_html_(self) -> str:
        session = self._session
        return static_html(session.current, session.trace, session.lang)


def _read(position: Position, text: str) -> Action:
    """Read an action of whoever is next, or of the player named before a colon."""
    game = position.game
    who, colon, words = text.partition(":")
    if colon and who in game.actors:
        return game.parse(who, words.strip())
    return game.parse(position.to_act or game.players[0], text)


@speaks
def example(
    given: Mapping[str, Any] | Scenario | Position | Playthrough | None = None,
    *actions: str,
    game: str | None = None,
    rulings: Mapping[str, str] | None = None,
    lang: str | None = None,
    allow_impossible: bool = False,
) -> Example:
    """Return the example of a set-up, as in a scenario file, or of a whole scenario, with actions played in it.

    The game is that of the scenario, else 唐五 unless `game` names another.  Raises BadGiven for a set-up that is no
    position, ImpossiblePosition for one that no game reaches, LabError for a scenario of another game, and as
    `Example.play`.
    """
    session = session_of(given, game=game, rulings=rulings, lang=lang, allow_impossible=allow_impossible)
    if not session.allow_impossible:
        session.start.check()
    if session.stopped is not None and not (isinstance(given, Scenario) and given.then.rejected):
        raise session.stopped[1]
    return Example(session).play(*actions)
