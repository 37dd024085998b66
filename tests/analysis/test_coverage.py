"""What scenarios cover, and that a gap shows."""

from __future__ import annotations

import json

import pytest

import rulekit
from rulekit.analysis.coverage import Coverage, citations, coverage, exercised, pairs
from rulekit.core.scenario import check, find, load, loads
from tests.support import ROOT

GAME = rulekit.load_game("tangwu")
HEAD = "game: tangwu\ntitle: {zh: 测试, en: test}\n"
BLOCKED = (
    HEAD
    + """
given: {turn: A, step: act, A: {hp: 20, cost: 5, digit: 3}, B: {hp: 21, cost: 6, digit: 2, 无敌: true, 荆棘: true}}
play: [A: 寒风]
then: {A: {cost: 2}, B: {hp: 23, cost: 7, 无敌: false}}
"""
)
REFUSED = (
    HEAD
    + """
given: {turn: A, step: act, banned: [寒风], A: {hp: 20, cost: 5, digit: 3}}
play: [A: 寒风]
then: {rejected: {clause: TW-3.1.4}}
"""
)
DECLINED = (
    HEAD
    + """
rulings: {TW-R35: optional}
given: {turn: A, step: act, A: {hp: 20, cost: 9, digit: 9, 赌命: 4}, B: {hp: 30, cost: 6, digit: 1}}
play: [A: 元毒九泉, A: answer end]
then: {A: {hp: 23, cost: 3, 赌命: 3}, B: {hp: 17, cost: 5, 延迟: []}}
"""
)


@pytest.fixture(scope="module")
def whole() -> Coverage:
    return coverage(GAME, [load(f) for f in find([ROOT / "scenarios" / "tangwu"])])


@pytest.mark.slow
def test_every_clause_and_every_ruling_of_tangwu_is_covered(whole: Coverage) -> None:
    assert whole.failing == ()
    assert whole.uncited == ()
    assert whole.unexercised == ()
    assert whole.unpaired == ()
    assert whole.indistinct == ()
    assert whole.ok


@pytest.mark.slow
def test_every_clause_and_every_ruling_of_quanjiao_that_can_matter_is_covered() -> None:
    game = rulekit.load_game("quanjiao")
    found = coverage(game, [load(f) for f in find([ROOT / "scenarios" / "quanjiao"])])
    assert found.failing == ()
    assert found.uncited == ()
    assert found.unexercised == ()
    assert found.unpaired == ()
    assert found.indistinct == ()
    assert found.idle == ("QJ-R5", "QJ-R7", "QJ-R31", "QJ-R32", "QJ-R35")
    assert all(set(game.rulebook.rulings[id].idle or ()) == {"zh", "en"} for id in found.idle)


@pytest.mark.slow
def test_every_clause_and_every_ruling_of_shengling_is_covered() -> None:
    found = coverage(rulekit.load_game("shengling"), [load(f) for f in find([ROOT / "scenarios" / "shengling"])])
    assert found.failing == ()
    assert found.uncited == ()
    assert found.unexercised == ()
    assert found.unpaired == ()
    assert found.idle == ()
    # with the other option of SL-R5 the same rules are the exceptions: the ruling says that both play alike
    assert found.indistinct == (("SL-R5", "splash_and_death_mark"),)


def test_informative_clauses_are_left_out(whole: Coverage) -> None:
    informative = {c.id for c in GAME.rulebook.clauses.values() if c.informative}
    assert informative
    assert not informative & set(whole.clauses)
    assert len(whole.clauses) + len(informative) == len(GAME.rulebook.clauses)


def test_the_findings_are_json(whole: Coverage) -> None:
    data = json.loads(json.dumps(whole.to_json(), ensure_ascii=False))
    assert data["ok"] is True
    assert data["rulings"] == len(GAME.rulebook.rulings)


def test_a_why_not_exercises_its_clause() -> None:
    report = check(loads(BLOCKED))
    assert report.ok
    assert "TW-5.4.2" in set(exercised(report))


def test_a_refusal_exercises_the_clause_it_breaks() -> None:
    assert "TW-3.1.4" in set(exercised(check(loads(REFUSED))))


def test_no_scenario_covers_nothing() -> None:
    nothing = coverage(GAME, [])
    assert not nothing.ok
    assert nothing.unexercised == nothing.clauses
    assert set(nothing.unpaired) == set(GAME.rulebook.rulings)


def test_a_failing_scenario_counts_for_nothing() -> None:
    wrong = loads(BLOCKED.replace("hp: 23", "hp: 22"))
    found = coverage(GAME, [wrong])
    assert found.failing == ("<text>",)
    assert found.unexercised == found.clauses


def test_a_pair_is_verified_by_running_all_options() -> None:
    at_cast = BLOCKED.replace("cost: 7, 无敌: false}", "cost: 6, 无敌: false}, at: cast")
    told_apart = at_cast + "readings: [{rulings: {TW-R50: any_damage_event}, then: {hurt: true}}]\n"
    assert check(loads(told_apart)).ok
    assert [p.ruling for p in pairs(loads(told_apart))] == ["TW-R50"]
    irrelevant = BLOCKED + "readings: [{rulings: {TW-R15: all_by_attach_order}, then: {}}]\n"
    assert list(pairs(loads(irrelevant))) == []


def test_an_action_refused_under_one_option_is_a_difference() -> None:
    assert [p.ruling for p in pairs(loads(DECLINED))] == ["TW-R35"]


@pytest.mark.parametrize("game", rulekit.GAMES)
def test_texts_for_people_and_files_to_start_from_are_no_citation(game: str) -> None:
    found = citations(rulekit.load_game(game))
    names = {line.file.rpartition("/")[2] for lines in found.values() for line in lines}
    assert names and not [n for n in names if n.startswith(("new", "rulebook.", "messages."))]
