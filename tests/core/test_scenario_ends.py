"""Scenarios with records that may be missing, and with ends in the middle of an action."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit.core.action import Action
from rulekit.core.errors import FileProblem
from rulekit.core.scenario import Report, check, dumps, load, loads, record, save
from tests.core.scenario_files import FIGHT, OPEN, fight


def found(report: Report) -> list[tuple[str, str, Any, Any]]:
    for lang in ("zh", "en"):
        assert len(report.lines(lang)) > len(report.mismatches)
    return [(m.what, m.path, m.expected, m.actual) for m in report.mismatches]


def test_what_is_gone_is_expected_as_null() -> None:
    report = check(loads(FIGHT))
    assert report.ok, report.lines("en")
    assert loads(dumps(loads(FIGHT))) == loads(FIGHT)
    state = loads(FIGHT).start().state
    assert found(fight("slot1: null, ", "")) == [("field", "B.slot1", state.B.slot1, None)]
    survivor = state.A.slot2.copy()
    survivor.tapped = survivor.attacked = True
    assert found(fight("{slot2: {bonus: 2}}", "{slot2: null}")) == [("field", "A.slot2", None, survivor)]


def test_a_record_that_is_there_is_laid_over_part_by_part() -> None:
    assert fight("{slot2: {bonus: 2}}", "{slot2: {}}").ok
    assert fight("{slot2: {bonus: 2}}", "{slot2: {tapped: true, attacked: true}}").ok
    assert found(fight("{slot2: {bonus: 2}}", "{slot2: {bonus: 0}}")) == [("field", "A.slot2.bonus", 0, 2)]
    assert found(fight("{slot2: {bonus: 2}}", "{slot2: {tapped: false}}")) == [("field", "A.slot2.tapped", False, True)]
    assert found(fight("{slot1: null", "{slot3: {reduction: 0}, slot1: null")) == [("field", "B.slot3.reduction", 0, 1)]
    assert found(fight("{slot2: {bonus: 2}}", "{slot2: {card: 抱团田鼠}}")) == [
        ("field", "A.slot2.card", "抱团田鼠", "同心双卫")
    ]


def test_a_record_expected_where_none_was_begins_at_its_defaults() -> None:
    state = loads(FIGHT).start().state
    wanted = type(state.A.slot2)(card="稻草哨兵", bonus=1)
    assert found(fight("{slot2: {bonus: 2}}", "{slot4: {card: 稻草哨兵, bonus: 1}}")) == [
        ("field", "A.slot4", wanted, None)
    ]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("slot1: null", "slot1: {crad: 稻草哨兵}", "unknown_key"),
        ("slot1: null", "slot1: [稻草哨兵]", "not_mapping"),
        ("slot1: null", "slot1: {tapped: 1}", "not_flag"),
        ("slot1: null", "slot6: null", "unknown_key"),
        ("decision: none", "decision: blocks", "not_choice"),
        ("decision: none", "decision: [block]", "not_choice"),
        ("decision: none", "decision: 3", "not_choice"),
    ],
)
def test_a_wrong_expectation_of_such_a_field_is_refused(old: str, new: str, code: str) -> None:
    assert old in FIGHT
    with pytest.raises(FileProblem) as caught:
        loads(FIGHT.replace(old, new))
    error = caught.value
    assert error.code == code and error.line >= 11
    for lang in ("zh", "en"):
        assert error.text(lang)


def test_an_unknown_decision_names_the_nearest() -> None:
    with pytest.raises(FileProblem) as caught:
        loads(OPEN + "then: {decision: pick_creatur}\n")
    assert caught.value.params["nearest"] == "pick_creature"
    for lang in ("zh", "en"):
        assert "pick_creature" in caught.value.text(lang)


def test_an_open_decision_can_be_expected() -> None:
    text = OPEN + "then: {decision: block, result: none, awaiting: A battle, A: {slot2: {tapped: true}}}\n"
    scenario = loads(text)
    assert check(scenario).ok, check(scenario).lines("en")
    assert loads(dumps(scenario)) == scenario and "decision: block" in dumps(scenario)


@pytest.mark.parametrize(
    ("text", "wanted", "actual"),
    [
        (OPEN + "then: {decision: none}\n", "none", "block"),
        (OPEN + "then: {decision: yes_no}\n", "yes_no", "block"),
        (FIGHT.replace("decision: none", "decision: block"), "block", "none"),
    ],
)
def test_another_decision_than_the_one_expected_is_found(text: str, wanted: str, actual: str) -> None:
    report = check(loads(text))
    assert found(report) == [("decision", "decision", wanted, actual)]
    assert "待定的选择" in report.lines("zh")[-1] and "open decision" in report.lines("en")[-1]


def test_while_a_decision_is_open_the_middle_of_the_action_is_compared() -> None:
    scenario = loads(OPEN + "then: {decision: block, A: {slot2: {tapped: true, attacked: true}}}\n")
    report = check(scenario)
    assert report.ok, report.lines("en")
    (ran,) = report.runs
    assert ran.positions[-1].pending is not None
    assert ran.compared.A.slot2.tapped and not ran.positions[-1].state.A.slot2.tapped
    wrong = check(loads(OPEN + "then: {decision: block, A: {slot2: {tapped: false}}}\n"))
    assert found(wrong) == [("field", "A.slot2.tapped", False, True)]
    assert wrong.mismatches[0].step == 0


def test_an_end_in_the_middle_can_be_recorded_saved_and_checked(tmp_path: Path) -> None:
    start = loads(OPEN).start()
    attack = Action("A", "attack", ("A2",))
    scenario = record(start, [attack], title="open")
    assert scenario.then.decision == "block" and scenario.then.fields == {} and scenario.then.result == "none"
    save(tmp_path / "open.yaml", scenario)
    assert load(tmp_path / "open.yaml") == scenario
    assert check(scenario).ok, check(scenario).lines("en")
    open_ = start.play(attack)
    for answer, grave in (("B1", ["稻草哨兵"]), ("decline", None), ("B1 B3", ["稻草哨兵", "抱团田鼠"])):
        made = record(open_, [Action("B", "answer", (answer,))], title="answered")
        assert [p.action for p in made.play] == [attack, Action("B", "answer", (answer,))]
        assert made.then.decision is None
        assert made.then.fields["B"].get("grave") == grave
        assert check(loads(dumps(made))).ok
    assert record(open_, [Action("B", "answer", ("B1",))], title="x").then.fields["B"]["slot1"] is None
