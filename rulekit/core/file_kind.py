"""What tells one kind of file that people write for a game from others, and reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rulekit.core.source import Source

__all__ = ["FileKind"]


class FileKind(NamedTuple):
    """One kind of file of a game.

    `code` is worded by the game as `file.<code>` with what `params` gives for the value that `read` returns;
    `keys` are those that a document of this kind, or each of its rows, may have.
    """

    game: str
    code: str
    keys: tuple[str, ...]
    read: Callable[[Source], Any]
    params: Callable[[Any, str], Mapping[str, Any]]
