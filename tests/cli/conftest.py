"""A command has no language and no width chosen and a folder of its own; scenario files of three kinds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekit.cli.output import set_lang
from tests.cli.blocked import BLOCKED


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    for name in ("RULEKIT_LANG", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    set_lang(None)
    yield
    set_lang(None)


@pytest.fixture
def blocked(tmp_path: Path) -> Path:
    path = tmp_path / "blocked.yaml"
    path.write_text(BLOCKED, "utf-8")
    return path


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    path = tmp_path / "failing.yaml"
    path.write_text(BLOCKED.replace("hp: 23", "hp: 22"), "utf-8")
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.yaml"
    path.write_text(BLOCKED.replace("荆棘: true", "荆辣: true"), "utf-8")
    return path
