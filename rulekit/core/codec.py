"""Records to JSON and back, strictly: no coercion, no unknown key, every fault with its path."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar, get_args

import cattrs
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError, IterableValidationError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from rulekit.core.errors import nearest
from rulekit.core.record import Change, FieldSpec, Path, Record

__all__ = [
    "BadValue",
    "Fault",
    "change_from_json",
    "change_to_json",
    "faults",
    "field_to_json",
    "freeze",
    "from_json",
    "show",
    "to_json",
    "unknown_key",
]

T = TypeVar("T", bound=Record)


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


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _int(value: Any, _: Any = None) -> int:
    if not _is_int(value):
        raise BadValue("not_int", value=show(value))
    return int(value)


def _flag(value: Any, _: Any = None) -> bool:
    if not isinstance(value, bool):
        raise BadValue("not_flag", value=show(value))
    return value


def _layers(value: Any, _: Any = None) -> int:
    if not isinstance(value, int):
        raise BadValue("not_layers", value=show(value))
    return int(value)


def _text(value: Any, _: Any = None) -> str:
    if not isinstance(value, str):
        raise BadValue("not_text", value=show(value))
    return value


def _optional_int(value: Any, _: Any = None) -> int | None:
    if value is None:
        return None
    if not _is_int(value):
        raise BadValue("not_optional", value=show(value))
    return int(value)


def _perhaps(value: Any, _: Any = None) -> bool | None:
    return None if value is None else _flag(value)


def show(value: Any) -> str:
    """Return a value as a file would write it, cut short when it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "…"


def _choice(spec: FieldSpec, nullable: bool) -> Any:
    def hook(value: Any, _: Any = None) -> str | None:
        if value is None and nullable:
            return None
        if not isinstance(value, str) or value not in spec.choices:
            near = nearest(value, spec.choices) if isinstance(value, str) else None
            raise BadValue(
                "not_choice",
                value=show(value),
                nearest=near or spec.choices[0],
                known=", ".join(spec.choices),
            )
        return value

    return hook


def _sequence(item: Any) -> Any:
    def hook(value: Any, _: Any = None) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise BadValue("not_list", value=show(value))
        made = []
        for i, entry in enumerate(value):
            try:
                made.append(item(entry))
            except BadValue as error:
                raise BadValue(error.code, **{**error.params, "_index": i}) from None
        return tuple(made)

    return hook


def _data(value: Any, _: Any = None) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _pairs(spec: FieldSpec) -> Any:
    item = _int if get_args(get_args(spec.type)[0])[1] is int else _text

    def hook(value: Any, _: Any = None) -> tuple[tuple[str, Any], ...]:
        if not isinstance(value, dict):
            raise BadValue("not_mapping", value=show(value))
        made = []
        for key, entry in value.items():
            if not isinstance(key, str) or (spec.choices and key not in spec.choices):
                known = ", ".join(spec.choices)
                near = nearest(str(key), spec.choices) or known
                raise BadValue("not_choice", value=show(key), nearest=near, known=known, _index=key)
            try:
                made.append((key, item(entry)))
            except BadValue as error:
                raise BadValue(error.code, **{**error.params, "_index": key}) from None
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
            return _sequence(_text)
        case "pairs":
            return _pairs(spec)
        case "data":
            return _data
        case "int":
            return _int
        case "flag":
            return _flag
        case "layers":
            return _layers
        case "text":
            return _text
        case "perhaps":
            return _perhaps
        case "optional":
            return _optional_int
        case "choice":
            return _choice(spec, nullable=spec.type is not str)
        case "ints":
            return _sequence(_int)
        case "choices":
            return _sequence(_choice(spec, nullable=False))
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
    """Build a record from its JSON form; raises an error that `faults` lists when anything does not fit."""
    return _converter().structure(data, cls)


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
    """Yield everything wrong that `from_json(cls, …)` found."""
    if isinstance(error, BadValue):
        params = dict(error.params)
        index = params.pop("_index", None)
        yield Fault(path if index is None else (*path, index), error.code, params)
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


def freeze(value: Any) -> Any:
    """Return a JSON value with lists as tuples, so that it compares equal however it was made."""
    if isinstance(value, (list, tuple)):
        return tuple(freeze(v) for v in value)
    if isinstance(value, dict):
        return {k: freeze(v) for k, v in value.items()}
    if isinstance(value, int) and type(value) not in (int, bool):
        return int(value)
    return value


def _spec_at(cls: type[Record], path: Path) -> FieldSpec:
    spec = cls.BY_LABEL[str(path[0])]
    rest = path[1:]
    if not rest:
        return spec
    assert spec.inner is not None
    return _spec_at(spec.inner, rest[1:] if spec.kind == "records" else rest)


def change_to_json(change: Change) -> list[Any]:
    """Return `[path, before, after]` as JSON values."""
    return [list(change.path), _value_out(change.before), _value_out(change.after)]


def _value_out(value: Any) -> Any:
    if isinstance(value, Record):
        return to_json(value)
    if isinstance(value, tuple):
        return [_value_out(v) for v in value]
    return value


def _records_in(cls: type[Record], value: Any) -> Any:
    if isinstance(value, list):
        return tuple(from_json(cls, v) for v in value)
    return None if value is None else from_json(cls, value)


def change_from_json(cls: type[Record], data: Any) -> Change:
    """Read back what `change_to_json` wrote for a state of class `cls`."""
    path = tuple(data[0])
    spec = _spec_at(cls, path)
    if spec.inner is not None:
        return Change(path, *(_records_in(spec.inner, side) for side in data[1:]))
    return Change(path, freeze(data[1]), freeze(data[2]))
