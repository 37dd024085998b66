"""The notebooks prove what they claim: one changed number in the package turns the comparison red."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import nbformat
import pytest

from rulekit.core.errors import RulekitError
from tests.support import ROOT
from tests.support.notebooks import nbval, reasons

pytestmark = pytest.mark.slow

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


#: A cell for each way to be told of a fault: each ends in an error of the project, none shows anything.
FAULTY = (
    "rulekit.load_game('chess')",
    "rulekit.example({'A': {'hp': 'x'}})",
    "rulekit.example({'A': {'hpp': 3}})",
    "rulekit.example({'step': 'act', 'A': {'hp': -1}})",
    "rulekit.example({'step': 'act', 'A': {'cost': 1, 'digit': 3}}, '寒风')",
    "rulekit.lab('tangwu', given={'A': {'hpp': 3}})",
    "rulekit.lab('quanjiao', given={'own_moves': [{'id': 1}]})",
    "rulekit.puzzle('x', {'A': {'hpp': 3}})",
    "rulekit.predict('x', [1, 2], answer=3)",
    "rulekit.new_game('shengling', cards='nowhere.yaml')",
    "scenario.load('nowhere.yaml')",
    "scenario.loads('')",
    "scenario.loads('game: tangwu\\ntitle: x\\ngiven: {A: {hp: x, cost: y}}\\nplay: []')",
    "scenario.loads('game: tangwu\\ntitle: x\\ngiven: {}\\nplay: []\\nthen: {A: {hp: x}}')",
    "scenario.loads('game: shengling\\ntitle: x\\ngiven: {own_cards: [{number: 1}]}\\nplay: []')",
    "rulekit.Position.from_json(rulekit.load_game('tangwu'), {**start.to_json(), 'state': {'A': {'hp': 'x'}}})",
    "case('nowhere.yaml')",
)
OPENING = "import rulekit\nfrom rulekit.casebook import case\nfrom rulekit.core import scenario"
OPENING += "\nstart = rulekit.new_game('tangwu', first='A')"


@pytest.mark.parametrize("lax", [False, True], ids=["compared", "lax"])
def test_a_cell_that_ends_in_an_error_fails(tmp_path: Path, lax: bool) -> None:
    """Whatever the error is made of: one that IPython only writes to stderr would pass."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in (OPENING, *FAULTY)])
    path = tmp_path / "faulty.ipynb"
    path.write_text(nbformat.writes(book), "utf-8")
    outcome = nbval(path, lax=lax)
    passed = [source for number, source in enumerate(FAULTY, 1) if number not in outcome.failed]
    assert passed == [], outcome.output
    assert 0 not in outcome.failed


@pytest.mark.parametrize("source", FAULTY)
def test_no_error_brings_a_group_along(source: str) -> None:
    """IPython shows no error with an exception group anywhere before it."""
    names: dict[str, object] = {}
    exec(OPENING, names)
    with pytest.raises(RulekitError) as caught:
        exec(source, names)
    error: BaseException | None = caught.value
    while error is not None:
        assert not isinstance(error, BaseExceptionGroup)
        error = error.__context__


def test_stripped_notebook_fails_the_guard(copy: Path) -> None:
    notebook = json.loads(copy.read_text("utf-8"))
    assert reasons(json.dumps(notebook)) == []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    found = reasons(json.dumps(notebook))
    assert len(found) == 2 and "no output could be compared" in found
