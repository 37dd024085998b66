"""Draws a graph of steps as a self-contained SVG: lanes, toned boxes, causes, the current step, the path.

Node attributes: those of `rulekit.drawing.layout` (`label`, `layer`, `lane`, `step`), `tone` (one of
`TONES`) and `title` (text shown when the pointer rests on the box; default the label).  Edge attributes:
`kind` (cause, order or prevented) and `title`.  The drawing depends on nothing else, so equal graphs
give equal bytes.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from rulekit.drawing.layout import Direction, EdgeLine, LaneBand, Layout, Metrics, NodeBox, layered_layout
from rulekit.drawing.svg import FONT_STACK, content_hash, escape, text_width
from rulekit.drawing.width import wrap_label

if TYPE_CHECKING:
    import networkx as nx

Graph: TypeAlias = "nx.DiGraph[Any]"

__all__ = ["EDGE_KINDS", "MARKS", "TONES", "graph_svg"]

#: Accent of every tone: strong enough on white and on black, told apart also in brightness.
TONES: dict[str, str] = {
    "phase": "#64748b",
    "action": "#2f6fed",
    "damage": "#e0352b",
    "heal": "#1f9d55",
    "status": "#8b5cf6",
    "cost": "#c77700",
    "choice": "#0891b2",
    "skip": "#8a8f98",
    "result": "#d6336c",
    "chance": "#7a8b00",
}
EDGE_KINDS = ("cause", "order", "prevented")
#: What a legend explains besides tones and edges: the path, the current step, those after it, the numbers.
MARKS = ("path", "now", "later", "number")

RADIUS, CORNER, LEGEND = 7, 6, 34
_BADGE = 10

# Light first, then what the reader's system prefers (a picture in <img> knows nothing else), then
# the theme of JupyterLab, which may differ from the system's.
_LIGHT = "--rk-soft:#6b7686;--rk-cause:#56647a;--rk-order:#8f9aa9;--rk-prevented:#cf3a54"
_DARK = "--rk-soft:#a3adbb;--rk-cause:#a4b0c0;--rk-order:#8792a2;--rk-prevented:#f0647c"
_STYLE = """
.{s}{{--rk-bg:var(--jp-layout-color1,#ffffff);--rk-ink:var(--jp-ui-font-color1,#1c2430);\
--rk-band:var(--jp-layout-color2,#eef1f5);--rk-path:#2f7cf6;--rk-now:#ff8a00;{light};\
font-family:{font};font-size:{size}px}}
@media (prefers-color-scheme:dark){{.{s}{{--rk-bg:var(--jp-layout-color1,#14181f);\
--rk-ink:var(--jp-ui-font-color1,#eceff4);--rk-band:var(--jp-layout-color2,#262d38);{dark}}}}}
[data-jp-theme-light="true"] .{s}{{{light}}}
[data-jp-theme-light="false"] .{s}{{{dark}}}
.{s} .rk-ground,.{s} .rk-base{{fill:var(--rk-bg)}}
.{s} .rk-band{{fill:var(--rk-band);fill-opacity:.55}}
.{s} .rk-rule{{stroke:var(--rk-soft);stroke-opacity:.35}}
.{s} text{{fill:var(--rk-ink);text-anchor:middle;dominant-baseline:central}}
.{s} .rk-lane{{font-weight:600;fill:var(--rk-ink)}}
.{s} .rk-key{{text-anchor:start;font-size:12px}}
.{s} .rk-edge{{fill:none;stroke-width:1.6;stroke-linejoin:round}}
.{s} .rk-cause{{stroke:var(--rk-cause)}}
.{s} .rk-order{{stroke:var(--rk-order);stroke-width:1.3;stroke-dasharray:4 4}}
.{s} .rk-prevented{{stroke:var(--rk-prevented);stroke-dasharray:7 3}}
.{s} .rk-on{{stroke:var(--rk-path);stroke-width:3}}
.{s} .rk-box{{fill:var(--tone);fill-opacity:.15;stroke:var(--tone);stroke-width:1.6}}
.{s} .rk-number{{fill:var(--tone)}}
.{s} .rk-badge text{{fill:#fff;font-size:11px;font-weight:700}}
.{s} .rk-skip .rk-box{{fill-opacity:.05;stroke-dasharray:5 3}}
.{s} .rk-skip .rk-label{{fill-opacity:.78}}
.{s} .rk-skip .rk-number{{fill:var(--rk-bg);stroke:var(--tone);stroke-width:1.4}}
.{s} .rk-skip .rk-badge text{{fill:var(--rk-ink)}}
.{s} .rk-onpath .rk-box{{stroke:var(--rk-path);stroke-width:3}}
.{s} .rk-onpath .rk-label{{font-weight:600}}
.{s} .rk-halo{{fill:var(--rk-now);fill-opacity:.22;stroke:var(--rk-now);stroke-width:3.5}}
.{s} .rk-now .rk-box{{fill-opacity:.28;stroke-dasharray:none}}
.{s} .rk-now .rk-label{{font-weight:700;fill-opacity:1}}
.{s} .rk-now .rk-number{{fill:var(--rk-now);stroke:none}}
.{s} .rk-now .rk-badge text{{fill:#1c1200}}
.{s} .rk-later{{opacity:.56}}
.{s} .rk-edge.rk-later{{opacity:.45}}
.{s} .rk-node{{cursor:pointer;outline:none}}
.{s} .rk-node:hover .rk-box{{fill-opacity:.3}}
.{s} .rk-node:focus-visible .rk-box{{stroke:var(--rk-path);stroke-width:3.5}}
.{s} .rk-arrow-cause{{fill:var(--rk-cause)}}
.{s} .rk-arrow-order{{fill:var(--rk-order)}}
.{s} .rk-arrow-prevented{{fill:none;stroke:var(--rk-prevented);stroke-width:2.4}}
.{s} .rk-arrow-on{{fill:var(--rk-path)}}
"""


def graph_svg(
    graph: Graph,
    *,
    lanes: Sequence[tuple[str, str]],
    title: str,
    current: int | None = None,
    path: Collection[Hashable] = (),
    lang: str = "zh",
    legend: Sequence[tuple[str, str]] = (),
    direction: Direction = "down",
    metrics: Metrics | None = None,
) -> str:
    """Return `graph` as one `<svg>` element.

    `lanes` are pairs of key and label in drawing order; `current` is the `step` of the current node, whose
    successors in time are faded; `path` holds the nodes to emphasise together with the edges between them;
    `legend` pairs a tone, an edge kind or one of `MARKS` with its label.  All text comes from the caller, in
    language `lang`.
    """
    m = metrics or Metrics()
    plan = layered_layout(graph, [key for key, _label in lanes], direction=direction, metrics=m)
    names = dict(lanes)
    steps = {node: _step(node, data) for node, data in graph.nodes.items()}
    chosen = frozenset(path)

    def later(node: Hashable) -> bool:
        step = steps[node]
        return current is not None and step is not None and step > current

    key = content_hash(
        title,
        lang,
        direction,
        repr(current),
        repr(m),
        repr(list(lanes)),
        repr(list(legend)),
        repr([(box, _shown(graph.nodes[box.node]), box.node in chosen) for box in plan.boxes]),
        repr([(edge, _shown(graph.edges[edge.source, edge.target])) for edge in plan.edges]),
    )
    scope = f"rk-g{key}"
    body = [_band(band, i, names.get(band.key, band.key), plan, m) for i, band in enumerate(plan.lanes)]

    def rank(edge: EdgeLine) -> tuple[bool, bool, int]:
        on = edge.source in chosen and edge.target in chosen
        return on, edge.kind != "order", -int(later(edge.target))

    last = [box for box in plan.boxes if current is not None and steps[box.node] == current]
    body += [_halo(box) for box in last]  # under the lines, so that arrow heads stay whole
    for edge in sorted(plan.edges, key=rank):
        on = edge.source in chosen and edge.target in chosen
        faded = later(edge.source) or later(edge.target)
        body.append(_edge(edge, key, on, faded, graph.edges[edge.source, edge.target].get("title")))
    for box in [box for box in plan.boxes if box not in last] + last:
        body.append(
            _node(
                box,
                graph.nodes[box.node],
                steps[box.node],
                box in last,
                later(box.node),
                box.node in chosen,
                m,
            )
        )
    width, height = max(plan.width, 120), max(plan.height, m.header)
    if legend:
        rows, more = _legend(legend, width, height, key)
        body.append(rows)
        height += more
    style = _STYLE.format(s=scope, font=FONT_STACK, size=m.font, light=_LIGHT, dark=_DARK)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rk-graph {scope}" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{escape(title)}" lang="{escape(lang)}" '
        f'style="max-width:100%;height:auto"><title>{escape(title)}</title>'
    )
    ground = f'<rect class="rk-ground" width="{width}" height="{height}" rx="8"/>'
    return "\n".join([head, f"<style>{style}</style>", _markers(key), ground, *body, "</svg>\n"])


def _shown(data: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the attributes that a drawing shows, in a fixed order."""
    return [(name, str(data[name])) for name in ("tone", "title", "step", "kind") if name in data]


def _step(node: Hashable, data: dict[str, Any]) -> int | None:
    step = data.get("step", node)
    return step if isinstance(step, int) else None


def _markers(key: str) -> str:
    arrow = "M0,0 L10,4.5 L0,9 L2.5,4.5 Z"
    found = []
    for name, shape, ref in (
        ("cause", arrow, 9.5),
        ("order", arrow, 9.5),
        ("on", arrow, 9.5),
        ("prevented", "M6,0 V9", 9),
    ):
        found.append(
            f'<marker id="rk-{key}-{name}" viewBox="0 0 10 9" refX="{ref}" refY="4.5" markerWidth="10" '
            f'markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">'
            f'<path class="rk-arrow-{name}" d="{shape}"/></marker>'
        )
    return f"<defs>{''.join(found)}</defs>"


def _band(band: LaneBand, index: int, label: str, plan: Layout, m: Metrics) -> str:
    """One lane: every second band is tinted, the label stands at its head."""
    tint = f'<rect class="rk-band" x="{band.x}" y="{band.y}" width="{band.w}" height="{band.h}"/>'
    if plan.direction == "down":
        room, cx, cy = band.w - 8, band.x + band.w // 2, plan.header // 2
        rule = f'<path class="rk-rule" d="M{band.x},{plan.header}h{band.w}"/>'
    else:
        room, cx, cy = plan.header - 12, plan.header // 2, band.y + band.h // 2
        rule = f'<path class="rk-rule" d="M{plan.header},{band.y}v{band.h}"/>'
    lines = wrap_label(label, max(2.0, room / m.font), 2)
    text = _text(lines, cx, cy, min(m.line, 15), "rk-lane")
    return f"<g>{tint if index % 2 == 0 else ''}{rule}<title>{escape(label)}</title>{text}</g>"


def _text(lines: Sequence[str], cx: int, cy: int, line: int, name: str) -> str:
    """Lines of text centred on a point; the first baseline lies half the other lines higher."""
    if len(lines) == 1:
        return f'<text class="{name}" x="{cx}" y="{cy}">{escape(lines[0])}</text>'
    top = cy - (len(lines) - 1) * line // 2
    spans = "".join(f'<tspan x="{cx}" y="{top + i * line}">{escape(text)}</tspan>' for i, text in enumerate(lines))
    return f'<text class="{name}">{spans}</text>'


def _edge(edge: EdgeLine, key: str, on: bool, faded: bool, title: str | None) -> str:
    kind = edge.kind if edge.kind in EDGE_KINDS else "cause"
    names = ["rk-edge", f"rk-{kind}", *(["rk-on"] if on else []), *(["rk-later"] if faded else [])]
    marker = "on" if on and kind != "prevented" else kind
    tip = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<path class="{" ".join(names)}" data-from="{escape(edge.source)}" data-to="{escape(edge.target)}" '
        f'd="{_rounded(edge.points)}" marker-end="url(#rk-{key}-{marker})"' + (f">{tip}</path>" if tip else "/>")
    )


def _rounded(points: Sequence[tuple[int, int]]) -> str:
    """A path through `points` whose right-angled corners are rounded as far as the stretches allow."""
    parts = [f"M{points[0][0]},{points[0][1]}"]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        reach = min([CORNER, *(_length(one, two) // 2 for one, two in pairwise((before, here, after)))])
        near, far = _toward(here, before, reach), _toward(here, after, reach)
        parts.append(f"L{near[0]},{near[1]}Q{here[0]},{here[1]} {far[0]},{far[1]}")
    parts.append(f"L{points[-1][0]},{points[-1][1]}")
    return "".join(parts)


def _length(one: tuple[int, int], two: tuple[int, int]) -> int:
    return abs(one[0] - two[0]) + abs(one[1] - two[1])


def _toward(start: tuple[int, int], end: tuple[int, int], by: int) -> tuple[int, int]:
    """The point `by` pixels from `start` on the horizontal or vertical stretch to `end`."""
    if start[0] == end[0]:
        return start[0], start[1] + (by if end[1] > start[1] else -by)
    return start[0] + (by if end[0] > start[0] else -by), start[1]


def _halo(box: NodeBox) -> str:
    """The ring around the current node."""
    return (
        f'<rect class="rk-halo" x="{box.x - 5}" y="{box.y - 5}" width="{box.w + 10}" height="{box.h + 10}" '
        f'rx="{RADIUS + 5}"/>'
    )


def _node(box: NodeBox, data: dict[str, Any], step: int | None, now: bool, later: bool, on: bool, m: Metrics) -> str:
    tone = str(data.get("tone"))
    tone = tone if tone in TONES else "phase"
    accent = TONES[tone]
    names = ["rk-node", f"rk-{tone}"]
    names += [name for name, wanted in (("rk-now", now), ("rk-later", later), ("rk-onpath", on)) if wanted]
    frame = f'x="{box.x}" y="{box.y}" width="{box.w}" height="{box.h}" rx="{RADIUS}"'
    badge = ""
    if step is not None:
        text = str(step)
        half = max(_BADGE, int(text_width(text, 11)) // 2 + 6)
        badge = (
            f'<g class="rk-badge"><rect class="rk-number" x="{box.x - half + 4}" y="{box.y - 9}" '
            f'width="{2 * half}" height="18" rx="9"/><text x="{box.x + 4}" y="{box.y}">{text}</text></g>'
        )
    title = data.get("title", box.label)
    current = ' aria-current="step"' if now else ""
    return (
        f'<g class="{" ".join(names)}" data-id="{escape(box.node)}" tabindex="0" '
        f'style="--tone:{accent}"{current}><title>{escape(title)}</title>'
        f'<rect class="rk-base" {frame}/><rect class="rk-box" {frame}/>'
        f"{_text(box.lines, box.x + box.w // 2, box.y + box.h // 2, m.line, 'rk-label')}{badge}</g>"
    )


def _legend(legend: Sequence[tuple[str, str]], width: int, top: int, key: str) -> tuple[str, int]:
    """Swatches under the drawing, as many to a row as fit; returns them with the height they take."""
    parts, x, y = [], 14, top + LEGEND // 2
    for name, label in legend:
        need = 40 + int(text_width(label, 12)) + 16
        if x > 14 and x + need > width:
            x, y = 14, y + 24
        said = f'<text class="rk-key" x="{x + 36}" y="{y}">{escape(label)}</text>'
        parts.append(f'<g data-key="{escape(name)}">{_sign(name, x, y, key)}{said}</g>')
        x += need
    return f'<g class="rk-legend">{"".join(parts)}</g>', y + LEGEND // 2 - top


def _sign(name: str, x: int, y: int, key: str) -> str:
    """What a legend shows of a tone, an edge or a mark: the same as the drawing, smaller."""
    if name in EDGE_KINDS:
        return f'<path class="rk-edge rk-{name}" d="M{x},{y}h28" marker-end="url(#rk-{key}-{name})"/>'
    if name == "path":
        return f'<path class="rk-edge rk-on" d="M{x},{y}h28" marker-end="url(#rk-{key}-on)"/>'
    frame = f'x="{x}" y="{y - 7}" width="28" height="14" rx="4"'
    if name == "now":
        return f'<rect class="rk-halo" {frame}/>'
    tone = f'style="--tone:{TONES.get(name, TONES["phase"])}"'
    if name == "number":
        badge = f'<rect class="rk-number" x="{x + 4}" y="{y - 9}" width="20" height="18" rx="9"/>'
        return f'<g class="rk-badge" {tone}>{badge}<text x="{x + 14}" y="{y}">1</text></g>'
    more = f" rk-{name}" if name in ("skip", "later") else ""
    return f'<g class="rk-swatch{more}" {tone}><rect class="rk-box" {frame}/></g>'
