"""How a value is shown by itself: a few lines at a prompt, a drawing in a notebook, in one language."""

from __future__ import annotations

from typing import Any

from rulekit.core.catalogue import default_lang
from rulekit.drawing.svg import escape
from rulekit.drawing.theme import styled
from rulekit.drawing.visible import visible

__all__ = ["Display"]


class Display:
    """A value that says itself in words and draws itself as HTML; prompts and notebooks then show it.

    One with a language of its own, in `lang`, is shown in that, any other in the one in force.
    """

    __slots__ = ()

    def to_text(self, lang: str) -> str:
        """Return the value in words, a few lines."""
        raise NotImplementedError

    def to_html(self, lang: str) -> str:
        """Return the value as a fragment for inside the root element of the theme, all text escaped."""
        return f"<pre>{escape(self.to_text(lang))}</pre>"

    def __repr__(self) -> str:
        return visible(self.to_text(_lang(self)))

    def _repr_html_(self) -> str:
        lang = _lang(self)
        return styled(self.to_html(lang), lang)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        return {"text/plain": visible(self.to_text(_lang(self))), "text/html": self._repr_html_()}


def _lang(value: object) -> str:
    own: str | None = getattr(value, "lang", None)
    return own or default_lang()
