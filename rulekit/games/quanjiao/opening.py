"""The position before the setup, and the invented deck and moves that come with the game (QJ-R5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from rulekit.core.catalogue import package_data
from rulekit.games.quanjiao import limits
from rulekit.games.quanjiao.cards import sort_faces
from rulekit.games.quanjiao.moves import DEMO_MOVES, issues
from rulekit.games.quanjiao.state import PLAYERS, State

__all__ = ["demo_deck", "opening", "sample"]


@cache
def _decks() -> Mapping[str, Any]:
    data: Mapping[str, Any] = package_data(__package__, "decks.yaml")
    return data


def demo_deck() -> tuple[str, ...]:
    """Return the invented deck that stands in for the lost one (QJ-4.2.4, QJ-R5)."""
    return sort_faces(list(_decks()["decks"]["demo"]["cards"]))


def loadouts() -> dict[str, tuple[str, ...]]:
    """Return the sets of moves that come with the game, by name."""
    return {name: tuple(entry["moves"]) for name, entry in _decks()["loadouts"].items()}


DUEL = ("duelA", "duelB")  # the loadouts of a duel for which nobody chose moves


def _held(name: str, rulings: Mapping[str, str]) -> tuple[str, ...]:
    """Return a set of moves, in place of those no card may have under the rulings (QJ-R13, QJ-R14) the first others."""
    moves = loadouts()[name]
    usable = [id for id, card in DEMO_MOVES.items() if not any(issues(card, rulings))]
    spare = (id for id in usable if id not in moves)
    return tuple(id if id in usable else next(spare) for id in moves)


SAMPLE_HANDS = (("F1", "F2", "F3", "L1", "L2"), ("F1", "F2", "L1", "L2", "L3"))


def opening(
    rulings: Mapping[str, str],
    columns: int | None = None,
    hand_size: int = limits.HAND_SIZE,
    moves: Sequence[Sequence[str]] | None = None,
    decks: Sequence[Sequence[str]] | None = None,
    life: Sequence[int] = (limits.START_LIFE, limits.START_LIFE),
    life_source: Sequence[str] = ("", ""),
    **_: Any,
) -> State:
    """Return the position before setup; moves, decks, life and its source (QJ-4.1.6) are given for A and B.

    Without `moves` the loadouts duelA and duelB are used, as far as the rulings allow their moves, without `decks` the
    demo deck (QJ-R5).
    """
    state = State(columns=columns, hand_size=hand_size)
    held = moves or tuple(_held(name, rulings) for name in DUEL)
    cards = decks or (demo_deck(), demo_deck())
    for i, who in enumerate(PLAYERS):
        player = state.player(who)
        player.moves, player.deck = tuple(held[i]), sort_faces(list(cards[i]))
        player.life, player.life_source = life[i], life_source[i]
    return state


def sample(rulings: Mapping[str, str]) -> dict[str, Any]:
    """Return the first placing of a duel with the demo deck, five cards drawn by each side."""
    given: dict[str, Any] = {"step": "place"}
    for who, hand, name in zip(PLAYERS, SAMPLE_HANDS, DUEL, strict=True):
        left = Counter(demo_deck()) - Counter(hand)
        deck = sort_faces(list(left.elements()))
        given[who] = {"moves": list(_held(name, rulings)), "hand": list(hand), "deck": list(deck), "drawn": True}
    return given
