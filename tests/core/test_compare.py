"""The same actions under every option of a ruling."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.core.compare import compare, first_difference
from rulekit.core.errors import UnknownName
from rulekit.core.scenario import Scenario, loads


def scenario(text: str) -> Scenario:
    return loads("game: tangwu\ntitle: {zh: 测试, en: test}\n" + text)


BLOCKED = """
given: {turn: A, step: act, A: {hp: 20, cost: 5, digit: 3}, B: {hp: 21, cost: 6, digit: 2, 无敌: true}}
play: [A: 寒风]
then: {A: {cost: 2}, B: {hp: 23, cost: 7, 无敌: false}}
"""
DECLINED = """
rulings: {TW-R35: optional}
given: {turn: A, step: act, A: {hp: 20, cost: 9, digit: 9, 赌命: 4}, B: {hp: 30, cost: 6, digit: 1}}
play: [A: 元毒九泉, A: answer end]
then: {A: {hp: 23}}
"""


def test_the_default_comes_first_and_differs_from_nothing() -> None:
    found = scenario(BLOCKED)
    comparison = compare(found.start(), found.actions, "TW-R50")
    default = comparison.outcomes[0]
    ruling = rulekit.load_game("tangwu").rulebook.ruling("TW-R50")
    assert default.option == ruling.default
    assert default.same
    assert {o.option for o in comparison.outcomes} == set(ruling.keys)


def test_the_first_differing_step_is_found() -> None:
    found = scenario(BLOCKED)
    default, other = compare(found.start(), found.actions, "TW-R50").outcomes
    assert default.trace is not None
    assert other.trace is not None
    assert other.step is not None
    assert default.trace.steps[other.step].kind == other.trace.steps[other.step].kind == "damage.blocked"
    assert default.trace.steps[other.step].changes != other.trace.steps[other.step].changes
    assert default.trace.steps[: other.step] == other.trace.steps[: other.step]


def test_a_ruling_that_does_not_matter_here() -> None:
    found = scenario(BLOCKED)
    comparison = compare(found.start(), found.actions, "TW-R15")
    assert not comparison.differs
    assert all(o.same for o in comparison.outcomes)


def test_an_action_that_one_option_refuses() -> None:
    found = scenario(DECLINED)
    comparison = compare(found.start(), found.actions, "TW-R35")
    automatic, optional = comparison.outcomes
    assert automatic.error is not None
    assert optional.error is None
    assert comparison.differs
    # The trace of an answer is that of the whole action: it counts once.
    assert optional.trace is not None
    assert [m.action.verb for m in optional.trace.marks] == ["cast"]


def test_other_rulings_stay_as_the_position_has_them() -> None:
    found = scenario(BLOCKED)
    start = found.start({"TW-R15": "all_by_attach_order"})
    for outcome in compare(start, found.actions, "TW-R50").outcomes:
        assert outcome.position.rulings["TW-R15"] == "all_by_attach_order"


def test_an_unknown_ruling_offers_the_nearest() -> None:
    found = scenario(BLOCKED)
    with pytest.raises(UnknownName, match="TW-R5"):
        compare(found.start(), found.actions, "TW-R5O")


def test_no_action_no_difference() -> None:
    found = scenario(BLOCKED)
    comparison = compare(found.start(), (), "TW-R50")
    assert not comparison.differs
    assert [o.trace for o in comparison.outcomes] == [None, None]
    assert first_difference(None, None) is None
