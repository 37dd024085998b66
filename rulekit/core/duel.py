"""What the games have in common: two players, an end that stops everything, chance that a seed settled beforehand."""

from __future__ import annotations

import random
from collections.abc import Callable, MutableSequence
from typing import Any

__all__ = ["PLAYERS", "Over", "other", "seeded_shuffle"]

PLAYERS = ("A", "B")


def other(who: str) -> str:
    """Return the opponent."""
    return "B" if who == "A" else "A"


class Over(Exception):
    """The game has just ended: nothing that was still due is resolved."""


def seeded_shuffle(seed: int) -> Callable[[MutableSequence[Any]], None]:
    """Return a shuffle in place: one seed gives the same orders, call after call, in every process.

    So rules code never draws by itself.
    """
    return random.Random(seed).shuffle
