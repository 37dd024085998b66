"""A card written as YAML and used at once; a wrong one is refused with its line and the reason.

What a game adds: how the text is read, how its cards look, which of them to begin with, and who may get one.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import ipywidgets as ipw

from rulekit.core.errors import FileProblem
from rulekit.core.record import Path
from rulekit.drawing.svg import escape
from rulekit.ui.panel import Panel, offer
from rulekit.ui.parts import Host

__all__ = ["CardWriting"]

ROWS = 16

C = TypeVar("C")  # a card of the game
U = TypeVar("U", bound=Hashable)  # a use: who gets the card, and where to


class CardWriting(Panel, Generic[C, U]):
    """The text, what is wrong with it, the card it makes, and buttons that give it to a player."""

    name = "cardfile"
    opened = False

    def __init__(self, host: Host, start: str, uses: Mapping[U, str]) -> None:
        """Begin with the text `start`; `uses` names the CSS class of each button."""
        super().__init__(host)
        kit = host.kit
        self.template = self.control(ipw.Dropdown, "rk-card-template", self._begin, width="16em", options=[""])
        self.text = self.control(
            ipw.Textarea, "rk-card-text rk-code", lambda _: self.draw(), width="100%", rows=ROWS, value=start
        )
        self.message = kit.note("rk-card-message")
        self.picture = kit.note("rk-card-picture")
        self.uses = {use: kit.button(cls, partial(self.use, use)) for use, cls in uses.items()}
        self.box = kit.column(
            kit.row(self.template, *self.uses.values()),
            self.message,
            kit.row(kit.column(self.text, cls="rk-card-writing"), self.picture, cls="rk-panes"),
            cls="rk-cardfile",
        )

    # -- what a game says --------------------------------------------------------------------------

    @abstractmethod
    def read(self) -> tuple[C, ...]:
        """Return the cards written; raises FileProblem with line and column."""

    @abstractmethod
    def name_of(self, card: C) -> str:
        """Return the name of a card in the session's language."""

    @abstractmethod
    def draw_card(self, card: C) -> str:
        """Return a card as HTML."""

    @abstractmethod
    def templates(self) -> Sequence[tuple[str, str]]:
        """Return what a reader may begin with: its words and what `begin_with` knows it by."""

    @abstractmethod
    def begin_with(self, template: str) -> str:
        """Return the text of a template."""

    @abstractmethod
    def fields(self, cards: tuple[C, ...], use: U) -> Mapping[Path, Any]:
        """Return what of the set-up changes when a player gets the cards."""

    @abstractmethod
    def label(self, use: U) -> str:
        """Return what stands on the button of a use."""

    @abstractmethod
    def used(self, use: U) -> str:
        """Return what is said once the cards were used."""

    def usable(self, cards: tuple[C, ...], use: U) -> bool:
        """Tell whether there is a card for a use."""
        return bool(cards)

    # -- what a reader does ------------------------------------------------------------------------

    def use(self, use: U) -> None:
        """Put the cards written into the set-up and give them to a player."""
        self.act(lambda: self.session.set_fields(self.fields(self.read(), use)), self.used(use))

    def _begin(self, template: str) -> None:
        if template:
            with self.silence():
                self.text.value = self.begin_with(template)
            self.draw()

    # -- drawing -----------------------------------------------------------------------------------

    def paint(self) -> None:
        """Show what the text makes, or where it is wrong."""
        self.template.tooltip = self.t("name.template")
        self.text.tooltip = self.t("name.text")
        offer(self.template, [(self.t("card.template"), ""), *self.templates()])
        try:
            cards = self.read()
        except FileProblem as error:
            where = self.t("card.where", line=error.line, column=error.column)
            said = error.text(self.lang).removeprefix(f"{error.file}:{error.line}:{error.column}: ")
            self._show("rk-failed", f"{where}{said}", ())
            return
        names = self.t("card.join").join(map(self.name_of, cards))
        self._show("rk-right", self.t("card.fine", names=names), cards)

    def _show(self, cls: str, message: str, cards: tuple[C, ...]) -> None:
        self.message.value = f'<div class="rk-said {cls}">{escape(message)}</div>'
        self.picture.value = "".join(map(self.draw_card, cards))
        for use, button in self.uses.items():
            button.description = self.label(use)
            button.disabled = not self.usable(cards, use)
