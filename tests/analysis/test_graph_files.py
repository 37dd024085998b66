"""Graphs are written in every file format of networkx and read back, for every scenario of every game."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from typing import Any

import networkx as nx
import pytest

from rulekit import Trace
from rulekit.analysis.matching_graph import matching_graph
from rulekit.analysis.timing_graph import timing_graph
from rulekit.core import scenario
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.codec import change_from_json
from rulekit.core.game import Game
from rulekit.core.graph import plain_attributes, plain_graph
from rulekit.games.quanjiao.matching import Placement
from rulekit.games.quanjiao.moves import DEMO_MOVES
from rulekit.games.quanjiao.pairing import matching_data
from tests.properties.registry import every_game, scenarios

pytestmark = pytest.mark.slow


def through_json(graph: Any) -> Any:
    return nx.node_link_graph(json.loads(json.dumps(nx.node_link_data(graph, edges="edges"))), edges="edges")


def through(write: Callable[..., None], read: Callable[..., Any]) -> Callable[[Any], Any]:
    def go(graph: Any) -> Any:
        file = io.BytesIO()
        write(graph, file)
        file.seek(0)
        return read(file)

    return go


FORMATS: Mapping[str, Callable[[Any], Any]] = {
    "GraphML": through(nx.write_graphml_xml, nx.read_graphml),
    "GEXF": through(nx.write_gexf, nx.read_gexf),
    "GML": through(nx.write_gml, nx.read_gml),
    "JSON": through_json,
}


def check_written(graph: Any) -> None:
    """Check that a graph comes back with all its nodes and edges from every format."""
    nodes, edges = sorted(map(str, graph)), sorted((str(a), str(b)) for a, b in graph.edges)
    for name, go in FORMATS.items():
        back = go(graph)
        assert sorted(map(str, back)) == nodes, name
        found = sorted((str(a), str(b)) for a, b in back.edges)
        assert (found == edges) if graph.is_directed() else (len(found) == len(edges)), name


def traces(game: Game) -> list[Trace]:
    """Return the traces of all runs of all scenarios, without those that are like one before in kinds of steps."""
    found: dict[Any, Trace] = {}
    for file in sorted(scenarios(game).rglob("*.yaml")):
        for ran in scenario.check(scenario.load(file)).runs:
            if ran.trace is not None:
                found.setdefault(frozenset((s.kind, s.who, tuple(s.params)) for s in ran.trace), ran.trace)
    return list(found.values())


@every_game
def test_every_trace_is_written_in_every_format(game: Game) -> None:
    for trace in traces(game):
        graph = trace.to_networkx()
        assert graph.number_of_nodes() == len(trace)
        check_written(graph)
        for step in trace:
            node = graph.nodes[step.id]
            assert tuple(json.loads(node["clauses"])) == step.clauses and node["kind"] == step.kind
            assert json.loads(node["rulings"]) == step.rulings and node.get("who") == step.who
            assert set(json.loads(node["params"])) == set(step.params)
            assert len(json.loads(node["changes"])) == len(step.changes)


@every_game
def test_what_a_graph_says_of_changes_can_be_read(game: Game) -> None:
    trace = traces(game)[0]
    graph = FORMATS["GraphML"](trace.to_networkx())
    for step in trace:
        changes = json.loads(graph.nodes[str(step.id)]["changes"])
        assert tuple(change_from_json(game.State, change) for change in changes) == step.changes
    assert graph.graph["game"] == game.id and json.loads(graph.graph["rulings"]) == trace.rulings


@every_game
def test_drawings_of_traces_are_written_in_every_format(game: Game) -> None:
    for trace in traces(game)[::10]:
        for lang in LANGUAGES:
            graph = timing_graph(trace, lang)
            check_written(plain_graph(graph))
            assert graph.graph["lanes"] and "label" in next(iter(graph.nodes.values()))  # left as it was


def test_matchings_are_written_in_every_format() -> None:
    from rulekit import load_game

    game = load_game("quanjiao")
    state: Any = game.start()
    state.A.board = (("LH1", "F2"), ("RH1", "F1"), ("LL1", "L1"))
    state.step = "declare"
    board = state.board_of("A", game.defaults.choices)
    for lang in LANGUAGES:
        check_written(plain_graph(matching_graph(matching_data(board, DEMO_MOVES, [("m01", Placement(1))], lang))))


@pytest.mark.parametrize("text", ["\x1b[31m\0", "<&>\"'", "a\nb\r\n\tc", "\ufffe\x9b\u2028", "寒风 😀", ""])
def test_any_text_is_written(text: str) -> None:
    graph = nx.DiGraph(**plain_attributes({"title": text}))
    graph.add_node("one", **plain_attributes({"name": text, "params": {text: [text, None, 3]}, "who": None}))
    check_written(graph)
    assert json.loads(graph.nodes["one"]["params"]) is not None and "who" not in graph.nodes["one"]
