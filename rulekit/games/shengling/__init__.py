"""生灵对决 (Shengling): creatures paid for with sacrificed cards, and blocks made in groups."""

from rulekit.games.shengling.game import GAME

__all__ = ["GAME"]
