"""One notebook opened in JupyterLab for every browser test; a picture of the page where a test fails."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.harness import Lab, Server, lab_server, open_browser, open_lab
from tests.support import ROOT


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """One browser for all of these tests."""
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="package")
def server(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One JupyterLab for all of these tests, on a folder with the scenarios."""
    place = tmp_path_factory.mktemp("served")
    scratch = tmp_path_factory.mktemp("server")
    shutil.copytree(ROOT / "scenarios", place / "scenarios")  # a notebook opens cases beside its own
    with lab_server(place, scratch) as running:
        yield running


@pytest.fixture
def folder(server: Server, request: pytest.FixtureRequest) -> Path:
    """A folder of that JupyterLab for one test."""
    made = server.folder / "notebooks" / f"{request.module.__name__.rpartition('.')[2]}-{request.node.name}"
    made.mkdir(parents=True)
    return made


@pytest.fixture
def lab(browser: Any, server: Server, folder: Path, request: pytest.FixtureRequest) -> Iterator[Lab]:
    """Open a copy of the notebook that the test module names as NOTEBOOK, a path below notebooks."""
    copied = Path(shutil.copy(ROOT / "notebooks" / request.module.NOTEBOOK, folder))
    with open_lab(browser, server, copied) as opened:
        yield opened


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    lab = getattr(item, "funcargs", {}).get("lab")
    if report.when == "call" and report.failed and isinstance(lab, Lab):
        picture = lab.folder / "failure.png"
        lab.page.screenshot(path=str(picture))
        report.sections.append(("picture of the page", str(picture)))
    return report
