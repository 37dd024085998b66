"""The one place that writes to a terminal and asks at it; nothing a user wrote reaches it as a command."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from getpass import getpass
from typing import TYPE_CHECKING, Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from rulekit.drawing.visible import UNSEEN, visible

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["Terminal", "ask", "bars", "errors", "prepare", "results", "silence", "wipe", "write", "write_json"]

PLAIN_WIDTH = 160  # columns of output that goes to no terminal


class Terminal(Console):
    """A rich console that takes text literally and shows characters that steer terminals."""

    def __init__(self, file: Any, width: int | None = None) -> None:
        super().__init__(file=file, width=width, highlight=False, emoji=False, markup=False)

    def render_str(self, text: str, **options: Any) -> Text:
        """Return a text to print, before rich drops what it takes for layout."""
        return super().render_str(visible(text), **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield what is written, whatever it was made of."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)


def prepare() -> None:
    """Let the streams write what their encoding lacks as escapes, and read what it cannot be as such.

    A stream that is closed gives nothing and keeps nothing.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def results() -> Terminal:
    """Return the terminal for results: wide when the output is no real one."""
    return _terminal(sys.stdout)


def errors() -> Terminal:
    """Return the terminal for errors and progress."""
    return _terminal(sys.stderr)


def _terminal(stream: Any) -> Terminal:
    wide = not stream.isatty() and "COLUMNS" not in os.environ
    return Terminal(stream, PLAIN_WIDTH if wide else None)


def write(text: str) -> None:
    """Write text to the output as it is, unfolded."""
    sys.stdout.write(visible(text))


def write_json(data: Any) -> None:
    """Write JSON for programs: in UTF-8 as it is read, in any other encoding in ASCII."""
    legible = (getattr(sys.stdout, "encoding", None) or "").casefold().replace("_", "-") in ("utf-8", "utf8")
    made = json.dumps(data, ensure_ascii=not legible, indent=2)
    write(UNSEEN.sub(_escaped, made) + "\n")


def _escaped(found: re.Match[str]) -> str:
    letter = found.group()
    return f"\\u{ord(letter):04x}" if letter <= "\uffff" else json.dumps(letter)[1:-1]


def ask(prompt: str, *, secret: bool = False) -> str:
    """Return a line typed by a person, not echoed when it is secret and typed at a real terminal.

    Raises EOFError at the end of the input.
    """
    return getpass(visible(prompt)) if secret and sys.stdin.isatty() else input(visible(prompt))


def wipe() -> None:
    """Clear the screen and what can be scrolled back to, where there is a real terminal."""
    if sys.stdout.isatty():
        sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
        sys.stdout.flush()


def silence() -> None:
    """Write nothing more: the reader of the output has left."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def bars() -> Iterator[Progress]:
    """Show progress bars on the error stream while the block runs; nothing when that is no real terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    out = errors()
    columns = (TextColumn("{task.description}", markup=False), BarColumn(bar_width=20), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=out, transient=True, disable=not out.is_terminal) as bar:
        yield bar
