"""A scenario under other rulings than its own."""

from __future__ import annotations

import pytest

from rulekit.analysis.vary import vary
from rulekit.core.errors import UnknownName
from rulekit.core.scenario import find, load, loads
from tests.support import ROOT

TANGWU = ROOT / "scenarios" / "tangwu"


def test_its_own_rulings_change_nothing() -> None:
    for file in find([TANGWU])[::12]:
        scenario = load(file)
        own = {**scenario.game.rulebook.defaults, **scenario.rulings}
        found = vary(scenario, own)
        assert not found.differs and found.step is None and found.changes == ()


def test_fields_that_come_out_otherwise() -> None:
    # TW-5.4.9: 元毒九泉 (9$) is stopped by 无敌. Its caster keeps +3 HP and +2$, or gets neither: 10 HP, 0$.
    found = vary(load(TANGWU / "nine-springs-blocked-keeps-own-gains.yaml"), {"TW-R14": "void_whole_skill"})
    changes = {".".join(map(str, c.path)): (c.before, c.after) for c in found.changes}
    assert changes["A.hp"] == (13, 10) and changes["A.cost"] == (2, 0)
    assert found.differs and found.step is not None


def test_an_action_that_becomes_illegal_or_legal() -> None:
    # TW-5.5.4: a second 假人 is an empty cast, or it is refused.
    twice = load(TANGWU / "dummy-cast-twice.yaml")
    found = vary(twice, {"TW-R29": "refused"})
    assert [(r.play, r.error.clauses[0]) for r in found.newly_refused] == [(4, "TW-5.5.4")]
    assert found.no_longer_refused == () and found.differs
    refused = loads(
        """
game: tangwu
title: x
rulings: {TW-R29: refused}
given: {turn: B, step: act, A: {hp: 20}, B: {hp: 10, cost: 2, digit: 0, 假人: [1], 假人已用: true}}
play: [{B: 假人, rejected: {clause: TW-5.5.4}}]
"""
    )
    found = vary(refused, {"TW-R29": "void_cast"})
    assert [r.play for r in found.no_longer_refused] == [0] and found.newly_refused == () and found.differs


def test_a_start_that_becomes_impossible() -> None:
    # SL-11.4: life stops at 0, or goes below.
    below = loads(
        "game: shengling\ntitle: x\nrulings: {SL-R42: negative}\n"
        "given: {step: main1, A: {hp: -1}, result: B, reason: hp}\nplay: []\n"
    )
    found = vary(below, {"SL-R42": "floor_zero"})
    assert found.other is None and found.impossible is not None and found.differs
    assert found.impossible.clauses == ("SL-11.4",)


def test_a_question_that_is_asked_under_one_only() -> None:
    # TW-R35: the extra re-act of 赌命 is offered, or comes by itself.
    text = """
game: tangwu
title: x
given: {turn: A, step: act, A: {hp: 20, cost: 9, digit: 9, 赌命: 4}, B: {hp: 30, cost: 6, digit: 1}}
play: [A: 元毒九泉]
"""
    for own, other, asked in (("automatic", "optional", True), ("optional", "automatic", False)):
        found = vary(loads(text.replace("title: x", f"title: x\nrulings: {{TW-R35: {own}}}")), {"TW-R35": other})
        assert found.other is not None and found.differs and found.asks_otherwise
        assert (found.other.positions[-1].decision is not None) is asked


def test_a_bad_option_offers_a_good_one() -> None:
    with pytest.raises(UnknownName) as caught:
        vary(load(TANGWU / "dummy-cast-twice.yaml"), {"TW-R29": "refuse"})
    assert caught.value.params["nearest"] == "refused"
