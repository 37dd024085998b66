"""What a declaration deals: counts, containment, loose damage, total (QJ-4.5.2 to QJ-4.5.17)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from rulekit.games.quanjiao.board import LIMBS, Place
from rulekit.games.quanjiao.matching import Activation, Board, Placement, area, images, key_marks
from rulekit.games.quanjiao.moves import Count, Move, Term

__all__ = ["Score", "TermScore", "alone", "grey_symbols", "score"]


@dataclass(frozen=True, slots=True)
class TermScore:
    """One damage term: what was counted, in all and by class, and what it adds.

    Classes of the opponent (QJ-R39) are numbered after the player's own.
    """

    term: Term
    counted: int
    damage: int
    by_class: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Score:
    """The result of one declaration: terms and damage by activation, contained and loose symbols by class.

    `whole` are, by activation, the classes contained whatever its key marks are.
    """

    whole: Sequence[frozenset[int]]
    terms: tuple[tuple[TermScore, ...], ...]
    damage: tuple[int, ...]
    contained: tuple[int, ...]
    loose_by_class: tuple[int, ...]
    loose: int
    total: int


@dataclass(slots=True)
class _Sight:
    """What one activation sees: itself, the classes wholly in its move, and what other moves have used.

    `whole` are the classes contained whatever the key marks are; `others` the key marks of other moves by class
    (QJ-R17, QJ-R18); `earlier` what per-each texts of moves declared before have counted (QJ-R24); `taken` what
    this activation's own per-each texts count.
    """

    board: Board
    move: Move
    activation: Activation
    whole: frozenset[int]
    others: Sequence[int]
    earlier: Sequence[int]
    taken: list[int]

    def terms(self) -> tuple[TermScore, ...]:
        """Return every damage term with what it counts (QJ-4.5.2)."""
        made = []
        for term in self.move.damage:
            found = _counted(self, term.count) if term.term != "fixed" else {}
            n = sum(found.values())
            made.append(TermScore(term, n, _value(term, n), found))
        return tuple(made)


def score(board: Board, moves: Mapping[str, Move], declared: Sequence[Activation]) -> Score:
    """Return what the activations, in order of declaration, deal together with the loose symbols."""
    size = len(board.classes)
    whole = [_wholly_contained(board, moves[a.move], a.placement) for a in declared]
    marks = key_marks(board, declared)
    earlier = [0] * size
    terms: list[tuple[TermScore, ...]] = []
    for at, activation in enumerate(declared):
        others = [all_keys - own for all_keys, own in zip(marks, activation.keys, strict=True)]
        sight = _Sight(board, moves[activation.move], activation, whole[at], others, earlier, [0] * size)
        terms.append(sight.terms())
        earlier = [max(pair) for pair in zip(earlier, sight.taken, strict=True)]
    damage = tuple(_damage(found) for found in terms)
    contained = _contained(board, declared, whole)
    loose_by_class = tuple(c.n - contained[i] if c.valid else 0 for i, c in enumerate(board.classes))
    if board.rulings["QJ-R9"] == "per_card":
        loose = len({c.cell for i, c in enumerate(board.classes) if loose_by_class[i]})
    else:
        loose = sum(loose_by_class)
    return Score(whole, tuple(terms), damage, contained, loose_by_class, loose, loose + sum(damage))


def alone(
    board: Board, move: Move, activations: Iterable[Activation]
) -> Iterator[tuple[Activation, int, frozenset[int]]]:
    """Yield each activation with its damage were it the only one, and the classes it contains whatever its keys."""
    none = [0] * len(board.classes)
    whole: dict[Placement, frozenset[int]] = {}
    for activation in activations:
        place = activation.placement
        if place not in whole:
            whole[place] = _wholly_contained(board, move, place)
        sight = _Sight(board, move, activation, whole[place], none, none, none.copy())
        yield activation, _damage(sight.terms()), whole[place]


def _damage(terms: Sequence[TermScore]) -> int:
    """Return the sum of the terms, never below 0."""
    return max(0, sum(t.damage for t in terms))


def _value(term: Term, n: int) -> int:
    if term.term == "fixed":
        return term.value or 0
    if term.term == "table":
        return term.values[min(n, len(term.values) - 1)]
    made = (term.each or 0) * n
    return made if term.max is None else min(made, term.max)


# -- counting ---------------------------------------------------------------------------------------


def _counted(sight: _Sight, count: Count) -> dict[int, int]:
    """Return how many symbols a text counts, by class as in `TermScore`."""
    board, keys, placement = sight.board, sight.activation.keys, sight.activation.placement
    if count.of == "grey":
        places = {p for r in sight.move.regions if r.rid in count.rids for p in images(r, placement)}
        return grey_symbols(board, count, places, sight.others)
    if count.of == "contained":
        state = count.state or "valid"
        return {
            i: c.n if i in sight.whole else keys[i]
            for i, c in enumerate(board.classes)
            if (keys[i] or i in sight.whole) and _fits(count.symbol, state, c.symbol, c.valid)
        }
    own_keys = count.own_keys or board.rulings["QJ-R19"]
    exclusive = board.rulings["QJ-R18"] == "exclusive"
    first_only = board.rulings["QJ-R24"] == "first_only"
    found = {}
    for i in _scope_classes(board, sight.move, placement, count):
        n = board.classes[i].n
        if own_keys == "exclude":
            n -= keys[i]
        if exclusive:
            n -= sight.others[i]
        if first_only:
            n -= sight.earlier[i]
        found[i] = max(0, n)
        sight.taken[i] = max(sight.taken[i], sight.earlier[i] + found[i])
    return found


def grey_symbols(board: Board, count: Count, places: Set[Place], others: Sequence[int]) -> dict[int, int]:
    """Return what a text counts in grey cells, by class as in `TermScore`; `others` are key marks of other moves.

    Off the board there are none (QJ-4.4.14, QJ-4.5.8, QJ-R16, QJ-R17, QJ-R39).
    """
    state = count.state or _open_state(board.rulings["QJ-R16"])
    found = {}
    for i in board.at(sorted(places)):
        c = board.classes[i]
        if _fits(count.symbol, state, c.symbol, c.valid):
            found[i] = c.n - (others[i] if board.rulings["QJ-R17"] == "not_counted" else 0)
    if board.rulings["QJ-R39"] == "both":
        for i, c in enumerate(board.others, len(board.classes)):
            if c.place in places and _fits(count.symbol, state, c.symbol, c.valid):
                found[i] = c.n
    return found


def _open_state(reading: str) -> str:
    return "any" if reading == "valid_and_cancelled" else "valid"


def _fits(symbol: str, state: str, has: str, valid: bool) -> bool:
    return symbol in ("either", has) and (state == "any" or valid == (state == "valid"))


def _scope_classes(board: Board, move: Move, placement: Placement, count: Count) -> list[int]:
    """Return the classes a per-each text matches (QJ-4.5.9, QJ-R20, QJ-R21, QJ-R22, QJ-R40)."""
    state = count.state or _open_state(board.rulings["QJ-R40"])
    places = _scope_places(board, move, placement, count)
    if board.rulings["QJ-R22"] == "grey_excluded":
        places -= {p for r in move.regions if r.acts_as == "grey" for p in images(r, placement)}
    if board.rulings["QJ-R21"] == "blank_wins":
        places &= _printed(move, placement)  # cells beyond the card are like blank ones (QJ-4.4.9)
    return [
        i
        for i in board.at(sorted(places))
        if _fits(count.symbol, state, board.classes[i].symbol, board.classes[i].valid)
    ]


def _printed(move: Move, placement: Placement) -> set[Place]:
    """Return where the card prints anything but blank."""
    return {p for r in move.regions if r.acts_as != "blank" for p in images(r, placement)}


def _scope_places(board: Board, move: Move, placement: Placement, count: Count) -> set[Place]:
    kind, names = count.area
    kind = kind or {"board": "board", "columns": "columns", "printed_cells": "printed"}[board.rulings["QJ-R20"]]
    every = {Place(row, action) for action in range(1, board.columns + 1) for row in range(len(LIMBS))}
    return area(move, placement, kind, names, every)


def _wholly_contained(board: Board, move: Move, placement: Placement) -> frozenset[int]:
    """Return the classes that belong to the move whatever its key marks are.

    Those any per-each text matches (QJ-4.5.9, QJ-4.5.10), and under QJ-R8 cell_contained every valid symbol in
    a key cell.
    """
    found = {
        i
        for term in move.damage
        if term.term != "fixed" and term.count.of == "each"
        for i in _scope_classes(board, move, placement, term.count)
    }
    if board.rulings["QJ-R8"] == "cell_contained":
        places = [p for r in move.regions if r.acts_as == "key" for p in images(r, placement)]
        found |= {i for i in board.at(places) if board.classes[i].valid}
    return frozenset(found)


def _contained(board: Board, declared: Sequence[Activation], whole: Sequence[frozenset[int]]) -> tuple[int, ...]:
    """Return by class how many symbols belong to some move; a union, never more than there are (QJ-4.5.15)."""
    made = []
    for i, c in enumerate(board.classes):
        if any(i in w for w in whole):
            made.append(c.n)
        else:
            made.append(min(c.n, sum(a.keys[i] for a in declared)))
    return tuple(made)
