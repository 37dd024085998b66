"""Solving: the shortest line of one player's actions that wins before anybody else decides something."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.core.action import Action
from rulekit.core.position import Position

__all__ = ["shortest_line"]

MOST_POSITIONS = 200_000


def shortest_line(
    position: Position,
    who: str,
    *,
    goal: Callable[[Position], bool] | None = None,
    most: int = 12,
) -> tuple[Action, ...] | None:
    """Return the shortest line of actions, all decided by `who`, that reaches the goal; None when there is none.

    Without a goal it is that `who` has won.  Lines longer than `most` actions are not looked at; of equally
    short ones the first in the order of the legal actions is returned.  Raises RuntimeError when the search
    grows past 200,000 positions, so that a search that gave up is never taken for a proof.
    """
    reached = goal or (lambda p: (p.outcome() or ("",))[0] == who)
    if reached(position):
        return ()
    seen = {position}
    rim: list[tuple[Position, tuple[Action, ...]]] = [(position, ())]
    for _ in range(most):
        further: list[tuple[Position, tuple[Action, ...]]] = []
        for at, line in rim:
            if at.decider != who:
                continue
            for action in at.legal_actions():
                after = at.play(action)
                if reached(after):
                    return (*line, action)
                if after not in seen:
                    seen.add(after)
                    further.append((after, (*line, action)))
        if len(seen) > MOST_POSITIONS:
            raise RuntimeError("the search grew too large")
        rim = further
    return None
