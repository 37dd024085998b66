"""拈火柴, a toy game: how little a game has to bring along; found as one from outside, shown to no user."""

from rulekit.games import register
from tests.nim.game import GAME

__all__ = ["GAME"]

register(GAME)
