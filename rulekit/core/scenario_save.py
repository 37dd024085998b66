"""Writing scenario files: text that reads back equal, saved whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from typing import Any

from rulekit.core.action import ANSWER
from rulekit.core.errors import RulekitError
from rulekit.core.expectation import Play, Scenario
from rulekit.core.game import Game
from rulekit.core.source import write

__all__ = ["dumps", "save", "save_text", "to_data"]

_BLOCK = frozenset(("given", "play", "then", "readings"))


def to_data(scenario: Scenario) -> dict[str, Any]:
    """Return a scenario as the plain data its file holds."""
    data: dict[str, Any] = {"game": scenario.game.id, "title": dict(scenario.title)}
    if scenario.case is not None:
        data["case"] = scenario.case
    if scenario.tags:
        data["tags"] = list(scenario.tags)
    if scenario.allow_impossible:
        data["allow_impossible"] = True
    data["rulings"] = dict(scenario.rulings)
    if scenario.note:
        data["note"] = dict(scenario.note)
    data["given"] = dict(scenario.given)
    data["play"] = [_play_out(scenario.game, p) for p in scenario.play]
    if scenario.then.stated:
        data["then"] = scenario.then.to_json()
    if scenario.readings:
        data["readings"] = [{"rulings": dict(r.rulings), "then": dict(r.data)} for r in scenario.readings]
    return data


def _play_out(game: Game, play: Play) -> dict[str, Any]:
    who, verb, args = play.action
    value: Any = {ANSWER: args[0]} if verb == ANSWER and len(args) == 1 else game.format(play.action)
    made: dict[str, Any] = {who: value}
    if play.by is not None:
        made["by"] = play.by
    if play.rejected is not None:
        made["rejected"] = {"clause": play.rejected}
    return made


def dumps(scenario: Scenario) -> str:
    """Return a scenario as the text of a file that loads back equal."""
    return write(to_data(scenario), block=_BLOCK)


def save(path: Path | str, scenario: Scenario, *, overwrite: bool = False) -> None:
    """Write a scenario file whole or not at all; see `save_text` for the errors."""
    save_text(path, dumps(scenario), overwrite=overwrite)


def save_text(path: Path | str, text: str, *, overwrite: bool = False) -> None:
    """Write a file whole or not at all.

    The text goes to a temporary file in the same folder, which then takes the name.  Raises RulekitError when
    the file exists (unless `overwrite`), the disk is full or the folder cannot be written; then nothing changed.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    if not overwrite and target.exists():
        raise RulekitError("file_exists", path=str(path))
    try:
        try:
            with open(temporary, "x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            _take_name(temporary, target, overwrite)
        finally:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
    except FileExistsError:
        raise RulekitError("file_exists", path=str(path)) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise RulekitError(_SAVE_ERRORS.get(error.errno or 0, "save_failed"), path=str(path), reason=reason) from None


_SAVE_ERRORS = {
    errno.ENOSPC: "save_disk_full",
    errno.EDQUOT: "save_disk_full",
    errno.EACCES: "save_no_permission",
    errno.EPERM: "save_no_permission",
    errno.EROFS: "save_no_permission",
    errno.ENOENT: "save_no_folder",
    errno.ENOTDIR: "save_no_folder",
}


def _take_name(temporary: Path, target: Path, overwrite: bool) -> None:
    if overwrite:
        os.replace(temporary, target)
        return
    try:
        os.link(temporary, target)  # fails, unlike a rename, when somebody made the file meanwhile
    except FileExistsError:
        raise
    except (OSError, NotImplementedError, AttributeError):  # no hard links on this file system
        if target.exists():
            raise FileExistsError(str(target)) from None
        os.replace(temporary, target)
