"""The editor: every field of a set-up as a control, faults beside it as you type; made from FIELDS alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as ipw

from rulekit.core.codec import BadValue
from rulekit.core.errors import Problem, RulekitError
from rulekit.core.phrasebook import Phrasebook
from rulekit.core.record import FieldSpec, Path, Record, value_at
from rulekit.drawing.svg import escape
from rulekit.ui.fields import field_text, outside, parse_field, slug
from rulekit.ui.parts import Host, Kit, replace_class
from rulekit.ui.words import problem_text, ui_text

__all__ = ["Editor", "FieldEditor"]

NOTHING = ""  # a menu entry for none; a menu set to None would show no entry at all
FLAGS = {"yes": True, "no": False}  # the menu entries of a flag that may also be none
UNTYPED = ("record", "maybe", "records", "data")  # kinds that are no single value: columns, or panels of the game


class FieldEditor:
    """One field: its control, and the fault of what stands in it."""

    def __init__(self, kit: Kit, spec: FieldSpec, path: Path, changed: Callable[[FieldEditor, Any], None]) -> None:
        self.spec = spec
        self.path = path
        self.fault: RulekitError | None = None
        self._changed = changed
        self._quiet = False
        self._lang = ""
        self.check: ipw.Checkbox | None = None
        self.text: ipw.Text | None = None
        self.pick: ipw.Dropdown | None = None
        name = slug("-".join(map(str, path)))
        if spec.kind in ("flag", "layers"):
            self.check = kit.make(ipw.Checkbox, f"rk-set-{name}", indent=False)
            self.check.observe(self._on_check, "value")
        if spec.kind in ("choice", "perhaps"):
            self.pick = kit.make(ipw.Dropdown, f"rk-set-{name}", options=self._options(str))
            self.pick.observe(self._on_pick, "value")
        elif spec.kind != "flag":
            cls = f"rk-layers-{name}" if spec.kind == "layers" else f"rk-set-{name}"
            self.text = kit.make(ipw.Text, cls, continuous_update=True)
            self.text.observe(self._on_text, "value")
        if spec.kind == "choices":
            self.pick = kit.make(ipw.Dropdown, f"rk-add-{name}", options=self._options(str))
            self.pick.observe(self._on_add, "value")
        self.message = kit.note("rk-fault")
        controls = [w for w in (self.check, self.text, self.pick) if w is not None]
        self.first = controls[0]
        self.box = kit.row(*controls, self.message, cls=f"rk-field rk-kind-{spec.kind}")

    def _options(self, word: Callable[[Any], str]) -> list[tuple[str, str]]:
        if self.spec.kind == "perhaps":
            return [("—", NOTHING), *((word(flag), name) for name, flag in FLAGS.items())]
        named = [(word(c), c) for c in self.spec.choices]
        if self.spec.kind == "choices":
            return [("＋", NOTHING), *named]
        return [("—", NOTHING), *named] if self.spec.type is not str else named

    # -- what a reader does ------------------------------------------------------------------------

    def _on_check(self, change: Any) -> None:
        if not self._quiet:
            self._changed(self, change["new"])

    def _on_pick(self, change: Any) -> None:
        chosen = change["new"]
        if not self._quiet and chosen is not None:
            self._changed(self, FLAGS.get(chosen) if self.spec.kind == "perhaps" else chosen or None)

    def _on_add(self, change: Any) -> None:
        if self._quiet or not change["new"] or self.text is None:
            return
        self._quiet = True
        assert self.pick is not None
        self.pick.value = NOTHING
        self._quiet = False
        self.text.value = f"{self.text.value} {change['new']}".strip()

    def _on_text(self, change: Any) -> None:
        if self._quiet:
            return
        try:
            value = parse_field(self.spec, change["new"])
        except BadValue as error:
            self.fault = RulekitError(error.code, **error.params)
            self._changed(self, error)
            return
        self.fault = None
        self._changed(self, value)

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, value: Any, phrasebook: Phrasebook) -> None:
        """Show a value; what a reader is typing stays when it means the same or is still at fault."""
        self._quiet = True
        if phrasebook.lang != self._lang:
            self._lang = phrasebook.lang
            field = phrasebook.label(str(self.path[-1]))
            self.first.description = field
            for other, key in ((self.text, "layers"), (self.pick, "add")):
                if other is not None and other is not self.first:
                    other.tooltip = ui_text(f"name.{key}", phrasebook.lang, field=field)
            if self.pick is not None:
                self.pick.options = self._options(lambda value: phrasebook.value(value, str(self.path[-1])))
        if self.check is not None:
            self.check.value = bool(value)
        if self.pick is not None:
            self.pick.value = self._entry(value)
        if self.text is not None and self.fault is None and not self._says(value):
            self.text.value = field_text(self.spec, value)
        self._quiet = False

    def _entry(self, value: Any) -> str:
        """Return the menu entry of a value; a list has a menu only to add to it."""
        if self.spec.kind == "perhaps":
            return next((name for name, flag in FLAGS.items() if flag is value), NOTHING)
        return (value or NOTHING) if self.spec.kind == "choice" else NOTHING

    def _says(self, value: Any) -> bool:
        assert self.text is not None
        try:
            found = parse_field(self.spec, self.text.value)
        except BadValue:
            return False
        return bool((tuple(found) if isinstance(found, list) else found) == value)

    def reset(self) -> None:
        """Forget a fault: the next drawing shows the value again."""
        self.fault = None


class Editor:
    """All fields of the set-up, one column per player and one for the rest."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.fields: dict[Path, FieldEditor] = {}
        self._heads: list[tuple[ipw.HTML, str]] = []
        kit = host.kit
        state = host.session.game.State
        columns = [self._column(s.type, (s.label,)) for s in state.FIELDS if s.kind == "record"]
        columns.append(self._column(state, ()))
        self.problems = kit.note("rk-problems")
        self.impossible = kit.make(ipw.Checkbox, "rk-impossible", indent=False)
        self.impossible.observe(self._on_impossible, "value")
        self._quiet = False
        self.box = kit.column(
            kit.row(*columns, cls="rk-columns"), kit.row(self.impossible), self.problems, cls="rk-editor"
        )

    def _column(self, part: type[Record], path: Path) -> ipw.Box:
        kit = self.host.kit
        groups: dict[str, list[ipw.Widget]] = {}
        for spec in (s for s in part.FIELDS if s.kind not in UNTYPED):
            field = FieldEditor(kit, spec, (*path, spec.label), self._on_field)
            self.fields[field.path] = field
            groups.setdefault(spec.group, []).append(field.box)
        head = kit.note("rk-column-head")
        self._heads.append((head, str(path[0]) if path else ""))
        boxes = [kit.row(*boxes, cls="rk-fields") for boxes in groups.values()]
        return kit.column(head, *boxes, cls="rk-column")

    # -- what a reader does ------------------------------------------------------------------------

    def _on_field(self, field: FieldEditor, value: Any) -> None:
        if isinstance(value, BadValue):
            self.draw()
            return

        def change() -> None:
            field.fault = None
            try:
                self.host.session.set_field(field.path, value)
            except RulekitError as error:
                field.fault = error  # stands beside the field
                raise

        self.host.act(change)

    def _on_impossible(self, change: Any) -> None:
        if not self._quiet:
            self.host.act(lambda: self.host.session.set_allow_impossible(change["new"]))

    def reset(self) -> None:
        """Forget every fault, after the set-up was replaced."""
        for field in self.fields.values():
            field.reset()

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show the set-up and everything wrong with it, to those who may know all of it."""
        session = self.host.session
        if session.viewer is not None:
            return
        phrasebook = session.phrasebook
        state = session.start.state
        for head, who in self._heads:
            head.value = f"<b>{escape(who or self.host.t('editor.rest'))}</b>"
        for path, field in self.fields.items():
            if field.text is None and not self.host.said:
                field.reset()  # the control shows what holds again, nothing is left to correct
            value = value_at(state, path)
            field.draw(value, phrasebook)
            words = self.fault(field)
            field.message.value = f"<span>{escape(words)}</span>" if words else ""
            replace_class(field.box, "rk-bad", bool(words))
            replace_class(field.box, "rk-set", value != field.spec.default)
        self._quiet = True
        self.impossible.description = self.host.t("editor.impossible")
        self.impossible.value = session.allow_impossible
        self._quiet = False
        self.problems.value = self._problems()

    def fault(self, field: FieldEditor) -> str:
        """Return what is wrong with one field: what was typed, its range, or a bond with other fields."""
        session = self.host.session
        if field.fault is not None:
            return field.fault.text(session.lang)
        spec = field.spec
        bad = outside(spec, value_at(session.start.state, field.path))
        if bad is not None:
            low = "−∞" if spec.low is None else spec.low
            high = "∞" if spec.high is None else spec.high
            return self.host.t("editor.range", value=bad, low=low, high=high) + f" [{spec.clause}]"
        bonds = [p for p in session.problems if p.code != "range" and _concerns(p, field)]
        return "; ".join(problem_text(session, p) for p in bonds)

    def _problems(self) -> str:
        session = self.host.session
        if not session.problems:
            return f'<p class="rk-fine">{escape(self.host.t("editor.possible"))}</p>'
        items = "".join(f"<li>{escape(problem_text(session, p))}</li>" for p in session.problems)
        head = self.host.t("editor.played_anyway" if session.allow_impossible else "editor.not_played")
        return f'<p class="rk-bad-head">{escape(head)}</p><ul>{items}</ul>'


def _concerns(problem: Problem, field: FieldEditor) -> bool:
    """Tell whether a problem is about this field: same clause, and the same player where it names one."""
    who = problem.params.get("who")
    owner = str(field.path[0]) if len(field.path) > 1 else None
    return bool(problem.clause and problem.clause == field.spec.clause and who in (None, owner))
