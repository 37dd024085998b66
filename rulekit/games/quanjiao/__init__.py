"""拳脚招式 (Quanjiao): hidden action boards, cancellation, and moves that match what is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.core.later import later
from rulekit.core.show.card import board_card
from rulekit.games.quanjiao.game import GAME

if TYPE_CHECKING:
    from rulekit.games.quanjiao.declaring import activations, describe
    from rulekit.games.quanjiao.explain import explain_declaration, explain_fit, explain_move
    from rulekit.games.quanjiao.matching import Board, Placement
    from rulekit.games.quanjiao.move_file import load_moves
    from rulekit.games.quanjiao.reference import damage_card, declarations_card, move_card, slide_card
    from rulekit.games.quanjiao.scoring import score
    from rulekit.games.quanjiao.solver import best, declarations, residual

__all__ = [
    "GAME",
    "Board",
    "Placement",
    "activations",
    "best",
    "board_card",
    "damage_card",
    "declarations",
    "declarations_card",
    "describe",
    "explain_declaration",
    "explain_fit",
    "explain_move",
    "load_moves",
    "move_card",
    "residual",
    "score",
    "slide_card",
]

if not TYPE_CHECKING:
    __getattr__ = later(
        __name__,
        {
            "declaring": ("activations", "describe"),
            "explain": ("explain_declaration", "explain_fit", "explain_move"),
            "matching": ("Board", "Placement"),
            "move_file": ("load_moves",),
            "reference": ("damage_card", "declarations_card", "move_card", "slide_card"),
            "scoring": ("score",),
            "solver": ("best", "declarations", "residual"),
        },
    )
