"""Predictions for lessons: a question, three levels of hints, and an answer taken from the engine.

The answer is never stored: it is computed from a trace or a position when the cell runs, so a lesson cannot
disagree with the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rulekit.core.catalogue import default_lang
from rulekit.core.errors import speaks
from rulekit.core.game import Game
from rulekit.core.position import Position
from rulekit.core.rulebook import Rulings
from rulekit.core.show.card import Card
from rulekit.core.show.printers import step_text, text_tree
from rulekit.core.step import Step
from rulekit.core.trace import Trace
from rulekit.drawing.svg import escape
from rulekit.drawing.table import each
from rulekit.games import load_game
from rulekit.ui.asked import UNSAID, Asks, same, settle
from rulekit.ui.hints import LEVELS, Hinted
from rulekit.ui.static import trace_details
from rulekit.ui.words import LabError, Text, in_language, ui_text

if TYPE_CHECKING:
    from ipywidgets import Widget

__all__ = ["Quiz", "Verdict", "predict"]

TRIES = 2  # the wrong guess after which the answer is told


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a guess: whether it was right, and what to say about it, one paragraph an entry.

    With `again` the reader may guess once more: the answer is not told yet.
    """

    right: bool
    lines: tuple[str, ...]
    again: bool = False


class Quiz(Hinted):
    """A question with its answer and what explains it; `guess`, `hint` and `reveal` are all a reader does.

    The first wrong guess brings a hint, the second one the answer.

    A notebook shows it with buttons; elsewhere question and folded answer are shown.
    """

    def __init__(
        self,
        question: Text,
        options: Sequence[Any] | Mapping[Any, Text] | None,
        *,
        asks: Asks | None,
        answer: Any,
        steps: Sequence[Step],
        clauses: Sequence[str],
        trace: Trace | None,
        position: Position | None,
        whole: bool,
        game: Game,
        hints: Sequence[Text],
        wrong: Mapping[Any, Text],
        then: Card | None,
        lang: str,
        readings: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(hints, lang)
        self.question = in_language(question, lang)
        self.game = game
        self.trace = trace
        self.position = position
        self.whole = whole and trace is not None
        self.steps = tuple(steps)
        self.clauses = tuple(clauses)
        self.then = then
        self.readings = dict(readings or {})
        self.options = self._options(options)
        placed = trace is not None or position is not None
        self.asks = asks
        self.answer = settle(asks, answer, self.options, placed=placed)
        self.wrong = {key: in_language(text, lang) for key, text in wrong.items()}
        self.missed: list[Any] = []
        self.verdict: Verdict | None = None

    def _options(self, options: Sequence[Any] | Mapping[Any, Text] | None) -> dict[Any, str] | None:
        if options is None:
            return None
        if isinstance(options, Mapping):
            return {value: in_language(text, self.lang) for value, text in options.items()}
        made = {value: self.word(value) for value in options}
        if len(made) < len(options):
            raise LabError("options_alike", known=", ".join(map(self.word, options)))
        return made

    def word(self, value: Any) -> str:
        """Return a value as shown: terms of the game in the reader's language."""
        return self.game.phrasebook(self.lang).value(value)

    # -- what a reader does ------------------------------------------------------------------------

    def guess(self, value: Any) -> Verdict:
        """Compare a prediction with what the engine says; text counts as the number it writes.

        A first wrong guess is told why it is wrong and opens the first hint, unless only the answer is left.
        Raises LabError for text that is no number where one is asked for.
        """
        if self.options is None and isinstance(value, str):
            value = _number(value)
        words = self.options[value] if self.options and value in self.options else self.word(value)
        if same(value, self.answer):
            head = ui_text("quiz.right", self.lang, answer=words)
            self.verdict = Verdict(True, (head, *self.explanation()))
            return self.verdict
        if value not in self.missed:
            self.missed.append(value)
        why = [self.wrong[value]] if value in self.wrong else []
        if self._another():
            if self._hints or self._cited():
                self.level = max(self.level, 1)
            self.verdict = Verdict(False, (ui_text("quiz.again", self.lang, guess=words), *why), again=True)
        else:
            head = ui_text("quiz.wrong", self.lang, guess=words, answer=self.answer_text())
            self.verdict = Verdict(False, (head, *why, *self.explanation()))
        return self.verdict

    def _another(self) -> bool:
        """Tell whether the reader may guess again: the answer is not told yet, and more than it is left."""
        untold = self.verdict is None or self.verdict.again
        only = self.options is not None and len(self.options) - len(self.missed) <= 1
        return untold and len(self.missed) < TRIES and not only

    def reveal(self) -> Verdict:
        """Tell the answer and why; no further guess is awaited."""
        head = ui_text("quiz.answer", self.lang, answer=self.answer_text())
        self.verdict = Verdict(False, (head, *self.explanation()))
        return self.verdict

    # -- words -------------------------------------------------------------------------------------

    def made_hint(self, level: int) -> str:
        """Return the clauses by number, by text, and at last the answer."""
        cited = self._cited()
        if level == 1 and cited:
            return ui_text("quiz.look", self.lang, clauses=" ".join(cited))
        if level == 2 and cited:
            return self._clause(cited[0])
        return ui_text("quiz.answer", self.lang, answer=self.answer_text())

    def answer_text(self) -> str:
        """Return the answer in words."""
        return self.options[self.answer] if self.options is not None else self.word(self.answer)

    def explanation(self) -> tuple[str, ...]:
        """Return the steps that decide it, with changes and numbers, and the clauses in full."""
        lines: list[str] = []
        for step in self.steps:
            assert self.trace is not None
            words = step_text(self.trace, step, self.lang)
            details = [d.text for d in words.details if d.kind != "ruling"]
            lines.append(" ".join([ui_text("quiz.step", self.lang, id=step.id, sentence=words.sentence), *details]))
        lines += [self._clause(id) for id in self._cited()]
        lines += [self.game.phrasebook(self.lang).ruling(id, option) for id, option in self.readings.items()]
        return tuple(lines)

    def _cited(self) -> list[str]:
        """Return the clauses the question names, else those its steps cite."""
        return list(dict.fromkeys(self.clauses or [c for s in self.steps for c in s.clauses]))

    def _clause(self, id: str) -> str:
        return f"{id} {self.game.rulebook.clause(id).text[self.lang]}"

    # -- display -----------------------------------------------------------------------------------

    def position_html(self) -> str:
        """Return the position the question is about, empty when it needs none."""
        if self.position is None:
            return ""
        return self.position.game.view.position_html(self.position, self.lang, lean=True, plain=True)

    def after_html(self) -> str:
        """Return what is shown once the guess is made: what the question brings along, and the trace."""
        return (self.then.fragment() if self.then is not None else "") + self.trace_html()

    def trace_html(self) -> str:
        """Return the whole trace, folded, to read once the guess is made; empty where it is not wanted."""
        return trace_details(self.trace, self.lang) if self.whole and self.trace is not None else ""

    def to_text(self, lang: str) -> str:
        """Return the question with its options, hints, answer and why."""
        lines = []
        if self.position is not None:
            lines.append(self.position.game.view.position_text(self.position, self.lang, plain=True))
        lines.append(ui_text("quiz.question", self.lang, question=self.question))
        lines += [f"  - {text}" for text in (self.options or {}).values()]
        lines += self.hint_lines(LEVELS - 1)
        lines.append(ui_text("quiz.answer", self.lang, answer=self.answer_text()))
        lines += [f"  {line}" for line in self.explanation()]
        if self.then is not None:
            lines.append(repr(self.then))
        if self.whole and self.trace is not None:
            lines.append(text_tree(self.trace, self.lang))
        if self.verdict is not None:
            lines.append(self.verdict.lines[0])
        return "\n".join(lines)

    def to_html(self, lang: str) -> str:
        """Return the question, the answer folded."""
        options = each("li", (self.options or {}).values())
        answer = escape(ui_text("quiz.answer", self.lang, answer=self.answer_text()))
        why = each("p", self.explanation())
        fold = escape(ui_text("quiz.show", self.lang))
        return (
            f"{self.position_html()}<p><b>{escape(self.question)}</b></p>"
            f"{f'<ul>{options}</ul>' if options else ''}{self.folded_hints(LEVELS - 1)}"
            f"<details><summary>{fold}</summary><p><b>{answer}</b></p>{why}{self.after_html()}</details>"
        )

    def frame(self) -> Widget:
        """Return the widgets that a notebook shows."""
        from rulekit.ui.quiz_view import QuizView

        return QuizView.show(self).frame


@speaks
def predict(
    question: Text,
    options: Sequence[Any] | Mapping[Any, Text] | None = None,
    *,
    asks: Asks | None = None,
    answer: Any = UNSAID,
    explain: Iterable[Step | int | str] | Step | int | str = (),
    trace: Trace | None = None,
    position: Position | None = None,
    whole: bool = False,
    game: str | Game | None = None,
    hints: Sequence[Text] = (),
    wrong: Mapping[Any, Text] | None = None,
    then: Card | None = None,
    rulings: Rulings | None = None,
    lang: str | None = None,
) -> Quiz:
    """Return a question whose answer the engine gives; a reader predicts before it is shown.

    `options` are values, or values with their texts; without any a number is asked for.  `asks` computes the
    answer, or tells of each option whether it is true; `answer` is one written by hand, which must be the same, and
    is enough by itself only for a question about no position.  `explain` names steps of `trace` (by id, or by a
    clause they cite), clauses, or rulings, told as read under `rulings`.  `hints` replace the generated ones from
    the first on; `wrong` says of a wrong option why it is wrong.  With a `position` this is shown before the
    question, with `whole` the whole trace after the guess, and with it what `then` draws.
    Raises LabError when the answer is none of the options or not the engine's, when not exactly one option is true
    and when a question about a position does not say what it asks; UnknownName for an unknown clause.
    """
    system = trace.game if trace is not None else load_game(game) if isinstance(game, str) else game
    system = system or load_game("tangwu")
    entries: Iterable[Step | int | str] = (explain,) if isinstance(explain, (Step, int, str)) else explain
    steps: list[Step] = []
    named: list[Step] = []
    clauses: list[str] = []
    readings: dict[str, str] = {}
    for entry in entries:
        if isinstance(entry, (Step, int)):
            if isinstance(entry, int) and trace is None:
                raise LabError("no_trace")
            named.append(entry if isinstance(entry, Step) else trace.steps[entry])  # type: ignore[union-attr]
            steps.append(named[-1])
        elif entry in system.rulebook.rulings:
            readings[entry] = (rulings or system.defaults)[entry]
        else:
            id = system.rulebook.clause(entry).id
            citing = [s for s in trace.steps if id in s.clauses] if trace is not None else []
            if not any(s in named for s in citing):  # a step asked for says it already
                # a step that changes or works out something says more than the heading above it
                steps += sorted(citing, key=lambda s: (not s.changes, not s.derivations, s.id))[:1]
            clauses.append(id)
    return Quiz(
        question,
        options,
        asks=asks,
        answer=answer,
        steps=list({s.id: s for s in steps}.values()),
        clauses=clauses,
        trace=trace,
        position=position,
        whole=whole,
        game=system,
        hints=hints,
        wrong=wrong or {},
        then=then,
        lang=lang or default_lang(),
        readings=readings,
    )


def _number(text: str) -> int | Fraction:
    try:
        value = Fraction(text.strip()) if len(text) <= 40 else None
    except (ValueError, ZeroDivisionError):
        value = None
    if value is None:
        raise LabError("not_a_number", text=text.strip()[:40])
    return int(value) if value.denominator == 1 else value
