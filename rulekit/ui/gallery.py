"""A gallery of scenarios: a table of what each leads to, and buttons that put one into an explorer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path as FilePath
from typing import Any

from rulekit.core.catalogue import default_lang
from rulekit.core.errors import FileProblem
from rulekit.core.record import differences
from rulekit.core.scenario import Scenario, Then, check, load
from rulekit.core.show.display import Display
from rulekit.drawing.svg import escape
from rulekit.drawing.table import grid_html, row_html
from rulekit.ui.panel import Part
from rulekit.ui.parts import Host, replace_class
from rulekit.ui.session import Session
from rulekit.ui.words import ui_text

__all__ = ["Gallery", "GalleryPanel", "gallery"]


class Gallery(Display):
    """Scenarios of one game side by side; shown as a table of what each one changes and which clauses say so.

    `problems` say what is wrong with files that could not be read; they stand below the table.
    """

    def __init__(self, scenarios: Iterable[Scenario], lang: str, problems: Iterable[FileProblem] = ()) -> None:
        self.scenarios = tuple(scenarios)
        self.problems = tuple(problems)
        self.lang = lang

    @property
    def ok(self) -> bool:
        """Whether every file could be read and every scenario comes out as its file says."""
        return not self.problems and all(check(s).ok for s in self.scenarios)

    def __len__(self) -> int:
        return len(self.scenarios)

    def rows(self) -> list[tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]]]:
        """Return title, actions, what changed in all, and the clauses the file expects, for each."""
        made = []
        for item in self.scenarios:
            session = Session.of_scenario(item, lang=self.lang)
            phrasebook = session.phrasebook
            played = tuple(phrasebook.action(a) for a in item.actions)
            changes = differences(session.start.state, session.position.state)
            seen = tuple(phrasebook.change(c) for c in changes if not _counter(item, c.path))
            made.append((item.title[self.lang], played, seen, tuple(dict.fromkeys(item.then.steps))))
        return made

    def to_text(self, lang: str) -> str:
        """Return each title with what was played, what changed and the clauses below it."""
        lines = []
        for title, *columns in self.rows():
            lines.append(title)
            lines += [f"  {entry}" for column in columns for entry in column]
        return "\n".join([*lines, *self._wrong()])

    def _wrong(self) -> list[str]:
        return [f"✗ {problem.text(self.lang)}" for problem in self.problems]

    def to_html(self, lang: str) -> str:
        """Return the table."""
        heads = [ui_text(f"gallery.{key}", self.lang) for key in ("title", "played", "changes", "clauses")]
        rows = (row_html([escape(title), *map(_lines, columns)]) for title, *columns in self.rows())
        wrong = "".join(f'<p class="rk-failed">{escape(line)}</p>' for line in self._wrong())
        return f"{grid_html(heads, rows)}{wrong}"


def _lines(entries: Iterable[str]) -> str:
    return "<br>".join(map(escape, entries))


def _counter(item: Scenario, path: tuple[Any, ...]) -> bool:
    """Tell whether a path names what the rules only count, which no table needs."""
    cls: Any = item.game.State
    for part in map(str, path):
        spec = next((s for s in cls.FIELDS if part in (s.name, s.label)), None)
        if spec is None or spec.volatile:
            return spec is not None
        cls = spec.inner
    return False


class GalleryPanel(Part[Host]):
    """One button per scenario, the set-up of the start first; each puts its scenario into the explorer.

    Below them stands what is wrong with files that could not be read.
    """

    def __init__(self, host: Host, gallery: Gallery) -> None:
        super().__init__(host)
        self.problems = gallery.problems
        session = host.session
        first = Scenario(
            session.game,
            dict(session.title) or dict(session.game.rulebook.name),
            dict(session.given),
            (),
            Then(stated=False),
            rulings=dict(session.rulings),
            allow_impossible=session.allow_impossible,
        )
        self.items = (first, *gallery.scenarios)
        self.label = host.kit.note("rk-group-head")
        self.buttons = [
            host.kit.button(f"rk-gallery rk-gallery-{n}", partial(self.open, n)) for n in range(len(self.items))
        ]
        self.wrong = host.kit.note("rk-gallery-wrong")
        self.box = host.kit.column(host.kit.row(self.label, *self.buttons, cls="rk-gallery-row"), self.wrong)
        self.now: int | None = 0

    def open(self, place: int) -> None:
        """Put a scenario into the explorer, played to its end."""
        item = self.items[place]
        self.act(lambda: self.host.replace(item), self.t("done.loaded", path=item.title[self.lang]))

    def mark(self, opened: str | Scenario) -> None:
        """Remember which one is open; a file from elsewhere is none of them."""
        self.now = next((n for n, item in enumerate(self.items) if item is opened), None)

    def paint(self) -> None:
        """Name the buttons in the reader's language and mark the one opened last."""
        lang = self.lang
        self.label.value = escape(self.t("gallery.neighbours"))
        told = [f'<div class="rk-said rk-failed">{escape(problem.text(lang))}</div>' for problem in self.problems]
        self.wrong.value = "".join(told)
        for place, (button, item) in enumerate(zip(self.buttons, self.items, strict=True)):
            button.description = item.title[lang]
            replace_class(button, "rk-open", place == self.now)


def gallery(items: Iterable[Scenario | str | FilePath], *, lang: str | None = None) -> Gallery:
    """Return scenarios, given as values or files, as a gallery, which says what is wrong with a file."""
    scenarios: list[Scenario] = []
    problems: list[FileProblem] = []
    for item in items:
        try:
            scenarios.append(item if isinstance(item, Scenario) else load(item))
        except FileProblem as problem:
            problems.append(problem)
    return Gallery(scenarios, lang or default_lang(), problems)
