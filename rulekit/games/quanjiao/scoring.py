"""What a declaration deals: counts, containment, loose damage, total (QJ-4.5.2 to QJ-4.5.17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulekit.games.quanjiao.board import LIMBS, Place
from rulekit.games.quanjiao.matching import Activation, Board, Placement, images
from rulekit.games.quanjiao.moves import Count, Move, Term, card_cell

__all__ = ["Score", "TermScore", "looked_at", "score"]


@dataclass(frozen=True, slots=True)
class TermScore:
    """One damage term: what was counted and what it adds."""

    term: Term
    counted: int
    damage: int


@dataclass(frozen=True, slots=True)
class Score:
    """The result of one declaration: terms and damage by activation, contained and loose symbols by class."""

    terms: tuple[tuple[TermScore, ...], ...]
    damage: tuple[int, ...]
    contained: tuple[int, ...]
    loose_by_class: tuple[int, ...]
    loose: int
    total: int


def score(board: Board, moves: Mapping[str, Move], declared: Sequence[Activation]) -> Score:
    """Return what the activations, in order of declaration, deal together with the loose symbols."""
    size = len(board.classes)
    each = [_each_classes(board, moves[a.move], a.placement) for a in declared]
    whole = [_whole_cells(board, moves[a.move], a.placement) for a in declared]
    counted = [0] * size  # by class, what earlier per-each texts counted (QJ-R24)
    all_terms: list[tuple[TermScore, ...]] = []
    for at, activation in enumerate(declared):
        others = [
            sum(a.keys[i] for b, a in enumerate(declared) if b != at) for i in range(size)
        ]  # key marks of other moves
        terms = []
        taken_here = [0] * size
        for term in moves[activation.move].damage:
            n = 0
            if term.term != "fixed":
                n = _count(board, moves[activation.move], activation, term.count, others, counted, each[at], whole[at], taken_here)
            terms.append(TermScore(term, n, _value(term, n)))
        for i in range(size):
            counted[i] = max(counted[i], taken_here[i]) if counted[i] else taken_here[i]
        all_terms.append(tuple(terms))
    damage = tuple(max(0, sum(t.damage for t in terms)) for terms in all_terms)
    contained = _contained(board, declared, each, whole)
    loose_by_class = tuple(c.n - contained[i] if c.valid else 0 for i, c in enumerate(board.classes))
    if board.rulings["QJ-R9"] == "per_card":
        loose = len({c.cell for i, c in enumerate(board.classes) if loose_by_class[i]})
    else:
        loose = sum(loose_by_class)
    return Score(tuple(all_terms), damage, contained, loose_by_class, loose, loose + sum(damage))


def _value(term: Term, n: int) -> int:
    if term.term == "fixed":
        return term.value or 0
    if term.term == "table":
        return term.values[min(n, len(term.values) - 1)]
    made = (term.each or 0) * n
    return made if term.max is None else min(made, term.max)


# -- counting ---------------------------------------------------------------------------------------


def _count(
    board: Board,
    move: Move,
    activation: Activation,
    count: Count,
    others: Sequence[int],
    counted: Sequence[int],
    each: frozenset[int],
    whole: frozenset[int],
    taken_here: list[int],
) -> int:
    if count.of == "grey":
        return _count_grey(board, move, activation.placement, count, others)
    if count.of == "contained":
        state = count.state or "valid"
        return sum(
            c.n if i in each or i in whole else activation.keys[i]
            for i, c in enumerate(board.classes)
            if _fits(count.symbol, state, c.symbol, c.valid)
        )
    own_keys = count.own_keys or board.rulings["QJ-R19"]
    total = 0
    for i in _scope_classes(board, move, activation.placement, count):
        n = board.classes[i].n
        if own_keys == "exclude":
            n -= activation.keys[i]
        if board.rulings["QJ-R18"] == "exclusive":
            n -= others[i]
        if board.rulings["QJ-R24"] == "first_only":
            n -= counted[i]
        n = max(0, n)
        taken_here[i] = max(taken_here[i], counted[i] + n)
        total += n
    return total


def looked_at(board: Board, move: Move, placement: Placement, count: Count) -> list[int]:
    """Return the classes a count looks at, whatever else their symbols serve for (QJ-4.4.14, QJ-4.5.9)."""
    if count.of == "each":
        return _scope_classes(board, move, placement, count)
    if count.of == "grey":
        state = count.state or _open_state(board.rulings["QJ-R16"])
        found = board.at([p for rid in count.rids for p in _region_places(move, rid, placement)])
    else:
        state = count.state or "valid"
        found = list(range(len(board.classes)))
    return [i for i in found if _fits(count.symbol, state, board.classes[i].symbol, board.classes[i].valid)]


def _count_grey(board: Board, move: Move, placement: Placement, count: Count, others: Sequence[int]) -> int:
    """Count symbols in grey cells; off the board there are none (QJ-4.4.14, QJ-4.5.8, QJ-R16, QJ-R17, QJ-R39)."""
    state = count.state or _open_state(board.rulings["QJ-R16"])
    places = [p for rid in count.rids for p in _region_places(move, rid, placement)]
    total = 0
    for i in board.at(places):
        c = board.classes[i]
        if _fits(count.symbol, state, c.symbol, c.valid):
            total += c.n - (others[i] if board.rulings["QJ-R17"] == "not_counted" else 0)
    if board.rulings["QJ-R39"] == "both":
        wanted = set(places)
        total += sum(c.n for c in board.others if c.place in wanted and _fits(count.symbol, state, c.symbol, c.valid))
    return total


def _open_state(reading: str) -> str:
    return "any" if reading == "valid_and_cancelled" else "valid"


def _fits(symbol: str, state: str, has: str, valid: bool) -> bool:
    return symbol in ("either", has) and (state == "any" or valid == (state == "valid"))


def _region_places(move: Move, rid: str, placement: Placement) -> list[Place]:
    region = move.region(rid)
    return images(region, placement) if region is not None else []


def _scope_classes(board: Board, move: Move, placement: Placement, count: Count) -> list[int]:
    """Return the classes a per-each text matches (QJ-4.5.9, QJ-R20, QJ-R21, QJ-R22, QJ-R40)."""
    state = count.state or _open_state(board.rulings["QJ-R40"])
    places = _scope_places(board, move, placement, count)
    if board.rulings["QJ-R22"] == "grey_excluded":
        places -= {p for r in move.regions if r.acts_as == "grey" for p in images(r, placement)}
    if board.rulings["QJ-R21"] == "blank_wins":
        places &= _printed(move, placement)  # cells beyond the card are like blank ones (QJ-4.4.9)
    return [
        i for i in board.at(sorted(places)) if _fits(count.symbol, state, board.classes[i].symbol, board.classes[i].valid)
    ]


def _printed(move: Move, placement: Placement) -> set[Place]:
    """Return where the card prints anything but blank."""
    return {p for r in move.regions if r.acts_as != "blank" for p in images(r, placement)}


def _scope_places(board: Board, move: Move, placement: Placement, count: Count) -> set[Place]:
    kind, names = count.area
    kind = kind or {"board": "board", "columns": "columns", "printed_cells": "printed"}[board.rulings["QJ-R20"]]
    every = {Place(row, action) for action in range(1, board.columns + 1) for row in range(4)}
    if kind == "board":
        return every
    if kind == "columns":
        return {p for p in every if placement.start <= p.action < placement.start + move.width}
    if kind == "limbs":
        rows = {LIMBS.index(n) for n in names}
        return {p for p in every if p.row in rows}
    if kind == "rids":
        return {p for n in names for p in _region_places(move, n, placement)} & every
    if kind == "printed":
        return {p for r in move.regions if r.acts_as == "key" for p in images(r, placement)} & every
    cells = [c for c in map(card_cell, names) if c is not None]
    return {Place(row, placement.start + column) for row, column in cells} & every


def _each_classes(board: Board, move: Move, placement: Placement) -> frozenset[int]:
    """Return the classes any per-each text of the move matches: all contained in it (QJ-4.5.9, QJ-4.5.10)."""
    return frozenset(
        i
        for term in move.damage
        if term.term != "fixed" and term.count.of == "each"
        for i in _scope_classes(board, move, placement, term.count)
    )


def _whole_cells(board: Board, move: Move, placement: Placement) -> frozenset[int]:
    """Under QJ-R8 cell_contained every valid symbol in a key cell belongs to the move."""
    if board.rulings["QJ-R8"] != "cell_contained":
        return frozenset()
    places = [p for r in move.regions if r.acts_as == "key" for p in images(r, placement)]
    return frozenset(i for i in board.at(places) if board.classes[i].valid)


def _contained(
    board: Board,
    declared: Sequence[Activation],
    each: Sequence[frozenset[int]],
    whole: Sequence[frozenset[int]],
) -> tuple[int, ...]:
    """Return by class how many symbols belong to some move; a union, never more than there are (QJ-4.5.15)."""
    made = []
    for i, c in enumerate(board.classes):
        if any(i in e for e in each) or any(i in w for w in whole):
            made.append(c.n)
        else:
            made.append(min(c.n, sum(a.keys[i] for a in declared)))
    return tuple(made)
