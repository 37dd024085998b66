"""What activations deal together, reckoned on packed counts: fast enough for every declaration of a side.

It holds where no reading couples moves by more than the symbols each of them leaves loose; see `coupled`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulekit.games.quanjiao.limits import LOOSE_DAMAGE
from rulekit.games.quanjiao.matching import FULL, Activation, Board, pack, symbols
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.scoring import alone

__all__ = ["Gain", "Tally", "coupled", "gains"]

_COUPLING = {"QJ-R17": "not_counted", "QJ-R18": "exclusive", "QJ-R24": "first_only", "QJ-R9": "per_card"}


def coupled(board: Board) -> bool:
    """Tell whether what a move deals depends on what else is declared, or loose damage is no sum of symbols."""
    return any(board.rulings[id] == option for id, option in _COUPLING.items())


class Gain(NamedTuple):
    """One activation: packed key marks, damage, and a mask of the classes it contains whatever its key marks are."""

    activation: Activation
    keys: int
    damage: int
    whole: int


def gains(board: Board, move: Move, activations: Iterable[Activation]) -> Iterator[Gain]:
    """Yield what each activation of a move brings."""
    size = range(len(board.classes))
    for activation, damage, whole in alone(board, move, activations):
        yield Gain(activation, pack(activation.keys), damage, pack(FULL if i in whole else 0 for i in size))


class Tally(NamedTuple):
    """Some activations: `left` are the symbols that are no key mark, `free` masks the valid classes in no move."""

    left: int
    free: int
    dealt: int

    @classmethod
    def of(cls, board: Board) -> Tally:
        """Return the tally of no activation."""
        return cls(board.capacity, pack(FULL if c.valid else 0 for c in board.classes), 0)

    def add(self, gain: Gain) -> Tally:
        """Return the tally with one more activation, whose key marks must be left."""
        return Tally(self.left - gain.keys, self.free & ~gain.whole, self.dealt + gain.damage)

    @property
    def total(self) -> int:
        """What the activations deal together with the symbols they leave loose (QJ-4.5.15, QJ-4.5.17)."""
        return self.dealt + LOOSE_DAMAGE * symbols(self.left & self.free)
