"""What a game must offer; everything else in the project works with any object of this shape."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar, cast

from rulekit.core.action import ANSWER, CHANCE, Action, Decision, plain
from rulekit.core.bounds import all_out_of_bounds
from rulekit.core.catalogue import Catalogue
from rulekit.core.duel import PLAYERS, Over
from rulekit.core.errors import IllegalAction, Problem, Refusal, UnreadablePosition
from rulekit.core.file_kind import FileKind
from rulekit.core.hidden import veil
from rulekit.core.number import read_whole
from rulekit.core.options import Check, checked
from rulekit.core.phrasebook import Formatters, Phrasebook
from rulekit.core.record import Path, Record
from rulekit.core.registry import find_game
from rulekit.core.resolution import Resolution
from rulekit.core.rulebook import Rulebook, Rulings
from rulekit.core.steps import Steps
from rulekit.core.verbs import Verbs

if TYPE_CHECKING:
    from rulekit.core.prompt import Prompt
    from rulekit.core.show.view import View

__all__ = ["Game", "Outcome", "Phrasebooks"]

R = TypeVar("R", bound=Record)


class Outcome(NamedTuple):
    """How a finished game ended: `result` is a player or "draw", `reason` a code worded as `reason.<code>`."""

    result: str
    reason: str


@dataclass(frozen=True, slots=True)
class Phrasebooks:
    """The sentences of a game by language, as errors keep them; `custom` is as `Game.custom` returns it."""

    game: Game
    custom: str = ""

    def __call__(self, lang: str) -> Phrasebook:
        """Return the sentences in `lang`."""
        return self.game._phrasebook(lang, self.custom)


def verb_of(action: Action) -> str:
    """Return the verb of an action."""
    return action.verb


@dataclass(eq=False, kw_only=True)
class Game:
    """One system of rules: facts, its table of verbs, its state class, and functions of what these do not say.

    `package` is where its books lie (rulebook.yaml, steps.yaml, messages.yaml) and the modules `view` and `prompt`, if
    any.  All but the first four have a default.
    """

    id: str  # lower case, as on the command line
    package: str
    State: type[Record]
    verbs: Verbs

    # -- facts
    players: tuple[str, ...] = PLAYERS
    actors: tuple[str, ...] = (*PLAYERS, CHANCE)  # who can act; a game in which something begins by itself adds it
    results: tuple[str, ...] = (*PLAYERS, "draw")  # how a game can end; one with other ends adds them
    options: Mapping[str, Check] = field(default_factory=dict)  # of `start`, each with what reads its value
    file_kinds: Sequence[FileKind] = ()  # the kinds of files people write for the game besides scenarios
    statistic_clauses: Mapping[str, Sequence[str]] = field(default_factory=dict)  # what each statistic rests on
    formatters: type[Formatters] = Formatters  # of values in sentences, where those of all games are not enough

    # -- functions; `rulings` are the options chosen, by ruling
    opening: Callable[..., Record] | None = None
    """(rulings, **options) The state before the first action; what no option says is legal under the rulings."""
    sample: Callable[[Mapping[str, str]], dict[str, Any]] = lambda rulings: {}
    """A set-up to start exploring from, in JSON form."""
    fill_in: Callable[[dict[str, Any], Mapping[str, str]], dict[str, Any]] = lambda given, rulings: given
    """A set-up with the fields that the given ones imply; it never replaces a given one."""
    follow: Callable[[Any, Collection[Path]], Mapping[Path, Any]] = lambda state, paths: {}
    """Fields, in JSON form, that leave no choice once those at `paths` are set up as they are in a state."""
    problems: Callable[[Any, Mapping[str, str]], list[Problem]] = lambda state, rulings: list(
        all_out_of_bounds(state, state.step)
    )
    """Every reason why no game could reach a state that the rules can read; here what the fields say."""
    unreadable: Callable[[Any, Mapping[str, str]], list[Problem]] = lambda state, rulings: []
    """What of a state the rules cannot read under any reading; the parameter `where` is the path.  (the defaults)"""
    to_act: Callable[[Any], str | None] = lambda state: None if state.result is not None else str(state.turn)
    """The player whose action is next (chance for nature), None when the game is over."""
    controller: Callable[[Any], str | None] = lambda state: None
    """Who decides in place of the one to act, None for nobody."""
    due: Callable[[Any], Sequence[str]] = lambda state: ()
    """Those who must do something where that can be several at once, else nobody."""
    outcome: Callable[[Any], Outcome | None] = lambda state: (
        None if state.result is None else Outcome(state.result, state.reason)
    )
    """How the game ended, None while it goes on."""
    weights: Callable[[Any, Sequence[Action], Mapping[str, str]], Sequence[int]] = lambda state, actions, rulings: (
        (1,) * len(actions)
    )
    """How likely nature is to choose each of its actions, relative to each other."""
    hide_more: Callable[[Any, Any, str, Mapping[str, str]], Any] = lambda state, seen, viewer, rulings: seen
    """(state, seen, viewer, rulings) What a viewer sees, where the secrets that fields declare do not say it."""
    read_answer: Callable[[Any, Decision, Any], Any] = lambda state, decision, answer: answer
    """The option an answer means; another spelling is accepted, not listed.  `state` is that before the action."""
    refuse_answer: Callable[[Any, Decision, Any, Mapping[str, str]], Refusal | None] = (
        lambda state, decision, answer, rulings: None
    )
    """Why an answer is none of the options, None when there is no more to say.  `state` is that of the decision."""
    custom: Callable[[Any], str] = lambda state: ""
    """As one text what of a state has names of its own, like cards a user wrote; see `Phrasebook.custom`."""
    message_key: Callable[[Action], str] = verb_of
    """Which sentence `action.<key>` tells an action, where a verb has several."""
    display: Callable[[Any, Mapping[str, str]], dict[str, str]] = lambda state, rulings: {}
    """What is shown on the table by the clause that says how; a ruling off its default stands in its clause's place."""
    statistics: Callable[[Any, Mapping[str, str]], Mapping[str, Mapping[str, Any]]] = lambda state, rulings: {}
    """Figures that follow from a state, by part and name; all states have the same.  Scenarios: `then.measure`."""

    @cached_property
    def rulebook(self) -> Rulebook:
        """The clauses, rulings and glossary."""
        return Rulebook.load(self.package)

    @cached_property
    def steps(self) -> Steps:
        """The kinds of step: how each is worded and drawn in time, and what of it is secret."""
        return Steps.load(self.package)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The game's own sentences: those of steps and all others."""
        return Catalogue.load(self.package, "messages.yaml", beside=self.steps.sentences)

    @cached_property
    def view(self) -> type[View]:
        """How positions look: the `View` of the package's module `view`, else what every field says."""
        return cast("type[View]", (self._own_module("view") or import_module("rulekit.core.show.plain")).View)

    @cached_property
    def prompt(self) -> type[Prompt]:
        """What helps at the keyboard: the `Prompt` of the package's module `prompt`, else what all games have."""
        return cast("type[Prompt]", (self._own_module("prompt") or import_module("rulekit.core.prompt")).Prompt)

    def _own_module(self, name: str) -> Any:
        whole = f"{self.package}.{name}"
        return import_module(whole) if find_spec(whole) is not None else None

    @cached_property
    def defaults(self) -> Rulings:
        """The rulings at their defaults."""
        return Rulings(self.rulebook)

    def phrasebook(self, lang: str, state: Any = None) -> Phrasebook:
        """Return the sentences of this game in `lang`; with a state they know the names it brings along."""
        return self.phrasebooks(state)(lang)

    def phrasebooks(self, state: Any = None) -> Phrasebooks:
        """Return the sentences of this game, to be asked for a language later."""
        return Phrasebooks(self, "" if state is None else self.custom(state))

    @lru_cache(maxsize=16)  # noqa: B019 - one object per game lives as long as the process
    def _phrasebook(self, lang: str, custom: str) -> Phrasebook:
        return Phrasebook(self.catalogue, self.rulebook, lang, self.formatters, self.message_key, custom)

    def start(self, *, rulings: Mapping[str, str] | None = None, **options: Any) -> Record:
        """Return the state before the first action; `options` says what it may be told, None for nothing.

        Raises UnknownName, with what there is, for an option the game does not have or a value that is none of its
        choices, BadOption for a value of a wrong form.
        """
        told = checked(self.id, self.options, options)
        return self.State() if self.opening is None else self.opening(rulings or self.defaults.choices, **told)

    def resolve(self, res: Resolution, action: Action) -> None:
        """Carry out `action` on `res.state`; raises IllegalAction before changing anything."""
        found = self.verbs.read(res.state, action, res.rulings)
        if type(found) is Refusal:
            self.refuse(found.code, *found.clauses, state=res.state, rulings=res.rulings, **found.params)
        try:
            self.verbs.by_name[action.verb].do(res, action.who, *found)
        except Over:
            return

    def decider(self, state: Any) -> str | None:
        """Return the player who decides the next action; differs from `to_act` under control effects."""
        return self.controller(state) or self.to_act(state)

    def readable(self, state: R) -> R:
        """Return a state as it is; raises UnreadablePosition when the rules cannot read it."""
        found = self.unreadable(state, self.defaults.choices)
        if found:
            raise UnreadablePosition(found, self.phrasebooks(state))
        return state

    def parse(self, who: str, text: str) -> Action:
        """Read an action as scenario files write it, `answer VALUE` for an open decision included.

        Raises UnknownName with the nearest name.
        """
        head, _, value = text.partition(" ")
        if head == ANSWER and value:
            number = read_whole(value.strip())
            return Action(who, ANSWER, (value.strip() if number is None else number,))
        return self.verbs.parse(who, text)

    def format(self, action: Action) -> str:
        """Write an action, without its player, so that `parse` reads it back."""
        action = plain(action)
        if action.verb == ANSWER:
            return " ".join([ANSWER, *map(str, action.args)])
        return self.verbs.format(action)

    def observe(self, state: Any, viewer: str, rulings: Mapping[str, str]) -> Any:
        """Return a copy of the state as `viewer` may see it under these rulings, secrets of others removed.

        Which fields are secret they declare themselves (`FieldSpec.seen`).
        """
        seen = state.copy()
        veil(seen, viewer, self.players, rulings)
        return self.hide_more(state, seen, viewer, rulings)

    def awaiting(self, state: Any) -> str:
        """Return who must do what next, e.g. `A add`; empty when over.

        What is due is named by the one verb of a step, else by the step.
        """
        who = self.to_act(state)
        if who is None:
            return ""
        names = [verb.name for verb in self.verbs.bound(state.step)]
        return f"{' '.join(self.due(state) or (who,))} {names[0] if len(names) == 1 else state.step}"

    def refuse(self, code: str, *clauses: str, state: Any = None, rulings: Any = None, **params: Any) -> NoReturn:
        """Raise IllegalAction with the legal actions of `state` for comparison."""
        legal = self.verbs.legal_actions(state, rulings) if state is not None else ()
        raise IllegalAction(code, clauses=clauses, phrasebook=self.phrasebooks(state), legal=legal, **params)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel by name: there is one object per game."""
        return find_game, (self.id,)
