"""Something to look up or to be shown an answer with: a drawn and a written form, made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from rulekit.core.catalogue import default_lang
from rulekit.core.errors import speaks
from rulekit.core.position import Position
from rulekit.core.show.display import Display
from rulekit.core.show.view import view_words

__all__ = ["Card", "board_card"]


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


@speaks
def board_card(position: Position, viewer: str | None = None, lang: str | None = None) -> Card:
    """Return a position as it lies on the table, or what one player sees of it."""
    lang = lang or default_lang()
    position = position if viewer is None else position.seen_by(viewer)
    view = position.game.view
    title = view_words(position.game.package).text("seen.title", lang, {"who": viewer}) if viewer is not None else ""
    head = f"<p><b>{escape(title)}</b></p>" if title else ""
    return Card(
        lang,
        lambda: "\n".join(filter(None, (title, view.position_text(position, lang, plain=True)))),
        lambda: f"{head}{view.position_html(position, lang, lean=True, plain=True)}",
    )
