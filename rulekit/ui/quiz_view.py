"""How a prediction looks in a notebook: buttons or an input box, hints, and what became of the guess."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets as ipw

from rulekit.core.errors import RulekitError
from rulekit.core.theme import STYLE
from rulekit.ui.parts import LAB_STYLE, Kit, show, take_place
from rulekit.ui.quiz import LEVELS, Quiz
from rulekit.ui.svg import escape
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
        self.hinter = self._button("rk-hint-button", "hint", self.hint)
        self.input: Any = None
        self.choices: list[ipw.Button] = []
        if quiz.options is None:
            self.input = kit.make(ipw.Text, "rk-guess", placeholder=self._t("placeholder"))
            check = self._button("rk-check", "check", self.check)
            choices = kit.row(self.input, check, self.hinter)
        else:
            for n, (value, text) in enumerate(quiz.options.items()):
                made = kit.button(f"rk-option rk-option-{n}", partial(self.choose, value))
                made.description = text
                self.choices.append(made)
            choices = kit.row(*self.choices, self.hinter)
        self.hints = kit.note("rk-hints")
        self.result = kit.note("rk-verdict")
        self.frame = kit.column(
            style,
            self.position,
            self.question,
            choices,
            self.hints,
            self.result,
            cls="rk-root rk-explorer rk-quiz",
        )
        self._name_hint()

    @classmethod
    def show(cls, quiz: Quiz) -> QuizView:
        """Return the view of a quiz; one of the same question in the same cell is closed."""
        made = cls(quiz)
        take_place(f"quiz {quiz.question}", [made.frame])
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
            verdict = self.quiz.guess(value)
        except RulekitError as error:
            self._say(False, (error.text(self.quiz.lang),))
            return
        self._say(verdict.right, verdict.lines)

    def check(self) -> None:
        """Make the guess that stands in the box."""
        self.choose(self.input.value)

    def hint(self) -> None:
        """Show one hint more."""
        self.quiz.hint()
        lines = [
            f"<p>{escape(self._t('hint'))} {n}: {escape(self.quiz.hint_at(n))}</p>"
            for n in range(1, self.quiz.level + 1)
        ]
        self.hints.value = "".join(lines)
        self._name_hint()

    def _name_hint(self) -> None:
        self.hinter.description = f"{self._t('hint')} {min(self.quiz.level + 1, LEVELS)}/{LEVELS}"
        self.hinter.disabled = self.quiz.level >= LEVELS

    def _say(self, right: bool, lines: tuple[str, ...]) -> None:
        head, *rest = lines
        cls = "rk-said rk-right" if right else "rk-said rk-failed"
        body = "".join(f"<p>{escape(line)}</p>" for line in rest)
        self.result.value = (
            f'<div role="status"><div class="{cls}">{escape(head)}</div>{body}</div>{self.quiz.after_html()}'
        )
