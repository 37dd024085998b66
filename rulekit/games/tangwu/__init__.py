"""唐五 (Tangwu) v3: a duel of hand numbers with forty skills."""

from rulekit.games.tangwu.game import GAME

__all__ = ["GAME"]
