"""Set-ups in the form of scenario files: completed to states, and written so that they say a state exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.core.codec import field_to_json, from_json, to_json
from rulekit.core.game import Game
from rulekit.core.record import Record, differences

__all__ = ["exact_given", "explicit", "state_of"]


def state_of(game: Game, given: Mapping[str, Any], rulings: Mapping[str, str]) -> Any:
    """Return the state a set-up describes under rulings, implied fields filled in.

    Raises BadData when anything does not fit.
    """
    return from_json(game.State, game.complete(_plain(given), rulings))


def exact_given(game: Game, state: Any, rulings: Mapping[str, str]) -> dict[str, Any]:
    """Return a set-up that says a state: what is not at its default, and what would be filled in otherwise."""
    whole = explicit(state)
    made = to_json(state)
    while wrong := differences(state_of(game, made, rulings), state):
        for change in wrong:
            _say(made, whole, change.path)
    return _in_order(made, whole)


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
