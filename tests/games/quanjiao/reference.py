"""A brute-force reference for matching: straight from the definitions, no cleverness, slow.

Symbols are single tokens here, not classes; an activation is a set of tokens for every need.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from rulekit.games.quanjiao.board import Place, SymbolClass
from rulekit.games.quanjiao.moves import Move

Token = tuple[int, int]  # class number, number inside the class
Key = tuple[str, int, tuple[int, ...]]


def tokens(classes: Sequence[SymbolClass]) -> list[Token]:
    return [(i, n) for i, c in enumerate(classes) for n in range(c.n)]


def cells(region_cells: Sequence[str], start: int) -> list[Place]:
    rows = ("LH", "RH", "LL", "RL")
    return [Place(rows.index(c[:2]), start + int(c[3:])) for c in region_cells]


def activations(move: Move, classes: Sequence[SymbolClass], columns: int) -> Iterator[Key]:
    """Yield (move, start, key vector) once each, by trying every set of tokens for every need."""
    for start in range(-10, columns + 11):
        if move.fixed_start is not None and start != move.fixed_start:
            continue
        keys = [r for r in move.regions if r.kind == "key" or (r.kind == "long" and r.role in (None, "key"))]
        blacks = [r for r in move.regions if r.kind == "black" or (r.kind == "long" and r.role == "black")]
        if any(not 1 <= p.action <= columns for r in keys for p in cells(r.cells, start)):
            continue
        if any(c.valid and c.place in cells(r.cells, start) for r in blacks for c in classes):
            continue
        choices = []
        for region in keys:
            area = cells(region.cells, start)
            for need in region.need:
                fitting = [
                    t
                    for t in tokens(classes)
                    if classes[t[0]].place in area
                    and need.symbol in ("either", classes[t[0]].symbol)
                    and need.state in ("any", "valid" if classes[t[0]].valid else "cancelled")
                ]
                choices.append(list(combinations(fitting, need.count)))
        seen = set()
        for picked in product(*choices):
            used = [t for part in picked for t in part]
            if len(set(used)) == len(used):
                vector = tuple(sum(t[0] == i for t in used) for i in range(len(classes)))
                if vector not in seen:
                    seen.add(vector)
                    yield move.id, start, vector


def declarations(moves: Sequence[Move], classes: Sequence[SymbolClass], columns: int) -> set[frozenset[Key]]:
    """Return every legal declaration as a set of activations."""
    options = [[None, *activations(m, classes, columns)] for m in moves]
    made = set()
    for picked in product(*options):
        chosen = [p for p in picked if p is not None]
        if all(sum(k[2][i] for k in chosen) <= c.n for i, c in enumerate(classes)):
            made.add(frozenset(chosen))
    return made


def total(chosen: Sequence[Key], moves: Mapping[str, Move], classes: Sequence[SymbolClass], columns: int) -> int:
    """Return the total of a declaration under default rulings, token by token."""
    contained: set[Token] = set()
    damage = 0
    for move_id, start, vector in chosen:
        move = moves[move_id]
        grey = {p for r in move.regions if r.kind == "grey" or r.role == "grey" for p in cells(r.cells, start)}
        each: set[Token] = set()
        for term in move.damage:
            if term.term != "fixed" and term.count.of == "each":
                each |= {t for t in tokens(classes) if _in_scope(term.count, classes[t[0]], move, start, columns, grey)}
        own = {(i, n) for i, k in enumerate(vector) for n in range(k)}
        contained |= each
        part = 0
        for term in move.damage:
            if term.term == "fixed":
                part += term.value or 0
                continue
            count = term.count
            state = count.state or "valid"
            if count.of == "grey":
                area = [p for rid in count.rids for r in move.regions if r.rid == rid for p in cells(r.cells, start)]
                n = sum(c.n for c in classes if c.place in area and _is(c, count.symbol, state))
            elif count.of == "each":
                n = sum(1 for t in tokens(classes) if _in_scope(count, classes[t[0]], move, start, columns, grey))
                if count.own_keys == "exclude":
                    n -= sum(1 for t in own if _in_scope(count, classes[t[0]], move, start, columns, grey))
            else:
                inside = each | {t for t in own if t not in each}
                by_class = {i: min(classes[i].n, sum(t[0] == i for t in inside)) for i in range(len(classes))}
                n = sum(k for i, k in by_class.items() if _is(classes[i], count.symbol, state))
            if term.term == "per":
                worth = (term.each or 0) * n
                part += worth if term.max is None else min(worth, term.max)
            else:
                part += term.values[min(n, len(term.values) - 1)]
        damage += max(0, part)
    loose = 0
    for i, c in enumerate(classes):
        if c.valid:
            whole = any(t[0] == i for t in contained)
            loose += 0 if whole else c.n - sum(k[2][i] for k in chosen)
    return damage + loose


def _is(c: SymbolClass, symbol: str, state: str) -> bool:
    return symbol in ("either", c.symbol) and (state == "any" or c.valid == (state == "valid"))


def _in_scope(count, c: SymbolClass, move: Move, start: int, columns: int, grey: set[Place]) -> bool:
    if not _is(c, count.symbol, count.state or "valid") or c.place in grey:
        return False
    kind, names = count.area
    if kind in ("", "board"):
        return True
    if kind == "columns":
        return start <= c.place.action < start + move.width
    if kind == "limbs":
        return c.cell[:2] in names
    if kind == "cells":
        return c.place in cells(names, start)
    return any(c.place in cells(r.cells, start) for r in move.regions if r.rid in names)
