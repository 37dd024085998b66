"""The legal declarations of a side by what they deal, fast enough to be listed anew at every click."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice
from typing import NamedTuple

from rulekit.games.quanjiao.matching import Activation
from rulekit.games.quanjiao.scoring import score
from rulekit.games.quanjiao.solver import Declaration, best, declarations
from rulekit.games.quanjiao.tally import Tally, coupled, gains
from rulekit.ui.panels.quanjiao.side import Side

__all__ = ["MOST", "Listed", "listed", "totals"]

MOST = 6000  # declarations listed; a board with more is beyond what a table tells


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


def totals(side: Side, found: Sequence[Declaration]) -> Iterator[tuple[Declaration, int]]:
    """Yield each declaration with what it deals."""
    board = side.board
    if coupled(board):
        for declared in found:
            yield declared, score(board, side.moves, declared).total
        return
    used: dict[str, dict[Activation, None]] = {}
    for declared in found:
        for activation in declared:
            used.setdefault(activation.move, {})[activation] = None
    known = {gain.activation: gain for move, made in used.items() for gain in gains(board, side.moves[move], made)}
    none = Tally.of(board)
    for declared in found:
        yield declared, reduce(Tally.add, (known[a] for a in declared), none).total
