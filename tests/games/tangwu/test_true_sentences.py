"""Sentences of 唐五 at the edges and under other rulings: capped amounts, nothing there, whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulekit import Position, load_game
from rulekit.games.tangwu.view import View
from tests.support.positions import sentences, set_up

GAME = load_game("tangwu")


def position(given: Mapping[str, Any], rulings: Mapping[str, str] | None = None) -> Position:
    return set_up("tangwu", rulings, **given)


def told(given: Mapping[str, Any], action: str, rulings: Mapping[str, str] | None = None) -> dict[str, list[str]]:
    """Return everything said of one action of A in both languages."""
    return sentences(position(given, rulings).trace(action))


def act(digit: int, cost: int = 11, **more: Any) -> dict[str, Any]:
    return {"turn": "A", "step": "act", "A": {"digit": digit, "cost": cost, **more}, "B": {"digit": 0}}


# -- amounts that stop at a bound -------------------------------------------------------------------


def test_a_gain_beyond_11_tells_what_was_gained() -> None:
    """TW-5.1.1: Laugh leaves 10 of 11 and gives 2, of which 1 fits."""
    said = told(act(1, cost=11), "笑")
    assert "A +1$，费用 11" in said["zh"] and "费用封顶 11，A 多出的 1$ 作废" in said["zh"]
    assert "A +1$, cost 11" in said["en"]


@pytest.mark.parametrize(("cost", "lost", "less"), [(0, 0, 1), (1, 1, 0)])
def test_a_loss_below_0_tells_what_was_lost(cost: int, lost: int, less: int) -> None:
    given = act(3)
    given["B"]["cost"] = cost
    said = told(given, "寒风")
    assert f"B −{lost}$，费用 0" in said["zh"]
    assert (f"费用最低为 0，B 少扣 {less}$" in said["zh"]) is (less > 0)


def test_the_income_at_11_is_none() -> None:
    given = act(1)
    given["B"] = {"cost": 11, "双倍圣水": 2}
    said = told(given, "pass")
    assert "B 回合开始 +0$，费用 11" in said["zh"] and "双倍圣水：B +0$，费用 11" in said["zh"]


def test_disdain_takes_no_more_than_there_is() -> None:
    given = act(9, 鄙视=True)
    given["B"] = {"cost": 0, "digit": 3}
    said = told(given, "pass")
    assert "A 的鄙视：数字 9 大于 3，A +0$，B −0$" in said["zh"]


def test_an_empty_purse_is_not_said_to_be_taken() -> None:
    given = act(9)
    given["B"]["cost"] = 0
    said = told(given, "极盗")
    assert "B 没有费用可拿" in said["zh"] and "B has no cost to take" in said["en"]
    assert not any("全被拿走" in text or "A +0$" in text for text in said["zh"])


def test_a_doubling_that_is_cut_off_is_not_called_one() -> None:
    """TW-5.1.2: 9-5+3=7, and of the 7 more only 4 fit; 5-5+3=3 is doubled in full."""
    assert "费用翻倍：A +4$，费用 11" in told(act(5, cost=9), "投资")["zh"]
    assert "Doubling: A +3$, cost 6" in told(act(5, cost=5), "投资")["en"]


# -- rulings that change what a number means --------------------------------------------------------


@pytest.mark.parametrize(("reading", "limit"), [("player_turns", 24), ("full_rounds", 48)])
def test_the_idle_counter_is_shown_with_its_limit(reading: str, limit: int) -> None:
    """TW-8.16, TW-R49: 24 single turns, or 24 rounds of two."""
    rulings = {"TW-R49": reading}
    given = {**act(1), "idle": 22}
    assert f"无行动计数 22/{limit}" in View.position_text(position(given, rulings), "zh")
    assert f"无行动计数 23/{limit}" in told(given, "pass", rulings)["zh"]
    assert f"Idle counter 23/{limit}" in told(given, "pass", rulings)["en"]


@pytest.mark.parametrize(("reading", "idle"), [("player_turns", 23), ("full_rounds", 47)])
def test_a_draw_for_idleness_names_no_number_that_a_ruling_changes(reading: str, idle: int) -> None:
    said = told({**act(1), "idle": idle}, "pass", {"TW-R49": reading})
    assert f"无行动计数 {idle + 1}/{idle + 1}" in said["zh"] and "对局结束：平局（无行动计数到上限）" in said["zh"]


def test_a_bounty_that_counts_attacks_only_denies_no_reflection() -> None:
    """TW-R11 attack_skills_only: A's Thorns have hurt B this turn, the stopped Bounty counts for nothing."""
    given = act(5, turn_damage=0, total=3)
    given["B"] |= {"无敌": True}
    said = told(given, "赏金", {"TW-R11": "attack_skills_only"})
    assert "赏金的 n 为 0，A 得 0$" in said["zh"] and "n of Bounty is 0: A gains 0$" in said["en"]


def test_the_threshold_of_the_bet_says_which_number_counts() -> None:
    """TW-R34 before_bonus: 98K counts as 9 though it deals 12; by default a Fist of 2+3 counts as 5."""
    said = told(act(6, 赌命=6), "98K", {"TW-R34": "before_bonus"})
    assert "A 的瞬时伤害按 9 计，达到 9，再次行动（整局一次）" in said["zh"]
    assert "A's instant damage counts as 9 and reaches 9: a re-act, once a game" in said["en"]
    assert "A 的瞬时伤害按 5 计，不到 9，没有额外行动" in told(act(1, 赌命=6), "拳")["zh"]


@pytest.mark.parametrize("caster", ["controlled_player", "controller"])
def test_whose_turn_ends_under_control(caster: str) -> None:
    """TW-R42: the turn that ends is A's, whoever is the caster in it."""
    given = {**act(1), "controller": "B"}
    given["B"]["cost"] = 5
    said = told(given, "笑", {"TW-R42": caster})
    assert "没有再次行动，A 的回合将结束" in said["zh"]
    assert "A 再次行动" in told(given, "一", {"TW-R42": caster})["zh"]


def test_a_shared_dummy_is_used_up_by_either() -> None:
    """TW-R32 shared: B used it; A's cast is empty though A never had a dummy."""
    given = act(0)
    given["B"] |= {"假人已用": True}
    assert "假人的次数已用完，A 这次空放" in told(given, "假人", {"TW-R32": "shared"})["zh"]


def test_a_stopped_hit_that_is_no_attack_is_not_called_one() -> None:
    """TW-R27 pure_damage_six: See-Through is no attack skill; TW-R36: a missed one still is."""
    given = act(9)
    given["B"] |= {"无敌": True}
    said = told(given, "识破", {"TW-R27": "pure_damage_six"})
    assert "这一击被挡，识破对受击方的附带效果无效" in said["zh"] and not any("攻击被挡" in t for t in said["zh"])
    assert "B 有无敌，识破清不掉假人" in said["zh"]


def test_a_re_act_without_an_addition_promises_none() -> None:
    """TW-R43 all_additions: the re-act of a turn under Phantom Mist has no addition either."""
    said = told({**act(1), "no_addition": True}, "一", {"TW-R43": "all_additions"})
    assert "A 再次行动" in said["zh"] and not any("重新相加" in text for text in said["zh"])


def test_disdain_of_the_frozen_player_is_not_told_as_the_opponents() -> None:
    """TW-R39 both, TW-R40 skipped: B is frozen and both have Disdain; neither is checked."""
    given = act(1, 鄙视=True)
    given["B"] |= {"冰封": 1, "鄙视": True}
    said = told(given, "pass", {"TW-R39": "both", "TW-R40": "skipped"})
    assert {f"冰封的回合里不判定 {who} 的鄙视" for who in "AB"} <= set(said["zh"])


def test_who_chooses_is_not_said_to_lose() -> None:
    """TW-R23 victim_chooses, TW-R42 controller: in A's turn B casts, A loses a buff, and B decides for A which."""
    given = {**act(7), "controller": "B"}
    given["B"]["cost"] = 11
    given["A"] |= {"荆棘": True, "无敌": True}
    at = position(given, {"TW-R23": "victim_chooses", "TW-R42": "controller"}).play(GAME.parse("A", "公平正义"))
    assert at.decision is not None and at.decision.who == "B"
    assert GAME.phrasebook("zh").decision(at.decision) == "去除哪一种效果，由 B 选定"
    said = [GAME.phrasebook("zh").step(step) for step in at.trace(GAME.parse("B", "answer 荆棘"))]
    assert "B 选定去除荆棘" in said and "A 失去 1 层荆棘" in said


def test_refusals_name_things_in_the_language_of_the_reader() -> None:
    at = position(act(7, 盈能=0))
    wrong = at.why_illegal(GAME.parse("A", "公平正义 幻雾"))
    assert wrong is not None and "“Phantom Mist”, only Thorns, Invincible, Charge-up" in wrong.reason("en")
    drawn = position({"step": "setup"}).why_illegal(GAME.parse("A", "pass"))
    assert drawn is not None and "this is not for A to do but for chance" in drawn.reason("en")
    assert "轮到 抽签" in drawn.reason("zh")


def test_a_win_is_said_to_be_one() -> None:
    given = act(1)
    given["B"] = {"hp": 1}
    said = told(given, "拳")
    assert "对局结束：A 胜（血量耗尽）" in said["zh"] and "The game is over: A wins (no HP left)" in said["en"]


def test_what_is_exempt_from_the_refusal_of_void_casts_is_said() -> None:
    """TW-R28 refused: One only re-acts and Dummy is used up, yet both can be cast; Dummy Boost without a dummy not."""
    at = position(act(1), {"TW-R28": "refused"})
    assert at.why_illegal(GAME.parse("A", "一")) is None
    spent = position(act(0, 假人已用=True), {"TW-R28": "refused"})
    assert spent.why_illegal(GAME.parse("A", "假人")) is None
    assert spent.why_illegal(GAME.parse("A", "假人强化")) is not None
    assert spent.under({"TW-R29": "refused"}).why_illegal(GAME.parse("A", "假人")) is not None
    says = GAME.rulebook.ruling("TW-R28").option("refused").text
    assert "再次行动" in says["zh"] and "TW-R29" in says["zh"] and "re-act" in says["en"] and "TW-R29" in says["en"]
