"""`rulekit check`: what is as expected, what is not, what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.core.folder import find
from tests.support import SCENARIOS
from tests.support.cli import run


def test_check_passes(blocked: Path) -> None:
    assert "符合 1，不符 0，读不了 0" in run("check", blocked).output


def test_check_shows_expected_against_actual_and_the_trace(blocked: Path, failing: Path) -> None:
    shown = run("check", failing, blocked, "--lang", "en", code=1).output
    assert "22" in shown
    assert "23" in shown
    assert "▶" in shown
    assert "1 as expected, 1 not, 0 unreadable" in shown


def test_check_goes_on_after_a_broken_file(broken: Path, failing: Path, tmp_path: Path) -> None:
    result = run("check", tmp_path, code=2)
    assert "broken.yaml:3:" in result.stderr
    assert "符合 0，不符 1，读不了 1" in result.output


def test_check_as_json(broken: Path, failing: Path, blocked: Path, tmp_path: Path) -> None:
    data = json.loads(run("check", tmp_path, "--json", code=2).stdout)
    assert {Path(s["file"]).name: s["ok"] for s in data["scenarios"]} == {"blocked.yaml": True, "failing.yaml": False}
    assert [(Path(b["file"]).name, b["line"]) for b in data["bad"]] == [("broken.yaml", 3)]


def test_check_takes_the_scenarios_folder_by_itself(tmp_path: Path, blocked: Path) -> None:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    blocked.rename(folder / "one.yaml")
    assert "符合 1" in run("check").output
    assert run("check").stderr == ""


@pytest.mark.slow
def test_check_takes_what_comes_with_rulekit_where_there_is_no_folder(tmp_path: Path) -> None:
    result = run("--lang", "en", "check")
    assert f"{len(find([SCENARIOS]))} as expected, 0 not, 0 unreadable" in result.stdout
    assert str(SCENARIOS) in result.stderr.replace("\n", "")
    assert "1 as expected" in run("--lang", "en", "check", "tangwu/cold-wind-into-thorns").stdout
    data = json.loads(run("check", "--ruling", "TW-R8=exactly_4_minus_n", "tangwu", "--json", code=1).stdout)
    assert all(Path(entry["file"]).parent == Path("tangwu") for entry in data["scenarios"])
    assert list(tmp_path.iterdir()) == []
