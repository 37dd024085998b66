"""`rulekit check --ruling`: which scenarios come out otherwise, and how many."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.support import SCENARIOS
from tests.support.cli import run

CASES = SCENARIOS / "tangwu"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of four scenarios, one of another game, and a file that is wrong only when a test makes one."""
    monkeypatch.setenv("RULEKIT_LANG", "en")
    made = tmp_path / "scenarios"
    made.mkdir()
    for name in ("nine-springs-blocked-keeps-own-gains", "dummy-cast-twice", "dispel-without-a-name"):
        shutil.copy(CASES / f"{name}.yaml", made)
    shutil.copy(next((SCENARIOS / "quanjiao").glob("*.yaml")), made)
    return made


def test_what_differs_is_listed_and_counted() -> None:
    shown = run("check", "--ruling", "TW-R14=void_whole_skill", code=1).stdout
    assert "≠ scenarios/nine-springs-blocked-keeps-own-gains.yaml" in shown
    assert "A HP 13→10" in shown and "A cost 2→0" in shown
    assert "as the file has it: 8 A +3 HP" in shown and "here: 8 The attack was stopped" in shown
    assert "dummy-cast-twice" not in shown
    assert shown.splitlines()[-1] == "TW-R14=void_whole_skill: 1 of 3 scenarios comes out otherwise"


def test_a_ruling_as_it_is_changes_nothing() -> None:
    assert "0 of 3" in run("check", "--ruling", "TW-R14=keep_self_gains").stdout


def test_an_action_that_is_refused_is_told_with_its_clause() -> None:
    shown = run("check", "scenarios", "--ruling", "TW-R29=refused", code=1).stdout
    assert "B casts Dummy: illegal here" in shown and "TW-5.5.4" in shown
    assert "1 of 3" in shown


def test_several_rulings_at_once_also_of_several_games() -> None:
    shown = run("check", "--ruling", "TW-R14=void_whole_skill", "--ruling", "TW-R29=refused", code=1).stdout
    assert "2 of 3" in shown
    run("check", "--ruling", "TW-R14=void_whole_skill", "--ruling", "QJ-R10=other_keys_ignored", code=1)


def test_as_json() -> None:
    data = json.loads(run("check", "scenarios", "--ruling", "TW-R14=void_whole_skill", "--json", code=1).stdout)
    assert data["rulings"] == {"TW-R14": "void_whole_skill"}
    assert (data["played"], data["differs"]) == (3, 1)
    (found,) = (entry for entry in data["scenarios"] if entry["differs"])
    assert Path(found["file"]).name == "nine-springs-blocked-keeps-own-gains.yaml"
    assert [["A", "hp"], 13, 10] in found["changes"] and found["step"] == 8


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("TW-R14=void_whole", "void_whole_skill"),
        ("TW-R144=void_whole_skill", "TW-R14"),
        ("TX-R14=void_whole_skill", "TW-R14"),
        ("SL-R442=x", "SL-R4"),
        ("TW-R14", "RULING=OPTION"),
    ],
)
def test_a_bad_ruling_offers_a_good_one(word: str, said: str) -> None:
    assert said in run("check", "--ruling", word, code=2).stderr


def test_a_bad_file_hides_no_other(folder: Path) -> None:
    (folder / "bad.yaml").write_text("game: tangwu\n", "utf-8")
    (folder / "link.yaml").symlink_to("nowhere")
    result = run("check", "--ruling", "TW-R14=void_whole_skill", code=2)
    assert "bad.yaml:1:1" in result.stderr and "link.yaml: " in result.stderr
    assert "1 of 3" in result.stdout and "2 files could not be read" in result.stdout
    data = json.loads(run("check", "--ruling", "TW-R14=void_whole_skill", "--json", code=2).stdout)
    assert {Path(bad["file"]).name for bad in data["bad"]} == {"bad.yaml", "link.yaml"}


def test_where_no_scenario_is_of_the_game_it_says_so() -> None:
    assert "Shengling" in run("check", "--ruling", "SL-R42=negative", code=2).stderr


@pytest.mark.slow
def test_the_project_shows_what_a_ruling_changes() -> None:
    """The example of the README, on the scenarios of the project."""
    shown = run("check", SCENARIOS, "--ruling", "TW-R14=void_whole_skill", code=1).stdout
    listed = [line for line in shown.splitlines() if line.startswith("≠")]
    assert f"{len(listed)} of " in shown.splitlines()[-1]
