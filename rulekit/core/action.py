"""What players and nature do: actions, and the decisions a resolution may ask for in the middle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

__all__ = ["ANSWER", "CHANCE", "Action", "Decision"]

CHANCE = "chance"  # nature as a player: dice, draws, shuffles
ANSWER = "answer"  # the verb of an action that answers an open decision


class Action(NamedTuple):
    """Something `who` does: a verb and its arguments, e.g. `Action("A", "cast", ("寒风",))`."""

    who: str
    verb: str
    args: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.who, self.verb, *map(str, self.args)])


@dataclass(frozen=True, slots=True)
class Decision:
    """A question a resolver asks in the middle: who must choose, between what, under which clauses.

    `options` are JSON values (strings, numbers, tuples of them) in a fixed order.
    """

    kind: str
    who: str
    options: tuple[Any, ...]
    clauses: tuple[str, ...]
    params: Mapping[str, Any] = field(default_factory=dict)
