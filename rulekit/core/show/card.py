"""Something to look up or to be shown an answer with: a drawn and a written form, made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.drawing.theme import styled
from rulekit.drawing.visible import visible

__all__ = ["Card"]


class Card:
    """A piece of reference in one language; `html` makes a fragment for inside the root element of the theme."""

    def __init__(self, lang: str, text: Callable[[], str], html: Callable[[], str]) -> None:
        self.lang = lang
        self._text = text
        self._html = html

    def fragment(self) -> str:
        """Return the drawn form without a style sheet, to stand inside something else."""
        return self._html()

    def __repr__(self) -> str:
        return visible(self._text())

    def _repr_html_(self) -> str:
        return styled(self._html(), self.lang)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}
