"""How a prediction looks in a notebook: buttons or an input box, hints, and what became of the guess."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets as ipw

from rulekit.core.errors import RulekitError
from rulekit.drawing.svg import escape
from rulekit.drawing.table import each
from rulekit.drawing.theme import STYLE
from rulekit.ui.bridge import Bridge
from rulekit.ui.hint_view import HintView
from rulekit.ui.parts import LAB_STYLE, Kit, show, speak, take_place
from rulekit.ui.quiz import Quiz
from rulekit.ui.words import ui_text

__all__ = ["QuizView"]


class QuizView:
    """The controls of one quiz."""

    def __init__(self, quiz: Quiz) -> None:
        self.quiz = quiz
        self.kit = kit = Kit()
        style = kit.note("rk-style")
        style.value = f"<style>{STYLE}\n{LAB_STYLE}</style>"
        self.position = kit.note("rk-position")
        self.position.value = quiz.position_html()
        show(self.position, quiz.position is not None)
        self.question = kit.note("rk-question")
        self.question.value = f"<b>{escape(quiz.question)}</b>"
        self.hints = HintView(kit, quiz, quiz.lang, self.hint)
        self.revealer = self._button("rk-reveal", "show", self.reveal)
        self.input: Any = None
        self.choices: list[ipw.Button] = []
        if quiz.options is None:
            name = ui_text("name.guess", quiz.lang)
            self.input = kit.make(ipw.Text, "rk-guess", placeholder=self._t("placeholder"), tooltip=name)
            check = self._button("rk-check", "check", self.check)
            choices = kit.row(self.input, check, self.hints.button, self.revealer)
        else:
            for n, (value, text) in enumerate(quiz.options.items()):
                made = kit.button(f"rk-option rk-option-{n}", partial(self.choose, value))
                made.description = text
                self.choices.append(made)
            choices = kit.row(*self.choices, self.hints.button, self.revealer)
        self.result = kit.note("rk-verdict")
        self.frame = kit.column(
            style,
            Bridge.shared(),
            self.position,
            self.question,
            choices,
            self.hints.note,
            self.result,
            cls="rk-root rk-explorer rk-quiz",
        )
        speak(self.frame, quiz.lang)
        self._draw()

    @classmethod
    def show(cls, quiz: Quiz) -> QuizView:
        """Return the view of a quiz, in place of what the same cell showed before."""
        made = cls(quiz)
        take_place(made.frame, otherwise=f"quiz {quiz.question}")
        return made

    def _t(self, key: str) -> str:
        return ui_text(f"quiz.{key}", self.quiz.lang)

    def _button(self, cls: str, key: str, pressed: Callable[[], None]) -> ipw.Button:
        made = self.kit.button(cls, pressed)
        made.description = self._t(key)
        return made

    # -- what a reader does ------------------------------------------------------------------------

    def choose(self, value: Any) -> None:
        """Make a guess and show what became of it."""
        try:
            self.quiz.guess(value)
        except RulekitError as error:
            self.result.value = _said(False, (error.text(self.quiz.lang),))
            return
        self._draw()

    def check(self) -> None:
        """Make the guess that stands in the box."""
        self.choose(self.input.value)

    def hint(self) -> None:
        """Show one hint more."""
        self.quiz.hint()
        self._draw()

    def reveal(self) -> None:
        """Show the answer and why."""
        self.quiz.reveal()
        self._draw()

    # -- drawing -----------------------------------------------------------------------------------

    def _draw(self) -> None:
        """Show the hints opened so far and what became of the last guess."""
        quiz, verdict = self.quiz, self.quiz.verdict
        self.hints.draw()
        show(self.revealer, verdict is not None and verdict.again)
        if verdict is not None:
            self.result.value = _said(verdict.right, verdict.lines) + ("" if verdict.again else quiz.after_html())


def _said(right: bool, lines: tuple[str, ...]) -> str:
    head, *rest = lines
    cls = "rk-said rk-right" if right else "rk-said rk-failed"
    body = each("p", rest)
    return f'<div role="status"><div class="{cls}">{escape(head)}</div>{body}</div>'
