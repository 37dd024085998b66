"""Hints in three levels: what a lesson says itself, else what the rules say; the last one is the answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulekit.core.show.display import Display
from rulekit.drawing.svg import escape
from rulekit.ui.words import Text, in_language, ui_text

if TYPE_CHECKING:
    from ipywidgets import Widget

__all__ = ["LEVELS", "Hinted"]

LEVELS = 3


class Hinted(Display, ABC):
    """What a reader works on with hints: `level` is how many were given, `hints` are the lesson's own."""

    def __init__(self, hints: Sequence[Text], lang: str) -> None:
        self.level = 0
        self.lang = lang
        self._hints = [in_language(h, lang) for h in hints][:LEVELS]

    def hint(self) -> str:
        """Return the next hint; the third is the answer, and stays."""
        self.level = min(self.level + 1, LEVELS)
        return self.hint_at(self.level)

    def hint_at(self, level: int) -> str:
        """Return a hint: the lesson's own, else one made from the rules, and at last the answer."""
        return self._hints[level - 1] if level <= len(self._hints) else self.made_hint(level)

    @abstractmethod
    def made_hint(self, level: int) -> str:
        """Return the hint that is made where the lesson has none of its own."""

    def folded_hints(self, most: int = LEVELS) -> str:
        """Return the first `most` hints as HTML, each folded."""
        word = escape(ui_text("quiz.hint", self.lang))
        return "".join(
            f"<details><summary>{word} {n}</summary><p>{escape(self.hint_at(n))}</p></details>"
            for n in range(1, most + 1)
        )

    def hint_lines(self, most: int = LEVELS) -> list[str]:
        """Return the first `most` hints as lines of text."""
        word = ui_text("quiz.hint", self.lang)
        return [f"  {word} {n}: {self.hint_at(n)}" for n in range(1, most + 1)]

    @abstractmethod
    def frame(self) -> Widget:
        """Return the widgets that a notebook shows."""

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        from rulekit.ui.parts import mimebundle

        return mimebundle(self.frame(), self._repr_html_(), repr(self))
