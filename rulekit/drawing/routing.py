"""Orthogonal edge routing between boxes that stand in lanes and ranks; symbolic, without pixels.

A *column* is a place for a vertical line: `(2*i + 1, k)` is the k-th place beside the middle of lane i,
`(2*j, s)` the s-th place in the gutter before lane j.  A *level* is a place in time: `2*r` is rank r,
`2*r - 1` the gap above it.  A vertical that passes ranks plays the part of the dummy nodes of a layered
layout: it takes a column on every level it passes, and no two nets hold one column on one level.
Horizontals run in gaps, which no box enters, or on a rank where the cells passed are empty.  So no line
crosses a box, and lines of two nets lie on one another only where a box has more arrows than places for
them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

__all__ = [
    "SIDE",
    "Cell",
    "Column",
    "Horizontal",
    "Net",
    "Point",
    "Route",
    "Router",
    "arrange",
    "gap_tracks",
    "gutter_places",
    "straightened",
]

Column = tuple[int, int]
Point = tuple[int, int]
Net = Hashable
Cell = tuple[int, int]  # (rank, lane index)
T = TypeVar("T")

SIDE_PORTS = (0, -1, 1)
SIDE = 99  # offset that stands for the left (-) or right (+) border of a box
BEND, TRAVEL, CROSSING, NEW_SLOT, SHARE, GAP_TRACK, MERGE = 10, 4, 14, 4, 9, 2, 1000


@dataclass(frozen=True, slots=True)
class Horizontal:
    """A horizontal stretch on a level; `port` shifts it on a rank, gaps get their tracks later."""

    level: int
    start: Column
    end: Column
    port: int = 0

    @property
    def span(self) -> tuple[Column, Column]:
        """The two ends from left to right."""
        return min(self.start, self.end), max(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Route:
    """How one edge runs: `start`, an optional stretch, a vertical, an optional stretch, `end`.

    `leave` and `enter` are None where the vertical itself touches the bottom or the top of the box.
    """

    net: Net
    start: Cell
    end: Cell
    column: Column
    leave: Horizontal | None
    enter: Horizontal | None

    @property
    def levels(self) -> tuple[int, int]:
        """First and last level on which the vertical is."""
        low = self.leave.level if self.leave else 2 * self.start[0] + 1
        high = self.enter.level if self.enter else 2 * self.end[0] - 1
        return low, high


@dataclass(slots=True)
class Router:
    """Chooses for one edge after another the cheapest route that is still free."""

    cells: frozenset[Cell]
    lanes: int
    ports: Sequence[int]  # how many columns a lane has on each side of its middle
    _held: dict[Column, list[tuple[int, int, Net]]] = field(default_factory=dict)
    _passing: dict[int, dict[Column, Net]] = field(default_factory=dict)
    _rows: dict[tuple[int, int], list[tuple[Column, Column, Net]]] = field(default_factory=dict)
    _slots: dict[int, int] = field(default_factory=dict)
    _out: dict[Net, Column] = field(default_factory=dict)

    def reserve(self, net: Net, cell: Cell, offset: int) -> None:
        """Give `net` its place at the bottom of the box in `cell`, as near to `offset` as is free."""
        rank, lane = cell
        reach = self.ports[lane]
        wanted = max(-reach, min(reach, offset))
        level = 2 * rank + 1
        places = sorted(range(-reach, reach + 1), key=lambda k: (abs(k - wanted), k))
        free = next((k for k in places if self._free((2 * lane + 1, k), level, level, net)), wanted)
        self._out[net] = (2 * lane + 1, free)
        self._hold((2 * lane + 1, free), level, level, net)

    def route(self, net: Net, start: Cell, end: Cell) -> Route:
        """Route an edge downwards from `start` to `end` and hold what it uses."""
        best, price = None, 0
        for extra, candidate in self._candidates(net, start, end):
            cost = self._cost(candidate) + extra
            if best is not None and cost >= price:
                continue  # dearer before its crossings are counted
            cost += CROSSING * self._crossings(candidate)
            if best is None or cost < price:
                best, price = candidate, cost
        assert best is not None, "a new place in a gutter is always free"
        self._hold(best.column, *best.levels, net)
        if best.column[0] % 2 == 0:
            self._slots[best.column[0]] = max(self._slots.get(best.column[0], 0), best.column[1] + 1)
        for part in (best.leave, best.enter):
            if part is None:
                continue
            if part.level % 2 == 0:
                self._rows.setdefault((part.level, part.port), []).append((*part.span, net))
            elif part is best.enter:
                self._hold(part.end, part.level, part.level, net)
        return best

    def _candidates(self, net: Net, start: Cell, end: Cell) -> Iterator[tuple[int, Route]]:
        (rank, lane), (goal, goal_lane) = start, end
        out, below, above = self._out[net], 2 * rank + 1, 2 * goal - 1
        tops = [
            (2 * goal_lane + 1, k)
            for k in self._places(goal_lane, lane)
            if self._free((2 * goal_lane + 1, k), above, above, net)
        ]

        def offer(
            column: Column, leave: Horizontal | None, enter: Horizontal | None, extra: int = 0
        ) -> tuple[int, Route]:
            route = Route(net, start, end, column, leave, enter)
            return extra, route

        # Straight down from the bottom, then if need be sideways above the goal.
        if self._clear(lane, rank, goal) and self._free(out, below, above, net):
            if lane == goal_lane:
                yield offer(out, None, None)
            for top in tops[:2] if lane != goal_lane else []:
                yield offer(out, None, Horizontal(above, out, top))
        # Sideways first, then straight down on the goal's top.
        if self._clear(goal_lane, rank, goal):
            for top in tops:
                if top != out and self._free(top, below, above, net):
                    yield offer(top, Horizontal(below, out, top), None)
                    break
            if lane != goal_lane and self._row_clear(rank, lane, goal_lane):
                for top in tops:
                    side = (2 * lane + 1, SIDE if goal_lane > lane else -SIDE)
                    port = self._port(2 * rank, side, top, net)
                    if port is not None and self._free(top, 2 * rank, above, net):
                        yield offer(top, Horizontal(2 * rank, side, top, port), None)
                        break
        # A box with more arrows than places lets the surplus share its outermost place.
        last = (2 * goal_lane + 1, self.ports[goal_lane])
        if below == above:
            yield offer(last, Horizontal(below, out, last), None, MERGE)
        # Through a gutter.
        low, high = min(lane, goal_lane), max(lane, goal_lane) + 1
        for gutter in range(low, high + 1):
            from_side, to_side = _border(lane, gutter), _border(goal_lane, gutter)
            for slot in range(self._slots.get(2 * gutter, 0) + 1):
                column = (2 * gutter, slot)
                if not self._free(column, 2 * rank, 2 * goal, net):
                    continue
                leaves: list[Horizontal] = [Horizontal(below, out, column)]
                enters: list[Horizontal] = [Horizontal(above, column, top) for top in tops[:1]]
                if from_side and (port := self._port(2 * rank, from_side, column, net)) is not None:
                    leaves.append(Horizontal(2 * rank, from_side, column, port))
                if to_side and (port := self._port(2 * goal, column, to_side, net)) is not None:
                    enters.append(Horizontal(2 * goal, column, to_side, port))
                for leave in leaves:
                    for enter in enters:
                        if leave.level < enter.level:
                            yield offer(column, leave, enter)
                if below < above:
                    yield offer(column, leaves[0], Horizontal(above, column, last), MERGE)

    def _places(self, lane: int, source: int) -> list[int]:
        """Columns of a lane, the middle first, then those on the side the edge comes from."""
        side = -1 if source < lane else 1
        return sorted(range(-self.ports[lane], self.ports[lane] + 1), key=lambda k: (abs(k), -k * side))

    def _clear(self, lane: int, rank: int, goal: int) -> bool:
        return not any((between, lane) in self.cells for between in range(rank + 1, goal))

    def _row_clear(self, rank: int, lane: int, goal_lane: int) -> bool:
        step = 1 if goal_lane > lane else -1
        return not any((rank, passed) in self.cells for passed in range(lane + step, goal_lane + step, step))

    def _free(self, column: Column, low: int, high: int, net: Net) -> bool:
        return all(net == other or high < first or last < low for first, last, other in self._held.get(column, ()))

    def _port(self, level: int, one: Column, two: Column, net: Net) -> int | None:
        low, high = min(one, two), max(one, two)
        for port in SIDE_PORTS:
            if all(
                net == other or high < first or last < low for first, last, other in self._rows.get((level, port), ())
            ):
                return port
        return None

    def _hold(self, column: Column, low: int, high: int, net: Net) -> None:
        self._held.setdefault(column, []).append((low, high, net))
        for level in range(low, high + 1):
            self._passing.setdefault(level, {})[column] = net

    def _cost(self, route: Route) -> int:
        cost, (low, high) = 0, route.levels
        for part in (route.leave, route.enter):
            if part is None:
                continue
            cost += TRAVEL * abs(part.start[0] - part.end[0])
            cost += BEND * 2 if part.level % 2 else BEND + abs(part.port)
            cost += GAP_TRACK * (part.level % 2)
        if route.column[0] % 2 == 0:
            cost += 2 * route.column[1]
            cost += NEW_SLOT * (route.column[1] >= self._slots.get(route.column[0], 0))
            cost += 3 * (route.column[0] in (0, 2 * self.lanes))
        if any(
            net == route.net and first <= high and low <= last for first, last, net in self._held.get(route.column, ())
        ):
            cost -= SHARE
        return cost

    def _crossings(self, route: Route) -> int:
        return sum(self._crossed(part, route.net) for part in (route.leave, route.enter) if part)

    def _crossed(self, part: Horizontal, net: Net) -> int:
        low, high = part.span
        passing = self._passing.get(part.level, {})
        return sum(low < column < high and other != net for column, other in passing.items())


def _border(lane: int, gutter: int) -> Column | None:
    """The border of the box in `lane` that looks into `gutter`, if the two are neighbours."""
    if gutter == lane:
        return 2 * lane + 1, -SIDE
    return (2 * lane + 1, SIDE) if gutter == lane + 1 else None


def arrange(items: Sequence[T], cost: Callable[[T, T], int]) -> list[T]:
    """Order `items` by swaps of neighbours that lower `cost(earlier, later)`; ties keep their order.

    A swap never raises the cost, so an order that a high cost forbids does not come in.
    """
    order = list(items)
    for _ in range(len(order)):
        changed = False
        for i in range(len(order) - 1):
            first, second = order[i], order[i + 1]
            if cost(second, first) < cost(first, second):
                order[i], order[i + 1] = second, first
                changed = True
        if not changed:
            break
    return order


def straightened(points: Sequence[Point]) -> list[Point]:
    """Drop repeated points and points in the middle of a straight stretch."""
    kept: list[Point] = []
    for point in points:
        if kept and kept[-1] == point:
            continue
        if len(kept) > 1 and any(kept[-2][i] == kept[-1][i] == point[i] for i in (0, 1)):
            kept.pop()
        kept.append(point)
    return kept


def gutter_places(routes: Sequence[Route], lanes: int) -> dict[Column, int]:
    """Order the vertical places of every gutter so that the lines entering and leaving it cross least."""
    place: dict[Column, int] = {}
    for gutter in range(0, 2 * lanes + 1, 2):
        # column -> its verticals: (net, first and last level, stretches as (level, port, goes right))
        held: dict[Column, list[tuple[Net, int, int, list[tuple[int, int, bool]]]]] = {}
        for route in routes:
            if route.column[0] == gutter:
                ends = [
                    (p.level, p.port, max(p.start, p.end) != route.column)
                    for p in (route.leave, route.enter)
                    if p is not None
                ]
                held.setdefault(route.column, []).append((route.net, *route.levels, ends))

        def cost(one: Column, two: Column, held: dict[Column, Any] = held) -> int:
            total = 0
            for a, a_low, a_high, a_ends in held[one]:
                for b, b_low, b_high, b_ends in held[two]:
                    if a == b:
                        continue
                    total += sum(right and b_low <= level <= b_high for level, _port, right in a_ends)
                    total += sum(not right and a_low <= level <= a_high for level, _port, right in b_ends)
                    # On a rank both lie at the same height: they would run over one another.
                    rightward = [(level, port) for level, port, right in a_ends if right and level % 2 == 0]
                    total += 1000 * sum(not right and (level, port) in rightward for level, port, right in b_ends)
            return total

        for i, column in enumerate(arrange(sorted(held), cost)):
            place[column] = i
    return place


def gap_tracks(parts: Sequence[tuple[Net, Horizontal]]) -> dict[Net, int]:
    """Share the height of a gap among its horizontals: one track per net, ordered to cross least."""
    spans: dict[Net, tuple[Column, Column]] = {}
    ups: dict[Net, list[Column]] = {}
    downs: dict[Net, list[Column]] = {}
    for net, part in parts:
        low, high = part.span
        known = spans.get(net, (low, high))
        spans[net] = (min(low, known[0]), max(high, known[1]))
        ups.setdefault(net, []).append(part.start)
        downs.setdefault(net, []).append(part.end)

    def inside(columns: Sequence[Column], net: Net) -> int:
        low, high = spans[net]
        return sum(low < column < high for column in columns)

    order = arrange(list(spans), lambda one, two: inside(downs[one], two) + inside(ups[two], one))
    track: dict[Net, int] = {}
    for net in order:
        low, high = spans[net]
        above = [track[other] for other in track if spans[other][0] <= high and low <= spans[other][1]]
        track[net] = max(above, default=-1) + 1
    return track
