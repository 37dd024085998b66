"""Scenarios compare what happened with what was expected."""

from __future__ import annotations

from typing import Any

import pytest

import rulekit
from rulekit.core.action import Action
from rulekit.core.errors import FileProblem, IllegalAction
from rulekit.core.scenario import check, dumps, load, loads, run
from tests.core.scenario_files import BASE, but
from tests.support import ROOT


@pytest.mark.parametrize(
    ("old", "new", "what", "path", "expected", "actual"),
    [
        ("A: {hp: 18", "A: {hp: 17", "field", "A.hp", 17, 18),
        (", 荆棘: false", "", "field", "B.荆棘", 1, 0),
        ("荆棘: false", "荆棘: false, 延迟: [灼烧]", "field", "B.延迟", ("灼烧",), ()),
        ("result: none", "result: draw", "result", "result", "draw", "none"),
        ("result: none", "awaiting: B act", "awaiting", "awaiting", "B act", "A end"),
        ("never: [TW-5.2.2]", "never: [TW-5.2.3]", "never", "TW-5.2.3", "TW-5.2.3", "TW-5.2.3"),
        ("never: [TW-5.2.2]", "skipped: [TW-5.2.2]", "skipped", "TW-5.2.2", "TW-5.2.2", None),
        ("result: none", "rejected: {clause: TW-4.8}", "rejected", "play[0] (A cast 寒风)", "TW-4.8", "legal"),
        ("- A: 寒风", "- A: 荆棘", "error", "play[0] (A cast 荆棘)", "legal", "wrong_digit"),
        ("- A: 寒风", "- {A: 寒风, by: B}", "decider", "play[0] (A cast 寒风)", "B", "A"),
        ("at: cast", "at: cast#2", "at", "at", "cast#2", None),
        ("at: cast", "at: cast\n  turn: B", "field", "turn", "B", "A"),
        ("at: cast", "at: cast\n  display: {A.cost: TW-2.G4}", "display", "A.cost", "TW-2.G4", "TW-2.G5"),
        ("at: cast", "at: cast\n  problems: [TW-1.2]", "problems", "given", ("TW-1.2",), ()),
    ],
)
def test_a_wrong_expectation_is_found(old: str, new: str, what: str, path: str, expected: Any, actual: Any) -> None:
    report = but(old, new)
    assert not report.ok
    found = report.mismatches[0]
    assert (found.what, found.path, found.expected) == (what, path, expected)
    if actual is not None:
        assert found.actual == actual
    for lang in ("zh", "en"):
        assert len(report.lines(lang)) > len(report.mismatches)


def test_the_first_wrong_step_of_a_field_is_the_one_that_set_it() -> None:
    report = but("A: {hp: 18", "A: {hp: 17")
    step = report.runs[0].trace.steps[report.mismatches[0].step]  # type: ignore[union-attr, index]
    assert [(c.path, c.after) for c in step.changes if c.path == ("A", "hp")] == [(("A", "hp"), 18)]


def test_a_broken_order_of_clauses_points_at_the_last_step_in_order() -> None:
    report = but("steps: [TW-6.D3.3, TW-5.2.3]", "steps: [TW-6.D3.3, TW-6.D2.3, TW-4.14]")
    found = report.mismatches[0]
    assert (found.what, found.path) == ("steps", "TW-4.14")
    assert "TW-6.D2.3" in report.runs[0].trace.steps[found.step].clauses  # type: ignore[union-attr, index]


def test_what_is_not_named_must_be_unchanged_but_for_counters() -> None:
    report = but("  A: {hp: 18, cost: 5}\n", "")
    assert [m.path for m in report.mismatches] == ["A.hp", "A.cost"]
    for lang, said in (("zh", "没有写到，应与开始时一样是 20"), ("en", "not mentioned, so it must stay 20 as it was")):
        assert said in report.sentence(report.mismatches[0], lang)
        assert said[:4] not in but("A: {hp: 18", "A: {hp: 17").lines(lang)[1]


def test_without_then_only_legality_is_checked() -> None:
    text = BASE.partition("then:")[0]
    assert check(loads(text)).ok
    assert not check(loads(text.replace("A: 寒风", "A: 荆棘"))).ok


def test_an_action_of_the_wrong_player_or_after_the_end_is_illegal_and_changes_nothing() -> None:
    for text in (
        BASE.replace("- A: 寒风", "- B: 寒风"),
        BASE.replace("step: act", "step: over\n  result: A\n  reason: hp_zero").replace("hp: 21", "hp: 0"),
    ):
        scenario = loads(text)
        ran = run(scenario)
        assert isinstance(ran.error, IllegalAction)
        assert ran.positions == (scenario.start(),)
        assert [m.what for m in check(scenario).mismatches] == ["error"]


def test_a_refusal_can_be_expected() -> None:
    text = BASE.replace("- A: 寒风", "- A: 荆棘").partition("then:")[0]
    assert check(loads(text + "then: {rejected: {clause: TW-1.6}}\n")).ok
    assert [m.what for m in check(loads(text + "then: {rejected: {clause: TW-4.8}}\n")).mismatches] == ["rejected"]


TWICE = BASE.replace("- A: 寒风", "- {A: 荆棘, rejected: {clause: TW-1.6}}\n  - A: 寒风")


def test_a_refusal_in_the_middle_changes_nothing_and_play_goes_on() -> None:
    scenario = loads(TWICE)
    report = check(scenario)
    assert report.ok, report.lines("en")
    ran = report.runs[0]
    assert ran.positions[1] == ran.positions[0]
    assert [(r.play, r.traces, r.error.code) for r in ran.refusals] == [(0, 0, "wrong_digit")]
    assert ran.error is None
    assert ran.refused == ran.refusals
    assert scenario.actions == (Action("A", "cast", ("寒风",)),)
    assert loads(dumps(scenario)) == scenario
    assert "rejected: {clause: TW-1.6}" in dumps(scenario)


def test_a_refusal_in_the_middle_must_break_the_clause_named() -> None:
    found = check(loads(TWICE.replace("TW-1.6", "TW-4.8"))).mismatches
    assert [(m.what, m.path, m.expected) for m in found] == [("rejected", "play[0] (A cast 荆棘)", "TW-4.8")]
    assert "TW-1.6" in found[0].actual
    text = BASE.replace("- A: 寒风", "- {A: 寒风, rejected: {clause: TW-1.6}}")
    found = check(loads(text)).mismatches
    assert [(m.what, m.expected, m.actual) for m in found] == [("rejected", "TW-1.6", "legal")]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("{clause: TW-1.6}", "{}", "missing_key"),
        ("{clause: TW-1.6}", "TW-1.6", "not_mapping"),
        ("TW-1.6", "TW-99.9", "unknown_clause"),
        ("rejected:", "refused:", "not_play"),
    ],
)
def test_a_wrong_refusal_in_the_middle_is_refused(old: str, new: str, code: str) -> None:
    assert old in TWICE
    with pytest.raises(FileProblem) as caught:
        loads(TWICE.replace(old, new))
    assert caught.value.code == code


def test_figures_of_the_compared_state_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    game = rulekit.load_game("tangwu")
    with pytest.raises(FileProblem):
        loads(BASE + "  measure: {A: {sum: 23}}\n")

    def figures(state: Any, rulings: object) -> dict[str, dict[str, int]]:
        return {w: {"sum": state.player(w).hp + state.player(w).cost} for w in "AB"}

    monkeypatch.setattr(game, "statistics", figures)
    scenario = loads(BASE + "  measure: {A: {sum: 23}}\n")
    assert check(scenario).ok
    assert loads(dumps(scenario)) == scenario
    found = check(loads(BASE + "  measure: {A: {sum: 24}}\n")).mismatches
    assert [(m.what, m.path, m.expected, m.actual) for m in found] == [("measure", "A.sum", 24, 23)]
    with pytest.raises(FileProblem) as caught:
        loads(BASE + "  measure: {A: {sun: 24}}\n")
    assert caught.value.params["nearest"] == "sum"


def test_a_reading_is_checked_under_its_rulings_with_then_laid_over() -> None:
    scenario = load(ROOT / "scenarios" / "tangwu" / "one-name-for-two-layers.yaml")
    assert [r.rulings for r in scenario.readings] == [{"TW-R54": "named_only"}, {"TW-R54": "refused"}]
    report = check(scenario)
    assert report.ok
    assert [r.compared.B.breath for r in report.runs] == [1, 2, 3]
    text = dumps(scenario).replace("{呼吸回血: 2}", "{呼吸回血: 1}")
    wrong = check(loads(text)).mismatches
    assert [(m.path, dict(m.reading)) for m in wrong] == [("B.呼吸回血", {"TW-R54": "named_only"})]
