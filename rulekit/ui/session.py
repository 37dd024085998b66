"""A session: what a person set up, played and is looking at, as plain data with undo; knows no widget."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from rulekit.core.action import Action
from rulekit.core.catalogue import LANGUAGES, default_lang
from rulekit.core.debugger import Debugger
from rulekit.core.errors import NoStep, UnknownName, nearest
from rulekit.core.game import Game
from rulekit.core.given import shortest_given
from rulekit.core.hidden import known_viewer
from rulekit.core.playthrough import Playthrough
from rulekit.core.position import Position, Snapshot
from rulekit.core.record import Change, Path, differences
from rulekit.core.saving import located
from rulekit.core.scenario.model import Scenario
from rulekit.core.step import Step
from rulekit.core.trace import Trace
from rulekit.games import load_game
from rulekit.ui.line import Caption, Moment, PlayedLine
from rulekit.ui.words import LabError

if TYPE_CHECKING:
    from rulekit.core.phrasebook import Phrasebook

__all__ = ["Scope", "Session", "session_of"]

Seen = TypeVar("Seen", Position, Trace)
Scope = Literal["last", "all"]


class Session(PlayedLine):
    """A set-up, a line of actions from it, and a place in the trace of that line.

    Changing a field or a ruling plays the same actions again, so that a reader sees what the change does.
    A method that raises leaves the session as it was.

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
        self.lang = default_lang()
        if lang is not None:
            self.set_lang(lang)
        self.scope: Scope = "all" if len(actions) > 1 else "last"
        self.viewer: str | None = None
        self._whole = True
        super().__init__(
            game,
            given or {},
            rulings=rulings or {},
            actions=actions,
            allow_impossible=allow_impossible,
            title=title or {},
        )

    @classmethod
    def of_scenario(
        cls,
        scenario: Scenario,
        *,
        rulings: Mapping[str, str] | None = None,
        lang: str | None = None,
        allow_impossible: bool = False,
    ) -> Session:
        """Return a session that has played a scenario; `rulings` go on top of its own."""
        made = cls(
            scenario.game,
            scenario.given,
            rulings=scenario.rulings,
            actions=scenario.actions,
            lang=lang,
            allow_impossible=allow_impossible or scenario.allow_impossible,
            title=scenario.title,
        )
        if rulings:  # the title speaks of the scenario's own
            made._show(replace(made._moment, rulings={**scenario.rulings, **rulings}))
        return made

    # -- looking -----------------------------------------------------------------------------------

    @property
    def phrasebook(self) -> Phrasebook:
        """The sentences of the game in the session's language, with words for what the set-up brings along."""
        return self.start.phrasebook(self.lang)

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
    def current(self) -> Position:
        """The position at the step looked at, as the viewer may know it; between steps of an action a snapshot."""
        if self.debugger is None:
            return self.look(self.position)
        if not self._whole:
            return self.look(Snapshot(self.game, self.debugger.state, self.start.rulings))
        return self.look(self.position.current)

    @property
    def keeps_secrets(self) -> bool:
        """Whether there is anything here, or in the game, that one player may not know."""
        state, rulings = self.position.state, self.start.rulings
        hides = (self.game.observe(state, who, rulings) != state for who in self.game.players)
        return bool(self.game.steps.secrets(rulings)) or any(hides)

    @property
    def known(self) -> Position:
        """The position to be played on as far as the viewer knows it."""
        return self.look(self.position)

    @property
    def sees_all(self) -> bool:
        """Whether everything is shown, and not what one player may know."""
        return self.viewer is None

    def sees(self, who: str | None) -> bool:
        """Whether what only `who` may know is shown."""
        return self.viewer in (None, who)

    def look(self, shown: Seen) -> Seen:
        """Return a position or a trace as the viewer may know it: as it is for who sees everything."""
        return shown if self.viewer is None else shown.seen_by(self.viewer)

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
        """Go to right after step `id`; raises NoStep for no such step."""
        if self.debugger is None:
            raise NoStep(id, 0)
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
        if viewer is not None:
            known_viewer(viewer, self.game.players)
        if viewer != self.viewer:
            self.viewer = viewer
            self._look()

    def seen(self, action: Action) -> Action:
        """Return an action as the viewer may know it."""
        if self.viewer is None:
            return action
        return self.game.verbs.masked(action, self.viewer, self.start.rulings)

    def set_lang(self, lang: str) -> None:
        """Show everything in another language; raises UnknownName."""
        if lang not in LANGUAGES:
            near = nearest(str(lang), LANGUAGES) or LANGUAGES[0]
            raise UnknownName("unknown_language", name=lang, nearest=near, known=", ".join(LANGUAGES))
        self.lang = lang

    def restart_here(self) -> None:
        """Make the state at the cursor the new set-up, with no actions yet.

        Raises LabError inside a resolution that waits for a decision, which no set-up can say.
        """
        if not self.sees_all:
            raise LabError("not_all_seen")
        at = self.position if self.debugger is None else self.debugger.fork()
        if at.pending is not None:
            raise LabError("decision_pending")
        given = shortest_given(at)
        self._do(replace(self._moment, given=given, actions=()))

    def _show(self, moment: Moment) -> None:
        super()._show(moment)
        self._look()

    def _look(self) -> None:
        traces = self.traces()
        self.debugger: Debugger | None = None
        self._whole = True
        if traces:
            trace = traces[-1] if self.scope == "last" else Trace.join(traces)
            trace = self.look(trace)
            self.debugger = Debugger(trace, len(trace) - 1)

    # -- files and text ----------------------------------------------------------------------------

    def save(self, path: str | FilePath, *, title: Mapping[str, str], overwrite: bool = False) -> FilePath:
        """Write the session as a scenario that expects what happened; return the path.

        Raises RulekitError for an empty line, an existing file or one that cannot be written.
        """
        from rulekit.core import scenario

        name = str(path).strip()
        scenario.save(name, self.to_scenario(title), overwrite=overwrite)
        caption = Caption(dict(title), self.given, self.rulings, self._moment.actions)
        self._moment = replace(self._moment, caption=caption)
        return located(name)

    def to_scenario(self, title: Mapping[str, str] | None = None) -> Scenario:
        """Return the session as a scenario that expects what happened.

        Without a title it has that of the session, unless this speaks of another case; then the name of the game.
        """
        from rulekit.core import scenario

        actions = self.actions
        if self.stopped is not None and len(self._moment.actions) == len(actions) + 1:
            actions = self._moment.actions  # an illegal last action becomes an expected refusal
        if not actions:
            raise LabError("nothing_played")
        return scenario.record(self.start, actions, title=title or ({} if self.astray else self.title))

    def load(self, source: str | FilePath | Scenario) -> None:
        """Take over a scenario, from a file or as an object; undo brings back what was there before.

        Raises RulekitError for a file that is wrong and for another game's.
        """
        from rulekit.core import scenario

        loaded = source if isinstance(source, Scenario) else scenario.load(str(source).strip())
        if loaded.game.id != self.game.id:
            raise LabError("other_game", found=loaded.game.id, wanted=self.game.id)
        given = copy.deepcopy(dict(loaded.given))
        rulings, actions = dict(loaded.rulings), loaded.actions
        caption = Caption(loaded.title, given, rulings, actions)
        self._do(Moment(given, rulings, actions, loaded.allow_impossible, caption))
        self.set_scope("all" if len(loaded.actions) > 1 else "last")

    def copy_python(self) -> str:
        """Return Python code that sets the same position up and plays the same actions."""
        return self.played.to_python()

    def text(self) -> str:
        """Return everything shown as text, in a fixed order: title, set-up, problems, trace, result."""
        from rulekit.ui.session_text import session_text

        return session_text(self)


def session_of(
    given: Mapping[str, Any] | Scenario | Position | Playthrough | None,
    *,
    game: str | None = None,
    rulings: Mapping[str, str] | None = None,
    lang: str | None = None,
    allow_impossible: bool = False,
    title: Mapping[str, str] | None = None,
) -> Session:
    """Return a session of a set-up, of 唐五 where `game` names no other, or of what has been played: a scenario,
    a position with the action under way, a playthrough.

    `rulings` go on top of a scenario's own.  Raises UnknownName for an unknown game or ruling, BadGiven for a set-up
    that is no position, LabError for a scenario of another game than `game`.
    """
    if isinstance(given, Position):
        given = Playthrough.of(given)
    if given is None or isinstance(given, Mapping):
        system = load_game(game or "tangwu")
        return Session(system, given, rulings=rulings, lang=lang, allow_impossible=allow_impossible, title=title)
    found = given.game if isinstance(given, Scenario) else given.start.game
    if game not in (None, found.id):
        raise LabError("other_game", found=found.id, wanted=game)
    if isinstance(given, Playthrough):
        start = given.start
        return Session(
            found,
            shortest_given(start),
            rulings={**start.rulings.changed, **(rulings or {})},
            actions=given.actions,
            lang=lang,
            allow_impossible=allow_impossible or bool(start.problems()),
            title=title,
        )
    return Session.of_scenario(given, rulings=rulings, lang=lang, allow_impossible=allow_impossible)
