"""What helps a player at the keyboard: ways to write actions, short lists of them, and a game's own questions.

All games have this; a module `prompt` of a game holds a class `Prompt` on top of it, a file `prompt.yaml` its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from rulekit.core.action import ANSWER, Action
from rulekit.core.catalogue import LANGUAGES, layered
from rulekit.core.phrasebook import params_of
from rulekit.core.position import Position
from rulekit.core.seen import SeenPosition
from rulekit.core.show.sheet_text import group_lines

__all__ = ["Prompt", "Question"]


class Question(NamedTuple):
    """A question of a game's own: what answers it, line by line, and the words that ask it, in small letters.

    The answer is given what was typed after the word; it raises RulekitError for something that does not exist.
    """

    answer: Callable[[Any, str], Iterable[str]]  # (prompt, rest)
    words: tuple[str, ...]


class Prompt:
    """One position at the keyboard, in one language and for the eyes of one player, whose secrets alone are told.

    Of the words in `prompt.yaml`, `help` lists the ways to write actions; in lists an action of a verb stands under
    `heading.<verb>` as `item.<verb>`, any other under `heading.other` as a sentence.  Where a game has no such words,
    actions stand in lists as on the buttons of the lab.
    """

    QUESTIONS: ClassVar[tuple[Question, ...]] = ()

    def __init__(self, position: Position, viewer: str, lang: str) -> None:
        self.position = position
        self.viewer = viewer
        self.lang = lang
        self.game = position.game
        self.phrasebook = position.phrasebook(lang)
        self.catalogue = layered(self.game.package, "prompt.yaml", "rulekit.core")

    @cached_property
    def seen(self) -> SeenPosition:
        """The position as it stands, as the viewer may know it."""
        return self.position.seen_by(self.viewer)

    def say(self, key: str, **params: Any) -> str:
        """Return a sentence of the words at the keyboard."""
        return self.phrasebook.word(self.catalogue, key, params)

    # -- questions -----------------------------------------------------------------------------------

    @classmethod
    def question(cls, word: str) -> Question | None:
        """Return the question that a word asks, None for none."""
        return next((question for question in cls.QUESTIONS if word.casefold() in question.words), None)

    def help(self) -> str:
        """Return the ways to write actions and the questions, a line each."""
        if "help" in self.catalogue:
            return self.say("help")
        lines = [self.say("help.number")]
        for name in self.game.verbs.by_name:
            spellings = [word for word, verb in self._spellings.items() if verb == name and word != name]
            lines.append("  ".join((name, *spellings)))
        return "\n".join(lines)

    # -- what is seen --------------------------------------------------------------------------------

    def table(self) -> str:
        """Return what the viewer sees on the table besides the position in words; empty for nothing."""
        return ""

    def glance(self) -> str:
        """Return what the viewer needs to see between two own actions, shorter than the whole position."""
        return "\n".join(self.groups())

    def groups(self, *keys: str) -> Iterable[str]:
        """Return groups of facts of the viewer, a line each: those called so, or all of them."""
        found = self.game.view(self.seen, self.lang).groups(self.viewer)
        return group_lines((group for group in found if not keys or group.key in keys), self.lang)

    # -- writing actions -----------------------------------------------------------------------------

    def spelled(self, line: str) -> str:
        """Return a line as `Game.parse` reads it, with names for people replaced by those of files."""
        verb, rest = self._verb(self.renamed(line))
        words = [self.word(word) for word in rest.split()]
        return " ".join(filter(None, [self.meant(verb, words), *words]))

    def renamed(self, line: str) -> str:
        """Return a line with things of several words under their names in files."""
        return line

    def word(self, word: str) -> str:
        """Return one word after the verb as it stands in files."""
        return word

    def follows(self, text: str) -> bool:
        """Tell whether a text names something that may follow a verb without a space between."""
        return False

    def meant(self, verb: str, words: Sequence[str]) -> str:
        """Return the verb that is meant by one before these words; "" for none."""
        return verb

    @cached_property
    def _spellings(self) -> dict[str, str]:
        """The words that stand for a verb: its name, those of its row, and what the languages call it."""
        verbs, names = self.game.verbs, {}
        for verb in verbs.by_name.values():
            called = (self.position.phrasebook(lang).value(verb.name, "verb") for lang in LANGUAGES)
            names.update({word.casefold(): verb.name for word in (verb.name, *verb.written, *called)})
        return names | dict(verbs.written_answers)

    def _verb(self, line: str) -> tuple[str, str]:
        """Split a verb off."""
        for name in sorted(self._spellings, key=len, reverse=True):
            head, rest = line[: len(name)].casefold(), line[len(name) :]
            if head == name and (not rest.strip() or rest[0].isspace() or self.follows(rest.strip())):
                return self._spellings[name], rest.strip()
        return "", line

    # -- listing actions -----------------------------------------------------------------------------

    def short(self, action: Action) -> tuple[str, str]:
        """Return an action for a list: the heading it stands under and the words that tell it from the others."""
        if action.verb == ANSWER:
            return "", self.option(action)
        if f"heading.{action.verb}" in self.catalogue:
            return self.say(f"heading.{action.verb}", **self.params(action)), self.item(action)
        if "heading.other" in self.catalogue:
            return self.say("heading.other"), self.phrasebook.action(action)
        code, params = self.game.verbs.heading(action)
        return self.phrasebook.text(f"group.{code}", params), self.phrasebook.label_of(action)

    def params(self, action: Action) -> dict[str, Any]:
        """Return what headings and items may name of an action."""
        return params_of(action)

    def item(self, action: Action) -> str:
        """Return the words of an action under its heading."""
        return self.say(f"item.{action.verb}", **self.params(action))

    def option(self, action: Action) -> str:
        """Return the words of an answer to the open decision."""
        return self.phrasebook.action(action)
