"""Exact matching of moves against the symbols on a board (QJ-4.4.5 to QJ-4.4.49).

A side's symbols are grouped into classes; a bundle of symbols is one packed int with four bits a class,
the highest of which is a guard, so that "fits into what is left" is one subtraction and one mask.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from rulekit.games.quanjiao.board import LIMBS, MAX_COLUMNS, MIRROR, Place, SymbolClass, cell_name
from rulekit.games.quanjiao.moves import Move, Need, Region, card_cell

__all__ = [
    "FULL",
    "GUARD",
    "Activation",
    "Board",
    "Fit",
    "Placement",
    "Shortage",
    "area",
    "blocked",
    "fits",
    "images",
    "key_marks",
    "match_of",
    "mirrors_itself",
    "pack",
    "placements",
    "symbols",
]

BITS = 4
GUARD = 1 << (BITS - 1)
FULL = GUARD - 1  # every symbol a class can hold


class Placement(NamedTuple):
    """Where a move lies: the action of printed column 0, and whether left and right are swapped (QJ-R12)."""

    start: int
    mirrored: bool = False

    def row(self, row: int) -> int:
        """Return the row of the board on which a printed row lies."""
        return MIRROR[row] if self.mirrored else row

    def place(self, cell: tuple[int, int]) -> Place:
        """Return where a printed cell, as (row, column), lies (QJ-4.4.21, QJ-4.4.23)."""
        return Place(self.row(cell[0]), self.start + cell[1])

    def __str__(self) -> str:
        return f"{self.start}~" if self.mirrored else str(self.start)


class Activation(NamedTuple):
    """One move activated: where it lies and, by class in board order, how many symbols are its key marks."""

    move: str
    placement: Placement
    keys: tuple[int, ...]


class Shortage(NamedTuple):
    """A requirement that cannot be met: the region, the need, how many matching symbols there are, the cells."""

    rid: str
    need: Need
    have: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """How a move fits at one placement: every reason why not, or its key assignments.

    `blocked` are its black cells with symbols of the player's own, `opposed` those with symbols of the opponent.
    """

    move: str
    placement: Placement
    start_allowed: bool
    off_board: tuple[str, ...]
    blocked: tuple[str, ...]
    opposed: tuple[str, ...]
    short: tuple[Shortage, ...]
    activations: tuple[Activation, ...]

    @property
    def ok(self) -> bool:
        """Whether the move can be activated here, other moves aside."""
        return bool(self.activations)


class Board:
    """The symbols of one side after the clash, ready for matching under one set of rulings.

    `others` are the opponent's classes, needed only under QJ-R39 both.
    """

    def __init__(
        self,
        classes: Sequence[SymbolClass],
        columns: int,
        rulings: Mapping[str, str],
        others: Sequence[SymbolClass] = (),
    ) -> None:
        self.classes = tuple(classes)
        self.columns = columns
        self.rulings = rulings
        self.others = tuple(others)
        self.capacity = pack(c.n for c in self.classes)
        self.guards = pack(GUARD for _ in self.classes)
        self._by_place: dict[Place, list[int]] = {}
        for i, c in enumerate(self.classes):
            self._by_place.setdefault(c.place, []).append(i)

    def on_board(self, place: Place) -> bool:
        """Tell whether a place is on the board."""
        return 1 <= place.action <= self.columns

    def at(self, places: Sequence[Place]) -> list[int]:
        """Return the classes lying in the places, in board order."""
        return sorted(i for p in places for i in self._by_place.get(p, ()))

    def matching(self, need: Need, places: Sequence[Place]) -> list[int]:
        """Return the classes that can meet a need inside its region (QJ-4.4.5, QJ-R23)."""
        return [i for i in self.at(places) if self._meets(self.classes[i], need)]

    def _meets(self, c: SymbolClass, need: Need) -> bool:
        if need.symbol not in ("either", c.symbol):
            return False
        if need.state == "any" or c.valid == (need.state == "valid"):
            return True
        return need.state == "cancelled" and self.rulings["QJ-R23"] == "valid_may_replace"

    def blocking(self, places: Sequence[Place], used: Sequence[int] = ()) -> list[int]:
        """Return the valid classes on black places that block (QJ-4.4.10).

        `used` are the key marks of moves declared earlier, by class: under QJ-R10 other_keys_ignored they block
        no longer.
        """
        spared = used if used and self.rulings["QJ-R10"] == "other_keys_ignored" else (0,) * len(self.classes)
        return [i for i in self.at(places) if self.classes[i].valid and self.classes[i].n > spared[i]]

    def opposing(self, places: Sequence[Place]) -> list[str]:
        """Return the cells of black places on which, under QJ-R39 both, valid symbols of the opponent block."""
        if self.rulings["QJ-R39"] != "both":
            return []
        wanted = set(places)
        return [c.cell for c in self.others if c.valid and c.place in wanted]


def pack(counts: Iterator[int] | Sequence[int]) -> int:
    """Return the packed form of one count per class."""
    packed = 0
    for i, n in enumerate(counts):
        packed |= n << (BITS * i)
    return packed


def symbols(packed: int) -> int:
    """Return how many symbols a bundle holds in all."""
    total = 0
    while packed:
        total += packed & FULL
        packed >>= BITS
    return total


def key_marks(board: Board, declared: Sequence[Activation]) -> list[int]:
    """Return by class how many symbols are key marks (QJ-4.4.7)."""
    return [sum(a.keys[i] for a in declared) for i in range(len(board.classes))]


def images(region: Region, placement: Placement) -> list[Place]:
    """Return where the cells of a region lie."""
    made = []
    for name in region.cells:
        cell = card_cell(name)
        assert cell is not None
        made.append(placement.place(cell))
    return made


def placements(move: Move, board: Board) -> Iterator[Placement]:
    """Yield every placement worth looking at, starts ascending, the plain one before the mirrored one."""
    mirrored = board.rulings["QJ-R12"] == "mirror_left_right" and not mirrors_itself(move)
    starts = [move.fixed_start] if move.fixed_start else range(2 - move.width, board.columns + 1)
    for start in starts:
        yield Placement(start)
        if mirrored:
            yield Placement(start, True)


def mirrors_itself(move: Move) -> bool:
    """Tell whether a card says the same with left and right swapped: mirroring is no second placement then."""
    return _says(move, Placement(0)) == _says(move, Placement(0, True))


def _says(move: Move, placement: Placement) -> tuple[object, ...]:
    """Return what a card says where it lies, whatever its regions are called; blank cells say nothing."""
    every = {Place(row, column) for column in range(MAX_COLUMNS) for row in range(len(LIMBS))}
    cells = {kind: [r for r in move.regions if r.acts_as == kind] for kind in ("key", "black", "grey")}
    keys = sorted((sorted(images(r, placement)), sorted(n.key() for n in r.need)) for r in cells["key"])
    plain = [{p for r in cells[kind] for p in images(r, placement)} for kind in ("black", "grey")]
    terms = []
    for t in move.damage:
        kind, names = ("rids", t.count.rids) if t.count.of == "grey" else t.count.area
        where = area(move, placement, kind or "board", names, every)
        says = (t.count.of, t.count.symbol, t.count.state, t.count.own_keys)
        terms.append((t.term, t.value, t.each, t.max, t.values, *says, where))
    return keys, plain, terms


def area(move: Move, placement: Placement, kind: str, names: Sequence[str], every: Set[Place]) -> set[Place]:
    """Return which of `every` place a scope of a card means where the card lies (QJ-4.5.13, QJ-R20).

    Its kind is board, columns (of the layout), limbs, rids, cells or printed (the cells the card asks for).
    """
    match kind:
        case "board":
            return set(every)
        case "columns":
            return {p for p in every if placement.start <= p.action < placement.start + move.width}
        case "limbs":
            rows = {placement.row(LIMBS.index(n)) for n in names if n in LIMBS}
            return {p for p in every if p.row in rows}
        case "rids":
            found = [p for r in move.regions if r.rid in names for p in images(r, placement)]
        case "printed":
            found = [p for r in move.regions if r.acts_as == "key" for p in images(r, placement)]
        case _:
            found = [placement.place(c) for c in map(card_cell, names) if c is not None]
    return {p for p in found if p in every}


def _allowed(move: Move, placement: Placement, board: Board) -> tuple[bool, tuple[str, ...]]:
    """Tell whether a start is allowed, and which required cells are off the board (QJ-4.4.24, QJ-R11)."""
    fixed = move.fixed_start is None or placement.start == move.fixed_start
    reading = board.rulings["QJ-R11"]
    if reading == "whole_grid_on_board":
        inside = placement.start >= 1 and placement.start + move.width - 1 <= board.columns
        return fixed and inside, ()
    off: list[str] = []
    for region in move.regions:
        if region.acts_as == "key":
            places = images(region, placement)
            outside = [p for p in places if not board.on_board(p)]
            if reading == "key_cells_on_board" or len(outside) == len(places):
                off += [cell_name(p) for p in outside]
    return fixed and not off, tuple(off)


def fits(move: Move, board: Board, used: Sequence[int] = ()) -> list[Fit]:
    """Return how a move fits at every placement: every near miss with all its reasons; `used` as in `match_of`."""
    return [match_of(move, p, board, used) for p in placements(move, board)]


def blocked(
    move: Move, placement: Placement, board: Board, used: Sequence[int] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the black cells on which symbols of the player's own block, and those on which the opponent's do.

    `used` are the key marks of moves declared earlier, by class (QJ-R10).
    """
    black = [p for r in move.regions if r.acts_as == "black" for p in images(r, placement)]
    if not black:
        return (), ()
    own = dict.fromkeys(board.classes[i].cell for i in board.blocking(black, used))
    return tuple(own), tuple(dict.fromkeys(board.opposing(black)))


def match_of(move: Move, placement: Placement, board: Board, used: Sequence[int] = ()) -> Fit:
    """Return how a move fits at one placement, after moves whose key marks are `used`, by class (QJ-R10).

    That those symbols can be no key marks again is left to the caller (QJ-4.4.32).
    """
    allowed, off = _allowed(move, placement, board)
    own, opposed = blocked(move, placement, board, used)
    short: list[Shortage] = []
    wants: list[tuple[list[int], int]] = []
    for region in move.regions:
        if region.acts_as == "key":
            places = images(region, placement)
            cells = tuple(cell_name(p) for p in places)
            for need in region.need:
                found = board.matching(need, places)
                have = sum(board.classes[i].n for i in found)
                if have < need.count:
                    short.append(Shortage(region.rid, need, have, cells))
                wants.append((found, need.count))
    activations: tuple[Activation, ...] = ()
    if allowed and not short and not own and not opposed:
        activations = tuple(Activation(move.id, placement, keys) for keys in _assignments(wants, board))
        if not activations:
            # Each need alone could be met, together they ask for the same symbols (QJ-4.4.6).
            short += _crowded(move, placement, board)
    return Fit(move.id, placement, allowed, off, own, opposed, tuple(short), activations)


def _crowded(move: Move, placement: Placement, board: Board) -> list[Shortage]:
    found = []
    for region in move.regions:
        if region.acts_as == "key" and len(region.need) > 1:
            places = images(region, placement)
            here = {i for need in region.need for i in board.matching(need, places)}
            have = sum(board.classes[i].n for i in here)
            found.append(Shortage(region.rid, region.need[-1], have, tuple(cell_name(p) for p in places)))
    return found


def _assignments(wants: Sequence[tuple[list[int], int]], board: Board) -> Iterator[tuple[int, ...]]:
    """Yield every key assignment once: larger amounts on earlier classes first (QJ-4.4.45)."""
    size = len(board.classes)
    left = [c.n for c in board.classes]
    taken = [0] * size
    seen: set[tuple[int, ...]] = set()

    def place(want: int, at: int, due: int) -> Iterator[tuple[int, ...]]:
        if due == 0:
            if want + 1 == len(wants):
                made = tuple(taken)
                if made not in seen:
                    seen.add(made)
                    yield made
            else:
                yield from place(want + 1, 0, wants[want + 1][1])
            return
        found = wants[want][0]
        if at == len(found):
            return
        i = found[at]
        for n in range(min(due, left[i]), -1, -1):
            left[i] -= n
            taken[i] += n
            yield from place(want, at + 1, due - n)
            left[i] += n
            taken[i] -= n

    if wants:
        yield from place(0, 0, wants[0][1])
