"""The pytest plugin: what it collects and what a failure shows."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

GOOD = """\
game: tangwu
title: {zh: 寒风打荆棘, en: Cold Wind into Thorns}
given:
  turn: A
  step: act
  A: {hp: 20, cost: 8, digit: 3}
  B: {hp: 21, cost: 6, digit: 2, 荆棘: true}
play:
  - A: 寒风
then:
  at: cast
  A: {hp: 18, cost: 5}
  B: {hp: 18, cost: 5, 荆棘: false}
  steps: [TW-6.D3.3, TW-5.2.3]
readings:
  - rulings: {TW-R8: exactly_4_minus_n}
    then: {result: none}
"""


def run(pytester: pytest.Pytester, *args: str) -> pytest.RunResult:
    installed = {e.name for e in entry_points(group="pytest11")}
    plugin = () if "rulekit" in installed else ("-p", "rulekit.pytest_plugin")
    return pytester.runpytest_inprocess(*plugin, "-p", "no:cacheprovider", *args)


def put(pytester: pytest.Pytester, name: str, text: str) -> None:
    path = Path(pytester.path, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def test_one_test_for_the_file_and_one_per_reading(pytester: pytest.Pytester) -> None:
    put(pytester, "scenarios/tangwu/cold-wind.yaml", GOOD)
    result = run(pytester, "scenarios", "-v")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        [
            "scenarios/tangwu/cold-wind.yaml::default PASSED*",
            "scenarios/tangwu/cold-wind.yaml::TW-R8=exactly_4_minus_n PASSED*",
        ]
    )


def test_only_scenarios_below_such_a_folder_are_collected(pytester: pytest.Pytester) -> None:
    put(pytester, "scenarios/ci.yaml", "jobs:\n  game: x\n")
    put(pytester, "scenarios/notes.txt", GOOD)
    put(pytester, "elsewhere/cold-wind.yaml", GOOD)
    run(pytester).assert_outcomes()
    run(pytester, "elsewhere/cold-wind.yaml").assert_outcomes(passed=2)


@pytest.mark.parametrize(
    ("lang", "headline", "finding", "marked"),
    [
        ("en", "Cold Wind into Thorns: differs in 1", "  A HP: expected 17, got 18 (step *", "*▶ * A loses 2 HP*"),
        ("zh", "寒风打荆棘：1 处不符", "  A 血量：应为 17，实际 18（推演第 * 步）", "*▶ * A 扣 2 血*"),
    ],
)
def test_a_failure_shows_expected_actual_and_the_trace_to_the_first_wrong_step(
    pytester: pytest.Pytester, lang: str, headline: str, finding: str, marked: str
) -> None:
    put(pytester, "scenarios/wrong.yaml", GOOD.replace("A: {hp: 18", "A: {hp: 17").partition("readings")[0])
    result = run(pytester, "--rulekit-lang", lang)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"scenarios/wrong.yaml:10: {headline}", finding, "", "*└─ 0 *", marked, "*20→18"])
    shown = result.stdout.str()
    assert "6→5" not in shown, "the cost loss comes after the first wrong step"
    assert "Traceback" not in shown
    assert "pytest_plugin.py" not in shown


def test_a_file_that_is_wrong_fails_with_its_place_and_stops_nobody_else(pytester: pytest.Pytester) -> None:
    put(pytester, "scenarios/a-bad.yaml", GOOD.replace("A: 寒风", "A: 寒凤"))
    put(pytester, "scenarios/good.yaml", GOOD)
    result = run(pytester, "--rulekit-lang", "en")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["scenarios/a-bad.yaml:9:8: there is no skill called “寒凤”; the nearest is 寒风"])
    assert "Traceback" not in result.stdout.str()


def test_titles_are_shown_literally(pytester: pytest.Pytester) -> None:
    put(pytester, "scenarios/markup.yaml", GOOD.replace("zh: 寒风打荆棘", 'zh: "<script>[bold]"').replace("18", "1"))
    result = run(pytester)
    assert "<script>[bold]" in result.stdout.str()


def test_a_single_reading_can_be_chosen(pytester: pytest.Pytester) -> None:
    put(pytester, "scenarios/cold-wind.yaml", GOOD)
    run(pytester, "-k", "exactly_4").assert_outcomes(passed=1, deselected=1)


def test_loading_the_plugin_loads_no_notebook_machinery() -> None:
    code = (
        "import sys, rulekit.pytest_plugin, rulekit.core.scenario;"
        "print([m for m in sys.modules if m.split('.')[0] in"
        " ('IPython', 'ipywidgets', 'jupyter_client', 'networkx', 'matplotlib')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
