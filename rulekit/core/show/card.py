"""Something to look up or to be shown an answer with: a drawn and a written form, made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.core.show.display import Display

__all__ = ["Card"]


class Card(Display):
    """A piece of reference in one language; `html` makes a fragment for inside the root element of the theme."""

    def __init__(self, lang: str, text: Callable[[], str], html: Callable[[], str]) -> None:
        self.lang = lang
        self._text = text
        self._html = html

    def fragment(self) -> str:
        """Return the drawn form without a style sheet, to stand inside something else."""
        return self._html()

    def to_text(self, lang: str) -> str:
        """Return the written form, in the language of the card."""
        return self._text()

    def to_html(self, lang: str) -> str:
        """Return the drawn form, in the language of the card."""
        return self._html()
