"""What the trace says did not happen, and that it does not say so when it did."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.core.action import Action
from rulekit.core.trace import Trace
from tests.support.positions import set_up

GAME = rulekit.load_game("tangwu")


def cast(skill: str, a: dict[str, object], b: dict[str, object], rulings: dict[str, str] | None = None) -> Trace:
    """A casts `skill` at its own action."""
    given = {"turn": "A", "step": "act", "A": {"cost": 11, **a}, "B": b}
    return set_up("tangwu", rulings, **given).trace(Action("A", "cast", (skill,)))


def not_done(trace: Trace) -> set[str]:
    """Return the kinds of the why-not steps."""
    return {s.kind for s in trace if not s.happened}


@pytest.mark.parametrize(("option", "said"), [("no_bonus", True), ("plus3", False)])
def test_the_bonus_of_a_reflection_is_denied_only_where_it_is_not_given(option: str, said: bool) -> None:
    trace = cast("拳", {"digit": 1}, {"荆棘": True, "赌命": 4}, {"TW-R7": option})
    assert ("thorns.no_bonus" in not_done(trace)) is said


def test_a_used_extra_act_is_mentioned_from_nine_on() -> None:
    used: dict[str, object] = {"digit": 1, "赌命": 4, "赌命额外行动已用": True}
    assert "bet.extra_used" not in not_done(cast("拳", used, {}))  # 2+3=5
    assert "bet.extra_used" in not_done(cast("98K", {**used, "digit": 6}, {"hp": 40}))  # 9+3=12


def test_clamping_is_mentioned_only_when_something_is_lost() -> None:
    assert "cost.capped" not in not_done(cast("笑", {"digit": 1, "cost": 10}, {"cost": 3}))  # 10-1+2=11
    assert "cost.capped" in not_done(cast("笑", {"digit": 1, "cost": 11}, {"cost": 3}))  # 11-1+2=12


def test_invincible_is_said_to_be_spared_only_when_it_is_there() -> None:
    assert "invincible.not_used" not in not_done(cast("冰！", {"digit": 6}, {}))
    assert "invincible.not_used" in not_done(cast("冰！", {"digit": 6}, {"无敌": True}))


def test_a_ruling_is_consulted_only_where_it_decides() -> None:
    plain = cast("拳", {"digit": 1}, {})
    assert not {"TW-R4", "TW-R5", "TW-R6", "TW-R9", "TW-R46"} & set(plain.consulted())
    lethal = cast("拳", {"digit": 1}, {"hp": 1, "荆棘": True, "假人": [1]})
    assert {"TW-R5", "TW-R6", "TW-R9", "TW-R46"} <= set(lethal.consulted())
