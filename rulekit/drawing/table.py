"""HTML tables, lists, and what can be clicked; whatever is no HTML yet is escaped here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rulekit.drawing.svg import escape

__all__ = ["Cell", "clickable", "each", "grid_html", "ids_html", "row_html", "sign", "table_html"]


class Cell(NamedTuple):
    """One cell of a table: HTML, and attributes as they stand in the tag."""

    html: str
    attributes: str = ""
    tag: str = "td"


def table_html(heads: Iterable[str], rows: Iterable[str], cls: str = "rk-table") -> str:
    """Return a table with a line of headings, which are texts; the rows are made by `row_html`."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    return f'<table class="{cls}"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def grid_html(heads: Iterable[str], rows: Iterable[str]) -> str:
    """Return a table with lines between its cells, which scrolls where it is too wide."""
    return f'<div class="rk-scroll">{table_html(heads, rows, "rk-grid")}</div>'


def row_html(cells: Iterable[str | Cell], attributes: str = "") -> str:
    """Return a row of cells that hold HTML."""
    made = (Cell(cell) if isinstance(cell, str) else cell for cell in cells)
    return f"<tr{attributes}>{''.join(f'<{c.tag}{c.attributes}>{c.html}</{c.tag}>' for c in made)}</tr>"


def clickable(act: str, value: object, label: str = "", tab: int = 0) -> str:
    """Return the attributes of an element that tells `value` to what listens to an act; it is named by `label`."""
    named = f' title="{escape(label)}" aria-label="{escape(label)}"' if label else ""
    return f' data-act="{act}" data-value="{escape(value)}" role="button" tabindex="{tab}"{named}'


def each(tag: str, texts: Iterable[str]) -> str:
    """Return an element for each text."""
    return "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts)


def ids_html(ids: Iterable[str]) -> str:
    """Return clauses as they stand behind what rests on them."""
    return f'<span class="rk-ids">{escape(" ".join(ids))}</span>'


def sign(good: bool) -> str:
    """Return the mark of what holds or is legal, or of what does not."""
    return '<b class="rk-ok">✓</b>' if good else '<b class="rk-no">✗</b>'
