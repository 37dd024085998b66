"""`rulekit notebook` and the start of `rulekit lab`: what is no notebook, what is missing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import run


@pytest.mark.parametrize(
    "content",
    [
        b"{}",
        b"[]",
        b"x",
        b"",
        b"\xff\xfe",
        b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "source": "1"}]}',
        b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "raw"}]}',
        b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": 7}',
        b'{"nbformat": 2, "nbformat_minor": 0, "worksheets": [{}]}',
        b'{"nbformat": "four"}',
        b"[" * 100_000,
    ],
)
def test_a_file_that_is_no_notebook_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.ipynb"
    path.write_bytes(content)
    for lang, said in (("en", "x.ipynb is no notebook"), ("zh", "x.ipynb 不是笔记本")):
        assert said in run("--lang", lang, "notebook", path, code=2).stderr.replace("\n", " ")
    assert path.read_bytes() == content


def test_lab_starts_jupyterlab_on_the_start_notebook(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from rulekit.cli import notebooks, server, workplace

    calls = []

    class Launched:
        def __init__(self, command: list[str], cwd: Path, **more: Any) -> None:
            calls.append((command, cwd, more))

        def wait(self, _timeout: float) -> int:
            return 0

    monkeypatch.setattr(notebooks, "find_spec", lambda name: object())
    monkeypatch.setattr(workplace, "trust", lambda folder, lang: None)
    monkeypatch.setattr(server.subprocess, "Popen", Launched)
    place = tmp_path / "mine"
    run("lab", place, "--no-browser", "--port", 8899, "--lang", "en")
    command, folder, more = calls[0]
    assert command[1:3] == ["-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={place}" in command
    assert "--LabApp.default_url=/lab/tree/notebooks/00_start.ipynb" in command
    assert (place / "notebooks" / "00_start.ipynb").is_file()
    assert "--no-browser" in command
    assert "--port=8899" in command
    assert folder == place and more["env"]["RULEKIT_LANG"] == "en"
    run("lab", place)
    assert "--no-browser" not in calls[1][0] and calls[1][2]["env"]["RULEKIT_LANG"] == "zh"


def test_lab_without_jupyterlab_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulekit.cli import notebooks

    monkeypatch.setattr(notebooks, "find_spec", lambda name: None)
    assert "rulekit[notebook]" in run("lab", code=2).stderr
    assert "rulekit[notebook]" in run("notebook", code=2).stderr


def test_notebook_refuses_a_mix(blocked: Path, tmp_path: Path) -> None:
    pytest.importorskip("nbclient")
    book = tmp_path / "book.ipynb"
    book.write_text("{}", "utf-8")
    run("notebook", blocked, book, code=2)
    run("notebook", blocked, "--out", "book.txt", code=2)
