"""The real program: narrow terminals, exit codes, streams, completion, speed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.cli import letters
from tests.support.processes import RULEKIT, program, shell
from tests.support.timing import programs_seconds


@pytest.mark.parametrize(
    "args", [["--help"], ["trace", "blocked.yaml"], ["rules", "tangwu"], ["rules", "TW-R15"], ["trace", "--help"]]
)
def test_a_narrow_terminal_loses_nothing(blocked: Path, args: list[str]) -> None:
    assert letters(*args, columns=40) == letters(*args, columns=200)


@pytest.mark.slow
def test_exit_codes_and_streams_of_the_program(blocked: Path, failing: Path, broken: Path) -> None:
    assert program("check", blocked).returncode == 0
    assert program("check", failing).returncode == 1
    bad = program("check", broken)
    assert bad.returncode == 2
    assert "broken.yaml:3:" in bad.stderr
    assert program("nothing").returncode == 2
    good = program("check", blocked, "--json")
    assert good.stderr == ""
    json.loads(good.stdout)


def test_a_reader_that_stops_early_is_no_fault() -> None:
    ended = shell(f"{RULEKIT} rules tangwu --json | head -1")
    assert ended.stdout == "{\n"
    assert ended.stderr == ""


def test_a_terminal_without_chinese_is_no_fault(blocked: Path) -> None:
    shown = program("trace", blocked, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert shown.returncode == 0
    assert "Traceback" not in shown.stderr


def test_completion_knows_commands_and_options() -> None:
    words = {"COMP_WORDS": "rulekit co", "COMP_CWORD": "1", "_RULEKIT_COMPLETE": "complete_bash"}
    done = program(**words)
    assert done.returncode == 0
    assert done.stdout.split() == ["compare", "coverage"]


@pytest.mark.slow
def test_help_comes_fast() -> None:
    program("--help")
    assert min(programs_seconds(lambda: program("--help")) for _ in range(3)) < 1.0  # about 0.3
