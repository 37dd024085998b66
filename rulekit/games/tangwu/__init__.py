"""唐五 (Tangwu) v3: a duel of hand numbers with forty skills."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.core.later import later
from rulekit.games.tangwu.game import GAME

if TYPE_CHECKING:
    from rulekit.games.tangwu.cards import gesture_card, skill_card
    from rulekit.games.tangwu.skills import SKILLS
    from rulekit.games.tangwu.twentyfour import make_24

__all__ = ["GAME", "SKILLS", "gesture_card", "make_24", "skill_card"]

if not TYPE_CHECKING:
    __getattr__ = later(
        __name__,
        {
            "cards": ("gesture_card", "skill_card"),
            "skills": ("SKILLS",),
            "twentyfour": ("make_24",),
        },
    )
