"""Cards as data: the format of a card file, and the cards that come with the game (SL-3.1 to SL-3.8)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any, NamedTuple

from rulekit.core.catalogue import package_data
from rulekit.core.codec import BadData, from_json, to_json
from rulekit.core.readings import holding
from rulekit.core.record import Record, attr, record
from rulekit.games.shengling import limits

__all__ = [
    "KEYWORDS",
    "OPS",
    "TIMINGS",
    "Card",
    "CardFilter",
    "Condition",
    "Cost",
    "Effect",
    "Face",
    "Filter",
    "Op",
    "Reading",
    "Selector",
    "card_names",
    "card_rows",
    "cards_text",
    "demo_cards",
    "face_of",
    "faces",
    "numbered_cards",
    "own_cards",
    "spelled",
]

KEYWORDS = ("haste", "unity", "splash")  # SL-7.13
TIMINGS = ("on_enter", "turn_start", "after_attack", "after_block", "active", "static")  # SL-7.4
OPS = (
    "draw",
    "heal",
    "discard",
    "search",
    "bounce",
    "destroy",
    "add_power",
    "reduce_power",
    "reset_power",
    "extra_sacrifice",
    "direct_damage_bonus",
    "battle_break",
)  # SL-7.18


@record
class Filter(Record):
    """Which creatures a selector means: everything given must hold; powers are current ones."""

    tapped: bool | None = attr(default=None)
    max_power: int | None = attr(default=None, low=0)
    min_power: int | None = attr(default=None, low=0)
    max_cost: int | None = attr(default=None, low=0)
    keyword: str | None = attr(default=None, kind="choice", choices=KEYWORDS)
    exclude_self: bool = attr(default=False)


@record
class Selector(Record):
    """Whom an op affects: `ref` the creature itself or the attacker, else all or `n` chosen ones of a side."""

    ref: str | None = attr(default=None, kind="choice", choices=("self", "attacker"))
    side: str | None = attr(default=None, kind="choice", choices=("own", "enemy", "both"))
    pick: str | None = attr(default=None, kind="choice", choices=("all", "choose"))
    n: int = attr(default=1, low=1)
    filter: Filter = attr(default_factory=Filter)


@record
class CardFilter(Record):
    """Which cards of the deck a search may take: everything given must hold."""

    type: str | None = attr(default=None, kind="choice", choices=("creature", "strategy"))
    max_cost: int | None = attr(default=None, low=0)
    keyword: str | None = attr(default=None, kind="choice", choices=KEYWORDS)
    number: str = attr(default="")


@record
class Op(Record):
    """One primitive: what is done, to whom, how much (SL-7.18)."""

    op: str = attr(kind="choice", choices=OPS, clause="SL-7.18")
    who: str | None = attr(default=None, kind="choice", choices=("self", "opponent", "both"))
    n: int | None = attr(default=None)
    target: Selector | None = attr(default=None)
    filter: CardFilter | None = attr(default=None)
    chooser: str | None = attr(default=None, kind="choice", choices=("hand_owner", "random", "controller"))


@record
class Cost(Record):
    """What a creature's active effect asks for besides: paid before its ops (SL-7.34)."""

    fuel_to_graveyard: int = attr(default=0, low=0)
    discard: int = attr(default=0, low=0)
    tap_fuel: int = attr(default=0, low=0)

    @property
    def free(self) -> bool:
        """True when nothing is asked for."""
        return not (self.fuel_to_graveyard or self.discard or self.tap_fuel)


@record
class Condition(Record):
    """What must hold for an effect to happen: everything given (SL-7.12)."""

    own_hp_at_most: int | None = attr(default=None)
    own_hp_at_least: int | None = attr(default=None)
    own_hand_at_most: int | None = attr(default=None)
    own_field_at_least: int | None = attr(default=None)
    enemy_field_at_least: int | None = attr(default=None)
    own_deck_empty: bool | None = attr(default=None)


@record
class Reading(Record):
    """What an effect is under another option of a ruling: other ops, another text or both."""

    ruling: str = attr()
    option: str = attr()
    ops: list[Op] = attr(default_factory=list)
    text: tuple[tuple[str, str], ...] = attr(default=(), choices=("zh", "en"))


@record
class Effect(Record):
    """One effect of a card: when it comes, on what condition, and its ops in order.

    `clauses` are those of the rulebook that speak of this very effect.
    """

    eid: str = attr()
    timing: str = attr(kind="choice", choices=(*TIMINGS, "end_of_turn"), clause="SL-7.4")
    optional: bool = attr(default=False, clause="SL-7.12")
    limit: str | None = attr(default=None, kind="choice", choices=("once_per_turn",), clause="SL-7.10")
    cost: Cost = attr(default_factory=Cost)
    condition: Condition | None = attr(default=None)
    ops: list[Op] = attr(default_factory=list)
    readings: list[Reading] = attr(default_factory=list)
    clauses: tuple[str, ...] = attr(default=(), kind="texts")
    text: tuple[tuple[str, str], ...] = attr(default=(), choices=("zh", "en"))

    def ops_under(self, option: Callable[[str], str | None]) -> list[Op]:
        """Return the ops of the first reading that holds, else the plain ones; `option` tells that of a ruling."""
        return next((r.ops for r in self.readings if r.ops and option(r.ruling) == r.option), self.ops)

    def text_under(self, rulings: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """Return the text as it reads under these rulings: that of the first reading that holds and has one."""
        return next((r.text for r in holding(self.readings, rulings) if r.text), self.text)


@record
class Card(Record):
    """One card as its file has it; positions and actions call it by its Chinese name."""

    number: str = attr(clause="SL-2.2")
    name: tuple[tuple[str, str], ...] = attr(choices=("zh", "en"))
    type: str = attr(kind="choice", choices=("creature", "strategy"), clause="SL-3.1")
    cost: int = attr(clause="SL-3.5")
    power: int | None = attr(default=None, clause="SL-3.8")
    keywords: tuple[str, ...] = attr(default=(), choices=KEYWORDS, clause="SL-7.13")
    effects: list[Effect] = attr(default_factory=list)
    source: str = attr(default="own", kind="choice", choices=("own", "demo", "seed_name"))

    def title(self, lang: str) -> str:
        """Return the name in `lang`, else in any language."""
        names = dict(self.name)
        return names.get(lang) or next(iter(names.values()), self.number)

    @property
    def id(self) -> str:
        """The name positions and actions use."""
        return self.title("zh")


class Face(NamedTuple):
    """A card as the resolvers read it."""

    name: str
    number: str
    creature: bool
    cost: int
    power: int
    haste: bool
    unity: bool
    splash: bool
    breaks: bool
    damage_bonus: int
    timed: Mapping[str, tuple[Effect, ...]]
    card: Card

    def effect(self, eid: str) -> Effect | None:
        """Return an effect by its id."""
        return next((e for e in self.card.effects if e.eid == eid), None)


def face_of(card: Card) -> Face:
    """Return a card as the resolvers read it."""
    static = [op for e in card.effects if e.timing == "static" for op in e.ops]
    timed = {t: tuple(e for e in card.effects if e.timing == t) for t in TIMINGS}
    return Face(
        name=card.id,
        number=card.number,
        creature=card.type == "creature",
        cost=card.cost,
        power=card.power or 0,
        haste="haste" in card.keywords,
        unity="unity" in card.keywords,
        splash="splash" in card.keywords,
        breaks=any(op.op == "battle_break" for op in static),
        damage_bonus=sum(op.n or 0 for op in static if op.op == "direct_damage_bonus"),
        timed=timed,
        card=card,
    )


@cache
def demo_cards() -> tuple[Card, ...]:
    """Return the invented cards that stand in for the lost pool (SL-3.2)."""
    rows = package_data(__package__, "cards.yaml")["cards"]
    return tuple(from_json(Card, row) for row in rows)


def card_rows(text: str) -> list[Any]:
    """Return the cards of the field `own_cards`, held as canonical text, as written: one card or a list of them."""
    rows = json.loads(text) if text else []
    return rows if isinstance(rows, list) else [rows]


@lru_cache(maxsize=64)
def numbered_cards(text: str) -> tuple[tuple[int, Card], ...]:
    """Return the cards a position brings along, each with its row; those without the form of a card are left out.

    Such a position is impossible, and `problems` says why.
    """
    made = []
    for i, row in enumerate(card_rows(text)):
        with suppress(BadData):
            made.append((i, from_json(Card, row)))
    return tuple(made)


def own_cards(text: str) -> tuple[Card, ...]:
    """Return the cards a position brings along."""
    return tuple(card for _, card in numbered_cards(text))


def cards_text(cards: Iterable[Card]) -> str:
    """Return cards as the field `own_cards` holds them."""
    rows = [to_json(card) for card in cards]
    return json.dumps(rows, ensure_ascii=False, sort_keys=True) if rows else ""


@cache
def _demo_faces() -> Mapping[str, Face]:
    return _table(demo_cards())


@lru_cache(maxsize=64)
def _all_faces(text: str) -> Mapping[str, Face]:
    return _Table({**_table(own_cards(text)), **_demo_faces()})


class _Table(dict[str, Face]):
    """Cards by name; one that nobody knows, in an impossible position, is a creature that cannot be paid for."""

    def __missing__(self, name: str) -> Face:
        return face_of(Card(number="?", name=(("zh", name),), type="creature", cost=limits.COST_ZONE + 1, power=1))


def _table(cards: Iterable[Card]) -> dict[str, Face]:
    return _Table({card.id: face_of(card) for card in cards})


def faces(own: str) -> Mapping[str, Face]:
    """Return every card known by name: the demo cards and those of the field `own_cards`."""
    return _all_faces(own) if own else _demo_faces()


@lru_cache(maxsize=64)
def _spellings(own: str) -> Mapping[str, str]:
    made: dict[str, str] = {}
    for face in faces(own).values():
        for spelling in (face.number, face.card.title("en"), face.card.title("en").replace(" ", "-"), face.name):
            made.setdefault(spelling.casefold(), face.name)
    return made


def spelled(name: str, own: str = "") -> str:
    """Return the name of the card called so by number or English name; anything else unchanged."""
    return _spellings(own).get(name.casefold(), name)


def card_names(own: str, *types: str) -> list[str]:
    """Return the names of the cards of some types, of all without any; those a position brings along come first."""
    table = faces(own)
    names = dict.fromkeys(card.id for card in (*own_cards(own), *demo_cards()))
    return [name for name in names if not types or table[name].card.type in types]
