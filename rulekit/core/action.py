"""What players and nature do: actions, and the decisions a resolution may ask for in the middle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from rulekit.core.catalogue import common_catalogue
from rulekit.core.number import brief, too_long
from rulekit.core.show.display import Display

__all__ = ["ANSWER", "CHANCE", "TABLE", "Action", "ActionGroup", "Decision", "plain"]

CHANCE = "chance"  # nature as a player: dice, draws, shuffles
TABLE = "table"  # where what happens by itself is begun, in a game that is set up before it
ANSWER = "answer"  # the verb of an action that answers an open decision


class Action(NamedTuple):
    """Something `who` does: a verb and its arguments, e.g. `Action("A", "cast", ("寒风",))`."""

    who: str
    verb: str
    args: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.who, self.verb, *map(str, self.args)])


class ActionGroup(NamedTuple):
    """Actions shown together under the heading `group.<code>`, filled with `params`."""

    code: str
    params: Mapping[str, Any]
    actions: tuple[Action, ...]


_SCALARS = (str, int, float, type(None))


def plain(action: Action) -> Action:
    """Return the action in plain values, so that a game can compare and refuse whatever it was given.

    Lists become tuples; what is no JSON value, or too long a number, becomes its text, which no game takes for an
    argument.
    """
    who, verb, args = action
    if type(who) is str and type(verb) is str and type(args) is tuple and all(type(a) is str for a in args):
        return action
    words = tuple(map(_plain, args)) if isinstance(args, (list, tuple)) else (repr(args),)
    return Action(who if isinstance(who, str) else repr(who), verb if isinstance(verb, str) else repr(verb), words)


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(map(_plain, value))
    if too_long(value):
        return brief(value)
    return value if isinstance(value, _SCALARS) else repr(value)


class Words(Protocol):
    """What tells a decision in a language: the sentences of a game."""

    def decision(self, decision: Decision) -> str:
        """Return the question."""

    def value(self, value: Any) -> str:
        """Return an option."""


@dataclass(frozen=True, slots=True, repr=False)
class Decision(Display):
    """A question a resolver asks in the middle: who must choose, between what, under which clauses.

    `options` are JSON values (strings, numbers, tuples of them) in a fixed order; `weights` say how likely
    each is where nature decides, relative to each other (none given: all alike).  That of a position has the
    sentences of the game in `words`, by language.
    """

    kind: str
    who: str
    options: tuple[Any, ...]
    clauses: tuple[str, ...]
    params: Mapping[str, Any] = field(default_factory=dict)
    weights: tuple[int, ...] = ()
    words: Callable[[str], Words] | None = field(default=None, compare=False)

    def to_text(self, lang: str) -> str:
        """Return the question with its options and clauses."""
        if self.words is None:
            question = common_catalogue().text("show.question", lang, {"who": self.who, "kind": self.kind})
            options = " / ".join(map(str, self.options))
        else:
            phrasebook = self.words(lang)
            question, options = phrasebook.decision(self), " / ".join(map(phrasebook.value, self.options))
        sentence = common_catalogue().text("printer.decision", lang, {"question": question, "options": options})
        return f"{sentence} [{', '.join(self.clauses)}]"
