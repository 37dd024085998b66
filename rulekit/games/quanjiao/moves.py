"""Moves as data: the card format, its constraints, and the moves that come with the game (QJ-4.4.3 to QJ-4.4.24)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from rulekit.core.catalogue import package_data
from rulekit.core.codec import from_json
from rulekit.core.errors import CardIssue
from rulekit.core.hidden import HIDDEN
from rulekit.core.number import read_digits
from rulekit.core.record import Record, attr, out_of_range, record
from rulekit.games.quanjiao.board import LIMBS

__all__ = [
    "DEMO_MOVES",
    "FORMAT",
    "Count",
    "Move",
    "Need",
    "Region",
    "Term",
    "card_cell",
    "issues",
    "move_table",
]

SYMBOLS = ("fist", "leg", "either")
STATES = ("valid", "cancelled", "any")
FORMAT = ("QJ-4.4.3",)  # the clause on which the format of a card as a whole rests


@record
class Need(Record):
    """A requirement of a key region: exactly `count` symbols become key marks (QJ-4.4.3, QJ-4.4.7)."""

    symbol: str = attr(default="fist", kind="choice", choices=SYMBOLS)
    count: int = attr(default=1, low=1, clause="QJ-4.4.3")
    state: str = attr(default="valid", kind="choice", choices=STATES, clause="QJ-4.4.26")


@record
class Region(Record):
    """Printed cells with one meaning; `cells` are limb + printed column, e.g. `RH+1` (QJ-4.4.4 to QJ-4.4.20)."""

    rid: str = attr(default="")
    kind: str = attr(default="key", kind="choice", choices=("key", "long", "black", "grey", "blank"))
    role: str | None = attr(default=None, kind="choice", choices=("key", "black", "grey"))
    cells: tuple[str, ...] = attr(default=(), kind="texts")
    need: list[Need] = attr(default_factory=list)

    @property
    def acts_as(self) -> str:
        """What the region is: a long cell acts by its role, key unless it says otherwise (QJ-4.4.17, QJ-R14)."""
        return (self.role or "key") if self.kind == "long" else self.kind


@record
class Count(Record):
    """What a damage term counts: grey cells, every matching symbol in a scope, or what the move contains."""

    of: str | None = attr(default=None, kind="choice", choices=("grey", "each", "contained"))
    rids: tuple[str, ...] = attr(default=(), kind="texts")
    symbol: str = attr(default="either", kind="choice", choices=SYMBOLS)
    state: str | None = attr(default=None, kind="choice", choices=STATES)
    own_keys: str | None = attr(default=None, kind="choice", choices=("include", "exclude"))
    scope: str = attr(default="", kind="data")

    @property
    def area(self) -> tuple[str, tuple[str, ...]]:
        """The scope read: its kind (board, columns, limbs, cells, rids; "" when the card is silent) and names."""
        return _read_scope(self.scope)


@cache
def _read_scope(text: str) -> tuple[str, tuple[str, ...]]:
    value = json.loads(text) if text else ""
    if isinstance(value, str):
        return value, ()
    if isinstance(value, dict) and len(value) == 1:
        kind, names = next(iter(value.items()))
        if isinstance(names, list) and all(isinstance(n, str) for n in names):
            return str(kind), tuple(names)
    return "?", ()


@record
class Term(Record):
    """One summand of a move's damage: fixed, per (each x n, at most max) or table (values[n], the last beyond)."""

    term: str = attr(default="fixed", kind="choice", choices=("fixed", "per", "table"))
    value: int | None = attr(default=None)
    each: int | None = attr(default=None)
    max: int | None = attr(default=None, low=0)
    values: tuple[int, ...] = attr(default=())
    count: Count = attr(default_factory=Count)


@record
class Move(Record):
    """One move card; `width` printed columns, `fixed_start` the action column 0 must lie on (QJ-4.4.24)."""

    id: str = attr(default="")
    name: tuple[tuple[str, str], ...] = attr(default=(), choices=("zh", "en"))
    width: int = attr(default=1, low=1, high=8)
    fixed_start: int | None = attr(default=None, low=1, high=8, clause="QJ-4.4.24")
    regions: list[Region] = attr(default_factory=list)
    damage: list[Term] = attr(default_factory=list)
    text: tuple[tuple[str, str], ...] = attr(default=(), choices=("zh", "en"))

    def region(self, rid: str) -> Region | None:
        """Return the region called `rid`."""
        return next((r for r in self.regions if r.rid == rid), None)

    def title(self, lang: str) -> str:
        """Return the name in `lang`, else in any language, else the id."""
        names = dict(self.name)
        return names.get(lang) or next(iter(names.values()), self.id)


@cache
def card_cell(name: str) -> tuple[int, int] | None:
    """Read `RH+1` as (row, printed column), None when it is no card cell."""
    limb, plus, column = name.partition("+")
    number = read_digits(column)
    if limb not in LIMBS or plus != "+" or number is None:
        return None
    return LIMBS.index(limb), number


def issues(move: Move, rulings: Mapping[str, str] | None = None) -> Iterator[CardIssue]:
    """Yield everything that makes a card unusable; rulings QJ-R13 and QJ-R14 narrow what long cells may be."""
    if move.id.split() != [move.id] or "@" in move.id:
        yield CardIssue(("id",), "no_id", {"value": move.id}, FORMAT)
    if move.id == HIDDEN:
        yield CardIssue(("id",), "hidden_id", {"value": move.id}, FORMAT)
    yield from _range_issues(move, ())
    for i, term in enumerate(move.damage):
        yield from _range_issues(term, ("damage", i))
    seen: dict[str, str] = {}
    named: set[str] = set()
    for i, region in enumerate(move.regions):
        here = ("regions", i)
        if not region.rid or region.rid in named:
            yield CardIssue((*here, "rid"), "rid_twice", {"rid": region.rid}, FORMAT)
        named.add(region.rid)
        yield from _cell_issues(move, region, here, seen)
        yield from _kind_issues(region, here, rulings or {})
    if not any(r.acts_as == "key" for r in move.regions):
        yield CardIssue(("regions",), "no_key", {}, ("QJ-4.4.5",))
    for i, term in enumerate(move.damage):
        yield from _term_issues(move, term, ("damage", i))


def _range_issues(part: Record, here: tuple[str | int, ...]) -> Iterator[CardIssue]:
    for spec, value in out_of_range(part):
        params = {"field": spec.label, "value": value, "low": spec.low, "high": spec.high or "∞"}
        yield CardIssue((*here, spec.label), "out_of_range", params, FORMAT)


def _cell_issues(move: Move, region: Region, here: tuple[str | int, ...], seen: dict[str, str]) -> Iterator[CardIssue]:
    for j, name in enumerate(region.cells):
        cell = card_cell(name)
        at = (*here, "cells", j)
        if cell is None:
            yield CardIssue(at, "bad_cell", {"cell": name}, FORMAT)
        elif cell[1] >= move.width:
            yield CardIssue(at, "beyond_width", {"cell": name, "width": move.width}, FORMAT)
        if name in seen:
            yield CardIssue(at, "overlap", {"cell": name, "other": seen[name]}, FORMAT)
        seen[name] = region.rid


def _kind_issues(region: Region, here: tuple[str | int, ...], rulings: Mapping[str, str]) -> Iterator[CardIssue]:
    cells = [c for c in map(card_cell, region.cells) if c is not None]
    if region.kind == "long":
        rows = sorted({r for r, _ in cells})
        columns = sorted({c for _, c in cells})
        whole = len(set(cells)) == len(rows) * len(columns)
        adjacent = rows == list(range(rows[0], rows[-1] + 1)) if rows else False
        adjacent = adjacent and columns == list(range(columns[0], columns[-1] + 1))
        if len(cells) < 2 or not whole or not adjacent:
            yield CardIssue((*here, "cells"), "not_rectangle", {"rid": region.rid}, ("QJ-4.4.17",))
        if rulings.get("QJ-R13") == "along_actions_only" and len(rows) > 1:
            yield CardIssue((*here, "cells"), "long_across_limbs", {"rid": region.rid}, ("QJ-4.4.17",))
        if rulings.get("QJ-R14") == "key_only" and region.acts_as != "key":
            yield CardIssue((*here, "role"), "long_not_key", {"rid": region.rid}, ("QJ-4.4.17",))
    elif len(region.cells) != 1:
        yield CardIssue((*here, "cells"), "one_cell", {"rid": region.rid, "kind": region.kind}, FORMAT)
    if region.role is not None and region.kind != "long":
        yield CardIssue((*here, "role"), "role_without_long", {"rid": region.rid}, ("QJ-4.4.17",))
    if region.acts_as == "key":
        if not region.need:
            yield CardIssue((*here, "need"), "no_need", {"rid": region.rid}, ("QJ-4.4.3", "QJ-4.4.5"))
        for j, need in enumerate(region.need):
            if need.count < 1:
                yield CardIssue(
                    (*here, "need", j, "count"),
                    "zero_need",
                    {"rid": region.rid, "count": need.count},
                    ("QJ-4.4.3", "QJ-4.4.5"),
                )
    elif region.need:
        yield CardIssue((*here, "need"), "need_without_key", {"rid": region.rid, "kind": region.acts_as}, ("QJ-4.4.4",))


def _term_issues(move: Move, term: Term, here: tuple[str | int, ...]) -> Iterator[CardIssue]:
    wanted = {"fixed": ("value",), "per": ("each",), "table": ("values",)}[term.term]
    for name in wanted:
        if getattr(term, name) in (None, ()):
            yield CardIssue((*here, name), "term_lacks", {"term": term.term, "field": name}, FORMAT)
    if term.term == "fixed":
        return
    count = term.count
    if count.of is None:
        yield CardIssue((*here, "count"), "term_lacks", {"term": term.term, "field": "count"}, FORMAT)
    if count.of == "grey" and not count.rids:
        yield CardIssue((*here, "count", "rids"), "grey_without_rids", {}, ("QJ-4.4.14",))
    for j, rid in enumerate(count.rids):
        region = move.region(rid)
        if region is None:
            yield CardIssue((*here, "count", "rids", j), "unknown_rid", {"rid": rid}, FORMAT)
        elif count.of == "grey" and region.acts_as != "grey":
            yield CardIssue((*here, "count", "rids", j), "not_grey", {"rid": rid}, ("QJ-4.4.14",))
    yield from _scope_issues(move, count, (*here, "count", "scope"))


def _scope_issues(move: Move, count: Count, here: tuple[str | int, ...]) -> Iterator[CardIssue]:
    kind, names = count.area
    if kind in ("", "board", "columns") and not names:
        return
    known = {"limbs": LIMBS, "rids": tuple(r.rid for r in move.regions)}
    if kind not in ("limbs", "rids", "cells"):
        yield CardIssue(here, "bad_scope", {"known": "board, columns, limbs, cells, rids"}, FORMAT)
    for name in names:
        if (kind == "cells" and card_cell(name) is None) or (kind in known and name not in known[kind]):
            yield CardIssue(here, "bad_cell" if kind == "cells" else "unknown_rid", {"cell": name, "rid": name}, FORMAT)


def _load() -> dict[str, Move]:
    rows = package_data(__package__, "moves.yaml")
    return {row["id"]: from_json(Move, row) for row in rows}


DEMO_MOVES: Mapping[str, Move] = _load()


def move_table(own: Iterable[Move]) -> dict[str, Move]:
    """Return every known move by id: the ones that come with the game and those of the position."""
    return {**DEMO_MOVES, **{m.id: m for m in own}}
