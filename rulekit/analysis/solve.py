"""Solving: the shortest line to a goal before anybody else decides, and what is forced whatever the others reply."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rulekit.core.action import Action
from rulekit.core.errors import RulekitError
from rulekit.core.position import Position

__all__ = ["Force", "Line", "SearchTooLarge", "shortest_line", "shortest_lines"]

MOST_POSITIONS = 200_000

Line = tuple[Action, ...]


class SearchTooLarge(RulekitError, RuntimeError):
    """A search that gave up: it is no proof of anything."""

    def __init__(self, limit: int) -> None:
        super().__init__("too_many_positions", limit=limit)


def shortest_line(
    position: Position,
    who: str,
    *,
    goal: Callable[[Position], bool] | None = None,
    most: int = 12,
) -> Line | None:
    """Return the shortest line of actions, all decided by `who`, that reaches the goal; None when there is none.

    Without a goal it is that `who` has won.  Lines longer than `most` actions are not looked at; of equally
    short ones the first in the order of the legal actions is returned.  Raises SearchTooLarge when the search
    grows past 200,000 positions, so that a search that gave up is never taken for a proof.
    """
    return next(shortest_lines(position, who, goal=goal, most=most), None)


def shortest_lines(
    position: Position,
    who: str,
    *,
    goal: Callable[[Position], bool] | None = None,
    most: int = 12,
) -> Iterator[Line]:
    """Yield every shortest line that `shortest_line` speaks of, in the order of the legal actions."""
    reached = goal or (lambda p: (p.outcome() or ("",))[0] == who)
    if reached(position):
        yield ()
        return
    #: how each position of the rim is come by: the position before, with the action played there
    ways: dict[Position, list[tuple[Position, Action]]] = {position: []}
    rim = [position]
    for _ in range(most):
        solved = False
        further: dict[Position, list[tuple[Position, Action]]] = {}
        for at in rim:
            if at.decider != who:
                continue
            for action in at.legal_actions():
                after = at.play(action)
                if reached(after):
                    solved = True
                    yield from ((*line, action) for line in _lines_to(at, ways))
                elif after not in ways:
                    further.setdefault(after, []).append((at, action))
        if solved:
            return
        ways |= further
        if len(ways) > MOST_POSITIONS:
            raise SearchTooLarge(MOST_POSITIONS)
        rim = list(further)


def _lines_to(position: Position, ways: Mapping[Position, list[tuple[Position, Action]]]) -> Iterator[Line]:
    """Yield every line by which a position was come by."""
    if not ways[position]:
        yield ()
    for at, action in ways[position]:
        yield from ((*line, action) for line in _lines_to(at, ways))


class Force:
    """What `who` can force: the goal, with at most `most` own actions, whatever is decided by anybody else.

    `replies` tells in which positions others, nature among them, may decide; where they decide in any other the
    goal is missed.  A search that grows past 200,000 positions raises SearchTooLarge.
    """

    def __init__(
        self, who: str, goal: Callable[[Position], bool], replies: Callable[[Position], bool], most: int = 12
    ) -> None:
        self.who = who
        self.goal = goal
        self.replies = replies
        self.most = most
        self._forced: dict[Position, int] = {}  # within so many own actions
        self._missed: dict[Position, int] = {}  # even with so many

    def needs(self, position: Position) -> int | None:
        """Return how many own actions force the goal, None when at most `most` do not."""
        return next((n for n in range(self.most + 1) if self._within(position, n)), None)

    def action(self, position: Position) -> Action | None:
        """Return the first of the own actions that force the goal soonest; None where it is not forced or reached."""
        needed = self.needs(position)
        if not needed or position.decider != self.who:
            return None
        return next(a for a in position.legal_actions() if self._within(position.play(a), needed - 1))

    def reply(self, position: Position) -> Action | None:
        """Return the others' decision that holds out longest, one that misses the goal before all others.

        None where `who` decides, where the goal is reached, and where the others may not decide.
        """
        if self.goal(position) or position.decider in (None, self.who) or not self.replies(position):
            return None
        found = [(self.needs(position.play(action)), action) for action in position.legal_actions()]
        return max(found, key=lambda entry: self.most + 1 if entry[0] is None else entry[0])[1]

    def lines(self, position: Position) -> Iterator[Line]:
        """Yield every line that forces the goal soonest, with the replies that hold out longest; none if it is not."""
        if self.goal(position):
            yield ()
            return
        needed = self.needs(position)
        if needed is None:
            return
        own = position.decider == self.who
        for action in position.legal_actions():
            after = position.play(action)
            left = self.needs(after)
            if left == needed - own:
                yield from ((action, *line) for line in self.lines(after))

    def _within(self, position: Position, actions: int) -> bool:
        if self.goal(position):
            return True
        if actions >= self._forced.get(position, self.most + 1):
            return True
        if actions <= self._missed.get(position, -1):
            return False
        if len(self._forced) + len(self._missed) > MOST_POSITIONS:
            raise SearchTooLarge(MOST_POSITIONS)
        held = self._holds(position, actions)
        (self._forced if held else self._missed)[position] = actions
        return held

    def _holds(self, position: Position, actions: int) -> bool:
        if position.decider is None:
            return False
        if position.decider == self.who:
            return actions > 0 and any(self._within(position.play(a), actions - 1) for a in position.legal_actions())
        return self.replies(position) and all(self._within(position.play(a), actions) for a in position.legal_actions())
