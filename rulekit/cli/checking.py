"""`rulekit check`: scenarios are compared with what happens, cards and decks of one's own are read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from rulekit.cli import output, terminal
from rulekit.cli.output import CliError, lang, text
from rulekit.cli.scenarios import mismatch_json
from rulekit.core.errors import FileProblem, RulekitError
from rulekit.core.file_kind import FileKind
from rulekit.core.folder import is_scenario
from rulekit.core.game_file import recognise, sort_out
from rulekit.core.scenario import Report, Scenario, cut_trace, load
from rulekit.core.scenario import check as check_one
from rulekit.core.shipped import FOLDER, found
from rulekit.core.show import printers
from rulekit.core.source import read_file
from rulekit.drawing.visible import one_line, visible
from rulekit.games import file_kinds, load_game

__all__ = ["Right", "bad_json", "check", "each_read", "files_in", "own_folder"]


class Right(NamedTuple):
    """A file of cards or a deck that is right, and what it holds."""

    file: Path
    kind: FileKind
    value: Any

    def sentence(self, lang: str) -> str:
        """Return what the file holds, worded by its game."""
        game = load_game(self.kind.game)
        holds = game.phrasebook(lang).text(f"file.{self.kind.code}", self.kind.params(self.value, lang))
        return text("check.right", game=game.rulebook.name[lang], holds=holds)

    def hints(self, lang: str) -> list[str]:
        """Return what the file could do better, worded by its game."""
        phrasebook = load_game(self.kind.game).phrasebook(lang)
        return [phrasebook.text(f"file.hint.{code}", params) for code, params in self.kind.hints(self.value, lang)]


def check(paths: Sequence[Path], *, as_json: bool) -> int:
    """Check files and those in folders; bad files are told of and do not stop the others."""
    names, unknown = files_in(paths)
    reports: list[tuple[Path, Report]] = []
    right: list[Right] = []
    bad: list[FileProblem] = []
    for name, read in each_read(names, paths):
        if isinstance(read, Right):
            right.append(read)
        elif isinstance(read, FileProblem):
            bad.append(read)
        else:
            reports.append((name, check_one(read)))
    failed = [(name, report) for name, report in reports if not report.ok]
    if as_json:
        terminal.write_json(_json(reports, right, bad, unknown))
    else:
        for problem in bad:
            output.fail(problem)
        for file in right:
            output.say(f"✓ {one_line(str(file.file))}: {file.sentence(lang())}", hang=2)
            for hint in file.hints(lang()):
                output.say(hint, indent=2, hang=2, style="yellow")
        for name, report in failed:
            _print_failure(name, report)
        style = "red" if failed or bad else "green"
        ok = len(reports) - len(failed) + len(right)
        output.say(text("check.summary", ok=ok, failed=len(failed), bad=len(bad)), style=style)
    if bad:
        return output.USAGE
    return output.FAILED if failed else output.OK


def own_folder() -> Path:
    """Return the folder to look into where none is named; if it is not the one here, it is told where it lies."""
    folder = Path(FOLDER)
    place = found(folder)
    if place != folder:
        output.warn(text("check.elsewhere", path=folder, folder=place))
    return folder


def files_in(paths: Sequence[Path]) -> tuple[Sequence[Path], Sequence[Path]]:
    """Return the files to be looked at, and those in folders that are nothing of a game, which are told of.

    Raises CliError where there is nothing to be looked at.
    """
    folders = list(paths) or [own_folder()]
    names, unknown = sort_out(folders, file_kinds())
    for file in unknown:
        output.warn(RulekitError("left_out", file=str(file)).text(lang()))
    if not names:
        raise CliError("no_scenarios", path=", ".join(map(str, folders)))
    return names, unknown


def each_read(files: Sequence[Path], named: Collection[Path]) -> Iterator[tuple[Path, Scenario | Right | FileProblem]]:
    """Yield each file with what it holds or what is wrong with it, while a bar tells how far it is.

    A deck knows the cards of the files that are `named`, and of those beside it.
    """
    kinds = file_kinds()
    used = list(_used(files, kinds))
    with terminal.bars() as bar:
        task = bar.add_task(text("check.running"), total=len(files))
        for file in files:
            try:
                near = [other for other in used if other.file in named or other.file.parent == file.parent]
                read: Scenario | Right | FileProblem = _read(file, kinds, near)
            except FileProblem as error:
                read = error
            yield file, read
            bar.advance(task)


def _used(files: Sequence[Path], kinds: Sequence[FileKind]) -> Iterator[Right]:
    """Yield the files that are right and of a kind that others use."""
    sought = [(kind.game, kind.uses) for kind in kinds]
    for file in files:
        if not is_scenario(file):
            with suppress(FileProblem):
                source = read_file(file)
                kind = recognise(source, kinds)
                if kind is not None and (kind.game, kind.code) in sought:
                    yield Right(file, kind, kind.read(source, ()))


def _read(file: Path, kinds: Sequence[FileKind], near: Sequence[Right]) -> Scenario | Right:
    """Read one file, of whatever kind it is, which may use those near; raises FileProblem when it is wrong."""
    if not is_scenario(file):
        source = read_file(file)
        kind = recognise(source, kinds)
        if kind is not None:
            beside = [other.value for other in near if (other.kind.game, other.kind.code) == (kind.game, kind.uses)]
            return Right(file, kind, kind.read(source, beside))
    return load(file)


def _print_failure(name: Path, report: Report) -> None:
    out = output.console()
    output.say(f"✗ {one_line(str(name))}", style="red")
    for line in report.lines(lang()):
        output.say(line, indent=2, hang=2)
    first = report.mismatches[0]
    rulings = [{}, *(r.rulings for r in report.scenario.readings)]
    ran = report.runs[rulings.index(first.reading)]
    if ran.trace is not None:
        shown = printers.text_tree(cut_trace(ran.trace, first.step), lang(), marked=first.step)
        out.print("\n".join(f"  {line}" for line in visible(shown).splitlines()))


def _json(
    reports: Sequence[tuple[Path, Report]], right: Sequence[Right], bad: Sequence[FileProblem], unknown: Sequence[Path]
) -> dict[str, Any]:
    return {
        "scenarios": [
            {"file": str(name), "ok": report.ok, "mismatches": [mismatch_json(m) for m in report.mismatches]}
            for name, report in reports
        ],
        "files": [
            {
                "file": str(r.file),
                "game": r.kind.game,
                "kind": r.kind.code,
                "holds": r.sentence(lang()),
                "hints": r.hints(lang()),
            }
            for r in right
        ],
        "bad": bad_json(bad),
        "unknown": [str(file) for file in unknown],
    }


def bad_json(bad: Sequence[FileProblem]) -> list[dict[str, Any]]:
    """Return files that are wrong, for programs."""
    return [
        {"file": p.file, "line": p.line, "column": p.column, "code": p.code, "message": p.text(lang())} for p in bad
    ]
