"""Key marks taken by the system, of all declared moves together (QJ-R15 automatic_best)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulekit.games.quanjiao.matching import Activation, Board, Placement, key_marks, match_of
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.scoring import score

__all__ = ["Laid", "best_keys"]

Laid = tuple[str, Placement]  # a move and where it lies


def best_keys(
    board: Board, moves: Mapping[str, Move], slots: Sequence[str], laid: Sequence[Laid]
) -> tuple[Activation, ...] | None:
    """Return moves declared in this order with the key marks that deal the most together; None if none fit.

    Ties go, slot by slot, to the key marks with more symbols on earlier classes (QJ-4.4.49).
    """
    order = sorted(range(len(laid)), key=lambda i: slots.index(laid[i][0]))
    best: tuple[tuple[int, list[tuple[int, ...]]], tuple[Activation, ...]] | None = None
    for made in _ways(board, moves, laid, ()):
        rank = (score(board, moves, made).total, [made[i].keys for i in order])
        if best is None or rank > best[0]:
            best = rank, made
    return None if best is None else best[1]


def _ways(
    board: Board, moves: Mapping[str, Move], laid: Sequence[Laid], done: tuple[Activation, ...]
) -> Iterator[tuple[Activation, ...]]:
    """Yield every way to take the key marks, those of `done` taken already (QJ-4.4.32, QJ-R10)."""
    if len(done) == len(laid):
        yield done
        return
    move, placement = laid[len(done)]
    used = key_marks(board, done)
    for activation in match_of(moves[move], placement, board, used).activations:
        if all(n + k <= c.n for n, k, c in zip(used, activation.keys, board.classes, strict=True)):
            yield from _ways(board, moves, laid, (*done, activation))
