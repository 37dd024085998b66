"""All legal declarations of up to three moves, and the best one (QJ-4.4.46 to QJ-4.4.49)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import TypeVar

from rulekit.games.quanjiao.automatic import Laid, best_keys
from rulekit.games.quanjiao.matching import Activation, Board, Fit, blocked, fits, key_marks, pack
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.scoring import Score, score
from rulekit.games.quanjiao.tally import Tally, coupled, gains

__all__ = ["Declaration", "best", "declarations", "options", "order_decides", "residual"]

Declaration = tuple[Activation, ...]
T = TypeVar("T", Activation, Laid)


def options(move: Move, board: Board) -> list[Activation]:
    """Return every legal activation of one move on its own, starts ascending (QJ-4.4.45)."""
    return [a for fit in fits(move, board) for a in fit.activations]


def residual(board: Board, declared: Sequence[Activation]) -> list[int]:
    """Return by class how many symbols are no key mark yet (QJ-4.4.32)."""
    return [c.n - k for c, k in zip(board.classes, key_marks(board, declared), strict=True)]


def declarations(board: Board, held: Sequence[Move]) -> Iterator[Declaration]:
    """Yield every legal declaration exactly once, the empty one first (QJ-4.4.46, QJ-4.4.48).

    Moves follow one another as held; each is first left out, then tried at ascending starts.  Where the order
    of declaring decides (QJ-R10, QJ-R24), a declaration stands in an order in which it deals the most; where the
    system takes the key marks (QJ-R15), moves at the same starts are one declaration.
    """
    held = _usable(board, held)
    yield from _taken(board, held) if board.rulings["QJ-R15"] == "automatic_best" else _chosen(board, held)


def order_decides(board: Board) -> bool:
    """Tell whether it matters which move is declared first (QJ-R10, QJ-R24)."""
    return board.rulings["QJ-R10"] == "other_keys_ignored" or board.rulings["QJ-R24"] == "first_only"


def _usable(board: Board, held: Sequence[Move]) -> list[Move]:
    """Return the moves that can be activated, one a copy only where copies count apart (QJ-R26)."""
    return list(held) if board.rulings["QJ-R26"] == "copies_separate" else list({m.id: m for m in held}.values())


def _after_all_others(move: Move, board: Board) -> list[Fit]:
    """Return how a move fits were all symbols key marks of moves declared earlier, the most that QJ-R10 spares."""
    return fits(move, board, [c.n for c in board.classes])


def _chosen(board: Board, held: Sequence[Move]) -> Iterator[Declaration]:
    """Yield the declarations of a player who chooses the key marks."""
    pools = [[(a, pack(a.keys)) for fit in _after_all_others(move, board) for a in fit.activations] for move in held]
    made = _each_once(held, _combine(pools, 0, board.capacity, board.guards, ()))
    if not order_decides(board):
        yield from made
        return
    moves = {m.id: m for m in held}
    for some in made:
        legal = [order for order in permutations(some) if _stands(board, moves, order)]
        if legal:
            yield max(legal, key=lambda declared: score(board, moves, declared).total)


def _combine(
    pools: Sequence[Sequence[tuple[Activation, int]]], at: int, left: int, guards: int, done: Declaration
) -> Iterator[Declaration]:
    if at == len(pools):
        yield done
        return
    yield from _combine(pools, at + 1, left, guards, done)
    for activation, keys in pools[at]:
        rest = (left | guards) - keys  # a guard bit vanishes where there are too few symbols
        if rest & guards == guards:
            yield from _combine(pools, at + 1, rest & ~guards, guards, (*done, activation))


def _stands(board: Board, moves: Mapping[str, Move], order: Declaration) -> bool:
    """Tell whether no black cell blocks a move after those declared before it (QJ-R10)."""
    return not any(
        any(blocked(moves[a.move], a.placement, board, key_marks(board, order[:at]))) for at, a in enumerate(order)
    )


def _taken(board: Board, held: Sequence[Move]) -> Iterator[Declaration]:
    """Yield the declarations whose key marks the system takes."""
    moves = {m.id: m for m in held}
    pools = [[(m.id, f.placement) for f in _after_all_others(m, board) if f.ok] for m in held]
    for some in _each_once(held, _some(pools, 0, ())):
        orders = permutations(some) if order_decides(board) else [some]
        found = [best_keys(board, moves, list(moves), order) for order in orders]
        made = [declared for declared in found if declared is not None]
        if made:
            yield max(made, key=lambda declared: score(board, moves, declared).total)


def _some(pools: Sequence[Sequence[Laid]], at: int, done: tuple[Laid, ...]) -> Iterator[tuple[Laid, ...]]:
    if at == len(pools):
        yield done
        return
    yield from _some(pools, at + 1, done)
    for laid in pools[at]:
        yield from _some(pools, at + 1, (*done, laid))


def _each_once(held: Sequence[Move], made: Iterator[tuple[T, ...]]) -> Iterator[tuple[T, ...]]:
    """Yield what differs: copies of a move are alike, which of them is activated means nothing (QJ-R26)."""
    if len({m.id for m in held}) == len(held):
        yield from made
        return
    seen: set[tuple[T, ...]] = set()
    for some in made:
        alike = tuple(sorted(some))
        if alike not in seen:
            seen.add(alike)
            yield some


# -- the best declaration ---------------------------------------------------------------------------


def best(board: Board, held: Sequence[Move]) -> tuple[Declaration, Score]:
    """Return a declaration of highest total (QJ-4.4.49), found by branch and bound.

    Ties: fewer activations, then slot by slot an activated move before none, a smaller start, key marks on
    earlier classes.  A greedy choice by move damage would be wrong.
    """
    table = {m.id: m for m in held}
    held = _usable(board, held)
    if order_decides(board) or coupled(board) or len(table) < len(held):
        every = ((d, score(board, table, d)) for d in declarations(board, held))
        return min(every, key=lambda made: (-made[1].total, *_rank(held, made[0])))
    found = _Search(board, held).run()
    return found, score(board, table, found)


class _Search:
    """Branch and bound over the moves in turn; damage is fixed by activation, only loose symbols couple them."""

    def __init__(self, board: Board, held: Sequence[Move]) -> None:
        self.board = board
        self.held = held
        self.pools = [
            # stable: equal damage keeps the order of starts and key marks
            sorted(gains(board, move, options(move, board)), key=lambda gain: -gain.damage)
            for move in held
        ]
        self.ahead = [0] * (len(held) + 1)  # the most the moves from here on can deal
        for i in range(len(held) - 1, -1, -1):
            self.ahead[i] = self.ahead[i + 1] + max((gain.damage for gain in self.pools[i]), default=0)
        self.total = -1
        self.made: Declaration = ()
        self.rank: tuple[object, ...] = ()

    def run(self) -> Declaration:
        """Return the best declaration."""
        self._extend(0, Tally.of(self.board), ())
        return self.made

    def _extend(self, at: int, tally: Tally, done: Declaration) -> None:
        """Try the moves from `at` on, after those done."""
        reach = tally.total
        if reach + self.ahead[at] < self.total:
            return
        if at == len(self.pools):
            rank = _rank(self.held, done)
            if reach > self.total or rank < self.rank:
                self.total, self.made, self.rank = reach, done, rank
            return
        guards = self.board.guards
        for gain in self.pools[at]:
            if ((tally.left | guards) - gain.keys) & guards == guards:
                self._extend(at + 1, tally.add(gain), (*done, gain.activation))
        self._extend(at + 1, tally, done)


def _rank(held: Sequence[Move], declared: Declaration) -> tuple[object, ...]:
    """Return the place of a declaration among those of equal total."""
    places = {a.move: _place(a) for a in declared}
    if len(places) == len(declared):
        return (len(declared), *(places.get(move.id, (1,)) for move in held))
    copies = sorted(declared, key=_place, reverse=True)  # the slots of copies are filled in this order (QJ-R26)
    waiting = {move: [_place(a) for a in copies if a.move == move] for move in places}
    return (len(declared), *(waiting[m.id].pop() if waiting.get(m.id) else (1,) for m in held))


def _place(activation: Activation) -> tuple[object, ...]:
    return 0, activation.placement, tuple(-n for n in activation.keys)
