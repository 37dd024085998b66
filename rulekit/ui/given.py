"""Set-ups as scenario files give them: turned into states, checked, and cut down to the shortest."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulekit.core.codec import Fault, faults, freeze, from_json, to_json
from rulekit.core.errors import RulekitError
from rulekit.core.game import Game
from rulekit.core.record import Path, Record

__all__ = ["BadGiven", "shortest_given", "state_of"]


class BadGiven(RulekitError):
    """A set-up that is no position at all: wrong types or names; `faults` lists everything wrong."""

    def __init__(self, found: Sequence[Fault]) -> None:
        super().__init__(found[0].code, **found[0].params)
        self.faults = tuple(found)

    def text(self, lang: str = "en") -> str:
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
    for path in list(_leaves(kept)):
        trial = copy.deepcopy(kept)
        _drop(trial, path)
        if state_of(game, trial).key() == wanted:
            kept = trial
    return {key: value for key, value in kept.items() if value != {}}


def _explicit(state: Record) -> dict[str, Any]:
    """Return a record as JSON values with every field, also those at their default; empty data have no JSON form."""
    made = to_json(state)
    full: dict[str, Any] = {}
    for spec in state.FIELDS:
        value = getattr(state, spec.name)
        if isinstance(value, Record):
            full[spec.label] = _explicit(value)
        elif spec.kind == "layers":
            full[spec.label] = made.get(spec.label, False)
        elif spec.kind == "data":
            full |= {spec.label: made[spec.label]} if spec.label in made else {}
        elif isinstance(value, tuple):
            full[spec.label] = list(freeze(value))
        else:
            full[spec.label] = made.get(spec.label, value)
    return full


def _leaves(given: Mapping[str, Any], path: Path = ()) -> Iterator[Path]:
    for key, value in given.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key)


def _drop(given: dict[str, Any], path: Path) -> None:
    part = given
    for key in path[:-1]:
        part = part[str(key)]
    del part[str(path[-1])]
