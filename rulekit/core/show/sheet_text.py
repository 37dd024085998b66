"""A sheet as text: the headline, a block for each player, the table, an open question, the result."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from unicodedata import east_asian_width

from rulekit.core.catalogue import common_catalogue
from rulekit.core.show.sheet import Group, P, Sheet
from rulekit.drawing.visible import visible

__all__ = ["cells", "folded", "group_lines", "sheet_text"]

GAP = "  "
OR = " / "  # between the options of a question
_PIECE = re.compile(r"[^、，,\s]+[、，,]*\s*")  # what a part too long for a line may be broken into


def sheet_text(sheet: Sheet[P], lang: str, block: Callable[[P], Iterable[str]], width: int | None = None) -> str:
    """Return a sheet as text; `block` gives the lines of one player, those behind the first are indented.

    With `width` the lines of the table and the question are broken there; `block` sees to its own.
    """
    lines = [" · ".join(chip.text for chip in sheet.headline)]
    for player in sheet.players:
        first, *rest = block(player)
        lines += [first, *(f"  {line}" for line in rest)]
    lines += group_lines(sheet.groups, lang, width)
    for text in (sheet.question, sheet.result):
        if text:
            lines += [text] if width is None else folded(text.split(OR), width, OR)
    return visible("\n".join(lines))


def group_lines(groups: Iterable[Group], lang: str, width: int | None = None) -> Iterable[str]:
    """Yield one line for every group that has chips, broken at `width` terminal cells if that is given."""
    for group in groups:
        if group.chips:
            gap = " → " if group.ordered else GAP
            texts = [chip.text for chip in group.chips]
            words = {"group": group.label, "chips": gap.join(texts) if width is None else texts[0]}
            head = common_catalogue().text("sheet.group", lang, words)
            yield from [head] if width is None else folded([head, *texts[1:]], width, gap)


def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes: Chinese characters take two."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def folded(parts: Iterable[str], width: int, gap: str = GAP) -> list[str]:
    """Join parts into lines of at most `width` cells, later lines indented; a part too long is broken inside."""
    lines, line = [], ""
    for part in parts:
        pieces = [part] if cells(part) + len(GAP) <= width else _PIECE.findall(part)
        for i, piece in enumerate(pieces):
            joint = gap if line and i == 0 else ""
            if line.strip() and cells(line + joint + piece.rstrip()) > width:
                lines.append((line + joint).rstrip())
                line, joint = GAP, ""
            line += joint + piece
    return [*lines, line.rstrip()]
