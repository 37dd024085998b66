"""The games, by id; each is loaded when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from rulekit.core.errors import UnknownName, nearest
from rulekit.core.game import Game
from rulekit.core.game_file import FileKind
from rulekit.core.registry import set_finder

__all__ = ["GAMES", "file_kinds", "load_game"]

GAMES: tuple[str, ...] = ("tangwu", "quanjiao", "shengling")


def load_game(id: str) -> Game:
    """Return the game called `id`; raises UnknownName with the nearest id."""
    if id not in GAMES:
        raise UnknownName("unknown_game", name=id, nearest=nearest(id, GAMES) or GAMES[0], known=", ".join(GAMES))
    return _loaded(id)


@cache
def _loaded(id: str) -> Game:
    game: Game = import_module(f"rulekit.games.{id}").GAME
    return game


def file_kinds() -> list[FileKind]:
    """Return the kinds of files that games have besides scenarios; this loads every game."""
    return [kind for id in GAMES for kind in load_game(id).file_kinds]


set_finder(load_game)
