"""A session: what a person set up, played and is looking at, as plain data with undo; knows no widget."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Literal

from rulekit.core.action import ANSWER, Action
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.debugger import Debugger
from rulekit.core.errors import IllegalAction, ImpossiblePosition, Problem, RulekitError, UnknownName, nearest
from rulekit.core.game import Game
from rulekit.core.position import Position
from rulekit.core.record import Change, Path, differences
from rulekit.core.settings import default_lang
from rulekit.core.trace import Step, Trace
from rulekit.core.viewing import trace_for
from rulekit.ui.given import shortest_given, state_of
from rulekit.ui.words import LabError

if TYPE_CHECKING:
    from rulekit.analysis.compare import Comparison
    from rulekit.core.scenario import Scenario

__all__ = ["Moment", "Played", "Scope", "Session"]

Scope = Literal["last", "all"]
HISTORY = 500  # moments kept for undo


@dataclass(frozen=True, slots=True)
class Moment:
    """All that undo brings back: the set-up as given, the rulings changed, the actions asked for."""

    given: Mapping[str, Any]
    rulings: Mapping[str, str]
    actions: tuple[Action, ...] = ()
    allow_impossible: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """One action that was carried out, the position after it, and the trace of the action it belongs to."""

    action: Action
    after: Position
    trace: Trace


class Session:
    """A set-up, a line of actions from it, and a place in the trace of that line.

    Changing a field or a ruling plays the same actions again, so that a reader sees what the change does.
    A method that raises leaves the session as it was.  While the set-up is impossible and that is not
    allowed, nothing is played; the actions are kept.

    >>> from rulekit.games import load_game
    >>> session = Session(load_game("tangwu"), {"step": "act", "A": {"cost": 5, "digit": 3}})
    >>> session.set_field(("B", "荆棘"), True)
    >>> session.play("寒风")
    >>> session.position.state.A.hp
    18
    """

    def __init__(
        self,
        game: Game,
        given: Mapping[str, Any] | None = None,
        *,
        rulings: Mapping[str, str] | None = None,
        actions: Sequence[Action] = (),
        lang: str | None = None,
        allow_impossible: bool = False,
        title: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        self.lang = default_lang()
        if lang is not None:
            self.set_lang(lang)
        self.title: Mapping[str, str] = title or {}
        self.scope: Scope = "all" if len(actions) > 1 else "last"
        self.viewer: str | None = None
        self._past: list[Moment] = []
        self._future: list[Moment] = []
        self._merge: Path | None = None
        self._whole = True
        self._show(Moment(copy.deepcopy(dict(given or {})), dict(rulings or {}), tuple(actions), allow_impossible))

    @classmethod
    def of_scenario(cls, scenario: Scenario, *, lang: str | None = None) -> Session:
        """Return a session that has played a scenario."""
        return cls(
            scenario.game,
            scenario.given,
            rulings=scenario.rulings,
            actions=scenario.actions,
            lang=lang,
            allow_impossible=scenario.allow_impossible,
            title=scenario.title,
        )

    # -- set-up ------------------------------------------------------------------------------------

    @property
    def given(self) -> Mapping[str, Any]:
        """The set-up as given, in the form of a scenario file; read-only."""
        return self._moment.given

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
        self._do(replace(self._moment, given=self._with({path: value})), merge=path)

    def set_fields(self, values: Mapping[Path, Any]) -> None:
        """Set several fields of the set-up in one change and play the line again; raises BadGiven."""
        self._do(replace(self._moment, given=self._with(values)))

    def _with(self, values: Mapping[Path, Any]) -> dict[str, Any]:
        given = copy.deepcopy(dict(self.given))
        for path, value in values.items():
            part = given
            for key in path[:-1]:
                part[str(key)] = dict(part.get(str(key)) or {})
                part = part[str(key)]
            part[str(path[-1])] = value
        return given

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

    def restart_here(self) -> None:
        """Make the state at the cursor the new set-up, with no actions yet.

        Raises LabError inside a resolution that waits for a decision, which no set-up can say.
        """
        if self.viewer is not None:
            raise LabError("not_all_seen")
        if self.debugger is not None:
            at = self.debugger.fork()
        else:
            at = self.position
        if at.pending is not None:
            raise LabError("decision_pending")
        given = shortest_given(self.game, at.state)
        self._do(replace(self._moment, given=given, actions=()))

    # -- the line of actions -----------------------------------------------------------------------

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that were carried out."""
        return tuple(p.action for p in self.line)

    def play(self, action: Action | str) -> None:
        """Carry out an action, or one written as in a scenario file, for the player who is next.

        Raises IllegalAction, UnknownName, or ImpossiblePosition while the set-up is refused.
        """
        if isinstance(action, str):
            action = self.game.parse(self.position.to_act or self.game.players[0], action)
        if not self.ready:
            raise ImpossiblePosition(self.problems, self.game.wording)
        refused = self.position.why_illegal(action)
        if refused is not None:
            raise refused
        self._do(replace(self._moment, actions=(*self.actions, action)))

    def play_all(self, actions: Sequence[Action]) -> None:
        """Carry out several actions in one change; raises as `play`, and then none is carried out."""
        if not self.ready:
            raise ImpossiblePosition(self.problems, self.game.wording)
        position = self.position
        for action in actions:
            refused = position.why_illegal(action)
            if refused is not None:
                raise refused
            position = position.play(action)
        self._do(replace(self._moment, actions=(*self.actions, *actions)))

    def answer(self, option: Any) -> None:
        """Answer the open decision; raises IllegalAction for what is none of its options."""
        decision = self.position.decision
        if decision is None:
            raise LabError("no_decision")
        self.play(Action(decision.who, ANSWER, (option,)))

    def reset(self) -> None:
        """Take back every action."""
        if self._moment.actions:
            self._do(replace(self._moment, actions=()))

    def why_illegal(self, action: Action) -> RulekitError | None:
        """Return why an action cannot be carried out now, None when it can."""
        if not self.ready:
            return ImpossiblePosition(self.problems, self.game.wording)
        return self.position.why_illegal(action)

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

    # -- looking -----------------------------------------------------------------------------------

    @property
    def trace(self) -> Trace | None:
        """The trace of the last action, or of the whole line; None before the first action."""
        return self.debugger.trace if self.debugger else None

    @property
    def at(self) -> int:
        """The id of the step looked at, -1 before the first."""
        return self.debugger.at if self.debugger else -1

    @property
    def step_now(self) -> Step | None:
        """The step looked at."""
        return self.debugger.step if self.debugger else None

    @property
    def shown(self) -> Position:
        """The position at the step looked at; between steps of an action it is a snapshot."""
        if self.debugger is None:
            return self.position
        if not self._whole or self.position.pending:
            return Position(self.game, self.debugger.state, self.start.rulings)
        return self.position

    @property
    def highlight(self) -> tuple[Change, ...]:
        """What to mark in the shown position: the changes of this step, right after an action those of all."""
        if self.debugger is None:
            return ()
        if self._whole:
            return tuple(differences(self.debugger.trace.start, self.debugger.trace.end))
        step = self.debugger.step
        return step.changes if step else ()

    @property
    def whole(self) -> bool:
        """Whether the view is on the result of the whole trace and not on one step."""
        return self._whole

    def step(self) -> bool:
        """Make the next step; from the view on the whole, begin at the first."""
        if self.debugger is not None and self._whole:
            self._whole = False
            self.debugger.to_start()
        return self._walk("next")

    def back(self) -> bool:
        """Take the last step back."""
        return self._walk("back")

    def into(self) -> bool:
        """Go to the first step this one caused."""
        return self._walk("into")

    def over(self) -> bool:
        """Go past everything this step caused."""
        return self._walk("over")

    def out(self) -> bool:
        """Go past everything the cause of this step caused."""
        return self._walk("out")

    def to_start(self) -> bool:
        """Go before the first step."""
        return self._walk("to_start")

    def to_end(self) -> bool:
        """Go to the last step."""
        return self._walk("to_end")

    def _walk(self, move: str) -> bool:
        if self.debugger is None:
            return False
        whole, self._whole = self._whole, False
        return bool(getattr(self.debugger, move)()) or whole

    def jump(self, id: int) -> bool:
        """Go to right after step `id`; raises IndexError for no such step."""
        if self.debugger is None:
            raise IndexError("there is no trace")
        moved = self.debugger.jump(id)
        whole, self._whole = self._whole, False
        return moved or whole

    def run_to(self, *, clause: str | None = None, kind: str | None = None, field: Path | None = None) -> bool:
        """Run on to the next step that cites a clause, is of a kind or changed a field; see `Debugger.run_to`.

        From the view on the whole the search begins at the first step.
        """
        if self.debugger is None:
            return False
        at, whole = self.debugger.at, self._whole
        if whole:
            self.debugger.to_start()
        found = self.debugger.run_to(clause=clause, kind=kind, field=field)
        if found:
            self._whole = False
        else:
            self.debugger.jump(at)
        return found

    def set_scope(self, scope: Scope) -> None:
        """Look at the trace of the last action ("last") or of the whole line ("all")."""
        if scope != self.scope:
            self.scope = scope
            self._look()

    def set_viewer(self, viewer: str | None) -> None:
        """Look with the eyes of one player, who knows no secret of the other; None sees everything."""
        if viewer is not None and viewer not in self.game.players:
            near = nearest(viewer, self.game.players) or self.game.players[0]
            raise UnknownName("unknown_viewer", name=viewer, nearest=near, known=", ".join(self.game.players))
        if viewer != self.viewer:
            self.viewer = viewer
            self._look()

    def seen(self, action: Action) -> Action:
        """Return an action as the viewer may know it."""
        if self.viewer is None:
            return action
        return self.game.masked(action, self.viewer, self.start.rulings)

    def set_lang(self, lang: str) -> None:
        """Show everything in another language; raises UnknownName."""
        if lang not in LANGUAGES:
            near = nearest(lang, LANGUAGES) or LANGUAGES[0]
            raise UnknownName("unknown_language", name=lang, nearest=near, known=", ".join(LANGUAGES))
        self.lang = lang

    def compare(self, ruling: str) -> Comparison:
        """Play the line under every option of a ruling; raises UnknownName for an unknown one."""
        from rulekit.analysis.compare import compare

        actions = self._moment.actions if self.ready else ()
        return compare(self.start, actions, ruling)

    # -- files and text ----------------------------------------------------------------------------

    def save(self, path: str | FilePath, *, title: Mapping[str, str], overwrite: bool = False) -> FilePath:
        """Write the session as a scenario that expects what happened; return the path.

        Raises RulekitError for an empty line, an existing file or one that cannot be written.
        """
        from rulekit.core import scenario

        target = FilePath(str(path).strip()).expanduser()
        made = self.to_scenario(title)
        scenario.save(target, made, overwrite=overwrite)
        self.title = dict(title)
        return target

    def to_scenario(self, title: Mapping[str, str] | None = None) -> Scenario:
        """Return the session as a scenario that expects what happened."""
        from rulekit.core import scenario

        actions = self.actions
        if self.stopped is not None and len(self._moment.actions) == len(actions) + 1:
            actions = self._moment.actions  # an illegal last action becomes an expected refusal
        if not actions:
            raise LabError("nothing_played")
        return scenario.record(self.start, actions, title=dict(title or self.title))

    def load(self, source: str | FilePath | Scenario) -> None:
        """Take over a scenario, from a file or as an object; undo brings back what was there before.

        Raises RulekitError for a file that is wrong and for another game's.
        """
        from rulekit.core import scenario

        loaded = source if isinstance(source, scenario.Scenario) else scenario.load(str(source).strip())
        if loaded.game.id != self.game.id:
            raise LabError("other_game", found=loaded.game.id, wanted=self.game.id)
        given = copy.deepcopy(dict(loaded.given))
        moment = Moment(given, dict(loaded.rulings), loaded.actions, loaded.allow_impossible)
        self._do(moment)
        self.title = loaded.title
        self.set_scope("all" if len(loaded.actions) > 1 else "last")

    def copy_python(self) -> str:
        """Return Python code that sets the same position up and plays the same actions."""
        from rulekit.ui.code import python_code

        return python_code(self)

    def minimal_given(self) -> dict[str, Any]:
        """Return the shortest set-up that gives the same start, in field order."""
        return shortest_given(self.game, self.start.state)

    def text(self) -> str:
        """Return everything shown as text, in a fixed order: title, set-up, problems, trace, result."""
        from rulekit.ui.words import session_text

        return session_text(self)

    # -- inside ------------------------------------------------------------------------------------

    def _show(self, moment: Moment) -> None:
        """Work a moment out; raises before anything of the session has changed."""
        state = state_of(self.game, moment.given)
        start = Position(self.game, state, self.game.defaults.replace(moment.rulings))
        problems = start.problems()
        line: list[Played] = []
        stopped: tuple[Action, IllegalAction] | None = None
        position = start
        if moment.allow_impossible or not problems:
            for action in moment.actions:
                try:
                    position, trace = position.play_traced(action)
                except IllegalAction as error:
                    stopped = action, error
                    break
                line.append(Played(action, position, trace))
        self._moment = moment
        self.start: Position = start
        self.problems: list[Problem] = problems
        self.line: list[Played] = line
        self.stopped: tuple[Action, IllegalAction] | None = stopped
        self.position: Position = position
        self._look()

    def traces(self) -> list[Trace]:
        """Return one trace per action of the line; answers belong to the action they were asked in."""
        found: list[Trace] = []
        for played in self.line:
            if played.action.verb == ANSWER:
                found.pop()
            found.append(played.trace)
        return found

    def _look(self) -> None:
        traces = self.traces()
        self.debugger: Debugger | None = None
        self._whole = True
        if traces:
            trace = traces[-1] if self.scope == "last" else Trace.join(traces)
            trace = trace if self.viewer is None else trace_for(trace, self.viewer)
            self.debugger = Debugger(trace, len(trace) - 1)
