"""Set-ups as scenario files give them: turned into states, checked, and cut down to the shortest."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from rulekit.core import given as core
from rulekit.core.codec import BadData
from rulekit.core.game import Game
from rulekit.core.given import explicit
from rulekit.core.position import Position
from rulekit.core.record import Path, Record

__all__ = ["BadGiven", "shortest_given", "state_of"]


class BadGiven(BadData):
    """A set-up that is no position at all: wrong types or names; `faults` lists everything wrong."""


def state_of(game: Game, given: Mapping[str, Any], rulings: Mapping[str, str]) -> Any:
    """Return the state a set-up describes under rulings, implied fields filled in.

    Raises BadGiven for what has no form, UnreadablePosition for what the rules cannot read.
    """
    return game.readable(_completed(game, given, rulings))


def _completed(game: Game, given: Mapping[str, Any], rulings: Mapping[str, str]) -> Any:
    try:
        return core.state_of(game, given, rulings)
    except BadData as error:
        found = error.faults
    raise BadGiven(found)


def shortest_given(position: Position) -> dict[str, Any]:
    """Return the shortest set-up that gives the state of a position under its rulings, in field order."""
    state, game, rulings = position.state, position.game, position.rulings.choices
    kept = explicit(state)
    wanted = state.key()
    for path in _fields(state):
        trial = copy.deepcopy(kept)
        _drop(trial, path)
        if _completed(game, trial, rulings).key() == wanted:
            kept = trial
    return {key: value for key, value in kept.items() if value != {}}


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
