"""拈火柴 as a game object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rulekit.core.errors import Problem
from rulekit.core.game import Game
from rulekit.core.record import Record
from rulekit.core.verbs import Verbs
from tests.nim.state import State
from tests.nim.verbs import VERBS

__all__ = ["GAME", "Nim"]


class Nim(Game):
    """Nim with at most three matches at once."""

    id: ClassVar[str] = "nim"
    package: ClassVar[str] = "tests.nim"
    State: ClassVar[type[Record]] = State
    verbs: ClassVar[Verbs] = VERBS

    def problems(self, state: Any, rulings: Mapping[str, str]) -> list[Problem]:
        """Return what the fields say, and that a game is over exactly when no match is left (NM-4)."""
        found = super().problems(state, rulings)
        over = state.step == "over"
        if over == any(state.heaps) or over != (state.result is not None) or over != (state.reason is not None):
            found.append(Problem("over_when_empty", "NM-4", where=("heaps",)))
        return found


GAME = Nim()
