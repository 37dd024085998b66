"""拳脚招式 (Quanjiao): hidden action boards, cancellation, and moves that match what is left."""

from rulekit.games.quanjiao.game import GAME

__all__ = ["GAME"]
