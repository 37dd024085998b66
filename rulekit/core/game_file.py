"""Files that people write for a game besides scenarios, such as cards and decks: which is which, and reading one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path as FilePath
from typing import Any, Literal

from rulekit.core.errors import NO_TEXT, FileProblem
from rulekit.core.file_kind import FileKind
from rulekit.core.folder import is_folder, is_scenario, read_bytes, yaml_files
from rulekit.core.scenario.reading import SCENARIO_KEYS
from rulekit.core.source import Source, read_file

__all__ = ["Sort", "recognise", "sort_of", "sort_out"]

Sort = Literal["scenario", "other", "unreadable", "nothing"]

UNSEEN_INSIDE = NO_TEXT | {"not_utf8"}
SURE = 2  # keys that a file found in a folder must share with its kind
_KEY = re.compile(r"^(?:- |  )?[\"']?(\w+)[\"']?[ \t]*:", re.MULTILINE)


def recognise(source: Source, kinds: Iterable[FileKind]) -> FileKind | None:
    """Return the kind that has most keys in common with a document, None when a scenario has no fewer.

    So a document that is wrong in its keys is told what its own kind would want.
    """
    return _best(_keys(source.data), kinds, 1)


def sort_of(path: FilePath, kinds: Iterable[FileKind]) -> Sort:
    """Tell a scenario, another file of a game, what cannot be read, and what is nothing of a game by its keys."""
    if is_scenario(path):
        return "scenario"
    try:
        raw = read_bytes(path)
        keys = _keys(read_file(path).data)
    except FileProblem as problem:
        if problem.code in UNSEEN_INSIDE:
            return "unreadable"
        keys = set(_KEY.findall(raw.decode("utf-8", "replace")))  # wrong, but it may look like such a file
    return "nothing" if _best(keys, kinds, SURE) is None else "other"


def sort_out(
    paths: Iterable[FilePath | str], kinds: Sequence[FileKind]
) -> tuple[tuple[FilePath, ...], tuple[FilePath, ...]]:
    """Return the files to be looked at and, below folders, the YAML files that are nothing of a game, each sorted.

    To be looked at are scenarios, files of one of the kinds, whatever cannot be read, and every path that is no folder.
    """
    wanted: list[FilePath] = []
    unknown: list[FilePath] = []
    for path in map(FilePath, paths):
        if is_folder(path):
            for file in yaml_files(path):
                (unknown if sort_of(file, kinds) == "nothing" else wanted).append(file)
        else:
            wanted.append(path)
    return tuple(dict.fromkeys(wanted)), tuple(file for file in dict.fromkeys(unknown) if file not in wanted)


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
