"""Positions: a state under rulings, possibly in the middle of a resolution; the public face of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulekit.core.action import ANSWER, Action, ActionGroup, Decision, plain
from rulekit.core.codec import show, to_json
from rulekit.core.errors import (
    BadArgument,
    IllegalAction,
    ImpossiblePosition,
    Problem,
    Refusal,
    RulekitError,
)
from rulekit.core.game import Game
from rulekit.core.part import Part, document
from rulekit.core.phrasebook import Phrasebook
from rulekit.core.record import Path
from rulekit.core.resolution import BadAnswer, Resolution, TracedResolution, Undecided
from rulekit.core.rulebook import Rulings
from rulekit.core.show.answers import Actions, Ending
from rulekit.core.show.display import Display
from rulekit.core.trace import Trace

if TYPE_CHECKING:
    from rulekit.core.compare import Comparison
    from rulekit.core.seen import SeenPosition

__all__ = ["Pending", "Position", "Snapshot"]

SCHEMA = 1
FOUND = 60  # characters of what was found that a message shows


@dataclass(frozen=True, slots=True)
class Pending:
    """An action under way: the answers given so far and the decision that is open."""

    action: Action
    answers: tuple[Any, ...]
    decision: Decision


class Position(Display):
    """A state of a game under a set of rulings; compares and hashes by value.

    While `pending` is set, the state is the one before the action under way and the legal actions are the
    answers to the open decision.  A position never changes; `play` returns a new one.  It takes a state as it is:
    `check` refuses one that no game reaches or that the rules cannot read.

    >>> from rulekit import new_game
    >>> position = new_game("tangwu", first="A")
    >>> position.to_act
    'A'
    """

    __slots__ = ("_game", "_hash", "_pending", "_rulings", "_state")
    viewer: str | None = None  # who looks, where not everything may be known
    covered: frozenset[Path] = frozenset()  # the fields of the state that are hidden

    def __init__(self, game: Game, state: Any, rulings: Rulings | None = None, pending: Pending | None = None) -> None:
        self._game = game
        self._state = state.fixed()
        self._rulings = rulings if rulings is not None else game.defaults
        self._pending = pending
        self._hash: int | None = None

    def _following(self, state: Any, pending: Pending | None = None) -> Position:
        """Return the position with another state, which nobody else holds: it is fixed when first looked at."""
        after = object.__new__(Position)
        after._game = self._game
        after._state = state
        after._rulings = self._rulings
        after._pending = pending
        after._hash = None
        return after

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def state(self) -> Any:
        """The state, read-only; to change it take `state.copy()` and make a position of that."""
        return self._state.fix()

    @property
    def rulings(self) -> Rulings:
        """The readings of the rules."""
        return self._rulings

    @property
    def pending(self) -> Pending | None:
        """The action under way, None when no decision is open."""
        return self._pending

    # -- questions ---------------------------------------------------------------------------------

    @property
    def to_act(self) -> str | None:
        """The player whose action or answer is next; None when the game is over."""
        return self._pending.decision.who if self._pending else self._game.to_act(self._state)

    @property
    def decider(self) -> str | None:
        """The player who really decides it; differs from `to_act` under control effects."""
        return self._pending.decision.who if self._pending else self._game.decider(self._state)

    def decides_for(self, who: str) -> str | None:
        """Return who decides an action of `who`: where nobody is controlled, that player or nature itself."""
        return self.decider if who == self.to_act else who

    @property
    def decision(self) -> Decision | None:
        """The open decision, if any."""
        return replace(self._pending.decision, words=self.phrasebook) if self._pending else None

    def outcome(self) -> Ending | None:
        """Return how the game ended, None while it goes on."""
        outcome = None if self._pending else self._game.outcome(self._state)
        return None if outcome is None else Ending.of(self, outcome)

    def legal_actions(self) -> Actions:
        """Return every distinct legal action (answers while a decision is open) in a fixed order."""
        if self._pending:
            decision = self._pending.decision
            made = Actions([Action(decision.who, ANSWER, (option,)) for option in decision.options])
        else:
            made = Actions(self._game.verbs.legal_actions(self._state, self._rulings.choices))
        made.position = self
        return made

    def candidates(self) -> list[ActionGroup]:
        """Return the actions worth showing, legal or not, under their headings; answers while a decision is open."""
        if self._pending:
            return [ActionGroup("answers", {}, tuple(self.legal_actions()))]
        return self._game.verbs.candidates(self._state, self._rulings.choices)

    def weights(self, actions: Sequence[Action]) -> Sequence[int]:
        """Return how likely nature is to choose each of some of the legal actions, relative to each other."""
        if self._pending:
            decision = self._pending.decision
            known = dict(zip(decision.options, decision.weights or (1,) * len(decision.options), strict=True))
            return [known[action.args[0]] for action in actions]
        return self._game.weights(self._state, actions, self._rulings.choices)

    def problems(self) -> list[Problem]:
        """Return every reason why this position is impossible; empty when it is possible."""
        unreadable = self._game.unreadable(self._state, self._game.defaults.choices)
        return unreadable or self._game.problems(self._state, self._rulings.choices)

    def check(self) -> Position:
        """Return the position itself; raises ImpossiblePosition when it has problems."""
        problems = self._game.problems(self._game.readable(self._state), self._rulings.choices)
        if problems:
            raise ImpossiblePosition(problems, self._game.phrasebooks(self._state))
        return self

    def why_illegal(self, action: Action | str) -> IllegalAction | None:
        """Return the error that `play(action)` would raise, None when it is legal."""
        try:
            self.play(action)
        except IllegalAction as error:
            return error
        return None

    def phrasebook(self, lang: str) -> Phrasebook:
        """Return the sentences of the game in `lang`, with words for what this position brings along."""
        return self._game.phrasebook(lang, self._state)

    def read(self, action: Action | str) -> Action:
        """Return an action; a written one is read as in a scenario file, for the player who is next.

        It may begin with who acts (`B ban 98K`); while a decision is open it may be one of the options as it stands.
        Raises UnknownName for one that cannot be read, RulekitError for what is neither.
        """
        if not isinstance(action, str):
            return self._checked(action)
        who, _, rest = action.strip().partition(" ")
        named = who.rstrip(":：") in self.game.actors and rest.strip()
        actor, text = (
            (who.rstrip(":："), rest.strip()) if named else (self.to_act or self.game.players[0], action.strip())
        )
        for option in self.decision.options if self.decision is not None else ():
            if str(option) == text:
                return Action(actor, ANSWER, (option,))
        return self.game.parse(actor, text)

    def under_way(self) -> Iterator[Action]:
        """Yield an action under way and the answers given so far, each by whom it was given; nothing otherwise."""
        if self.pending is None:
            return
        yield self.pending.action
        position = self.before.play(self.pending.action)
        for answer in self.pending.answers:
            action = Action(position.to_act or "", ANSWER, (answer,))
            yield action
            position = position.play(action)

    # -- moves -------------------------------------------------------------------------------------

    def play(self, action: Action | str) -> Position:
        """Return the position after `action`; raises IllegalAction and leaves this one as it is.

        The action may be written, see `read`; what is no action at all raises RulekitError.
        """
        root, answers = self._unfold(action)
        run = Resolution(self._state.copy(), self._rulings.choices, answers)
        return self._after(run, root, answers)

    def trace(self, action: Action | str) -> Trace:
        """Return the trace of `action`; with an answer, of the whole action it belongs to."""
        return self.play_traced(action)[1]

    def play_traced(self, action: Action | str) -> tuple[Position, Trace]:
        """Return the position after `action` and the trace of how it came about."""
        root, answers = self._unfold(action)
        run = TracedResolution(self._state.copy(), self._rulings.choices, answers)
        after = self._after(run, root, answers)
        return after, Trace.of(self._game, run, self.state, root, after.decision)

    @property
    def before(self) -> Position:
        """The position before the action under way; the position itself while there is none."""
        return self if self.pending is None else Position(self.game, self.state, self.rulings)

    @property
    def current(self) -> Position:
        """The position as it stands to look at: while a decision is open, what has happened so far and the question."""
        if self._pending is None:
            return self
        run = Resolution(self._state.copy(), self._rulings.choices, self._pending.answers)
        with suppress(Undecided):
            self._game.resolve(run, self._pending.action)
        return Snapshot(self._game, run.state, self._rulings, self._pending)

    def seen_by(self, viewer: str | None) -> SeenPosition:
        """Return the position as it stands (`current`) as far as a player may know it, None for what everybody may.

        State, decision, legal actions, drawing and text are without the secrets of others: the only door to them.
        Raises UnknownName for no player.
        """
        from rulekit.core.seen import SeenPosition

        return SeenPosition.of(self, viewer)

    def pending_trace(self) -> Trace:
        """Return the trace up to the open decision; raises BadArgument when none is open."""
        if self._pending is None:
            raise BadArgument("no_decision")
        run = TracedResolution(self._state.copy(), self._rulings.choices, self._pending.answers)
        with suppress(Undecided):
            self._game.resolve(run, self._pending.action)
        return Trace.of(self._game, run, self.state, self._pending.action, self._pending.decision)

    def _unfold(self, action: Action | str) -> tuple[Action, tuple[Any, ...]]:
        """Split into the action to run and the answers to run it with."""
        action = plain(self.read(action))
        if self._pending is None:
            return action, ()
        decision = self._pending.decision
        if action.verb != ANSWER or action.who != decision.who or len(action.args) != 1:
            raise IllegalAction(
                "decision_open",
                clauses=decision.clauses,
                phrasebook=self._game.phrasebooks(self._state),
                legal=self.legal_actions(),
                who=decision.who,
            )
        answer = self._game.read_answer(self._state, decision, action.args[0])
        return self._pending.action, (*self._pending.answers, answer)

    def _checked(self, action: Any) -> Action:
        """Return the action; raises RulekitError for what is none, with how to read a written one."""
        if isinstance(action, tuple) and len(action) == 3:
            return action if type(action) is Action else Action(*action)
        legal = self.legal_actions()
        written = self._game.format(legal[0]) if legal else ""
        raise RulekitError("not_action", found=repr(action)[:FOUND], text=repr(written[:FOUND]))

    def _after(self, run: Resolution, action: Action, answers: tuple[Any, ...]) -> Position:
        try:
            self._game.resolve(run, action)
        except Undecided as stop:
            return self._following(self._state, Pending(action, answers, stop.decision))
        except BadAnswer as bad:
            decision = bad.decision
            why = self._game.refuse_answer(run.state, decision, bad.answer, self._rulings.choices)
            code, clauses, params = why or Refusal("bad_answer", decision.clauses, {"answer": str(bad.answer)})
            raise IllegalAction(
                code,
                clauses=clauses,
                phrasebook=self._game.phrasebooks(self._state),
                legal=self.legal_actions(),
                **params,
            ) from None
        return self._following(run.state)

    def under(self, changed: Mapping[str, str]) -> Position:
        """Return the same position under other rulings, an action under way run again as far as it goes.

        Where the other rulings forbid that action, that is the position before it.  Raises UnknownName for an unknown
        ruling or option.
        """
        rulings = self._rulings.replace(changed)
        again = Position(self._game, self._state, rulings)
        if self._pending is None or again.why_illegal(self._pending.action) is not None:
            return again
        again = again.play(self._pending.action)
        for answer in self._pending.answers:
            if again.decision is None or answer not in again.decision.options:
                break
            again = again.play(Action(again.decision.who, ANSWER, (answer,)))
        return again

    def compare(self, actions: Action | str | Sequence[Action | str], ruling: str) -> Comparison:
        """Play an action, or several, under each option of a ruling; raises UnknownName for an unknown one.

        An action that an option forbids is told as such.
        """
        from rulekit.core.compare import compare

        one = isinstance(actions, (Action, str))
        return compare(self, [actions] if one else actions, ruling)  # type: ignore[list-item, arg-type]

    # -- value -------------------------------------------------------------------------------------

    def key(self) -> tuple[Any, ...]:
        """Return a hashable value equal for equal positions only."""
        pending = (self._pending.action, self._pending.answers) if self._pending else None
        return (self._game.id, self._state.key(), self._rulings, pending)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.key())
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._game, self.state, self._rulings, self._pending)

    def __repr__(self) -> str:
        lines = [f"{self._game.id} {self._game.awaiting(self._state) or 'over'}"]
        data = to_json(self._state)
        lines += [f"  {k}: {v}" for k, v in data.items()]
        if self._rulings.changed:
            lines.append(f"  rulings: {self._rulings.changed}")
        if self._pending:
            lines.append(f"  pending: {self._pending.action} answers {list(self._pending.answers)}")
        return "\n".join(lines)

    def to_text(self, lang: str) -> str:
        """Return what stands on the table."""
        return self._game.view.position_text(self, lang)

    def to_html(self, lang: str) -> str:
        """Return the position drawn."""
        return self._game.view.position_html(self, lang)

    def to_json(self) -> dict[str, Any]:
        """Return the position as JSON values."""
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "game": self._game.id,
            "rulings": self._rulings.changed,
            "state": to_json(self._state),
        }
        if self._pending:
            action = self._pending.action
            data["pending"] = {
                "action": [action.who, action.verb, list(action.args)],
                "answers": list(self._pending.answers),
            }
        return data

    @classmethod
    def from_json(cls, game: Game, data: Any) -> Position:
        """Read a position back; raises BadData for what is none of this game, with the path to what is wrong.

        Raises UnreadablePosition for a state that the rules cannot read.
        """
        whole = document(data, game, (SCHEMA,), "position_schema", ("rulings", "state"), ("pending",))
        rulings = Rulings(game.rulebook, whole.at("rulings").rulings(game))
        position = cls(game, game.readable(whole.at("state").record(game.State)), rulings)
        if not whole.has("pending"):
            return position
        pending = whole.at("pending").mapping(("action", "answers"))
        position = _played(position, pending.at("action").action(), pending.at("action"))
        for part in pending.at("answers").items():
            decision = position.decision
            if decision is None:
                part.fail("no_decision_data", value=show(part.value))
            position = _played(position, Action(decision.who, ANSWER, (part.plain(),)), part)
        if position.pending is None:
            pending.fail("no_decision_data", value=show(pending.value))
        return position


def _played(position: Position, action: Action, part: Part) -> Position:
    """Return the position after what a document says was done; raises BadData when it cannot be done there."""
    try:
        return position.play(action)
    except IllegalAction as error:
        why = error
    part.fail("cannot_happen", action=str(action), why=why)


class Snapshot(Position):
    """A position in the middle of an action, to look at: its state is the one there, it cannot be played on."""

    __slots__ = ()

    @property
    def current(self) -> Position:
        """The snapshot itself."""
        return self

    def _unfold(self, action: Action | str) -> tuple[Action, tuple[Any, ...]]:
        raise BadArgument("snapshot")
