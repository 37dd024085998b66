"""The opening of a game as options of the command line say it, such as `first=A` or `decks=mine.yaml,deck_60`."""

from __future__ import annotations

from typing import Any

from rulekit.cli import output
from rulekit.cli.output import CliError, lang
from rulekit.core.errors import UnknownName
from rulekit.core.game import Game
from rulekit.core.number import read_whole
from rulekit.core.options import BadOption
from rulekit.core.position import Position

__all__ = ["opening"]


def opening(game: Game, options: list[str], ruling: list[str] | None) -> Position:
    """Return the opening of a game under rulings; several values with commas between are a list.

    Raises RulekitError for an option the game does not have, and for an opening that is impossible.
    """
    values: dict[str, Any] = {}
    for word in options:
        key, sign, value = word.partition("=")
        if not sign or not value:
            raise CliError("set_form", word=word)
        parts = [p if (n := read_whole(p)) is None else n for p in value.split(",")]
        values[key] = tuple(parts) if "," in value else parts[0]
    chosen = game.defaults.replace(output.rulings(ruling, game.rulebook.rulings))
    try:
        state = game.start(rulings=chosen.choices, **values)
    except (UnknownName, BadOption) as error:
        raise CliError("set_wrong", words=" ".join(options), why=error.text(lang())) from None
    return Position(game, state, chosen).check()
