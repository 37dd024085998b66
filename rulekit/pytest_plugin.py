"""Makes `pytest` collect scenario files: every YAML file with a `game:` line below a folder named scenarios.

A file gives one test for its own rulings and one for each other reading.  A failing one shows what was
expected, what happened and the trace down to the first wrong step; a file that is wrong shows where.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rulekit.core.checking import Report
    from rulekit.core.errors import RulekitError
    from rulekit.core.expectation import Reading, Scenario

__all__ = ["ScenarioFailed", "ScenarioFile", "ScenarioItem", "pytest_addoption", "pytest_collect_file"]

FOLDER = "scenarios"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--rulekit-lang`, the language of failure reports."""
    group = parser.getgroup("rulekit")
    group.addoption(
        "--rulekit-lang",
        choices=("zh", "en"),
        default=None,
        help="language in which failing scenarios are explained (default: RULEKIT_LANG, else zh)",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Collect scenario files below a folder named scenarios, and those named on the command line."""
    if file_path.suffix != ".yaml":
        return None
    root = parent.config.rootpath
    below = file_path.relative_to(root) if file_path.is_relative_to(root) else file_path
    if FOLDER not in below.parts[:-1] and not parent.session.isinitpath(file_path):
        return None
    from rulekit.core.scenario_file import is_scenario

    if not is_scenario(file_path):
        return None
    made: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path)
    return made


class ScenarioFailed(Exception):
    """A scenario whose expectations were not met."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.report = report


class ScenarioFile(pytest.File):
    """One scenario file: its own rulings, then each other reading."""

    def collect(self) -> Iterator[ScenarioItem]:
        """Yield one item per reading; a file that is wrong yields one item that says so."""
        from rulekit.core.errors import FileProblem
        from rulekit.core.scenario_file import load

        try:
            scenario = load(self.path)
        except FileProblem as problem:
            problem.file = self.nodeid
            yield ScenarioItem.from_parent(self, name="load", problem=problem)
            return
        yield ScenarioItem.from_parent(self, name=_name(scenario.rulings), scenario=scenario)
        for reading in scenario.readings:
            name = _name({**scenario.rulings, **reading.rulings})
            yield ScenarioItem.from_parent(self, name=name, scenario=scenario, reading=reading)


def _name(rulings: Mapping[str, str]) -> str:
    return ",".join(f"{id}={option}" for id, option in rulings.items()) or "default"


class ScenarioItem(pytest.Item):
    """A scenario under one reading."""

    def __init__(
        self,
        *,
        scenario: Scenario | None = None,
        reading: Reading | None = None,
        problem: RulekitError | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.scenario = scenario
        self.reading = reading
        self.problem = problem

    def runtest(self) -> None:
        """Play the scenario and compare."""
        from rulekit.core.checking import check_reading

        if self.problem is not None:
            raise self.problem
        assert self.scenario is not None
        report = check_reading(self.scenario, self.reading)
        if not report.ok:
            raise ScenarioFailed(report)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the mismatches and the trace down to the first wrong step, in place of a traceback."""
        from rulekit.core.errors import RulekitError

        if isinstance(excinfo.value, ScenarioFailed):
            return self._explain(excinfo.value.report)
        if isinstance(excinfo.value, RulekitError):
            return excinfo.value.text(self._lang())
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return file, line (from 0) and title."""
        line, title = 0, self.name
        if self.scenario is not None:
            line = (self.reading.line if self.reading is not None else self.scenario.then.line) - 1
            title = f"{self.scenario.title[self._lang()]} [{self.name}]"
        return self.path, line, title

    def _lang(self) -> str:
        from rulekit.core.settings import default_lang

        return self.config.getoption("--rulekit-lang") or default_lang()

    def _explain(self, report: Report) -> str:
        from rulekit.core.checking import cut_trace
        from rulekit.core.printers import text_tree

        lang = self._lang()
        file = self.nodeid.partition("::")[0]
        headline, *lines = report.lines(lang)
        lines.insert(0, f"{file}:{(self.reportinfo()[1] or 0) + 1}: {headline}")
        trace = report.runs[0].trace
        if trace is not None:
            wrong = min((m.step for m in report.mismatches if m.step is not None), default=None)
            lines += ["", text_tree(cut_trace(trace, wrong), lang, marked=wrong)]
        return "\n".join(lines)
