"""Attacks and blocks that are not allowed: a clear refusal with its clause, or correct play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulekit import Action, IllegalAction, Position
from rulekit.games.shengling import GAME
from tests.games.shengling.set_ups import GUARDS, SENTRY, VOLE, battle, on, position
from tests.support.positions import SCRIPT, refused, says


def test_an_attack_with_a_tapped_creature() -> None:
    says(refused(battle(tapped=True), "attack A2", "tapped", "SL-8.1", "SL-4.5"), "战鼓獾", "Wardrum Badger is tapped")


def test_an_attack_with_a_creature_that_came_this_turn() -> None:
    error = refused(battle(entered=True), "attack A2", "entered_this_turn", "SL-8.3", "SL-7.14")
    says(error, "奇袭", "no haste")
    swift = position(step="battle", A={"slot1": on("孤注狂徒", entered=True)})
    assert swift.play(GAME.parse("A", "attack A1")).state.B.hp == 16


def test_a_second_attack() -> None:
    error = refused(battle(attacked=True, tapped=True), "attack A2", "already_attacked", "SL-8.5")
    says(error, "战鼓獾", "Wardrum Badger")
    refused(battle(attacked=True), "attack A2", "already_attacked", "SL-8.5")  # also when something untapped it


@pytest.mark.parametrize("place", ["A1", "A3", "A6", "A0", "B1", "a2", "2", "f1", "战鼓獾", SCRIPT, "A" * 10_000])
def test_an_attack_from_a_place_without_an_own_creature(place: str) -> None:
    refused(battle(), f"attack {place}", "no_creature", "SL-4.1")


@pytest.mark.parametrize("target", ["B1", "A", "A2", "C"])
def test_an_attack_on_anything_but_the_opponent(target: str) -> None:
    refused(battle(), f"attack A2 {target}", "bad_target", "SL-8.9", "SL-8.8")
    named, plain = (battle().play(GAME.parse("A", f"attack A2{b}")) for b in (" B", ""))
    assert named.decision == plain.decision
    assert [named.play(a).state for a in named.legal_actions()] == [plain.play(a).state for a in plain.legal_actions()]


@pytest.mark.parametrize("text", ["attack", "attack A2 B B"])
def test_an_attack_with_words_missing_or_too_many(text: str) -> None:
    refused(battle(), text, "bad_argument", "SL-8.7")


def test_an_attack_outside_the_battle_or_out_of_turn() -> None:
    for step in ("main1", "main2"):
        refused(position(step=step, A={"slot1": on(VOLE)}), "attack A1", "wrong_step", "SL-8.7")
    refused(battle(), "attack B1", "not_your_turn", "SL-6.13", "SL-8.7", who="B")


def test_no_attack_in_the_first_turn_where_a_reading_forbids_it() -> None:
    given = {"step": "battle", "turn": 1, "A": {"slot1": on("孤注狂徒", entered=True)}}
    refused(position({"SL-R36": "forbidden"}, **given), "attack A1", "first_turn", "SL-6.11")
    assert position(**given).play(GAME.parse("A", "attack A1")).state.B.hp == 16


def window(rulings: Mapping[str, str] | None = None, **more: Any) -> Position:
    row = {
        "slot1": on(VOLE),
        "slot2": on(SENTRY),
        "slot3": on(SENTRY),
        "slot4": on(GUARDS, tapped=True),
        "slot5": on("泥沼绊手", **more),
    }
    start = position(rulings, step="battle", A={"slot1": on(GUARDS), "slot2": on(VOLE)}, B=row)
    return start.play(GAME.parse("A", "attack A1"))


@pytest.mark.parametrize(
    ("text", "code", "clauses", "zh", "en"),
    [
        ("block B2 B3", "block_no_unity", ("SL-9.5", "SL-7.15"), "团结", "unity"),
        ("block B1 B2 B3", "block_two_without", ("SL-9.5", "SL-7.15"), "团结", "unity"),
        ("block", "block_empty", ("SL-9.2",), "至少写一只", "at least one"),
        ("block B1 B1", "block_twice", ("SL-9.2", "SL-9.4"), "两次", "twice"),
        ("block B2 B1 B2", "block_twice", ("SL-9.2",), "两次", "twice"),
        ("block A1", "block_not_own", ("SL-9.3",), "攻击方", "attacking side"),
        ("block B1 A2", "block_not_own", ("SL-9.3",), "攻击方", "attacking side"),
        ("block B4", "block_tapped", ("SL-9.3", "SL-4.5"), "横置", "tapped"),
        ("block B1 B4", "block_tapped", ("SL-9.3",), "横置", "tapped"),
        ("block B6", "block_nobody", ("SL-9.3",), "B6", "B6"),
        ("block 抱团田鼠", "block_nobody", ("SL-9.3",), "没有生灵", "no creature"),
        (f"block {SCRIPT}", "block_nobody", ("SL-9.3",), "没有生灵", "no creature"),
        ("block " + "B1 " * 5000, "block_twice", ("SL-9.2",), "两次", "twice"),
    ],
)
def test_a_blocking_set_that_is_not_allowed(text: str, code: str, clauses: tuple[str, ...], zh: str, en: str) -> None:
    says(refused(window(), text, code, *clauses, who="B"), zh, en)


def test_a_blocker_blocks_once_in_a_battle() -> None:
    refused(window(blocked=True), "block B5", "block_again", "SL-9.4", who="B")
    free = window({"SL-R39": "tap_only"}, blocked=True)
    assert free.play(GAME.parse("B", "block B5")).state.B.slot5 is None


@pytest.mark.parametrize(
    "action",
    [
        Action("A", "attack", ("A2",)),
        Action("A", "end_battle"),
        Action("A", "end_turn"),
        Action("A", "surrender"),
        Action("B", "play", (SENTRY,)),
        Action("A", "answer", ("B1",)),
        Action("A", "answer", ("decline",)),
        Action("chance", "answer", ("B1",)),
        Action("B", "answer", ()),
        Action("B", "answer", ("B1", "B2")),
        Action("B", "decline"),
        Action("nobody", "nothing", (None,)),
    ],
)
def test_any_other_action_while_a_choice_is_open(action: Action) -> None:
    error = refused(window({"SL-R41": "allowed_any_time"}), action, "decision_open", "SL-9.2")
    assert "B" in error.reason("zh") and "B" in error.reason("en")


@pytest.mark.parametrize("value", [None, 0, 1.5, (), ("B1",), {"B1": 1}, ["B1", "B2"], b"B1", object()])
def test_an_answer_that_is_no_text(value: Any) -> None:
    with pytest.raises(IllegalAction) as caught:
        window().play(Action("B", "answer", (value,)))
    assert caught.value.clauses and caught.value.text("zh")


def test_an_answer_when_nothing_is_asked() -> None:
    for text in ("block B1", "decline", "yes", "choose 献身"):
        refused(battle(), text, "no_window", "SL-7.17", who="B")
