"""Figures of a position that are no part of it: how many declarations there are, and what they would deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rulekit.games.quanjiao.declaring import activations
from rulekit.games.quanjiao.scoring import score
from rulekit.games.quanjiao.solver import declarations
from rulekit.games.quanjiao.state import PLAYERS, State

__all__ = ["CLAUSES", "statistics"]

CLAUSES = {
    "declarations": ("QJ-4.3.14", "QJ-4.4.44", "QJ-4.4.45", "QJ-4.4.46", "QJ-4.4.47", "QJ-4.4.48", "QJ-4.4.50"),
    "best": ("QJ-4.4.49",),
    "best_ways": ("QJ-4.4.49",),
    "loose": ("QJ-4.5.3",),
    "damage": ("QJ-4.5.2",),
}


def statistics(state: State, rulings: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Return for each player what the board and the moves held allow, and what is declared so far deals.

    `declarations` is the number of legal declarations, the empty one included, `best` the highest total and
    `best_ways` how many declarations reach it (QJ-4.4.46 to QJ-4.4.49); `loose` and `damage` (by move) belong
    to the moves declared so far.
    """
    return {who: _of(state, who, rulings) for who in PLAYERS}


def _of(state: State, who: str, rulings: Mapping[str, str]) -> dict[str, Any]:
    board = state.board_of(who, rulings)
    moves = state.moves()
    totals = [score(board, moves, made).total for made in declarations(board, state.held(who))]
    declared = activations(state, who, board)
    dealt = score(board, moves, declared)
    best = max(totals)
    damage: Counter[str] = Counter()
    for activation, n in zip(declared, dealt.damage, strict=True):
        damage[activation.move] += n  # two copies of a move together (QJ-R26)
    return {
        "declarations": len(totals),
        "best": best,
        "best_ways": totals.count(best),
        "loose": dealt.loose,
        "damage": dict(damage),
    }
