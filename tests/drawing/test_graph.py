"""The drawing of a step graph: well-formed, escaped, accessible, the same bytes on every run."""

from __future__ import annotations

import base64
import re
import time
import xml.etree.ElementTree as ET
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.drawing.graph import TONES, graph_svg
from rulekit.drawing.svg import content_hash, data_uri, escape, img_tag, number, text_width
from tests.support.processes import under_hash_seeds

LANES = [("turn", "回合阶段"), ("act", "行动"), ("skip", "没有发生")]
NS = "{http://www.w3.org/2000/svg}"


def sample() -> nx.DiGraph[Any]:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_node(1, label="回合开始", lane="turn", layer=0, step=1, tone="phase")
    graph.add_node(2, label="寒风", lane="act", layer=1, step=2, tone="action")
    graph.add_node(3, label="荆棘没有触发", lane="skip", layer=2, step=3, tone="skip")
    graph.add_node(4, label="回合结束", lane="turn", layer=3, step=4, tone="phase")
    graph.add_edge(1, 2, kind="cause")
    graph.add_edge(2, 3, kind="prevented", title="没有受到伤害")
    graph.add_edge(1, 4, kind="order")
    return graph


def draw(graph: nx.DiGraph[Any], **options: Any) -> ET.Element:
    svg = graph_svg(graph, lanes=LANES, title="时序图", **options)
    return ET.fromstring(svg)


def classes(root: ET.Element, data_id: str) -> set[str]:
    found = [g for g in root.iter(f"{NS}g") if g.get("data-id") == data_id]
    assert len(found) == 1
    return set((found[0].get("class") or "").split())


def edge_classes(root: ET.Element, source: str, target: str) -> set[str]:
    (found,) = [p for p in root.iter(f"{NS}path") if (p.get("data-from"), p.get("data-to")) == (source, target)]
    return set((found.get("class") or "").split())


def test_root_is_an_accessible_picture() -> None:
    root = draw(sample(), lang="zh")
    assert root.tag == f"{NS}svg"
    assert root.get("role") == "img" and root.get("aria-label") == "时序图" and root.get("lang") == "zh"
    assert root.find(f"{NS}title") is not None
    nodes = [g for g in root.iter(f"{NS}g") if "rk-node" in (g.get("class") or "").split()]
    assert [g.get("data-id") for g in nodes] == ["1", "2", "3", "4"]
    for node in nodes:
        assert node.get("tabindex") == "0"
        assert node.find(f"{NS}title") is not None


def test_current_node_is_marked_and_later_ones_fade() -> None:
    root = draw(sample(), current=2)
    assert "rk-now" in classes(root, "2")
    assert "rk-later" not in classes(root, "1") and "rk-later" not in classes(root, "2")
    assert "rk-later" in classes(root, "3") and "rk-later" in classes(root, "4")
    assert "rk-later" in edge_classes(root, "2", "3") and "rk-later" not in edge_classes(root, "1", "2")
    assert len([r for r in root.iter(f"{NS}rect") if r.get("class") == "rk-halo"]) == 1


def test_path_emphasises_its_nodes_and_the_edges_between_them() -> None:
    root = draw(sample(), path=(1, 4))
    assert "rk-onpath" in classes(root, "1") and "rk-onpath" not in classes(root, "2")
    assert "rk-on" in edge_classes(root, "1", "4") and "rk-on" not in edge_classes(root, "1", "2")


def test_edge_kinds_and_tones_reach_the_drawing() -> None:
    root = draw(sample())
    assert "rk-prevented" in edge_classes(root, "2", "3")
    assert "rk-order" in edge_classes(root, "1", "4")
    assert "rk-skip" in classes(root, "3")
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for tone in TONES:
        graph.add_node(tone, tone=tone)
    svg = graph_svg(graph, lanes=LANES, title="t")
    assert all(f"--tone:{colour}" in svg for colour in TONES.values())
    graph.add_node("odd", tone='" onload="x', kind=3)
    assert "rk-phase" in classes(draw(graph), "odd")


HOSTILE = "<script>alert(1)</script>\"'&]]>\x00\ud800"


def test_hostile_text_is_shown_not_run() -> None:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_node(HOSTILE, label=HOSTILE, lane=HOSTILE, title=HOSTILE, tone=HOSTILE)
    graph.add_node("b", label="<img src=x onerror=alert(1)>", lane="act")
    graph.add_edge(HOSTILE, "b", kind=HOSTILE, title=HOSTILE)
    svg = graph_svg(graph, lanes=[(HOSTILE, HOSTILE)], title=HOSTILE, lang=HOSTILE, legend=[("skip", HOSTILE)])
    root = ET.fromstring(svg)
    assert not [e for e in root.iter() if e.tag.rpartition("}")[2] in ("script", "img", "foreignObject")]
    assert "<script" not in svg and "<img" not in svg
    assert not [name for e in root.iter() for name in e.attrib if name.startswith("on")]
    data_uri(svg)


@given(st.lists(st.text(max_size=20), max_size=6), st.text(max_size=10))
@settings(max_examples=60, deadline=None)
def test_any_text_gives_well_formed_xml(labels: list[str], title: str) -> None:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for i, label in enumerate(labels):
        graph.add_node(i, label=label, title=label, lane=label)
    ET.fromstring(graph_svg(graph, lanes=LANES, title=title).encode("utf-8"))


@pytest.mark.parametrize("direction", ["down", "right"])
def test_empty_graph_and_single_node(direction: Any) -> None:
    empty: nx.DiGraph[Any] = nx.DiGraph()
    ET.fromstring(graph_svg(empty, lanes=[], title=""))
    draw(empty, direction=direction)
    empty.add_node("only", label="一")
    root = draw(empty, direction=direction, current=1, path=("only",))
    assert "rk-onpath" in classes(root, "only")


def test_whole_label_is_in_the_title_when_the_box_cuts_it() -> None:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    label = "二十四个安静的回合之后判为平局" * 3
    graph.add_node(1, label=label)
    root = draw(graph)
    (node,) = [g for g in root.iter(f"{NS}g") if g.get("data-id") == "1"]
    assert node.findtext(f"{NS}title") == label
    lines = [t.text or "" for t in node.iter(f"{NS}tspan")]
    assert len(lines) == 2 and lines[-1].endswith("…")


def test_ids_are_unique_to_the_drawing() -> None:
    def ids(**options: Any) -> set[str]:
        return set(re.findall(r' id="([^"]+)"', graph_svg(sample(), lanes=LANES, title="t", **options)))

    assert ids() == ids()
    assert not ids() & ids(current=2)
    assert not ids() & ids(path=(1,))
    used = set(re.findall(r"url\(#([^)]+)\)", graph_svg(sample(), lanes=LANES, title="t")))
    assert used <= ids()


def test_style_is_confined_to_the_drawing() -> None:
    style = re.search(r"<style>(.*?)</style>", graph_svg(sample(), lanes=LANES, title="t"), re.S)
    assert style is not None
    body = style.group(1)
    selectors = re.findall(r"(?:^|[{}])\s*([^{}@]+?)\s*\{", re.sub(r"@media[^{]*\{", "", body))
    assert selectors and all(".rk-g" in part for selector in selectors for part in selector.split(","))
    assert "prefers-color-scheme:dark" in body and "var(--jp-layout-color1,#ffffff)" in body


def test_two_hundred_nodes_take_less_than_a_second() -> None:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for i in range(200):
        graph.add_node(i, label=f"第 {i} 步：伤害 {i}", lane=LANES[i * 5 % 3][0], layer=i, step=i, tone="damage")
        if i:
            graph.add_edge(i * 3 // 4, i, kind="cause" if i % 5 else "order")
    start = time.process_time()
    graph_svg(graph, lanes=LANES, title="t", current=100)
    assert time.process_time() - start < 1


PROGRAM = """
import sys
import networkx as nx
from rulekit.drawing.svg import data_uri
from rulekit.drawing.graph import graph_svg
g = nx.DiGraph()
for i in range(40):
    tone = ("skip", "heal")[i % 2]
    g.add_node(f"n{i}", label=f"寒风 {i}", lane="abc"[i * i % 3], layer=i // 2, step=i, tone=tone)
for i in range(39):
    g.add_edge(f"n{i // 2}", f"n{i + 1}")
path = frozenset(f"n{i}" for i in range(0, 40, 3))
svg = graph_svg(g, lanes=[("a", "甲"), ("b", "乙"), ("c", "丙")], title="图", current=9, path=path)
sys.stdout.buffer.write(svg.encode())
"""


def test_bytes_do_not_depend_on_the_hash_seed() -> None:
    seen = under_hash_seeds(PROGRAM, (0, 5, 123))
    assert len(seen) == 1 and next(iter(seen)).startswith("<svg ")


def test_helpers() -> None:
    assert escape("<a b='\"'>&\x07") == "&lt;a b=&#x27;&quot;&#x27;&gt;&amp;\ufffd"
    assert number(3.0) == "3" and number(2.5) == "2.5" and number(-0.25) == "-0.25"
    assert text_width("寒A", 10) == pytest.approx(15.6)
    assert content_hash("a", "b") == content_hash("a", "b") != content_hash("ab")
    uri = data_uri("<svg>寒</svg>")
    head, _, body = uri.partition(",")
    assert head == "data:image/svg+xml;base64" and base64.b64decode(body).decode() == "<svg>寒</svg>"
    assert img_tag("<svg/>", '"><script>').count("<") == 1
