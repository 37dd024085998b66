"""Traces out of JSON: nothing is taken on trust, so that what was read can be walked both ways and compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from rulekit.core.action import Decision
from rulekit.core.amount import OPERATIONS, Operation
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.codec import change_from_json, show
from rulekit.core.game import Game
from rulekit.core.part import Part, action, document
from rulekit.core.record import Change, apply_change, value_at
from rulekit.core.step import Step
from rulekit.core.trace import READ, Mark, Trace

__all__ = ["read_trace"]

_NEEDED = ("rulings", "start", "end", "marks", "steps")
_STEP = ("parent", "kind", "clauses")
_MAY = ("who", "params", "changes", "rulings", "derivations", "happened", "because")


def read_trace(game: Game, data: Any) -> Trace:
    """Return the trace that `Trace.to_json` wrote; raises BadData with the path to what is wrong."""
    whole = document(data, game, READ, "trace_schema", _NEEDED, ("decision",))
    rulings = whole.at("rulings").rulings(game)
    start, end = (whole.at(name).record(game.State) for name in ("start", "end"))
    parts = whole.at("steps").items()
    steps = tuple(_step(game, i, part) for i, part in enumerate(parts))
    state = start.copy()
    for step, part in zip(steps, parts, strict=True):
        for i, change in enumerate(step.changes):
            _follow(state, change, part.at("changes").at(i))
    if state != end:
        whole.at("end").fail("end_differs")
    marks: list[Mark] = []
    for part in whole.at("marks").items():
        marks.append(_mark(part, marks, len(steps)))
    if steps and not marks:
        whole.at("marks").fail("not_in_order", value=show([]), low=0, high=0)
    decision = _decision(game, whole.at("decision")) if whole.has("decision") else None
    return Trace(game, rulings, start, steps, end, tuple(marks), decision)


def _step(game: Game, id: int, part: Part) -> Step:
    part.mapping(_STEP, _MAY)
    kind = part.at("kind").one_of(_kinds(game))
    params = part.maybe("params", {})
    given = {name: value.plain() for name, value in params.entries()}
    _worded(game, kind, params, {"who", *given})
    derivations = part.maybe("derivations", {}).entries()
    return Step(
        id,
        _earlier(part.at("parent"), id),
        kind,
        part.at("clauses").clauses(game),
        part.at("who").one_of(game.actors) if part.has("who") else None,
        given,
        tuple(change.fitting(partial(change_from_json, game.State)) for change in part.maybe("changes", ()).items()),
        part.maybe("rulings", {}).rulings(game),
        {name: _derivation(game, lines, given.get(name)) for name, lines in derivations},
        part.maybe("happened", True).flag(),
        _earlier(part.maybe("because", None), id),
    )


def _earlier(part: Part, id: int) -> int | None:
    """Read the number of a step before step `id`, or none."""
    if part.value is not None and not 0 <= part.whole() < id:
        part.fail("not_in_order", value=show(part.value), low=0, high=id - 1)
    found: int | None = part.value
    return found


def _worded(game: Game, kind: str, part: Part, known: set[str]) -> None:
    """Check that nothing is missing that the sentence of a step or decision names."""
    for name in _named(game, kind):
        if name not in known:
            part.fail("missing_key", name=name)


@lru_cache(maxsize=8)
def _kinds(game: Game) -> Mapping[str, None]:
    return dict.fromkeys(game.catalogue.keys())


@lru_cache(maxsize=1024)
def _named(game: Game, kind: str) -> list[str]:
    return sorted(frozenset().union(*(game.catalogue.fields(kind, lang) for lang in LANGUAGES)))


def _derivation(game: Game, part: Part, value: Any) -> tuple[Operation, ...]:
    """Read how a number came about, which is the result of the last line."""
    made = tuple(_operation(game, *line.items(4)) for line in part.items())
    if not made or made[-1].result != value:
        part.fail("not_derived", value=show(value))
    return made


def _operation(game: Game, op: Part, operand: Part, result: Part, clause: Part) -> Operation:
    known = clause.named(game.rulebook.clause)
    return Operation(op.one_of(OPERATIONS), operand.whole(), result.whole(), known.id)


def _follow(state: Any, change: Change, part: Part) -> None:
    """Make a change in the state it was made in."""
    try:
        before = value_at(state, change.path)
    except (AttributeError, IndexError):  # a record that is not there then
        part.at(0).fail("no_field", value=show(part.at(0).value))
    if before != change.before and not (isinstance(before, list) and tuple(before) == change.before):
        part.at(1).fail("not_as_before", value=show(part.at(1).value))
    apply_change(state, change)


def _mark(part: Part, before: Sequence[Mark], steps: int) -> Mark:
    """Read where an action begins: the first one with the first step, each other not before the one before it."""
    step, *does = part.items(4)
    low, high = (before[-1].step, steps) if before else (0, 0)
    if not low <= step.whole() <= high:
        step.fail("not_in_order", value=show(step.value), low=low, high=high)
    return Mark(step.whole(), action(*does))


def _decision(game: Game, part: Part) -> Decision:
    part.mapping(("kind", "who", "options", "clauses", "params"), ("weights",))
    kinds = [key.partition(".")[2] for key in _kinds(game) if key.startswith("decision.")]
    kind = part.at("kind").one_of(kinds)
    params = {name: value.plain() for name, value in part.at("params").entries()}
    _worded(game, f"decision.{kind}", part.at("params"), {"who", *params})
    options = tuple(option.plain() for option in part.at("options").items())
    weights = part.at("weights").items(len(options)) if part.has("weights") else []
    return Decision(
        kind,
        part.at("who").one_of(game.actors),
        options,
        part.at("clauses").clauses(game),
        params,
        tuple(weight.whole() for weight in weights),
    )
