"""Chance that a seed has settled beforehand, so that rules code never draws by itself."""

from __future__ import annotations

import random
from collections.abc import Callable, MutableSequence
from typing import Any

__all__ = ["seeded_shuffle"]


def seeded_shuffle(seed: int) -> Callable[[MutableSequence[Any]], None]:
    """Return a shuffle in place: one seed gives the same orders, call after call, in every process."""
    return random.Random(seed).shuffle
