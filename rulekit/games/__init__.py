"""The games, by id; each is loaded when it is first asked for."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module

from rulekit.core.errors import RulekitError, UnknownName, nearest
from rulekit.core.file_kind import FileKind
from rulekit.core.game import Game
from rulekit.core.registry import set_finder

__all__ = ["GAMES", "file_kinds", "known_games", "load_game", "register"]

GAMES: tuple[str, ...] = ("tangwu", "quanjiao", "shengling")
VARIABLE = "RULEKIT_GAMES"  # environment: packages, with commas between, each with a `GAME` to be found besides
_outside: dict[str, Game] = {}


def load_game(id: str) -> Game:
    """Return the game called `id`; raises UnknownName with the nearest id.

    A game from outside is one that was registered, that the environment variable RULEKIT_GAMES names by its package, or
    that a package offers as entry point `id` of the group `rulekit.games`.  Raises RulekitError for a package named so
    that has no game.
    """
    game = None
    if isinstance(id, str):
        game = _loaded(id) if id in GAMES else _named().get(id) or _installed(id)
    if game is None:
        known = known_games()
        raise UnknownName("unknown_game", name=id, nearest=nearest(id, known) or GAMES[0], known=", ".join(known))
    return game


def known_games() -> tuple[str, ...]:
    """Return the ids of the games, and of those from outside that are named or were registered so far."""
    return (*GAMES, *_named())


def register(game: Game) -> None:
    """Let a game from outside be found by its id; raises ValueError where another game has it."""
    if game.id in GAMES and game.package == f"{__name__}.{game.id}":  # it is found anyway
        return
    if game.id in GAMES or _outside.setdefault(game.id, game) is not game:
        raise ValueError(f"there is a game called {game.id!r} already")


@cache
def _loaded(id: str) -> Game:
    game: Game = import_module(f"rulekit.games.{id}").GAME
    return game


def _named() -> dict[str, Game]:
    """Return the games from outside, with those that the environment names."""
    for package in filter(None, map(str.strip, os.environ.get(VARIABLE, "").split(","))):
        try:
            register(import_module(package).GAME)
        except (ImportError, AttributeError, ValueError) as error:
            raise RulekitError("no_game_package", variable=VARIABLE, package=package, why=str(error)) from None
    return _outside


def _installed(id: str) -> Game | None:
    from importlib.metadata import entry_points  # what is rarely needed is loaded late

    for point in entry_points(group="rulekit.games", name=id):
        game: Game = point.load()
        register(game)
        return game
    return None


def file_kinds() -> list[FileKind]:
    """Return the kinds of files that games have besides scenarios; this loads every game."""
    return [kind for id in GAMES for kind in load_game(id).file_kinds]


set_finder(load_game)
