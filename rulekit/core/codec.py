"""Records to JSON and back, strictly: no coercion, no unknown key, every fault with its path."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import isfinite
from typing import Any, TypeVar, get_args

import cattrs
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError, IterableValidationError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from rulekit.core.errors import RulekitError, nearest
from rulekit.core.number import MAX_DIGITS, too_long
from rulekit.core.record import Change, FieldSpec, Path, Record, spec_at

__all__ = [
    "MAX_DEPTH",
    "BadData",
    "BadValue",
    "Fault",
    "change_from_json",
    "change_to_json",
    "choice_value",
    "faults",
    "field_to_json",
    "flag_value",
    "freeze",
    "from_json",
    "json_value",
    "list_value",
    "path_text",
    "show",
    "text_value",
    "to_json",
    "unknown_key",
    "whole_value",
]

T = TypeVar("T", bound=Record)
MAX_DEPTH = 32  # of lists and mappings in each other


class BadValue(ValueError):
    """A value that does not fit its field: `code` of the catalogue entry `error.<code>` and its parameters."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a document: where (path of keys and indexes) and what."""

    path: Path
    code: str
    params: dict[str, Any] = field(default_factory=dict)
    at_key: bool = False

    def below(self, path: Path) -> Fault:
        """Return the fault of the same part in a larger document, where it stands below `path`."""
        return replace(self, path=(*path, *self.path))


class BadData(RulekitError):
    """Data, such as JSON, that do not have the form they should have; `faults` lists everything wrong."""

    def __init__(self, found: Sequence[Fault]) -> None:
        super().__init__(found[0].code, **found[0].params)
        self.faults = tuple(found)

    def worded(self, lang: str) -> str:
        """Return one line per fault: where it is, what was found and what was expected."""
        return "\n".join(f"{path_text(f.path)}{_sentence(f, lang)}" for f in self.faults)


def path_text(path: Path) -> str:
    """Return a path as it stands before what is wrong there, e.g. `state A hand 2: `."""
    return f"{' '.join(map(str, path))}: " if path else ""


def _sentence(fault: Fault, lang: str) -> str:
    params = {k: v.text(lang) if isinstance(v, RulekitError) else v for k, v in fault.params.items()}
    return RulekitError(fault.code, **params).text(lang)


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def whole_value(value: Any, _: Any = None, wanted: str = "not_int") -> int:
    """Return a whole number that is not too long; raises BadValue for anything else."""
    if not _is_int(value):
        raise BadValue(wanted, value=show(value))
    if too_long(value):
        raise BadValue("number_too_long", limit=MAX_DIGITS)
    return int(value)


def flag_value(value: Any, _: Any = None) -> bool:
    """Return true or false; raises BadValue for anything else."""
    if not isinstance(value, bool):
        raise BadValue("not_flag", value=show(value))
    return value


def _layers(value: Any, _: Any = None) -> int:
    return int(value) if isinstance(value, bool) else whole_value(value, wanted="not_layers")


def text_value(value: Any, _: Any = None) -> str:
    """Return a text; raises BadValue for anything else."""
    if not isinstance(value, str):
        raise BadValue("not_text", value=show(value))
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:  # half a character, which JSON may hold
            raise BadValue("not_character") from None
    return value


def _optional_int(value: Any, _: Any = None) -> int | None:
    return None if value is None else whole_value(value, wanted="not_optional")


def _perhaps(value: Any, _: Any = None) -> bool | None:
    return None if value is None else flag_value(value)


def show(value: Any) -> str:
    """Return a value as a file would write it, cut short when it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):  # no JSON, a number too long or half a character
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 60 else text[:57] + "…"


def choice_value(known: Sequence[str], *, nullable: bool = False) -> Any:
    """Return what reads a text that is one of those known, or none where it may be; raises BadValue for another."""

    def hook(value: Any, _: Any = None) -> str | None:
        if value is None and nullable:
            return None
        if not isinstance(value, str) or value not in known:
            near = nearest(value, known) if isinstance(value, str) else None
            raise BadValue("not_choice", value=show(value), nearest=near or known[0], known=", ".join(known))
        return value

    return hook


def list_value(item: Any) -> Any:
    """Return what reads a list, each of its items by `item`; raises BadValue for anything else."""

    def hook(value: Any, _: Any = None) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise BadValue("not_list", value=show(value))
        made = []
        for i, entry in enumerate(value):
            try:
                made.append(item(entry))
            except BadValue as error:
                raise _inside(error, i) from None
        return tuple(made)

    return hook


def _inside(error: BadValue, key: str | int) -> BadValue:
    """Return the error of a part that stands under a key or index."""
    return BadValue(error.code, **{**error.params, "_path": (key, *error.params.get("_path", ()))})


def _data(value: Any, _: Any = None) -> str:
    return json.dumps(json_value(value), ensure_ascii=False, sort_keys=True)


def json_value(value: Any, depth: int = 0) -> Any:
    """Return a value of JSON, lists as tuples; raises BadValue for any other, also for what no file can hold."""
    if depth > MAX_DEPTH:
        raise BadValue("too_deep", limit=MAX_DEPTH)
    if isinstance(value, dict):
        return {text_value(key): json_value(entry, depth + 1) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return tuple(json_value(entry, depth + 1) for entry in value)
    if isinstance(value, str):
        return text_value(value)
    if _is_int(value):
        return whole_value(value)
    if value is None or isinstance(value, bool) or (isinstance(value, float) and isfinite(value)):
        return value
    raise BadValue("not_json", value=show(value))


def _pairs(spec: FieldSpec) -> Any:
    item = whole_value if get_args(get_args(spec.type)[0])[1] is int else text_value

    def hook(value: Any, _: Any = None) -> tuple[tuple[str, Any], ...]:
        if not isinstance(value, dict):
            raise BadValue("not_mapping", value=show(value))
        made = []
        for key, entry in value.items():
            if not isinstance(key, str) or (spec.choices and key not in spec.choices):
                known = ", ".join(spec.choices)
                near = nearest(str(key), spec.choices) or known
                raise BadValue("not_choice", value=show(key), nearest=near, known=known, _path=(key,))
            try:
                made.append((text_value(key), item(entry)))
            except BadValue as error:
                raise _inside(error, key) from None
        return tuple(made)

    return hook


def _records(spec: FieldSpec, converter: cattrs.Converter) -> Any:
    def hook(value: Any, _: Any = None) -> Any:
        if not isinstance(value, (list, tuple)):
            raise BadValue("not_list", value=show(value))
        return converter.structure(value, spec.type)

    return hook


def _maybe(spec: FieldSpec, converter: cattrs.Converter) -> Any:
    inner: Any = spec.inner

    def hook(value: Any, _: Any = None) -> Any:
        return None if value is None else converter.structure(value, inner)

    return hook


def _hook(spec: FieldSpec) -> Any:
    match spec.kind:
        case "texts":
            return list_value(text_value)
        case "pairs":
            return _pairs(spec)
        case "data":
            return _data
        case "int":
            return whole_value
        case "flag":
            return flag_value
        case "layers":
            return _layers
        case "text":
            return text_value
        case "perhaps":
            return _perhaps
        case "optional":
            return _optional_int
        case "choice":
            return choice_value(spec.choices, nullable=spec.type is not str)
        case "ints":
            return list_value(whole_value)
        case "choices":
            return list_value(choice_value(spec.choices))
    return None


@lru_cache(maxsize=1)
def _converter() -> cattrs.Converter:
    made = cattrs.Converter(detailed_validation=True, forbid_extra_keys=True)
    made.register_structure_hook_factory(_is_record, lambda cls: _structure(cls, made))
    made.register_unstructure_hook_factory(_is_record, lambda cls: _unstructure(cls, made))
    return made


def _is_record(cls: Any) -> bool:
    return isinstance(cls, type) and issubclass(cls, Record)


def _structure(cls: Any, converter: cattrs.Converter) -> Any:
    overrides: dict[str, Any] = {}
    for spec in cls.FIELDS:
        made = {"records": _records, "maybe": _maybe}.get(spec.kind)
        hook = made(spec, converter) if made is not None else _hook(spec)
        overrides[spec.name] = override(rename=spec.label, struct_hook=hook) if hook else override(rename=spec.label)
    inner = make_dict_structure_fn(
        cls, converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=True, **overrides
    )

    def structure(value: Any, type_: Any) -> Any:
        if not isinstance(value, dict):
            raise BadValue("not_mapping", value=show(value))
        return inner(value, type_)

    return structure


def _layers_out(value: int) -> int | bool:
    return bool(value) if value in (0, 1) else value


# How the value of a field is written, by its kind; others are written as they are.
_OUT = {"layers": _layers_out, "ints": list, "choices": list, "texts": list, "pairs": dict, "data": json.loads}


def _unstructure(cls: Any, converter: cattrs.Converter) -> Any:
    overrides: dict[str, Any] = {}
    for spec in cls.FIELDS:
        hook: Any = _OUT.get(spec.kind)
        overrides[spec.name] = override(rename=spec.label, unstruct_hook=hook) if hook else override(rename=spec.label)
    return make_dict_unstructure_fn(cls, converter, _cattrs_omit_if_default=True, **overrides)


def field_to_json(spec: FieldSpec, value: Any) -> Any:
    """Return the JSON form of the value of one field, also of its default; empty data have none."""
    if spec.kind == "records":
        return [to_json(item) for item in value]
    if isinstance(value, Record):
        return to_json(value)
    hook: Any = _OUT.get(spec.kind)
    return value if hook is None else hook(value)


def to_json(value: Record) -> dict[str, Any]:
    """Return the JSON form of a record: labels as keys, fields at their default left out."""
    return dict(_converter().unstructure(value))


def from_json(cls: type[T], data: Any) -> T:
    """Build a record from its JSON form; raises BadData when anything does not fit."""
    try:
        return _converter().structure(data, cls)
    except (BadValue, ClassValidationError) as error:
        found = list(faults(error, cls))
    raise BadData(found)


# Input methods write these where YAML knows only the ASCII ones, and a whole line becomes one word.
_WIDE_MARKS = {"：": ":", "，": ","}


def unknown_key(key: str, known: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Return code and parameters of the fault that `key` is none of the known ones."""
    wide = next((mark for mark in _WIDE_MARKS if mark in key), None)
    if wide is not None:
        return "wide_mark", {"name": key, "mark": wide, "plain": _WIDE_MARKS[wide]}
    near = nearest(key, known)
    if near is None:
        return "unknown_key_any", {"name": key, "known": ", ".join(known)}
    return "unknown_key", {"name": key, "nearest": near}


def faults(error: BaseException, cls: type[Record], path: Path = ()) -> Iterator[Fault]:
    """Yield everything wrong with data for `cls`, as an error of the converter or `from_json` tells it."""
    if isinstance(error, BadData):
        yield from (fault.below(path) for fault in error.faults)
    elif isinstance(error, BadValue):
        params = dict(error.params)
        yield Fault((*path, *params.pop("_path", ())), error.code, params)
    elif isinstance(error, ForbiddenExtraKeysError):
        known = [s.label for s in cls.FIELDS]
        for key in sorted(error.extra_fields, key=str):
            code, params = unknown_key(str(key), known)
            yield Fault((*path, key), code, params, at_key=True)
    elif isinstance(error, ClassValidationError):
        labels = {s.name: s for s in cls.FIELDS}
        noted, bare = error.group_exceptions()
        for inner, note in noted:
            spec = labels[note.name]
            inner_cls = spec.inner or cls
            if isinstance(inner, KeyError):
                yield Fault((*path, spec.label), "missing_key", {"name": spec.label})
            else:
                yield from faults(inner, inner_cls, (*path, spec.label))
        for inner in bare:
            yield from faults(inner, cls, path)
    elif isinstance(error, IterableValidationError):
        items, bare_items = error.group_exceptions()
        for inner, item in items:
            yield from faults(inner, cls, (*path, int(item.index)))
        for inner in bare_items:
            yield from faults(inner, cls, path)
    else:
        raise error


_SCALARS = frozenset((str, int, bool, float, type(None)))


def freeze(value: Any) -> Any:
    """Return a JSON value with lists as tuples, so that it compares equal however it was made."""
    if type(value) in _SCALARS:
        return value
    if isinstance(value, (list, tuple)):
        return tuple(freeze(v) for v in value)
    if isinstance(value, dict):
        return {k: freeze(v) for k, v in value.items()}
    return int(value) if isinstance(value, int) else value  # an amount without what it was derived from


# -- changes ------------------------------------------------------------------------------------------

# What a change may hold, by the kind of its field.
_HELD: dict[str, Any] = {
    "int": whole_value,
    "layers": whole_value,
    "flag": flag_value,
    "text": text_value,
    "data": text_value,
    "optional": _optional_int,
    "perhaps": _perhaps,
    "texts": list_value(text_value),
    "choices": list_value(text_value),
    "ints": list_value(whole_value),
    "pairs": list_value(list_value(json_value)),
    "choice": lambda value: None if value is None else text_value(value),
}


def change_to_json(change: Change) -> list[Any]:
    """Return `[path, before, after]` as JSON values."""
    return [list(change.path), _value_out(change.before), _value_out(change.after)]


def _value_out(value: Any) -> Any:
    if isinstance(value, Record):
        return to_json(value)
    if isinstance(value, tuple):
        return [_value_out(v) for v in value]
    return value


def change_from_json(cls: type[Record], data: Any) -> Change:
    """Read back what `change_to_json` wrote for a state of class `cls`; raises BadData when it is no change of one."""
    if not isinstance(data, (list, tuple)) or len(data) != 3 or not isinstance(data[0], (list, tuple)):
        raise BadData([Fault((), "not_change", {"value": show(data)})])
    path = tuple(data[0])
    spec = spec_at(cls, path)
    if spec is None or not isinstance(path[-1], str):  # an item of a list is no field
        raise BadData([Fault((0,), "no_field", {"value": show(data[0])})])
    return Change(path, *(_side(spec, data[n], n) for n in (1, 2)))


def _fixed(cls: type[T], value: Any, path: Path = ()) -> T:
    try:
        return from_json(cls, value).fixed()
    except BadData as error:
        found = [fault.below(path) for fault in error.faults]
    raise BadData(found)


def _side(spec: FieldSpec, value: Any, n: int) -> Any:
    """Read what a field held before or after a change."""
    try:
        if spec.inner is None:
            return _HELD[spec.kind](value)
        if spec.kind == "records":
            return tuple(_fixed(spec.inner, item, (i,)) for i, item in enumerate(list_value(json_value)(value)))
        return None if value is None else _fixed(spec.inner, value)
    except BadData as error:
        found = list(error.faults)
    except BadValue as error:
        found = list(faults(error, Record))
    raise BadData([fault.below((n,)) for fault in found])
