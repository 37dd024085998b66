"""Positions and actions of nim at random, for the shared suite."""

from __future__ import annotations

from random import Random

from rulekit.core.action import Action
from tests.nim.state import State

__all__ = ["FORKS", "GAMES", "KINDS", "odd_actions", "random_state"]

FORKS: dict[str, str] = {}
KINDS: set[str] = set()
GAMES = 50


def random_state(draw: Random) -> State:
    """Return a possible state in which somebody must act."""
    heaps = [draw.randint(0, 6) for _ in range(draw.randint(1, 4))]
    heaps[0] += not any(heaps)
    return State(turn=draw.choice("AB"), heaps=tuple(heaps))


def odd_actions(state: State, draw: Random) -> list[Action]:
    """Return actions that mostly are illegal in `state`."""
    who = draw.choice("AB")
    args = (("9", "1"), ("1", "9"), ("1", "0"), ("1",), (), ("x", "1"), ("1", "1", "1"), (1, []))
    return [*(Action(who, "take", a) for a in args), Action("C", "take", ("1", "1"))]  # type: ignore[arg-type]
