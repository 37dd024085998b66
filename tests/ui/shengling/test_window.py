"""The block window drawn as a graph."""

from __future__ import annotations

from rulekit.ui.explorer import Explorer
from rulekit.ui.panels.shengling.branches import MOST, shown_answers, window_graph
from rulekit.ui.panels.shengling.saying import Saying
from tests.support.labs import hidden
from tests.ui.shengling.opened import blocks


def test_the_window_is_a_decision_with_a_branch_for_each_answer(fight: Explorer) -> None:
    panel = blocks(fight)
    battle = panel.sight.battle()
    assert battle is not None
    say = Saying(panel, battle.state)
    graph = window_graph(battle, ["B1", "B5", "decline"], "B5", say)
    assert graph.nodes["question"]["tone"] == "choice" and "SL-9.2" in graph.nodes["question"]["title"]
    assert [name for name, _ in graph.graph["lanes"]] == ["start", "b0", "b1", "b2"]
    assert sorted(graph.successors("question")) == ["b0.2", "b1.2", "b2.2"]
    kinds = {lane: [d["kind"] for _, d in graph.nodes.items() if d["lane"] == lane] for lane in ("b0", "b1", "b2")}
    assert kinds["b0"] == ["block", "compare", "destroy.compared", "damage.blocked"]
    assert kinds["b1"] == ["block", "mark", "compare", "destroy.compared", "damage.blocked"]
    assert kinds["b2"] == ["block.declined", "damage.direct"]
    assert graph.graph["path"] == ["start", "question", "b1.2", "b1.3", "b1.4", "b1.5", "b1.6"]
    assert "<svg" in panel.graph.value and "阻挡窗口" in panel.graph.value


def test_so_many_branches_are_drawn_the_chosen_one_among_them() -> None:
    answers = [f"B{n}" for n in range(1, 6)] + ["B1 B2", "B1 B3", "decline"]
    assert shown_answers(answers, "B1 B3") == ["B1", "B2", "B3", "B4", "B1 B3", "decline"]
    assert shown_answers(answers, "decline") == ["B1", "B2", "B3", "B4", "B5", "decline"]
    assert shown_answers(answers, "B4 B5") == shown_answers(answers, "decline") and MOST == 6
    assert shown_answers(["decline"], "decline") == ["decline"]


def test_the_graph_can_be_folded_away(fight: Explorer) -> None:
    panel = blocks(fight)
    assert "另有 6 种" in panel.hint.value
    panel.branches.value = False
    assert hidden(panel.graph) and panel.graph.value == "" and panel.hint.value == ""
