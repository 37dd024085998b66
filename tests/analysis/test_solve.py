"""Solving: the shortest winning line of one turn, proven to be one by playing it, and what can be forced."""

from __future__ import annotations

from typing import Any

import pytest

import rulekit
from rulekit.analysis import solve
from rulekit.analysis.solve import Force, shortest_line, shortest_lines

COMBO = {"step": "act", "A": {"cost": 11, "digit": 8}, "B": {"hp": 30, "cost": 2, "digit": 3, "无敌": True}}


def test_the_line_wins() -> None:
    position = rulekit.example(COMBO).start
    line = shortest_line(position, "A")
    assert line is not None and line[-1].args == ("98K",)
    for action in line:
        position = position.play(action)
    assert position.outcome() == ("A", "combo")


def test_no_line_is_none() -> None:
    assert shortest_line(rulekit.example({"step": "act", "B": {"hp": 99}}).start, "A") is None


def test_another_goal() -> None:
    position = rulekit.example({"step": "act", "A": {"cost": 1, "digit": 1}}).start
    line = shortest_line(position, "A", goal=lambda p: p.state.B.hp < position.state.B.hp)
    assert line is not None and [a.args for a in line] == [("拳",)]
    assert shortest_line(position, "A", goal=lambda p: True) == ()


def test_every_shortest_line_is_found() -> None:
    # 2 HP: the fist after one addition, or one of the skills of 3 after the other
    start = rulekit.example({"step": "add", "A": {"cost": 3, "digit": 1}, "B": {"hp": 2, "cost": 2, "digit": 0}}).start
    lines = [tuple(str(action) for action in line) for line in shortest_lines(start, "A")]
    assert lines == [
        ("A add cost", "A cast 小烈焰"),
        ("A add cost", "A cast 寒风"),
        ("A add digit", "A cast 拳"),
    ]
    assert next(shortest_lines(start, "A")) == shortest_line(start, "A")
    assert list(shortest_lines(start, "A", goal=lambda p: True)) == [()]
    assert list(shortest_lines(start, "A", most=1)) == []


def test_lines_come_together_and_apart_again() -> None:
    """Two orders of the same actions meet in one position: both are lines."""
    start = rulekit.example({"step": "act", "A": {"cost": 9, "digit": 1}, "B": {"cost": 1, "digit": 1}}).start
    lines = list(shortest_lines(start, "A", goal=lambda p: p.state.turn == "B" and p.state.A.digit == 2))
    assert len(lines) == len(set(lines)) > 1
    for line in lines:
        position = start
        for action in line:
            position = position.play(action)
        assert position.state.turn == "B" and position.state.A.digit == 2


def test_only_own_decisions_count() -> None:
    start = rulekit.example({"step": "act", "A": {"cost": 1, "digit": 1}}).start
    assert shortest_line(start, "A", goal=lambda p: p.to_act == "B", most=1) is not None
    assert shortest_line(start, "B") is None


def test_a_search_that_gives_up_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "MOST_POSITIONS", 3)
    with pytest.raises(RuntimeError):
        shortest_line(rulekit.example(COMBO).start, "A")


# -- whatever the others reply -----------------------------------------------------------------------

CROCODILE: dict[str, Any] = {
    "step": "battle",
    "A": {"slot1": {"card": "溅浪巨鳄"}},
    "B": {"slot1": {"card": "抱团田鼠"}, "deck": ["献身", "献身"]},
}


def siege() -> Force:
    return Force("A", lambda p: p.state.result == "A", lambda p: p.pending is not None)


def besieged(hp: int) -> rulekit.Position:
    return rulekit.example({**CROCODILE, "B": {**CROCODILE["B"], "hp": hp}}, game="shengling").start


@pytest.mark.parametrize(("hp", "needed"), [(6, 1), (7, None), (8, None)])
def test_a_win_is_forced_only_when_every_reply_loses(hp: int, needed: int | None) -> None:
    # 8 unblocked, 8 - 2 by splash when blocked (SL-7.16)
    assert siege().needs(besieged(hp)) == needed
    assert (siege().action(besieged(hp)) is None) == (needed is None)


@pytest.mark.parametrize(("hp", "reply"), [(7, "B1"), (6, "B1"), (9, "B1")])
def test_the_others_reply_as_well_as_they_can(hp: int, reply: str) -> None:
    position = besieged(hp)
    force = siege()
    assert force.reply(position) is None, "the attacker decides here"
    attacked = position.play(position.game.parse("A", "attack A1"))
    answer = force.reply(attacked)
    assert answer is not None and answer.args == (reply,)
    assert force.action(attacked) is None


def test_lines_that_force_go_on_to_the_goal_with_the_best_replies() -> None:
    force = siege()
    lines = [[action.args for action in line] for line in force.lines(besieged(6))]
    assert lines == [[("A1",), ("B1",)], [("A1",), ("decline",)]], "6 by splash, or 8 to the face: as long"
    assert list(force.lines(besieged(7))) == []


def test_a_goal_is_missed_where_others_may_not_reply() -> None:
    position = besieged(6)
    assert Force("A", lambda p: p.state.result == "A", lambda p: False).needs(position) is None
    ended = Force("A", lambda p: p.state.active == "B", lambda p: False)
    assert ended.needs(position) == 2, "end the battle, end the turn"
    passed = position.play(position.game.parse("A", "end_battle")).play(position.game.parse("A", "end_turn"))
    assert ended.needs(passed) == 0 and ended.action(passed) is None and ended.reply(passed) is None


def test_no_more_actions_than_allowed() -> None:
    goal = lambda p: p.state.active == "B"  # noqa: E731
    assert Force("A", goal, lambda p: True, most=1).needs(besieged(9)) is None
    assert Force("A", goal, lambda p: True, most=2).needs(besieged(9)) == 2


def test_a_forcing_search_that_gives_up_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "MOST_POSITIONS", 1)
    with pytest.raises(RuntimeError):
        siege().needs(besieged(7))
