"""Draws a bipartite graph as a self-contained SVG: two columns, possible edges thin, those of the matching thick.

Node attributes: `bipartite` (0 left, 1 right), `label`, on the left `valid` (False: dashed), on the right
`met` (False: nothing serves it).  Edges are `chosen` or only possible.  Equal graphs give equal bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from rulekit.drawing.svg import FONT_STACK, content_hash, escape, number, text_width

if TYPE_CHECKING:
    import networkx as nx

Graph: TypeAlias = "nx.Graph[Any]"

__all__ = ["bipartite_svg"]

ROW, BOX, PAD, SIZE = 30, 24, 12, 13
MIDDLE = 150  # room for the edges
HEAD = 46
NARROW, WIDE = 110, 330

_LIGHT = "--p-bg:#ffffff;--p-ink:#1b2430;--p-soft:#566173;--p-line:#c3ccd8;--p-good:#1a7f43;--p-bad:#b3202d"
_DARK = "--p-bg:#14181f;--p-ink:#e9edf3;--p-soft:#a3aebd;--p-line:#465264;--p-good:#79d99b;--p-bad:#ff9a9f"
_STYLE = (
    ".{s}{{{light};font-family:{font};font-size:{size}px}}"
    "@media (prefers-color-scheme:dark){{.{s}{{{dark}}}}}"
    '[data-jp-theme-light="true"] .{s}{{{light}}}[data-jp-theme-light="false"] .{s}{{{dark}}}'
    ".{s} text{{fill:var(--p-ink);dominant-baseline:central}}.{s} .p-soft{{fill:var(--p-soft);font-size:12px}}"
    ".{s} rect{{fill:var(--p-bg);stroke:var(--p-line)}}.{s} .p-ground{{stroke:none}}"
    ".{s} path{{fill:none;stroke:var(--p-line);stroke-width:1.2}}"
    ".{s} .p-on{{stroke:var(--p-good);stroke-width:3}}.{s} .p-off rect{{stroke-dasharray:4 3}}"
    ".{s} .p-used rect{{stroke:var(--p-good);stroke-width:2}}.{s} .p-unmet rect{{stroke:var(--p-bad);stroke-width:2}}"
    ".{s} .p-unmet text{{fill:var(--p-bad)}}"
)


def bipartite_svg(graph: Graph, *, title: str, words: Mapping[str, str]) -> str:
    """Return the drawing; `words` name the columns (left, right) and the legend (chosen, possible, unmet, used, off).

    Of the last two, symbols and needs joined by a chosen edge and symbols that are not valid, the legend tells
    where they are drawn.
    """
    sides: tuple[list[Any], list[Any]] = ([], [])
    for node, data in graph.nodes(data=True):
        sides[data["bipartite"]].append(node)
    left, right = sides
    used = {node for a, b, chosen in graph.edges(data="chosen") if chosen for node in (a, b)}
    right = _ordered(graph, left, right)
    widths = [
        min(WIDE, max([NARROW, *(text_width(str(graph.nodes[n]["label"]), SIZE) + 18 for n in side)]))
        for side in (left, right)
    ]
    rows = max(len(left), len(right), 1)
    lefts = (PAD, PAD + widths[0] + MIDDLE)
    width = lefts[1] + widths[1] + PAD
    places: dict[Any, tuple[float, float]] = {}
    for at, side in enumerate((left, right)):
        gap = (rows - len(side)) * ROW / 2
        for i, node in enumerate(side):
            places[node] = (lefts[at], HEAD + gap + i * ROW)
    edges = sorted(graph.edges(data="chosen"), key=lambda e: bool(e[2]))
    lines = [_edge(places, widths[0], graph, *edge) for edge in edges]
    boxes = [
        _box(node, graph.nodes[node], places[node], widths[at], used)
        for at, s in enumerate((left, right))
        for node in s
    ]
    heads = [
        f'<text x="{number(lefts[at])}" y="{PAD + 22}" class="p-soft">{escape(words[key])}</text>'
        for at, key in enumerate(("left", "right"))
    ]
    off = any(not graph.nodes[node].get("valid", True) for node in graph)
    drawn = {"used": bool(used), "off": off}
    legend, more = _legend(words, [key for key, shown in drawn.items() if shown], HEAD + rows * ROW + 15, width)
    height = HEAD + rows * ROW + more
    body = "".join([*heads, *lines, *boxes, *legend])
    name = f"p{content_hash(body, title)}"
    style = _STYLE.format(s=name, light=_LIGHT, dark=_DARK, font=FONT_STACK, size=SIZE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" role="img" aria-label="{escape(title)}" '
        f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}">'
        f"<title>{escape(title)}</title><style>{style}</style>"
        f'<rect class="p-ground" width="{number(width)}" height="{number(height)}"/>'
        f'<text x="{PAD}" y="{PAD + 2}" font-weight="700">{escape(title)}</text>{body}</svg>'
    )


def _ordered(graph: Graph, left: list[Any], right: list[Any]) -> list[Any]:
    """Return the right side in an order that crosses few lines: by the mean place of what serves each node."""
    rank = {node: i for i, node in enumerate(left)}

    def place(node: Any) -> float:
        near = [rank[o] for o in graph.neighbors(node) if graph.edges[node, o]["chosen"]]
        near = near or [rank[o] for o in graph.neighbors(node)]
        return sum(near) / len(near) if near else len(left)

    return sorted(right, key=place)


def _edge(places: Mapping[Any, tuple[float, float]], width: float, graph: Graph, a: Any, b: Any, chosen: bool) -> str:
    if graph.nodes[a]["bipartite"] == 1:
        a, b = b, a
    (x1, y1), (x2, y2) = places[a], places[b]
    x1, y1, y2 = x1 + width, y1 + BOX / 2, y2 + BOX / 2
    m = (x1 + x2) / 2
    mark = ' class="p-on"' if chosen else ""
    x1, y1, x2, y2, m = map(number, (x1, y1, x2, y2, m))  # type: ignore[assignment]
    return f'<path{mark} d="M{x1} {y1}C{m} {y1} {m} {y2} {x2} {y2}"/>'


def _box(node: Any, data: Mapping[str, Any], at: tuple[float, float], width: float, used: set[Any]) -> str:
    label = str(data["label"])
    kind = "p-used" if node in used else "p-unmet" if data["bipartite"] == 1 else ""
    kind += "" if data.get("valid", True) else " p-off"
    x, y = at
    squeeze = ""
    if text_width(label, SIZE) > width - 12:  # rather narrow letters than words that end in the air
        squeeze = f' textLength="{number(width - 14)}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<g class="{kind.strip()}"><title>{escape(label)}</title>'
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{BOX}" rx="6"/>'
        f'<text x="{number(x + 8)}" y="{number(y + BOX / 2)}"{squeeze}>{escape(label)}</text></g>'
    )


def _legend(words: Mapping[str, str], boxes: list[str], top: float, width: float) -> tuple[list[str], float]:
    """What the lines and the boxes mean, as many to a row as fit; returns it with the height it takes."""
    made, x, y = [], float(PAD), top
    for key in ("chosen", "possible", "unmet", *(key for key in boxes if key in words)):
        need = 46 + text_width(words[key], 12)
        if x > PAD and x + need > width:
            x, y = float(PAD), y + 18
        line = f'd="M{number(x)} {number(y)}h24"'
        box = f'<rect x="{number(x)}" y="{number(y - 6)}" width="24" height="12" rx="3"/>'
        sign = {"chosen": f'<path class="p-on" {line}/>', "possible": f"<path {line}/>"}
        made.append(sign.get(key, f'<g class="p-{key}">{box}</g>'))
        made.append(f'<text x="{number(x + 30)}" y="{number(y)}" class="p-soft">{escape(words[key])}</text>')
        x += need
    return made, y - top + 30
