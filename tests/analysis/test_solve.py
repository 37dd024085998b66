"""Solving: the shortest winning line of one turn, proven to be one by playing it."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.analysis import solve
from rulekit.analysis.solve import shortest_line

COMBO = {"step": "act", "A": {"cost": 11, "digit": 8}, "B": {"hp": 30, "cost": 2, "digit": 3, "无敌": True}}


def test_the_line_wins() -> None:
    position = rulekit.scene(COMBO).start
    line = shortest_line(position, "A")
    assert line is not None and line[-1].args == ("98K",)
    for action in line:
        position = position.play(action)
    assert position.outcome() == ("A", "combo")


def test_no_line_is_none() -> None:
    assert shortest_line(rulekit.scene({"step": "act", "B": {"hp": 99}}).start, "A") is None


def test_another_goal() -> None:
    position = rulekit.scene({"step": "act", "A": {"cost": 1, "digit": 1}}).start
    line = shortest_line(position, "A", goal=lambda p: p.state.B.hp < position.state.B.hp)
    assert line is not None and [a.args for a in line] == [("拳",)]
    assert shortest_line(position, "A", goal=lambda p: True) == ()


def test_only_own_decisions_count() -> None:
    start = rulekit.scene({"step": "act", "A": {"cost": 1, "digit": 1}}).start
    assert shortest_line(start, "A", goal=lambda p: p.to_act == "B", most=1) is not None
    assert shortest_line(start, "B") is None


def test_a_search_that_gives_up_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "MOST_POSITIONS", 3)
    with pytest.raises(RuntimeError):
        shortest_line(rulekit.scene(COMBO).start, "A")
