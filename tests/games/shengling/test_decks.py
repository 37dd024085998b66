"""Which decks are legal, at every boundary, wherever a deck is looked at (SL-2.1, SL-2.2, SL-C106)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import rulekit
from rulekit import Action, IllegalAction
from rulekit.games.shengling.cards import faces, spelled
from rulekit.games.shengling.decks import Deck, deck_flaws, demo_deck
from rulekit.games.shengling.setup import deck_fault

BEGIN = Action("table", "begin")


def three_each(kinds: int, **changed: int) -> Mapping[str, int]:
    """Return how many copies of each number: 3 of the first `kinds`, and what is `changed`."""
    return {f"SLD-{n:02}": 3 for n in range(1, kinds + 1)} | {k.replace("_", "-"): n for k, n in changed.items()}


#: The counts, then the code and the clause of what is wrong with them; None for a legal deck.
DECKS: Mapping[str, tuple[Mapping[str, int], int, tuple[str, str] | None]] = {
    "39 cards": (three_each(13), 39, ("deck_size", "SL-2.1")),
    "40 cards": (three_each(13, SLD_14=1), 40, None),
    "60 cards": (three_each(20), 60, None),
    "61 cards": (three_each(20, SLD_21=1), 61, ("deck_size", "SL-2.1")),
    "four copies": (three_each(13, SLD_01=4), 40, ("deck_copies", "SL-2.2")),
}


def names(counts: Mapping[str, int]) -> list[str]:
    return [spelled(number) for number, n in counts.items() for _ in range(n)]


@pytest.fixture(params=DECKS)
def deck(request: pytest.FixtureRequest) -> tuple[list[str], tuple[str, str] | None]:
    counts, size, wrong = DECKS[request.param]
    cards = names(counts)
    assert len(cards) == size
    return cards, wrong


def test_a_deck_is_judged_by_size_and_copies(deck: tuple[list[str], tuple[str, str] | None]) -> None:
    cards, wrong = deck
    fault = deck_fault(cards, faces(""))
    assert (fault and (fault.code, *fault.clauses)) == wrong


def test_a_deck_file_is_judged_alike(deck: tuple[list[str], tuple[str, str] | None]) -> None:
    cards, wrong = deck
    assert [(issue.code, *issue.clauses) for issue in deck_flaws(Deck.of(cards))] == ([wrong] if wrong else [])


@pytest.mark.parametrize("who", ["A", "B"])
def test_no_game_begins_with_a_wrong_deck(who: str, deck: tuple[list[str], tuple[str, str] | None]) -> None:
    cards, wrong = deck
    decks = (cards, demo_deck()) if who == "A" else (demo_deck(), cards)
    position = rulekit.new_game("shengling", decks=decks, first="A")
    assert [(p.code, p.clause) for p in position.problems()] == ([wrong] if wrong else [])
    if wrong is None:
        assert position.legal_actions() == [BEGIN]
        return
    assert position.legal_actions() == []
    with pytest.raises(IllegalAction) as refused:
        position.play(BEGIN)
    assert (refused.value.code, *refused.value.clauses) == wrong
    assert refused.value.params["who"] == who


def test_the_number_alone_makes_two_cards_the_same() -> None:
    """SL-2.2: three copies of every number are legal however alike the cards are otherwise."""
    cards = names(three_each(13, SLD_14=1))
    assert {spelled("SLD-05"), spelled("SLD-06")} <= set(cards)  # the same effect and cost on both
    assert deck_fault(cards, faces("")) is None
