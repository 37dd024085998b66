"""Casebooks: scenario files as a notebook that shows, for each, the clauses, the whole trace and a check."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulekit.core import scenario
from rulekit.core.catalogue import package_data, texts_of
from rulekit.core.errors import FileProblem, RulekitError
from rulekit.core.game import Game
from rulekit.core.position import Position
from rulekit.core.saving import located
from rulekit.core.scenario import Report, Run, Scenario
from rulekit.core.shipped import found
from rulekit.core.show import printers
from rulekit.core.show.printers import escape_markdown
from rulekit.drawing.visible import one_line, visible
from rulekit.games import load_game

__all__ = ["Book", "Case", "CasebookError", "Failed", "books", "case", "casebook"]

Failed = Callable[[RulekitError], None] | None  # who is told of what is wrong, so that the rest goes on

_catalogue = texts_of("rulekit", "casebook_messages.yaml")


def _text(key: str, lang: str, **params: object) -> str:
    return _catalogue().text(f"casebook.{key}", lang, params)


def _assigned(rulings: Mapping[str, str]) -> str:
    return " ".join(f"{k}={v}" for k, v in rulings.items())


class CasebookError(RulekitError):
    """A notebook that cannot be made; worded as `casebook.<code>`."""

    def worded(self, lang: str) -> str:
        """Return the sentence for a person."""
        return _text(self.code, lang, **self.params)


# -- one case ---------------------------------------------------------------------------------------


def case(file: str | Path, lang: str = "zh") -> Case:
    """Run the scenario of a file or a name and return the result; raises the errors of files that cannot be read."""
    return Case(scenario.check(file), lang)


class Case:
    """The result of a scenario; it shows itself with its start, its whole trace and how it ended."""

    def __init__(self, report: Report, lang: str = "zh") -> None:
        self.report = report
        self.lang = lang

    @property
    def ok(self) -> bool:
        """Whether everything came as the file says."""
        return self.report.ok

    @property
    def differences(self) -> str:
        """What came out other than the file says, one sentence a line."""
        return "\n".join(self.report.lines(self.lang))

    def __repr__(self) -> str:
        loaded, lang = self.report.scenario, self.lang
        parts = [loaded.title[lang], self._position(self.report.runs[0].positions[0])]
        for heading, run in self._runs():
            parts += ["", heading] if heading else [""]
            parts.append(printers.text_tree(run.trace, lang) if run.trace else _text("nothing", lang))
            refusals = [r.error for r in run.refusals] + ([run.error] if run.error is not None else [])
            parts += [_text("refused", lang, reason=error.reason(lang)) for error in refusals]
            parts.append(self._position(run.positions[-1]))
        return visible("\n".join([*parts, "", self._verdict()]))

    def _runs(self) -> Iterator[tuple[str, Run]]:
        """Yield each run, those under other rulings with a heading."""
        main, *others = self.report.runs
        yield "", main
        for reading, run in zip(self.report.scenario.readings, others, strict=True):
            yield _text("reading", self.lang, rulings=_assigned(reading.rulings)), run

    def _position(self, position: Position) -> str:
        return position.game.view.position_text(position, self.lang)

    def _verdict(self) -> str:
        return _text("ok", self.lang) if self.ok else _text("wrong", self.lang, found=self.differences)


# -- which case stands in which book ----------------------------------------------------------------


@dataclass(frozen=True)
class Book:
    """A casebook to be made: where, what it is called and which scenario files it holds."""

    path: Path
    title: Mapping[str, str]
    files: tuple[Path, ...]


def books(folder: Path, failed: Failed = None) -> list[Book]:
    """Return the casebooks of a game's scenario folder, as the game's casebooks.yaml groups them.

    A case belongs to the section of the clause of its first tag; of a long section a book may take the clauses
    `from` one `to` another.  `failed` is told of each file that is wrong; without it the first such error is raised.
    Raises UnknownName when the folder is named after no game.
    """
    game = load_game(folder.name)
    plan = package_data(game.package, "casebooks.yaml")
    order = {id: place for place, id in enumerate(game.rulebook.clauses)}
    placed: dict[str, list[tuple[int, str, Path]]] = {entry["key"]: [] for entry in plan}
    for file, loaded in _loaded(scenario.find([folder]), failed):
        clause = _home(game, loaded)
        (key,) = (entry["key"] for entry in plan if _belongs(game, clause, entry, order))
        placed[key].append((order[clause], file.name, file))
    return [
        Book(
            folder / f"casebook_{entry['key']}.ipynb",
            entry["title"],
            tuple(file for _, _, file in sorted(placed[entry["key"]])),
        )
        for entry in plan
        if placed[entry["key"]]
    ]


def _loaded(files: Iterable[Path], failed: Failed) -> Iterator[tuple[Path, Scenario]]:
    for file in files:
        try:
            yield file, scenario.load(file)
        except FileProblem as problem:
            if failed is None:
                raise
            failed(problem)


def _belongs(game: Game, clause: str, entry: Mapping[str, Any], order: Mapping[str, int]) -> bool:
    first, last = (order.get(entry.get(bound, ""), order[clause]) for bound in ("from", "to"))
    return game.rulebook.clauses[clause].section in entry["sections"] and first <= order[clause] <= last


def _home(game: Game, loaded: Scenario) -> str:
    """Return the clause a scenario is filed under: the one of its first tag, else the first it expects."""
    book = game.rulebook
    terms = (book.glossary[tag] for tag in loaded.tags if tag in book.glossary)
    named = [term.clauses[0] for term in terms if term.clauses]
    return [*named[:1], *loaded.then.steps, *loaded.then.never, *book.clauses][0]


# -- the notebook -----------------------------------------------------------------------------------


def casebook(files: Iterable[Path], folder: Path, title: Mapping[str, str] | None = None, failed: Failed = None) -> Any:
    """Return the notebook of some scenario files, not yet run, for a place in `folder`.

    Raises CasebookError for no files at all and the errors of files that cannot be read, unless `failed` is told
    of these.
    """
    from nbformat import v4

    cases = list(_loaded(files, failed))
    if not cases:
        raise CasebookError("empty")
    name = cases[0][1].game.rulebook.name
    cells = [v4.new_markdown_cell(_opening([loaded for _, loaded in cases], name, title))]
    cells.append(v4.new_code_cell("from rulekit.casebook import case"))
    for number, (file, loaded) in enumerate(cases, 1):
        place = _place(file, folder)
        cells.append(v4.new_markdown_cell(_heading(number, file, place, loaded)))
        cells.append(v4.new_code_cell(f"result = case({_quoted(place)})\nresult"))
        cells.append(v4.new_code_cell("assert result.ok, result.differences"))
    return v4.new_notebook(cells=cells)


def _place(file: Path, folder: Path) -> str:
    """Return how a notebook in `folder` calls a file: by its path, or by the name that finds it anywhere."""
    return Path(os.path.relpath(file, folder) if os.path.lexists(located(file)) else file).as_posix()


def _quoted(text: str) -> str:
    """Return a text as Python writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{one_line(escaped)}"'


def _code_span(text: str) -> str:
    """Return a text as Markdown shows code within a line."""
    words = one_line(text)
    fence = "`" * (1 + max(map(len, re.findall(r"`+", words)), default=0))
    return f"{fence}{words}{fence}" if len(fence) == 1 else f"{fence} {words} {fence}"


def _opening(cases: list[Scenario], name: Mapping[str, str], title: Mapping[str, str] | None) -> str:
    def headline(lang: str) -> str:
        if title is None:
            return escape_markdown(_text("untitled", lang, game=name[lang]))
        return escape_markdown(_text("title", lang, game=name[lang], title=title[lang]))

    parts = [f"# {headline('zh')}", _text("intro", "zh", count=len(cases))]
    parts.append(f"*{headline('en')}.* {_text('intro', 'en', count=len(cases))}")
    contents = [f"{n}. {escape_markdown(loaded.title['zh'])}" for n, loaded in enumerate(cases, 1)]
    parts.append(f"<details><summary>{_text('contents', 'zh')} / {_text('contents', 'en')}</summary>")
    return "\n\n".join([*parts, "\n".join(contents), "</details>"])


def _heading(number: int, file: Path, place: str, loaded: Scenario) -> str:
    """Return the text before a case: title, clauses, rulings taken, the scenario file."""
    book = loaded.game.rulebook
    parts = [
        f"## {number}. {escape_markdown(loaded.title['zh'])}",
        f"*{escape_markdown(loaded.title['en'])}*",
    ]
    clauses = [book.clauses[id] for id in _clauses(loaded)]
    parts.append("\n".join(f"- **{c.id}** {escape_markdown(c.text['zh'])}" for c in clauses))
    if clauses:
        english = "\n".join(f"- **{c.id}** {escape_markdown(c.text['en'])}" for c in clauses)
        parts.append(f"<details><summary>{_text('clauses', 'en')}</summary>\n\n{english}\n\n</details>")
    if loaded.rulings:
        parts.append("\n".join(_ruling(loaded.game, id, key) for id, key in loaded.rulings.items()))
    text = found(file).read_text("utf-8-sig").rstrip("\n")
    fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", text)), default=0))
    parts.append(f"{_text('file', 'zh')} {_code_span(place)}\n\n{fence}yaml\n{text}\n{fence}")
    return "\n\n".join(part for part in parts if part)


def _ruling(game: Game, id: str, key: str) -> str:
    ruling = game.rulebook.rulings[id]
    taken = _text("ruling", "zh", question=ruling.question["zh"], option=ruling.option(key).text["zh"])
    return f"- **{id}** {escape_markdown(taken)}"


def _clauses(loaded: Scenario) -> list[str]:
    """Return the clauses a scenario turns on, in rulebook order."""
    book = loaded.game.rulebook
    expected = [loaded.then, *(reading.then for reading in loaded.readings)]
    named = {id for then in expected for id in (*then.steps, *then.skipped, *then.never, then.rejected)}
    named |= {play.rejected for play in loaded.play}
    if not named & set(book.clauses):
        named = {id for tag in loaded.tags if tag in book.glossary for id in book.glossary[tag].clauses[:2]}
    return [id for id in book.clauses if id in named]
