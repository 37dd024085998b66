"""Makes `pytest` collect scenario files: every YAML file that looks like one below a folder named scenarios.

A file gives one test for its own rulings and one for each other reading.  A failing one shows what was
expected, what happened and the trace down to the first wrong step; a file that is wrong shows where.  YAML that is
nothing of a game is named at the end.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rulekit.core.shipped import FOLDER
from rulekit.drawing.visible import one_line, visible

if TYPE_CHECKING:
    from rulekit.core.scenario.checking import Report
    from rulekit.core.scenario.model import Reading, Scenario

__all__ = [
    "ScenarioFailed",
    "ScenarioFile",
    "ScenarioItem",
    "pytest_addoption",
    "pytest_collect_directory",
    "pytest_collect_file",
    "pytest_ignore_collect",
    "pytest_make_collect_report",
    "pytest_terminal_summary",
]

LEFT_OUT = pytest.StashKey[list[Path]]()  # YAML files that are nothing of a game


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--rulekit-lang`, the language of failure reports."""
    group = parser.getgroup("rulekit")
    group.addoption(
        "--rulekit-lang",
        choices=("zh", "en"),
        default=None,
        help="language in which failing scenarios are explained (default: RULEKIT_LANG, else zh)",
    )


# -- what is collected ------------------------------------------------------------------------------


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Collect scenario files below a folder named scenarios, and those named on the command line."""
    from rulekit.core.folder import is_scenario, is_yaml

    if not is_yaml(file_path):
        return None
    if not _below(file_path):
        named = parent.session.isinitpath(file_path) and is_scenario(file_path)
        return _collector(parent, file_path) if named else None
    from rulekit.core.game_file import sort_of
    from rulekit.games import file_kinds

    sort = "scenario" if is_scenario(file_path) else sort_of(file_path, file_kinds())
    if sort == "nothing":
        parent.config.stash.setdefault(LEFT_OUT, []).append(file_path)
    return _collector(parent, file_path) if sort in ("scenario", "unreadable") else None


@pytest.hookimpl(tryfirst=True)
def pytest_collect_directory(path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Collect a folder that cannot be looked into as a file that cannot be read, so that it stops no other."""
    from rulekit.core.folder import can_list

    return _collector(parent, path) if _below(path) and not can_list(path) else None


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out a link to a folder that it lies in."""
    if not (_below(collection_path) and collection_path.is_symlink() and os.path.isdir(collection_path)):
        return None
    return True if any(os.path.samefile(above, collection_path) for above in collection_path.parents) else None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Collect broken links, pipes and devices too, which pytest passes over; none is read."""
    report = yield
    if isinstance(collector, pytest.Directory) and report.passed and FOLDER in collector.path.parts:
        from rulekit.core.folder import odd_files

        report.result += [_collector(collector, path) for path in odd_files(collector.path)]
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Name the YAML files that were left out."""
    from rulekit.core.errors import RulekitError

    for path in config.stash.get(LEFT_OUT, []):
        place = os.path.relpath(path, config.invocation_params.dir)
        terminalreporter.write_line(RulekitError("left_out", file=place).text(_lang(config)))


def _below(path: Path) -> bool:
    return FOLDER in path.parent.parts


def _collector(parent: pytest.Collector, path: Path) -> ScenarioFile:
    """Return what collects a file, under a name that is safe to print."""
    name = one_line(path.name)
    made: ScenarioFile = ScenarioFile.from_parent(parent, path=path, name=name)
    id = one_line(made.nodeid)
    return made if id == made.nodeid else ScenarioFile.from_parent(parent, path=path, name=name, nodeid=id)


def _lang(config: pytest.Config) -> str:
    from rulekit.core.catalogue import default_lang

    return config.getoption("--rulekit-lang") or default_lang()


# -- tests ------------------------------------------------------------------------------------------


class ScenarioFailed(Exception):
    """A scenario whose expectations were not met."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.report = report


class ScenarioFile(pytest.File):
    """One scenario file: its own rulings, then each other reading."""

    def collect(self) -> Iterator[ScenarioItem]:
        """Yield one item per reading; a file that is wrong yields one item that says so."""
        from rulekit.core.scenario.reading import load

        try:
            scenario = load(self.path)
        except Exception as problem:  # whatever it is, the other files go on
            yield ScenarioItem.from_parent(self, name="load", problem=problem)
            return
        readings = (None, *scenario.readings)
        names = _names([{**scenario.rulings, **(reading.rulings if reading else {})} for reading in readings])
        for name, reading in zip(names, readings, strict=True):
            yield ScenarioItem.from_parent(self, name=name, scenario=scenario, reading=reading)


def _names(readings: Sequence[Mapping[str, str]]) -> list[str]:
    """Return names for readings, no two alike, of letters that `-k` takes."""
    names: list[str] = []
    for rulings in readings:
        name = "+".join(f"{id}.{option}" for id, option in rulings.items()) or "default"
        numbered = (f"{name}:{n}" for n in count(2))
        names.append(next(n for n in chain([name], numbered) if n not in names))
    return names


class ScenarioItem(pytest.Item):
    """A scenario under one reading."""

    def __init__(
        self,
        *,
        scenario: Scenario | None = None,
        reading: Reading | None = None,
        problem: Exception | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.scenario = scenario
        self.reading = reading
        self.problem = problem

    def runtest(self) -> None:
        """Play the scenario and compare."""
        from rulekit.core.scenario.checking import check_reading

        if self.problem is not None:
            raise self.problem
        assert self.scenario is not None
        report = check_reading(self.scenario, self.reading)
        if not report.ok:
            raise ScenarioFailed(report)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the mismatches and the trace down to the first wrong step, in place of a traceback."""
        from rulekit.core.errors import FileProblem, RulekitError

        error, lang = excinfo.value, _lang(self.config)
        if isinstance(error, ScenarioFailed):
            return visible(self._explain(error.report, lang))
        if isinstance(error, FileProblem):
            return error.text(lang).replace(one_line(error.file), self._file(), 1)
        if isinstance(error, RulekitError):
            return error.text(lang)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return file, line (from 0) and title."""
        line, title = 0, self.name
        if self.scenario is not None:
            line = (self.reading.line if self.reading is not None else self.scenario.then.line) - 1
            title = f"{one_line(self.scenario.title[_lang(self.config)])} [{self.name}]"
        return Path(one_line(str(self.path))), line, title

    def _file(self) -> str:
        return self.nodeid.partition("::")[0]

    def _explain(self, report: Report, lang: str) -> str:
        from rulekit.core.scenario.checking import cut_trace
        from rulekit.core.show.printers import text_tree

        headline, *lines = report.lines(lang)
        lines.insert(0, f"{self._file()}:{(self.reportinfo()[1] or 0) + 1}: {headline}")
        trace = report.runs[0].trace
        if trace is not None:
            wrong = min((m.step for m in report.mismatches if m.step is not None), default=None)
            lines += ["", text_tree(cut_trace(trace, wrong), lang, marked=wrong)]
        return "\n".join(lines)
