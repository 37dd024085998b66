"""How cards, battlefield slots, fuel and choices of 生灵对决 are worded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.core.hidden import HIDDEN
from rulekit.core.phrasebook import Formatters
from rulekit.games.shengling.blocking import DECLINE
from rulekit.games.shengling.cards import faces
from rulekit.games.shengling.memory import kept
from rulekit.games.shengling.state import Creature, Place, State, read_fuel, read_place

if TYPE_CHECKING:
    from rulekit.core.phrasebook import Phrasebook

__all__ = ["Words", "standing"]


class Words(Formatters):
    """The formatters of 生灵对决; those of cards know the cards that a position brings along."""

    def __init__(self, phrasebook: Phrasebook) -> None:
        super().__init__(phrasebook)
        self.table = faces(phrasebook.custom)

    def card(self, card: Any) -> str:
        """Word a card by its name in this language, with what a hand card keeps of the battlefield."""
        if card == HIDDEN:
            return self.word("some_card")
        name, reduction, marked = kept(str(card))
        title = self.table[name].card.title(self.phrasebook.lang) if name in self.table else name
        if not (reduction or marked):
            return title
        notes = [self.word("kept_reduction", n=reduction)] if reduction else []
        notes += [self.word("kept_mark")] if marked else []
        return self.word("kept", card=title, notes=self.phrasebook.listed(notes))

    def cards(self, cards: Any) -> str:
        """Word several cards, equal ones together."""
        return self.phrasebook.counted(map(self.card, cards))

    def place(self, place: Any) -> str:
        """Word `A3` as slot 3 of A, `f2` as the second fuel card."""
        text = str(place)
        found = read_place(text)
        if found is not None:
            return self.word("place", who=found.who, slot=found.slot)
        fuel = read_fuel(text)
        return text if fuel is None else self.word("fuel", n=fuel)

    def occupant(self, occupant: Any) -> str:
        """Word `A3 战鼓獾`, a slot with its creature, or a card alone."""
        head, _, rest = str(occupant).partition(" ")
        return f"{self.place(head)} {self.card(rest)}" if rest and read_place(head) else self.card(occupant)

    def blockers(self, answer: Any) -> str:
        """Word the answer to a block window."""
        text = str(answer)
        return self.phrasebook.value(text) if text == DECLINE else self.word("block", places=text.split())

    def effect(self, effect: Any) -> str:
        """Word `A3 a` as the effect `a` of slot A3."""
        head, _, eid = str(effect).partition(" ")
        return self.word("effect", place=self.place(head), eid=eid) if eid else self.place(head)

    def eid(self, eid: Any) -> str:
        """Word `a`, the first effect of its card, and `a@main1`, where it was used in that step."""
        name, _, step = str(eid).partition("@")
        if step:
            return self.word("used_in", eid=name, step=step)
        numbered = len(name) == 1 and "a" <= name <= "z"
        return self.word("eid", n=ord(name) - ord("a") + 1) if numbered else self.word("named_eid", eid=name)

    def entry(self, args: Any) -> str:
        """Word what an action is about: a card and where it goes, or a creature and its effect."""
        words = [str(a) for a in args]
        if len(words) != 2:
            return " ".join(self.place(w) if read_place(w) else self.card(w) for w in words) or self.phrasebook.value(
                ()
            )
        if read_place(words[0]):
            return self.effect(" ".join(words))
        return self.word("to", card=words[0], place=words[1])

    def creature(self, creature: Creature) -> str:
        """Word a creature as it stands: its card, power and what marks it out."""
        face = self.table.get(creature.card)
        now = max(0, (face.power if face is not None else 0) + creature.bonus - creature.reduction)
        return self.word("creature", card=creature.card, power=now, tapped=creature.tapped)

    def plain(self, value: Any) -> str:
        """Word a value of some field: a creature, a card, a slot, a set of slots, or a term."""
        if isinstance(value, Creature):
            return self.creature(value)
        text = str(value)
        if kept(text)[0] in self.table:
            return self.card(text)
        words = text.split()
        if not words:
            return self.phrasebook.value(None)
        if all(read_place(w) is not None for w in words):
            return self.phrasebook.listed(map(self.place, words))
        if len(words) == 2 and read_place(words[0]) is not None:
            return self.effect(text)
        if "@" in text:
            return self.eid(text)
        card, slash, eid = text.rpartition("/")
        if slash and card in self.table:
            return self.word("effect", place=self.card(card), eid=eid)
        return self.place(text) if read_fuel(text) is not None else self.phrasebook.term(value)

    def posture(self, tapped: Any) -> str:
        """Word whether a card is tapped."""
        return self.word("tapped" if tapped else "untapped")


def standing(words: Words, state: State, *places: Place) -> str:
    """Word what stands in slots: `A1 战鼓獾`, or the slot alone where nothing does; "" for no slots."""
    found = ((place, state.creature(place)) for place in places)
    named = [words.place(p) if creature is None else words.occupant(f"{p} {creature.card}") for p, creature in found]
    return words.phrasebook.listed(named) if named else ""
