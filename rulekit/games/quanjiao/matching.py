"""Exact matching of moves against the symbols on a board (QJ-4.4.5 to QJ-4.4.49).

A side's symbols are grouped into classes; a bundle of symbols is one packed int with four bits a class,
the highest of which is a guard, so that "fits into what is left" is one subtraction and one mask.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulekit.games.quanjiao.board import MIRROR, Place, SymbolClass, cell_name
from rulekit.games.quanjiao.moves import Move, Need, Region, card_cell

__all__ = [
    "FULL",
    "GUARD",
    "Activation",
    "Board",
    "Fit",
    "Placement",
    "Shortage",
    "fits",
    "images",
    "match_of",
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
    """How a move fits at one placement: every reason why not, or its key assignments."""

    move: str
    placement: Placement
    start_allowed: bool
    off_board: tuple[str, ...]
    blocked: tuple[str, ...]
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

    def blocking(self, places: Sequence[Place]) -> list[int]:
        """Return the valid classes lying on black places (QJ-4.4.10)."""
        return [i for i in self.at(places) if self.classes[i].valid]

    def blocked_by_opponent(self, places: Sequence[Place]) -> list[str]:
        """Under QJ-R39 both the opponent's valid symbols block as well."""
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


def images(region: Region, placement: Placement) -> list[Place]:
    """Return where the cells of a region lie (QJ-4.4.21, QJ-4.4.23)."""
    made = []
    for name in region.cells:
        cell = card_cell(name)
        assert cell is not None
        row = MIRROR[cell[0]] if placement.mirrored else cell[0]
        made.append(Place(row, placement.start + cell[1]))
    return made


def placements(move: Move, board: Board) -> Iterator[Placement]:
    """Yield every placement worth looking at, starts ascending, the plain one before the mirrored one."""
    starts = [move.fixed_start] if move.fixed_start else range(2 - move.width, board.columns + 1)
    for start in starts:
        yield Placement(start)
        if board.rulings["QJ-R12"] == "mirror_left_right" and not _symmetric(move):
            yield Placement(start, True)


def _symmetric(move: Move) -> bool:
    """Tell whether swapping left and right gives the same layout, so that mirroring is no second placement."""
    return all(set(images(r, Placement(1))) == set(images(r, Placement(1, True))) for r in move.regions)


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


def fits(move: Move, board: Board) -> list[Fit]:
    """Return how a move fits at every placement: every near miss with all its reasons."""
    return [match_of(move, p, board) for p in placements(move, board)]


def match_of(move: Move, placement: Placement, board: Board, *, ignore_black: bool = False) -> Fit:
    """Return how a move fits at one placement; `ignore_black` leaves the black test to the caller (QJ-R10)."""
    allowed, off = _allowed(move, placement, board)
    blocked: list[str] = []
    short: list[Shortage] = []
    wants: list[tuple[list[int], int]] = []
    for region in move.regions:
        places = images(region, placement)
        if region.acts_as == "black":
            blocked += [board.classes[i].cell for i in board.blocking(places)]
            blocked += board.blocked_by_opponent(places)
        elif region.acts_as == "key":
            cells = tuple(cell_name(p) for p in places)
            for need in region.need:
                found = board.matching(need, places)
                have = sum(board.classes[i].n for i in found)
                if have < need.count:
                    short.append(Shortage(region.rid, need, have, cells))
                wants.append((found, need.count))
    activations: tuple[Activation, ...] = ()
    if allowed and not short and (ignore_black or not blocked):
        activations = tuple(Activation(move.id, placement, keys) for keys in _assignments(wants, board))
        if not activations:
            # Each need alone could be met, together they ask for the same symbols (QJ-4.4.6).
            short += _crowded(move, placement, board)
    return Fit(move.id, placement, allowed, off, tuple(dict.fromkeys(blocked)), tuple(short), activations)


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
