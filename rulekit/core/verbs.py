"""What can be done in a game, as one table: a row a verb, and everything a table top needs follows from the rows.

From a row follow the legal actions, the refusal of any other, how an action is read and written, what is worth
showing though it is not legal, and what of it somebody else may know.  The arguments of an action stay texts, so that
it can be written down; `Verb.read` turns them into values once, and neither the check nor the executor sees the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from rulekit.core.action import ANSWER, Action, ActionGroup
from rulekit.core.errors import Refusal, UnknownName, nearest
from rulekit.core.hidden import HIDDEN
from rulekit.core.things import Naming

__all__ = ["Secret", "Verb", "Verbs", "alone"]

Rulings = Mapping[str, str]
Values = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Secret:
    """Which arguments of an action only its player may know: from the one numbered `first` on, `count` of them.

    Under a ruling only when `under` names it with its option; `owner` is the number of the argument that names the
    player it is a secret of, None where that is who acts.  With `whole` a single mark stands for all of them.
    """

    first: int = 0
    count: int | None = None
    under: tuple[str, str] | None = None
    owner: int | None = None
    whole: bool = False

    def mask(self, action: Action, viewer: str, rulings: Rulings) -> Action:
        """Return the action as `viewer` may know it."""
        who, verb, args = action
        owner = who if self.owner is None else args[self.owner] if self.owner < len(args) else None
        if owner == viewer or (self.under is not None and rulings[self.under[0]] != self.under[1]):
            return action
        if self.whole:
            return Action(who, verb, (HIDDEN,))
        last = len(args) if self.count is None else min(len(args), self.first + self.count)
        masked = [HIDDEN if self.first <= i < last else a for i, a in enumerate(args)]
        return Action(who, verb, tuple(masked))


def _nothing(state: Any, action: Action) -> Refusal | Values:
    """Read an action that takes no arguments; one that has some is refused under the verb's `late` clauses."""
    return () if not action.args else Refusal("bad_argument", (), {"value": " ".join(map(str, action.args))})


def alone(state: Any, who: str, rulings: Rulings) -> Iterable[Action]:
    """Stand in the column `options` of a verb without arguments, which is legal where nothing refuses it."""
    raise TypeError("which options there are follows in a table of verbs")


def _where_not_refused(verb: Verb) -> Callable[[Any, str, Rulings], Iterable[Action]]:
    ready, refuse = verb.ready, verb.refuse
    one = cache(lambda who: (Action(who, verb.name),))

    def options(state: Any, who: str, rulings: Rulings) -> Iterable[Action]:
        if ready is not None and ready(state, who, rulings) is not None:
            return ()
        return () if refuse is not None and refuse(state, who, rulings) is not None else one(who)

    return options


@dataclass(frozen=True, slots=True, eq=False)
class Verb:
    """One thing that can be done.

    `steps` are the steps at which it is due, `under` those at which a ruling's option lets it be done besides.
    `options` lists the legal ones of one actor in their fixed order (`alone` for a verb without arguments), `shown`
    those worth showing besides them, at any step.  `ready` refuses before the arguments are looked at, `read` turns
    them into values or refuses, `refuse` refuses the values, `do` carries them out.  `spell` makes arguments of the
    words of a text; it raises UnknownName.
    `late` are the clauses broken at another step, also by arguments where `read` names none.  `group` is the heading
    it is shown under: a code, or a function from action to code and parameters.  `names` are the kinds of things
    (`Verbs.things`) that the arguments name, in their order, "" for one that names none; the last holds for all more.
    `written` are words that people may write for it besides its name.
    """

    name: str
    steps: tuple[str, ...]
    do: Callable[..., None]  # (resolution, who, *values)
    options: Callable[[Any, str, Rulings], Iterable[Action]]
    late: tuple[str, ...]
    read: Callable[[Any, Action], Refusal | Values] = _nothing
    refuse: Callable[..., Refusal | None] | None = None  # (state, who, rulings, *values)
    ready: Callable[[Any, str, Rulings], Refusal | None] | None = None
    under: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    shown: Callable[[Any, str, Rulings], Iterable[Action]] | None = None
    group: str | Callable[[Action], tuple[str, Mapping[str, Any]]] = ""
    spell: Callable[[Sequence[str]], tuple[str, ...]] = tuple
    secret: Secret | None = None
    written: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


class Verbs:
    """The table of one game.

    `turns` gives who may be due in a state, in the order their actions are listed, without it who is on turn;
    `gate` refuses for step and actor, before anything else is looked at, without it under the verb's `late`
    clauses. `over`, `unknown` and `window` are the clauses against acting after the end, against a verb that does
    not exist, and, where a game has them, against an answer nobody asked for. `closing` is the verb that ends what
    one player does, an example of what can be written; `bare` the one meant where a text begins with none.
    `answers` are the words that begin an answer to an open decision, each with what makes the answer of the words
    after it (None: it is none); `written_answers` are words that people may write for those. `headings` puts groups of
    actions in order, `around` adds to every executor what happens before or after any action. `things` say by kind what
    on the table the texts of arguments name, so that it can be clicked.
    """

    def __init__(
        self,
        *verbs: Verb,
        turns: Callable[[Any], Sequence[str]] | None = None,
        gate: Callable[[Any, Action, Verb, Rulings], Refusal | None] | None = None,
        over: tuple[str, ...],
        unknown: tuple[str, ...],
        window: tuple[str, ...] = (),
        closing: str,
        bare: str | None = None,
        answers: Mapping[str, Callable[[Sequence[str]], Any]] | None = None,
        written_answers: Mapping[str, str] | None = None,
        headings: tuple[str, ...] = (),
        around: Callable[[Callable[..., None]], Callable[..., None]] | None = None,
        things: Mapping[str, Naming] | None = None,
    ) -> None:
        if around is not None:
            verbs = tuple(replace(v, do=around(v.do)) for v in verbs)
        verbs = tuple(replace(v, options=_where_not_refused(v)) if v.options is alone else v for v in verbs)
        self.by_name = {v.name: v for v in verbs}
        self.things = things or {}
        self._turns = turns or _on_turn
        self._gate = gate or self._in_turn
        self._over = over
        self._unknown = unknown
        self._window = window
        self._closing = closing
        self._bare = bare
        self._answers = answers or {}
        self.written_answers = {**dict(zip(self._answers, self._answers, strict=True)), **(written_answers or {})}
        self._headings = headings
        steps = dict.fromkeys(s for v in verbs for s in (*v.steps, *v.under))
        self._due = {step: tuple(v for v in verbs if step in v.steps or step in v.under) for step in steps}
        self._always = {step: due for step, due in self._due.items() if all(step in v.steps for v in due)}

    def bound(self, step: str) -> Sequence[Verb]:
        """Return the verbs that belong to a step, in the order of the table."""
        return [v for v in self._due.get(step, ()) if step in v.steps]

    def due(self, step: str, rulings: Rulings) -> Sequence[Verb]:
        """Return the verbs that can be used at a step under these rulings, in the order of the table."""
        always = self._always.get(step)
        if always is not None:
            return always
        return [v for v in self._due.get(step, ()) if step in v.steps or _allowed(v, step, rulings)]

    def legal_actions(self, state: Any, rulings: Rulings) -> list[Action]:
        """Return every distinct legal action in a fixed order: by who is due, then by verb."""
        made: list[Action] = []
        if state.result is not None:
            return made
        due = self._always.get(state.step) or self.due(state.step, rulings)
        for who in self._turns(state):
            for verb in due:
                made += verb.options(state, who, rulings)
        return made

    def candidates(self, state: Any, rulings: Rulings) -> list[ActionGroup]:
        """Return the actions worth showing, legal or not, under their headings; every legal one is among them."""
        groups: dict[str, ActionGroup] = {}
        due = self.due(state.step, rulings) if state.result is None else ()
        for who in self._turns(state):
            for verb in self.by_name.values():
                legal = verb.options(state, who, rulings) if verb in due else ()
                more = verb.shown(state, who, rulings) if verb.shown is not None else ()
                for action in dict.fromkeys((*legal, *more)):
                    code, params = self.heading(action)
                    key = f"{code} {params}"
                    before = groups.get(key, ActionGroup(code, params, ()))
                    groups[key] = before._replace(actions=(*before.actions, action))
        rank = {code: n for n, code in enumerate(self._headings)}
        return sorted(groups.values(), key=lambda group: rank.get(group.code, len(rank)))

    def heading(self, action: Action) -> tuple[str, Mapping[str, Any]]:
        """Return the heading an action is shown under: a code and its parameters."""
        verb = self.by_name[action.verb]
        return verb.group(action) if callable(verb.group) else (verb.group or verb.name, {"who": action.who})

    def _in_turn(self, state: Any, action: Action, verb: Verb, rulings: Rulings) -> Refusal | None:
        due = tuple(self._turns(state))
        if action.who not in due:
            return Refusal("wrong_player", verb.late, {"who": action.who, "turn": due})
        if verb not in self.due(state.step, rulings):
            return Refusal("wrong_step", verb.late, {"verb": verb.name, "step": state.step})
        return None

    def refusal(self, state: Any, action: Action, rulings: Rulings) -> Refusal | None:
        """Return why an action is illegal, None when it is legal; of several reasons the first."""
        found = self.read(state, action, rulings)
        return found if isinstance(found, Refusal) else None

    def read(self, state: Any, action: Action, rulings: Rulings) -> Refusal | Values:
        """Return the values an executor needs for a legal action, or why it is illegal."""
        if state.result is not None:
            return Refusal("over", self._over, {})
        verb = self.by_name.get(action.verb)
        if verb is None:
            if action.verb == ANSWER and self._window:
                return Refusal("no_window", self._window, {"who": action.who})
            known = ", ".join(self.by_name)
            return Refusal("unknown_verb", self._unknown, {"verb": action.verb, "known": known})
        refused = self._gate(state, action, verb, rulings)
        if refused is None and verb.ready is not None:
            refused = verb.ready(state, action.who, rulings)
        if refused is not None:
            return refused
        values = verb.read(state, action)
        if type(values) is Refusal:
            return values if values.clauses else values._replace(clauses=verb.late)
        refused = verb.refuse(state, action.who, rulings, *values) if verb.refuse is not None else None
        return values if refused is None else refused

    # -- text ----------------------------------------------------------------------------------------

    def parse(self, who: str, text: str) -> Action:
        """Read an action as scenario files write it; raises UnknownName with the nearest verb."""
        words = text.split()
        if not words:
            raise UnknownName("empty_action", nearest=self._closing)
        answering = self._answers.get(words[0])
        answer = None if answering is None else answering(words[1:])
        if answer is not None:
            return Action(who, ANSWER, (answer,))
        verb = self.by_name.get(words[0])
        if verb is not None and (len(words) > 1 or verb.name != self._bare):
            return Action(who, verb.name, verb.spell(words[1:]))
        if self._bare is not None:
            return Action(who, self._bare, self.by_name[self._bare].spell(words))
        known = (*self.by_name, *self._answers)
        near = nearest(words[0], known) or known[0]
        raise UnknownName("unknown_action", name=words[0], nearest=near, known=", ".join(known))

    def format(self, action: Action) -> str:
        """Write an action, without its player, so that `parse` reads it back."""
        words = [str(a) for a in action.args]
        return " ".join(words if action.verb == self._bare and words else [action.verb, *words])

    def masked(self, action: Action, viewer: str, rulings: Rulings) -> Action:
        """Return an action as `viewer` may know it."""
        verb = self.by_name.get(action.verb)
        if verb is None or verb.secret is None or action.who == viewer:
            return action
        return verb.secret.mask(action, viewer, rulings)


def _on_turn(state: Any) -> Sequence[str]:
    return (state.turn,)


def _allowed(verb: Verb, step: str, rulings: Rulings) -> bool:
    ruling, option = verb.under[step]
    return rulings[ruling] == option
