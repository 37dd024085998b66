"""Lines that fit a terminal: Chinese is broken between any two letters, but never before a closing mark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.text import Text

__all__ = ["Fitted"]

CLOSING = frozenset("，。、；：？！）》”’」』】…—·,.;:?!)]}%")
OPENING = frozenset("（《“‘「『【([{")
WIDE = 0x2E80  # where the letters begin that need no space between them
LEAST = 8  # columns left for words, however deep they are indented


class Fitted:
    """A text for a rich console, every line indented, those that the width breaks off `hang` columns more.

    Facts with two spaces between them are rather kept whole.
    """

    def __init__(self, words: Text, *, indent: int = 0, hang: int = 0) -> None:
        self.words = words
        self.indent = indent
        self.hang = hang

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        from rich.text import Text

        first, later = (max(options.max_width - n, LEAST) for n in (self.indent, self.indent + self.hang))
        for paragraph in self.words.split(allow_blank=True):
            for i, line in enumerate(paragraph.divide(_cuts(paragraph.plain, first, later))):
                line.rstrip()
                yield Text(" " * (self.indent + (self.hang if i else 0))) + line


def _cuts(text: str, width: int, later: int) -> Iterator[int]:
    """Yield the places where lines after the first begin; a word that is too long for a line is broken up."""
    from rich.cells import cell_len

    start = column = 0
    chance = gap = None
    for i, letter in enumerate(text):
        if i > start and _may_break(text[i - 1], letter):
            chance = i
            if text[i - 2 : i] == "  " and column > width // 2:
                gap = i
        column += cell_len(letter)
        if column > width and letter != " ":
            start = gap or chance or i
            yield start
            chance, gap, width = None, None, later
            column = cell_len(text[start : i + 1])


def _may_break(before: str, after: str) -> bool:
    if before == " ":
        return after != " "
    if after == " " or after in CLOSING or before in OPENING:
        return False
    return ord(before) > WIDE or ord(after) > WIDE
