"""A brute-force reference for matching, under every ruling: straight from the definitions, no cleverness, slow.

Symbols are single tokens here, not classes; an activation is a set of tokens for every need, and declarations
are tried in every order in which they could be made.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations, product

from rulekit.core.codec import from_json, to_json
from rulekit.games.quanjiao.board import Place, SymbolClass
from rulekit.games.quanjiao.moves import Count, Move, Region

Token = tuple[int, int]  # class number, number inside the class
Key = tuple[str, int, bool, tuple[int, ...]]  # move, start, mirrored, key marks by class
Keys = tuple[Key, ...]
ROWS = ("LH", "RH", "LL", "RL")
SWAPPED = {"LH": "RH", "RH": "LH", "LL": "RL", "RL": "LL"}


@dataclass(frozen=True)
class Table:
    """One side's symbols, the opponent's, and the rulings."""

    classes: Sequence[SymbolClass]
    columns: int
    rulings: Mapping[str, str]
    others: Sequence[SymbolClass] = ()
    mirrors: dict[str, tuple[Move, bool]] = field(default_factory=dict)

    def is_(self, ruling: str, option: str) -> bool:
        return self.rulings[ruling] == option

    def tokens(self) -> list[Token]:
        return [(i, n) for i, c in enumerate(self.classes) for n in range(c.n)]

    def laid(self, move: Move, mirrored: bool) -> Move:
        """Return the card as it lies: with left and right swapped in everything it says when mirrored (QJ-R12)."""
        return self.image(move)[0] if mirrored else move

    def image(self, move: Move) -> tuple[Move, bool]:
        """Return the mirror image of a card, and whether it is the card itself."""
        if move.id not in self.mirrors:
            data = json.dumps(to_json(move), sort_keys=True)
            for limb in ROWS:
                data = data.replace(f'"{limb}', f'"*{SWAPPED[limb]}')
            image = from_json(Move, json.loads(data.replace('"*', '"')))
            self.mirrors[move.id] = image, _plain(move) == _plain(image)
        return self.mirrors[move.id]


def _plain(move: Move) -> str:
    """Return what a card says, its regions known by their cells."""
    data = to_json(move)
    names = {r.rid: "+".join(sorted(r.cells)) for r in move.regions}
    regions = [
        [(r.role or "key") if r.kind == "long" else r.kind, sorted(r.cells), [to_json(n) for n in r.need]]
        for r in move.regions
        if r.kind != "blank"
    ]
    terms = []
    for term, t in zip(data["damage"], move.damage, strict=True):
        count = {**term.get("count", {}), "rids": sorted(names[r] for r in t.count.rids)}
        kind, found = t.count.area
        count["scope"] = [kind, sorted(names[n] if kind == "rids" else n for n in found)]
        terms.append({**term, "count": count})
    return json.dumps([sorted(regions, key=str), terms], sort_keys=True)


def cells(region_cells: Sequence[str], start: int) -> list[Place]:
    return [Place(ROWS.index(c[:2]), start + int(c[3:])) for c in region_cells]


def _acting(move: Move, role: str) -> list[Region]:
    return [r for r in move.regions if r.kind == role or (r.kind == "long" and (r.role or "key") == role)]


# -- activations --------------------------------------------------------------------------------------


def placed(move: Move, table: Table) -> Iterator[tuple[int, bool]]:
    """Yield the placements at which the layout may lie, whatever symbols there are."""
    twice = table.is_("QJ-R12", "mirror_left_right") and not table.image(move)[1]
    for start in range(-10, table.columns + 11):
        if move.fixed_start is not None and start != move.fixed_start:
            continue
        for mirrored in (False, True) if twice else (False,):
            on = [
                [1 <= p.action <= table.columns for p in cells(r.cells, start)]
                for r in _acting(table.laid(move, mirrored), "key")
            ]
            if table.is_("QJ-R11", "key_cells_on_board") and not all(all(part) for part in on):
                continue
            if table.is_("QJ-R11", "on_board_part") and not all(any(part) for part in on):
                continue
            if table.is_("QJ-R11", "whole_grid_on_board") and not 1 <= start <= table.columns - move.width + 1:
                continue
            yield start, mirrored


def vectors(move: Move, start: int, mirrored: bool, table: Table) -> set[tuple[int, ...]]:
    """Return the key marks an activation may have, by trying every set of tokens for every need."""
    choices = []
    for region in _acting(table.laid(move, mirrored), "key"):
        area = cells(region.cells, start)
        for need in region.need:
            fitting = []
            for t in table.tokens():
                c = table.classes[t[0]]
                status = {"any": True, "valid": c.valid, "cancelled": not c.valid}[need.state]
                if need.state == "cancelled" and table.is_("QJ-R23", "valid_may_replace"):
                    status = True
                if c.place in area and need.symbol in ("either", c.symbol) and status:
                    fitting.append(t)
            choices.append(list(combinations(fitting, need.count)))
    found = set()
    for picked in product(*choices):
        used = [t for part in picked for t in part]
        if len(set(used)) == len(used):
            found.add(tuple(sum(t[0] == i for t in used) for i in range(len(table.classes))))
    return found


def open_(move: Move, start: int, mirrored: bool, table: Table, earlier: Sequence[Key]) -> bool:
    """Tell whether black cells let a move stand after those declared earlier (QJ-4.4.10, QJ-R10, QJ-R39)."""
    black = [p for r in _acting(table.laid(move, mirrored), "black") for p in cells(r.cells, start)]
    for i, c in enumerate(table.classes):
        taken = sum(k[3][i] for k in earlier) if table.is_("QJ-R10", "other_keys_ignored") else 0
        if c.valid and c.place in black and c.n > taken:
            return False
    return not (table.is_("QJ-R39", "both") and any(c.valid and c.place in black for c in table.others))


def activations(move: Move, table: Table) -> Iterator[Key]:
    """Yield what a move alone may be activated as."""
    for start, mirrored in placed(move, table):
        if open_(move, start, mirrored, table, ()):
            for vector in vectors(move, start, mirrored, table):
                yield move.id, start, mirrored, vector


# -- declarations -------------------------------------------------------------------------------------


def orders(moves: Sequence[Move], table: Table) -> Iterator[Keys]:
    """Yield every way to declare some of the moves held, one after the other."""
    held = list(moves)
    if not table.is_("QJ-R26", "copies_separate"):
        held = list({m.id: m for m in held}.values())
    found = {m.id: [(s, w, v) for s, w in placed(m, table) for v in vectors(m, s, w, table)] for m in held}
    for n in range(len(held) + 1):
        for some in permutations(held, n):
            yield from _one_by_one(some, found, table, ())


def _one_by_one(
    some: Sequence[Move], found: Mapping[str, Sequence[tuple[int, bool, tuple[int, ...]]]], table: Table, done: Keys
) -> Iterator[Keys]:
    if len(done) == len(some):
        yield done
        return
    move = some[len(done)]
    for start, mirrored, vector in found[move.id]:
        enough = all(sum(k[3][i] for k in done) + vector[i] <= c.n for i, c in enumerate(table.classes))
        if enough and open_(move, start, mirrored, table, done):
            yield from _one_by_one(some, found, table, (*done, (move.id, start, mirrored, vector)))


def declarations(moves: Sequence[Move], table: Table) -> dict[tuple[object, ...], int]:
    """Return every legal declaration, as a sorted tuple, with the most it can deal.

    Under QJ-R15 automatic_best nobody chooses key marks: a declaration is what is activated where.
    """
    known = {m.id: m for m in moves}
    made: dict[tuple[object, ...], int] = {}
    for order in orders(moves, table):
        told = tuple(sorted(k[:3] if table.is_("QJ-R15", "automatic_best") else k for k in order))
        made[told] = max(made.get(told, -1), total(order, known, table))
    return made


# -- damage -------------------------------------------------------------------------------------------


def total(order: Sequence[Key], moves: Mapping[str, Move], table: Table) -> int:
    """Return the total of activations in order of declaration."""
    classes = table.classes
    whole: set[int] = set()
    counted: Counter[int] = Counter()
    damage = 0
    for at, (name, start, mirrored, vector) in enumerate(order):
        move = table.laid(moves[name], mirrored)
        others = [sum(k[3][i] for j, k in enumerate(order) if j != at) for i in range(len(classes))]
        inside = {
            i
            for t in move.damage
            if t.term != "fixed" and t.count.of == "each"
            for i, c in enumerate(classes)
            if _in_scope(t.count, c, move, start, table)
        }
        if table.is_("QJ-R8", "cell_contained"):
            area = [p for r in _acting(move, "key") for p in cells(r.cells, start)]
            inside |= {i for i, c in enumerate(classes) if c.valid and c.place in area}
        whole |= inside
        part = 0
        mine: Counter[int] = Counter()
        for term in move.damage:
            if term.term == "fixed":
                part += term.value or 0
                continue
            by_class = _counted(term.count, vector, others, counted, inside, move, start, table)
            if term.count.of == "each":
                mine |= by_class
            n = by_class.total()
            if term.count.of == "grey" and table.is_("QJ-R39", "both"):
                state = _status(term.count, "QJ-R16", table)
                grey = [p for r in move.regions if r.rid in term.count.rids for p in cells(r.cells, start)]
                n += sum(c.n for c in table.others if c.place in grey and _is(c, term.count.symbol, state))
            if term.term == "per":
                worth = (term.each or 0) * n
                part += worth if term.max is None else min(worth, term.max)
            else:
                part += term.values[min(n, len(term.values) - 1)]
        counted += mine
        damage += max(0, part)
    loose = [0 if i in whole or not c.valid else c.n - sum(k[3][i] for k in order) for i, c in enumerate(classes)]
    if table.is_("QJ-R9", "per_card"):
        return damage + len({c.cell for n, c in zip(loose, classes, strict=True) if n})
    return damage + sum(loose)


def _counted(
    count: Count,
    vector: Sequence[int],
    others: Sequence[int],
    counted: Mapping[int, int],
    inside: set[int],
    move: Move,
    start: int,
    table: Table,
) -> Counter[int]:
    found: Counter[int] = Counter()
    for i, c in enumerate(table.classes):
        if count.of == "grey":
            grey = [p for r in move.regions if r.rid in count.rids for p in cells(r.cells, start)]
            if c.place in grey and _is(c, count.symbol, _status(count, "QJ-R16", table)):
                found[i] = c.n - (others[i] if table.is_("QJ-R17", "not_counted") else 0)
        elif count.of == "each":
            if _in_scope(count, c, move, start, table):
                n = c.n - (others[i] if table.is_("QJ-R18", "exclusive") else 0)
                n -= counted[i] if table.is_("QJ-R24", "first_only") else 0
                n -= vector[i] if (count.own_keys or table.rulings["QJ-R19"]) == "exclude" else 0
                found[i] = max(0, n)
        elif _is(c, count.symbol, count.state or "valid"):
            found[i] = c.n if i in inside else vector[i]
    return found


def _status(count: Count, ruling: str, table: Table) -> str:
    return count.state or ("any" if table.is_(ruling, "valid_and_cancelled") else "valid")


def _is(c: SymbolClass, symbol: str, state: str) -> bool:
    return symbol in ("either", c.symbol) and (state == "any" or c.valid == (state == "valid"))


def _in_scope(count: Count, c: SymbolClass, move: Move, start: int, table: Table) -> bool:
    if not _is(c, count.symbol, _status(count, "QJ-R40", table)):
        return False
    if table.is_("QJ-R22", "grey_excluded") and any(c.place in cells(r.cells, start) for r in _acting(move, "grey")):
        return False
    printed = [r for r in move.regions if r.kind != "blank"]
    if table.is_("QJ-R21", "blank_wins") and not any(c.place in cells(r.cells, start) for r in printed):
        return False
    kind, names = count.area
    match kind or table.rulings["QJ-R20"]:
        case "board":
            return True
        case "columns":
            return start <= c.place.action < start + move.width
        case "printed_cells":
            return any(c.place in cells(r.cells, start) for r in _acting(move, "key"))
        case "limbs":
            return c.cell[:2] in names
        case "cells":
            return c.place in cells(names, start)
    return any(c.place in cells(r.cells, start) for r in move.regions if r.rid in names)
