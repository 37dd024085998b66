"""The words of the panels for what stands on the battlefield of one state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.core.errors import Refusal
from rulekit.games.shengling.cards import KEYWORDS
from rulekit.games.shengling.state import Place, State
from rulekit.games.shengling.words import Words, standing
from rulekit.games.shengling.zones import power
from rulekit.ui.panel import Part

__all__ = ["Saying"]


class Saying:
    """Words about one state in the language of a part, the cards the state brings along included."""

    def __init__(self, part: Part[Any], state: State) -> None:
        self.part = part
        self.lang = part.lang
        self.state = state
        self.phrasebook = part.session.game.phrasebook(part.lang, state)
        self.words = Words(self.phrasebook)
        self.t = part.t

    def creature(self, place: Place) -> str:
        """Word the creature in a slot: `A1 战鼓獾`; the slot alone where there is none."""
        return standing(self.words, self.state, place)

    def creatures(self, places: Sequence[Place]) -> str:
        """Word several creatures, "" for none."""
        return standing(self.words, self.state, *places)

    def strong(self, place: Place) -> str:
        """Word the creature in a slot with its power and its keywords."""
        creature = self.state.creature(place)
        if creature is None:
            return str(place)
        keywords = self.words.table[creature.card].card.keywords
        named = [self.phrasebook.value(k, "keyword") for k in KEYWORDS if k in keywords]
        return " ".join([self.creature(place), str(power(self.state, creature)), *named])

    def refusal(self, refused: Refusal | None) -> str:
        """Return why something is illegal, with the clauses; "" for what is legal."""
        return self.part.refusal(refused, self.phrasebook)
