"""Words of a text, by language."""

from __future__ import annotations

import re

__all__ = ["chinese"]


def chinese(text: str) -> list[str]:
    """Return the Chinese words of a text."""
    return re.findall("[\u3400-\u9fff]+", text)
