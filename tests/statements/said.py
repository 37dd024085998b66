"""One piece of a lesson's prose, word for word, and what must hold for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

__all__ = ["Said", "aside"]


class Said(NamedTuple):
    """A statement and its check, which is given the names that the lesson has defined; None for an aside."""

    text: str
    holds: Callable[[Any], object] | None


def aside(text: str) -> Said:
    """Return words that say nothing of a rule or a position: how to use the page, what comes next."""
    return Said(text, None)
