"""Lessons run in this process: what each cell shows, the example behind each question, what was seen so far."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import linecache
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from rulekit.core.show.card import Card
from rulekit.core.show.printers import step_text
from rulekit.ui.example import Example
from rulekit.ui.puzzle import Puzzle
from rulekit.ui.quiz import Quiz
from tests.support import ROOT

LESSONS = sorted((ROOT / "notebooks").glob("*/lesson.ipynb"))
CHAPTER = re.compile(r"^## (\d+) (.+)$", re.MULTILINE)
HEADING = re.compile(r"^### 残局. · (.+)$", re.MULTILINE)


class Cell(NamedTuple):
    """One cell: its number and chapter, its source, what it shows and prints; `example` is what a question is about."""

    number: int
    chapter: int
    source: str
    prose: bool
    shown: Any = None
    printed: str = ""
    example: Example | None = None

    @property
    def seen(self) -> str:
        """All that a reader sees of it, with everything unfolded."""
        html = getattr(self.shown, "_repr_html_", lambda: "")() if self.shown is not None else ""
        return "\n".join((self.source if self.prose else "", self.printed, told(self.shown), plain(html)))


class Lesson(NamedTuple):
    """A lesson and the names its cells have defined."""

    id: str
    cells: tuple[Cell, ...]
    names: dict[str, Any]

    @property
    def prose(self) -> str:
        """All that its text cells say."""
        return "\n\n".join(cell.source for cell in self.cells if cell.prose)

    def of(self, kind: type) -> list[Cell]:
        """Return the cells that show a question, or a puzzle."""
        return [cell for cell in self.cells if isinstance(cell.shown, kind)]


def told(shown: Any) -> str:
    """Return what is shown as text."""
    return repr(shown) if isinstance(shown, (Quiz, Puzzle, Card, Example)) else ""


def plain(html: str) -> str:
    """Return HTML without its tags."""
    return re.sub(r"<[^>]+>", "\n", html)


@cache
def lesson(path: Path) -> Lesson:
    """Run a lesson from top to bottom."""
    names: dict[str, Any] = {"__name__": "__main__"}
    chapter = 0
    cells = []
    for number, (kind, source) in enumerate(_sources(path)):
        if kind == "markdown":
            chapter = next((int(n) for n, _ in CHAPTER.findall(source)), chapter)
            cells.append(Cell(number, chapter, source, True))
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), _asked() as examples:
            shown = _run(source, names, f"{path.parent.name}/{path.name} cell {number}")
        cells.append(Cell(number, chapter, source, False, shown, printed.getvalue(), examples.get(id(shown))))
    return Lesson(path.parent.name, tuple(cells), names)


def _sources(path: Path) -> Iterator[tuple[str, str]]:
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        yield cell["cell_type"], "".join(cell["source"])


def _run(source: str, names: dict[str, Any], called: str) -> Any:
    """Run a cell, which an error calls by its name and shows; return the value of its last line."""
    linecache.cache[called] = (len(source), None, source.splitlines(keepends=True), called)
    body = ast.parse(source)
    last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
    exec(compile(body, called, "exec"), names)
    return eval(compile(ast.Expression(last.value), called, "eval"), names) if isinstance(last, ast.Expr) else None


@contextlib.contextmanager
def _asked() -> Iterator[dict[int, Example]]:
    """Note of which example each question is asked."""
    asked: dict[int, Example] = {}
    ask = Example.ask

    def noted(example: Example, *args: Any, **known: Any) -> Quiz:
        quiz = ask(example, *args, **known)
        asked[id(quiz)] = example
        return quiz

    with mock.patch.object(Example, "ask", noted):
        yield asked


def evidence(cell: Cell) -> set[str]:
    """Return the lines that tell the answer of a question: its deciding steps, what it asks for, what is then drawn.

    What is shown with the question anyway is none, nor is what the set-up says.
    """
    quiz: Quiz = cell.shown
    found: set[str] = set()
    for step in quiz.steps:
        assert quiz.trace is not None
        words = step_text(quiz.trace, step, "zh")
        found |= {words.sentence, *(d.text for d in words.details if d.kind == "change")}
    if quiz.trace is not None:
        found |= _told_by_changes(quiz)
        if quiz.trace.decision is not None:
            found.add(" / ".join(map(quiz.trace.phrasebook("zh").value, quiz.trace.decision.options)))
    if quiz.then is not None:
        found |= {line.strip() for line in repr(quiz.then).splitlines() if line.strip()[:1] not in ("✓", "✗")}
    shown = before(quiz)
    if cell.example is not None:
        shown += quiz.game.view.position_text(cell.example.start, "zh")
    return {line for line in found if len(line) > 3 and line not in shown}


def _told_by_changes(quiz: Quiz) -> set[str]:
    """Return the changes by which the figure that is asked for comes to be what it is."""
    figure = next(iter(getattr(quiz.asks, "args", ())), None)
    assert quiz.trace is not None
    if not isinstance(figure, str):
        return set()
    phrasebook = quiz.trace.phrasebook("zh")
    changes = [c for step in quiz.trace for c in step.changes if ".".join(map(str, c.path)) == figure]
    return {phrasebook.change(c) for c in changes if c.after == quiz.answer}


def before(quiz: Quiz) -> str:
    """Return what is shown with a question before any guess: position, question, options, without the hints."""
    view = quiz.game.view
    text = view.position_text(quiz.position, "zh", plain=True) if quiz.position is not None else ""
    return "\n".join((text, plain(quiz.position_html()), quiz.question, *map(str, (quiz.options or {}).values())))
