"""What a component says under another option of a ruling, written beside its plain form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

__all__ = ["Part", "holding", "parts"]


class _Reading(Protocol):
    @property
    def ruling(self) -> str: ...

    @property
    def option(self) -> str: ...


R = TypeVar("R", bound=_Reading)


def holding(readings: Iterable[R], rulings: Mapping[str, str]) -> Iterator[R]:
    """Yield the readings whose option is the one chosen, in their order; the first is the one to follow."""
    return (reading for reading in readings if rulings.get(reading.ruling) == reading.option)


@dataclass(frozen=True, slots=True)
class _Said:
    ruling: str
    option: str
    text: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a text, by language, and how it reads under other options of rulings.

    A text of several parts follows several rulings: each part follows its own, and they are joined as they stand.
    """

    text: Mapping[str, str]
    readings: tuple[_Said, ...] = ()

    def under(self, rulings: Mapping[str, str]) -> Mapping[str, str]:
        """Return the piece as it reads under these rulings."""
        return next((reading.text for reading in holding(self.readings, rulings)), self.text)


def parts(rows: Any) -> tuple[Part, ...]:
    """Read a text of package data: `{zh, en}`, or a list of such with `readings` of `{ruling, option, zh, en}`."""
    made = []
    for row in rows if isinstance(rows, list) else [rows]:
        readings = (_Said(r["ruling"], r["option"], {"zh": r["zh"], "en": r["en"]}) for r in row.get("readings", ()))
        made.append(Part({"zh": row["zh"], "en": row["en"]}, tuple(readings)))
    return tuple(made)
