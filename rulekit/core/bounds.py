"""What the fields alone say of an impossible position: numbers out of range, fields that are empty at a step."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.core.errors import Problem
from rulekit.core.record import Path, Record, out_of_range, out_of_step

__all__ = ["all_out_of_bounds", "out_of_bounds"]


def out_of_bounds(part: Record, where: Path, step: str) -> Iterator[Problem]:
    """Yield a problem for every field of a record at `where`, not of records inside it, that no game gives that value.

    `step` is the one the game is at.
    """
    for spec, value in out_of_range(part):
        low, high = spec.low if spec.low is not None else "-∞", spec.high if spec.high is not None else "∞"
        yield Problem("range", spec.clause, where=(*where, spec.label), value=value, low=low, high=high)
    for spec in out_of_step(part, step):
        value = getattr(part, spec.name)
        yield Problem("out_of_step", spec.clause, where=(*where, spec.label), value=value, step=step)


def all_out_of_bounds(part: Record, step: str, where: Path = ()) -> Iterator[Problem]:
    """Yield such problems of a record and of every record inside it, in field order, records inside first."""
    for spec in part.FIELDS:
        held = getattr(part, spec.name)
        if spec.kind in ("record", "maybe") and held is not None:
            yield from all_out_of_bounds(held, step, (*where, spec.label))
        elif spec.kind == "records":
            for i, item in enumerate(held):
                yield from all_out_of_bounds(item, step, (*where, spec.label, i))
    yield from out_of_bounds(part, where, step)
