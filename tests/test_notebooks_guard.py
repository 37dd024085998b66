"""The committed notebooks hold what nbval relies on but does not check itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import ROOT
from tests.support.notebooks import notebooks, reasons


@pytest.mark.parametrize("path", notebooks(), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_notebook_proves_something(path: Path) -> None:
    assert reasons(path.read_text("utf-8")) == []


def _cell(source: str = "1", outputs: list[dict] | None = None, count: int | None = 1, tags: tuple = ()) -> dict:
    shown = {"output_type": "execute_result", "data": {"text/plain": ["1"]}, "metadata": {}, "execution_count": 1}
    return {
        "cell_type": "code",
        "source": [source],
        "metadata": {"tags": list(tags)} if tags else {},
        "execution_count": count,
        "outputs": [shown] if outputs is None else outputs,
    }


def _plain(text: str) -> list[dict]:
    return [{"output_type": "display_data", "data": {"text/plain": [text]}, "metadata": {}}]


FAULTS = {
    "stripped": (_cell(outputs=[], count=None), "not run once each"),
    "run twice": (_cell(count=2), "not run once each"),
    "nothing shown": (_cell(outputs=[]), "no output could be compared"),
    "only a picture": (
        _cell(outputs=[{"output_type": "display_data", "data": {"image/png": "iVBO"}, "metadata": {}}]),
        "no output could be compared",
    ),
    "skip tag": (_cell(tags=("nbval-skip",)), "opts out"),
    "ignore comment": (_cell("# NBVAL_IGNORE_OUTPUT\n1"), "opts out"),
    "magic": (_cell("%time 1"), "magic"),
    "output widget": (_cell("out = widgets.Output()"), "magic"),
    "address": (_cell(outputs=_plain("<X object at 0x7f00deadbeef>")), "differs between machines"),
    "path": (_cell(outputs=_plain("/home/somebody/x")), "differs between machines"),
    "stderr": (
        _cell(outputs=[{"output_type": "stream", "name": "stderr", "text": ["careful"]}]),
        "wrote to stderr",
    ),
    "failed": (
        _cell(outputs=[{"output_type": "error", "ename": "E", "evalue": "e", "traceback": []}]),
        "failed: E",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_guard_sees(name: str) -> None:
    cell, expected = FAULTS[name]
    found = reasons(json.dumps({"cells": [cell], "metadata": {}}))
    assert any(expected in reason for reason in found), found


def test_guard_sees_widget_state() -> None:
    found = reasons(json.dumps({"cells": [_cell()], "metadata": {"widgets": {}}}))
    assert found == ["widget state is stored"]


def test_guard_accepts_a_sound_notebook() -> None:
    assert reasons(json.dumps({"cells": [_cell()], "metadata": {}})) == []
