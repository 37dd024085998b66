"""What tells one kind of file that people write for a game from others, and reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rulekit.core.source import Source

__all__ = ["FileKind", "Hint"]

Hint = tuple[str, Mapping[str, Any]]  # a code worded by the game as `file.hint.<code>`, and its parameters


class FileKind(NamedTuple):
    """One kind of file of a game.

    `code` is worded by the game as `file.<code>` with what `params` gives for the value that `read` returns;
    `keys` are those that a document of this kind, or each of its rows, may have.  `uses` is the code of a kind of
    files, given with this one or lying beside it, whose values `read` is told of.  `hints` are what a file that is
    right could do better, in a language.
    """

    game: str
    code: str
    keys: tuple[str, ...]
    read: Callable[[Source, Sequence[Any]], Any]
    params: Callable[[Any, str], Mapping[str, Any]]
    uses: str | None = None
    hints: Callable[[Any, str], Iterable[Hint]] = lambda value, lang: ()
