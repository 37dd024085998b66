"""Groups of chips as lines of text, broken at the width of a terminal where that is given."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulekit.core.catalogue import common_catalogue
from rulekit.core.show.sheet import Group
from rulekit.drawing.width import columns

__all__ = ["folded", "group_lines"]

GAP = "  "
_PIECE = re.compile(r"[^、，,\s]+[、，,]*\s*")  # what a part too long for a line may be broken into


def group_lines(groups: Iterable[Group], lang: str, width: int | None = None) -> Iterable[str]:
    """Yield one line for every group that has chips, broken at `width` terminal cells if that is given."""
    for group in groups:
        if group.chips:
            first, *rest = [chip.text for chip in group.chips]
            head = common_catalogue().text("sheet.group", lang, {"group": group.label, "chips": first})
            yield from folded([head, *rest], width, " → " if group.ordered else GAP)


def folded(parts: Iterable[str], width: int | None, gap: str = GAP) -> list[str]:
    """Join parts into lines of at most `width` cells, later lines indented; a part too long is broken inside.

    Without a width all stand on one line.
    """
    if width is None:
        return [gap.join(parts)]
    lines, line = [], ""
    for part in parts:
        pieces = [part] if columns(part) + len(GAP) <= width else _PIECE.findall(part)
        for i, piece in enumerate(pieces):
            joint = gap if line and i == 0 else ""
            if line.strip() and columns(line + joint + piece.rstrip()) > width:
                lines.append((line + joint).rstrip())
                line, joint = GAP, ""
            line += joint + piece
    return [*lines, line.rstrip()]
