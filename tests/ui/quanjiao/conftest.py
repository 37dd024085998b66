"""Labs of 拳脚招式, open for one test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import rulekit
from rulekit.ui.explorer import Explorer
from tests.ui.quanjiao.opened import CONTEST, PLACING


@pytest.fixture
def lab() -> Iterator[Explorer]:
    made = rulekit.lab("quanjiao", given=CONTEST, play=["reveal"], name="test", lang="zh")
    yield made
    made.close()


@pytest.fixture
def placing() -> Iterator[Explorer]:
    made = rulekit.lab("quanjiao", given=PLACING, name="test", lang="zh")
    yield made
    made.close()
