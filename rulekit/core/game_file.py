"""Files that people write for a game besides scenarios, such as cards and decks: which is which, and reading one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from rulekit.core.errors import FileProblem
from rulekit.core.scenario_file import SCENARIO_KEYS, is_scenario, visible_files
from rulekit.core.source import MAX_BYTES, Source, read_file

__all__ = ["FileKind", "find_files", "recognise"]

SURE = 2  # keys that a file found in a folder must share with its kind
_KEY = re.compile(r"^(?:- |  )?[\"']?(\w+)[\"']?[ \t]*:", re.MULTILINE)


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


def recognise(source: Source, kinds: Iterable[FileKind]) -> FileKind | None:
    """Return the kind that has most keys in common with a document, None when a scenario has no fewer.

    So a document that is wrong in its keys is told what its own kind would want.
    """
    return _best(_keys(source.data), kinds, 1)


def find_files(paths: Iterable[FilePath | str], kinds: Sequence[FileKind]) -> list[FilePath]:
    """Return the files below those paths that are folders and that are of one of the kinds, sorted."""
    folders = [path for path in map(FilePath, paths) if path.is_dir()]
    return [path for folder in folders for path in visible_files(folder) if _is_one(path, kinds)]


def _is_one(path: FilePath, kinds: Sequence[FileKind]) -> bool:
    if is_scenario(path):
        return False
    try:
        return _best(_keys(read_file(path).data), kinds, SURE) is not None
    except FileProblem:  # what cannot be read is told of when its lines look like such a file
        with open(path, encoding="utf-8", errors="replace") as stream:
            return _best(set(_KEY.findall(stream.read(MAX_BYTES))), kinds, SURE) is not None


def _keys(data: Any) -> set[str]:
    rows = data if isinstance(data, list) else [data]
    return {key for row in rows if isinstance(row, dict) for key in row}


def _best(keys: set[str], kinds: Iterable[FileKind], least: int) -> FileKind | None:
    best, most = None, max(len(keys.intersection(SCENARIO_KEYS)), least - 1)
    for kind in kinds:
        shared = len(keys.intersection(kind.keys))
        if shared > most:
            best, most = kind, shared
    return best
