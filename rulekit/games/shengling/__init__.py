"""生灵对决 (Shengling): creatures paid for with sacrificed cards, and blocks made in groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.core.later import later
from rulekit.core.show.card import board_card
from rulekit.games.shengling.game import GAME

if TYPE_CHECKING:
    from rulekit.games.shengling.block_table import blocks_card
    from rulekit.games.shengling.card_file import load_cards
    from rulekit.games.shengling.cards import demo_cards
    from rulekit.games.shengling.deck_file import load_deck
    from rulekit.games.shengling.decks import demo_deck
    from rulekit.games.shengling.forecast import forecasts
    from rulekit.games.shengling.reference import all_cards, shown_cards
    from rulekit.games.shengling.state import Place

__all__ = [
    "GAME",
    "Place",
    "all_cards",
    "blocks_card",
    "board_card",
    "demo_cards",
    "demo_deck",
    "forecasts",
    "load_cards",
    "load_deck",
    "shown_cards",
]

if not TYPE_CHECKING:
    __getattr__ = later(
        __name__,
        {
            "block_table": ("blocks_card",),
            "card_file": ("load_cards",),
            "cards": ("demo_cards",),
            "deck_file": ("load_deck",),
            "decks": ("demo_deck",),
            "forecast": ("forecasts",),
            "reference": ("all_cards", "shown_cards"),
            "state": ("Place",),
        },
    )
