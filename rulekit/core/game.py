"""What a game must offer; everything else in the project works with any object of this shape."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, NoReturn, TypeVar, cast

from rulekit.core.action import ANSWER, CHANCE, Action, ActionGroup, Decision, plain
from rulekit.core.bounds import all_out_of_bounds
from rulekit.core.catalogue import Catalogue
from rulekit.core.duel import PLAYERS, Over
from rulekit.core.errors import IllegalAction, Problem, Refusal, UnreadablePosition
from rulekit.core.file_kind import FileKind
from rulekit.core.hidden import veil
from rulekit.core.number import read_whole
from rulekit.core.options import Check, checked
from rulekit.core.phrasebook import Phrasebook
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


class Game:
    """One system of rules: its state class, its resolver and its books.

    A subclass sets `id` (lower case, as on the command line), `package` (where rulebook.yaml,
    steps.yaml, messages.yaml and the module `view` lie), `State`, `verbs` and `options` (of `start`, each with what
    reads its value).
    """

    id: ClassVar[str]
    package: ClassVar[str]
    State: ClassVar[type[Record]]
    verbs: ClassVar[Verbs]
    players: ClassVar[tuple[str, ...]] = PLAYERS
    options: ClassVar[Mapping[str, Check]] = {}

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

    @property
    def file_kinds(self) -> Sequence[FileKind]:
        """The kinds of files people write for the game besides scenarios."""
        return ()

    @cached_property
    def prompt(self) -> Prompt | None:
        """The game's own questions and spellings at the keyboard: the package's module `prompt`, None without one."""
        return cast("Prompt | None", self._own_module("prompt"))

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
        return Phrasebook(self.catalogue, self.rulebook, lang, self.words, self.message_key, custom)

    def custom(self, state: Any) -> str:
        """Return, as one text, what of a state has names of its own, like cards a user wrote; "" for nothing.

        The formatters of `words` find it at `Phrasebook.custom`.
        """
        return ""

    def words(self, phrasebook: Phrasebook) -> Mapping[str, Callable[[Any], str]]:
        """Return the game's own formatters of words, by the name `{param:name}` calls them by.

        The formatter called `plain` words values that have no sentence of their own.
        """
        return {}

    def message_key(self, action: Action) -> str:
        """Return which sentence `action.<phrase>` tells an action; a game whose verb has several chooses here."""
        return action.verb

    def start(self, *, rulings: Mapping[str, str] | None = None, **options: Any) -> Record:
        """Return the state before the first action; `options` of the class says what it may be told, None for nothing.

        Raises UnknownName, with what there is, for an option the game does not have or a value that is none of its
        choices, BadOption for a value of a wrong form.
        """
        return self.start_own(rulings or self.defaults.choices, **checked(self.id, self.options, options))

    def start_own(self, rulings: Mapping[str, str], **options: Any) -> Record:
        """Return the state before the first action; the plain state here.

        The options given have the form that `options` demands; for those that are not what is chosen is legal under
        the rulings.
        """
        return self.State()

    def sample(self, rulings: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Return a set-up to start exploring from under some rulings, in JSON form; the plain state here."""
        return {}

    @property
    def actors(self) -> tuple[str, ...]:
        """Who can act: the players and chance; a game in which something else begins by itself adds it."""
        return (*self.players, CHANCE)

    @property
    def results(self) -> tuple[str, ...]:
        """How a game can end: a player wins, or "draw"; a game with other ends adds them."""
        return (*self.players, "draw")

    def legal_actions(self, state: Any, rulings: Mapping[str, str]) -> list[Action]:
        """Return every distinct legal action in a fixed order; empty when the game is over.

        An action that only abbreviates another one (fewer names where the rules fill in the rest) is
        accepted by `resolve` but not listed.
        """
        return self.verbs.legal_actions(state, rulings)

    def weights(self, state: Any, actions: Sequence[Action], rulings: Mapping[str, str]) -> Sequence[int]:
        """Return how likely nature is to choose each of its actions, relative to each other; all alike here."""
        return (1,) * len(actions)

    def candidates(self, state: Any, rulings: Mapping[str, str]) -> list[ActionGroup]:
        """Return all actions worth showing here, legal or not, in groups; every legal one is among them."""
        return self.verbs.candidates(state, rulings)

    def resolve(self, res: Resolution, action: Action) -> None:
        """Carry out `action` on `res.state`; raises IllegalAction before changing anything."""
        found = self.verbs.read(res.state, action, res.rulings)
        if type(found) is Refusal:
            self.refuse(found.code, *found.clauses, state=res.state, rulings=res.rulings, **found.params)
        with suppress(Over):
            self.verbs.by_name[action.verb].do(res, action.who, *found)

    def read_answer(self, state: Any, decision: Decision, answer: Any) -> Any:
        """Return the option an answer to an open decision means; another spelling of one is accepted, not listed.

        `state` is the one before the action under way.
        """
        return answer

    def refuse_answer(self, state: Any, decision: Decision, answer: Any, rulings: Mapping[str, str]) -> Refusal | None:
        """Return why an answer is none of the options, None when there is no more to say than that.

        `state` is the one in the middle of the action, where the decision is open.
        """
        return None

    def to_act(self, state: Any) -> str | None:
        """Return the player whose action is next (chance for nature), None when the game is over."""
        return None if state.result is not None else str(state.turn)

    def decider(self, state: Any) -> str | None:
        """Return the player who decides the next action; differs from `to_act` under control effects."""
        return self.to_act(state)

    def outcome(self, state: Any) -> Outcome | None:
        """Return how the game ended, None while it goes on."""
        return None if state.result is None else Outcome(state.result, state.reason)

    def problems(self, state: Any, rulings: Mapping[str, str]) -> list[Problem]:
        """Return every reason why no game could reach this state, which the rules can read; what fields say here."""
        return list(all_out_of_bounds(state, state.step))

    def unreadable(self, state: Any) -> list[Problem]:
        """Return what of a state the rules cannot read under any reading: names nobody knows, texts of no form.

        The parameter `where` of each is the path to it.
        """
        return []

    def readable(self, state: R) -> R:
        """Return a state as it is; raises UnreadablePosition when the rules cannot read it."""
        found = self.unreadable(state)
        if found:
            raise UnreadablePosition(found, self.phrasebooks(state))
        return state

    def parse_own(self, who: str, text: str) -> Action:
        """Read an action of this game; raises UnknownName with the nearest name."""
        return self.verbs.parse(who, text)

    def format_own(self, action: Action) -> str:
        """Write an action of this game so that `parse_own` reads it back: the verb and what it names."""
        return self.verbs.format(action)

    def parse(self, who: str, text: str) -> Action:
        """Read an action as scenario files write it, `answer VALUE` for an open decision included."""
        head, _, value = text.partition(" ")
        if head == ANSWER and value:
            number = read_whole(value.strip())
            return Action(who, ANSWER, (value.strip() if number is None else number,))
        return self.parse_own(who, text)

    def format(self, action: Action) -> str:
        """Write an action, without its player, so that `parse` reads it back."""
        action = plain(action)
        if action.verb == ANSWER:
            return " ".join([ANSWER, *map(str, action.args)])
        return self.format_own(action)

    def fill_in(self, given: dict[str, Any], rulings: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Fill in fields that what is given implies under rulings (None: the defaults); never replaces a given one."""
        return given

    def follow(self, state: Any, paths: Collection[Path]) -> Mapping[Path, Any]:
        """Return fields, in JSON form, that leave no choice once those at `paths` are set up as they are in `state`."""
        return {}

    def observe(self, state: Any, viewer: str, rulings: Mapping[str, str]) -> Any:
        """Return a copy of the state as `viewer` may see it under these rulings, secrets of others removed.

        Which fields are secret they declare themselves (`FieldSpec.seen`); a game adds what no declaration can say.
        """
        seen = state.copy()
        veil(seen, viewer, self.players, rulings)
        return seen

    def secrets(self, rulings: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
        """Return the kinds of steps only their own player may know in full, with the parameters others don't.

        `decision.<kind>` names an open decision whose options only the one asked may know.  Both are declared beside
        the kinds of steps, see `Steps`.
        """
        return self.steps.secrets(rulings)

    def masked(self, action: Action, viewer: str, rulings: Mapping[str, str]) -> Action:
        """Return an action as `viewer` may know it, "?" in place of what is secret."""
        return self.verbs.masked(action, viewer, rulings)

    def display(self, state: Any, rulings: Mapping[str, str]) -> dict[str, str]:
        """Return what is shown on the table and the clause that says how, e.g. `{"A.cost": "TW-2.G10"}`.

        Where a ruling at another option than its default decides, its id stands in place of the clause.
        """
        return {}

    def statistics(self, state: Any, rulings: Mapping[str, str]) -> Mapping[str, Mapping[str, Any]]:
        """Return figures that follow from a state but are no part of it, by part (say, player) and name.

        Scenario files compare them under `then.measure`; every state of a game has the same names.
        """
        return {}

    def statistic_clauses(self, name: str) -> Sequence[str]:
        """Return the clauses a figure of `statistics` rests on."""
        return ()

    def awaiting(self, state: Any) -> str:
        """Return who must do what next, e.g. `A add`; empty when over."""
        who = self.to_act(state)
        return "" if who is None else f"{who} {state.step}"

    def refuse(self, code: str, *clauses: str, state: Any = None, rulings: Any = None, **params: Any) -> NoReturn:
        """Raise IllegalAction with the legal actions of `state` for comparison."""
        legal = self.legal_actions(state, rulings) if state is not None else ()
        raise IllegalAction(code, clauses=clauses, phrasebook=self.phrasebooks(state), legal=legal, **params)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel by name: there is one object per game."""
        return find_game, (self.id,)
