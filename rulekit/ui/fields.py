"""Fields of a state as text in an input box and back, with the fault a reader has to correct."""

from __future__ import annotations

import re
from typing import Any, get_args

from rulekit.core.codec import BadValue
from rulekit.core.errors import nearest
from rulekit.core.record import FieldSpec

__all__ = ["field_text", "outside", "parse_field", "slug"]

_NUMBER = re.compile(r"[+-]?[0-9]{1,400}")
_LISTED = re.compile(r"[;；\n]")
_SEPARATORS = re.compile(r"[\s,，、;；]+")


def field_text(spec: FieldSpec, value: Any) -> str:
    """Return the value as a reader types it; an empty text stands for none."""
    if value is None:
        return ""
    if spec.kind in ("ints", "choices"):
        return " ".join(map(str, value))
    if spec.kind == "texts":  # a text may hold spaces itself
        return ("; " if any(" " in text for text in value) else " ").join(value)
    if spec.kind == "pairs":
        return " ".join(f"{key}:{entry}" for key, entry in value)
    return str(int(value)) if spec.kind == "layers" else str(value)


def parse_field(spec: FieldSpec, text: str) -> Any:
    """Read what a reader typed; raises BadValue with the catalogue code of the fault."""
    words = [w for w in _SEPARATORS.split(text) if w]
    match spec.kind:
        case "int" | "layers":
            return _number(text.strip(), "not_int")
        case "optional":
            return _number(text.strip(), "not_optional") if text.strip() else None
        case "ints":
            return [_number(w, "not_int") for w in words]
        case "choices":
            return [_choice(spec, w) for w in words]
        case "choice":
            return _choice(spec, text.strip()) if text.strip() else None
        case "texts":
            return [t.strip() for t in _LISTED.split(text) if t.strip()] if _LISTED.search(text) else words
        case "pairs":
            return dict(_pair(spec, w) for w in words)
    return text


def _pair(spec: FieldSpec, word: str) -> tuple[str, Any]:
    """Read `LH1:F2`; a number where the field holds numbers."""
    key, colon, entry = word.replace("：", ":").partition(":")
    if not colon or not entry:
        raise BadValue("not_pair", value=f"“{word[:40]}”")
    if spec.choices:
        _choice(spec, key)
    whole = get_args(get_args(spec.type)[0])[1] is int
    return key, _number(entry, "not_int") if whole else entry


def _number(text: str, code: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise BadValue(code, value=f"“{text[:40]}”")
    return int(text)


def _choice(spec: FieldSpec, word: str) -> str:
    if word in spec.choices:
        return word
    raise BadValue(
        "not_choice",
        value=f"“{word[:40]}”",
        nearest=nearest(word, spec.choices) or spec.choices[0],
        known=", ".join(spec.choices),
    )


def outside(spec: FieldSpec, value: Any) -> int | None:
    """Return the first number of `value` that lies outside the range of the field, None when all fit."""
    numbers = value if spec.kind == "ints" else [n for _, n in value] if spec.kind == "pairs" else (value,)
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int):
            continue
        if (spec.low is not None and number < spec.low) or (spec.high is not None and number > spec.high):
            return number
    return None


def slug(text: str) -> str:
    """Return `text` as part of a CSS class: letters and digits of any script, other characters as one hyphen."""
    kept = "".join(c if c.isalnum() or c == "_" else " " for c in text)
    return "-".join(kept.split())
