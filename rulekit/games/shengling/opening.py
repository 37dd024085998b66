"""The position before the setup: whose decks are played, which cards of one's own, who begins, in which order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rulekit.core.seeded import seeded_shuffle
from rulekit.games.shengling.card_file import load_cards
from rulekit.games.shengling.cards import Card, cards_text, spelled
from rulekit.games.shengling.deck_file import load_deck
from rulekit.games.shengling.decks import Deck, demo_decks
from rulekit.games.shengling.state import PLAYERS, State

__all__ = ["AnyCards", "AnyDeck", "opening"]

AnyDeck = Deck | str | Path | Sequence[str]
AnyCards = str | Path | Card | Iterable[str | Path | Card]
# Files are read under the rulings that allow most; the position they lead to is checked under its own.
ALLOWING: Mapping[str, str] = {"SL-R17": "allowed_until_reduced", "SL-R28": "fuse_limit"}


def opening(
    decks: AnyDeck | tuple[AnyDeck, AnyDeck] | None, cards: AnyCards, first: str | None, seed: int | None
) -> State:
    """Return the position before the setup; see `Shengling.start`.

    Raises FileProblem for a file that is wrong, TypeError for anything else that fits no parameter.
    """
    if first not in (None, *PLAYERS):
        raise TypeError(f"first is A, B or None, not {first!r}")
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise TypeError(f"seed is a number or None, not {seed!r}")
    given = _cards(cards)
    chosen = _decks(decks, given)
    brought = [card for deck in chosen for card in deck.own_cards]
    state = State(first=first, own_cards=cards_text(_each_once([*given, *brought])))
    shuffle = seeded_shuffle(seed) if seed is not None else None
    for who, deck in zip(PLAYERS, chosen, strict=True):
        player = state.player(who)
        names = sorted(spelled(card, state.own_cards) for card, n in deck.cards for _ in range(n))
        player.shuffled = shuffle is None and len(set(names)) > 1
        if shuffle is not None:
            shuffle(names)
        player.deck = tuple(names)
    return state


def _cards(given: AnyCards) -> list[Card]:
    made: list[Card] = []
    for item in [given] if isinstance(given, (str, Path, Card)) else given:
        if not isinstance(item, (str, Path, Card)):
            raise TypeError(f"cards are given as such or as files, not as {item!r}")
        made += [item] if isinstance(item, Card) else load_cards(Path(item), rulings=ALLOWING)
    return made


def _decks(given: AnyDeck | tuple[AnyDeck, AnyDeck] | None, cards: list[Card]) -> tuple[Deck, Deck]:
    if given is None:
        given = "deck_40"
    if isinstance(given, (Deck, str, Path)):
        return _deck(given, cards), _deck(given, cards)
    if not isinstance(given, Sequence) or len(given) != 2:
        raise TypeError(f"decks are one for both players or one for each, not {given!r}")
    return _deck(given[0], cards), _deck(given[1], cards)


def _deck(given: AnyDeck, cards: list[Card]) -> Deck:
    """Return a deck given as such, as the name of a demo deck, as a file, or as cards by name or number."""
    if isinstance(given, Deck):
        return given
    if isinstance(given, (str, Path)):
        demo = demo_decks().get(str(given))
        return demo if demo is not None else load_deck(Path(given), cards=cards, rulings=ALLOWING)
    if not isinstance(given, Sequence) or not all(isinstance(card, str) for card in given):
        raise TypeError(f"a deck is a file, a demo deck or a list of cards, not {given!r}")
    return Deck.of(given)


def _each_once(cards: Iterable[Card]) -> list[Card]:
    """Return the cards without those that come again; different cards of one name stay, as a problem to be told."""
    made: list[Card] = []
    for card in cards:
        if card not in made:
            made.append(card)
    return made
