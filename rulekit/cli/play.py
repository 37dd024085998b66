"""`rulekit play`: a real game in the terminal, for people at one keyboard or against a random opponent."""

from __future__ import annotations

import random
from contextlib import suppress

from rulekit.cli import output, terminal
from rulekit.cli.output import CliError, lang, text
from rulekit.cli.screen import Screen
from rulekit.cli.start import opening
from rulekit.core.action import CHANCE, Action
from rulekit.core.errors import IllegalAction, RulekitError
from rulekit.core.number import read_whole
from rulekit.core.playthrough import Playthrough
from rulekit.core.position import Position
from rulekit.core.scenario import record, save
from rulekit.core.show import printers
from rulekit.core.trace import Trace
from rulekit.games import load_game

__all__ = ["Session", "play"]

# The words of the commands in both languages; either is understood whatever the language of the run.
MOST_NAMED = 12  # answers named where what was typed is none

COMMANDS = {
    "undo": "undo", "撤销": "undo", "u": "undo",
    "trace": "trace", "推演": "trace", "t": "trace",
    "why": "why", "为何": "why",
    "rules": "rules", "规则": "rules",
    "state": "state", "局面": "state", "s": "state",
    "list": "list", "列表": "list",
    "go": "go", "继续": "go",
    "save": "save", "保存": "save",
    "help": "help", "帮助": "help", "?": "help", "？": "help",
    "quit": "quit", "退出": "quit", "q": "quit",
}  # fmt: skip


class Quit(Exception):
    """The player wants to leave."""


def play(
    game_id: str, options: list[str], ruling: list[str] | None, *, random_player: str | None, seed: int | None
) -> int:
    """Play a game to its end, or until the players leave."""
    game = load_game(game_id)
    if random_player is not None:
        random_player = random_player.upper()
        if random_player not in game.players:
            raise CliError("bad_side", name=random_player, known=", ".join(game.players))
    start = opening(game, options, ruling)
    if seed is None:
        seed = random.SystemRandom().randrange(10_000)
    session = Session(start, random.Random(seed), random_player)
    out = output.console()
    out.print(f"{game.rulebook.name[lang()]}  {text('play.seed', seed=seed)}", style="bold")
    if start.rulings.changed:
        words = "  ".join(f"{k}={v}" for k, v in start.rulings.changed.items())
        out.print(text("play.rules_off", rulings=words), style="yellow")
    try:
        session.run()
    except (Quit, EOFError, KeyboardInterrupt):
        output.console().print("\n" + text("play.bye"))
    return output.OK


class Session(Screen):
    """One game at the keyboard: what was played, who looks at the screen and what each was told."""

    def __init__(self, start: Position, draw: random.Random, random_player: str | None = None) -> None:
        self.played = Playthrough(start)
        self.anew = False  # whether the question is to be asked again, though the position is the same
        self.draw = draw
        self.random_player = random_player
        self.at_keyboard: str | None = None  # who looks at the screen, where hands are hidden
        self.step = ""  # the step of the round the screen shows
        self.waived: set[str] = set()  # who leaves a chance to act before nature's draw unused
        self.seen: dict[str, int] = {}  # how many of the traces each player was told

    @property
    def position(self) -> Position:
        """The position now."""
        return self.played.position

    @property
    def traces(self) -> list[Trace]:
        """What each action came to; that of an answer is the one of the whole action so far."""
        return [entry.trace for entry in self.played.entries if entry.trace is not None]

    def run(self) -> None:
        """Play on until the game is over; raises Quit or EOFError when the players leave."""
        while legal := self.legal():
            who = self.decider
            if who in self.people:
                self.ask(legal)
                continue
            self.take(self.drawn(legal))
            if who == CHANCE:
                self.waived.clear()
        self.show_state()

    def drawn(self, legal: list[Action]) -> Action:
        """Return what nature or the program takes; after undo the same as before, while the same line is played."""
        again = self.played.undone
        if again and again[0].action in legal:
            return again[0].action
        if self.decider == CHANCE:
            return self.draw.choices(legal, self.position.weights(legal))[0]
        return legal[self.draw.randrange(len(legal))]

    def legal(self) -> list[Action]:
        """Return the legal actions of the player whose choice it is; simultaneous secret ones come one by one."""
        who = self.actor
        return [a for a in self.position.legal_actions() if a.who == who]

    @property
    def actor(self) -> str | None:
        """Whose action is next: before nature acts the people who may do something first, unless they waive it."""
        if self.position.to_act == CHANCE:
            offered = {a.who for a in self.position.legal_actions()} - self.waived
            return next((p for p in self.people if p in offered), CHANCE)
        return self.position.to_act

    @property
    def decider(self) -> str | None:
        """Who decides the next action."""
        return None if self.actor is None else self.position.decides_for(self.actor)

    @property
    def people(self) -> tuple[str, ...]:
        """The players at the keyboard."""
        return tuple(p for p in self.game.players if p != self.random_player)

    # -- hands that change ---------------------------------------------------------------------------

    def hand_over(self, who: str) -> bool:
        """Give the screen to a player: the others look away, then what happened meanwhile is told.

        Returns whether the player sees all afresh: after a change of hands, or in another step of the round.
        """
        step = self.game.awaiting(self.position.state).rpartition(" ")[2]
        if who == self.at_keyboard:
            fresh, self.step = step != self.step, step
            return fresh
        self.step = step
        if self.at_keyboard is not None:  # what came of the last action was wiped off before it could be read
            self.seen[self.at_keyboard] = max(0, len(self.traces) - 1)
        out = output.console()
        if len(self.people) > 1:
            self.clear()
            out.print(text("play.pass_screen", who=who), style="bold yellow")
            if COMMANDS.get(self.typed(text("play.ready", who=who)).casefold()) == "quit":
                raise Quit
            self.clear()
        self.at_keyboard = who
        self.catch_up(who)
        return True

    def catch_up(self, who: str) -> None:
        """Tell a player what happened that this one was not told of yet; the parts of an action as one."""
        start = self.seen.get(who, 0)
        self.seen[who] = len(self.traces)
        positions, traces = self.played.positions, self.traces
        under_way = start > 0 and positions[start].pending is not None
        since = traces[start - 1] if under_way else None
        for i in range(start, len(traces)):
            if i + 1 < len(traces) and positions[i + 1].pending is not None:
                continue  # the next trace holds this one
            self.show_trace(traces[i], who, since)
            since = None

    # -- one choice --------------------------------------------------------------------------------

    def ask(self, legal: list[Action]) -> None:
        """Ask until an action was taken or undone."""
        secret = self.secret(legal)
        shown = self.position
        if self.hands and not self.hand_over(self.decider or ""):
            self.show_glance(legal)
        elif secret:
            self.show_state()
            who = self.decider or ""
            output.console().print(text("play.pass_keyboard", who=who), style="bold yellow")
        else:
            self.show_state()
            self.show_legal(legal)
        self.anew = False
        while self.position is shown and not self.anew:
            line = self.read(secret)
            if line:
                self.obey(line, legal)

    def read(self, secret: bool) -> str:
        """Read a line; a secret one is not echoed where there is a terminal."""
        who, other = self.decider, self.actor
        if secret:
            return self.typed(text("play.secret_prompt", who=who), secret=True)
        return self.typed(text("play.prompt" if who == other else "play.prompt_for", who=who, other=other))

    def typed(self, prompt: str, *, secret: bool = False) -> str:
        """Ask for a line; one that is no text in the encoding of the terminal is told and counts for an empty one."""
        try:
            return terminal.ask(prompt, secret=secret).strip()
        except UnicodeDecodeError:
            self.tell(text("play.no_text"))
            return ""

    def obey(self, line: str, legal: list[Action]) -> None:
        """Do what a line says; faults are told and change nothing."""
        word, _, rest = line.partition(" ")
        command = COMMANDS.get(word.casefold())
        question = self.game.prompt.question(word)
        try:
            if command is not None:
                getattr(self, f"do_{command}")(rest.strip(), legal)
            elif question is not None:
                output.say("\n".join(question.answer(self.prompt, rest.strip())), hang=2)
            else:
                self.take(self.understand(line, legal))
        except IllegalAction as error:
            self.tell(text("play.not_legal", reason=error.reason(lang())))
        except RulekitError as error:
            self.tell(error.text(lang()))

    def understand(self, line: str, legal: list[Action]) -> Action:
        """Read an action: its number, its sentence, its name in either language, or as files write it.

        Raises RulekitError with the nearest name.
        """
        if line.isdecimal():
            n = read_whole(line)
            if n is None or not 1 <= n <= len(legal):
                raise _Told(text("play.no_number", n=line[:20], last=len(legal)))
            return legal[n - 1]
        spelled = self.prompt.spelled(line)
        for action in legal:
            if {line.casefold(), spelled.casefold()} & self.names(action):
                return action
        who = self.actor or ""
        if self.position.decision is not None:
            return self.answer(who, spelled, legal)
        english = {t.en.casefold(): t.zh for t in self.game.rulebook.glossary.values()}
        return self.game.parse(who, english.get(line.casefold(), spelled))

    def answer(self, who: str, line: str, legal: list[Action]) -> Action:
        """Read what is none of the options as listed: the rules say why it will not do."""
        with suppress(RulekitError):
            return self.game.parse(who, line)
        phrasebook = self.position.phrasebook(lang())
        options = " / ".join(phrasebook.value(a.args[0]) for a in legal[:MOST_NAMED])
        more = "" if len(legal) <= MOST_NAMED else " …"
        raise _Told(text("play.no_answer", options=options + more))

    def names(self, action: Action) -> set[str]:
        """Return the ways to write an action, in small letters."""
        made = {self.game.format(action).casefold()} if self.position.decision is None else set()
        for language in ("zh", "en"):
            phrasebook = self.position.phrasebook(language)
            made.add(phrasebook.action(action).casefold())
            if action.args:
                made.add(" ".join(phrasebook.term(a) for a in action.args).casefold())
                made.add(" ".join(str(phrasebook.value(a)) for a in action.args).casefold())
        return made

    def take(self, action: Action) -> None:
        """Play an action and print what came of it."""
        before = self.position
        after = self.played.play(action).position
        out = output.console()
        if self.hands:
            answered_by_itself = after.pending is not None and after.decider not in self.people
            if self.at_keyboard is not None and not answered_by_itself:
                self.catch_up(self.at_keyboard)
            return
        if before.decider == self.random_player and not self.hidden(after):
            out.print(text("play.random", who=before.decider), style="dim")
        if self.hidden(after):
            out.print(text("play.picked", who=before.decider))
            return
        *_, trace = traces = self.traces
        self.show_trace(trace, None, traces[-2] if before.pending is not None else None)

    # -- commands ----------------------------------------------------------------------------------

    def do_undo(self, rest: str, legal: list[Action]) -> None:
        """Go back to before the last action of a person, taking back what nature and the program did since."""
        entries, positions = self.played.entries, self.played.positions
        by_person = [i for i, entry in enumerate(entries) if entry.decider in self.people]
        if not by_person:
            self.tell(text("play.nothing_to_undo"))
            return
        cut = by_person[-1]
        undone = [
            before.seen_by(self.viewer).masked(entry.action)
            for before, entry in zip(positions[cut:], entries[cut:], strict=False)
            if not self.secret_answer(before, entry.action)
        ]
        secret = not self.hands and any(self.hidden(p) for p in positions[cut:])
        self.played.undo(len(entries) - cut)
        self.seen = {who: min(n, cut) for who, n in self.seen.items()}
        self.waived.clear()
        self.anew = True
        phrasebook = self.position.phrasebook(lang())
        words = "; ".join(phrasebook.action(a) for a in undone)
        output.console().print(text("play.undone_secret") if secret else text("play.undone", actions=words))

    def secret_answer(self, before: Position, action: Action) -> bool:
        """Tell whether an action answers a question whose answer only somebody else, or nobody, may know."""
        decision = before.decision
        if decision is None or action.who == self.viewer:
            return False
        return f"choice.{decision.kind}" in self.game.steps.secrets(before.rulings.choices)

    def do_trace(self, rest: str, legal: list[Action]) -> None:
        """Print the last trace in full."""
        if not self.traces:
            self.tell(text("play.no_trace"))
        elif self.hands:
            output.console().print(printers.rich_tree(self.traces[-1].seen_by(self.viewer), lang()))
        elif self.hidden(self.position):
            self.tell(text("play.secret_trace"))
        else:
            output.console().print(printers.rich_tree(self.traces[-1], lang()))

    def do_why(self, rest: str, legal: list[Action]) -> None:
        """Say why an action is not legal."""
        if not rest:
            self.tell(text("play.why_usage"))
            return
        action = self.understand(rest, legal)
        error = self.position.why_illegal(action)
        if error is not None:
            self.tell(text("play.not_legal", reason=error.reason(lang())))
        else:
            words = self.position.phrasebook(lang()).action(action)
            output.console().print(text("play.legal", action=words))

    def do_rules(self, rest: str, legal: list[Action]) -> None:
        """Look something up in the rulebook."""
        from rulekit.cli.rules import rules

        rules([self.game.id, *rest.split()], as_json=False)

    def do_state(self, rest: str, legal: list[Action]) -> None:
        """Show the position and what can be done."""
        self.show_state()
        if not self.secret(legal):
            self.show_legal(legal)

    def do_go(self, rest: str, legal: list[Action]) -> None:
        """Let nature draw without having used the chance to act before."""
        who = self.actor
        if who is None or who == self.position.to_act:
            self.tell(text("play.nothing_to_waive"))
            return
        self.waived.add(who)
        self.anew = True  # somebody else is asked

    def do_list(self, rest: str, legal: list[Action]) -> None:
        """Show what can be done, also before a secret choice; a number is a page of a long list."""
        self.show_legal(legal, int(rest[:4]) if rest.isdecimal() else 1)

    def do_save(self, rest: str, legal: list[Action]) -> None:
        """Save the game so far as a scenario."""
        if not rest:
            self.tell(text("play.save_usage"))
        elif self.hidden(self.position) and not self.hands:
            self.tell(text("play.secret_save"))
        else:
            from rulekit.cli.output import catalogue

            n = len(self.played)
            title = {
                language: catalogue().text(
                    "cli.play.title", language, {"game": self.game.rulebook.name[language], "n": n}
                )
                for language in ("zh", "en")
            }
            save(rest, record(self.played.start, self.played.actions, title=title))
            output.console().print(text("play.saved", file=rest))
            if self.hidden(self.position):
                output.console().print(text("play.saved_hands"), style="yellow")

    def do_help(self, rest: str, legal: list[Action]) -> None:
        """List the commands."""
        output.say(self.prompt.help(), hang=2)
        output.say(text("play.help"), hang=2)

    def do_quit(self, rest: str, legal: list[Action]) -> None:
        """Leave the game, unless more was typed: that may be an action worded that way."""
        if rest:
            raise _Told(text("play.quit_usage"))
        raise Quit


class _Told(RulekitError):
    """A fault whose sentence is made already."""

    def __init__(self, message: str) -> None:
        super().__init__("told")
        self.message = message

    def worded(self, lang: str) -> str:
        """Return the sentence."""
        return self.message
