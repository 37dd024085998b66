"""A sheet as text: the headline, a block for each player, the table, an open question, the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulekit.core.catalogue import common_catalogue
from rulekit.core.sheet import Group, P, Sheet

__all__ = ["group_lines", "sheet_text"]


def sheet_text(sheet: Sheet[P], lang: str, block: Callable[[P], Iterable[str]]) -> str:
    """Return a sheet as text; `block` gives the lines of one player, those behind the first are indented."""
    lines = [" · ".join(chip.text for chip in sheet.headline)]
    for player in sheet.players:
        first, *rest = block(player)
        lines += [first, *(f"  {line}" for line in rest)]
    lines += group_lines(sheet.groups, lang)
    lines += [text for text in (sheet.question, sheet.result) if text]
    return "\n".join(lines)


def group_lines(groups: Iterable[Group], lang: str) -> Iterable[str]:
    """Yield one line for every group that has chips."""
    for group in groups:
        if group.chips:
            chips = (" → " if group.ordered else "  ").join(chip.text for chip in group.chips)
            yield common_catalogue().text("sheet.group", lang, {"group": group.label, "chips": chips})
