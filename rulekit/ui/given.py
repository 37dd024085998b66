"""Set-ups as scenario files give them: turned into states, checked, and cut down to the shortest."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulekit.core.codec import Fault, faults, field_to_json, from_json
from rulekit.core.errors import RulekitError
from rulekit.core.game import Game
from rulekit.core.record import Path, Record

__all__ = ["BadGiven", "shortest_given", "state_of"]


class BadGiven(RulekitError):
    """A set-up that is no position at all: wrong types or names; `faults` lists everything wrong."""

    def __init__(self, found: Sequence[Fault]) -> None:
        super().__init__(found[0].code, **found[0].params)
        self.faults = tuple(found)

    def worded(self, lang: str) -> str:
        """Return one line per fault, each with the field it is in."""
        lines = []
        for fault in self.faults:
            where = " ".join(str(p) for p in fault.path)
            lines.append(f"{where}: {RulekitError(fault.code, **fault.params).text(lang)}")
        return "\n".join(lines)


def state_of(game: Game, given: Mapping[str, Any]) -> Any:
    """Return the state a set-up describes, implied fields filled in; raises BadGiven."""
    try:
        return from_json(game.State, game.complete(dict(given)))
    except Exception as error:
        # `faults` raises again what is no fault of the data
        raise BadGiven(list(faults(error, game.State))) from None


def shortest_given(game: Game, state: Any) -> dict[str, Any]:
    """Return the shortest set-up that gives a state, in field order."""
    kept = _explicit(state)
    wanted = state.key()
    for path in _fields(state):
        trial = copy.deepcopy(kept)
        _drop(trial, path)
        if state_of(game, trial).key() == wanted:
            kept = trial
    return {key: value for key, value in kept.items() if value != {}}


def _explicit(state: Record) -> dict[str, Any]:
    """Return a record as JSON values with every field, also those at their default; empty data have no JSON form."""
    full: dict[str, Any] = {}
    for spec in state.FIELDS:
        value = getattr(state, spec.name)
        if isinstance(value, Record):
            full[spec.label] = _explicit(value)
        elif spec.kind != "data" or value:
            full[spec.label] = field_to_json(spec, value)
    return full


def _fields(state: Record, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every field of a record and of those in it that `_explicit` writes."""
    for spec in state.FIELDS:
        value = getattr(state, spec.name)
        if isinstance(value, Record):
            yield from _fields(value, (*path, spec.label))
        elif spec.kind != "data" or value:
            yield (*path, spec.label)


def _drop(given: dict[str, Any], path: Path) -> None:
    part = given
    for key in path[:-1]:
        part = part[str(key)]
    del part[str(path[-1])]
