"""How an attack of 生灵对决 is drawn in time: lanes of both sides, the block window with its branches."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from rulekit import Action, Position, Trace
from rulekit.analysis.timing_graph import DECISION, phase_path, timing_graph
from rulekit.games.shengling import GAME
from tests.support.positions import set_up

FIELD: dict[str, Any] = {
    "step": "battle",
    "A": {"slot1": {"card": "溅浪巨鳄", "bonus": 1}},
    "B": {
        "slot1": {"card": "盾藤守卫"},
        "slot2": {"card": "守书石龟"},
        "slot3": {"card": "泥沼绊手", "tapped": True},
        "deck": ["稻草哨兵"] * 3,
    },
}


position = partial(set_up, "shengling")


@pytest.fixture
def window() -> tuple[Position, Trace]:
    return position(**FIELD).play_traced(Action("A", "attack", ("A1",)))


def test_the_block_window_branches_into_every_legal_set(window: tuple[Position, Trace]) -> None:
    graph = timing_graph(window[1], "zh")
    asked = graph.nodes[DECISION]
    assert asked["label"] == "阻挡窗口：B 挡住 A1 的攻击吗" and asked["lane"] == "battle" and asked["tone"] == "choice"
    labels = [graph.nodes[option]["label"] for option in graph.successors(DECISION)]
    assert labels == ["B1？", "B2？", "B1、B2？", "放弃阻挡？"]
    assert len({graph.nodes[option]["lane"] for option in graph.successors(DECISION)}) == 4
    few = timing_graph(window[1], "en", max_options=2)
    assert [few.nodes[option]["label"] for option in few.successors(DECISION)] == ["B1?", "B2?", "… and 2 more"]


def test_each_side_has_its_lanes(window: tuple[Position, Trace]) -> None:
    blocked, open_ = window[0].play_traced(GAME.parse("B", "block B1 B2"))
    trace = blocked.play_traced(GAME.parse("B", "yes"))[1]
    assert open_.decision is not None and open_.decision.kind == "yes_no"
    lanes = {(step.kind, step.who): GAME.steps.lane(step) for step in trace}
    assert lanes["attack", "A"] == "act.A" and lanes["block", "B"] == "battle" and lanes["compare", "A"] == "battle"
    assert lanes["damage.splash", "B"] == lanes["destroy.compared", "B"] == lanes["draw", "B"] == "fate.B"
    assert lanes["power.down", "A"] == "fate.A" and lanes["after_block", "B"] == "effect"
    graph = timing_graph(trace, "zh")
    assert [key for key, _ in graph.graph["lanes"]] == ["act.A", "battle", "effect", "fate.A", "fate.B"]
    assert [trace.steps[i].kind for i in phase_path(trace)] == ["attack", "block", "compare"]


def test_the_path_of_a_turn_passes_through_its_steps() -> None:
    start = position(
        step="main2", A={"sacrificed": 1}, B={"deck": ["献身"] * 3, "slot1": {"card": "年轮古木", "tapped": True}}
    )
    trace = start.trace(Action("A", "end_turn"))
    kinds = ["step.end", "turn_end", "turn_begin", "untap", "step.draw", "step.main1"]
    assert [trace.steps[i].kind for i in phase_path(trace)] == kinds
    assert all(GAME.steps.lane(trace.steps[i]) == "turn" for i in phase_path(trace))
