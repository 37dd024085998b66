"""What a position of nim is: the heaps, who is on turn, and how it ended."""

from __future__ import annotations

from rulekit.core.duel import PLAYERS
from rulekit.core.record import Record, attr, record
from tests.nim.limits import HEAPS

__all__ = ["State"]


@record
class State(Record):
    """A position."""

    turn: str = attr(default="A", kind="choice", choices=PLAYERS, clause="NM-1", volatile=True)
    step: str = attr(default="take", kind="choice", choices=("take", "over"), volatile=True)
    heaps: tuple[int, ...] = attr(default=HEAPS, low=0, clause="NM-2", group="table")
    result: str | None = attr(
        default=None, kind="choice", choices=PLAYERS, clause="NM-4", volatile=True, steps=("over",)
    )
    reason: str | None = attr(
        default=None, kind="choice", choices=("last",), clause="NM-4", volatile=True, steps=("over",)
    )
