"""The fields of a set-up as controls, whatever they hold: made from what is declared of them, for every game alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING
from functools import partial
from typing import Any, Protocol

import ipywidgets as ipw

from rulekit.core import source
from rulekit.core.codec import BadValue, to_json
from rulekit.core.errors import RulekitError
from rulekit.core.record import FieldSpec, Path, Record, value_at
from rulekit.drawing.svg import escape
from rulekit.ui.fields import field_text, parse_field, slug
from rulekit.ui.panel import Part, offer
from rulekit.ui.parts import Host, replace_class, show

__all__ = [
    "DataEntry",
    "Entry",
    "FieldEditor",
    "Form",
    "ListEditor",
    "PairsEditor",
    "RecordEditor",
    "RecordsEditor",
    "entries_of",
]

NOTHING = ""  # a menu entry for none; a menu set to None would show no entry at all
THERE = "+"  # the menu entry of a record that has no name of its own
FLAGS = {"yes": True, "no": False}  # the menu entries of a flag that may also be none
COPIES = 60  # that can be added at once
ROWS = 8  # of a list shown at once
BLANK: dict[str, Any] = {"int": 0, "flag": False, "layers": 0, "text": "", "pairs": {}, "record": {}}

Held = list[tuple[int | None, Any]]  # items of a list, each with its place before, None for a new one


class Form(Protocol):
    """What an entry may ask of the editor it is part of."""

    host: Host

    def draw(self) -> None:
        """Draw every entry."""

    def change(self, entry: Entry, values: Mapping[Path, Any], *, typed: bool = False) -> None:
        """Set fields in one change; a fault stands beside the entry."""

    def names(self, spec: FieldSpec, now: str = "") -> list[tuple[str, str]]:
        """Return what a field may name, with its words, for a menu; what it names `now` is among it."""

    def marking(self, entry: Entry) -> list[FieldSpec]:
        """Return the fields that mark items of a list by their places."""

    def marks(self, entry: Entry, places: Sequence[int | None]) -> dict[Path, list[int]]:
        """Return those fields for a list whose items stood at `places` before, None for a new one."""

    def fault(self, entry: Entry) -> str:
        """Return what is wrong with a field."""


class Entry(Part[Host]):
    """One field: a line of controls, what is wrong with what stands in them, and what unfolds below."""

    check: Any = None
    text: Any = None
    pick: Any = None

    def __init__(self, editor: Form, spec: FieldSpec, owner: Callable[[], Path]) -> None:
        super().__init__(editor.host)
        self.editor = editor
        self.spec = spec
        self._owner = owner
        self.slug = slug("-".join(map(str, self.path)))
        self.fault: RulekitError | None = None
        self.typed = False  # whether what stands in it may be at fault and stay
        self.inner: list[Entry] = []
        self.message = self.kit.note("rk-fault")
        self.fold: ipw.ToggleButton | None = None

    @property
    def path(self) -> Path:
        """Where the field is."""
        return (*self._owner(), self.spec.label)

    @property
    def value(self) -> Any:
        """What the set-up holds there."""
        return value_at(self.session.start.state, self.path)

    def line(self, *controls: ipw.Widget, folds: bool = False) -> None:
        """Stand the controls in a line, with a button that unfolds more."""
        more: tuple[ipw.Widget, ...] = (self.message,)
        if folds:
            self.fold = self.control(ipw.ToggleButton, f"rk-fold rk-fold-{self.slug}", lambda _: self.editor.draw())
            self.below = self.kit.column(cls="rk-below rk-hidden")
            more = (self.fold, self.message, self.below)
        self.box = self.kit.row(*controls, *more, cls=f"rk-field rk-kind-{self.spec.kind}")

    def unfold(self) -> list[ipw.Widget]:
        """Make what stands below; asked for once, when it is first opened."""
        return []

    def open(self, rest: Path) -> None:
        """Show what stands below, at the part of the field that `rest` leads to."""
        if self.fold is not None:
            with self.silence():
                self.fold.value = True
            self._unfolded()

    def _go_on(self, rest: Path) -> None:
        for entry in self.inner:
            if rest and entry.spec.label == rest[0]:
                entry.open(rest[1:])

    def _unfolded(self) -> bool:
        opened = self.fold is not None and bool(self.fold.value)
        if opened and not self.below.children:
            self.below.children = self.unfold()
        return opened

    def set(self, value: Any) -> None:
        """Change the field to a value in JSON form."""
        self.editor.change(self, {self.path: value})

    def reset(self) -> None:
        """Forget a fault: the next drawing shows the value again."""
        self.fault = None
        for entry in self.inner:
            entry.reset()

    # -- drawing -----------------------------------------------------------------------------------

    def paint(self) -> None:
        """Show the field and what is wrong with it."""
        if not self.typed and not self.host.said:
            self.fault = None  # the control shows what holds again, nothing is left to correct
        value = self.value
        self.show(value)
        if self.fold is not None:
            opened = self._unfolded()
            self.fold.description = "▾" if opened else "▸"
            self.fold.tooltip = self.t("list.more", field=self.session.phrasebook.label(self.spec.label))
            show(self.below, opened)
            if opened:
                self.show_below(value)
        words = self.editor.fault(self)
        self.message.value = f"<span>{escape(words)}</span>" if words else ""
        replace_class(self.box, "rk-bad", bool(words))
        replace_class(self.box, "rk-set", value != self.spec.default)

    def show(self, value: Any) -> None:
        """Show a value in the line."""

    def show_below(self, value: Any) -> None:
        """Show a value in what is unfolded."""
        for entry in self.inner:
            entry.draw()


class FieldEditor(Entry):
    """A field that is a line: a box to tick, a text to type, a menu."""

    def __init__(self, editor: Form, spec: FieldSpec, owner: Callable[[], Path], *, folds: bool = False) -> None:
        super().__init__(editor, spec, owner)
        self._lang = ""
        name = self.slug
        if spec.kind in ("flag", "layers"):
            self.check = self.control(ipw.Checkbox, f"rk-set-{name}", self.set, indent=False)
        if spec.kind in ("choice", "perhaps") or (spec.kind == "text" and spec.names is not None):
            self.pick = self.control(ipw.Dropdown, f"rk-set-{name}", self._on_pick, options=self._options(str))
        elif spec.kind != "flag":
            cls = f"rk-layers-{name}" if spec.kind == "layers" else f"rk-set-{name}"
            self.text = self.control(ipw.Text, cls, self._on_text, continuous_update=True)
            self.typed = True
        if spec.kind == "choices":
            self.pick = self.control(ipw.Dropdown, f"rk-add-{name}", self._on_add, options=self._options(str))
        controls = [w for w in (self.check, self.text, self.pick) if w is not None]
        self.first = controls[0]
        self.line(*controls, folds=folds)

    def _options(self, word: Callable[[Any], str]) -> list[tuple[str, str]]:
        if self.spec.kind == "perhaps":
            return [("—", NOTHING), *((word(flag), name) for name, flag in FLAGS.items())]
        if self.spec.names is not None:
            return [("—", NOTHING), *self.editor.names(self.spec)]
        named = [(word(c), c) for c in self.spec.choices]
        if self.spec.kind == "choices":
            return [("＋", NOTHING), *named]
        return [("—", NOTHING), *named] if self.spec.type is not str else named

    # -- what a reader does ------------------------------------------------------------------------

    def _on_pick(self, chosen: str) -> None:
        self.set(
            FLAGS.get(chosen) if self.spec.kind == "perhaps" else chosen if self.spec.type is str else chosen or None
        )

    def _on_add(self, chosen: str) -> None:
        if chosen:
            with self.silence():
                self.pick.value = NOTHING
            self.text.value = f"{self.text.value} {chosen}".strip()

    def _on_text(self, text: str) -> None:
        try:
            value = parse_field(self.spec, text)
        except BadValue as error:
            self.fault = RulekitError(error.code, **error.params)
            self.editor.draw()
            return
        self.editor.change(self, {self.path: value, **self.editor.marks(self, _same_places(value))}, typed=True)

    # -- drawing -----------------------------------------------------------------------------------

    def show(self, value: Any) -> None:
        """Show a value; what a reader is typing stays when it means the same or is still at fault."""
        phrasebook, label = self.session.phrasebook, self.spec.label
        if phrasebook.lang != self._lang:
            self._lang = phrasebook.lang
            field = phrasebook.label(label)
            self.first.description = field
            for other, key in ((self.text, "layers"), (self.pick, "add")):
                if other is not None and other is not self.first:
                    other.tooltip = self.t(f"name.{key}", field=field)
        if self.check is not None:
            self.check.value = bool(value)
        if self.pick is not None:
            offer(self.pick, self._options(lambda value: phrasebook.value(value, label)), self._entry(value))
        if self.text is not None and self.fault is None and not self._says(value):
            self.text.value = field_text(self.spec, value)

    def _entry(self, value: Any) -> str:
        """Return the menu entry of a value; a list has a menu only to add to it."""
        if self.spec.kind == "perhaps":
            return next((name for name, flag in FLAGS.items() if flag is value), NOTHING)
        return NOTHING if self.spec.kind == "choices" else value or NOTHING

    def _says(self, value: Any) -> bool:
        try:
            found = parse_field(self.spec, self.text.value)
        except BadValue:
            return False
        made = tuple(found) if isinstance(found, list) else tuple(found.items()) if isinstance(found, dict) else found
        return bool(made == value)


class ListEditor(FieldEditor):
    """A list of names: typed in a line, and unfolded item by item; an item may be marked by its place in a field."""

    def __init__(self, editor: Form, spec: FieldSpec, owner: Callable[[], Path]) -> None:
        super().__init__(editor, spec, owner, folds=True)

    def unfold(self) -> list[ipw.Widget]:
        """Make the list, what can be added, and buttons."""
        kit, name = self.kit, self.slug
        self.items = kit.make(ipw.Select, f"rk-items rk-items-{name}", width="17em", options=[])
        self.add = kit.make(ipw.Dropdown, f"rk-pick-{name}", width="14em", options=[("", NOTHING)])
        self.copies = kit.make(
            ipw.BoundedIntText, f"rk-copies rk-copies-{name}", min=1, max=COPIES, value=1, width="5em"
        )
        deeds = ("front", "back", "up", "down", "remove", *(f"mark-{s.label}" for s in self.editor.marking(self)))
        self.buttons = {deed: kit.button(f"rk-{deed}-{name}", partial(self.do, deed)) for deed in deeds}
        adding = kit.row(self.add, self.copies, self.buttons["front"], self.buttons["back"])
        rest = kit.row(*(button for deed, button in self.buttons.items() if deed not in ("front", "back")))
        return [kit.row(self.items, kit.column(adding, rest, cls="rk-list-ways"), cls="rk-list")]

    def open(self, rest: Path) -> None:
        """Unfold, with the item chosen that `rest` names by its place or a part of it, or one to add that fits."""
        super().open(rest)
        self.draw()
        if not rest:
            return
        at = next((n for n, item in enumerate(self.value) if rest[0] == n or str(rest[0]) in item.split("@")), None)
        if at is not None:
            self.items.value = at
        elif isinstance(rest[0], str):
            self.add.value = next((name for _, name in self.add.options if rest[0] in name.split("@")), NOTHING)

    def do(self, deed: str) -> None:
        """Add, move, take out or mark the item chosen."""
        held: Held = list(enumerate(self.value))
        at: int | None = self.items.value
        kind, _, field = deed.partition("-")
        if kind in ("front", "back"):
            if not self.add.value:
                return
            new: Held = [(None, self.add.value)] * self.copies.value
            held, at = (new + held, 0) if kind == "front" else (held + new, len(held) + len(new) - 1)
        elif at is None or at >= len(held):
            return
        elif kind == "mark":
            marked = {*value_at(self.session.start.state, (*self._owner(), field))} ^ {at + 1}
            self.editor.change(self, {(*self._owner(), field): sorted(marked)})
            return
        else:
            at = _moved(held, at, kind)
        values = {self.path: [item for _, item in held], **self.editor.marks(self, [place for place, _ in held])}
        self.editor.change(self, values)
        with self.silence():
            self.items.value = at if at is not None and at < len(self.items.options) else None

    def show(self, value: Any) -> None:
        """Show the names as a file has them, with their words to rest on."""
        super().show(value)
        self.text.tooltip = self.session.phrasebook.value(value, self.spec.label)

    def show_below(self, value: Any) -> None:
        """Show the items with their marks, and what can be added."""
        phrasebook, state = self.session.phrasebook, self.session.start.state
        marking = [
            (phrasebook.label(s.label), value_at(state, (*self._owner(), s.label))) for s in self.editor.marking(self)
        ]
        labels = []
        for n, item in enumerate(value, 1):
            marks = "".join(f" ({field})" for field, places in marking if n in places)
            labels.append((f"{n}. {phrasebook.value(item, self.spec.label)}{marks}", n - 1))
        chosen = self.items.value
        if tuple(labels) != tuple(self.items.options):
            self.items.options = tuple(labels)
            self.items.value = chosen if chosen is not None and chosen < len(labels) else None
        self.items.rows = max(3, min(ROWS, len(labels)))
        offer(self.add, [(self.t("list.which"), NOTHING), *self.editor.names(self.spec)])
        field = phrasebook.label(self.spec.label)
        self.items.tooltip, self.add.tooltip = field, self.t("name.add", field=field)
        self.copies.tooltip = self.t("list.copies")
        for deed, button in self.buttons.items():
            kind, _, marked = deed.partition("-")
            button.description = self.t(f"list.{kind}", field=phrasebook.label(marked))


class PairsEditor(FieldEditor):
    """A mapping of known keys: typed in a line, and unfolded into a menu of keys and one of what they may hold."""

    def __init__(self, editor: Form, spec: FieldSpec, owner: Callable[[], Path]) -> None:
        super().__init__(editor, spec, owner, folds=True)

    def unfold(self) -> list[ipw.Widget]:
        """Make both menus."""
        name = self.slug
        self.keys = self.control(ipw.Dropdown, f"rk-key-{name}", lambda _: self.editor.draw(), options=[("", NOTHING)])
        self.held = self.control(ipw.Dropdown, f"rk-held-{name}", self._on_held, options=[("", NOTHING)])
        return [self.kit.row(self.keys, self.held)]

    def open(self, rest: Path) -> None:
        """Unfold, with the key chosen that `rest` names."""
        super().open(rest)
        self.draw()
        if rest and rest[0] in self.spec.choices:
            with self.silence():
                self.keys.value = rest[0]

    def _on_held(self, item: str) -> None:
        kept = {key: value for key, value in self.value if key != self.keys.value}
        order = [*kept, self.keys.value] if item else list(kept)
        self.set(
            {key: item if key == self.keys.value else kept[key] for key in sorted(order, key=self.spec.choices.index)}
        )

    def show_below(self, value: Any) -> None:
        """Show what the key chosen holds."""
        phrasebook = self.session.phrasebook
        offer(self.keys, [(phrasebook.value(key), key) for key in self.spec.choices])
        offer(self.held, [("—", NOTHING), *self.editor.names(self.spec)], dict(value).get(self.keys.value, NOTHING))
        self.keys.tooltip = self.held.tooltip = phrasebook.label(self.spec.label)


class RecordEditor(Entry):
    """A record, or one that may be there: a menu says which, its own fields unfold."""

    def __init__(self, editor: Form, spec: FieldSpec, owner: Callable[[], Path]) -> None:
        super().__init__(editor, spec, owner)
        fields: Sequence[FieldSpec] = spec.inner.FIELDS if spec.inner is not None else ()
        self.named = next((s for s in fields if s.names is not None and s.kind == "text"), None)
        self.label = self.kit.note("rk-label")
        if spec.kind == "maybe":
            self.pick = self.control(ipw.Dropdown, f"rk-set-{self.slug}", self._on_pick, options=[("—", NOTHING)])
        self.line(self.label if self.pick is None else self.pick, folds=True)

    def unfold(self) -> list[ipw.Widget]:
        """Make an entry for each field of the record; which one it is says the menu."""
        assert self.spec.inner is not None
        self.inner = entries_of(
            self.editor, self.spec.inner, lambda: self.path, besides=[self.named] if self.named is not None else []
        )
        return [self.kit.row(*(entry.box for entry in self.inner), cls="rk-fields")]

    def open(self, rest: Path) -> None:
        """Unfold, and go on to the field inside."""
        super().open(rest)
        if self.value is not None:
            self._go_on(rest)

    def _on_pick(self, chosen: str) -> None:
        if not chosen:
            self.set(None)
        else:
            self.set({self.named.label: chosen} if self.named is not None else blank(self.spec.inner))

    def show(self, value: Any) -> None:
        """Show which record it is."""
        field = self.session.phrasebook.label(self.spec.label)
        self.label.value = escape(field)
        if self.pick is None:
            return
        self.pick.description = field
        now = NOTHING if value is None else THERE if self.named is None else getattr(value, self.named.name)
        names = [("＋", THERE)] if self.named is None else self.editor.names(self.named, now)
        offer(self.pick, [("—", NOTHING), *names], now)

    def show_below(self, value: Any) -> None:
        """Show the fields of the record, if it is there."""
        show(self.below, value is not None)
        if value is not None:
            super().show_below(value)


class RecordsEditor(Entry):
    """A list of records: one of them is chosen, its own fields stand below."""

    def __init__(self, editor: Form, spec: FieldSpec, owner: Callable[[], Path]) -> None:
        super().__init__(editor, spec, owner)
        self.label = self.kit.note("rk-label")
        self.at = 0
        self.line(self.label, folds=True)

    def unfold(self) -> list[ipw.Widget]:
        """Make the list, its buttons, and an entry for each field of an item."""
        assert self.spec.inner is not None
        self.items = self.control(ipw.Dropdown, f"rk-items-{self.slug}", self._on_item, options=[("—", -1)])
        deeds = ("back", "up", "down", "remove")
        self.buttons = {deed: self.kit.button(f"rk-{deed}-{self.slug}", partial(self.do, deed)) for deed in deeds}
        self.inner = entries_of(self.editor, self.spec.inner, lambda: (*self.path, self.at))
        self.fields = self.kit.row(*(entry.box for entry in self.inner), cls="rk-fields")
        return [self.kit.row(self.items, *self.buttons.values()), self.fields]

    def open(self, rest: Path) -> None:
        """Unfold, and go on into the item that `rest` names by its place."""
        super().open(rest)
        if rest and isinstance(rest[0], int) and rest[0] < len(self.value):
            self.at = rest[0]
            self._go_on(rest[1:])

    def _on_item(self, at: int) -> None:
        self.at = max(at, 0)
        self.editor.draw()

    def do(self, deed: str) -> None:
        """Add an item, a copy of the one chosen, or move or take out that one."""
        held: Held = [(n, to_json(item)) for n, item in enumerate(self.value)]
        if deed == "back":
            made = held[self.at][1] if held else blank(self.spec.inner)
            held, at = [*held, (None, made)], len(held)
        elif held:
            at = _moved(held, self.at, deed)
        else:
            return
        before, self.at = self.at, at
        self.set([item for _, item in held])
        if self.fault is not None:
            self.at = before
            self.editor.draw()

    def show(self, value: Any) -> None:
        """Tell how many there are."""
        self.label.value = f"{escape(self.session.phrasebook.label(self.spec.label))} ({len(value)})"

    def show_below(self, value: Any) -> None:
        """Show the item chosen."""
        self.at = max(0, min(self.at, len(value) - 1))
        offer(self.items, [(f"{n + 1}. {_title(item)}", n) for n, item in enumerate(value)] or [("—", -1)], self.at)
        for deed, button in self.buttons.items():
            button.description = self.t(f"list.{deed}")
        show(self.fields, bool(value))
        if value:
            super().show_below(value)


class DataEntry(Entry):
    """Data of any form, written as in a file."""

    def __init__(self, editor: Form, spec: FieldSpec, owner: Callable[[], Path]) -> None:
        super().__init__(editor, spec, owner)
        self.label = self.kit.note("rk-label")
        self.typed = True
        self.line(self.label, folds=True)

    def unfold(self) -> list[ipw.Widget]:
        """Make the text."""
        wide = {"width": "100%", "rows": ROWS, "continuous_update": False}
        self.text = self.control(ipw.Textarea, f"rk-code rk-set-{self.slug}", self._on_text, **wide)
        return [self.text]

    def _on_text(self, text: str) -> None:
        try:
            data = source.read_text(text).data if text.strip() else {}
        except RulekitError as error:
            self.fault = error
            self.editor.draw()
            return
        self.set(data.get(self.spec.label, []) if isinstance(data, Mapping) else data)

    def show(self, value: Any) -> None:
        """Name the field."""
        self.label.value = escape(self.session.phrasebook.label(self.spec.label))

    def show_below(self, value: Any) -> None:
        """Show the data as a file has them, unless what is typed is still at fault."""
        self.text.tooltip = self.session.phrasebook.label(self.spec.label)
        if self.fault is None:
            label = self.spec.label
            self.text.value = source.write({label: json.loads(value)}, block=frozenset({label})) if value else ""


def entry_for(editor: Form, spec: FieldSpec, owner: Callable[[], Path]) -> Entry:
    """Return the controls of a field."""
    kinds: dict[str, Any] = {
        "record": RecordEditor,
        "maybe": RecordEditor,
        "records": RecordsEditor,
        "data": DataEntry,
        "texts": ListEditor if spec.names is not None else FieldEditor,
        "pairs": PairsEditor if spec.choices and spec.names is not None else FieldEditor,
    }
    made: Entry = kinds.get(spec.kind, FieldEditor)(editor, spec, owner)
    return made


def entries_of(
    editor: Form, part: type[Record], owner: Callable[[], Path], *, besides: Sequence[FieldSpec] = ()
) -> list[Entry]:
    """Return the controls of the fields of a record, but of those `besides`."""
    return [entry_for(editor, spec, owner) for spec in part.FIELDS if spec not in besides]


def blank(part: type[Record] | None) -> dict[str, Any]:
    """Return the least that a record of a class must say, in JSON form."""
    due = [s for s in part.FIELDS if s.default is MISSING] if part is not None else []
    return {s.label: s.choices[0] if s.kind == "choice" else BLANK.get(s.kind, []) for s in due}


def _title(item: Record) -> str:
    """Return what tells an item of a list from others: its first text."""
    return next((str(v) for s in item.FIELDS if s.kind in ("text", "choice") and (v := getattr(item, s.name))), "")


def _moved(held: Held, at: int, deed: str) -> int:
    """Take out or move the item at a place; return which one is chosen now."""
    item = held.pop(at)
    if deed == "remove":
        return max(0, min(at, len(held) - 1))
    place = max(0, at - 1) if deed == "up" else min(len(held), at + 1)
    held.insert(place, item)
    return place


def _same_places(value: Any) -> list[int | None]:
    return list(range(len(value))) if isinstance(value, list) else []
