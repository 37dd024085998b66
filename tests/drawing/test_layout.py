"""The layered layout: no overlaps, nothing through a box, the same on every run."""

from __future__ import annotations

import itertools
import time
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.drawing.layout import EdgeLine, Layout, NodeBox, layered_layout
from rulekit.drawing.width import text_em, wrap_label
from tests.support.processes import under_hash_seeds

LANES = ["phase", "act", "dmg", "status"]
KINDS = ["cause", "order", "prevented"]


@st.composite
def dags(draw: st.DrawFn) -> nx.DiGraph[Any]:
    """Random acyclic graphs; layers need not follow the edges."""
    count = draw(st.integers(0, 14))
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for i in range(count):
        graph.add_node(f"n{i}", label=draw(st.text("寒风A 1，", max_size=30)), lane=draw(st.sampled_from(LANES)))
        if draw(st.booleans()):
            graph.nodes[f"n{i}"]["layer"] = draw(st.integers(-2, 6))
    for i, j in itertools.combinations(range(count), 2):
        if draw(st.integers(0, 3)) == 0:
            graph.add_edge(f"n{i}", f"n{j}", kind=draw(st.sampled_from(KINDS)))
    return graph


def overlap(a: NodeBox, b: NodeBox) -> bool:
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


def enters(edge: EdgeLine, box: NodeBox) -> bool:
    """Whether a stretch of the edge passes through the inside of the box."""
    for (x0, y0), (x1, y1) in itertools.pairwise(edge.points):
        if max(x0, x1) > box.x and min(x0, x1) < box.x + box.w and max(y0, y1) > box.y and min(y0, y1) < box.y + box.h:
            return True
    return False


def on_border(point: tuple[int, int], box: NodeBox) -> bool:
    x, y = point
    inside = box.x <= x <= box.x + box.w and box.y <= y <= box.y + box.h
    return inside and (x in (box.x, box.x + box.w) or y in (box.y, box.y + box.h))


def check(plan: Layout) -> None:
    boxes = {box.node: box for box in plan.boxes}
    for a, b in itertools.combinations(plan.boxes, 2):
        assert not overlap(a, b), (a, b)
    bands = {band.key: band for band in plan.lanes}
    for box in plan.boxes:
        band = bands[box.lane]
        assert box.x >= 0 and box.x + box.w <= plan.width and box.y >= 0 and box.y + box.h <= plan.height
        if plan.direction == "down":
            assert band.x <= box.x and box.x + box.w <= band.x + band.w
        else:
            assert band.y <= box.y and box.y + box.h <= band.y + band.h
    for edge in plan.edges:
        assert len(edge.points) >= 2
        assert on_border(edge.points[0], boxes[edge.source]), edge
        assert on_border(edge.points[-1], boxes[edge.target]), edge
        for (x0, y0), (x1, y1) in itertools.pairwise(edge.points):
            assert (x0 == x1) != (y0 == y1), "stretches are horizontal or vertical and never empty"
        for box in plan.boxes:
            assert not enters(edge, box), (edge, box)
        assert all(0 <= x <= plan.width and 0 <= y <= plan.height for x, y in edge.points)


@pytest.mark.slow
@given(dags())
@settings(max_examples=150, deadline=None)
@pytest.mark.parametrize("direction", ["down", "right"])
def test_no_box_overlaps_and_no_line_runs_through_a_box(direction: Any, graph: nx.DiGraph[Any]) -> None:
    check(layered_layout(graph, LANES, direction=direction))


@given(dags())
@settings(max_examples=80, deadline=None)
def test_later_layers_come_later_and_lines_share_no_stretch_with_another_source(
    graph: nx.DiGraph[Any],
) -> None:
    plan = layered_layout(graph, LANES)
    ranks = {box.node: box.rank for box in plan.boxes}
    for a, b in itertools.combinations([n for n in graph if "layer" in graph.nodes[n]], 2):
        low, high = graph.nodes[a]["layer"], graph.nodes[b]["layer"]
        if low != high:
            assert (ranks[a] < ranks[b]) == (low < high)
    crowded = {n for n in graph if graph.degree(n) > 5}
    lines = [e for e in plan.edges if not {e.source, e.target} & crowded]
    for one, two in itertools.combinations(lines, 2):
        if len({one.source, one.target, two.source, two.target}) == 4:
            for p, q in itertools.product(itertools.pairwise(one.points), itertools.pairwise(two.points)):
                assert shared(p, q) == 0, (one, two)


def shared(p: Any, q: Any) -> int:
    """Length on which two stretches lie on one another."""
    for axis in (0, 1):
        other = 1 - axis
        if p[0][axis] == p[1][axis] == q[0][axis] == q[1][axis]:
            low = max(min(p[0][other], p[1][other]), min(q[0][other], q[1][other]))
            high = min(max(p[0][other], p[1][other]), max(q[0][other], q[1][other]))
            return max(0, high - low)
    return 0


def test_empty_graph_and_single_node() -> None:
    empty = layered_layout(nx.DiGraph(), [])
    assert empty.boxes == empty.edges == empty.lanes == ()
    assert len(layered_layout(nx.DiGraph(), LANES).lanes) == len(LANES)
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_node("only", label="寒风")
    plan = layered_layout(graph, [])
    check(plan)
    assert [(box.rank, box.lines) for box in plan.boxes] == [(0, ("寒风",))]


def test_unknown_lane_is_added_at_the_end() -> None:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_node(1, lane="other")
    graph.add_node(2, lane="act")
    assert [band.key for band in layered_layout(graph, LANES).lanes] == [*LANES, "other"]


def test_a_cycle_is_refused() -> None:
    with pytest.raises(ValueError, match="cycle"):
        layered_layout(nx.DiGraph([(1, 2), (2, 1)]), LANES)


def test_nodes_of_one_layer_and_lane_follow_their_steps() -> None:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for node, step in (("c", 3), ("a", 1), ("b", 2)):
        graph.add_node(node, lane="act", layer=0, step=step)
    ranks = {box.node: box.rank for box in layered_layout(graph, LANES).boxes}
    assert ranks == {"a": 0, "b": 1, "c": 2}


def test_barycenter_order_avoids_a_crossing() -> None:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_node("p1", lane="act", layer=0)
    graph.add_node("p2", lane="act", layer=1)
    for node in ("late", "early"):
        graph.add_node(node, lane="dmg", layer=2)
    graph.add_edges_from([("p1", "early"), ("p2", "late")])
    plan = layered_layout(graph, LANES)
    ranks = {box.node: box.rank for box in plan.boxes}
    assert ranks["early"] < ranks["late"]


def test_long_edge_goes_around_the_box_in_its_way() -> None:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for node in range(3):
        graph.add_node(node, lane="act", layer=node)
    graph.add_edges_from([(0, 1), (1, 2), (0, 2)])
    plan = layered_layout(graph, LANES)
    check(plan)
    straight, around = plan.edges[0], next(e for e in plan.edges if (e.source, e.target) == (0, 2))
    assert len(straight.points) == 2 and len(around.points) == 4


def test_more_arrows_than_places_still_draws() -> None:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for node in range(60):
        graph.add_node(node, lane=LANES[node % 4], layer=node // 4)
    graph.add_node("end", lane="dmg", layer=99)
    for node in range(60):
        graph.add_edge(node, "end", kind=KINDS[node % 3])
    check(layered_layout(graph, LANES))


def test_two_hundred_nodes_take_less_than_a_second() -> None:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for node in range(200):
        graph.add_node(node, lane=LANES[node * 7 % 4], layer=node, label=f"第 {node} 步")
        if node:
            graph.add_edge(node * 5 // 6 if node % 3 else node - 1, node)
            if node > 9 and node % 4 == 0:
                graph.add_edge(node - 9, node, kind="order")
    start = time.process_time()
    plan = layered_layout(graph, LANES)
    assert time.process_time() - start < 1
    check(plan)


PROGRAM = """
import networkx as nx
from rulekit.drawing.layout import layered_layout
g = nx.DiGraph()
for i in range(30):
    g.add_node(f"n{i}", lane="abc"[i * i % 3], layer=i // 2, label="寒风" * (i % 9))
for i in range(30):
    for j in range(i + 1, 30):
        if (i * 7 + j * 3) % 11 == 0:
            g.add_edge(f"n{i}", f"n{j}", kind=("cause", "order")[j % 2])
print(layered_layout(g, ["a", "b", "c"]))
"""


def test_layout_does_not_depend_on_the_hash_seed() -> None:
    assert len(under_hash_seeds(PROGRAM, (0, 1, 77))) == 1


def test_text_width_counts_wide_characters_as_one_em() -> None:
    assert text_em("寒风") == 2
    assert text_em("ab") == pytest.approx(1.12)
    assert text_em("，Ａ→") == 3
    assert text_em("e\u0301") == pytest.approx(0.56)


@given(st.text(max_size=60), st.floats(2, 20), st.integers(1, 3))
def test_wrapped_lines_are_few_and_fit(text: str, room: float, count: int) -> None:
    lines = wrap_label(text, room, count)
    assert 1 <= len(lines) <= count
    assert all(text_em(line) <= room + 1e-9 for line in lines)
    kept, whole = "".join(lines).replace(" ", ""), "".join(text.split())
    assert kept == whole or (kept.endswith("…") and whole.startswith(kept[:-1]))


def test_wrapping_keeps_punctuation_and_brackets_with_their_text() -> None:
    assert wrap_label("荆棘没有触发：没有受到伤害", 9) == ("荆棘没有触发：", "没有受到伤害")
    for room in range(4, 12):
        for line in wrap_label("荆棘：A 受到 ⌈3/2⌉ = 2 点伤害，结束", room, 9):
            assert line[0] not in "：⌉，" and line[-1] != "⌈"
