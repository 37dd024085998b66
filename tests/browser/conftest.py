"""One notebook opened in JupyterLab for every browser test; a picture of the page where a test fails."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.harness import Lab, find_browser, open_lab
from tests.support import ROOT


@pytest.fixture
def lab(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Lab]:
    """Open a copy of the notebook that the test module names as NOTEBOOK, a path below notebooks."""
    browser = find_browser()
    notebook = Path(request.module.NOTEBOOK)
    folder, scratch = tmp_path / "notebooks" / notebook.parent, tmp_path / "browser"
    folder.mkdir(parents=True)
    scratch.mkdir()
    shutil.copytree(ROOT / "scenarios", tmp_path / "scenarios")  # a notebook opens cases beside its own
    copied = Path(shutil.copy(ROOT / "notebooks" / notebook, folder))
    with open_lab(browser, copied, scratch) as opened:
        yield opened


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    lab = getattr(item, "funcargs", {}).get("lab")
    if report.when == "call" and report.failed and isinstance(lab, Lab):
        picture = Path(item.funcargs["tmp_path"]) / "failure.png"
        lab.page.screenshot(path=str(picture))
        report.sections.append(("picture of the page", str(picture)))
    return report
