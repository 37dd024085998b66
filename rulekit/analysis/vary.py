"""Varying: a scenario under other rulings than its own, and what comes out otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulekit.core.compare import first_difference
from rulekit.core.errors import ImpossiblePosition
from rulekit.core.record import Change, differences
from rulekit.core.scenario import Refusal, Run, Scenario, run

__all__ = ["Variation", "vary"]


@dataclass(frozen=True, slots=True)
class Variation:
    """A scenario played as its file says and under other rulings.

    `other` is None where the other rulings make its start impossible, as `impossible` says.  `changes` lead from
    the one end to the other; `step` is the first step of the traces that is not the same, None when all are.
    """

    scenario: Scenario
    own: Run
    other: Run | None
    impossible: ImpossiblePosition | None
    changes: tuple[Change, ...]
    step: int | None

    @property
    def newly_refused(self) -> tuple[Refusal, ...]:
        """The entries that are illegal only under the other rulings."""
        return () if self.other is None else _only(self.other, self.own)

    @property
    def no_longer_refused(self) -> tuple[Refusal, ...]:
        """The entries that are illegal only under the scenario's own rulings."""
        return () if self.other is None else _only(self.own, self.other)

    @property
    def asks_otherwise(self) -> bool:
        """Whether another question is open at the end, or one is open at one end only."""
        return self.other is not None and _question(self.own) != _question(self.other)

    @property
    def differs(self) -> bool:
        """Whether another end is reached, or an action is legal under one only; a way to the same end is the same."""
        if self.other is None:
            return True
        return bool(self.changes or self.newly_refused or self.no_longer_refused or self.asks_otherwise)


def vary(scenario: Scenario, rulings: Mapping[str, str]) -> Variation:
    """Play a scenario as it is and with `rulings` on top of its own; raises UnknownName for a bad ruling."""
    own = run(scenario)
    try:
        other = run(scenario, rulings)
    except ImpossiblePosition as error:
        return Variation(scenario, own, None, error, (), None)
    changes = tuple(differences(_end(own), _end(other)))
    return Variation(scenario, own, other, None, changes, first_difference(own.trace, other.trace))


def _end(ran: Run) -> Any:
    """Return the state at the end, in the middle of the last action while a decision is open."""
    return ran.positions[-1].current.state


def _only(one: Run, two: Run) -> tuple[Refusal, ...]:
    others = {refusal.play for refusal in two.refused}
    return tuple(refusal for refusal in one.refused if refusal.play not in others)


def _question(ran: Run) -> Any:
    return ran.positions[-1].decision
