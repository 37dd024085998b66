"""What a position of 生灵对决 is: two players with their five zones, the turn and its step."""

from __future__ import annotations

from typing import NamedTuple

from rulekit.core.duel import PLAYERS, other
from rulekit.core.number import read_digits
from rulekit.core.record import Path, Record, attr, record
from rulekit.games.shengling import limits
from rulekit.games.shengling.cards import card_names

__all__ = [
    "PLACES",
    "PLAYERS",
    "SLOTS",
    "STEPS",
    "Creature",
    "Place",
    "Player",
    "State",
    "other",
    "read_fuel",
    "read_place",
]

STEPS = ("setup", "untap", "draw", "main1", "battle", "main2", "end")
PLAYED = STEPS[1:]
SLOTS = tuple(f"slot{n}" for n in range(1, limits.SLOTS + 1))


def _cards(state: State) -> list[str]:
    return card_names(state.own_cards)


def _creatures(state: State) -> list[str]:
    return card_names(state.own_cards, "creature")


def _strategies(state: State) -> list[str]:
    return card_names(state.own_cards, "strategy")


class Place(NamedTuple):
    """A battlefield slot, written `A3`: whose it is and its number from the left (SL-2.6)."""

    who: str
    slot: int

    def __str__(self) -> str:
        return f"{self.who}{self.slot}"

    @property
    def path(self) -> Path:
        """The place in the state, as traces name it."""
        return self.who, SLOTS[self.slot - 1]


PLACES = tuple(Place(who, slot) for who in PLAYERS for slot in range(1, limits.SLOTS + 1))


def read_place(text: str) -> Place | None:
    """Read `A3`; None when it is no slot."""
    if len(text) == 2 and text[0] in PLAYERS and text[1] in "12345":
        return Place(text[0], int(text[1]))
    return None


def read_fuel(text: str) -> int | None:
    """Read `f3`, the third card of a cost zone; None when it is no such place."""
    return read_digits(text[1:]) if text[:1] == "f" and len(text) < 5 else None


@record
class Creature(Record):
    """A creature on the battlefield; its current power is printed power + bonus - reduction (SL-8.15)."""

    card: str = attr(default="", clause="SL-3.3", names=_creatures)
    tapped: bool = attr(default=False, clause="SL-4.5", volatile=True)
    bonus: int = attr(default=0, low=0, clause="SL-8.16")
    reduction: int = attr(default=0, low=0, clause="SL-8.17")
    marked: bool = attr(default=False, clause="SL-10.3")
    entered: bool = attr(default=False, clause="SL-8.3", volatile=True)
    attacked: bool = attr(default=False, clause="SL-8.5", volatile=True)
    blocked: bool = attr(default=False, clause="SL-9.4", volatile=True)
    damage_bonus: int = attr(default=0, low=0, clause="SL-7.32")
    arrived: int = attr(default=0, low=0, clause="SL-7.23", volatile=True)
    used: tuple[str, ...] = attr(default=(), kind="texts", clause="SL-7.10", volatile=True)


@record
class Player(Record):
    """One player: life, the five zones (SL-4.1) and what is counted within the own turn.

    `deck` is top first; while `shuffled` its order is unknown and nature decides what comes up.  `fuel` is
    oldest first and `spent` holds the places, from 1, of the tapped ones.  `resolving` is the strategy in use: it is
    in none of the zones until it has resolved (SL-3.7).  Who may see hand, deck and fuel: SL-4.10.
    """

    hp: int = attr(default=limits.START_HP, high=limits.MAX_HP, clause="SL-1.3", group="body")
    slot1: Creature | None = attr(default=None, clause="SL-2.6", group="field")
    slot2: Creature | None = attr(default=None, clause="SL-2.6", group="field")
    slot3: Creature | None = attr(default=None, clause="SL-2.6", group="field")
    slot4: Creature | None = attr(default=None, clause="SL-2.6", group="field")
    slot5: Creature | None = attr(default=None, clause="SL-2.6", group="field")
    fuel: tuple[str, ...] = attr(
        default=(),
        kind="texts",
        names=_cards,
        clause="SL-5.17",
        group="cards",
        volatile=True,
        seen={"SL-R40": "fuel_face_down"},
    )
    spent: tuple[int, ...] = attr(
        default=(), places="fuel", clause="SL-4.7", group="cards", volatile=True, steps=PLAYED
    )
    hand: tuple[str, ...] = attr(
        default=(), kind="texts", names=_cards, clause="SL-4.8", group="cards", volatile=True, seen="owner"
    )
    deck: tuple[str, ...] = attr(
        default=(), kind="texts", names=_cards, clause="SL-2.1", group="cards", volatile=True, seen="nobody"
    )
    shuffled: bool = attr(default=False, clause="SL-2.8", group="cards", volatile=True)
    grave: tuple[str, ...] = attr(default=(), kind="texts", names=_cards, clause="SL-4.9", group="cards")
    resolving: str = attr(default="", names=_strategies, clause="SL-3.7", group="cards", volatile=True, steps=PLAYED)
    sacrificed: int = attr(default=0, low=0, clause="SL-5.7", group="turn", volatile=True, steps=PLAYED)
    quota: int = attr(
        default=limits.BASE_QUOTA, low=limits.BASE_QUOTA, clause="SL-5.8", group="turn", volatile=True, steps=PLAYED
    )
    duty_met: bool = attr(default=False, clause="SL-5.26", group="turn", volatile=True, steps=PLAYED)
    used: tuple[str, ...] = attr(default=(), kind="texts", clause="SL-7.10", group="turn", volatile=True, steps=PLAYED)

    def at(self, slot: int) -> Creature | None:
        """Return the creature in a slot, counted from 1."""
        found: Creature | None = getattr(self, SLOTS[slot - 1])
        return found

    def put(self, slot: int, creature: Creature | None) -> None:
        """Fill or empty a slot."""
        setattr(self, SLOTS[slot - 1], creature)

    def creatures(self) -> list[tuple[int, Creature]]:
        """Return the creatures with their slots, left to right."""
        row = (self.slot1, self.slot2, self.slot3, self.slot4, self.slot5)
        return [(n, c) for n, c in enumerate(row, 1) if c is not None]

    def empty_slots(self) -> list[int]:
        """Return the slots without a creature, left to right."""
        row = (self.slot1, self.slot2, self.slot3, self.slot4, self.slot5)
        return [n for n, c in enumerate(row, 1) if c is None]

    def unspent(self) -> list[int]:
        """Return the places of the untapped fuel, oldest first (SL-5.1)."""
        return [n for n in range(1, len(self.fuel) + 1) if n not in self.spent]


@record
class State(Record):
    """A position: whose turn it is, its step, and both players (SL-6.1)."""

    step: str = attr(default="setup", kind="choice", choices=STEPS, clause="SL-6.1", volatile=True)
    active: str = attr(default="A", kind="choice", choices=PLAYERS, clause="SL-6.7", volatile=True, steps=PLAYED)
    turn: int = attr(default=0, low=0, clause="SL-6.7", group="game", volatile=True, steps=PLAYED)
    first: str | None = attr(default=None, kind="choice", choices=PLAYERS, clause="SL-2.7", group="game", volatile=True)
    A: Player = attr(default_factory=Player)
    B: Player = attr(default_factory=Player)
    own_cards: str = attr(default="", kind="data", clause="SL-3.3", group="game")
    result: str | None = attr(
        default=None, kind="choice", choices=("A", "B", "draw"), clause="SL-1.1", volatile=True, steps=PLAYED
    )
    reason: str | None = attr(
        default=None, kind="choice", choices=("hp", "surrender"), clause="SL-11.3", volatile=True, steps=PLAYED
    )

    def player(self, who: str) -> Player:
        """Return the player called `who`."""
        return self.A if who == "A" else self.B

    def creature(self, place: Place) -> Creature | None:
        """Return the creature in a slot."""
        return self.player(place.who).at(place.slot)
