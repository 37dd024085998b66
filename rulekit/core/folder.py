"""Files of users: reading one whatever it is, the YAML files in folders, and which of them are scenarios."""

from __future__ import annotations

import errno
import os
import re
import stat
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from pathlib import Path

from rulekit.core.errors import FileProblem, RulekitError
from rulekit.core.shipped import alike, found, is_yaml

__all__ = [
    "MAX_BYTES",
    "can_list",
    "find",
    "is_folder",
    "is_scenario",
    "is_yaml",
    "odd_files",
    "read_bytes",
    "readable",
    "scenario_files",
    "yaml_files",
]

MAX_BYTES = 256 * 1024  # a scenario has about 1 KB; a game of a thousand actions about 20 KB
_KEY = r"(?:\xef\xbb\xbf)?[\"']?(game|title|given|play|then|readings)[\"']?[ \t]*:"
_KEYS = re.compile(rf"^{_KEY}".encode("latin-1"), re.MULTILINE)
_FLOW_KEYS = re.compile(rf"[{{,]\s*{_KEY}".encode("latin-1"))  # of a document written as JSON is
_TELLING = {b"given", b"play", b"then"}


def read_bytes(path: Path | str, most: int = MAX_BYTES + 1) -> bytes:
    """Return the first bytes of a file; a scenario may be told by its name, see `rulekit.core.shipped`.

    Raises FileProblem for what cannot be read or is no ordinary file: a pipe or a device could be waited on for ever.
    """
    name = str(path)
    try:
        place = found(path)
        kind = os.stat(place).st_mode
        if stat.S_ISDIR(kind):
            os.listdir(place)
            raise FileProblem("file_is_folder", file=name)
        if not stat.S_ISREG(kind):
            raise FileProblem("file_not_plain", file=name)
        with open(place, "rb") as stream:
            return stream.read(most)
    except FileProblem:
        raise
    except (RulekitError, ValueError):  # no such home, no such name
        raise FileProblem("file_missing", file=name) from None
    except FileNotFoundError:
        raise FileProblem("link_broken", file=name) if os.path.islink(place) else _missing(name) from None
    except PermissionError:
        raise FileProblem("file_no_permission", file=name) from None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise FileProblem("link_loop", file=name) from None
        raise FileProblem("file_unreadable", file=name, number=error.errno) from None


def _missing(name: str) -> FileProblem:
    near = alike(name)
    return FileProblem("file_missing", file=name) if near is None else FileProblem("no_file", file=name, nearest=near)


def readable(path: Path | str) -> bool:
    """Tell whether a file can be read and holds text."""
    try:
        getincrementaldecoder("utf-8")().decode(read_bytes(path))  # what is cut off at the end is no fault
    except (FileProblem, UnicodeDecodeError):
        return False
    return True


def can_list(folder: Path) -> bool:
    """Tell whether a folder can be looked into."""
    try:
        os.listdir(folder)
    except OSError:
        return False
    return True


def is_folder(path: Path | str) -> bool:
    """Tell whether a path or a name is that of a folder."""
    try:
        return os.path.isdir(found(path))
    except RulekitError:
        return False


def yaml_files(folder: Path) -> list[Path]:
    """Return the YAML files below a folder, sorted; what begins with a dot is left out.

    Links are followed, every folder is looked into once, and none above this one.  A folder that cannot be looked
    into is among the files, so that whoever reads it is told why.
    """
    place = found(folder)
    return sorted(folder / file.relative_to(place) for file in _walk(place))


def _walk(folder: Path) -> Iterator[Path]:
    seen = {_id(above) for above in Path(os.path.realpath(folder)).parents}
    ahead: list[Path] = [folder]
    links: list[Path] = []  # looked into last, so that a folder is found where it lies
    while ahead or links:
        folder = ahead.pop() if ahead else links.pop(0)
        try:
            here = _id(folder)
            names = sorted(os.listdir(folder))
        except OSError:
            yield folder
            continue
        if here in seen:
            continue
        seen.add(here)
        for path in (folder / name for name in names if not name.startswith(".")):
            if os.path.isdir(path):
                (links if path.is_symlink() else ahead).append(path)
            elif is_yaml(path):
                yield path


def _id(folder: Path) -> tuple[int, int]:
    there = os.stat(folder)
    return there.st_dev, there.st_ino


def odd_files(folder: Path) -> list[Path]:
    """Return the YAML files right in a folder that are no ordinary files: broken links, pipes, devices."""
    named = (path for path in folder.iterdir() if is_yaml(path) and not path.name.startswith("."))
    return sorted(path for path in named if not (os.path.isfile(path) or os.path.isdir(path)))


def is_scenario(path: Path) -> bool:
    """Tell whether a file looks like a scenario: by a line that begins with `game:`, or by two of the other keys."""
    try:
        raw = read_bytes(path, 1 << 16)
    except FileProblem:
        return False
    keys = set((_FLOW_KEYS if raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") else _KEYS).findall(raw))
    return b"game" in keys or (len(keys) > 1 and bool(keys & _TELLING))


def find(paths: Iterable[Path | str]) -> list[Path]:
    """Return the scenario files among and below `paths`, sorted; files named directly are always taken.

    What cannot be read is among them, so that loading it says why.  Raises FileProblem for a path that does not exist.
    """
    named = [Path(path) for path in paths]
    for path in named:
        if not os.path.lexists(found(path)):
            raise _missing(str(path))
    return scenario_files(named)


def scenario_files(paths: Iterable[Path | str]) -> list[Path]:
    """Return what `find` does, and the paths that do not exist."""
    files: list[Path] = []
    for path in map(Path, paths):
        if is_folder(path):
            files += (file for file in yaml_files(path) if is_scenario(file) or not readable(file))
        else:
            files.append(path)
    return list(dict.fromkeys(files))
