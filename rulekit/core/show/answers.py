"""What a position answers, told in words: its legal actions, how it ended, what is due."""

from __future__ import annotations

from typing import Any, Protocol

from rulekit.core.action import ANSWER, Action, Decision
from rulekit.core.catalogue import LANGUAGES, common_catalogue
from rulekit.core.game import Game, Outcome
from rulekit.core.phrasebook import Phrasebook
from rulekit.core.show.display import Display
from rulekit.drawing.width import padded

__all__ = ["Actions", "Ending", "due_text", "written"]

MOST = 40  # actions that a list prints


class Standing(Protocol):
    """What is asked here of a position."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def state(self) -> Any:
        """The state."""

    @property
    def to_act(self) -> str | None:
        """The player who is next."""

    @property
    def decision(self) -> Decision | None:
        """The open decision."""

    def outcome(self) -> Ending | None:
        """Return how the game ended."""

    def phrasebook(self, lang: str) -> Phrasebook:
        """Return the sentences of the game."""


class Actions(Display, list[Action]):
    """The legal actions of a position; prints each as it may be written, with its sentence in both languages."""

    __slots__ = ("position",)
    position: Standing  # set by `Position.legal_actions`, without a call, as searches ask very often

    def to_text(self, lang: str) -> str:
        """Return a line for each action: written, in words, in the other language; of many only the first ones."""
        both = [self.position.phrasebook(known) for known in sorted(LANGUAGES, key=lambda known: known != lang)]
        rows = [(written(self.position, a), *(words.action(a) for words in both)) for a in self[:MOST]]
        lines = ["  ".join(cells).rstrip() for cells in padded(rows)]
        more = len(self) - MOST
        if more > 0:
            lines.append(common_catalogue().text("show.more", lang, {"n": more}))
        return "\n".join(lines) or common_catalogue().text("show.no_actions", lang, {})


class Ending(Display, Outcome):
    """How the game of a position ended, which tells it in words."""

    position: Standing

    @classmethod
    def of(cls, position: Standing, outcome: Outcome) -> Ending:
        """Return the outcome of a position."""
        made = cls(*outcome)
        made.position = position
        return made

    def to_text(self, lang: str) -> str:
        """Return who won, or that nobody did, and why."""
        phrasebook, players = self.position.phrasebook(lang), self.position.game.players
        result = self.result if self.result in players else phrasebook.value(self.result)
        key = "result.won" if self.result in players else "result.draw"
        return common_catalogue().text(f"show.{key}", lang, {"result": result, "reason": phrasebook.value(self.reason)})


def written(position: Standing, action: Action) -> str:
    """Return an action as `position.play` reads it: who acts is named where that is not the player who is next."""
    if action.verb == ANSWER and len(action.args) == 1:
        text = str(action.args[0])
    else:
        text = position.game.format(action)
    return text if action.who == position.to_act else f"{action.who} {text}"


def due_text(position: Standing, lang: str) -> str:
    """Return what is due: the open question, how the game ended, or who must do what."""
    phrasebook = position.phrasebook(lang)
    if position.decision is not None:
        return phrasebook.decision(position.decision)
    outcome = position.outcome()
    if outcome is not None:
        return outcome.to_text(lang)
    names, _, step = position.game.awaiting(position.state).rpartition(" ")
    text = common_catalogue().text
    who = text("show.and", lang, {}).join(phrasebook.value(name, "who") for name in names.split())
    return text("show.due", lang, {"who": who, "step": phrasebook.value(step, "step")})
