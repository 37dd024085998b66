"""How cards, battlefield slots, fuel and choices of 生灵对决 are worded, as formatters that parameters name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rulekit.core.hidden import HIDDEN
from rulekit.games.shengling.blocking import DECLINE
from rulekit.games.shengling.cards import faces
from rulekit.games.shengling.memory import kept
from rulekit.games.shengling.state import Creature, read_fuel, read_place

if TYPE_CHECKING:
    from rulekit.core.phrasebook import Phrasebook

__all__ = ["Words", "formatters"]


class Words:
    """The words of one language; every formatter takes what a step holds and leaves what it cannot read as it is."""

    def __init__(self, phrasebook: Phrasebook) -> None:
        self.phrasebook = phrasebook
        self.table = faces(phrasebook.custom)

    def word(self, key: str, **params: Any) -> str:
        """Return one of the pieces `word.*`."""
        return self.phrasebook.text(f"word.{key}", params)

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
        return self.word("kept", card=title, notes=self.word("list").join(notes))

    def cards(self, cards: Any) -> str:
        """Word several cards, equal ones together."""
        counted = Counter(map(self.card, cards))
        return self.listed([w if n == 1 else self.word("repeated", word=w, n=n) for w, n in counted.items()])

    def place(self, place: Any) -> str:
        """Word `A3` as slot 3 of A, `f2` as the second fuel card."""
        text = str(place)
        found = read_place(text)
        if found is not None:
            return self.word("place", who=found.who, slot=found.slot)
        fuel = read_fuel(text)
        return text if fuel is None else self.word("fuel", n=fuel)

    def places(self, places: Any) -> str:
        """Word several slots, given as a sequence or as one text with spaces between."""
        return self.listed([self.place(p) for p in (places.split() if isinstance(places, str) else places)])

    def occupant(self, occupant: Any) -> str:
        """Word `A3 战鼓獾`, a slot with its creature, or a card alone."""
        head, _, rest = str(occupant).partition(" ")
        return f"{self.place(head)} {self.card(rest)}" if rest and read_place(head) else self.card(occupant)

    def blockers(self, answer: Any) -> str:
        """Word the answer to a block window."""
        text = str(answer)
        return self.phrasebook.value(text) if text == DECLINE else self.word("block", places=self.places(text))

    def effect(self, effect: Any) -> str:
        """Word `A3 a` as the effect `a` of slot A3."""
        head, _, eid = str(effect).partition(" ")
        return self.word("effect", place=self.place(head), effect=self.eid(eid)) if eid else self.place(head)

    def eid(self, eid: Any) -> str:
        """Word `a`, the first effect of its card, and `a@main1`, where it was used in that step."""
        name, _, step = str(eid).partition("@")
        numbered = len(name) == 1 and "a" <= name <= "z"
        effect = self.word("eid", n=ord(name) - ord("a") + 1) if numbered else self.word("named_eid", eid=name)
        return self.word("used_in", effect=effect, step=self.phrasebook.value(step, "step")) if step else effect

    def entry(self, args: Any) -> str:
        """Word what an action is about: a card and where it goes, or a creature and its effect."""
        words = [str(a) for a in args]
        if len(words) != 2:
            return " ".join(self.place(w) if read_place(w) else self.card(w) for w in words) or self.listed(())
        if read_place(words[0]):
            return self.effect(" ".join(words))
        return self.word("to", card=self.card(words[0]), place=self.place(words[1]))

    def creature(self, creature: Creature) -> str:
        """Word a creature as it stands: its card, power and what marks it out."""
        face = self.table.get(creature.card)
        now = max(0, (face.power if face is not None else 0) + creature.bonus - creature.reduction)
        tapped = self.word("tapped" if creature.tapped else "untapped")
        return self.word("creature", card=self.card(creature.card), power=now, tapped=tapped)

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
            return self.places(text)
        if len(words) == 2 and read_place(words[0]) is not None:
            return self.effect(text)
        if "@" in text:
            return self.eid(text)
        card, slash, eid = text.rpartition("/")
        if slash and card in self.table:
            return self.word("effect", place=self.card(card), effect=self.eid(eid))
        return self.place(text) if read_fuel(text) is not None else self.phrasebook.term(value)

    def issue(self, issue: Any) -> str:
        """Word what is wrong with a card, given as its code and its parameters."""
        code, params = issue
        if code.startswith("form."):  # a fault of the form, worded as for any file
            return self.phrasebook.text(f"error.{code[5:]}", dict(params))
        return self.phrasebook.text(f"card.{code}", dict(params))

    def listed(self, parts: Iterable[str]) -> str:
        """Join words as the language joins a list; nothing at all is said to be none."""
        return self.word("list").join(parts) or self.phrasebook.value(())


def formatters(phrasebook: Phrasebook) -> Mapping[str, Callable[[Any], str]]:
    """Return the word formatters of the game by the name a sentence calls them by."""
    words = Words(phrasebook)
    return {
        "card": words.card,
        "cards": words.cards,
        "place": words.place,
        "places": words.places,
        "occupant": words.occupant,
        "occupants": lambda vs: words.listed(map(words.occupant, vs)),
        "blockers": words.blockers,
        "effect": words.effect,
        "eid": words.eid,
        "entry": words.entry,
        "posture": lambda v: words.word("tapped" if v else "untapped"),
        "names": lambda vs: words.listed(map(str, vs)),
        "plain": words.plain,
        "issue": words.issue,
        "label": phrasebook.label,
        "value": phrasebook.value,
        "verb": lambda v: phrasebook.value(v, "verb"),
        "op": lambda v: phrasebook.value(v, "op"),
        "timing": lambda v: phrasebook.value(v, "timing"),
        "timings": lambda vs: words.listed(phrasebook.value(v, "timing") for v in vs),
        "duty": lambda v: phrasebook.value(v, "duty"),
        "result": lambda v: phrasebook.value(v, "result"),
    }
