"""Width estimates and line breaking for short labels, without any font installed.

The estimate is the usual one for mixed Chinese and Latin text: one em for a wide character, a little more
than half an em for the rest.  It depends on the text only, so a drawing has the same bytes on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from unicodedata import combining, east_asian_width

__all__ = ["NARROW_EM", "char_em", "columns", "padded", "text_em", "wrap_label"]

NARROW_EM = 0.56
ELLIPSIS = "…"
# Characters that must not open a line, and those that must not close one (Chinese line breaking).
NOT_FIRST = frozenset("，。、；：？！）》】」』”’…—,.;:?!)]}%％‰⌉⌋·")
NOT_LAST = frozenset("（《【「『“‘([{#⌈⌊")
# Ranges fixed here because the Unicode tables of Python differ in them from 3.11 on.
_ALWAYS_WIDE = ((0x2E80, 0x303E), (0x31C0, 0x31EF), (0x1F300, 0x1FAFF), (0x20000, 0x3FFFD))
_TOKEN = re.compile(r"[!-~\u00a1-\u024f]+|\s+|.", re.S)


@lru_cache(maxsize=4096)
def char_em(char: str) -> float:
    """Return the advance of one character in em."""
    code = ord(char)
    if 0x20 <= code < 0x7F:
        return NARROW_EM
    if any(low <= code <= high for low, high in _ALWAYS_WIDE):
        return 1.0
    if combining(char) or code == 0x200D or 0xFE00 <= code <= 0xFE0F:
        return 0.0
    return 1.0 if east_asian_width(char) in "WFA" else NARROW_EM


def text_em(text: str) -> float:
    """Return the width of `text` in em."""
    return sum(map(char_em, text))


def columns(text: str) -> int:
    """Return the columns that a text takes in a terminal, where marks such as arrows take one."""
    return sum(0 if char_em(char) == 0.0 else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def padded(rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Return rows of cells filled up with spaces, so that they stand below each other in a terminal."""
    wide = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    return [tuple(cell + " " * (n - columns(cell)) for cell, n in zip(row, wide, strict=True)) for row in rows]


def wrap_label(text: str, max_em: float, max_lines: int = 2) -> tuple[str, ...]:
    """Break `text` into at most `max_lines` lines of at most `max_em`, the last one cut by an ellipsis.

    Lines of a text that fits are balanced, so that no single character is left alone on the second line.
    """
    clean = " ".join(text.split())
    if not clean:
        return ("",)
    lines = _fill(clean, max_em)
    if len(lines) > max_lines:
        kept = lines[: max_lines - 1]
        rest = "".join(lines[max_lines - 1 :]) if max_lines > 1 else clean
        return (*(line.strip() for line in kept), _cut(rest.strip(), max_em))
    width = max_em
    while len(lines) > 1 and width > 1.5:
        width -= 0.5
        tighter = _fill(clean, width)
        if len(tighter) > len(lines) or max(map(text_em, tighter)) > width:
            break
        lines = tighter
    return tuple(line.strip() for line in lines)


def _fill(text: str, max_em: float) -> list[str]:
    """Fill lines one after another; tokens that must stay together move to the next line together."""
    lines: list[list[str]] = [[]]
    for token in _tokens(text, max_em):
        line = lines[-1]
        if text_em(("".join(line) + token).strip()) <= max_em or not "".join(line).strip():
            line.append(token)
            continue
        carry = [token]
        while len(line) > 1 and (carry[0][0] in NOT_FIRST or line[-1][-1] in NOT_LAST):
            if text_em(line[-1] + "".join(carry)) > max_em:
                break
            carry.insert(0, line.pop())
        lines.append(carry)
    return [text for text in map("".join, lines) if text.strip()] or [""]


def _tokens(text: str, max_em: float) -> list[str]:
    """Split into words and single wide characters; a word wider than a line is split into characters."""
    found: list[str] = []
    for token in _TOKEN.findall(text):
        if text_em(token) > max_em:
            found.extend(token)
        else:
            found.append(token)
    return found


def _cut(text: str, max_em: float) -> str:
    room = max_em - char_em(ELLIPSIS)
    kept = ""
    for char in text:
        room -= char_em(char)
        if room < 0:
            break
        kept += char
    return kept.rstrip() + ELLIPSIS
