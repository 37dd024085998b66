"""A debugger for traces: walks the steps in both directions and shows the state at each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.core.action import ANSWER, Action
from rulekit.core.errors import BadArgument, NoStep
from rulekit.core.position import Position
from rulekit.core.record import Path, apply_change
from rulekit.core.step import Step
from rulekit.core.trace import Trace

__all__ = ["Debugger"]


class Debugger:
    """A place in a trace: `at` is the id of the step just made, -1 before the first.

    Moves return whether they moved.  The trace may stop at an open decision; its steps are walked like
    those of a finished one.

    >>> from rulekit import new_game
    >>> position = new_game("tangwu", first="A", bans=("98K", "尤里"))
    >>> debugger = Debugger(position.trace(position.legal_actions()[0]))
    >>> debugger.next(), debugger.step.kind, debugger.state.A.digit
    (True, 'addition', 3)
    """

    def __init__(self, trace: Trace, at: int = -1) -> None:
        self.trace = trace
        self._at = -1
        self._state = trace.start.copy()
        if at != -1:
            self.jump(at)

    @property
    def at(self) -> int:
        """The id of the step just made, -1 before the first."""
        return self._at

    @property
    def last(self) -> int:
        """The id of the last step, -1 in an empty trace."""
        return len(self.trace.steps) - 1

    @property
    def step(self) -> Step | None:
        """The step just made, None before the first."""
        return self.trace.steps[self._at] if self._at >= 0 else None

    @property
    def state(self) -> Any:
        """A copy of the state right after `step`."""
        return self._state.copy()

    @property
    def inside(self) -> bool:
        """Whether the place lies inside a resolution: its action has begun and something is still due."""
        if self._at < 0:
            return False
        ends = {mark.step - 1 for mark in self.trace.marks} - {-1}
        if self.trace.decision is None:
            ends.add(self.last)
        return self._at not in ends

    # -- moves ---------------------------------------------------------------------------------------

    def jump(self, id: int) -> bool:
        """Go to right after step `id` (-1: before the first); raises NoStep for no such step."""
        if not -1 <= id <= self.last:
            raise NoStep(id, len(self.trace.steps))
        moved = id != self._at
        while self._at < id:
            self._at += 1
            for change in self.trace.steps[self._at].changes:
                apply_change(self._state, change)
        while self._at > id:
            for change in reversed(self.trace.steps[self._at].changes):
                apply_change(self._state, change._replace(before=change.after, after=change.before))
            self._at -= 1
        return moved

    def next(self) -> bool:
        """Make the next step."""
        return self.jump(min(self._at + 1, self.last))

    def back(self) -> bool:
        """Take the last step back."""
        return self.jump(max(self._at - 1, -1))

    def into(self) -> bool:
        """Go to the first step that this one caused; without any, to the next step."""
        return self.next()

    def over(self) -> bool:
        """Go past everything this step caused, to the step after its block.

        When its block is the last thing in the trace, go to the end of it.
        """
        if self._at < 0:
            return self.next()
        return self.jump(min(self.trace.last_within(self._at) + 1, self.last))

    def out(self) -> bool:
        """Go past everything that the cause of this step caused; without a cause, past its own block."""
        if self.step is None or self.step.parent is None:
            return self.over()
        return self.jump(min(self.trace.last_within(self.step.parent) + 1, self.last))

    def to_start(self) -> bool:
        """Go before the first step."""
        return self.jump(-1)

    def to_end(self) -> bool:
        """Go to the last step."""
        return self.jump(self.last)

    def run_to(
        self,
        *,
        clause: str | None = None,
        kind: str | None = None,
        field: Path | None = None,
        back: bool = False,
    ) -> bool:
        """Run on (or `back`) to the next step that fits every condition given; stay when there is none.

        `clause` is a clause the step cites, `kind` its kind or the first parts of it (`damage` also finds
        `damage.taken`), `field` a path the step changed or the first parts of one.  Raises UnknownName for a
        clause that does not exist and BadArgument without any condition.
        """
        if clause is None and kind is None and field is None:
            raise BadArgument("no_condition")
        if clause is not None:
            clause = self.trace.game.rulebook.clause(clause).id
        fits = _condition(clause, kind, tuple(field) if field is not None else None)
        ids = range(self._at - 1, -1, -1) if back else range(self._at + 1, self.last + 1)
        for id in ids:
            if fits(self.trace.steps[id]):
                return self.jump(id)
        return False

    # -- exploring on ----------------------------------------------------------------------------------

    def fork(self) -> Position:
        """Return a position to explore on from here, under the rulings of the trace.

        At the open decision of a trace it is the pending position, so that the question can be answered.
        Inside a resolution it is the state as it is at this step; what was still due there is left out.
        """
        trace = self.trace
        rulings = trace.game.defaults.replace(trace.rulings)
        if trace.decision is None or self._at != self.last or not trace.marks:
            return Position(trace.game, self.state, rulings)
        mark = trace.marks[-1]
        position = Position(trace.game, trace.state_at(mark.step - 1), rulings).play(mark.action)
        for step in trace.steps[mark.step :]:
            if position.decision is not None and step.kind == f"choice.{position.decision.kind}":
                position = position.play(Action(position.decision.who, ANSWER, (step.params["answer"],)))
        return position


def _condition(clause: str | None, kind: str | None, field: Path | None) -> Callable[[Step], bool]:
    def fits(step: Step) -> bool:
        if clause is not None and clause not in step.clauses:
            return False
        if kind is not None and step.kind != kind and not step.kind.startswith(f"{kind}."):
            return False
        return field is None or any(change.path[: len(field)] == field for change in step.changes)

    return fits
