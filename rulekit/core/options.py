"""Options of the start of a game: a game declares what each may be, and no other value reaches it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulekit.core.codec import BadData, BadValue, faults, list_value, show, whole_value
from rulekit.core.errors import UnknownName, nearest
from rulekit.core.record import FieldSpec, Record

__all__ = ["BadOption", "Check", "checked", "for_each", "number_of"]

Check = Callable[[Any], Any]  # returns a value as the game takes it, raises BadValue for one it does not take


class BadOption(BadData, TypeError):
    """An option of the start of a game with a value of another form than it has."""


def checked(game: str, known: Mapping[str, Check], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options given, without those that are None.

    Raises UnknownName for an option the game does not have and for a value that is none of its choices, BadOption for
    a value of a wrong form.
    """
    made = {}
    for name, value in given.items():
        if name not in known:
            near = nearest(name, known) or next(iter(known), "-")
            names = ", ".join(known) or "-"
            raise UnknownName("unknown_start_option", game=game, name=name, nearest=near, known=names)
        if value is not None:
            made[name] = _fitting(name, known[name], value)
    return made


def _fitting(name: str, check: Check, value: Any) -> Any:
    try:
        return check(value)
    except BadValue as error:
        found = list(faults(error, Record, (name,)))
    if found[0].code == "not_choice":
        raise UnknownName("start_choice", option=" ".join(map(str, found[0].path)), **found[0].params)
    raise BadOption(found)


def number_of(spec: FieldSpec) -> Check:
    """Return the check of a whole number within the range of a field."""

    def check(value: Any) -> int:
        found = whole_value(value)
        if (spec.low is not None and found < spec.low) or (spec.high is not None and found > spec.high):
            raise BadValue("not_in_range", value=show(value), low=spec.low, high=spec.high, clause=spec.clause)
        return found

    return check


def for_each(item: Check, n: int = 2) -> Check:
    """Return the check of a list of `n`, by default one for each of two players, A first."""
    listed = list_value(item)

    def check(value: Any) -> tuple[Any, ...]:
        made: tuple[Any, ...] = listed(value)
        if len(made) != n:
            raise BadValue("not_so_many", value=show(value), n=n)
        return made

    return check
