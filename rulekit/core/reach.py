"""What can be done with the things on the table: the candidates of a position by what their arguments name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from rulekit.core.action import ANSWER, Action
from rulekit.core.errors import Refusal
from rulekit.core.hidden import HIDDEN
from rulekit.core.position import Position
from rulekit.core.record import Path
from rulekit.core.things import Named

__all__ = ["Candidate", "Reach"]


class Candidate(NamedTuple):
    """An action with the things its arguments name: for each of them (`needs`) those that may be meant.

    `takes` are things that it means without naming them.
    """

    action: Action
    legal: bool
    needs: tuple[frozenset[Path], ...]
    takes: frozenset[Path] = frozenset()

    def suits(self, picked: Iterable[Path]) -> bool:
        """Tell whether everything picked is meant by it, no two things by the same argument."""
        left = [thing for thing in picked if thing not in self.takes]
        return _apart(left, self.needs)

    def needs_no_more(self, picked: Iterable[Path]) -> bool:
        """Tell whether everything it names is picked."""
        there = frozenset(picked)
        return all(need & there for need in self.needs)


def _apart(things: Sequence[Path], needs: Sequence[frozenset[Path]]) -> bool:
    """Tell whether each thing has a need of its own."""
    if not things:
        return True
    rest = things[1:]
    return any(things[0] in need and _apart(rest, (*needs[:i], *needs[i + 1 :])) for i, need in enumerate(needs))


class Reach:
    """What can be done with the things of a position: its candidates, legal or not, by what they name.

    Of a seen position nothing is reached that its viewer may not know.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.verbs = position.game.verbs
        self.state = position.current.state
        self._named: dict[str, dict[str, Named]] = {}
        legal = frozenset(position.legal_actions())
        found = (action for group in position.candidates() for action in group.actions)
        self.candidates = [self._candidate(action, action in legal) for action in found]

    def named(self, who: str) -> Mapping[str, Named]:
        """Return by kind what texts name in the actions of a player."""
        if who not in self._named:
            kinds = self.verbs.things.items()
            self._named[who] = {kind: naming(self.state, who) for kind, naming in kinds}
        return self._named[who]

    @property
    def things(self) -> frozenset[Path]:
        """The things with which something might be done: all of each kind that a candidate names one of."""
        due = {(c.action.who, k) for c in self.candidates if c.action.verb != ANSWER for k in self._kinds_of(c.action)}
        found = {path for who, kind in due for paths in self.named(who).get(kind, {}).values() for path in paths}
        return frozenset(found.union(*(need for c in self.candidates for need in c.needs)))

    def suiting(self, picked: Sequence[Path]) -> list[Candidate]:
        """Return the candidates that mean everything picked."""
        return [c for c in self.candidates if c.suits(picked)]

    def refused(self, picked: Sequence[Path], thing: Path) -> tuple[Action, Refusal] | None:
        """Return the action that one more thing would make, and why it is illegal; None where it would make none."""
        rulings = self.position.rulings.choices
        tries = (action for c in self.suiting(picked) for action in self._with(c.action, picked, thing))
        for action in dict.fromkeys(tries):
            refused = self.verbs.refusal(self.state, action, rulings)
            if refused is not None:
                return action, refused
        return None

    def kind(self, who: str, thing: Path) -> str:
        """Return what kind of thing it is in the actions of a player, "" for none."""
        found = (kind for kind, names in self.named(who).items() if any(thing in paths for paths in names.values()))
        return next(found, "")

    def _with(self, action: Action, picked: Sequence[Path], thing: Path) -> Iterable[Action]:
        """Yield the action with the thing in place of an argument of its kind that is not picked, or after the last."""
        for n, kind in enumerate(self._kinds_of(action)):
            names = self.named(action.who).get(kind, {})
            text = next((t for t, paths in names.items() if thing in paths and t not in ("", HIDDEN)), None)
            if text is None or (n < len(action.args) and set(names.get(action.args[n], ())) & {*picked}):
                continue
            yield action._replace(args=(*action.args[:n], text, *action.args[n + 1 :]))

    # -- what an action names ----------------------------------------------------------------------

    def _kinds_of(self, action: Action) -> Sequence[str]:
        """Return the kinds of an action's arguments, and those of the ones that could follow."""
        verb = self.verbs.by_name.get(action.verb)
        if verb is None or not verb.names:
            return ()
        return (*verb.names, *[verb.names[-1]] * (len(action.args) - len(verb.names)))

    def _candidate(self, action: Action, legal: bool) -> Candidate:
        if action.verb == ANSWER:
            return Candidate(action, legal, self._answers.get(action.args[0], ()))
        named, needs, takes = self.named(action.who), [], frozenset[Path]()
        for n, kind in enumerate(self._kinds_of(action)):
            names = named.get(kind, {})
            if n >= len(action.args):
                takes |= frozenset(names.get("", ()))
            elif action.args[n] in names:
                needs.append(frozenset(names[action.args[n]]))
        return Candidate(action, legal, tuple(dict.fromkeys(needs)), takes)

    @cached_property
    def _answers(self) -> Mapping[Any, tuple[frozenset[Path], ...]]:
        """What each option of the open decision names, in the actions of the players who can name all that can be."""
        decision = self.position.decision
        options = [o for o in decision.options if isinstance(o, str)] if decision is not None else []
        read = [{o: words for o in options if (words := _read(o, self.named(who).values()))}
                for who in self.position.game.players]  # fmt: skip
        most = max(map(len, read), default=0)
        found: dict[Any, dict[str, frozenset[Path]]] = {}
        for option, words in (item for by_option in read if len(by_option) == most for item in by_option.items()):
            known = found.setdefault(option, {})
            known.update({word: known.get(word, frozenset()) | paths for word, paths in words.items()})
        return {option: tuple(words.values()) for option, words in found.items()}


def _read(option: str, kinds: Iterable[Named]) -> dict[str, frozenset[Path]]:
    """Return what an option names: as a whole, else word by word; empty where a word of it names nothing."""
    kinds = list(kinds)
    for words in ([option], option.split()):
        found = {word: frozenset(path for names in kinds for path in names.get(word, ())) for word in words}
        if HIDDEN not in words and all(found.values()):
            return found
    return {}
