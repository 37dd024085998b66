"""Resolution: one run of a resolver over a private copy of a state.

A resolver changes the state plainly and says what it just did.  Without tracing, saying costs one call;
with tracing, the state is compared before and after each step and the differences are recorded, so a
trace cannot disagree with the state.  Choices are answered by running again with one more answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any

from rulekit.core.action import Decision
from rulekit.core.amount import OPERATIONS, Amount, Operation
from rulekit.core.errors import UnreportedChange
from rulekit.core.record import Change, Path, apply_change, differences

__all__ = ["BadAnswer", "Resolution", "TracedResolution", "Undecided"]


class Undecided(Exception):
    """Stops a run whose next answer is not known yet; carries the open decision."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self.decision = decision


class BadAnswer(Exception):
    """An answer that is none of the decision's options."""

    def __init__(self, decision: Decision, answer: Any) -> None:
        super().__init__(decision, answer)
        self.decision = decision
        self.answer = answer


class _Quiet:
    """The block of a step that nobody records."""

    __slots__ = ()

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        pass


_QUIET = _Quiet()


class Resolution:
    """A run without a trace: `state` is changed in place, nothing is recorded."""

    __slots__ = ("_answered", "answers", "rulings", "state")
    tracing = False

    def __init__(self, state: Any, rulings: Mapping[str, str], answers: Sequence[Any] = ()) -> None:
        self.state = state
        self.rulings = rulings
        self.answers = answers
        self._answered = 0

    def step(self, kind: str, *clauses: str, who: str | None = None, **params: Any) -> Any:
        """Say what was just done; what happens inside `with` on the result happened because of it."""
        return _QUIET

    def skip(self, kind: str, *clauses: str, who: str | None = None, because: int | None = None, **params: Any) -> None:
        """Say what a reader would expect and did not happen, with the clause that says so.

        `because` is the step that prevented it, where one did; `latest` and `changer` find it.
        """

    def latest(self, kind: str, **params: Any) -> int | None:
        """Return the latest step of a kind, and with these parameters, that happened in this run; None for none."""
        return None

    def changer(self, path: Path, *after: Any) -> int | None:
        """Return the latest step in this run that changed the field at a path, to `after` if given; None for none."""
        return None

    def ruling(self, id: str) -> str:
        """Return the chosen option of a ruling; the step that follows records that it was consulted."""
        return self.rulings[id]

    def number(self, value: int, clause: str) -> int:
        """Start a derived number at a base value stated by `clause`; one derived before goes on as it is."""
        return value

    def derive(self, amount: int, op: str, operand: int, clause: str) -> int:
        """Apply `+ - * /up /down max min =` to a number under `clause`."""
        return OPERATIONS[op](amount, operand)

    def capped(self, amount: int, most: int, clause: str, stated: str) -> int:
        """Return an amount that `stated` gives, or `most` where `clause` allows no more; both derived."""
        return min(amount, most)

    def choose(self, decision: Decision) -> Any:
        """Return the answer to `decision`; stops the run with Undecided while it is not known.

        Raises BadAnswer when the known answer is none of the options.
        """
        if self._answered == len(self.answers):
            raise Undecided(decision)
        answer = self.answers[self._answered]
        self._answered += 1
        if answer not in decision.options:
            raise BadAnswer(decision, answer)
        self.step(f"choice.{decision.kind}", *decision.clauses, who=decision.who, answer=answer)
        return answer


class RawStep:
    """A step being recorded; `Trace` turns it into an immutable one."""

    __slots__ = ("because", "changes", "clauses", "happened", "kind", "params", "parent", "rulings", "who")

    def __init__(
        self,
        parent: int | None,
        kind: str,
        clauses: tuple[str, ...],
        who: str | None,
        params: dict[str, Any],
        happened: bool,
        changes: list[Change],
        rulings: dict[str, str],
        because: int | None = None,
    ) -> None:
        self.because = because
        self.parent = parent
        self.kind = kind
        self.clauses = clauses
        self.who = who
        self.params = params
        self.happened = happened
        self.changes = changes
        self.rulings = rulings


class _Block:
    """The block of a recorded step: steps inside it have it as their cause."""

    __slots__ = ("_id", "_run")

    def __init__(self, run: TracedResolution, id: int) -> None:
        self._run = run
        self._id = id

    def __enter__(self) -> None:
        self._run.open.append(self._id)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._run.open.pop()
        if kind is None:
            self._run.settle(self._id)


class TracedResolution(Resolution):
    """A run that records every step with its cause, observed changes and consulted rulings."""

    __slots__ = ("_consulted", "_seen", "open", "steps")
    tracing = True

    def __init__(self, state: Any, rulings: Mapping[str, str], answers: Sequence[Any] = ()) -> None:
        super().__init__(state, rulings, answers)
        self.steps: list[RawStep] = []
        self.open: list[int] = []
        self._seen = state.copy()
        self._consulted: dict[str, str] = {}

    def _record(
        self,
        kind: str,
        clauses: tuple[str, ...],
        who: str | None,
        params: dict[str, Any],
        happened: bool,
        because: int | None = None,
    ) -> int:
        changes = differences(self._seen, self.state)
        for change in changes:
            apply_change(self._seen, change)
        parent = self.open[-1] if self.open else None
        self.steps.append(RawStep(parent, kind, clauses, who, params, happened, changes, self._consulted, because))
        self._consulted = {}
        return len(self.steps) - 1

    def step(self, kind: str, *clauses: str, who: str | None = None, **params: Any) -> Any:
        """Record a step; see `Resolution.step`."""
        return _Block(self, self._record(kind, clauses, who, params, True))

    def skip(self, kind: str, *clauses: str, who: str | None = None, because: int | None = None, **params: Any) -> None:
        """Record a step that did not happen; see `Resolution.skip`."""
        self._record(kind, clauses, who, params, False, because)

    def latest(self, kind: str, **params: Any) -> int | None:
        """Find a step; see `Resolution.latest`."""
        return self._last(lambda s: s.kind == kind and params.items() <= {"who": s.who, **s.params}.items())

    def changer(self, path: Path, *after: Any) -> int | None:
        """Find a step; see `Resolution.changer`."""
        return self._last(lambda s: any(c.path == path and after in ((), (c.after,)) for c in s.changes))

    def _last(self, wanted: Callable[[RawStep], bool]) -> int | None:
        found = (id for id in reversed(range(len(self.steps))) if self.steps[id].happened and wanted(self.steps[id]))
        return next(found, None)

    def ruling(self, id: str) -> str:
        """Return the chosen option and note that it was consulted."""
        key = self.rulings[id]
        self._consulted[id] = key
        return key

    def number(self, value: int, clause: str) -> int:
        """Start a derivation; a number that was derived before keeps it."""
        return value if type(value) is Amount else Amount(value, (Operation("=", value, value, clause),))

    def derive(self, amount: int, op: str, operand: int, clause: str) -> int:
        """Extend a derivation."""
        result = OPERATIONS[op](int(amount), int(operand))
        before = amount.derivation if isinstance(amount, Amount) else ()
        return Amount(result, (*before, Operation(op, int(operand), result, clause)))

    def capped(self, amount: int, most: int, clause: str, stated: str) -> int:
        """Extend a derivation, or begin one for a plain number, where there is something to cap."""
        if amount <= most:
            return amount
        return self.derive(amount if isinstance(amount, Amount) else self.number(amount, stated), "min", most, clause)

    def close(self) -> None:
        """End the run: what was looked up after the last step belongs to it."""
        if self._consulted and self.steps:
            self.steps[-1].rulings.update(self._consulted)
            self._consulted = {}

    def settle(self, id: int) -> None:
        """Close a step's block: every change must have been reported, late look-ups belong to it.

        Raises UnreportedChange when the state changed after the last step said so.
        """
        if self._consulted:
            self.steps[id].rulings.update(self._consulted)
            self._consulted = {}
        if self.state != self._seen:
            raise UnreportedChange(f"after {self.steps[-1].kind}: {differences(self._seen, self.state)}")
