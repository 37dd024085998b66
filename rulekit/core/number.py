"""Whole numbers as people type them: read where they are short enough to be counted with."""

from __future__ import annotations

import re
from typing import Any

__all__ = ["MAX_DIGITS", "brief", "is_whole", "read_digits", "read_whole", "too_long"]

MAX_DIGITS = 1000
_WHOLE = re.compile(r"[-+]?\d+\Z")
_SIGNS = {ord("－"): "-", ord("−"): "-", ord("＋"): "+"}
_MOST = 10**MAX_DIGITS


def is_whole(text: str) -> bool:
    """Tell whether a text is a whole number, in digits and signs of any script, however long."""
    return _WHOLE.match(text.translate(_SIGNS)) is not None


def read_whole(text: str) -> int | None:
    """Return the whole number a text is, None for any other text and for more than 1,000 digits."""
    if len(text) > MAX_DIGITS + 1 or not is_whole(text):
        return None
    value = int(text.translate(_SIGNS))
    return None if too_long(value) else value


def read_digits(text: str) -> int | None:
    """Return the number that plain digits alone make, None for any other text and for more than 1,000 of them."""
    return read_whole(text) if text.isascii() and text.isdecimal() else None


def brief(value: int) -> str:
    """Return a number in digits, one that is too long by its size alone.

    >>> brief(-12), brief(10**5000)
    ('-12', '1e5000')
    """
    return f"{'-' * (value < 0)}1e{round(abs(value).bit_length() * 0.30103)}" if too_long(value) else str(value)


def too_long(value: Any) -> bool:
    """Tell whether a value is a whole number of more than 1,000 digits, which nothing here counts with or prints."""
    return isinstance(value, int) and not -_MOST < value < _MOST
