"""Things on the table: places of the state that actions name by their arguments, so that they can be clicked.

A thing is a path as traces have it, with places in lists counted from 0: `("A", "hand", 2)`, written `A.hand.2`.
Which texts name which things is part of a game's table of verbs (`Verb.names`, `Verbs.things`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulekit.core.number import read_digits
from rulekit.core.record import Path

__all__ = ["Named", "Naming", "read_thing", "thing_text"]

Named = Mapping[str, Sequence[Path]]
"""Texts with the things they name; the text "" names what is meant where an argument is left out."""

Naming = Callable[[Any, str], Named]
"""What the texts of one kind name in a state, in the actions of a player."""


def thing_text(path: Path) -> str:
    """Return a path as drawings mark a thing with it: `A.hand.2`."""
    return ".".join(map(str, path))


def read_thing(text: str) -> Path:
    """Read what `thing_text` wrote."""
    return tuple(part if (n := read_digits(part)) is None else n for part in text.split("."))
