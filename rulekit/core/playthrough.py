"""A position and what was played from it: going on, back, and over the same actions under other rulings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pprint import pformat
from typing import TYPE_CHECKING, Self

from rulekit.core.action import Action, plain
from rulekit.core.errors import IllegalAction, RulekitError
from rulekit.core.given import shortest_given
from rulekit.core.position import Position
from rulekit.core.show.answers import Ending, written
from rulekit.core.show.display import Display
from rulekit.core.trace import Trace
from rulekit.drawing.svg import escape

if TYPE_CHECKING:
    from rulekit.core.scenario.model import Scenario

__all__ = ["Entry", "Playthrough"]

WIDTH = 100  # columns of a set-up that is broken into lines of Python


class Entry:
    """One action tried: who decided it, where it led, and the trace of the whole action it belongs to.

    A refused one led nowhere: `after` is the position before it, `trace` is None and `error` says why.
    """

    __slots__ = ("_before", "_trace", "action", "after", "decider", "error")

    def __init__(
        self, before: Position, action: Action, after: Position, trace: Trace | None, error: IllegalAction | None = None
    ) -> None:
        self._before = before
        self._trace = trace
        self.action = action
        self.decider = before.decides_for(action.who)
        self.after = after
        self.error = error

    @property
    def trace(self) -> Trace | None:
        """How it came about; worked out when it is read where the playing was silent."""
        if self._trace is None and self.error is None:
            self._trace = self._before.trace(self.action)
        return self._trace


class Playthrough(Display):
    """A game as it was played: every position is kept, so any moment can be gone back to.

    What was undone is kept as well while the same is played again: `redo` brings it back, with the same fate.

    >>> from rulekit import new_game
    >>> game = Playthrough(new_game("tangwu", first="A", bans=("98K", "尤里")))
    >>> game.play("add digit").play("pass").position.to_act
    'B'
    >>> game.undo(), len(game), game.redo(), len(game)
    (True, 1, True, 2)
    """

    def __init__(self, start: Position, actions: Iterable[Action | str] = (), *, traced: bool = True) -> None:
        """Begin at `start` and play `actions`, see `play`.

        Without `traced` actions are played silently, which is faster, and a trace is made when it is read.
        """
        self.start = start
        self._traced = traced
        self.entries: list[Entry] = []
        self._undone: list[Entry] = []
        self.play(*actions)

    @classmethod
    def of(cls, position: Position) -> Playthrough:
        """Return the playthrough that leads to `position`: an action under way is played from before it."""
        return cls(position.before, position.under_way())

    # -- what there is -----------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position now."""
        return self.entries[-1].after if self.entries else self.start

    @property
    def positions(self) -> list[Position]:
        """The start and the position after each entry."""
        return [self.start, *(e.after for e in self.entries)]

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that were carried out, in order."""
        return tuple(e.action for e in self.entries if e.error is None)

    @property
    def traces(self) -> tuple[Trace, ...]:
        """One trace per action; an action with answers counts once."""
        return self.traces_to(len(self.entries))

    def traces_to(self, n: int) -> tuple[Trace, ...]:
        """Return the traces of the first `n` entries."""
        made: list[Trace] = []
        before = self.start
        for entry in self.entries[:n]:
            if entry.trace is not None:
                made[-1 if before.pending is not None else len(made) :] = [entry.trace]
            before = entry.after
        return tuple(made)

    @property
    def trace(self) -> Trace | None:
        """The joined trace of all actions; None when nothing was played."""
        traces = self.traces
        return Trace.join(traces) if traces else None

    def outcome(self) -> Ending | None:
        """Return how the game ended, None while it goes on."""
        return self.position.outcome()

    def __len__(self) -> int:
        return len(self.entries)

    def at(self, n: int) -> Position:
        """Return the position after the first `n` entries; raises IndexError for one that is not there."""
        return self.positions[n]

    # -- what it makes ------------------------------------------------------------------------------

    def to_scenario(self, title: str | Mapping[str, str] = "") -> Scenario:
        """Return a scenario that expects what happened; without a title it has the name of the game."""
        from rulekit.core.scenario import record

        return record(self.start, [e.action for e in self.entries], title=title)

    def to_python(self) -> str:
        """Return three lines of Python that set the start up and play the same actions."""
        return _python(self)

    def to_text(self, lang: str) -> str:
        """Return what was played, a line each, and the position now."""
        words = self.start.phrasebook(lang)
        lines = []
        for entry in self.entries:
            lines.append(words.action(entry.action))
            if entry.error is not None:
                lines.append("  " + words.text("show.refused", {"why": entry.error.reason(lang)}))
        return "\n".join([*(lines or [words.text("show.nothing_played")]), self.position.to_text(lang)])

    def to_html(self, lang: str) -> str:
        """Return the position now, drawn, below what was played."""
        words = self.start.phrasebook(lang)
        played = [words.action(entry.action) for entry in self.entries]
        rows = "".join(f"<li>{escape(action)}</li>" for action in played)
        return (f"<ol>{rows}</ol>" if rows else "") + self.position.to_html(lang)

    # -- playing -----------------------------------------------------------------------------------

    def play(self, *actions: Action | str) -> Self:
        """Play actions, also written ones, and return the playthrough itself.

        Raises IllegalAction or UnknownName at the first that cannot be played; those before it stay played.
        """
        for action in actions:
            entry = self._tried(action)
            if entry.error is not None:
                raise entry.error
            self._enter(entry)
        return self

    def attempt(self, action: Action | str) -> IllegalAction | None:
        """Play an action or note that it was refused; return why it was, None when it was played.

        Raises UnknownName for a written one that cannot be read.
        """
        entry = self._tried(action)
        self._enter(entry)
        return entry.error

    def _tried(self, action: Action | str) -> Entry:
        before = self.position
        read = plain(before.read(action))
        try:
            after, trace = before.play_traced(read) if self._traced else (before.play(read), None)
        except IllegalAction as error:
            return Entry(before, read, before, None, error)
        return Entry(before, read, after, trace)

    def _enter(self, entry: Entry) -> None:
        self.entries.append(entry)
        if self._undone and _alike(self._undone[-1].after, entry.after):
            self._undone.pop()
        else:
            self._undone.clear()

    @property
    def undone(self) -> list[Entry]:
        """What was taken back and may be played again, in that order."""
        return self._undone[::-1]

    def undo(self, n: int = 1) -> bool:
        """Take back the last `n` entries; return whether there were so many."""
        if not 0 < n <= len(self.entries):
            return False
        self._undone += reversed(self.entries[-n:])
        del self.entries[-n:]
        return True

    def redo(self, n: int = 1) -> bool:
        """Play again what was undone last, with the same draws; return whether there was so much."""
        if not 0 < n <= len(self._undone):
            return False
        self.entries += reversed(self._undone[-n:])
        del self._undone[-n:]
        return True

    def under(self, rulings: Mapping[str, str]) -> Playthrough:
        """Return the same actions under other rulings, up to the first that is refused there.

        That one is the last entry, with why.  Raises UnknownName for an unknown ruling or option.
        """
        made = Playthrough(self.start.under(rulings), traced=self._traced)
        for action in self.actions:
            if made.attempt(action) is not None:
                break
        return made


def _alike(one: Position, two: Position) -> bool:
    """Tell whether two positions are one to look at, however the action under way was written."""
    return one.current.state == two.current.state and one.decision == two.decision


def _python(played: Playthrough) -> str:
    """Return the import, the set-up and the actions, a line each where they are short."""
    start = played.start
    given = pformat(shortest_given(start), sort_dicts=False, width=WIDTH, compact=True)
    options = [f", rulings={start.rulings.changed!r}"] if start.rulings.changed else []
    options += [", allow_impossible=True"] if start.problems() else []
    entries = [(before, e.action) for before, e in zip(played.positions, played.entries, strict=False) if not e.error]
    actions = ", ".join(_argument(before, action) for before, action in entries)
    lines = [
        "import rulekit as rk",
        f"game = rk.Playthrough(rk.setup({start.game.id!r}, {given}{''.join(options)}))",
        f"game.play({actions})" if actions else "game",
    ]
    return "\n".join(lines) + "\n"


def _argument(before: Position, action: Action) -> str:
    """Return an action as it is written; as a value where reading that would give another one."""
    text = written(before, action)
    try:
        same = plain(before.read(text)) == plain(action)
    except RulekitError:
        same = False
    return repr(text) if same else f"rk.Action({action.who!r}, {action.verb!r}, {action.args!r})"
