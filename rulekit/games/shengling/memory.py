"""What a card in hand may remember of its time on the battlefield (SL-R14, SL-R15).

By default nothing: leaving the battlefield clears a creature (SL-4.11).  Under the other readings a hand card is
written with what it keeps, `同心双卫(-2)` a reduction of 2, `同心双卫(-2†)` a death mark besides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["MARK", "bare", "carry", "in_hand", "kept"]

MARK = "†"
_KEPT = re.compile(r"(.+)\((?:-([1-9][0-9]{0,5}))?(†?)\)\Z")


def carry(name: str, reduction: int, marked: bool) -> str:
    """Return how a hand card is written that keeps a reduction and perhaps a death mark."""
    note = (f"-{reduction}" if reduction else "") + (MARK if marked else "")
    return f"{name}({note})" if note else name


def kept(text: str) -> tuple[str, int, bool]:
    """Read a hand card: its name, the reduction and the death mark it keeps."""
    found = _KEPT.match(text) if text.endswith(")") else None
    if found is None or not (found[2] or found[3]):
        return text, 0, False
    return found[1], int(found[2] or 0), bool(found[3])


def bare(text: str) -> str:
    """Return the name of a hand card without what it keeps."""
    return kept(text)[0]


def in_hand(name: str, cards: Sequence[str]) -> str:
    """Return the one card called `name` that keeps something of the battlefield, where only that one is there."""
    if name in cards:
        return name
    found = list(dict.fromkeys(c for c in cards if bare(c) == name))
    return found[0] if len(found) == 1 else name
