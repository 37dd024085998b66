"""The action board: limbs, cells, card faces, and the classes of symbols a side has (QJ-4.2.5, QJ-4.3.*)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from rulekit.core.number import read_digits

__all__ = [
    "CELLS",
    "DEMO_FACES",
    "LIMBS",
    "MAX_COLUMNS",
    "Place",
    "SymbolClass",
    "accepts",
    "cell_name",
    "classes",
    "face_symbols",
    "is_face",
    "is_mixed",
    "parse_cell",
    "sort_cells",
]

LIMBS = ("LH", "RH", "LL", "RL")  # row order everywhere (QJ-4.3.10)
MIRROR = (1, 0, 3, 2)  # the row on the other side (QJ-R12)
MAX_COLUMNS = 8
DEMO_FACES = ("F1", "F2", "F3", "L1", "L2", "L3")  # the cards of the demo deck (QJ-R5)
FACES = re.compile(r"F([1-6])(?:L([1-6]))?|L([1-6])(?:F([1-6]))?")


class Place(NamedTuple):
    """A place on a board or beyond it: the row (0 to 3) and the action (1 is the first; others are off the board)."""

    row: int
    action: int


class SymbolClass(NamedTuple):
    """Interchangeable symbols: same cell, type and status; `n` is how many there are (QJ-4.3.14, QJ-4.4.44)."""

    cell: str
    place: Place
    symbol: str
    valid: bool
    n: int


def cell_name(place: Place) -> str:
    """Return e.g. `LH2`, the left hand of action 2 (QJ-4.2.6)."""
    return f"{LIMBS[place.row]}{place.action}"


CELLS = tuple(cell_name(Place(row, action)) for action in range(1, MAX_COLUMNS + 1) for row in range(4))
_ORDER = {cell: i for i, cell in enumerate(CELLS)}


@cache
def parse_cell(name: str) -> Place | None:
    """Read a cell name, None when it is none."""
    row = LIMBS.index(name[:2]) if name[:2] in LIMBS else None
    action = read_digits(name[2:])
    return None if row is None or action is None else Place(row, action)


def sort_cells(cells: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Order (cell, card) pairs by action, then row (QJ-4.3.10)."""
    return tuple(sorted(cells, key=lambda item: _ORDER.get(item[0], len(CELLS))))


# -- cards ------------------------------------------------------------------------------------------


def is_face(face: str) -> bool:
    """Tell whether a text names a card: F2 two fists, L3 three legs, F1L1 a fist card with a leg besides."""
    return FACES.fullmatch(face) is not None


@cache
def face_symbols(face: str) -> tuple[int, int]:
    """Return how many fists and legs a card carries (QJ-4.2.2)."""
    found = FACES.fullmatch(face)
    assert found is not None
    f1, l1, l2, f2 = (int(g or 0) for g in found.groups())
    return f1 + f2, l1 + l2


def is_mixed(face: str) -> bool:
    """Tell whether a card carries both types (QJ-R6)."""
    return 0 not in face_symbols(face)


def accepts(row: int, face: str) -> bool:
    """Tell whether a row takes a card: fist cards on hands, leg cards on legs (QJ-4.2.9, QJ-4.2.10)."""
    return (row < 2) == face.startswith("F")


def classes(
    board: Iterable[tuple[str, str]],
    cancelled_fists: Iterable[tuple[str, int]],
    cancelled_legs: Iterable[tuple[str, int]],
) -> tuple[SymbolClass, ...]:
    """Return the non-empty symbol classes by action, row, fist before leg, valid before cancelled."""
    gone = {"fist": dict(cancelled_fists), "leg": dict(cancelled_legs)}
    made = []
    for cell, face in board:
        place = parse_cell(cell)
        assert place is not None
        for symbol, total in zip(("fist", "leg"), face_symbols(face), strict=True):
            lost = gone[symbol].get(cell, 0)
            made += [
                SymbolClass(cell, place, symbol, True, total - lost),
                SymbolClass(cell, place, symbol, False, lost),
            ]
    made.sort(key=lambda c: (c.place.action, c.place.row, c.symbol, not c.valid))
    return tuple(c for c in made if c.n > 0)
