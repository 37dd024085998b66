"""Records: plain mutable classes with slots that copy, compare, hash by value and describe their fields.

A game's state is a tree of records.  The field list is the single source for `copy`, `key`, the observed
differences of a trace, the JSON form and the editor, so none of them can forget a field.  Resolvers change
records; what a position or a trace holds is fixed: of the same fields, equal, and read-only.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import (
    Any,
    ClassVar,
    NamedTuple,
    Self,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from rulekit.core.amount import Amount
from rulekit.core.fixed import FixedList, twin

__all__ = [
    "Change",
    "FieldSpec",
    "Path",
    "Record",
    "apply_change",
    "attr",
    "differences",
    "out_of_range",
    "out_of_step",
    "record",
    "spec_at",
    "value_at",
]

Path = tuple[str | int, ...]
Names = Callable[[Any], Iterable[str]]
HIDEABLE = ("text", "texts", "choice", "choices")  # the kinds of fields that can be secret


class Change(NamedTuple):
    """One observed difference: the field at `path` held `before` and now holds `after`."""

    path: Path
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """What is known of one field: its names, the kind of its value and the range the rules allow.

    `name` is the Python attribute, `label` the key in files, JSON and trace paths.  `kind` is one of
    int, flag, layers (a count written true/false for 1/0), optional (an int or none), ints, choice,
    choices (an ordered list of choices), text, texts, pairs (an ordered mapping, held as pairs),
    data (any JSON value, held as its canonical text, "" for none), perhaps (a flag or none), record,
    maybe (a record or none), records.
    `low`/`high` bound ints
    (inclusive, None = open); `choices` lists legal values of choice and choices; `clause` is where the range is stated.
    `steps` are those at which it may be other than its default, () for every one.  `inner` is the class of the records
    the field holds, None when it holds none.  `seen` says who may know a text or a list of texts: "owner", the player
    it belongs to, "nobody", or "" for everybody; with `under` this holds only where those rulings have those options.
    `names` gives, for a state, what its texts may name; `places` is the list whose items its numbers are the places of.
    """

    name: str
    label: str
    kind: str
    type: Any
    default: Any
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    clause: str = ""
    group: str = ""
    volatile: bool = False
    steps: tuple[str, ...] = ()
    inner: type[Record] | None = None
    seen: str = ""
    under: tuple[tuple[str, str], ...] = ()
    names: Names | None = None
    places: str = ""


class Record:
    """Base of all records; `record` fills in the methods declared here."""

    __slots__ = ()
    FIELDS: ClassVar[tuple[FieldSpec, ...]] = ()
    BY_LABEL: ClassVar[dict[str, FieldSpec]] = {}
    SECRET: ClassVar[tuple[FieldSpec, ...]] = ()  # the fields not everybody may see, and those of records with such

    def copy(self) -> Self:
        """Return a deep copy; records inside are copied, immutable values are shared."""
        raise TypeError(f"{type(self).__name__} lacks the @record decorator")

    def key(self) -> tuple[Any, ...]:
        """Return a hashable value equal for equal records only."""
        raise TypeError(f"{type(self).__name__} lacks the @record decorator")

    def fix(self) -> Self:
        """Make this record and those inside read-only for good and return it."""
        raise TypeError(f"{type(self).__name__} lacks the @record decorator")

    def fixed(self) -> Self:
        """Return a read-only copy; the record itself when it is read-only."""
        return self.copy().fix()

    def differ(self, after: Self, path: Path, found: list[Change]) -> None:
        """Add to `found` every field in which `after` differs; `path` leads to this record."""
        raise TypeError(f"{type(self).__name__} lacks the @record decorator")


R = TypeVar("R", bound=type)


def attr(
    *,
    default: Any = dataclasses.MISSING,
    label: str = "",
    kind: str = "",
    low: int | None = None,
    high: int | None = None,
    choices: tuple[str, ...] = (),
    clause: str = "",
    group: str = "",
    volatile: bool = False,
    steps: tuple[str, ...] = (),
    seen: str | Mapping[str, str] = "",
    names: Names | None = None,
    places: str = "",
    default_factory: Any = dataclasses.MISSING,
) -> Any:
    """Declare a record field; see `FieldSpec` for the arguments.

    `volatile` marks a field that rules change as a matter of course, so that a scenario need not name it.  `seen` may
    name the options of rulings under which only the owner sees it, e.g. `{"SL-R40": "fuel_face_down"}`.
    """
    meta = {
        "label": label,
        "kind": kind,
        "low": low,
        "high": high,
        "choices": choices,
        "clause": clause,
        "group": group,
        "volatile": volatile,
        "steps": steps,
        "seen": seen if isinstance(seen, str) else "owner",
        "under": () if isinstance(seen, str) else tuple(seen.items()),
        "names": names,
        "places": places,
    }
    if default_factory is not dataclasses.MISSING:
        return field(default_factory=default_factory, metadata=meta)
    return field(default=default, metadata=meta)


@dataclass_transform(field_specifiers=(attr, field))
def record(cls: R) -> R:
    """Turn a class into a record: a slots dataclass with `copy`, `key` and `FIELDS`."""
    made: Any = dataclass(slots=True)(cls)
    hints = get_type_hints(made)
    specs = tuple(_spec(f, hints[f.name]) for f in dataclasses.fields(made))
    made.FIELDS = specs
    made.BY_LABEL = {s.label: s for s in specs}
    made.SECRET = tuple(s for s in specs if s.seen or (s.inner is not None and s.inner.SECRET))
    sources = {
        "fix": _fix_source,
        "copy": _copy_source,
        "key": _key_source,
        "differ": _differ_source,
        "__eq__": _eq_source,
    }
    fixed = twin(made)
    for name, source in sources.items():
        setattr(made, name, _compile(name, source(specs), made, fixed))
    return made  # type: ignore[no-any-return]


def _spec(f: dataclasses.Field[Any], hint: Any) -> FieldSpec:
    meta = f.metadata
    if f.default is not dataclasses.MISSING:
        default = f.default
    elif f.default_factory is not dataclasses.MISSING:
        default = f.default_factory()
    else:
        default = dataclasses.MISSING
    kind, seen = meta.get("kind") or _kind(hint), meta.get("seen", "")
    if seen and (seen not in ("owner", "nobody") or kind not in HIDEABLE):
        raise TypeError(f"{f.name}: seen is owner or nobody, of a field that holds texts ({', '.join(HIDEABLE)})")
    return FieldSpec(
        name=f.name,
        label=meta.get("label") or f.name,
        kind=kind,
        type=hint,
        default=default,
        low=meta.get("low"),
        high=meta.get("high"),
        choices=tuple(meta.get("choices") or ()),
        clause=meta.get("clause", ""),
        group=meta.get("group", ""),
        volatile=bool(meta.get("volatile", False)),
        steps=tuple(meta.get("steps") or ()),
        inner=next((t for t in (hint, *get_args(hint)) if _is_record(t)), None),
        seen=seen,
        under=tuple(meta.get("under") or ()),
        names=meta.get("names"),
        places=meta.get("places", ""),
    )


def _is_record(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Record)


def _kind(hint: Any) -> str:
    origin = get_origin(hint)
    if _is_record(hint):
        return "record"
    if hint is bool:
        return "flag"
    if hint is int:
        return "int"
    if hint is str:
        return "text"
    if origin in (Union, types.UnionType):
        if any(map(_is_record, get_args(hint))):
            return "maybe"
        return {int: "optional", bool: "perhaps"}.get(get_args(hint)[0], "choice")
    if origin is tuple:
        item = get_args(hint)[0]
        if get_origin(item) is tuple:
            return "pairs"
        return "ints" if item is int else "choices"
    if origin is list:
        return "records"
    raise TypeError(f"no field kind for {hint!r}")


def _copy_source(specs: tuple[FieldSpec, ...]) -> str:
    lines = ["def copy(self):", "    new = object.__new__(cls)"]
    for s in specs:
        if s.kind == "record":
            lines.append(f"    new.{s.name} = self.{s.name}.copy()")
        elif s.kind == "maybe":
            lines.append(f"    new.{s.name} = None if self.{s.name} is None else self.{s.name}.copy()")
        elif s.kind == "records":
            lines.append(f"    new.{s.name} = [item.copy() for item in self.{s.name}]")
        else:
            lines.append(f"    new.{s.name} = self.{s.name}")
    return "\n".join([*lines, "    return new"])


def _fix_source(specs: tuple[FieldSpec, ...]) -> str:
    lines = ["def fix(self):"]
    for s in specs:
        if s.kind == "record":
            lines.append(f"    self.{s.name}.fix()")
        elif s.kind == "maybe":
            lines.append(f"    if self.{s.name} is not None: self.{s.name}.fix()")
        elif s.kind == "records":
            lines.append(f"    self.{s.name} = FixedList([item.fix() for item in self.{s.name}])")
    return "\n".join([*lines, "    self.__class__ = fixed", "    return self"])


def _eq_source(specs: tuple[FieldSpec, ...]) -> str:
    one, two = (", ".join(f"{side}.{s.name}" for s in specs) for side in ("self", "other"))
    lines = ["def __eq__(self, other):", "    if other.__class__ is cls or other.__class__ is fixed:"]
    return "\n".join([*lines, f"        return ({one},) == ({two},)", "    return NotImplemented"])


def _key_source(specs: tuple[FieldSpec, ...]) -> str:
    parts = []
    for s in specs:
        if s.kind == "record":
            parts.append(f"self.{s.name}.key()")
        elif s.kind == "maybe":
            parts.append(f"None if self.{s.name} is None else self.{s.name}.key()")
        elif s.kind == "records":
            parts.append(f"tuple([item.key() for item in self.{s.name}])")
        else:
            parts.append(f"self.{s.name}")
    return f"def key(self):\n    return ({', '.join(parts)},)"


def _differ_source(specs: tuple[FieldSpec, ...]) -> str:
    lines = ["def differ(self, after, path, found):", "    pass"]
    for s in specs:
        old, new, here = f"self.{s.name}", f"after.{s.name}", f"(*path, {s.label!r})"
        if s.kind == "record":
            lines.append(f"    {old}.differ({new}, {here}, found)")
        elif s.kind == "maybe":
            lines.append(f"    if {old} is not {new}: _differ_maybe({old}, {new}, {here}, found)")
        elif s.kind == "records":
            lines.append(f"    _differ_in_list({old}, {new}, {here}, found)")
        else:
            lines.append(f"    if {old} != {new}: found.append(Change({here}, _plain({old}), _plain({new})))")
    return "\n".join(lines)


def _differ_in_list(old: list[Any], new: list[Any], path: Path, found: list[Change]) -> None:
    if len(old) != len(new):
        found.append(Change(path, tuple(o.fixed() for o in old), tuple(n.fixed() for n in new)))
        return
    for i, (o, n) in enumerate(zip(old, new, strict=True)):
        o.differ(n, (*path, i), found)


def _differ_maybe(old: Any, new: Any, path: Path, found: list[Change]) -> None:
    if old is not None and new is not None:
        old.differ(new, path, found)
    else:
        found.append(Change(path, *(None if r is None else r.fixed() for r in (old, new))))


def _compile(name: str, source: str, cls: type, fixed: type) -> Any:
    # The source is made of attribute names of our own classes only, as dataclasses does for __init__.
    helpers = (Change, FixedList, _plain, _differ_in_list, _differ_maybe)
    scope: dict[str, Any] = {"cls": cls, "fixed": fixed, **{h.__name__: h for h in helpers}}
    exec(source, scope)
    function = scope[name]
    function.__module__ = cls.__module__
    function.__qualname__ = f"{cls.__qualname__}.{name}"
    function.__doc__ = getattr(Record, name).__doc__
    return function


def differences(before: Any, after: Any) -> list[Change]:
    """Return every field in which two records of one class differ, in field order."""
    found: list[Change] = []
    before.differ(after, (), found)
    return found


def _plain(value: Any) -> Any:
    """Drop what a number was derived from: a state holds plain ints."""
    return int(value) if type(value) is Amount else value


def _owner(state: Any, path: Path) -> tuple[Any, FieldSpec]:
    target = state
    for part in path[:-1]:
        target = target[part] if isinstance(part, int) else getattr(target, target.BY_LABEL[part].name)
    return target, target.BY_LABEL[path[-1]]


def apply_change(state: Any, change: Change) -> None:
    """Set the field at the change's path to its `after` value."""
    target, spec = _owner(state, change.path)
    after: Any = change.after
    if spec.kind == "records":
        after = [item.copy() for item in after]
    elif isinstance(after, Record):
        after = after.copy()
    setattr(target, spec.name, after)


def out_of_range(part: Record) -> Iterator[tuple[FieldSpec, int]]:
    """Yield every number of a record, not of records inside it, that lies outside the range of its field."""
    for spec in part.FIELDS:
        held = getattr(part, spec.name)
        for value in held if spec.kind == "ints" else (held,):
            if not isinstance(value, int) or isinstance(value, bool):
                continue
            if (spec.low is not None and value < spec.low) or (spec.high is not None and value > spec.high):
                yield spec, value


def out_of_step(part: Record, step: str) -> Iterator[FieldSpec]:
    """Yield every field of a record, not of records inside it, that is at a step what it can only be at others."""
    for spec in part.FIELDS:
        if spec.steps and step not in spec.steps and getattr(part, spec.name) != spec.default:
            yield spec


def spec_at(part: type[Record], path: Path) -> FieldSpec | None:
    """Return the description of the field at `path` (labels, and indexes into lists of records) of a record class.

    A path to an item of such a list leads to the list; None where there is no field.
    """
    if not path or not isinstance(path[0], str) or path[0] not in part.BY_LABEL:
        return None
    spec, rest = part.BY_LABEL[path[0]], path[1:]
    if rest and spec.kind == "records":
        index, rest = rest[0], rest[1:]
        if not isinstance(index, int) or index < 0:
            return None
    return spec if not rest else None if spec.inner is None else spec_at(spec.inner, rest)


def value_at(state: Any, path: Path) -> Any:
    """Return the value of the field at `path` (labels, and indexes into lists of records).

    Raises KeyError when a record has no such field.
    """
    target, spec = _owner(state, path)
    return getattr(target, spec.name)
