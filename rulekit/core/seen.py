"""A trace as one player may see it: what the game's `observe` hides is neither told nor shown as a change.

A step whose kind is a secret (`Game.secrets`) of another player is told with `HIDDEN` for what it names, with
its first clause only and without what it caused; all changes are those between the observed states.  So is an open
decision told without its options when `decision.<kind>` is a secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rulekit.core.hidden import HIDDEN, decision_for, known_viewer
from rulekit.core.record import apply_change, differences
from rulekit.core.trace import Mark, Step, Trace

__all__ = ["seen_by"]


def seen_by(trace: Trace, viewer: str | None) -> Trace:
    """Return the trace as `viewer` may see it, None for everybody; steps keep their order and get new numbers.

    Raises UnknownName for no player.
    """
    players = trace.game.players
    for player in players if viewer is None else (known_viewer(viewer, players),):
        trace = _seen_by(trace, player)
    return trace


def _seen_by(trace: Trace, viewer: str) -> Trace:
    game = trace.game
    rulings = {**game.defaults.choices, **trace.rulings}
    secrets = game.secrets(rulings)
    whole = trace.start.copy()
    seen = start = game.observe(whole, viewer, rulings)
    numbers: dict[int, int] = {}
    dropped: set[int] = set()
    steps: list[Step] = []
    for step in trace.steps:
        for change in step.changes:
            apply_change(whole, change)
        now = game.observe(whole, viewer, rulings)
        hidden = secrets.get(step.kind) if step.who not in (None, viewer) else None
        if step.parent in dropped:
            dropped.add(step.id)
        if step.id in dropped and now == seen:
            continue
        numbers[step.id] = len(steps)
        made = replace(
            step,
            id=len(steps),
            parent=None if step.parent is None else numbers.get(step.parent),
            because=None if step.because is None else numbers.get(step.because),
            changes=tuple(differences(seen, now)),
        )
        if hidden is not None:
            dropped.add(step.id)
            made = replace(
                made,
                clauses=step.clauses[:1],
                params=_masked(step.params, hidden),
                because=None,
                rulings={},
                derivations={},
            )
        steps.append(made)
        seen = now
    marks = tuple(
        Mark(_first(mark.step, numbers, len(steps)), game.masked(mark.action, viewer, rulings)) for mark in trace.marks
    )
    end = game.observe(trace.end, viewer, rulings)
    decision = None if trace.decision is None else decision_for(trace.decision, viewer, secrets)
    return replace(trace, start=start, steps=tuple(steps), end=end, marks=marks, decision=decision)


def _first(step: int, numbers: Mapping[int, int], end: int) -> int:
    """Return the new number of a step, or of the first one after it that is left."""
    return next((numbers[s] for s in sorted(numbers) if s >= step), end)


def _masked(params: Mapping[str, Any], hidden: tuple[str, ...]) -> dict[str, Any]:
    return {
        name: value if name not in hidden else (HIDDEN,) * len(value) if isinstance(value, tuple) else HIDDEN
        for name, value in params.items()
    }
