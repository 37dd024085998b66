"""The legal declarations of a side by what they deal, fast enough to be listed anew at every click."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from rulekit.games.quanjiao.limits import LOOSE_DAMAGE
from rulekit.games.quanjiao.matching import Activation
from rulekit.games.quanjiao.scoring import score
from rulekit.games.quanjiao.solver import Declaration, best, declarations
from rulekit.ui.panels.quanjiao.side import Side

__all__ = ["MOST", "Listed", "listed", "totals"]

MOST = 6000  # declarations listed; a board with more is beyond what a table tells

# Readings under which the damage of a move depends on what else is declared, or loose damage is no sum.
_COUPLED = {"QJ-R17": "not_counted", "QJ-R18": "exclusive", "QJ-R24": "first_only", "QJ-R9": "per_card"}


class Listed(NamedTuple):
    """Declarations with their totals, the highest first; `whole` tells that there are no others."""

    rows: tuple[tuple[Declaration, int], ...]
    best: int
    whole: bool


def listed(side: Side, most: int = MOST) -> Listed:
    """Return the declarations of a side, at most `most` of them and the best one in any case."""
    found = list(islice(declarations(side.board, side.held), most + 1))
    whole = len(found) <= most
    rows = list(totals(side, found[:most]))
    if not whole:
        top, made = best(side.board, side.held)
        rows = [(top, made.total), *(row for row in rows if row[0] != top)]
    rows.sort(key=lambda row: -row[1])
    return Listed(tuple(rows), rows[0][1], whole)


def totals(side: Side, found: Iterable[Declaration]) -> Iterator[tuple[Declaration, int]]:
    """Yield each declaration with what it deals.

    Where no reading couples moves, damage is the sum of the moves' own, and a class of symbols is contained
    as far as the moves contain it together (QJ-4.5.15); else every declaration is scored by itself.
    """
    board = side.board
    if any(board.rulings[id] == option for id, option in _COUPLED.items()):
        for declared in found:
            yield declared, score(board, side.moves, declared).total
        return
    alone: dict[Activation, tuple[int, tuple[tuple[int, int], ...]]] = {}
    valid = [c.n if c.valid else 0 for c in board.classes]
    for declared in found:
        total, contained = board.valid * LOOSE_DAMAGE, dict[int, int]()
        for activation in declared:
            known = alone.get(activation)
            if known is None:
                made = score(board, side.moves, (activation,))
                takes = tuple((i, n) for i, n in enumerate(made.contained) if n and valid[i])
                known = alone[activation] = made.damage[0], takes
            total += known[0]
            for i, n in known[1]:
                contained[i] = contained.get(i, 0) + n
        yield declared, total - LOOSE_DAMAGE * sum(min(n, valid[i]) for i, n in contained.items())
