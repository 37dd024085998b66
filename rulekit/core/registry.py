"""Where the core finds a game by its id, without knowing which games there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulekit.core.game import Game

__all__ = ["find_game", "set_finder"]

_finders: list[Callable[[str], Game]] = []


def set_finder(finder: Callable[[str], Game]) -> None:
    """Say how games are found; `rulekit.games` does so when the package is imported."""
    _finders[:] = [finder]


def find_game(id: str) -> Game:
    """Return the game called `id`; raises UnknownName with the nearest id."""
    return _finders[0](id)
