"""The words of the panels: their own sentences, cards and creatures as the game words them, refusals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.core.catalogue import texts_of
from rulekit.core.errors import Refusal
from rulekit.games.shengling.cards import KEYWORDS, Face, faces
from rulekit.games.shengling.state import Creature, Place, State
from rulekit.games.shengling.words import Words
from rulekit.games.shengling.zones import power
from rulekit.ui.session import Session

__all__ = ["Saying", "panel_text"]

_catalogue = texts_of(__package__)


def panel_text(key: str, lang: str, **params: Any) -> str:
    """Return a sentence of the panels."""
    return _catalogue().text(key, lang, params)


class Saying:
    """Words about one state of a session, in its language, the cards the state brings along included."""

    def __init__(self, session: Session, state: State) -> None:
        self.lang = session.lang
        self.state = state
        self.rulings = session.start.rulings
        self.wording = session.game.wording(session.lang, state)
        self.table = faces(state.own_cards)
        self.words = Words(self.wording)

    def t(self, key: str, **params: Any) -> str:
        """Return a sentence of the panels."""
        return panel_text(key, self.lang, **params)

    def card(self, name: str) -> str:
        """Word a card."""
        return self.words.card(name)

    def creature(self, place: Place) -> str:
        """Word the creature in a slot: `A1 战鼓獾`; the slot alone where there is none."""
        creature = self.state.creature(place)
        return self.words.occupant(f"{place} {creature.card}") if creature is not None else self.words.place(place)

    def creatures(self, places: Sequence[Place]) -> str:
        """Word several creatures, "" for none."""
        return self.words.listed(map(self.creature, places)) if places else ""

    def strong(self, place: Place) -> str:
        """Word the creature in a slot with its power and its keywords."""
        creature = self.state.creature(place)
        if creature is None:
            return str(place)
        return " ".join([self.creature(place), str(power(self.state, creature)), *self.keywords(creature)])

    def keywords(self, creature: Creature) -> list[str]:
        """Word the keywords of a creature."""
        face: Face = self.table[creature.card]
        return [self.wording.value(k, "keyword") for k in KEYWORDS if k in face.card.keywords]

    def refusal(self, refused: Refusal) -> str:
        """Return why something is illegal, with the clauses."""
        return f"{self.wording.text(f'illegal.{refused.code}', refused.params)} [{', '.join(refused.clauses)}]"
