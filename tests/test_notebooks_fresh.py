"""Committed notebooks are what the regenerate command makes of the sources today, byte for byte."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import nbformat
import pytest

from rulekit import casebook, notebooks
from rulekit.core.scenario import load
from tests.support import ROOT
from tests.support.notebooks import one_kernel, reasons
from tests.support.processes import python

pytestmark = pytest.mark.slow

LOAD = cache(load)
SCENARIO = """\
game: tangwu
title: {{zh: "{title}", en: "{title}"}}
tags: [拳]
given: {{turn: A, step: act, A: {{hp: 20, cost: 1, digit: 1}}, B: {{hp: 21, cost: 1, digit: 1}}}}
play: [A: 拳]
then: {{A: {{cost: 0}}, B: {{hp: {hp}, cost: 2}}}}
"""


def scenario(title: str, hp: int = 19) -> str:
    return SCENARIO.format(title=title, hp=hp)


@pytest.fixture
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scenario of the project is read once, however many ask for it."""
    monkeypatch.setattr("rulekit.core.scenario.load", LOAD)


def test_no_notebook_is_stale(read_once: None) -> None:
    with one_kernel():
        stale = notebooks.regenerate_all(ROOT, check=True)
    names = [path.relative_to(ROOT).as_posix() for path in stale]
    assert not names, "run `rulekit notebook`"


def test_every_scenario_stands_in_exactly_one_casebook(read_once: None) -> None:
    for folder in sorted(p for p in (ROOT / "scenarios").iterdir() if p.is_dir()):
        listed = [file for book in casebook.books(folder) for file in book.files]
        assert sorted(listed) == sorted(folder.rglob("*.yaml"))


def test_casebooks_stay_readable() -> None:
    for path in (ROOT / "scenarios").rglob("*.ipynb"):
        assert path.stat().st_size <= 500_000, f"{path.name}: split its entry in casebooks.yaml"


def test_changed_scenario_makes_its_casebook_stale(tmp_path: Path) -> None:
    file, book = tmp_path / "a.yaml", tmp_path / "book.ipynb"
    file.write_text(scenario("甲"), "utf-8")
    assert notebooks.write([file], book)
    assert reasons(book.read_text("utf-8")) == []
    before = book.read_bytes()
    assert not notebooks.write([file], book, check=True)
    file.write_text(scenario("乙"), "utf-8")
    assert notebooks.write([file], book, check=True)
    assert book.read_bytes() == before, "a check writes nothing"
    assert notebooks.write([file], book)
    assert book.read_bytes() != before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.yaml", "book.ipynb"]


def test_text_of_a_scenario_is_no_markup(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(scenario("<script>1</script> $x$ **b** ```"), "utf-8")
    cells = casebook.casebook([file], tmp_path).cells
    source = cells[2].source
    title = source.split("\n", 1)[0]
    assert title == r"## 1. \<script\>1\</script\> <span>\$</span>x<span>\$</span> \*\*b\*\* \`\`\`"
    assert "\n````yaml\n" in source and source.endswith("\n````")


def test_casebook_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(casebook.CasebookError) as error:
        casebook.casebook([], tmp_path)
    assert "no scenario file" in error.value.text("en")


def test_failing_case_is_named_and_nothing_written(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(scenario("甲", hp=18), "utf-8")
    with pytest.raises(casebook.CasebookError) as error:
        notebooks.write([tmp_path / "a.yaml"], tmp_path / "book.ipynb")
    assert "book.ipynb" in error.value.text("zh") and "甲：1 处不符" in error.value.text("zh")
    assert not (tmp_path / "book.ipynb").exists()


def _notebook(path: Path, *sources: str, tags: tuple[str, ...] = ()) -> Path:
    cells = [nbformat.v4.new_code_cell(s, metadata={"tags": list(tags)} if tags else {}) for s in sources]
    path.write_text(nbformat.writes(nbformat.v4.new_notebook(cells=cells)), "utf-8")
    return path


def test_regenerating_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    path = _notebook(
        tmp_path / "x.ipynb",
        "import ipywidgets\nprint('甲')\nprint('乙')",
        "class Both:\n    def _repr_mimebundle_(self, **_):\n        w = ipywidgets.Button()\n"
        "        return w._repr_mimebundle_() | {'text/html': '<b>1</b>', 'text/plain': '1'}\nBoth()",
    )
    assert notebooks.regenerate(path)
    first = path.read_bytes()
    code = "import sys, pathlib; from rulekit import notebooks; notebooks.regenerate(pathlib.Path(sys.argv[1]))"
    for seed in ("1", "2"):
        python(code, path, PYTHONHASHSEED=seed)
        assert path.read_bytes() == first
    stored = json.loads(first)
    assert "widgets" not in stored["metadata"]
    assert [c["id"] for c in stored["cells"]] == ["c000", "c001"]
    assert sorted(stored["cells"][1]["outputs"][0]["data"]) == ["text/html", "text/plain"]
    assert b"\r" not in first and first.endswith(b"}\n") and "甲".encode() in first


def test_a_folded_source_stays_folded(tmp_path: Path) -> None:
    path = _notebook(tmp_path / "x.ipynb", "1", "2")
    stored = json.loads(path.read_text("utf-8"))
    stored["cells"][0]["metadata"] = {"jupyter": {"source_hidden": True, "outputs_hidden": True}, "trusted": True}
    path.write_text(json.dumps(stored), "utf-8")
    notebooks.regenerate(path)
    kept = [c["metadata"] for c in json.loads(path.read_text("utf-8"))["cells"]]
    assert kept == [{"jupyter": {"source_hidden": True}}, {}]


def test_failing_cell_leaves_the_notebook_alone(tmp_path: Path) -> None:
    path = _notebook(tmp_path / "x.ipynb", "1 / 0")
    before = path.read_bytes()
    with pytest.raises(casebook.CasebookError) as error:
        notebooks.regenerate(path)
    assert "x.ipynb: cell 0 failed: ZeroDivisionError" in error.value.text("en")
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["x.ipynb"]


def test_expected_error_is_kept_without_paths(tmp_path: Path) -> None:
    path = _notebook(tmp_path / "x.ipynb", "raise ValueError('不行')", "print(1)", tags=("raises-exception",))
    notebooks.regenerate(path)
    output = json.loads(path.read_text("utf-8"))["cells"][0]["outputs"][0]
    assert output["traceback"] == ["ValueError: 不行"]
    assert reasons(path.read_text("utf-8")) == []
