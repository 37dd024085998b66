"""Every mark that a drawing makes stands in its legend, and nothing else does."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

import rulekit
from rulekit.analysis.matching_graph import matching_graph
from rulekit.core import scenario
from rulekit.core.catalogue import LANGUAGES
from rulekit.drawing.bipartite import bipartite_svg
from rulekit.drawing.graph import EDGE_KINDS, MARKS, TONES
from rulekit.ui.explorer import Explorer
from rulekit.ui.session import Session
from rulekit.ui.static import trace_svg
from tests.support import ROOT

NS = "{http://www.w3.org/2000/svg}"
# Classes by what they mean to a reader.
MEANING = {
    **{f"rk-{tone}": tone for tone in TONES},
    **{f"rk-{kind}": kind for kind in EDGE_KINDS},
    "rk-on": "path", "rk-onpath": "path", "rk-now": "now", "rk-halo": "now", "rk-later": "later",
    "rk-badge": "number", "rk-number": "number",
}  # fmt: skip
# What carries no meaning of its own, or says it in words: the ground, lanes with their names, boxes with theirs.
PLAIN = {
    "rk-graph", "rk-ground", "rk-band", "rk-rule", "rk-lane", "rk-edge", "rk-node", "rk-base", "rk-box", "rk-label",
}  # fmt: skip


def read(svg: str) -> tuple[set[str], list[str]]:
    """Return what is drawn, by meaning, and what the legend explains."""
    root = ET.fromstring(svg)
    legend = next((g for g in root.iter(f"{NS}g") if g.get("class") == "rk-legend"), None)
    explained = [str(g.get("data-key")) for g in legend or ()]
    skipped = {id(e) for e in (legend.iter() if legend is not None else ())}
    skipped |= {id(e) for defs in root.iter(f"{NS}defs") for e in defs.iter()}
    drawn = set()
    for element in root.iter():
        if id(element) not in skipped:
            names = set((element.get("class") or "").split()) - PLAIN
            drawn |= {MEANING[name] for name in names if not name.startswith("rk-g")}
    return drawn, explained


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", rulekit.GAMES)
def test_the_timing_graph_explains_every_mark(game: str, lang: str) -> None:
    seen: set[str] = set()
    for path in scenario.find([ROOT / "scenarios" / game])[::9]:
        trace = Session.of_scenario(scenario.load(path), lang=lang).trace
        for current in (None, 0, len(trace) // 2) if trace is not None else ():
            drawn, explained = read(trace_svg(trace, lang, current=current))  # type: ignore[arg-type]
            assert len(explained) == len(set(explained))
            assert drawn == set(explained), path.name
            seen |= drawn
    assert {*MARKS, *EDGE_KINDS, "skip"} <= seen


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_branches_of_a_block_explain_every_mark(lang: str) -> None:
    given = {
        "step": "battle", "active": "A", "turn": 3,
        "A": {"slot1": {"card": "溅浪巨鳄"}}, "B": {"slot1": {"card": "抱团田鼠"}, "slot2": {"card": "泥沼绊手"}},
    }  # fmt: skip
    lab: Explorer = rulekit.lab("shengling", given=given, name="legend", lang=lang)
    svg = lab.panels["blocks"].graph.value
    lab.close()
    drawn, explained = read(svg[svg.index("<svg") :])
    assert drawn == set(explained) and {"path", "cause", "choice"} <= drawn


@pytest.mark.parametrize(("valid", "met"), [(True, True), (False, True), (False, False)])
def test_symbols_and_needs_explain_every_box(valid: bool, met: bool) -> None:
    data = {
        "title": "x",
        "symbols": [{"id": "a", "label": "a", "valid": valid}, {"id": "b", "label": "b", "valid": True}],
        "needs": [{"id": "n", "label": "n", "met": met}],
        "edges": [["a", "n", met]],
    }
    words = {key: key for key in ("left", "right", "chosen", "possible", "unmet", "used", "off")}
    root = ET.fromstring(bipartite_svg(matching_graph(data), title="x", words=words))
    texts = [t.text for t in root.iter(f"{NS}text")]
    assert ("used" in texts) is met and ("off" in texts) is not valid
    assert {"chosen", "possible", "unmet"} <= set(texts)
