"""A card written as YAML and used at once; see `rulekit.ui.panels.card_writing`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulekit.core import source
from rulekit.core.codec import to_json
from rulekit.core.record import Path
from rulekit.games.shengling.card_face import card_html, printed
from rulekit.games.shengling.card_file import load_cards
from rulekit.games.shengling.cards import Card, card_names, card_rows, face_of, faces, own_cards
from rulekit.games.shengling.memory import bare
from rulekit.games.shengling.state import PLAYERS, SLOTS, State
from rulekit.ui.panels.card_writing import CardWriting
from rulekit.ui.parts import Host

__all__ = ["CardFilePanel", "as_text", "use_cards"]

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


class CardFilePanel(CardWriting[Card, tuple[str, str]]):
    """A card written by the reader; it goes into the hand or onto the field of a player."""

    def __init__(self, host: Host) -> None:
        uses = {(who, zone): f"rk-card-use rk-card-{zone}-{who}" for who in PLAYERS for zone in ("hand", "field")}
        super().__init__(host, START, uses)

    def read(self) -> tuple[Card, ...]:
        """Return the cards written; raises FileProblem with line and column."""
        return load_cards(self.text.value, rulings=self.session.start.rulings)

    def name_of(self, card: Card) -> str:
        """Return the name of a card."""
        return card.title(self.lang)

    def draw_card(self, card: Card) -> str:
        """Return the face of the card."""
        session = self.session
        return card_html(printed(face_of(card), session.phrasebook, session.start.rulings), full=True)

    def templates(self) -> Sequence[tuple[str, str]]:
        """Return every card the position knows."""
        state, phrasebook = self.session.start.state, self.session.phrasebook
        return [(phrasebook.value(name), name) for name in card_names(state.own_cards)]

    def begin_with(self, template: str) -> str:
        """Return a card as a reader would write it."""
        return as_text(self.own(faces(self.session.start.state.own_cards)[template].card))

    def own(self, card: Card) -> Card:
        """Return a card to begin with: one that comes with the game gets a number and a name of its own."""
        if card.source == "own":
            return card
        made = card.copy()
        made.number, made.source = f"MY-{card.number}", "own"
        made.name = tuple((lang, self.in_lang("card.copy", lang, name=name)) for lang, name in card.name)
        return made

    def fields(self, cards: tuple[Card, ...], use: tuple[str, str]) -> Mapping[Path, Any]:
        """Return the set-up with the cards in a zone of a player."""
        return use_cards(self.session.start.state, cards, *use)

    def label(self, use: tuple[str, str]) -> str:
        """Return what stands on the button of a player's zone."""
        who, zone = use
        return self.t(f"card.use_{zone}", who=who)

    def used(self, use: tuple[str, str]) -> str:
        """Return where the cards are now."""
        who, zone = use
        return self.t(f"card.used_{zone}", who=who)

    def usable(self, cards: tuple[Card, ...], use: tuple[str, str]) -> bool:
        """Tell whether there is a card for a zone: only creatures stand on the field."""
        return any(c.type == "creature" for c in cards) if use[1] == "field" else bool(cards)


def as_text(card: Card) -> str:
    """Return a card as a reader would write it."""
    return source.write(to_json(card), block=SPREAD)


def use_cards(state: State, new: Sequence[Card], who: str, zone: str) -> dict[Path, Any]:
    """Return the fields that change when a player takes over cards: into the hand, or the creatures onto the field.

    An earlier card of the same name or number makes way.  A creature takes the leftmost empty slot; where there is
    none, and for a strategy, the hand.
    """
    names, numbers = {c.id for c in new}, {c.number for c in new}
    rows, cards = card_rows(state.own_cards), own_cards(state.own_cards)
    own = zip(rows, cards, strict=True) if len(rows) == len(cards) else ()
    kept = [row for row, card in own if card.id not in names and card.number not in numbers]
    made: dict[Path, Any] = {("own_cards",): [*kept, *map(to_json, new)]}
    empty = state.player(who).empty_slots() if zone == "field" else []
    hand = list(state.player(who).hand)
    for card in new:
        if card.type == "creature" and empty:
            made[who, SLOTS[empty.pop(0) - 1]] = {"card": card.id}
        elif card.id not in map(bare, hand):
            hand.append(card.id)
    if len(hand) > len(state.player(who).hand):
        made[who, "hand"] = hand
    return made
