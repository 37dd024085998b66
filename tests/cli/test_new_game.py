"""`rulekit new-game`: what it writes passes the property suite at once; it overwrites nothing and takes no odd name."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT
from tests.support.cli import run

pytestmark = pytest.mark.slow

QUICK = ("books", "games", "scenarios", "views", "legality", "start")


@pytest.fixture(autouse=True)
def elsewhere(surroundings: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that lies in the current folder could be imported, its name would be taken."""
    monkeypatch.chdir(ROOT)


def made(*args: object, code: int = 0) -> str:
    shown = run("new-game", "--lang", "en", *args, code=code)
    return shown.output + shown.stderr


def suite(folder: Path, package: str, *files: Path) -> str:
    """Run the property suite on a game of a folder, return what it says."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", package, *map(str, files)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(folder))), "RULEKIT_GAMES": package}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=env, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_game_passes_the_property_suite(tmp_path: Path) -> None:
    assert str(tmp_path / "pebbles") in made("pebbles", "--package", tmp_path).replace("\n", "")
    told = suite(tmp_path, "pebbles", *(ROOT / "tests" / "properties" / f"test_{name}.py" for name in QUICK))
    assert " passed" in told and "skipped" not in told


@pytest.mark.nightly
def test_a_new_game_passes_the_whole_property_suite(tmp_path: Path) -> None:
    made("pebbles", "--package", tmp_path)
    suite(tmp_path, "pebbles", ROOT / "tests" / "properties")


def test_a_game_in_a_package_is_named_after_it(tmp_path: Path) -> None:
    (tmp_path / "outer").mkdir()
    (tmp_path / "outer" / "__init__.py").touch()
    made("go_stones", "--package", tmp_path / "outer")
    text = (tmp_path / "outer" / "go_stones" / "game.py").read_text("utf-8")
    assert 'GAME = Game(id="go_stones", package="outer.go_stones"' in text


def test_its_scenarios_make_a_casebook(tmp_path: Path) -> None:
    made("pebbles", "--package", tmp_path)
    shutil.copytree(tmp_path / "pebbles" / "scenarios", tmp_path / "scenarios" / "pebbles")
    code = "import pebbles, pathlib, rulekit.casebook as c; print(c.books(pathlib.Path('scenarios/pebbles')))"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(tmp_path)))}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, env=env, check=True
    )
    assert "casebook_play.ipynb" in done.stdout and "the-last-match.yaml" in done.stdout


def test_what_is_written_is_in_form(tmp_path: Path) -> None:
    """Import lines are in order wherever the package lies, and ruff and mypy have nothing to say."""
    for parent in ("apple", "zebra"):
        (tmp_path / parent).mkdir()
        (tmp_path / parent / "__init__.py").write_text('"""A package."""\n')
        made("pebbles", "--package", tmp_path / parent)
        for command in (
            ("ruff", "format", "--check"),
            ("ruff", "check", "--select", "E,F,B,UP,SIM,D1"),
            ("mypy",),
        ):
            options = ("--config-file", ROOT / "pyproject.toml") if command == ("mypy",) else ("--line-length", "120")
            line = [sys.executable, "-m", *command, *map(str, options), f"{parent}/pebbles"]
            env = {**os.environ, "PYTHONPATH": str(ROOT), "MYPYPATH": str(ROOT)}
            done = subprocess.run(line, capture_output=True, text=True, cwd=tmp_path, env=env, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
        for path in (tmp_path / parent / "pebbles").glob("*.py"):
            modules = re.findall(r"^from ((?:rulekit|apple|zebra)\S+)", path.read_text("utf-8"), re.MULTILINE)
            assert modules == sorted(modules)


@pytest.mark.parametrize("name", ["", "Nim", "2048", "a-b", "class", "../x", "/x", "尼姆", "a b", "x\0", "$name"])
def test_a_name_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    assert "lower-case letters" in " ".join(made("--package", tmp_path, "--", name, code=2).split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["tangwu", "nim", "json", "rulekit"])
def test_a_name_that_is_taken_is_refused(name: str, tmp_path: Path) -> None:
    assert "taken" in made(name, "--package", tmp_path, code=2)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten_and_no_folder_is_made_up(tmp_path: Path) -> None:
    (tmp_path / "pebbles").mkdir()
    (tmp_path / "pebbles" / "mine.py").write_text("mine")
    assert "exists" in made("pebbles", "--package", tmp_path, code=2)
    assert [p.name for p in tmp_path.rglob("*")] == ["pebbles", "mine.py"]
    assert "no folder" in made("pebbles", "--package", tmp_path / "none", code=2)
