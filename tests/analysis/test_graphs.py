"""The timing graph: lanes and tones from data, causes, what did not happen, open decisions."""

import itertools
from functools import partial

import networkx as nx
import pytest

import rulekit
from rulekit import Action, Trace
from rulekit.analysis.explore import random_game
from rulekit.analysis.timing_graph import DECISION, graph_words, phase_path, short_label, timing_graph
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.steps import TONES
from rulekit.drawing.graph import EDGE_KINDS, graph_svg
from rulekit.drawing.graph import TONES as DRAWN
from tests.support.positions import set_up
from tests.support.words import chinese

TANGWU = rulekit.load_game("tangwu")


position = partial(set_up, "tangwu")


@pytest.fixture
def blocked():
    start = position(
        turn="A",
        step="act",
        A={"hp": 20, "cost": 5, "digit": 3},
        B={"hp": 10, "cost": 4, "digit": 2, "无敌": True, "荆棘": True},
    )
    return start.trace(Action("A", "cast", ("寒风",)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_legend_words_cover_tones_and_edges(lang):
    assert set(TONES) == set(DRAWN)
    for key in [*(f"tone.{t}" for t in TONES), *(f"edge.{e}" for e in EDGE_KINDS)]:
        assert graph_words().text(key, lang, {})


def test_lanes_causes_and_what_did_not_happen(blocked):
    graph = timing_graph(blocked, "zh")
    by_kind = {data["kind"]: (node, data) for node, data in graph.nodes(data=True)}
    damage, _ = by_kind["damage"]
    block, shown = by_kind["damage.blocked"]
    thorns, ghost = by_kind["thorns.blocked"]
    assert by_kind["damage"][1]["lane"] == "damage.B" and shown["lane"] == "reaction"
    assert graph.edges[damage, block]["kind"] == "cause"
    assert graph.edges[block, thorns] == {"kind": "prevented", "title": "因此没有发生"}
    assert ghost["tone"] == "skip" and not ghost["happened"] and ghost["label"] == "荆棘不触发"
    assert "TW-5.2.2" in ghost["title"] and "B 血量 10→12" in shown["title"]
    assert [key for key, _ in graph.graph["lanes"]] == ["start", "addition", "action", "damage.B", "reaction", "end"]
    assert ("skip", "没有发生") in graph.graph["legend"] and ("prevented", "被阻止") in graph.graph["legend"]
    without = timing_graph(blocked, "zh", skips=False)
    assert thorns not in without and ("skip", "没有发生") not in without.graph["legend"]


def test_path_over_the_phases(blocked):
    path = phase_path(blocked)
    assert [blocked.steps[i].kind for i in path] == ["cast", "turn.end", "turn.start"]
    graph = timing_graph(blocked, "en")
    assert all(graph.has_edge(a, b) for a, b in itertools.pairwise(path))


def test_time_runs_forward_and_every_step_is_there(blocked):
    graph = timing_graph(blocked, "en")
    assert list(graph) == [s.id for s in blocked]
    for one, two in graph.edges:
        assert graph.nodes[one]["layer"] <= graph.nodes[two]["layer"]
    layers = [graph.nodes[n]["layer"] for n in graph]
    assert layers == sorted(layers)


def test_open_decision_branches_into_its_options():
    start = position(
        {"TW-R23": "victim_chooses"},
        turn="A",
        step="act",
        A={"cost": 9, "digit": 7},
        B={"无敌": True, "荆棘": True, "强化": True},
    )
    pending, trace = start.play_traced(Action("A", "cast", ("公平正义",)))
    graph = timing_graph(trace, "zh")
    assert graph.nodes[DECISION]["tone"] == "choice" and graph.nodes[DECISION]["step"] is None
    options = list(graph.successors(DECISION))
    assert [graph.nodes[o]["label"] for o in options] == ["荆棘？", "无敌？", "强化？"]
    assert len({graph.nodes[o]["lane"] for o in options}) == 3
    few = timing_graph(trace, "zh", max_options=1)
    assert [few.nodes[o]["label"] for o in few.successors(DECISION)] == ["荆棘？", "……另有 2 种"]
    done = timing_graph(pending.trace(pending.legal_actions()[0]), "zh")
    assert DECISION not in done and "choice.dispel" in {d["kind"] for _, d in done.nodes(data=True)}


@pytest.mark.parametrize("seed", range(6))
def test_random_games_draw_in_both_languages(seed):
    game = random_game(TANGWU, seed)
    at, traces = game.start, []
    for action in game.actions[:40]:
        at, trace = at.play_traced(action)
        traces.append(trace)
    whole = Trace.join(traces)
    for lang in LANGUAGES:
        graph = timing_graph(whole, lang)
        assert nx.is_directed_acyclic_graph(graph)
        lanes = {key for key, _ in graph.graph["lanes"]}
        assert all(data["lane"] in lanes for _, data in graph.nodes(data=True))
        if lang == "en":
            labels = " ".join(data["label"] + data["title"] for _, data in graph.nodes(data=True))
            assert not chinese(labels)
    for trace in traces[:6]:
        graph = timing_graph(trace, "en")
        assert graph_svg(graph, lanes=graph.graph["lanes"], title=graph.graph["title"]).startswith("<svg")


def test_short_label_and_titles(blocked):
    assert short_label(blocked, blocked.steps[1], "en") == "pays 3$"
    assert timing_graph(blocked, "zh").graph["title"] == "A 放 寒风：13 步的时序"
    joined = Trace.join([blocked, blocked])
    assert timing_graph(joined, "en").graph["title"] == "Timing of 2 actions, 26 steps"
