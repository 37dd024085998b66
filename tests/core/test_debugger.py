"""The debugger: every move, both directions, unfinished resolutions and forks."""

from functools import partial

import pytest

import rulekit
from rulekit import Action, RulekitError, Trace
from rulekit.analysis.explore import random_game
from rulekit.core.debugger import Debugger
from tests.support.positions import set_up

TANGWU = rulekit.load_game("tangwu")


position = partial(set_up, "tangwu")


@pytest.fixture
def blocked():
    """寒风 against 无敌 and 荆棘, and the trace of it."""
    start = position(
        turn="A",
        step="act",
        A={"hp": 20, "cost": 5, "digit": 3},
        B={"hp": 10, "cost": 4, "digit": 2, "无敌": True, "荆棘": True},
    )
    return start, start.trace(Action("A", "cast", ("寒风",)))


@pytest.fixture
def undecided():
    """公平正义 where the victim chooses what to lose, stopped at the question."""
    start = position(
        {"TW-R23": "victim_chooses"},
        turn="A",
        step="act",
        A={"hp": 20, "cost": 9, "digit": 7},
        B={"hp": 10, "cost": 4, "digit": 2, "无敌": True, "荆棘": True},
    )
    return start, start.play_traced(Action("A", "cast", ("公平正义",)))


@pytest.mark.parametrize("seed", range(12))
def test_back_to_any_step_and_forward_again_gives_the_same_state(seed):
    game = random_game(TANGWU, seed)
    at, traces = game.start, []
    for action in game.actions[:60]:
        at, trace = at.play_traced(action)
        traces.append(trace)
    whole = Trace.join(traces)
    forward = Debugger(whole)
    states = [forward.state]
    while forward.next():
        states.append(forward.state)
    assert len(states) == len(whole) + 1
    assert states[-1] == at.state
    back = Debugger(whole, len(whole) - 1)
    for id in range(len(whole) - 2, -2, -1):
        assert back.back() and back.at == id and back.state == states[id + 1]
    assert not back.back()
    for id in range(0, len(whole), 7):
        back.jump(len(whole) - 1 - id)
        assert back.state == states[len(whole) - id] == whole.state_at(len(whole) - 1 - id)


def test_moves_follow_causes(blocked):
    _, trace = blocked
    walk = Debugger(trace)
    assert walk.step is None and not walk.inside
    assert walk.into() and walk.step.kind == "cast"
    walk.run_to(kind="damage")
    damage = walk.at
    assert walk.into() and walk.step.parent == damage
    assert walk.out() and walk.at == trace.last_within(damage) + 1
    walk.jump(damage)
    assert walk.over() and walk.at == trace.last_within(damage) + 1
    walk.jump(0)
    assert walk.over() and walk.step.parent is None and walk.step.kind == "turn.end"
    assert walk.to_end() and not walk.next() and not walk.over() and not walk.out()
    assert walk.to_start() and walk.at == -1 and walk.state == trace.start


def test_run_to(blocked):
    _, trace = blocked
    walk = Debugger(trace)
    assert walk.run_to(clause="TW-5.2.2") and walk.step.kind == "damage.blocked"
    assert walk.run_to(field=("A",), back=True) and walk.step.changes[0].path[0] == "A"
    assert walk.run_to(field=("B", "hp")) and walk.state.B.hp == 12
    here = walk.at
    assert not walk.run_to(clause="TW-5.2.4") and walk.at == here
    assert not walk.run_to(kind="damage.taken")
    assert walk.run_to(clause="TW-4.2", kind="income", field=("B", "cost"))
    with pytest.raises(RulekitError):
        walk.run_to(clause="TW-99")
    with pytest.raises(ValueError):
        walk.run_to()
    with pytest.raises(IndexError):
        walk.jump(len(trace))


def test_fork_inside_and_after_a_resolution(blocked):
    start, trace = blocked
    walk = Debugger(trace)
    assert walk.fork() == start
    walk.run_to(kind="damage.blocked")
    assert walk.inside
    inside = walk.fork()
    assert inside.state.B.hp == 12 and inside.state.step == "act" and inside.legal_actions()
    assert start.state.B.hp == 10
    walk.to_end()
    assert not walk.inside
    assert walk.fork() == start.play(Action("A", "cast", ("寒风",)))


def test_a_fork_does_not_touch_the_trace(blocked):
    _, trace = blocked
    walk = Debugger(trace, 3)
    with pytest.raises(RulekitError):
        walk.fork().state.A.hp = 99
    walk.state.A.hp = 98
    assert walk.state.A.hp == 20 and trace.start.A.hp == 20


def test_unfinished_resolution(undecided):
    _start, (pending, trace) = undecided
    assert trace.decision is not None
    walk = Debugger(trace)
    walk.run_to(kind="cost.paid")
    assert walk.state.A.cost == 2 and walk.fork().state.A.cost == 2
    walk.to_end()
    assert walk.inside
    fork = walk.fork()
    assert fork == pending and fork.decision == pending.decision
    for answer in fork.legal_actions():
        assert fork.play(answer) == pending.play(answer)


def test_fork_at_the_question_of_a_joined_trace():
    start = position(
        {"TW-R23": "victim_chooses"},
        turn="A",
        step="add",
        A={"cost": 9, "digit": 1},
        B={"cost": 6, "digit": 0, "无敌": True, "荆棘": True},
    )
    middle, one = start.play_traced(Action("A", "add", ("cost",)))
    pending, two = middle.play_traced(Action("A", "cast", ("公平正义",)))
    assert pending.decision is not None
    walk = Debugger(Trace.join([one, two]), len(one) - 1)
    assert walk.fork() == middle
    walk.to_end()
    assert walk.fork() == pending
