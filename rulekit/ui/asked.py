"""What a question asks, worked out by the engine: a figure of a position, or which option is true."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulekit.core.errors import nearest
from rulekit.core.position import Position
from rulekit.core.record import Record
from rulekit.ui.words import LabError

__all__ = ["UNSAID", "Asks", "figure", "settle"]

Asks = Callable[[], Any] | Mapping[Any, Callable[[], Any]]
"""What computes the answer, or for every option what tells whether it is true."""

UNSAID: Any = object()  # no answer was written by hand


def figure(position: Position, name: str) -> Any:
    """Return a field of the state as it is shown, or a figure of `Game.statistics`, e.g. `B.hp`, `B.荆棘`, `A.best`.

    Raises LabError where there is neither.
    """
    known = _figures(position)
    if name not in known:
        raise LabError("no_figure", name=name, nearest=nearest(name, known) or next(iter(known)))
    return known[name]


def _figures(position: Position) -> dict[str, Any]:
    state = position.current.state
    measured = position.game.statistics(state, position.rulings.choices)
    return {f"{part}.{name}": n for part, found in measured.items() for name, n in found.items()} | _fields(state)


def _fields(state: Record, above: str = "") -> dict[str, Any]:
    """Return the fields of a state by where they stand, each by its label and by its English name."""
    found: dict[str, Any] = {}
    for spec in state.FIELDS:
        value = getattr(state, spec.name)
        for name in (spec.label, spec.name):
            found |= _fields(value, f"{above}{name}.") if isinstance(value, Record) else {above + name: value}
    return found


def settle(asks: Asks | None, answer: Any, options: Mapping[Any, str] | None, *, placed: bool) -> Any:
    """Return the answer, computed; one written by hand must be the same.

    Where a question is `placed`, about a position, what it asks must be said.  Raises LabError for a question that
    does not say it, for a hand's answer the engine contradicts, for an answer that is no option, for options of
    which not exactly one is true, and for two that say the same.
    """
    if asks is None and callable(answer):
        asks, answer = answer, UNSAID
    if asks is None:
        if answer is UNSAID or placed:
            raise LabError("nothing_asked", answer="?" if answer is UNSAID else answer)
        found = answer
    elif isinstance(asks, Mapping):
        found = _only(asks, options)
    else:
        found = asks()
    if answer is not UNSAID and not same(answer, found):
        raise LabError("answer_differs", answer=answer, found=found)
    if options is not None:
        if not any(same(found, option) for option in options):
            raise LabError("answer_not_an_option", answer=found, known=", ".join(map(str, options)))
        if len(set(options.values())) < len(options):
            raise LabError("options_alike", known=", ".join(options.values()))
    return found


def _only(asks: Mapping[Any, Callable[[], Any]], options: Mapping[Any, str] | None) -> Any:
    """Return the one option that is true."""
    if options is None or list(asks) != list(options):
        raise LabError("asks_otherwise", asked=", ".join(map(str, asks)), known=", ".join(map(str, options or ())))
    true = [option for option, holds in asks.items() if holds()]
    if len(true) != 1:
        raise LabError("not_one_true", true=", ".join(options[option] for option in true) or "—")
    return true[0]


def same(one: Any, other: Any) -> bool:
    """Tell whether two answers are the same; a flag is no number."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)
