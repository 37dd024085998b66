"""The position before the setup: whose decks are played, which cards of one's own, who begins, in which order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulekit.core.codec import BadValue, show, to_json
from rulekit.core.duel import seeded_shuffle
from rulekit.games.shengling.card_file import load_cards
from rulekit.games.shengling.cards import Card, cards_text, spelled
from rulekit.games.shengling.deck_file import load_deck
from rulekit.games.shengling.decks import Deck, demo_decks
from rulekit.games.shengling.state import PLAYERS, State

__all__ = ["AnyCard", "AnyDeck", "cards_given", "decks_given", "opening", "sample"]

AnyDeck = Deck | str | Path | Sequence[str]
AnyCard = Card | str | Path
# Files are read under the rulings that allow most; the position they lead to is checked under its own.
ALLOWING: Mapping[str, str] = {"SL-R17": "allowed_until_reduced", "SL-R28": "fuse_limit"}


def decks_given(value: Any) -> tuple[AnyDeck, AnyDeck]:
    """Return the decks of A and B, given as one for both or one for each; raises BadValue for anything else."""
    both = (value, value) if isinstance(value, (Deck, str, Path)) else value
    if not isinstance(both, (list, tuple)) or len(both) != len(PLAYERS) or not all(map(_is_deck, both)):
        raise BadValue("start_decks", value=show(value), known=", ".join(demo_decks()))
    return both[0], both[1]


def _is_deck(value: Any) -> bool:
    listed = isinstance(value, (list, tuple)) and all(isinstance(card, str) for card in value)
    return listed or isinstance(value, (Deck, str, Path))


def cards_given(value: Any) -> tuple[AnyCard, ...]:
    """Return cards and files of cards, given as one or several; raises BadValue for anything else."""
    several = isinstance(value, Iterable) and not isinstance(value, (str, Mapping))
    made = tuple(value) if several else (value,)
    if not all(isinstance(item, (Card, str, Path)) for item in made):
        raise BadValue("start_cards", value=show(value))
    return made


def opening(
    rulings: Mapping[str, str],
    decks: Sequence[AnyDeck] = ("deck_40", "deck_40"),
    cards: Sequence[AnyCard] = (),
    first: str | None = None,
    seed: int | None = None,
    **_: Any,
) -> State:
    """Return the position before the setup.

    `decks` is one deck for both players or one for each: a `Deck`, a deck file, `deck_40` or `deck_60`, or cards by
    name or number; without it both play the demo deck of 40.  `cards` are cards of one's own or files of them, besides
    those that decks bring along.  With `seed` the decks lie in the order that seed shuffles them to, so that a game can
    be replayed; without it nature decides card by card (SL-2.8).  Raises FileProblem for a file that is wrong.
    """
    given = [card for item in cards for card in _cards(item)]
    chosen = [_deck(deck, given) for deck in decks]
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


def sample(rulings: Mapping[str, str]) -> dict[str, Any]:
    """Return the opening with two demo decks in a known order, A to begin."""
    return to_json(opening(rulings, first="A", seed=1))


def _cards(given: AnyCard) -> Iterable[Card]:
    return [given] if isinstance(given, Card) else load_cards(Path(given), rulings=ALLOWING)


def _deck(given: AnyDeck, cards: list[Card]) -> Deck:
    """Return a deck given as such, as the name of a demo deck, as a file, or as cards by name or number."""
    if isinstance(given, Deck):
        return given
    if isinstance(given, (str, Path)):
        demo = demo_decks().get(str(given))
        return demo if demo is not None else load_deck(Path(given), cards=cards, rulings=ALLOWING)
    return Deck.of(given)


def _each_once(cards: Iterable[Card]) -> list[Card]:
    """Return the cards without those that come again; different cards of one name stay, as a problem to be told."""
    made: list[Card] = []
    for card in cards:
        if card not in made:
            made.append(card)
    return made
