"""拈火柴 as a game object."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.core.bounds import all_out_of_bounds
from rulekit.core.errors import Problem
from rulekit.core.game import Game
from tests.nim.state import State
from tests.nim.verbs import VERBS

__all__ = ["GAME"]


def problems(state: State, rulings: Mapping[str, str]) -> list[Problem]:
    """Return what the fields say, and that a game is over exactly when no match is left (NM-4)."""
    found = list(all_out_of_bounds(state, state.step))
    over = state.step == "over"
    if over == any(state.heaps) or over != (state.result is not None) or over != (state.reason is not None):
        found.append(Problem("over_when_empty", "NM-4", where=("heaps",)))
    return found


GAME = Game(id="nim", package="tests.nim", State=State, verbs=VERBS, problems=problems)
