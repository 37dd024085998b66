"""What is settled before the first round, and moves changed between rounds (QJ-4.1.*)."""

from __future__ import annotations

from rulekit.core.duel import PLAYERS
from rulekit.core.resolution import Resolution
from rulekit.games.quanjiao import limits
from rulekit.games.quanjiao.cards import open_drawing
from rulekit.games.quanjiao.state import State

__all__ = ["begin", "swap"]


def begin(res: Resolution) -> None:
    """Set up once: characters, moves, life, the showing, the shuffle (QJ-4.1.1 to QJ-4.1.11)."""
    state: State = res.state
    with res.step("setup", "QJ-4.0.2", "QJ-4.1.1", "QJ-4.0.1"):
        for who in PLAYERS:
            player = state.player(who)
            res.step("setup.moves", "QJ-4.1.2", "QJ-4.1.3", who=who, moves=player.moves)
            sourced = ("QJ-4.1.6",) if player.life != limits.START_LIFE else ()
            res.step(
                "setup.life", "QJ-4.1.4", "QJ-4.1.5", *sourced, who=who, life=player.life, source=player.life_source
            )
            res.ruling("QJ-R5")
            res.step("setup.deck", "QJ-4.1.7", "QJ-4.1.8", "QJ-4.1.9", "QJ-4.1.10", "QJ-4.2.1", "QJ-4.2.3", "QJ-4.2.4",
                     who=who, n=len(player.deck))  # fmt: skip
            res.step("setup.shuffled", "QJ-4.1.11", "QJ-4.6.13", who=who)
    open_drawing(res)


def swap(res: Resolution, who: str, old: str, new: str) -> None:
    """Change a held move between rounds (QJ-4.1.14, QJ-R37)."""
    player = res.state.player(who)
    res.ruling("QJ-R37")
    player.moves = tuple(new if m == old else m for m in player.moves)
    res.step("move.swapped", "QJ-4.1.14", who=who, old=old, new=new)
