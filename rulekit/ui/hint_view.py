"""The button that opens one hint more, and the hints opened so far."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.drawing.svg import escape
from rulekit.ui.hints import LEVELS, Hinted
from rulekit.ui.parts import Kit
from rulekit.ui.words import ui_text

__all__ = ["HintView"]


class HintView:
    """Button and hints of what a reader works on."""

    def __init__(self, kit: Kit, hinted: Hinted, lang: str, pressed: Callable[[], None]) -> None:
        self.hinted = hinted
        self.lang = lang
        self.button = kit.button("rk-hint-button", pressed)
        self.note = kit.note("rk-hints")

    def draw(self) -> None:
        """Show every hint opened so far, and on the button which one is next."""
        level, word = self.hinted.level, ui_text("quiz.hint", self.lang)
        self.button.description = f"{word} {min(level + 1, LEVELS)}/{LEVELS}"
        self.button.disabled = level >= LEVELS
        self.note.value = "".join(
            f"<p>{escape(word)} {n}: {escape(self.hinted.hint_at(n))}</p>" for n in range(1, level + 1)
        )
