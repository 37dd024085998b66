"""Runs the measurements when they are asked for, and prints their table."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

Note = Callable[[str, float, str], None]

_FIGURES = pytest.StashKey[list[tuple[str, float, str]]]()


def pytest_configure(config: pytest.Config) -> None:
    """`--benchmark-only` on this folder asks for the measurements the normal run leaves out."""
    config.stash[_FIGURES] = []
    if config.getoption("benchmark_only", False) and "not bench" in config.option.markexpr:
        config.option.markexpr = "bench"


@pytest.fixture
def note(request: pytest.FixtureRequest) -> Note:
    """Return a function that puts a figure (name, value, unit) into the table."""
    figures = request.config.stash[_FIGURES]

    def add(name: str, value: float, unit: str) -> None:
        figures.append((name, value, unit))

    return add


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the table; RULEKIT_FIGURES names a JSON file to write it to as well."""
    figures = config.stash.get(_FIGURES, [])
    if not figures:
        return
    terminalreporter.section("figures of this run")
    width = max(len(name) for name, _, _ in figures)
    for name, value, unit in figures:
        shown = f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
        terminalreporter.write_line(f"{name:<{width}}  {shown:>12} {unit}".rstrip())
    target = os.environ.get("RULEKIT_FIGURES")
    if target:
        data = {name: {"value": value, "unit": unit} for name, value, unit in figures}
        Path(target).write_text(json.dumps(data, indent=1) + "\n", "utf-8")
