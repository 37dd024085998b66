"""The notebooks prove what they claim: one changed number in the package turns the comparison red."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.notebook_guard import ROOT, reasons
from tests.notebook_runs import nbval

CASEBOOK = "casebook_basics.ipynb"
NUMBER = ("INCOME: Final = 1", "INCOME: Final = 2")  # TW-4.2


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the casebook with its scenario files, away from the checkout."""
    folder = tmp_path / "scenarios"
    shutil.copytree(ROOT / "scenarios" / "tangwu", folder)
    return folder / CASEBOOK


def test_unchanged_package_passes(copy: Path) -> None:
    outcome = nbval(copy)
    assert outcome.code == 0, outcome.output
    cells = json.loads(copy.read_text("utf-8"))["cells"]
    assert outcome.passed == sum(cell["cell_type"] == "code" for cell in cells)


def test_one_changed_number_fails(copy: Path, tmp_path: Path) -> None:
    package = tmp_path / "patched"
    shutil.copytree(ROOT / "rulekit", package / "rulekit", ignore=shutil.ignore_patterns("__pycache__"))
    limits = package / "rulekit" / "games" / "tangwu" / "limits.py"
    text = limits.read_text("utf-8")
    assert text.count(NUMBER[0]) == 1
    limits.write_text(text.replace(*NUMBER), "utf-8")
    outcome = nbval(copy, package)
    assert outcome.code == 1, outcome.output
    # Cell 0 imports; then each case has one cell that shows its result and one that asserts.
    assert any(cell % 2 == 1 for cell in outcome.failed), "no stored output was found to differ"
    assert any(cell and cell % 2 == 0 for cell in outcome.failed), "no assert failed"
    assert 0 not in outcome.failed


def test_one_changed_output_fails(copy: Path) -> None:
    notebook = json.loads(copy.read_text("utf-8"))
    cell = next(c for c in notebook["cells"] if c["cell_type"] == "code" and c["outputs"])
    cell["outputs"][0]["data"]["text/plain"][-1] += " "
    copy.write_text(json.dumps(notebook), "utf-8")
    assert nbval(copy).failed == {1}


def test_stripped_notebook_fails_the_guard(copy: Path) -> None:
    notebook = json.loads(copy.read_text("utf-8"))
    assert reasons(json.dumps(notebook)) == []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    found = reasons(json.dumps(notebook))
    assert len(found) == 2 and "no output could be compared" in found
