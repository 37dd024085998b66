"""What a game's `prompt` module offers at the keyboard: its own questions, spellings and short lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from rulekit.core.action import Action
from rulekit.core.position import Position
from rulekit.core.seen import SeenPosition

__all__ = ["Prompt"]


class Prompt(Protocol):
    """The contents of a prompt module; `lang` is "zh" or "en", `viewer` a player whose secrets alone are told."""

    QUESTIONS: Mapping[str, str]  # words a player types, each with the question it asks

    def help(self, lang: str) -> str:
        """Return the questions and the ways to write actions, a line each."""

    def answer(self, position: Position, viewer: str, question: str, rest: str, lang: str) -> str:
        """Answer a question about the position; `rest` is what was typed after its word.

        Raises RulekitError for something that does not exist.
        """

    def spelled(self, position: Position, line: str) -> str:
        """Return a line as `Game.parse` reads it, with names for people replaced by those of files."""

    def short(self, position: Position, action: Action, lang: str) -> tuple[str, str]:
        """Return an action for a list: the heading it stands under and the words that tell it from the others."""

    def table(self, position: SeenPosition, lang: str) -> str:
        """Return what a player sees on the table besides the position in words; empty for nothing."""

    def glance(self, position: SeenPosition, lang: str) -> str:
        """Return what a player needs to see between two own actions, shorter than the whole position."""
