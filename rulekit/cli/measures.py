"""`rulekit coverage` and `rulekit perft`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from rulekit.cli import output, terminal
from rulekit.cli.checking import bad_json, own_folder
from rulekit.cli.output import CliError, lang, text
from rulekit.cli.start import opening
from rulekit.core.action import CHANCE
from rulekit.core.errors import FileProblem
from rulekit.core.position import Position
from rulekit.core.scenario import load, load_all
from rulekit.games import GAMES, load_game

__all__ = ["coverage", "perft"]


def coverage(name: str | None, paths: list[Path], *, as_json: bool) -> int:
    """Report what scenarios cover of one game or of all; a gap is a failure, bad files are told of and left out."""
    from rulekit.analysis.coverage import coverage as measure

    games = [load_game(name)] if name is not None else [load_game(g) for g in GAMES]
    folder = None if paths else own_folder()
    found = []
    bad: list[FileProblem] = []
    for game in games:
        folders = paths if folder is None else [folder / game.id]
        scenarios, wrong = load_all(folders)
        if not scenarios and not wrong:
            raise CliError("no_scenarios", path=", ".join(map(str, folders)))
        bad += (problem for problem in wrong if problem.file not in {other.file for other in bad})
        with terminal.bars() as bar:
            task = bar.add_task(text("coverage.running", game=game.rulebook.name[lang()]), total=len(scenarios))
            found.append(measure(game, scenarios, progress=partial(bar.advance, task)))
    if as_json:
        made = [{**c.to_json(), "bad": bad_json(bad)} for c in found]
        terminal.write_json(made if name is None else made[0])
    else:
        for problem in bad:
            output.fail(problem)
        for result in found:
            _print_coverage(result)
    if bad:
        return output.USAGE
    return output.OK if all(c.ok for c in found) else output.FAILED


def _print_coverage(result: Any) -> None:
    out = output.console()
    book = result.game.rulebook
    clauses, rulings = len(result.clauses), len(result.pairs) - len(result.idle)
    out.print(f"{book.name[lang()]} ({result.game.id})", style="bold")
    informative = text("coverage.informative", n=len(result.informative)) if result.informative else ""
    idle = text("coverage.alike", n=len(result.idle)) if result.idle else ""
    for key, missing, total, beside in (
        ("cited", result.uncited, clauses, informative),
        ("exercised", result.unexercised, clauses, informative),
        ("paired", result.unpaired, rulings, idle),
    ):
        line = text(f"coverage.{key}", n=total - len(missing), total=total) + beside
        out.print(f"{'✗' if missing else '✓'} {line}", style="red" if missing else "green")
        for id in missing:
            words = book.rulings[id].question if id in book.rulings else book.clauses[id].text
            out.print(f"    {id}  {words[lang()]}")
    if result.indistinct:
        options = ", ".join(f"{id}={option}" for id, option in result.indistinct)
        out.print(text("coverage.indistinct", options=options), style="yellow")
    if result.informative:
        out.print(f"  {text('coverage.no_rule', clauses=', '.join(result.informative))}", style="dim")
    for id in result.idle:
        why = book.rulings[id].idle
        out.print(f"  {text('coverage.idle', ruling=id, why=why[lang()])}", style="dim")
    if result.failing:
        names = ", ".join(result.failing)
        out.print(text("coverage.failing", n=len(result.failing), names=names), style="yellow")


def perft(
    file: Path | None, depth: int, game: str, options: list[str], ruling: list[str] | None, *, as_json: bool
) -> int:
    """Count the leaves of every depth, with the time each depth took."""
    from rulekit.analysis.explore import perft as count

    if file is not None and options:
        raise CliError("file_or_set")
    position = _from_file(file, ruling) if file is not None else opening(load_game(game), options, ruling)
    rows: list[dict[str, Any]] = []
    began = perf_counter()
    last = 0.0
    chance = False
    with terminal.bars() as bar:
        task = bar.add_task(text("perft.running", depth=1), total=None)

        def tick(level: int, done: int, total: int) -> None:
            nonlocal last
            bar.update(task, completed=done, total=total, description=text("perft.running", depth=level))
            if done == total:
                now = perf_counter() - began
                rows.append({"depth": level, "seconds": round(now - last, 6)})
                last = now

        def visit(here: Position) -> None:
            nonlocal chance
            chance = chance or here.to_act == CHANCE

        leaves = count(position, depth, progress=tick, visit=visit)
    for row, n in zip(rows, leaves, strict=True):
        row["leaves"] = n
    if as_json:
        terminal.write_json(
            {
                "game": position.game.id,
                "file": str(file) if file else None,
                "rulings": position.rulings.changed,
                "chance": chance,
                "depths": rows,
            }
        )
        return output.OK
    _print_perft(rows)
    if chance:
        output.say(text("perft.chance"), style="dim")
    return output.OK


def _print_perft(rows: Iterable[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for key in ("perft.depth", "perft.leaves", "perft.seconds"):
        table.add_column(text(key), justify="right")
    for row in rows:
        table.add_row(str(row["depth"]), f"{row['leaves']:,}", f"{row['seconds']:.3f}")
    output.console().print(table)


def _from_file(file: Path, ruling: list[str] | None) -> Position:
    scenario = load(file)
    return scenario.start(output.rulings(ruling, scenario.game.rulebook.rulings))
