"""Scenario files: every fault has its place; what is shipped holds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rulekit.core.catalogue import read_yaml
from rulekit.core.errors import FileProblem
from rulekit.core.scenario import ImpossibleGiven, check, dumps, find, load, loads, run
from tests.core.scenario_files import BASE
from tests.support import ROOT

BAD = ROOT / "tests" / "data" / "bad"
MESSAGES: Mapping[str, Mapping[str, str]] = read_yaml((BAD / "messages.yaml").read_text("utf-8"))
SHIPPED = find([ROOT / "scenarios"])


@pytest.mark.parametrize("name", sorted(MESSAGES))
def test_a_wrong_file_is_refused_with_place_and_reason(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.games._outside", {})  # games of the tests are no users' games
    wanted = MESSAGES[name]
    with pytest.raises(FileProblem) as caught:
        load(BAD / f"{name}.yaml")
    problem = caught.value
    head = f"{BAD / name}.yaml:{wanted['place']}: "
    assert problem.text("zh") == head + wanted["zh"]
    assert problem.text("en") == head + wanted["en"]
    assert str(problem) == problem.text()


def test_every_wrong_file_has_its_message() -> None:
    assert sorted(MESSAGES) == sorted(p.stem for p in BAD.glob("*.yaml") if p.stem != "messages")


def test_an_impossible_position_lists_every_reason_and_may_be_allowed() -> None:
    text = BASE.replace("cost: 8", "cost: 12").replace("digit: 2,", "digit: 10,")
    with pytest.raises(ImpossibleGiven) as caught:
        loads(text)
    assert {p.clause for p in caught.value.problems} >= {"TW-1.2", "TW-1.5"}
    allowed = loads("allow_impossible: true\n" + text)
    assert allowed.start().state.A.cost == 12


@pytest.mark.parametrize("hp", [10**18, -(10**18), 10**400])
def test_huge_hp_is_computed_exactly_and_only_impossible_below_one(hp: int) -> None:
    text = BASE.replace("hp: 21", f"hp: {hp}").partition("then:")[0]
    if hp <= 0:
        with pytest.raises(ImpossibleGiven):
            loads(text)
        text += "allow_impossible: true\n"
    assert run(loads(text)).trace.end.B.hp == hp - 3  # type: ignore[union-attr]


def test_markup_in_names_is_kept_as_text() -> None:
    scenario = loads(BASE.replace("zh: 寒风打荆棘", 'zh: "<script>alert(1)</script> 🀄"'))
    assert scenario.title["zh"] == "<script>alert(1)</script> 🀄"
    assert loads(dumps(scenario)) == scenario


def test_a_byte_order_mark_and_windows_line_ends_are_accepted(tmp_path: Path) -> None:
    file = tmp_path / "windows.yaml"
    file.write_bytes(BASE.replace("\n", "\r\n").encode("utf-8-sig"))
    assert load(file) == loads(BASE)
    assert find([tmp_path]) == [file]


def test_a_title_in_one_language_serves_for_both() -> None:
    assert loads(BASE.replace("{zh: 寒风打荆棘, en: Cold Wind into Thorns}", "寒风")).title == {
        "zh": "寒风",
        "en": "寒风",
    }


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.stem)
def test_shipped_scenarios_hold_and_read_back_equal(path: Path) -> None:
    scenario = load(path)
    report = check(scenario)
    assert report.ok, "\n".join(report.lines("en"))
    assert loads(dumps(scenario)) == scenario


def test_there_are_shipped_scenarios() -> None:
    assert len(SHIPPED) >= 154


def test_find_takes_scenarios_below_folders_and_every_named_file(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yaml", "deep/c.yaml", ".hidden/d.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(BASE, "utf-8")
    (tmp_path / "other.yaml").write_text("jobs: []\n", "utf-8")
    assert [p.name for p in find([tmp_path, tmp_path / "a.yaml"])] == ["a.yaml", "b.yaml", "c.yaml"]
    assert find([tmp_path / "other.yaml"]) == [tmp_path / "other.yaml"]
    with pytest.raises(FileProblem):
        find([tmp_path / "missing"])
