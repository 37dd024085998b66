"""Set-ups in the form of scenario files: completed to states and positions, and written exactly or shortest."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from rulekit.core.codec import BadData, field_to_json, from_json, to_json
from rulekit.core.game import Game
from rulekit.core.position import Position
from rulekit.core.record import Path, Record, differences
from rulekit.core.rulebook import Rulings

__all__ = ["BadGiven", "exact_given", "explicit", "set_up", "shortest_given", "state_of"]


class BadGiven(BadData):
    """A set-up that is no position at all: wrong types or names; `faults` lists everything wrong."""


def state_of(game: Game, given: Mapping[str, Any], rulings: Mapping[str, str]) -> Any:
    """Return the state a set-up describes under rulings, implied fields filled in.

    Raises BadGiven when anything does not fit.
    """
    try:
        return from_json(game.State, game.fill_in(_plain(given), rulings))
    except BadData as error:
        found = error.faults
    raise BadGiven(found)


def set_up(game: Game, given: Mapping[str, Any], rulings: Rulings) -> Position:
    """Return the position a set-up describes, not checked yet.

    Raises BadGiven for what has no form, UnreadablePosition for what the rules cannot read.
    """
    return Position(game, game.readable(state_of(game, given, rulings.choices)), rulings)


def exact_given(game: Game, state: Any, rulings: Mapping[str, str]) -> dict[str, Any]:
    """Return a set-up that says a state: what is not at its default, and what would be filled in otherwise."""
    whole = explicit(state)
    made = to_json(state)
    while wrong := differences(state_of(game, made, rulings), state):
        for change in wrong:
            _say(made, whole, change.path)
    return _in_order(made, whole)


def shortest_given(position: Position) -> dict[str, Any]:
    """Return the shortest set-up that gives the state of a position under its rulings, in field order."""
    state, game, rulings = position.state, position.game, position.rulings.choices
    kept = explicit(state)
    wanted = state.key()
    for path in _fields(state):
        trial = copy.deepcopy(kept)
        _drop(trial, path)
        if state_of(game, trial, rulings).key() == wanted:
            kept = trial
    return {key: value for key, value in kept.items() if value != {}}


def _fields(state: Record, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every field of a record and of those in it that `explicit` writes."""
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


def explicit(state: Record) -> dict[str, Any]:
    """Return a record as JSON values with every field, also those at their default; empty data have no JSON form."""
    full: dict[str, Any] = {}
    for spec in state.FIELDS:
        value = getattr(state, spec.name)
        if isinstance(value, Record):
            full[spec.label] = explicit(value)
        elif spec.kind != "data" or value:
            full[spec.label] = field_to_json(spec, value)
    return full


def _say(made: dict[str, Any], whole: Mapping[str, Any], path: tuple[str | int, ...]) -> None:
    """Take the field at `path` over; a list of records as a whole."""
    key = str(path[0])
    if len(path) == 1 or not isinstance(whole[key], dict):
        made[key] = whole[key]
    else:
        _say(made.setdefault(key, {}), whole[key], path[1:])


def _in_order(made: Mapping[str, Any], whole: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is said in the order of the fields."""
    return {
        key: _in_order(made[key], value) if isinstance(value, dict) and isinstance(made[key], dict) else made[key]
        for key, value in whole.items()
        if key in made
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    return [_plain(v) for v in value] if isinstance(value, (list, tuple)) else value
