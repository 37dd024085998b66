"""All legal declarations of up to three moves, and the best one (QJ-4.4.46 to QJ-4.4.49)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from rulekit.games.quanjiao.matching import Activation, Board, fits, images, match_of, pack, placements
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.scoring import Score, score
from rulekit.games.quanjiao.tally import Tally, coupled, gains

__all__ = ["Declaration", "best", "declarations", "options", "residual"]

Declaration = tuple[Activation, ...]


@dataclass(frozen=True, slots=True)
class _Option:
    """One activation with its key marks packed, and the valid classes on its black cells (QJ-R10)."""

    activation: Activation
    keys: int
    black: tuple[int, ...]


def options(move: Move, board: Board) -> list[Activation]:
    """Return every legal activation of one move on its own, starts ascending (QJ-4.4.45)."""
    return [a for fit in fits(move, board) for a in fit.activations]


def residual(board: Board, declared: Sequence[Activation]) -> list[int]:
    """Return by class how many symbols are no key mark yet (QJ-4.4.32)."""
    return [c.n - sum(a.keys[i] for a in declared) for i, c in enumerate(board.classes)]


def declarations(board: Board, held: Sequence[Move]) -> Iterator[Declaration]:
    """Yield every legal declaration exactly once, the empty one first (QJ-4.4.46, QJ-4.4.48).

    Moves follow one another as held; each is first left out, then tried at ascending starts.
    """
    held = _usable(board, held)
    if len({m.id for m in held}) < len(held):  # copies are alike: which of them is activated means nothing
        seen: set[frozenset[Activation]] = set()
        for made in _declarations(board, held):
            if len(set(made)) == len(made) and frozenset(made) not in seen:
                seen.add(frozenset(made))
                yield made
        return
    yield from _declarations(board, held)


def _usable(board: Board, held: Sequence[Move]) -> list[Move]:
    """Return the moves that can be activated, one a copy only where copies count apart (QJ-R26)."""
    return list(held) if board.rulings["QJ-R26"] == "copies_separate" else list({m.id: m for m in held}.values())


def _declarations(board: Board, held: Sequence[Move]) -> Iterator[Declaration]:
    if board.rulings["QJ-R10"] == "other_keys_ignored":
        yield from _declarations_in_some_order(board, held)
        return
    pools = [[_option(board, a) for a in options(move, board)] for move in held]
    yield from _combine(pools, 0, board.capacity, board.guards, ())


def _option(board: Board, activation: Activation, black: tuple[int, ...] = ()) -> _Option:
    return _Option(activation, pack(activation.keys), black)


def _combine(
    pools: Sequence[Sequence[_Option]], at: int, left: int, guards: int, done: Declaration
) -> Iterator[Declaration]:
    if at == len(pools):
        yield done
        return
    yield from _combine(pools, at + 1, left, guards, done)
    for option in pools[at]:
        rest = (left | guards) - option.keys  # a guard bit vanishes where there are too few symbols
        if rest & guards == guards:
            yield from _combine(pools, at + 1, rest & ~guards, guards, (*done, option.activation))


def _declarations_in_some_order(board: Board, held: Sequence[Move]) -> Iterator[Declaration]:
    """Under QJ-R10 other_keys_ignored the order decides: yield what some order of declaring makes legal."""
    pools: dict[str, list[_Option]] = {}
    for move in held:
        pools[move.id] = []
        for placement in placements(move, board):
            black = tuple(i for r in move.regions if r.acts_as == "black" for i in board.blocking(images(r, placement)))
            found = match_of(move, placement, board, ignore_black=True)
            pools[move.id] += [_option(board, a, black) for a in found.activations]
    ranks = {m.id: i for i, m in enumerate(held)}
    seen: set[frozenset[Activation]] = set()
    for declared in _combine([pools[m.id] for m in held], 0, board.capacity, board.guards, ()):
        by_activation = {o.activation: o.black for pool in pools.values() for o in pool}
        for order in permutations(declared):
            if _order_is_legal(board, order, by_activation):
                if frozenset(order) not in seen:
                    seen.add(frozenset(order))
                    yield tuple(sorted(order, key=lambda a: ranks[a.move]))
                break


def _order_is_legal(board: Board, order: Sequence[Activation], black: Mapping[Activation, tuple[int, ...]]) -> bool:
    used = [0] * len(board.classes)
    for activation in order:
        if any(board.classes[i].n > used[i] for i in black[activation]):
            return False
        used = [u + k for u, k in zip(used, activation.keys, strict=True)]
    return True


# -- the best declaration ---------------------------------------------------------------------------


def best(board: Board, held: Sequence[Move]) -> tuple[Declaration, Score]:
    """Return a declaration of highest total (QJ-4.4.49), found by branch and bound.

    Ties: fewer activations, then slot by slot an activated move before none, a smaller start, key marks on
    earlier classes.  A greedy choice by move damage would be wrong.
    """
    table = {m.id: m for m in held}
    held = _usable(board, held)
    in_order = board.rulings["QJ-R10"] == "other_keys_ignored"
    if in_order or coupled(board) or len(table) < len(held):
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
            if reach > self.total or _rank(self.held, done) < _rank(self.held, self.made):
                self.total, self.made = reach, done
            return
        guards = self.board.guards
        for gain in self.pools[at]:
            if ((tally.left | guards) - gain.keys) & guards == guards:
                self._extend(at + 1, tally.add(gain), (*done, gain.activation))
        self._extend(at + 1, tally, done)


def _rank(held: Sequence[Move], declared: Declaration) -> tuple[object, ...]:
    """Return the place of a declaration among those of equal total."""
    by_move = {a.move: a for a in declared}
    slots: list[tuple[object, ...]] = []
    for move in held:
        a = by_move.get(move.id)
        slots.append((1,) if a is None else (0, a.placement, tuple(-n for n in a.keys)))
    return (len(declared), *slots)
