"""How a puzzle looks in a notebook: the position, the legal actions as buttons, hints, and what became of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.core.errors import RulekitError
from rulekit.drawing.svg import escape
from rulekit.drawing.theme import STYLE
from rulekit.ui.actions import Actions
from rulekit.ui.bridge import Bridge
from rulekit.ui.hint_view import HintView
from rulekit.ui.parts import LAB_STYLE, Kit, show, speak, take_place
from rulekit.ui.puzzle import Puzzle
from rulekit.ui.words import ui_text

__all__ = ["PuzzleView"]


class PuzzleView:
    """The controls of one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.session = puzzle.session
        self.kit = kit = Kit()
        self._said = ""
        self._ready = False
        style = kit.note("rk-style")
        style.value = f"<style>{STYLE}\n{LAB_STYLE}</style>"
        question = kit.note("rk-question")
        question.value = f"<b>{escape(puzzle.question)}</b>"
        self.position = kit.note("rk-position")
        self.verdict = kit.note("rk-verdict")
        self.reply = kit.note("rk-reply")
        self.actions = Actions(self)
        self.actions.all.value = False
        self.undo = kit.button("rk-undo", lambda: self.act(puzzle.undo))
        self.reset = kit.button("rk-reset", lambda: self.act(puzzle.reset))
        self.hints = HintView(kit, puzzle, puzzle.session.lang, self.hint)
        self.trace = kit.note("rk-trace-note")
        self.frame = kit.column(
            style,
            Bridge.shared(),
            question,
            self.position,
            self.verdict,
            self.reply,
            self.actions.box,
            kit.row(self.undo, self.reset, self.hints.button),
            self.hints.note,
            self.trace,
            cls="rk-root rk-explorer rk-puzzle",
        )
        speak(self.frame, puzzle.session.lang)
        self._ready = True
        self.draw()

    @classmethod
    def show(cls, puzzle: Puzzle) -> PuzzleView:
        """Return the view of a puzzle, in place of what the same cell showed before."""
        made = cls(puzzle)
        take_place(made.frame, otherwise=f"puzzle {puzzle.question}")
        return made

    # -- what a reader does ------------------------------------------------------------------------

    def act(self, change: Callable[[], object], done: str = "") -> None:
        """Run a change of the session and draw everything anew; an error of the project becomes a sentence."""
        self._said = done
        try:
            change()
            self.puzzle.respond()
        except RulekitError as error:
            self._said = error.text(self.session.lang)
        self.draw()

    def hint(self) -> None:
        """Show one hint more."""
        self.puzzle.hint()
        self.draw()

    def t(self, key: str, **params: Any) -> str:
        """Return a sentence of the lab in the session's language."""
        return ui_text(key, self.session.lang, **params)

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self) -> None:
        """Bring everything shown up to date; no control is rebuilt."""
        if not self._ready:
            return
        session, puzzle = self.session, self.puzzle
        shown = session.current
        self.position.value = shown.game.view.position_html(shown, session.lang, highlight=session.highlight, lean=True)
        verdict = puzzle.judge()
        going = not verdict.right and session.position.decider == puzzle.who
        cls = "rk-right" if verdict.right else "rk-failed"
        lines = "".join(
            f"<div>{escape(line)}</div>" for line in (verdict.lines[:1] if verdict.right else verdict.lines)
        )
        self.verdict.value = "" if going else f'<div role="status" class="rk-said {cls}">{lines}</div>'
        said = f'<div class="rk-said rk-failed">{escape(self._said)}</div>' if self._said else ""
        self.reply.value = said if going else ""
        self.actions.draw()
        show(self.actions.box, going)
        self.undo.description = self.t("head.undo")
        self.undo.disabled = not session.can_undo
        self.reset.description = self.t("puzzle.again")
        self.reset.disabled = not puzzle.begun
        self.hints.draw()
        self.trace.value = "" if going else puzzle.trace_html()
