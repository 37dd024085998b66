"""Key marks taken by the system, of all declared moves together (QJ-R15 automatic_best)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from rulekit.games.quanjiao.matching import Activation, Board, match_of
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.scoring import score

__all__ = ["best_keys"]


def best_keys(
    board: Board,
    moves: Mapping[str, Move],
    slots: Sequence[str],
    declared: Sequence[Activation],
    ways: Sequence[Activation],
) -> tuple[Activation, ...] | None:
    """Return the declared activations and one of `ways`, keys chosen anew for the highest total; None if none fit.

    Ties go, slot by slot, to the key marks with more symbols on earlier classes (QJ-4.4.49).
    """
    if board.rulings["QJ-R10"] == "other_keys_ignored":  # there the earlier key marks were what made room
        pools: list[Sequence[Activation]] = [[a] for a in declared]
    else:
        pools = [match_of(moves[a.move], a.placement, board).activations for a in declared]
    order = sorted(range(len(pools) + 1), key=lambda i: slots.index((*declared, *ways[:1])[i].move) if ways else 0)
    best: tuple[object, tuple[Activation, ...]] | None = None
    for made in product(*pools, ways):
        taken = (sum(keys) for keys in zip(*(a.keys for a in made), strict=True))
        if any(n > c.n for n, c in zip(taken, board.classes, strict=True)):
            continue
        rank = (score(board, moves, made).total, [made[i].keys for i in order])
        if best is None or rank > best[0]:  # type: ignore[operator]
            best = rank, made
    return None if best is None else best[1]
