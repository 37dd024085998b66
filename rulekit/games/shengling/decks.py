"""Decks as data: how many of each card, what a deck may not be, and the demo decks (SL-2.1, SL-2.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Self

from rulekit.core.catalogue import LANGUAGES, package_data
from rulekit.core.errors import CardIssue, nearest
from rulekit.core.record import Record, attr, record
from rulekit.games.shengling import limits
from rulekit.games.shengling.cards import Card, cards_text, demo_cards, faces, spelled

__all__ = ["Deck", "deck_flaws", "demo_deck", "demo_decks"]


@record
class Deck(Record):
    """A deck as its file has it: its name, how many of each card, and the cards of its own that it brings along.

    `deck` names the game, so that a file can be told from others.  Cards are called as in actions: by name or number.
    """

    deck: str = attr(kind="choice", choices=("shengling",))
    name: tuple[tuple[str, str], ...] = attr(choices=LANGUAGES)
    cards: tuple[tuple[str, int], ...] = attr(clause="SL-2.1")
    own_cards: list[Card] = attr(default_factory=list, clause="SL-3.3")

    @classmethod
    def of(cls, cards: Iterable[str], *, name: Mapping[str, str] | None = None, own_cards: Iterable[Card] = ()) -> Self:
        """Return the deck of these cards, one name for each copy, in the order in which they are first named."""
        own = list(own_cards)
        counts = Counter(spelled(card, cards_text(own)) for card in cards)
        return cls("shengling", tuple((name or {}).items()), tuple(counts.items()), own)

    def title(self, lang: str) -> str:
        """Return the name in `lang`, else in any language."""
        names = dict(self.name)
        return names.get(lang) or next(iter(names.values()), "")

    def names(self) -> tuple[str, ...]:
        """Return the card of every copy by name, sorted."""
        own = cards_text(self.own_cards)
        return tuple(sorted(spelled(card, own) for card, n in self.cards for _ in range(n)))


def deck_flaws(deck: Deck, cards: Iterable[Card] = ()) -> Iterator[CardIssue]:
    """Yield everything that makes a deck unusable, worded as `error.<code>`; its own cards are not looked into.

    `cards` are known besides those.
    """
    own = cards_text([*deck.own_cards, *cards])
    table = faces(own)
    first: dict[str, str] = {}
    for card, n in deck.cards:
        here = ("cards", card)
        name = spelled(card, own)
        if name not in table:
            known = [s for face in table.values() for s in (face.name, face.card.title("en"), face.number)]
            near = nearest(card, known, least=0.5)
            code = "unknown_card_any" if near is None else "unknown_card"
            yield CardIssue(here, code, {"name": card, "nearest": near}, ("SL-3.3",))
        elif name in first:
            yield CardIssue(here, "deck_twice", {"card": card, "other": first[name]}, ("SL-2.2",))
        elif not 1 <= n <= limits.COPIES:
            yield CardIssue(here, "deck_copies", {"card": card, "n": n, "most": limits.COPIES}, ("SL-2.2",))
        first.setdefault(name, card)
    total = sum(n for _, n in deck.cards)
    low, high = limits.DECK
    if not low <= total <= high:
        yield CardIssue(("cards",), "deck_size", {"n": total, "low": low, "high": high}, ("SL-2.1",))


@cache
def demo_decks() -> Mapping[str, Deck]:
    """Return the decks made of demo cards, by their short names: `deck_40` and `deck_60` (SL-3.2)."""
    data = package_data(__package__, "decks.yaml")
    names = {card.number: card.id for card in demo_cards()}
    return {
        key: Deck("shengling", tuple(row["name"].items()), tuple((names[c], n) for c, n in row["cards"].items()))
        for key, row in data.items()
    }


def demo_deck(name: str = "deck_40") -> tuple[str, ...]:
    """Return the names of the cards of a demo deck, sorted."""
    return demo_decks()[name].names()
