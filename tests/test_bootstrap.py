"""The set-up command: what it says when something is missing, and that it does nothing twice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit import bootstrap

ROOT = Path(bootstrap.__file__).resolve().parent.parent


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of its own with nothing installed."""
    (tmp_path / "pyproject.toml").write_text("[project]\n", "utf-8")
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    return tmp_path


def make_ready(extras: str) -> None:
    for name in ("python", "rulekit"):
        bootstrap._in_venv(name).parent.mkdir(parents=True, exist_ok=True)
        bootstrap._in_venv(name).touch()
    bootstrap._stamp().write_text(json.dumps({**bootstrap._wanted(), "extras": extras}), "utf-8")


def test_old_python_is_refused_in_both_languages(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "OLDEST", (99, 0))
    assert bootstrap.main(["lab"]) == 2
    said = capsys.readouterr().err
    assert "需要 Python 99.0" in said and "Python 99.0 or newer is needed" in said


def test_partial_checkout_is_refused(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "pyproject.toml").unlink()
    assert bootstrap.main(["test"]) == 2
    assert "pyproject.toml" in capsys.readouterr().err


def test_missing_venv_module_says_what_to_install(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "_run", lambda *command, quiet=False: False)
    assert bootstrap.main(["lab"]) == 2
    assert "python3-venv" in capsys.readouterr().err


def test_failed_install_leaves_no_stamp(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "_run", lambda *command, quiet=False: "venv" in command)
    assert bootstrap.main(["lab"]) == 2
    assert "网络" in capsys.readouterr().err
    assert not bootstrap.ready(("notebook",))


def test_ready_environment_is_left_alone(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_ready("notebook test")
    monkeypatch.setattr(bootstrap, "install", lambda extras: pytest.fail("installed again"))
    bootstrap.ensure(("notebook",))
    bootstrap.ensure(("notebook", "test"))


@pytest.mark.parametrize("change", ["dependencies", "extras", "place", "half"])
def test_changed_environment_is_made_anew(place: Path, change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make_ready("notebook")
    wanted: tuple[str, ...] = ("notebook",)
    if change == "dependencies":
        (place / "pyproject.toml").write_text("[project]\nname = 'other'\n", "utf-8")
    elif change == "extras":
        wanted = ("notebook", "test")
    elif change == "place":
        bootstrap._stamp().write_text(json.dumps({**bootstrap._wanted(), "base": "elsewhere"}), "utf-8")
    else:
        bootstrap._stamp().write_text("{", "utf-8")
    assert not bootstrap.ready(wanted)


def test_every_text_is_there_in_both_languages() -> None:
    assert all(len(texts) == 2 and all(texts) for texts in bootstrap.TEXTS.values())


@pytest.mark.parametrize(("arguments", "code"), [(["--help"], 0), ([], 2)])
def test_runs_with_the_standard_library_alone(arguments: list[str], code: int) -> None:
    command = [sys.executable, "-I", "-S", str(ROOT / "rulekit" / "bootstrap.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == code
    assert "用法" in done.stderr and "usage" in done.stderr
