"""What the games have in common: two players, a step that is due, an end that stops everything."""

from __future__ import annotations

__all__ = ["PLAYERS", "Over", "other"]

PLAYERS = ("A", "B")


def other(who: str) -> str:
    """Return the opponent."""
    return "B" if who == "A" else "A"


class Over(Exception):
    """The game has just ended: nothing that was still due is resolved."""
