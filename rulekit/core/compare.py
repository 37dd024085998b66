"""Comparing: the same actions under every option of a ruling, and where the runs part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from rulekit.core.action import Action
from rulekit.core.errors import IllegalAction
from rulekit.core.playthrough import Playthrough
from rulekit.core.position import Position
from rulekit.core.record import Change, differences
from rulekit.core.show.display import Display
from rulekit.core.step import Step
from rulekit.core.trace import Trace

__all__ = ["Branch", "Comparison", "compare", "first_difference"]


@dataclass(frozen=True, slots=True)
class Branch:
    """What the actions lead to under one option.

    `position` is where the run ended, before the illegal action when `error` is set.  `changes` lead from the
    end under the default option to this end.  `step` is the first step that is not the default's, None when
    all are the same; it indexes this trace, and may be its length when this trace only stops earlier.
    """

    option: str
    position: Position
    trace: Trace | None
    error: IllegalAction | None
    changes: tuple[Change, ...]
    step: int | None

    @property
    def same(self) -> bool:
        """Whether nothing differs from the default."""
        return not self.changes and self.step is None


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Display):
    """The outcomes under all options of `ruling`, the default first."""

    ruling: str
    outcomes: tuple[Branch, ...]

    @property
    def same(self) -> bool:
        """Whether every option leads along the same steps to the same end."""
        return all(o.same and o.error is None for o in self.outcomes)

    @property
    def differs(self) -> bool:
        """Whether any option leads to another end: another state, or an action legal under one only."""
        first = self.outcomes[0]
        return any(o.changes or (o.error is None) != (first.error is None) for o in self.outcomes[1:])

    def to_text(self, lang: str) -> str:
        """Return a table with a column for each option, what differs from the default and the first such step."""
        from rulekit.core.show import comparing

        return comparing.text(self, lang)

    def to_html(self, lang: str) -> str:
        """Return the table drawn."""
        from rulekit.core.show import comparing

        return comparing.html(self, lang)


def compare(position: Position, actions: Sequence[Action | str], ruling_id: str) -> Comparison:
    """Play `actions`, also written ones, under each option of a ruling, all others as `position` has them.

    Raises UnknownName for an unknown ruling.
    """
    ruling = position.game.rulebook.ruling(ruling_id)
    played = Playthrough.of(position)
    runs = []
    for option in (ruling.default, *(k for k in ruling.keys if k != ruling.default)):
        run = Playthrough(played.start.under({ruling_id: option}))
        error = next((e for a in (*played.actions, *actions) if (e := run.attempt(a)) is not None), None)
        runs.append((option, run.position, run.trace, error))
    _, base, base_trace, base_error = runs[0]
    outcomes = []
    for option, end, trace, error in runs:
        step = first_difference(base_trace, trace)
        if step is None and (error is None) != (base_error is None):
            step = len(trace) if trace is not None else 0
        changes = tuple(differences(base.state, end.state))
        outcomes.append(Branch(option, end, trace, error, changes, step))
    return Comparison(ruling_id, tuple(outcomes))


def first_difference(one: Trace | None, two: Trace | None) -> int | None:
    """Return the id of the first step in which two traces part, None when they are the same.

    Which rulings a step consulted is no difference; what it says, cites or changes is.
    """
    pairs = zip_longest(one.steps if one else (), two.steps if two else ())
    for id, (a, b) in enumerate(pairs):
        if a is None or b is None or _content(a) != _content(b):
            return id
    return None


def _content(step: Step) -> tuple[Any, ...]:
    return (step.parent, step.kind, step.clauses, step.who, step.params, step.changes, step.happened)
