"""What a card may not be: copies of demo cards with one thing changed (SL-C123, SL-R17, SL-R28)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest

from rulekit.core.codec import BadData, from_json, to_json
from rulekit.core.rulebook import Rulings
from rulekit.games.shengling.cards import Card, demo_cards
from rulekit.games.shengling.game import GAME
from rulekit.games.shengling.issues import card_flaws

ROWS: Mapping[str, Any] = {card.number: to_json(card) for card in demo_cards()}
#: The card, what is set on it, what is set on its first effect, then the code, path and clause of what is wrong.
#: A keyword that is none of the three is a fault of the form and has no clause of its own.
CARDS: Mapping[str, tuple[str, dict[str, Any], dict[str, Any], tuple[Any, ...] | None]] = {
    "power 0": ("SLD-01", {"power": 0}, {}, ("power_low", ("power",), "SL-3.8")),
    "an end-of-turn effect": (
        "SLD-11",
        {},
        {"timing": "end_of_turn"},
        ("end_of_turn", ("effects", 0, "timing"), "SL-7.3"),
    ),
    "a fourth keyword": ("SLD-18", {"keywords": ["splash", "battle_break"]}, {}, ("not_choice", ("keywords", 1))),
    "endless": ("SLD-08", {}, {"limit": None}, ("endless", ("effects", 0), "SL-7.10")),
    "an active effect with may": (
        "SLD-08",
        {},
        {"optional": True},
        ("optional_active", ("effects", 0, "optional"), "SL-7.12"),
    ),
    "an attacker outside a block": (
        "SLD-05",
        {},
        {"timing": "on_enter"},
        ("attacker_ref", ("effects", 0, "ops", 0, "target", "ref"), "SL-7.22"),
    ),
    "unchanged": ("SLD-12", {}, {}, None),
}


def wrong(name: str, rulings: Mapping[str, str]) -> list[tuple[Any, ...]]:
    """Return what is wrong with a card: its code, its path and the first clause broken."""
    number, changed, effect, _ = CARDS[name]
    row = deepcopy(ROWS[number]) | changed
    if effect:
        row["effects"][0] |= effect
    try:
        card = from_json(Card, row)
    except BadData as error:
        return [(fault.code, fault.path) for fault in error.faults]
    return [(issue.code, issue.path, issue.clauses[0]) for issue in card_flaws(card, rulings)]


@pytest.mark.parametrize("name", CARDS)
def test_one_change_makes_a_card_unusable(name: str) -> None:
    *_, expected = CARDS[name]
    assert wrong(name, GAME.defaults.choices) == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("name", "ruling", "option"),
    [
        ("power 0", "SL-R17", "allowed_until_reduced"),
        ("endless", "SL-R28", "fuse_limit"),
        ("endless", "SL-R28", "unrestricted"),
    ],
)
def test_another_reading_accepts_it(name: str, ruling: str, option: str) -> None:
    for other in CARDS:
        *_, expected = CARDS[other]
        found = wrong(other, Rulings(GAME.rulebook, {ruling: option}).choices)
        assert found == ([] if other == name or expected is None else [expected])


def test_every_demo_card_is_usable_under_every_reading() -> None:
    for ruling in GAME.rulebook.rulings.values():
        for option in ruling.options:
            choices = Rulings(GAME.rulebook, {ruling.id: option.key}).choices
            assert not [issue for card in demo_cards() for issue in card_flaws(card, choices)]
