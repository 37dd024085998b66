"""Layered layout of a graph whose nodes stand in time layers and lanes; pure, deterministic, without numpy.

Node attributes read, all optional: `label` (str, default the node's id), `layer` (int, place in time; default
one after the latest predecessor), `lane` (a key of `lanes`; default the first), `step` (int, order inside a
layer).  Edge attribute read: `kind` (str, default "cause").  The graph must be acyclic; an edge may point
back in layers.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import networkx as nx

from rulekit.drawing.routing import (
    SIDE,
    Cell,
    Column,
    Horizontal,
    Net,
    Point,
    Route,
    Router,
    gap_tracks,
    gutter_places,
    straightened,
)
from rulekit.drawing.width import text_em, wrap_label

Graph: TypeAlias = "nx.DiGraph[Any]"

__all__ = ["EdgeLine", "LaneBand", "Layout", "Metrics", "NodeBox", "layered_layout"]

Direction = Literal["down", "right"]
# Where the lines of a kind leave their box, counted from the middle; a box with one kind uses the middle.
OUT_PLACE = {"cause": 0, "order": 2, "prevented": -2}


@dataclass(frozen=True, slots=True)
class Metrics:
    """Sizes in pixels (`max_em` in em of the label's font)."""

    font: int = 13
    line: int = 18
    pad_x: int = 12
    pad_y: int = 8
    max_em: float = 9.5
    max_lines: int = 2
    min_width: int = 64
    slot: int = 12
    track: int = 9
    gap: int = 26
    gutter: int = 15
    margin: int = 12
    header: int = 34
    port: int = 8


@dataclass(frozen=True, slots=True)
class NodeBox:
    """A node's box; `lines` is its label as broken to fit, `label` the whole of it."""

    node: Hashable
    lane: str
    rank: int
    x: int
    y: int
    w: int
    h: int
    label: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """An edge as a polyline of horizontal and vertical stretches from border to border."""

    source: Hashable
    target: Hashable
    kind: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class LaneBand:
    """The band of the picture that belongs to one lane."""

    key: str
    x: int
    y: int
    w: int
    h: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A finished drawing plan: total size, boxes in node order, edges in edge order, lanes."""

    width: int
    height: int
    header: int
    direction: Direction
    boxes: tuple[NodeBox, ...]
    edges: tuple[EdgeLine, ...]
    lanes: tuple[LaneBand, ...]


def layered_layout(
    graph: Graph, lanes: Sequence[str], *, direction: Direction = "down", metrics: Metrics | None = None
) -> Layout:
    """Lay `graph` out with time running `direction` and one band per lane.

    Lanes that only nodes name are added after `lanes` in order of appearance.  Nodes that share a layer and
    a lane get ranks of their own there, in order of `step`, then of the barycenter of their predecessors.
    """
    if not nx.is_directed_acyclic_graph(graph):
        raise ValueError("the graph has a cycle; a layered layout needs an acyclic graph")
    m = metrics or Metrics()
    lane_keys = list(dict.fromkeys(lanes))
    first = lane_keys[0] if lane_keys else ""
    lane_of = {node: str(data.get("lane", first)) for node, data in graph.nodes.items()}
    lane_keys = list(dict.fromkeys([*lane_keys, *lane_of.values()]))
    lane_at = {key: i for i, key in enumerate(lane_keys)}
    ranks = _ranks(graph, lane_of)
    cells: dict[Hashable, Cell] = {node: (ranks[node], lane_at[lane_of[node]]) for node in graph}
    labels = {node: str(data.get("label", node)) for node, data in graph.nodes.items()}
    lines = {node: wrap_label(labels[node], m.max_em, m.max_lines) for node in graph}
    sizes = _sizes(lines, cells, m, direction)
    across, along = (0, 1) if direction == "down" else (1, 0)

    lane_size = [0] * len(lane_keys)
    rank_size = [0] * (max(ranks.values(), default=-1) + 1)
    for node, (rank, lane) in cells.items():
        lane_size[lane] = max(lane_size[lane], sizes[node][across])
        rank_size[rank] = max(rank_size[rank], sizes[node][along])
    for i, key in enumerate(lane_keys):
        head = math.ceil(text_em(key) * m.font) if direction == "down" else m.font
        lane_size[i] = max(lane_size[i], min(head, m.min_width))

    routes, flipped = _route(graph, cells, lane_size, m)
    placed = _Grid(
        routes,
        lane_size,
        rank_size,
        m,
        m.margin if direction == "down" else 6,
        m.header if direction == "down" else _lane_header(m),
    )
    boxes = []
    for node, (rank, lane) in cells.items():
        w, h = sizes[node]
        mid = (placed.lane_middle[lane], placed.rank_middle[rank])
        cx, cy = mid if direction == "down" else mid[::-1]
        boxes.append(NodeBox(node, lane_of[node], rank, cx - w // 2, cy - h // 2, w, h, labels[node], lines[node]))
    edges = []
    for (source, target, kind), route, back in zip(_edges(graph), routes, flipped, strict=True):
        ends = (target, source) if back else (source, target)
        points = placed.polyline(
            route,
            sizes[ends[0]][across],
            sizes[ends[0]][along],
            sizes[ends[1]][across],
            sizes[ends[1]][along],
        )
        if direction == "right":
            points = [(y, x) for x, y in points]
        edges.append(EdgeLine(source, target, kind, tuple(reversed(points) if back else points)))
    bands = []
    for i, key in enumerate(lane_keys):
        start, end = placed.lane_border[i], placed.lane_border[i + 1]
        if direction == "down":
            bands.append(LaneBand(key, start, 0, end - start, placed.length))
        else:
            bands.append(LaneBand(key, 0, start, placed.length, end - start))
    total = (placed.breadth, placed.length)
    width, height = total if direction == "down" else total[::-1]
    return Layout(width, height, placed.header, direction, tuple(boxes), tuple(edges), tuple(bands))


def _lane_header(m: Metrics) -> int:
    return 7 * m.font


def _edges(graph: Graph) -> list[tuple[Hashable, Hashable, str]]:
    return [(u, v, str(data.get("kind", "cause"))) for u, v, data in graph.edges(data=True)]


def _sizes(
    lines: dict[Hashable, tuple[str, ...]], cells: dict[Hashable, Cell], m: Metrics, direction: Direction
) -> dict[Hashable, tuple[int, int]]:
    """Box sizes; boxes of one column of the picture share their width, so that borders line up."""
    column = 1 if direction == "down" else 0
    widths: dict[int, int] = {}
    for node, text in lines.items():
        need = max(m.min_width, math.ceil(max(map(text_em, text)) * m.font) + 2 * m.pad_x)
        key = cells[node][column]
        widths[key] = max(widths.get(key, 0), need + need % 2)
    return {node: (widths[cells[node][column]], len(text) * m.line + 2 * m.pad_y) for node, text in lines.items()}


def _ranks(graph: Graph, lane_of: dict[Hashable, str]) -> dict[Hashable, int]:
    """Give every node a rank: layers in order, each with ranks for its fullest lane or longest chain."""
    index = {node: i for i, node in enumerate(graph)}
    layer: dict[Hashable, int] = {}
    for node in nx.lexicographical_topological_sort(graph, key=index.__getitem__):
        given = graph.nodes[node].get("layer")
        before = [layer[p] + 1 for p in graph.predecessors(node)]
        layer[node] = int(given) if given is not None else max(before, default=0)
    members: dict[int, list[Hashable]] = {}
    for node in graph:
        members.setdefault(layer[node], []).append(node)

    rank: dict[Hashable, int] = {}
    base = 0

    def key(node: Hashable) -> tuple[float, float, int]:
        seen = [rank[p] for p in graph.predecessors(node) if p in rank]
        step = graph.nodes[node].get("step")
        return (math.inf if step is None else step, sum(seen) / len(seen) if seen else -1.0, index[node])

    for level in sorted(members):
        inside = dict.fromkeys(members[level])
        waiting = {n: sum(p in inside for p in graph.predecessors(n)) for n in inside}
        ready = [(key(n), n) for n in inside if not waiting[n]]
        # The last part of a key is unique, so nodes themselves are never compared.
        heapq.heapify(ready)
        next_free: dict[str, int] = {}
        while ready:
            _key, node = heapq.heappop(ready)
            lowest = [rank[p] + 1 for p in graph.predecessors(node) if p in inside]
            rank[node] = max([base, next_free.get(lane_of[node], base), *lowest])
            next_free[lane_of[node]] = rank[node] + 1
            for child in graph.successors(node):
                if child in inside:
                    waiting[child] -= 1
                    if not waiting[child]:
                        heapq.heappush(ready, (key(child), child))
        base = max(next_free.values())
    return rank


def _route(
    graph: Graph, cells: dict[Hashable, Cell], lane_size: Sequence[int], m: Metrics
) -> tuple[list[Route], list[bool]]:
    """Route all edges, short ones first; an edge that points back in time is routed from its target."""
    ports = [max(1, (size // 2 - 8) // m.slot) for size in lane_size]
    router = Router(frozenset(cells.values()), len(lane_size), ports)
    jobs: list[tuple[Net, Cell, Cell, str, bool]] = []
    kinds: dict[Cell, dict[str, None]] = {}
    for source, target, kind in _edges(graph):
        back = cells[source][0] > cells[target][0]
        start, end = (cells[target], cells[source]) if back else (cells[source], cells[target])
        name = f"{kind} back" if back else kind
        jobs.append(((start, name), start, end, name, back))
        kinds.setdefault(start, {})[name] = None
    for cell in sorted(kinds):
        for name in kinds[cell]:
            router.reserve((cell, name), cell, OUT_PLACE.get(name, 1) if len(kinds[cell]) > 1 else 0)

    def short_first(i: int) -> tuple[Any, ...]:
        _net, start, end, name, _back = jobs[i]
        return name != "cause", end[0] - start[0], abs(end[1] - start[1]), start, end, i

    found: dict[int, Route] = {}
    for i in sorted(range(len(jobs)), key=short_first):
        net, start, end, _name, _back = jobs[i]
        found[i] = router.route(net, start, end)
    return [found[i] for i in range(len(jobs))], [job[4] for job in jobs]


class _Grid:
    """Turns columns and levels into coordinates, across the lanes and along time."""

    def __init__(
        self,
        routes: Sequence[Route],
        lane_size: Sequence[int],
        rank_size: Sequence[int],
        m: Metrics,
        margin: int,
        header: int,
    ) -> None:
        self.m, self.header = m, header
        self._slot_at = gutter_places(routes, len(lane_size))
        gaps: dict[int, list[tuple[Net, Horizontal]]] = {}
        for route in routes:
            for part in (route.leave, route.enter):
                if part is not None and part.level % 2:
                    gaps.setdefault(part.level, []).append((route.net, self._moved(part)))
        self._track: dict[tuple[int, Net], int] = {}
        for level, parts in gaps.items():
            for net, track in gap_tracks(parts).items():
                self._track[level, net] = track
        tracks: dict[int, int] = {}
        for (level, _net), track in self._track.items():
            tracks[level] = max(tracks.get(level, 0), track + 1)

        slots: dict[int, int] = {}
        for gutter, _slot in self._slot_at:
            slots[gutter] = slots.get(gutter, 0) + 1
        self._gutter: list[int] = []
        self.lane_middle: list[int] = []
        self.lane_border: list[int] = [0]
        x = 0
        for j in range(len(lane_size) + 1):
            wide = max(0, slots.get(2 * j, 0) - 1) * m.slot
            self._gutter.append(x + (margin if j == 0 else m.gutter))
            space = wide + (margin if j == 0 else m.gutter) + (margin if j == len(lane_size) else m.gutter)
            if 0 < j < len(lane_size):
                self.lane_border.append(x + space // 2)
            x += space
            if j < len(lane_size):
                self.lane_middle.append(x + lane_size[j] // 2)
                x += lane_size[j]
        self.breadth = x
        if lane_size:
            self.lane_border.append(x)

        self.rank_middle: list[int] = []
        self._gap_top: dict[int, int] = {}
        y = header + m.margin
        for rank, size in enumerate(rank_size):
            if rank:
                level = 2 * rank - 1
                self._gap_top[level] = y
                y += m.gap + max(0, tracks.get(level, 0) - 1) * m.track
            self.rank_middle.append(y + size // 2)
            y += size
        self.length = y + m.margin

    def _moved(self, part: Horizontal) -> Horizontal:
        return Horizontal(part.level, self._column(part.start), self._column(part.end), part.port)

    def _column(self, column: Column) -> Column:
        return column if column[0] % 2 else (column[0], self._slot_at[column])

    def _x(self, column: Column) -> int:
        place, offset = self._column(column)
        if place % 2:
            return self.lane_middle[place // 2] + offset * self.m.slot
        return self._gutter[place // 2] + offset * self.m.slot

    def _y(self, part: Horizontal, net: Net) -> int:
        if part.level % 2:
            return self._gap_top[part.level] + 10 + self._track[part.level, net] * self.m.track
        return self.rank_middle[part.level // 2] + part.port * self.m.port

    def polyline(self, route: Route, w0: int, h0: int, w1: int, h1: int) -> list[Point]:
        """The points of `route` between a box of size w0 × h0 and one of size w1 × h1."""
        x = self._x(route.column)
        points: list[Point] = []
        leave, enter = route.leave, route.enter
        bottom = self.rank_middle[route.start[0]] - h0 // 2 + h0
        top = self.rank_middle[route.end[0]] - h1 // 2
        if leave is None:
            points.append((x, bottom))
        else:
            y = self._y(leave, route.net)
            if leave.level % 2:
                points += [(self._x(leave.start), bottom), (self._x(leave.start), y), (x, y)]
            else:
                points += [(self._border(leave.start, w0), y), (x, y)]
        if enter is None:
            points.append((x, top))
        else:
            y = self._y(enter, route.net)
            if enter.level % 2:
                points += [(x, y), (self._x(enter.end), y), (self._x(enter.end), top)]
            else:
                points += [(x, y), (self._border(enter.end, w1), y)]
        return straightened(points)

    def _border(self, column: Column, width: int) -> int:
        left = self.lane_middle[column[0] // 2] - width // 2
        return left if column[1] == -SIDE else left + width
