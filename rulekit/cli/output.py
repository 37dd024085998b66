"""What all commands share: the language, the sentences, the two consoles, JSON, progress and errors."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rulekit.core.catalogue import LANGUAGES, Catalogue
from rulekit.core.errors import RulekitError, UnknownName, nearest
from rulekit.core.settings import default_lang

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.text import Text

    from rulekit.core.position import Position

__all__ = [
    "FAILED",
    "OK",
    "USAGE",
    "CliError",
    "console",
    "errors",
    "fail",
    "lang",
    "print_json",
    "print_position",
    "progress",
    "rulings",
    "say",
    "set_lang",
    "text",
]

OK, FAILED, USAGE = 0, 1, 2  # exit codes: done; a check, an expectation or the coverage failed; the user erred
PLAIN_WIDTH = 160  # columns of output that goes to no terminal

_language: list[str] = []


def lang() -> str:
    """Return the language of this run."""
    return _language[-1] if _language else default_lang()


def set_lang(value: str | None) -> None:
    """Set the language of this run, None for the default; raises UnknownName for an unknown one."""
    _language.clear()
    if value is None:
        return
    if value not in LANGUAGES:
        near = nearest(value, LANGUAGES) or LANGUAGES[0]
        raise UnknownName("unknown_language", name=value, nearest=near, known=", ".join(LANGUAGES))
    _language.append(value)


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """Return the sentences of the command line."""
    return Catalogue.load(("rulekit.cli", "messages.yaml"))


def text(key: str, **params: Any) -> str:
    """Return the sentence `cli.<key>` in the language of this run."""
    return catalogue().text(f"cli.{key}", lang(), params)


class CliError(RulekitError):
    """A fault of the user that only the command line knows; worded as `cli.error.<code>`."""

    def worded(self, lang: str) -> str:
        """Return the sentence for a person."""
        return catalogue().text(f"cli.error.{self.code}", lang, self.params)


def console() -> Console:
    """Return the console for results: plain and wide when the output is no terminal."""
    return _console(sys.stdout)


def errors() -> Console:
    """Return the console for errors and progress."""
    return _console(sys.stderr)


def _console(stream: Any) -> Console:
    from rich.console import Console

    wide = not stream.isatty() and "COLUMNS" not in os.environ
    return Console(file=stream, width=PLAIN_WIDTH if wide else None, highlight=False, emoji=False)


def say(message: str | Text, *, indent: int = 0, hang: int = 0, style: str = "") -> None:
    """Print a message with every line of it indented; lines that the width breaks off by `hang` columns more."""
    from rich.text import Text

    from rulekit.core.lines import Fitted

    words = Text(message, style=style) if isinstance(message, str) else message
    console().print(Fitted(words, indent=indent, hang=hang))


def print_position(position: Position, *, indent: str = "  ", viewer: str | None = None) -> None:
    """Print a position as text; a `viewer` sees no secret of the others."""
    for line in position.game.view.position_text(position, lang(), viewer=viewer).splitlines():
        say(line.lstrip(), indent=len(indent) + len(line) - len(line.lstrip()), hang=2)


def print_json(data: Any) -> None:
    """Print JSON for programs."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def fail(error: RulekitError | str) -> None:
    """Print why the command could not be done."""
    message = error if isinstance(error, str) else error.text(lang())
    out = errors()
    out.print(message, style="red", markup=False, soft_wrap=not out.is_terminal)


@contextmanager
def progress() -> Iterator[Progress]:
    """Show progress bars on the error stream while the block runs; nothing when that is no terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    out = errors()
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=20), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=out, transient=True, disable=not out.is_terminal) as bar:
        yield bar


def rulings(words: list[str] | None, known: Mapping[str, Any]) -> dict[str, str]:
    """Read `TW-R8=exactly_4_minus_n` words; raises RulekitError with the nearest name.

    `known` are the rulings of the game by id.
    """
    found: dict[str, str] = {}
    for word in words or ():
        id, sign, option = word.partition("=")
        if not sign or not option:
            example = next(iter(known.values()))
            raise CliError("ruling_form", word=word, example=f"{example.id}={example.default}")
        if id not in known:
            raise UnknownName("unknown_ruling", name=id, nearest=nearest(id, known) or "-")
        found[id] = known[id].option(option).key
    return found
