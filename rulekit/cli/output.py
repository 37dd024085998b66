"""What all commands share: the language, the sentences, how positions and errors are printed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulekit.cli import terminal
from rulekit.core.catalogue import LANGUAGES, default_lang, texts_of
from rulekit.core.errors import RulekitError, UnknownName, nearest, system_words
from rulekit.drawing.visible import one_line, visible

if TYPE_CHECKING:
    from rich.text import Text

    from rulekit.core.position import Position

__all__ = [
    "FAILED",
    "OK",
    "USAGE",
    "CliError",
    "console",
    "fail",
    "lang",
    "print_position",
    "rulings",
    "say",
    "set_lang",
    "text",
    "warn",
]

OK, FAILED, USAGE = 0, 1, 2  # exit codes: done; a check, an expectation or the coverage failed; the user erred
_language: list[str] = []


def lang() -> str:
    """Return the language of this run."""
    return _language[-1] if _language else default_lang()


def set_lang(value: str | None) -> None:
    """Set the language of this run, None for the default; raises UnknownName for an unknown one."""
    _language.clear()
    if value is None:
        return
    if value not in LANGUAGES:
        near = nearest(value, LANGUAGES) or LANGUAGES[0]
        raise UnknownName("unknown_language", name=value, nearest=near, known=", ".join(LANGUAGES))
    _language.append(value)


catalogue = texts_of("rulekit.cli")  # the sentences of the command line


def text(key: str, **params: Any) -> str:
    """Return the sentence `cli.<key>` in the language of this run; a name within it stays on its line."""
    return catalogue().text(f"cli.{key}", lang(), {name: _inside(value) for name, value in params.items()})


def _inside(value: Any) -> Any:
    return one_line(str(value)) if isinstance(value, (str, Path)) else value


class CliError(RulekitError):
    """A fault of the user that only the command line knows; worded as `cli.error.<code>`."""

    def worded(self, lang: str) -> str:
        """Return the sentence for a person."""
        params = {name: _inside(value) for name, value in self.params.items()}
        return catalogue().text(f"cli.error.{self.code}", lang, params, {"system": partial(system_words, lang)})


def console() -> terminal.Terminal:
    """Return the terminal for results."""
    return terminal.results()


def say(message: str | Text, *, indent: int = 0, hang: int = 0, style: str = "") -> None:
    """Print a message with every line of it indented; lines that the width breaks off by `hang` columns more."""
    from rich.text import Text

    from rulekit.core.show.lines import Fitted

    words = Text(visible(message), style=style) if isinstance(message, str) else message
    console().print(Fitted(words, indent=indent, hang=hang))


def print_position(position: Position, *, indent: str = "  ") -> None:
    """Print a position as text."""
    for line in visible(position.game.view.position_text(position, lang())).splitlines():
        say(line.lstrip(), indent=len(indent) + len(line) - len(line.lstrip()), hang=2)


def fail(error: RulekitError | str) -> None:
    """Print why the command could not be done."""
    _report(error if isinstance(error, str) else error.text(lang()), "red")


def warn(message: str) -> None:
    """Print what was left out and why, beside the results."""
    _report(message, "yellow")


def _report(message: str, style: str) -> None:
    out = terminal.errors()
    out.print(message, style=style, soft_wrap=not out.is_terminal)


def rulings(words: list[str] | None, known: Mapping[str, Any]) -> dict[str, str]:
    """Read `TW-R8=exactly_4_minus_n` words; raises RulekitError with the nearest name.

    `known` are the rulings of the game by id.
    """
    found: dict[str, str] = {}
    for word in words or ():
        id, sign, option = word.partition("=")
        if not sign or not option:
            example = next(iter(known.values()))
            raise CliError("ruling_form", word=word, example=f"{example.id}={example.default}")
        if id not in known:
            raise UnknownName("unknown_ruling", name=id, nearest=nearest(id, known) or "-")
        found[id] = known[id].option(option).key
    return found
