"""What somebody may not know is replaced by a mark, as the fields of a record and a decision declare it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulekit.core.action import Decision
from rulekit.core.errors import UnknownName, nearest
from rulekit.core.record import Record

__all__ = ["HIDDEN", "decision_for", "hide", "known_viewer", "veil"]

HIDDEN = "?"  # stands for what somebody may not know


def known_viewer(viewer: Any, players: Sequence[str]) -> str:
    """Return the name of a player as it is; raises UnknownName for anything else."""
    if viewer not in players:
        near = nearest(str(viewer), players) or players[0]
        raise UnknownName("unknown_viewer", name=viewer, nearest=near, known=", ".join(players))
    return str(viewer)


def hide(value: Any) -> Any:
    """Return a value as one who may not know it sees it: how many there are, and whether there is one at all."""
    if isinstance(value, tuple):
        return (HIDDEN,) * len(value)
    return HIDDEN if value else value


def veil(state: Record, viewer: str, players: Iterable[str], rulings: Mapping[str, str]) -> None:
    """Hide in a state, in place, every field that `viewer` may not see by its declaration (`FieldSpec.seen`).

    What stands below a field that is named as a player is that player's.
    """
    _veil(state, viewer, frozenset(players), None, rulings)


def _veil(part: Record, viewer: str, players: frozenset[str], owner: str | None, rulings: Mapping[str, str]) -> None:
    for spec in part.SECRET:
        held = getattr(part, spec.name)
        if spec.inner is not None:
            whose = spec.label if spec.label in players else owner
            for inner in held if spec.kind == "records" else () if held is None else (held,):
                _veil(inner, viewer, players, whose, rulings)
        elif (spec.seen == "nobody" or owner != viewer) and all(rulings[id] == option for id, option in spec.under):
            setattr(part, spec.name, hide(held))


def decision_for(decision: Decision, viewer: str, secrets: Mapping[str, tuple[str, ...]]) -> Decision:
    """Return an open decision as `viewer` may see it: without what somebody else chooses between in secret."""
    if decision.who == viewer or f"decision.{decision.kind}" not in secrets:
        return decision
    return replace(decision, options=(HIDDEN,), weights=())
