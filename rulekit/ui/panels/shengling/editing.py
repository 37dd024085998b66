"""What writing cards changes in a set-up: the fields that change; nothing knows a widget."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulekit.core.codec import to_json
from rulekit.core.record import Path
from rulekit.games.shengling.cards import Card, card_rows, demo_cards, own_cards
from rulekit.games.shengling.memory import bare
from rulekit.games.shengling.state import SLOTS, State

__all__ = ["card_names", "use_cards"]

Fields = dict[Path, Any]


def card_names(state: State) -> list[str]:
    """Return the names of the cards that can be used, the position's own first."""
    return list(dict.fromkeys(card.id for card in (*own_cards(state.own_cards), *demo_cards())))


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
            made[who, SLOTS[empty.pop(0) - 1]] = {"card": card.id}
        elif card.id not in map(bare, hand):
            hand.append(card.id)
    if len(hand) > len(state.player(who).hand):
        made[who, "hand"] = hand
    return made


def _own(state: State) -> Iterable[tuple[Any, Card]]:
    rows, cards = card_rows(state.own_cards), own_cards(state.own_cards)
    return zip(rows, cards, strict=True) if len(rows) == len(cards) else ()
