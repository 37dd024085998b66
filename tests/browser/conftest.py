"""Leaves a picture of the page where a browser test fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.harness import Lab


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    lab = getattr(item, "funcargs", {}).get("lab")
    if report.when == "call" and report.failed and isinstance(lab, Lab):
        picture = Path(item.funcargs["tmp_path"]) / "failure.png"
        lab.page.screenshot(path=str(picture))
        report.sections.append(("picture of the page", str(picture)))
    return report
