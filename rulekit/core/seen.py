"""A position and a trace as one player may see them: what the game's `observe` hides is neither told nor shown.

A step whose kind is a secret (`Steps.secrets`) of another player is told with `HIDDEN` for what it names, with
its first clause only and without what it caused; all changes are those between the observed states.  So is an open
decision told without its options when `decision.<kind>` is a secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NoReturn

from rulekit.core.action import ANSWER, Action, ActionGroup, plain
from rulekit.core.errors import BadArgument, IllegalAction, Problem, Refusal
from rulekit.core.game import Game
from rulekit.core.hidden import HIDDEN, decision_for, known_viewer
from rulekit.core.position import Pending, Position, Snapshot
from rulekit.core.record import Path, apply_change, differences
from rulekit.core.rulebook import Rulings
from rulekit.core.show.answers import Actions
from rulekit.core.step import Step
from rulekit.core.trace import Mark, Trace

__all__ = ["SeenPosition", "seen_by"]


class SeenPosition(Snapshot):
    """A position as far as `viewer` may know it, None for everybody; "?" stands for what is secret.

    It follows from nothing else: two positions that differ only in secrets are one when seen.  It is there to be
    looked at, and cannot be played on.
    """

    __slots__ = ("covered", "viewer")

    def __init__(
        self,
        game: Game,
        state: Any,
        rulings: Rulings,
        pending: Pending | None,
        viewer: str | None,
        covered: frozenset[Path],
    ) -> None:
        super().__init__(game, state, rulings, pending)
        self.viewer = viewer
        self.covered = covered

    @classmethod
    def of(cls, position: Position, viewer: str | None) -> SeenPosition:
        """Return a position as it stands, without what `viewer` may not know; raises UnknownName for no player."""
        game, now = position.game, position.current
        rulings, state, pending = now.rulings.choices, now.state, now.pending
        for player in game.players if viewer is None else (known_viewer(viewer, game.players),):
            state = game.observe(state, player, rulings)
            pending = None if pending is None else _pending_for(pending, player, game, rulings)
        covered = position.covered | {change.path for change in differences(now.state, state)}
        one = viewer if not isinstance(position, SeenPosition) or viewer == position.viewer else None
        return cls(game, state, now.rulings, pending, one, covered)

    @property
    def viewers(self) -> tuple[str, ...]:
        """The players none of whom sees more."""
        return self._game.players if self.viewer is None else (self.viewer,)

    def masked(self, action: Action) -> Action:
        """Return an action as the viewer may know it."""
        for viewer in self.viewers:
            action = self._game.verbs.masked(action, viewer, self._rulings.choices)
        return action

    def knows(self, action: Action) -> bool:
        """Tell whether nothing of an action is secret here."""
        action = plain(action)
        return HIDDEN not in action.args and self.masked(action) == action

    def legal_actions(self) -> Actions:
        """Return what can be done, as far as the viewer may know: without the secret actions of others."""
        made = Actions(action for action in super().legal_actions() if self.knows(action))
        made.position = self
        return made

    def candidates(self) -> list[ActionGroup]:
        """Return the actions worth showing of which nothing is secret, under their headings."""
        groups = [g._replace(actions=tuple(filter(self.knows, g.actions))) for g in super().candidates()]
        return [group for group in groups if group.actions]

    def why_illegal(self, action: Action | str) -> IllegalAction | None:
        """Return why an action is illegal as far as the viewer may know; what is secret is refused as such."""
        action = plain(self.read(action))
        refusal = self._sealed(action) or self._refusal(action)
        if refusal is None:
            return None
        code, clauses, params = refusal
        phrasebook, legal = self._game.phrasebooks(self._state), self.legal_actions()
        return IllegalAction(code, clauses=clauses, phrasebook=phrasebook, legal=legal, **params)

    def _sealed(self, action: Action) -> Refusal | None:
        decision = self.decision
        if decision is not None and HIDDEN in decision.options:
            return Refusal("sealed", decision.clauses, {"who": decision.who})
        return None if self.knows(action) else Refusal("sealed", (), {"who": action.who})

    def _refusal(self, action: Action) -> Refusal | None:
        decision = self.decision
        if decision is None:
            return self._game.verbs.refusal(self._state, action, self._rulings.choices)
        if action.verb != ANSWER or action.who != decision.who or len(action.args) != 1:
            return Refusal("decision_open", decision.clauses, {"who": decision.who})
        answer = self._game.read_answer(self._state, decision, action.args[0])
        if answer in decision.options:
            return None
        why = self._game.refuse_answer(self._state, decision, answer, self._rulings.choices)
        return why or Refusal("bad_answer", decision.clauses, {"answer": str(answer)})

    def _looked_at(self) -> NoReturn:
        raise BadArgument("seen")

    def _unfold(self, action: Action | str) -> tuple[Action, tuple[Any, ...]]:
        self._looked_at()

    @property
    def before(self) -> Position:
        """What came before is not known; raises BadArgument."""
        self._looked_at()

    def pending_trace(self) -> Trace:
        """How it came about is not known here, see `Trace.seen_by`; raises BadArgument."""
        self._looked_at()

    def problems(self) -> list[Problem]:
        """What is hidden cannot be checked; raises BadArgument."""
        self._looked_at()

    def check(self) -> Position:
        """What is hidden cannot be checked; raises BadArgument."""
        self._looked_at()

    def under(self, changed: Mapping[str, str]) -> Position:
        """What is secret follows from the rulings; raises BadArgument."""
        self._looked_at()

    def key(self) -> tuple[Any, ...]:
        """Return a hashable value equal for positions that look alike to the same viewer only."""
        return (*super().key(), self.viewers, self.covered)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._game, self.state, self._rulings, self._pending, self.viewer, self.covered)


def _pending_for(pending: Pending, viewer: str, game: Game, rulings: Mapping[str, str]) -> Pending:
    """Return an action under way as a player may know it; the answers so far are told by its trace only."""
    action = game.verbs.masked(pending.action, viewer, rulings)
    decision = decision_for(pending.decision, viewer, game.steps.secrets(rulings))
    return Pending(action, (HIDDEN,) * len(pending.answers), decision)


def seen_by(trace: Trace, viewer: str | None) -> Trace:
    """Return the trace as `viewer` may see it, None for everybody; steps keep their order and get new numbers.

    Raises UnknownName for no player.
    """
    players = trace.game.players
    for player in players if viewer is None else (known_viewer(viewer, players),):
        trace = _seen_by(trace, player)
    return trace


def _seen_by(trace: Trace, viewer: str) -> Trace:
    game = trace.game
    rulings = {**game.defaults.choices, **trace.rulings}
    secrets = game.steps.secrets(rulings)
    whole = trace.start.copy()
    seen = start = game.observe(whole, viewer, rulings)
    numbers: dict[int, int] = {}
    dropped: set[int] = set()
    steps: list[Step] = []
    for step in trace.steps:
        for change in step.changes:
            apply_change(whole, change)
        now = game.observe(whole, viewer, rulings)
        hidden = secrets.get(step.kind) if step.who not in (None, viewer) else None
        if step.parent in dropped:
            dropped.add(step.id)
        if step.id in dropped and now == seen:
            continue
        numbers[step.id] = len(steps)
        made = replace(
            step,
            id=len(steps),
            parent=None if step.parent is None else numbers.get(step.parent),
            because=None if step.because is None else numbers.get(step.because),
            changes=tuple(differences(seen, now)),
        )
        if hidden is not None:
            dropped.add(step.id)
            made = replace(
                made,
                clauses=step.clauses[:1],
                params=_masked(step.params, hidden),
                because=None,
                rulings={},
                derivations={},
            )
        steps.append(made)
        seen = now
    marks = tuple(
        Mark(_first(mark.step, numbers, len(steps)), game.verbs.masked(mark.action, viewer, rulings))
        for mark in trace.marks
    )
    end = game.observe(trace.end, viewer, rulings)
    decision = None if trace.decision is None else decision_for(trace.decision, viewer, secrets)
    return replace(trace, start=start, steps=tuple(steps), end=end, marks=marks, decision=decision)


def _first(step: int, numbers: Mapping[int, int], end: int) -> int:
    """Return the new number of a step, or of the first one after it that is left."""
    return next((numbers[s] for s in sorted(numbers) if s >= step), end)


def _masked(params: Mapping[str, Any], hidden: tuple[str, ...]) -> dict[str, Any]:
    return {
        name: value if name not in hidden else (HIDDEN,) * len(value) if isinstance(value, tuple) else HIDDEN
        for name, value in params.items()
    }
