"""What a game in the terminal shows: the position, the legal actions, what happened, for one player's eyes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from rulekit.cli import output, terminal
from rulekit.cli.output import lang, text
from rulekit.core.action import CHANCE, Action
from rulekit.core.game import Game
from rulekit.core.hidden import HIDDEN
from rulekit.core.position import Position, Snapshot
from rulekit.core.prompt import Prompt
from rulekit.core.record import Change
from rulekit.core.seen import SeenPosition
from rulekit.core.show import printers
from rulekit.core.step import Step
from rulekit.core.trace import Trace
from rulekit.drawing.visible import visible

__all__ = ["Screen"]

COLUMN_GAP = 2
PAGE = 60  # actions listed at once
FEW = 12  # actions listed again after every choice of the same player


class Screen(ABC):
    """The showing half of a game at the keyboard; `at_keyboard` is who looks, where hands are hidden."""

    at_keyboard: str | None = None

    @property
    @abstractmethod
    def position(self) -> Position:
        """The position now."""

    @property
    @abstractmethod
    def actor(self) -> str | None:
        """Whose action is next."""

    @property
    def game(self) -> Game:
        """The game played."""
        return self.position.game

    @property
    def current(self) -> SeenPosition:
        """The position as the viewer may see it: in the middle of an action what has happened so far.

        The open question is left out, it is asked right below.
        """
        shown = self.position.current
        return (Snapshot(self.game, shown.state, shown.rulings) if shown.pending else shown).seen_by(self.viewer)

    @property
    def viewer(self) -> str:
        """The player for whose eyes the screen is."""
        return self.at_keyboard or self.position.decider or self.game.players[0]

    @property
    def prompt(self) -> Prompt:
        """What helps the viewer at the keyboard now."""
        return self.game.prompt(self.position, self.viewer, lang())

    # -- secrets -----------------------------------------------------------------------------------

    def hidden(self, position: Position) -> bool:
        """Tell whether somebody at the table may not see all of a position."""
        return bool(position.before.seen_by(None).covered)

    def secret(self, legal: list[Action]) -> bool:
        """Tell whether the choice at hand is made in secret, though the players share the screen."""
        return not self.hands and (self.hidden(self.position) or self.hidden(self.position.play(legal[0])))

    @property
    def hands(self) -> bool:
        """Whether the game says which of its steps are secret: then the screen belongs to one player at a time."""
        return bool(self.game.steps.secrets(self.position.rulings.choices))

    def told(self, trace: Trace, viewer: str | None) -> Trace | None:
        """Return a trace as `viewer` (None: everybody) is told it, None when all of it is another's secret."""
        secrets = self.game.steps.secrets(self.position.rulings.choices)
        if not secrets:
            return trace
        trace = trace.seen_by(viewer)
        if all(s.kind in secrets and s.who not in (None, viewer) for s in trace):  # also what a secret step opened
            return None
        steps = (replace(s, changes=tuple(c for c in s.changes if not _veiled(c))) for s in trace)
        return replace(trace, steps=tuple(steps))

    # -- showing -----------------------------------------------------------------------------------

    def tell(self, message: str) -> None:
        """Print why something was not done."""
        output.say(message, style="red")

    def show_state(self) -> None:
        """Print the position as the player who decides may see it, and how the game ended as its last line."""
        output.console().rule(style="dim")
        output.print_position(self.current, indent="")
        table = "" if self.actor is None else self.prompt.table()
        if table:
            output.console().print(table)

    def show_glance(self, legal: list[Action]) -> None:
        """Print what the same player needs between two actions; long lists only when asked for."""
        glance = self.prompt.glance()
        if glance:
            output.say(glance, hang=2)
        if len(legal) <= FEW or self.position.pending is not None:  # a question is always asked
            self.show_legal(legal)
        else:
            output.console().print(text("play.list_hint", n=len(legal)), style="dim")

    def show_legal(self, legal: list[Action], page: int = 1) -> None:
        """Print the legal actions with their numbers under their headings, in as many columns as fit."""
        from rich.cells import cell_len
        from rich.columns import Columns
        from rich.text import Text

        out = output.console()
        if self.position.decision is not None:
            output.say(self.position.phrasebook(lang()).decision(self.position.decision), style="bold magenta")
        pages = -(-len(legal) // PAGE)
        first = PAGE * (min(max(page, 1), pages) - 1)
        groups: dict[str, list[str]] = {}
        prompt = self.prompt
        for i, action in enumerate(legal[first : first + PAGE], first + 1):
            heading, words = prompt.short(action)
            groups.setdefault(heading, []).append(f"{i} {words}")
        for heading, items in groups.items():
            if heading:
                output.say(heading, style="bold")
            if max(map(cell_len, items)) > out.width // 2:
                for item in items:
                    output.say(item, hang=2)
            else:
                out.print(Columns(map(Text, map(visible, items)), padding=(0, COLUMN_GAP), column_first=False))
        if self.actor != self.position.to_act:
            out.print(text("play.go"), style="dim")
        if pages > 1:
            out.print(text("play.page", page=first // PAGE + 1, pages=pages), style="dim")

    def show_trace(self, trace: Trace, viewer: str | None, since: Trace | None = None) -> None:
        """Print a trace as far as a player may be told, without what was told before as the trace `since`."""
        told = self.told(trace, viewer)
        if told is None:
            return
        known = None if since is None else self.told(since, viewer)
        first = 0 if known is None else len(known)
        secrets = self.game.steps.secrets(self.position.rulings.choices)

        def fresh(step: Step) -> bool:
            return step.id >= first and not (step.who == CHANCE and step.kind in secrets)

        if any(map(fresh, told)):
            whole = replace(told, decision=None)  # the question is asked below
            output.console().print(printers.rich_tree(whole, lang(), brief=True, fresh=fresh))

    def clear(self) -> None:
        """Wipe the screen and what can be scrolled back to, where there is a terminal."""
        terminal.wipe()


def _veiled(change: Change) -> bool:
    """Tell whether a change only shows that something became hidden or stays so."""
    return any(isinstance(value, tuple) and HIDDEN in value for value in (change.before, change.after))
