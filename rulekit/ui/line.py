"""A set-up and the line of actions played from it, as plain data with undo."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulekit.core.action import ANSWER, Action
from rulekit.core.errors import IllegalAction, ImpossiblePosition, Problem
from rulekit.core.game import Game
from rulekit.core.given import set_up, shortest_given, state_of
from rulekit.core.playthrough import Entry, Playthrough
from rulekit.core.position import Position
from rulekit.core.record import Path
from rulekit.core.trace import Trace
from rulekit.ui.words import LabError

if TYPE_CHECKING:
    from rulekit.core.compare import Comparison

__all__ = ["Caption", "Moment", "PlayedLine"]

HISTORY = 500  # moments kept for undo


@dataclass(frozen=True, slots=True)
class Caption:
    """A title, by language, with set-up, rulings and actions of what it speaks of."""

    title: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()

    def strays(self, line: PlayedLine, asked: tuple[Action, ...]) -> tuple[str, ...]:
        """Return what of a line, in which `asked` were to be played, is other than the title says.

        These are `rulings`, `given` and `actions`; further actions than those it speaks of are none.
        """
        if not self.title:
            return ()
        game = line.game
        rulings = game.defaults.replace(self.rulings)
        # a set-up may leave out what its rulings imply, so that only states can be compared
        same = self.given == line.given or state_of(game, self.given, rulings.choices) == line.start.state
        found = {
            "rulings": rulings.changed != line.rulings,
            "given": not same,
            "actions": asked[: len(self.actions)] != self.actions,
        }
        return tuple(what for what, is_other in found.items() if is_other)


@dataclass(frozen=True, slots=True)
class Moment:
    """All that undo brings back: the set-up as given, the rulings changed, the actions asked for."""

    given: Mapping[str, Any]
    rulings: Mapping[str, str]
    actions: tuple[Action, ...] = ()
    allow_impossible: bool = False
    caption: Caption = field(default_factory=Caption)


class PlayedLine:
    """A set-up and a line of actions from it; every change can be undone.

    Changing a field or a ruling plays the same actions again.  A method that raises leaves everything as it was.
    While the set-up is impossible and that is not allowed, nothing is played; the actions are kept.
    """

    def __init__(
        self,
        game: Game,
        given: Mapping[str, Any],
        *,
        rulings: Mapping[str, str],
        actions: Sequence[Action],
        allow_impossible: bool,
        title: Mapping[str, str],
    ) -> None:
        self.game = game
        self._past: list[Moment] = []
        self._future: list[Moment] = []
        self._merge: Path | None = None
        own = copy.deepcopy(dict(given))
        caption = Caption(dict(title), own, dict(rulings), tuple(actions))
        self._show(Moment(own, dict(rulings), tuple(actions), allow_impossible, caption))

    # -- set-up ------------------------------------------------------------------------------------

    @property
    def given(self) -> Mapping[str, Any]:
        """The set-up as given, in the form of a scenario file; read-only."""
        return self._moment.given

    @property
    def caption(self) -> Caption:
        """The title, with what it speaks of."""
        return self._moment.caption

    @property
    def title(self) -> Mapping[str, str]:
        """The title by language, empty for none."""
        return self.caption.title

    @property
    def astray(self) -> tuple[str, ...]:
        """What is other than the title says: "rulings", "given", "actions"; nothing where there is no title."""
        return self.caption.strays(self, self._moment.actions)

    @property
    def rulings(self) -> Mapping[str, str]:
        """The rulings that differ from their defaults."""
        return self.start.rulings.changed

    @property
    def allow_impossible(self) -> bool:
        """Whether an impossible set-up is played all the same."""
        return self._moment.allow_impossible

    @property
    def ready(self) -> bool:
        """Whether the set-up can be played."""
        return self.allow_impossible or not self.problems

    def set_field(self, path: Path, value: Any) -> None:
        """Set one field of the set-up and play the line again; raises BadGiven for a value of a wrong type.

        Successive changes of one field count as one for undo.
        """
        self.set_fields({path: value}, typed=path)

    def set_fields(self, values: Mapping[Path, Any], *, typed: Path | None = None) -> None:
        """Set several fields of the set-up in one change and play the line again; raises BadGiven.

        What follows from them by the rules is set with them, see `Game.follow`.  Successive changes of the field
        `typed` count as one for undo.
        """
        given: Any = copy.deepcopy(dict(self.given))
        for path, value in values.items():
            given = _put(given, path, value)
        for path, value in self.game.follow(state_of(self.game, given, self.start.rulings.choices), values).items():
            given = _put(given, path, value)
        self._do(replace(self._moment, given=given), merge=typed)

    def set_allow_impossible(self, allow: bool) -> None:
        """Allow or refuse impossible set-ups."""
        if allow != self.allow_impossible:
            self._do(replace(self._moment, allow_impossible=allow))

    def set_ruling(self, id: str, option: str) -> None:
        """Choose the reading of a ruling and play the line again; raises UnknownName."""
        changed = self.start.rulings.replace({id: option}).changed
        if changed != self.rulings:
            self._do(replace(self._moment, rulings=changed))

    def reset_rulings(self) -> None:
        """Put every ruling back to its default."""
        if self.rulings:
            self._do(replace(self._moment, rulings={}))

    def minimal_given(self) -> dict[str, Any]:
        """Return the shortest set-up that gives the same start, in field order."""
        return shortest_given(self.start)

    # -- the line of actions -----------------------------------------------------------------------

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that were carried out."""
        return self.played.actions

    def play(self, action: Action | str) -> None:
        """Carry out an action, or one written as in a scenario file, for the player who is next.

        Raises IllegalAction, UnknownName, or ImpossiblePosition while the set-up is refused.
        """
        if isinstance(action, str):
            action = self.game.parse(self.position.to_act or self.game.players[0], action)
        if not self.ready:
            raise ImpossiblePosition(self.problems, self.start.game.phrasebooks(self.start.state))
        refused = self.position.why_illegal(action)
        if refused is not None:
            raise refused
        self._do(replace(self._moment, actions=(*self.actions, action)))

    def play_all(self, actions: Sequence[Action]) -> None:
        """Carry out several actions in one change; raises as `play`, and then none is carried out."""
        if not self.ready:
            raise ImpossiblePosition(self.problems, self.start.game.phrasebooks(self.start.state))
        trial = Playthrough(self.start, self.actions)
        trial.play(*actions)
        self._do(replace(self._moment, actions=(*self.actions, *actions)))

    def answer(self, option: Any) -> None:
        """Answer the open decision; raises IllegalAction for what is none of its options."""
        decision = self.position.decision
        if decision is None:
            raise LabError("no_decision")
        self.play(Action(decision.who, ANSWER, (option,)))

    def reset(self, *, keep: int = 0) -> None:
        """Take back every action but the first `keep` ones."""
        if len(self._moment.actions) > keep:
            self._do(replace(self._moment, actions=self._moment.actions[:keep]))

    def traces(self) -> list[Trace]:
        """Return one trace per action of the line; answers belong to the action they were asked in."""
        return list(self.played.traces)

    def compare(self, ruling: str) -> Comparison:
        """Play the line under every option of a ruling; raises UnknownName for an unknown one."""
        from rulekit.core.compare import compare

        actions = self._moment.actions if self.ready else ()
        return compare(self.start, actions, ruling)

    # -- history -----------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change that was taken back."""
        return bool(self._future)

    def undo(self) -> bool:
        """Take back the last change of set-up, rulings or line; return whether there was one."""
        return self._travel(self._past, self._future)

    def redo(self) -> bool:
        """Make the change again that was taken back last; return whether there was one."""
        return self._travel(self._future, self._past)

    def _travel(self, source: list[Moment], target: list[Moment]) -> bool:
        if not source:
            return False
        moment = source[-1]
        target.append(self._moment)
        source.pop()
        self._merge = None
        self._show(moment)
        return True

    def _do(self, moment: Moment, *, merge: Path | None = None) -> None:
        before = self._moment
        self._show(moment)
        if merge is None or merge != self._merge or not self._past:
            self._past.append(before)
            del self._past[:-HISTORY]
        self._merge = merge
        self._future.clear()

    # -- inside ------------------------------------------------------------------------------------

    def _show(self, moment: Moment) -> None:
        """Work a moment out; raises before anything of the session has changed."""
        rulings = self.game.defaults.replace(moment.rulings)
        start = set_up(self.game, moment.given, rulings)
        problems = start.problems()
        played = Playthrough(start)
        stopped: tuple[Action, IllegalAction] | None = None
        for action in moment.actions if moment.allow_impossible or not problems else ():
            error = played.attempt(action)
            if error is not None:
                played.undo()
                stopped = action, error
                break
        self._moment = moment
        self.start: Position = start
        self.problems: list[Problem] = problems
        self.played = played
        self.stopped: tuple[Action, IllegalAction] | None = stopped
        self.position: Position = played.position

    @property
    def line(self) -> list[Entry]:
        """The actions that were carried out, each with where it led."""
        return self.played.entries


def _put(part: Any, path: Path, value: Any) -> Any:
    """Return a part of a set-up with the field at `path` set, whatever is missing on the way made."""
    key, rest = path[0], path[1:]
    made: Any = list(part or ()) if isinstance(key, int) else dict(part or {})
    made[key] = _put(made[key] if isinstance(key, int) else made.get(key), rest, value) if rest else value
    return made
