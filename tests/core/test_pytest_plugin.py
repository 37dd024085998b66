"""The pytest plugin: what it collects and what a failure shows."""

from __future__ import annotations

import json
import re
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import rulekit
from rulekit.core.scenario import reading
from rulekit.core.scenario.model import Scenario
from rulekit.drawing.visible import UNSEEN
from tests.support.odd import HOSTILE, HOSTILE_KEY, HOSTILE_NAME, ODD, lock, make_odd
from tests.support.processes import loaded_by

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
            "scenarios/tangwu/cold-wind.yaml::TW-R8.exactly_4_minus_n PASSED*",
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


# -- wherever pytest is started ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "args"),
    [
        ("proj/scenarios", ()),
        ("proj/scenarios/a", ()),
        ("proj/scenarios/a", ("one.yaml",)),
        ("proj", ("scenarios/a",)),
        ("", ("proj/scenarios/a",)),
        ("/", ("{}/proj/scenarios/a",)),
        ("/", ("--rootdir", "{}/other", "{}/proj/scenarios/a/one.yaml")),
        ("other", ("--rootdir", "/", "../proj")),
    ],
)
def test_scenarios_are_found_wherever_pytest_is_started(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, start: str, args: tuple[str, ...]
) -> None:
    put(pytester, "proj/scenarios/a/one.yaml", GOOD)
    put(pytester, "other/notes.txt", "")
    monkeypatch.chdir(pytester.path / start)
    run(pytester, *(arg.format(pytester.path) for arg in args)).assert_outcomes(passed=2)


def test_every_spelling_of_the_ending_is_collected(pytester: pytest.Pytester) -> None:
    for name in ("a.yml", "b.YAML", "c.Yml", "d.YML"):
        put(pytester, f"scenarios/{name}", GOOD)
    run(pytester).assert_outcomes(passed=8)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_what_looks_like_no_scenario_is_named(pytester: pytest.Pytester, lang: str) -> None:
    put(pytester, "scenarios/ci.yaml", "jobs:\n  game: x\n")
    put(pytester, "scenarios/typo.yaml", GOOD.replace("game:", "gmae:"))
    put(pytester, "scenarios/mine/cards.yaml", "number: my-1\nname: x\ntype: creature\ncost: 1\npower: 2\n")
    put(pytester, "elsewhere/x.yaml", "jobs: []\n")
    result = run(pytester, "--rulekit-lang", lang)
    result.assert_outcomes(failed=1)
    named = [line for line in result.outlines if "ci.yaml" in line]
    assert len(named) == 1
    assert ("was not checked" if lang == "en" else "没有核对") in named[0]
    assert "gmae" in result.stdout.str(), "what only lacks `game` is a scenario that is wrong"
    assert not any("cards.yaml" in line or "elsewhere" in line for line in result.outlines)


# -- names of tests ----------------------------------------------------------------------------------

TWICE = """\
  - rulings: {TW-R8: exactly_4_minus_n}
    then: {A: {hp: 18}}
  - rulings: {TW-R8: plus3}
    then: {A: {hp: 18}}
  - rulings: {TW-R8: exactly_4_minus_n, TW-R14: void_whole_skill}
    then: {result: none}
"""


def test_every_reading_has_a_name_of_its_own_that_k_takes(pytester: pytest.Pytester) -> None:
    default = rulekit.load_game("tangwu").rulebook.ruling("TW-R8").default
    put(pytester, "scenarios/x.yaml", GOOD + TWICE.replace("plus3", default))
    found = [line for line in run(pytester, "--collect-only", "-q").outlines if "::" in line]
    assert len(set(found)) == 5
    for id in found:
        name = id.partition("::")[2]
        assert run(pytester, id).parseoutcomes() == {"passed": 1}, id
        chosen = run(pytester, "-k", name).parseoutcomes()
        assert chosen["passed"] >= 1 and not {"errors", "error"} & set(chosen), name


@pytest.mark.parametrize("game", rulekit.GAMES)
def test_names_of_options_can_be_given_to_k(game: str) -> None:
    for ruling in rulekit.load_game(game).rulebook.rulings.values():
        for key in ruling.keys:
            assert re.fullmatch(r"[\w.+:-]+", f"{ruling.id}.{key}")


# -- odd files ---------------------------------------------------------------------------------------


def test_odd_files_hide_no_other(pytester: pytest.Pytester) -> None:
    put(pytester, "scenarios/good.yaml", GOOD)
    make_odd(pytester.path / "scenarios")
    result = run(pytester, "--rulekit-lang", "en")
    result.assert_outcomes(passed=2, failed=len(ODD))
    shown = result.stdout.str()
    for name, said in ODD.items():
        assert re.search(rf"{name}: .*{said}", shown), name
    assert not UNSEEN.search(shown)


def test_an_odd_file_named_is_told_of(pytester: pytest.Pytester) -> None:
    make_odd(pytester.path / "scenarios")
    for name in ("pipe.yaml", "device.yml"):  # what leads nowhere pytest itself does not find
        run(pytester, f"scenarios/{name}").assert_outcomes(failed=1)


def test_a_link_to_a_folder_above_is_followed_by_nobody(pytester: pytest.Pytester) -> None:
    put(pytester, "scenarios/a/x.yaml", GOOD)
    put(pytester, "scenarios/b/x.yaml", GOOD)
    (pytester.path / "scenarios/a/up").symlink_to("..", target_is_directory=True)
    (pytester.path / "scenarios/b/over").symlink_to("../a", target_is_directory=True)
    run(pytester).assert_outcomes(passed=6)


def test_a_folder_that_cannot_be_looked_into_hides_no_other(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(pytester, "scenarios/good.yaml", GOOD)
    put(pytester, "scenarios/locked/x.yaml", GOOD)
    lock(monkeypatch, "locked")
    result = run(pytester, "--rulekit-lang", "en")
    result.assert_outcomes(passed=2, failed=1)
    assert "scenarios/locked: there is no permission" in result.stdout.str()


def test_a_fault_of_the_program_in_one_file_hides_no_other(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(path: Path) -> Scenario:
        return loaded(path) if path.stem == "good" else 1 / 0  # type: ignore[return-value]

    loaded = reading.load
    monkeypatch.setattr(reading, "load", load)
    put(pytester, "scenarios/a.yaml", GOOD)
    put(pytester, "scenarios/good.yaml", GOOD)
    result = run(pytester)
    result.assert_outcomes(passed=2, failed=1)
    assert "ZeroDivisionError" in result.stdout.str()


# -- what is printed ---------------------------------------------------------------------------------


def test_nothing_in_a_file_steers_the_terminal(pytester: pytest.Pytester) -> None:
    title = json.dumps("x" + HOSTILE.replace("\ud800", "") + "y")
    text = GOOD.replace("{zh: 寒风打荆棘, en: Cold Wind into Thorns}", title)
    for name in (f"a{HOSTILE_NAME}.yaml", f"d{HOSTILE_NAME}/b.yaml"):
        put(pytester, f"scenarios/{name}", text)
        put(pytester, f"scenarios/{name}l.yaml", text.replace("hp: 18", "hp: 17"))
        put(pytester, f"scenarios/{name}m.yml", text + json.dumps(HOSTILE_KEY) + ": 1\n")
        put(pytester, f"scenarios/{name}n.yml", "jobs: []\n")
    for args in ((), ("-rA", "-v"), ("-q",), ("--collect-only", "-q"), ("--tb=line",), ("--durations=9", "-vv")):
        shown = run(pytester, *args).stdout.str()
        assert not UNSEEN.search(shown), UNSEEN.findall(shown)
        assert "\\x1b" in shown and "\\u202e" in shown


def test_loading_the_plugin_loads_no_notebook_machinery() -> None:
    loaded = {name.split(".")[0] for name in loaded_by("import rulekit.pytest_plugin, rulekit.core.scenario")}
    assert not loaded & {"IPython", "ipywidgets", "jupyter_client", "networkx", "matplotlib"}
