"""The notebooks and scenarios that come with the package: where they lie, and how a scenario is found by its name.

A name is the path below a folder called scenarios, with or without `.yaml`: `tangwu/cold-wind-into-thorns`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PureWindowsPath

from rulekit.core.errors import nearest
from rulekit.core.saving import located

__all__ = ["FOLDER", "SUFFIXES", "alike", "found", "is_yaml", "root"]

FOLDER = "scenarios"
SUFFIXES = (".yaml", ".yml")
PACKAGE = Path(__file__).resolve().parents[1]


def root() -> Path | None:
    """Return the folder that holds the folders notebooks and scenarios of the project; None where they are missing.

    A wheel brings them along within the package, a checkout has them beside it.
    """
    inside = PACKAGE / "shipped"
    place = inside if inside.is_dir() else PACKAGE.parent
    return place if (place / "notebooks").is_dir() and (place / FOLDER).is_dir() else None


def is_yaml(path: Path) -> bool:
    """Tell whether a file is YAML by its name, in small letters or capitals."""
    return path.suffix.casefold() in SUFFIXES


def found(path: Path | str) -> Path:
    """Return where the file or folder lies that a person means.

    That is the path, a leading `~` being a home folder, where there is something; else what has this name below a
    folder scenarios: of this folder, of one above it, or of the package; else the path.  Raises RulekitError when
    there is no such home.
    """
    place = located(path)
    name = None if os.path.lexists(place) else _name(path)
    if name is not None:
        for folder in _folders():
            for candidate in (folder / name, folder / f"{name}{SUFFIXES[0]}"):
                if os.path.isdir(candidate) or (os.path.isfile(candidate) and is_yaml(candidate)):
                    return candidate
    return place


def alike(path: Path | str) -> str | None:
    """Return the name of a scenario that may be meant by a path at which there is nothing, None for none."""
    *above, last = ("", *_parts(path))
    stem = Path(last).stem if is_yaml(Path(last)) else last
    names: dict[str, list[str]] = {}  # of the scenarios of each folder
    for folder in _folders():
        for file in sorted(folder.glob(f"*/*{SUFFIXES[0]}")):
            names.setdefault(file.parent.name, []).append(file.stem)
    for game, known in names.items():
        if stem in known:
            return f"{game}/{stem}"
    near = nearest(stem, names.get(above[-1], ())) if above else None
    return None if near is None else f"{above[-1]}/{near}"


def _parts(path: Path | str) -> list[str]:
    return [part for part in os.fspath(path).replace("\\", "/").split("/") if part not in ("", ".")]


def _name(path: Path | str) -> str | None:
    """Return a path as a name, None for one that cannot be a name; what lies in scenarios here is no name."""
    parts, text = _parts(path), os.fspath(path)
    if text.startswith("~") or PureWindowsPath(text).anchor or ".." in parts:
        return None
    if parts[:1] == [FOLDER]:
        return None if os.path.lexists(FOLDER) else "/".join(parts[1:])
    return "/".join(parts)


def _folders() -> Iterator[Path]:
    """Yield the folders in which names are looked up, the nearest first."""
    with suppress(OSError):  # the folder one is in may be gone
        here = Path.cwd()
        yield from (folder / FOLDER for folder in (here, *here.parents))
    package = root()
    if package is not None:
        yield package / FOLDER
