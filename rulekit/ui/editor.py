"""The editor: every field of a set-up as a control, faults beside it as you type; made from FIELDS alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import ipywidgets as ipw

from rulekit.core.errors import Problem, RulekitError
from rulekit.core.record import FieldSpec, Path, Record, spec_at, value_at
from rulekit.drawing.svg import escape
from rulekit.drawing.table import each
from rulekit.ui.entries import Entry, entries_of
from rulekit.ui.fields import outside
from rulekit.ui.panel import Part
from rulekit.ui.parts import Host, replace_class
from rulekit.ui.session_text import problem_text

__all__ = ["Editor"]


class Editor(Part[Host]):
    """All fields of the set-up, one column per player and one for the rest."""

    tells_all = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.fields: dict[Path, Entry] = {}
        self.marked: Entry | None = None  # the field that was asked for
        self._names: dict[Any, list[tuple[str, str]]] = {}
        self._heads: list[tuple[ipw.HTML, str]] = []
        kit = host.kit
        state = host.session.game.State
        parts = [s for s in state.FIELDS if s.kind == "record"]
        columns = [self._column(s.type, (s.label,), ()) for s in parts]
        columns.append(self._column(state, (), parts))
        self.problems = kit.note("rk-problems")
        self.impossible = self.control(ipw.Checkbox, "rk-impossible", self._on_impossible, indent=False)
        self.box = kit.column(
            kit.row(*columns, cls="rk-columns"), kit.row(self.impossible), self.problems, cls="rk-editor"
        )

    def _column(self, part: type[Record], path: Path, besides: Sequence[FieldSpec]) -> ipw.Box:
        kit = self.kit
        groups: dict[str, list[ipw.Widget]] = {}
        for entry in entries_of(self, part, lambda: path, besides=besides):
            self.fields[entry.path] = entry
            groups.setdefault(entry.spec.group, []).append(entry.box)
        head = kit.note("rk-column-head")
        self._heads.append((head, str(path[0]) if path else ""))
        boxes = [kit.row(*boxes, cls="rk-fields") for boxes in groups.values()]
        return kit.column(head, *boxes, cls="rk-column")

    # -- what a reader does ------------------------------------------------------------------------

    def open(self, path: Path) -> None:
        """Show the field that `path`, or the beginning of it, leads to, unfolded and marked."""
        found = next((self.fields[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.fields), None)
        self.marked = found
        if found is not None:
            found.open(path[len(found.path) :])
        self.draw()

    def change(self, entry: Entry, values: Mapping[Path, Any], *, typed: bool = False) -> None:
        """Set fields in one change, with what follows from them; a fault stands beside the entry."""
        session = self.session

        def change() -> None:
            entry.fault = None
            try:
                session.set_fields(values, typed=entry.path if typed else None)
            except RulekitError as error:
                entry.fault = error
                raise

        self.act(change)

    def marking(self, entry: Entry) -> list[FieldSpec]:
        """Return the fields that mark items of a list by their places."""
        owner = entry.path[:-1]
        above = spec_at(self.session.game.State, owner)
        part = above.inner if above is not None else self.session.game.State
        return [s for s in part.FIELDS if s.places == entry.spec.label] if part is not None else []

    def marks(self, entry: Entry, places: Sequence[int | None]) -> dict[Path, list[int]]:
        """Return those fields for a list whose items stood at `places` before, None for a new one."""
        made = {}
        for spec in self.marking(entry):
            path = (*entry.path[:-1], spec.label)
            marked = value_at(self.session.start.state, path)
            kept = [n for n, before in enumerate(places, 1) if before is not None and before + 1 in marked]
            if kept != list(marked):
                made[path] = kept
        return made

    def _on_impossible(self, allow: bool) -> None:
        self.act(lambda: self.session.set_allow_impossible(allow))

    def reset(self) -> None:
        """Forget every fault, after the set-up was replaced."""
        self.marked = None
        for field in self.fields.values():
            field.reset()

    # -- drawing -----------------------------------------------------------------------------------

    def names(self, spec: FieldSpec, now: str = "") -> list[tuple[str, str]]:
        """Return what a field may name, with its words, for a menu; what it names `now` is among it."""
        if spec.names is None:
            return []
        key = spec.names, spec.label
        if key not in self._names:
            names = dict.fromkeys(spec.names(self.session.start.state))
            self._names[key] = [(self.session.phrasebook.value(name, spec.label), name) for name in names]
        found = self._names[key]
        there = not now or any(name == now for _, name in found)
        return found if there else [*found, (self.session.phrasebook.value(now, spec.label), now)]

    def paint(self) -> None:
        """Show the set-up and everything wrong with it."""
        self._names.clear()
        for head, who in self._heads:
            head.value = f"<b>{escape(who or self.t('editor.rest'))}</b>"
        for entry in self.fields.values():
            entry.draw()
            replace_class(entry.box, "rk-here", entry is self.marked)
        self.impossible.description = self.t("editor.impossible")
        self.impossible.value = self.session.allow_impossible
        self.problems.value = self._problems()

    def fault(self, entry: Entry) -> str:
        """Return what is wrong with one field: what was typed, its range, or a bond with other fields."""
        if entry.fault is not None:
            return entry.fault.text(self.lang)
        spec = entry.spec
        bad = outside(spec, entry.value)
        if bad is not None:
            low = "−∞" if spec.low is None else spec.low
            high = "∞" if spec.high is None else spec.high
            return self.t("editor.range", value=bad, low=low, high=high) + f" [{spec.clause}]"
        bonds = [p for p in self.session.problems if p.code != "range" and _concerns(p, entry)]
        return "; ".join(problem_text(self.session, p) for p in bonds)

    def _problems(self) -> str:
        session = self.session
        if not session.problems:
            return f'<p class="rk-fine">{escape(self.t("editor.possible"))}</p>'
        head = self.t("editor.played_anyway" if session.allow_impossible else "editor.not_played")
        problems = each("li", [problem_text(session, p) for p in session.problems])
        return f'<p class="rk-bad-head">{escape(head)}</p><ul>{problems}</ul>'


def _concerns(problem: Problem, entry: Entry) -> bool:
    """Tell whether a problem is about a field: it says where it is, or it names the clause and the owner."""
    where = problem.params.get("where")
    if where is not None:
        return tuple(where[: len(entry.path)]) == entry.path
    who = problem.params.get("who")
    owner = str(entry.path[0]) if len(entry.path) > 1 else None
    return bool(problem.clause and problem.clause == entry.spec.clause and who in (None, owner))
