"""Text for terminals and for XML: characters that would steer a terminal, that nobody sees or that XML lacks."""

from __future__ import annotations

import re

__all__ = ["UNSEEN", "one_line", "visible", "xml_text"]

#: Control characters but newline and tab, separators of lines, marks of direction, characters without width (but
#: those that join emoji), tags, halves of a character.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)
# XML 1.0 has no way to write these characters, not even as a reference.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LINES = re.compile("[\n\t]")
_SHORT = {"\n": r"\n", "\t": r"\t", "\r": r"\r"}


def visible(text: str) -> str:
    r"""Return a text with every character that a terminal would obey or hide written out, such as `\x1b`.

    >>> visible("safe\x1b[2J")
    'safe\\x1b[2J'
    """
    return UNSEEN.sub(_written, text)


def one_line(text: str) -> str:
    r"""Return a text as `visible` does, its line breaks written out too, for a name within a sentence.

    >>> one_line("a\nb.yaml")
    'a\\nb.yaml'
    """
    return _LINES.sub(_written, visible(text))


def xml_text(text: str) -> str:
    r"""Return a text with the sign for an unknown character where XML has none to write.

    >>> xml_text("safe\x1b[2J") == "safe\ufffd[2J"
    True
    """
    return _NOT_XML.sub("\ufffd", text)


def _written(found: re.Match[str]) -> str:
    letter = found.group()
    return _SHORT.get(letter) or letter.encode("unicode_escape").decode("ascii")
