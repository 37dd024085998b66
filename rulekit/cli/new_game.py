"""`rulekit new-game`: the skeleton of a game, which plays, explains itself and passes the property suite at once."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from string import Template

from rulekit.cli import output
from rulekit.cli.output import CliError, text
from rulekit.core.saving import located, save_text
from rulekit.games import GAMES, known_games, load_game

__all__ = ["new_game"]

SUFFIX = ".txt"  # of a template, so that nothing takes it for code
IMPORTS = re.compile(r"(?:^from \w+\.\S+ import .+\n){2,}", re.MULTILINE)


def new_game(name: str, folder: Path | None) -> int:
    """Write the package `name` below a folder; nothing that exists is touched, and all of it is written or nothing."""
    where = located(folder or Path())
    if not (name.isascii() and name.isidentifier() and name == name.lower()) or iskeyword(name):
        raise CliError("game_name", name=name)
    package = ".".join([*_packages(where), name])
    if name in known_games() or find_spec(name) is not None:
        raise CliError("game_taken", name=name, known=", ".join(known_games()))
    target = where / name
    if target.exists() or target.is_symlink():
        raise CliError("game_exists", folder=str(target))
    if not where.is_dir():
        raise CliError("no_folder", folder=str(where))
    words = {"name": name, "package": package, "prefix": _prefix(name), "title": _title(name)}
    with tempfile.TemporaryDirectory(dir=where, prefix=f".{name}-") as made:
        for path, content in _filled(files("rulekit.cli").joinpath("game_template"), words):
            (Path(made) / "new" / path).parent.mkdir(parents=True, exist_ok=True)
            save_text(Path(made) / "new" / path, content)
        shutil.move(Path(made) / "new", target)
    out = output.console()
    out.print(text("new_game.written", folder=target), soft_wrap=True)
    out.print(text("new_game.next", name=name, package=package, folder=target), style="dim", soft_wrap=True)
    return output.OK


def _packages(folder: Path) -> list[str]:
    """Return the names of the packages a folder is, outermost first; none for a folder that is no package."""
    inside = (folder / "__init__.py").is_file()
    return [*_packages(folder.parent), folder.name] if inside else []


def _filled(source: Traversable, words: Mapping[str, str], below: str = "") -> Iterator[tuple[str, str]]:
    """Yield every file of the skeleton: its path and what it holds."""
    for item in source.iterdir():
        if item.is_dir():
            yield from _filled(item, words, f"{below}{item.name}/")
        elif item.name.endswith(SUFFIX):
            content = Template(item.read_text("utf-8")).substitute(words)
            yield below + item.name.removesuffix(SUFFIX), IMPORTS.sub(_in_order, content)


def _in_order(imports: re.Match[str]) -> str:
    """Return import lines in the order of their modules, which depends on where the package lies."""
    return "".join(sorted(imports.group().splitlines(keepends=True), key=lambda line: line.split()[1]))


def _prefix(name: str) -> str:
    """Return the letters before the numbers of the clauses, as few as no other game has."""
    taken = {load_game(id).rulebook.prefix for id in GAMES}
    letters = "".join(c for c in name.upper() if c.isalpha()) + "XX"
    return next(letters[:n] for n in range(2, len(letters) + 1) if letters[:n] not in taken)


def _title(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_")) or "Game"
