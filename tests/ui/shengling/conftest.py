"""Labs of 生灵对决, open for one test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulekit.ui.explorer import Explorer
from tests.ui.shengling.opened import FIGHT, MAIN, lab_of


@pytest.fixture
def fight() -> Iterator[Explorer]:
    made = lab_of(FIGHT)
    yield made
    made.close()


@pytest.fixture
def main() -> Iterator[Explorer]:
    made = lab_of(MAIN)
    yield made
    made.close()
