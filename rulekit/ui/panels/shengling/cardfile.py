"""A card written as YAML and used at once; a wrong one is refused with its line and the reason."""

from __future__ import annotations

from functools import partial
from typing import Any

import ipywidgets as ipw

from rulekit.core import source
from rulekit.core.codec import to_json
from rulekit.core.errors import FileProblem
from rulekit.games.shengling.card_face import card_html, printed
from rulekit.games.shengling.card_file import load_cards
from rulekit.games.shengling.cards import Card, face_of, faces
from rulekit.games.shengling.state import PLAYERS, State
from rulekit.ui.panels.shengling import editing
from rulekit.ui.panels.shengling.saying import Saying, panel_text
from rulekit.ui.parts import Host
from rulekit.ui.svg import escape

__all__ = ["CardFilePanel", "as_text"]

ROWS = 16
START = """number: MY-01
name: {zh: 自创生灵, en: My Creature}
type: creature
cost: 2
power: 3
keywords: [unity]
effects:
  - eid: a
    timing: after_block
    ops: [{op: reduce_power, target: {ref: attacker}, n: 1}]
    text: {zh: 阻挡后：攻击者攻击力 −1。, en: "After block: the attacker gets -1 power."}
"""
SPREAD = frozenset({"effects", "ops"})


class CardFilePanel:
    """The text, what is wrong with it, the card it makes, and buttons that give it to a player."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._quiet = False
        kit = host.kit
        self.template = kit.make(ipw.Dropdown, "rk-card-template", width="16em", options=[("", "")])
        self.template.observe(self._on_template, "value")
        self.text = kit.make(ipw.Textarea, "rk-card-text rk-code", width="100%", rows=ROWS, value=START)
        self.text.observe(self._on_text, "value")
        self.message = kit.note("rk-card-message")
        self.picture = kit.note("rk-card-picture")
        self.uses = {
            (who, zone): kit.button(f"rk-card-use rk-card-{zone}-{who}", partial(self.use, who, zone))
            for who in PLAYERS
            for zone in ("hand", "field")
        }
        self.box = kit.column(
            kit.row(self.template, *self.uses.values()),
            self.message,
            kit.row(kit.column(self.text, cls="rk-card-writing"), self.picture, cls="rk-panes"),
            cls="rk-cardfile",
        )

    # -- what a reader does ------------------------------------------------------------------------

    def read(self) -> tuple[Card, ...]:
        """Return the cards written; raises FileProblem with line and column."""
        return load_cards(self.text.value, rulings=self.host.session.start.rulings)

    def use(self, who: str, zone: str) -> None:
        """Put the cards written into the set-up and into the hand or onto the field of a player."""
        session = self.host.session

        def change() -> None:
            session.set_fields(editing.use_cards(session.start.state, self.read(), who, zone))

        self.host.act(change, self.t(f"card.used_{zone}", who=who))

    def _on_template(self, change: Any) -> None:
        if self._quiet or not change["new"]:
            return
        state: State = self.host.session.start.state
        self._quiet = True
        self.text.value = as_text(self.own(faces(state.own_cards)[change["new"]].card))
        self._quiet = False
        self.draw()

    def own(self, card: Card) -> Card:
        """Return a card to begin with: one that comes with the game gets a number and a name of its own."""
        if card.source == "own":
            return card
        made = card.copy()
        made.number, made.source = f"MY-{card.number}", "own"
        made.name = tuple((lang, panel_text("card.copy", lang, name=name)) for lang, name in card.name)
        return made

    def _on_text(self, _change: Any) -> None:
        if not self._quiet:
            self.draw()

    def reset(self) -> None:
        """Nothing is forgotten: what a reader wrote stays."""

    # -- drawing -----------------------------------------------------------------------------------

    def t(self, key: str, **params: Any) -> str:
        """Return a sentence of the panels in the session's language."""
        return panel_text(key, self.host.session.lang, **params)

    def draw(self) -> None:
        """Show what the text makes, or where it is wrong."""
        session = self.host.session
        state: State = session.start.state
        say = Saying(session, state)
        self._quiet = True
        options = [(self.t("card.template"), ""), *((say.card(name), name) for name in editing.card_names(state))]
        if tuple(options) != tuple(self.template.options):
            self.template.options = options
        self._quiet = False
        try:
            cards = self.read()
        except FileProblem as error:
            where = self.t("card.where", line=error.line, column=error.column)
            said = error.text(session.lang).removeprefix(f"{error.file}:{error.line}:{error.column}: ")
            self._show(f'<div class="rk-said rk-failed">{escape(f"{where}{said}")}</div>', ())
            return
        names = self.t("card.join").join(c.title(session.lang) for c in cards)
        self._show(f'<div class="rk-said rk-right">{escape(self.t("card.fine", names=names))}</div>', cards)

    def _show(self, message: str, cards: tuple[Card, ...]) -> None:
        self.message.value = message
        wording = self.host.session.wording
        self.picture.value = "".join(card_html(printed(face_of(card), wording), full=True) for card in cards)
        creatures = any(c.type == "creature" for c in cards)
        for (who, zone), button in self.uses.items():
            button.description = self.t(f"card.use_{zone}", who=who)
            button.disabled = not cards or (zone == "field" and not creatures)


def as_text(card: Card) -> str:
    """Return a card as a reader would write it."""
    return source.write(to_json(card), block=SPREAD)
