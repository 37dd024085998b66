"""Changes of a set-up made by clicking: every function returns the fields that change; nothing knows a widget."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulekit.core.codec import to_json
from rulekit.core.record import Path
from rulekit.games.shengling import limits
from rulekit.games.shengling.cards import Card, card_rows, demo_cards, faces, own_cards
from rulekit.games.shengling.memory import bare
from rulekit.games.shengling.state import SLOTS, Creature, Place, State

__all__ = [
    "FILLER",
    "ZONES",
    "add",
    "card_names",
    "put",
    "remove",
    "set_count",
    "set_creature",
    "set_tapped",
    "toggle_fuel",
    "use_cards",
]

Fields = dict[Path, Any]

ZONES = ("hand", "fuel", "deck", "grave")
FILLER = demo_cards()[0].id  # what a zone is filled up with when only its size is given
MOST = {"hand": limits.DECK[1], "fuel": limits.COST_ZONE, "deck": limits.DECK[1], "grave": limits.DECK[1]}


def card_names(state: State, *, creatures: bool = False) -> list[str]:
    """Return the names of the cards that can be used, the position's own first."""
    table = faces(state.own_cards)
    names = [card.id for card in (*own_cards(state.own_cards), *demo_cards())]
    return [name for name in dict.fromkeys(names) if table[name].creature or not creatures]


# -- creatures --------------------------------------------------------------------------------------


def put(place: Place, card: str) -> Fields:
    """Return the slot with a card as it is printed, or empty ("")."""
    return {_slot(place): {"card": card} if card else None}


def set_creature(state: State, place: Place, values: Mapping[str, Any]) -> Fields:
    """Return the slot with some fields of its creature changed; nothing for an empty slot."""
    creature = state.creature(place)
    if creature is None:
        return {}
    made = {**to_json(creature), **values}
    return {_slot(place): {k: v for k, v in made.items() if k == "card" or v != _default(k)}}


def _slot(place: Place) -> Path:
    return place.who, SLOTS[place.slot - 1]


def _default(label: str) -> Any:
    default = Creature.BY_LABEL[label].default
    return list(default) if isinstance(default, tuple) else default


# -- zones ------------------------------------------------------------------------------------------


def _cards(state: State, who: str, zone: str) -> list[str]:
    return list(getattr(state.player(who), zone))


def add(state: State, who: str, zone: str, card: str) -> Fields:
    """Return a zone with one card more: on top of the deck, elsewhere as the newest."""
    cards = _cards(state, who, zone)
    return {(who, zone): [card, *cards] if zone == "deck" else [*cards, card]}


def remove(state: State, who: str, zone: str, card: str) -> Fields:
    """Return a zone with one card of a name less; of fuel the newest, with its tapping."""
    cards = _cards(state, who, zone)
    if card not in cards:
        return {}
    at = len(cards) - 1 - cards[::-1].index(card) if zone == "fuel" else cards.index(card)
    left = [*cards[:at], *cards[at + 1 :]]
    if zone != "fuel":
        return {(who, zone): left}
    spent = [p - (p > at + 1) for p in state.player(who).spent if p != at + 1]
    return {(who, zone): left, (who, "spent"): spent}


def set_count(state: State, who: str, zone: str, n: int) -> Fields:
    """Return a zone with so many cards: filled up with the plainest card, or shortened at its end."""
    cards = _cards(state, who, zone)
    n = max(0, min(n, MOST[zone]))
    made: Fields = {(who, zone): [*cards[:n], *[FILLER] * (n - len(cards))]}
    if zone == "fuel":
        made[who, "spent"] = [p for p in state.player(who).spent if p <= n]
    return made


def set_tapped(state: State, who: str, n: int) -> Fields:
    """Return the fuel with the n oldest cards tapped (SL-5.1)."""
    return {(who, "spent"): list(range(1, min(n, len(state.player(who).fuel)) + 1))}


def toggle_fuel(state: State, who: str, place: int) -> Fields:
    """Return the fuel with the card at a place, from 1, tapped or untapped."""
    spent = set(state.player(who).spent) ^ {place}
    return {(who, "spent"): sorted(spent)} if 1 <= place <= len(state.player(who).fuel) else {}


# -- own cards --------------------------------------------------------------------------------------


def use_cards(state: State, new: Sequence[Card], who: str, zone: str) -> Fields:
    """Return the fields after taking over cards: into a player's hand, or the creatures onto the field.

    An earlier card of the same name or number makes way.  A creature takes the leftmost empty slot; where there is
    none, and for a strategy, the hand.
    """
    names, numbers = {c.id for c in new}, {c.number for c in new}
    kept = [row for row, card in _own(state) if card.id not in names and card.number not in numbers]
    made: Fields = {("own_cards",): [*kept, *map(to_json, new)]}
    empty = state.player(who).empty_slots() if zone == "field" else []
    hand = list(state.player(who).hand)
    for card in new:
        if card.type == "creature" and empty:
            made |= put(Place(who, empty.pop(0)), card.id)
        elif card.id not in map(bare, hand):
            hand.append(card.id)
    if len(hand) > len(state.player(who).hand):
        made[who, "hand"] = hand
    return made


def _own(state: State) -> Iterable[tuple[Any, Card]]:
    rows, cards = card_rows(state.own_cards), own_cards(state.own_cards)
    return zip(rows, cards, strict=True) if len(rows) == len(cards) else ()
