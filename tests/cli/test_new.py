"""`rulekit new`: a scenario to start from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.core.scenario import check, load, loads
from tests.support.cli import run


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_new_scenario_passes_its_own_check(tmp_path: Path, lang: str) -> None:
    run("new", "tangwu", "mine.yaml", "--lang", lang)
    assert (tmp_path / "mine.yaml").read_text("utf-8").count("#") > 10
    run("check", "mine.yaml")
    run("trace", "mine.yaml")


def test_the_readings_of_the_new_scenario_load_when_uncommented() -> None:
    for lang in ("zh", "en"):
        text = run("new", "tangwu", "-", "--lang", lang).output
        lines = [line.removeprefix("# ") if re.match(r"# (readings:|  )", line) else line for line in text.splitlines()]
        assert loads("\n".join(lines)).readings


def test_new_never_overwrites_silently(tmp_path: Path) -> None:
    run("new", "tangwu")
    path = tmp_path / "tangwu-new.yaml"
    path.write_text("mine", "utf-8")
    assert "--force" in run("new", "tangwu", code=2).stderr
    assert path.read_text("utf-8") == "mine"
    run("new", "tangwu", "--force")
    assert check(load(path)).ok


def test_new_in_a_folder_that_is_not_there() -> None:
    assert "missing" in run("new", "tangwu", "missing/x.yaml", code=2).stderr
