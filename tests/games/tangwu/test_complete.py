"""What a set-up implies of the turn in progress, as the rulings say who counts and what."""

from __future__ import annotations

from typing import Any

import pytest

import rulekit
from rulekit import Position
from rulekit.core.given import exact_given
from rulekit.core.scenario import loads
from rulekit.games.tangwu import GAME

COUNTED = {"TW-R48": "count_adds_and_casts"}
CONTROLLER = {"TW-R42": "controller"}


def start(given: dict[str, Any], rulings: dict[str, str]) -> Position:
    return rulekit.setup("tangwu", given, rulings)


@pytest.mark.parametrize(
    ("given", "rulings", "actions", "casts", "caster"),
    [
        ({"actions": 1}, {}, 1, 1, "A"),
        ({"actions": 3, "step": "act"}, {}, 3, 3, "A"),
        ({"actions": 1, "turn": "B"}, {}, 1, 1, "B"),
        ({"chain": ["一", "三"]}, {}, 2, 2, "A"),
        # every cast had its addition, except that 幻雾 may have spared the first
        ({"actions": 1, "step": "act"}, COUNTED, 1, 0, "A"),
        ({"actions": 1}, COUNTED, 1, 1, "A"),
        ({"actions": 2}, COUNTED, 2, 1, "A"),
        ({"actions": 2, "step": "act"}, COUNTED, 2, 1, "A"),
        ({"actions": 3, "step": "act"}, COUNTED, 3, 1, "A"),
        ({"actions": 3}, COUNTED, 3, 2, "A"),
        ({"actions": 4}, COUNTED, 4, 2, "A"),
        ({"chain": ["一", "三"]}, COUNTED, 4, 2, "A"),
        ({"chain": ["一", "三"], "step": "act"}, COUNTED, 5, 2, "A"),
        # under 尤里 who decides counts the casts
        ({"actions": 2, "controller": "B"}, {}, 2, 2, "A"),
        ({"actions": 2, "controller": "B"}, CONTROLLER, 2, 2, "B"),
        ({"actions": 2, "turn": "B", "controller": "A", "A": {"hp": 3}}, CONTROLLER, 2, 2, "A"),
        ({"actions": 1, "step": "act", "controller": "B"}, {**COUNTED, **CONTROLLER}, 1, 0, "B"),
        ({"actions": 2}, CONTROLLER, 2, 2, "A"),
    ],
)
def test_casts_and_actions_of_the_turn(
    given: dict[str, Any], rulings: dict[str, str], actions: int, casts: int, caster: str
) -> None:
    chain = {"digit_cast": True} if "chain" in given else {}
    state = start(given, rulings).state
    assert (state.actions, state.acted, state.digit_cast) == (actions, casts > 0, bool(chain))
    assert {who: state.player(who).streak for who in "AB"} == {"A": 0, "B": 0, caster: casts}


@pytest.mark.parametrize("given", [{"actions": 0}, {"actions": -1}, {"step": "act"}])
def test_nothing_done_implies_nothing(given: dict[str, Any]) -> None:
    for rulings in ({}, COUNTED):
        chosen = GAME.defaults.replace(rulings)
        assert GAME.fill_in(given, chosen) == given


def test_what_is_given_stands() -> None:
    given = {"actions": 2, "acted": False, "A": {"streak": 0, "赌命": 3, "赌命已用": False}}
    assert GAME.fill_in(given, GAME.defaults) == given == GAME.fill_in(given, GAME.defaults)


def test_the_set_up_of_a_state_says_what_would_be_filled_in_otherwise() -> None:
    after_one = start({"actions": 1, "step": "act"}, COUNTED)
    assert exact_given(GAME, after_one.state, after_one.rulings) == {"step": "act", "actions": 1}
    other = {"step": "act", "A": {"streak": 0}, "actions": 1, "acted": False}
    assert exact_given(GAME, after_one.state, GAME.defaults) == other


def test_a_file_is_completed_under_its_own_rulings_and_under_those_of_a_reading() -> None:
    case = loads(
        "game: tangwu\ntitle: x\nrulings: {TW-R48: count_adds_and_casts}\n"
        "given: {step: act, actions: 1}\nplay: []\nthen: {acted: false}\n"
        "readings:\n  - {rulings: {TW-R48: count_casts}, then: {acted: true, A: {streak: 1}}}\n"
    )
    assert case.start().state.A.streak == 0 and case.start({"TW-R48": "count_casts"}).state.A.streak == 1
