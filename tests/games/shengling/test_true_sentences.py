"""Sentences of 生灵对决 at the edges: nothing gained, life used up, an attacker gone, a power that stops at 0."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from rulekit.core.catalogue import LANGUAGES
from rulekit.games.shengling import GAME
from rulekit.games.shengling.block_table import blocks_card
from tests.support.positions import sentences, set_up

position = partial(set_up, "shengling")
SPLASHER = {"number": "X1", "name": {"zh": "溅蛙", "en": "Splash Frog"}, "type": "creature", "cost": 0, "power": 2,
            "keywords": ["splash"]}  # fmt: skip
LAMP = {"number": "X2", "name": {"zh": "小灯灵", "en": "Lamp Sprite"}, "type": "creature", "cost": 0, "power": 3,
        "effects": [{"eid": "a", "timing": "after_block", "ops": [{"op": "heal", "who": "self", "n": 2}]}]}  # fmt: skip


def told(given: Mapping[str, Any], *actions: str, rulings: Mapping[str, str] | None = None) -> dict[str, list[str]]:
    """Return everything said of the last action in both languages."""
    at = position(rulings, **given)
    for text in actions[:-1]:
        who, _, action = text.partition(" ")
        at = at.play(GAME.parse(who, action))
    who, _, action = actions[-1].partition(" ")
    return sentences(at.trace(GAME.parse(who, action)))


HEALER = {"step": "main1", "A": {"slot1": {"card": "晨露药师"}}}


@pytest.mark.parametrize(
    ("hp", "gain", "lost"), [(17, 2, 0), (18, 2, 0), (19, 1, 1), (20, 0, 2)], ids=["17", "18", "19", "20"]
)
def test_a_heal_tells_the_real_gain(hp: int, gain: int, lost: int) -> None:
    """SL-1.3, SL-7.26: the healer heals 2, up to 20."""
    said = told({**HEALER, "A": {**HEALER["A"], "hp": hp}}, "A activate A1")
    assert f"A 回血 {gain}，生命 {hp + gain}" in said["zh"] and f"A heals {gain}, HP {hp + gain}" in said["en"]
    assert (f"生命上限 20，A 多出的 {lost} 点作废" in said["zh"]) is (lost > 0)
    assert (f"HP stops at 20: A's surplus of {lost} is lost" in said["en"]) is (lost > 0)


ATTACK = {"step": "battle", "A": {"slot1": {"card": "溅浪巨鳄"}}}


@pytest.mark.parametrize(
    ("rulings", "lost", "left", "less"),
    [({}, 3, 0, 5), ({"SL-R42": "negative"}, 8, -5, 0)],
    ids=["default", "negative"],
)
def test_a_direct_hit_tells_the_real_loss(rulings: Mapping[str, str], lost: int, left: int, less: int) -> None:
    """SL-11.4, SL-R42: power 8 on 3 HP."""
    said = told({**ATTACK, "B": {"hp": 3}}, "A attack A1", rulings=rulings)
    assert f"打脸：B 失 {lost} 点生命，剩 {left}" in said["zh"]
    assert f"Direct hit: B loses {lost} HP, {left} left" in said["en"]
    assert (f"生命最低为 0，B 少失 {less} 点" in said["zh"]) is (less > 0)
    assert "对局结束：A 胜（生命耗尽）" in said["zh"] and "The game is over: A wins (no HP left)" in said["en"]


def test_a_splash_tells_the_real_loss() -> None:
    """SL-7.16, SL-11.4: 8 against 2 leaves 6 on 3 HP."""
    said = told({**ATTACK, "B": {"hp": 3, "slot1": {"card": "抱团田鼠"}}}, "A attack A1", "B block B1")
    assert "溅射：B 失 3 点生命，剩 0" in said["zh"] and "生命最低为 0，B 少失 3 点" in said["zh"]


@pytest.mark.parametrize(
    "rulings",
    [{"SL-R4": "before_comparison"}, {"SL-R4": "before_comparison", "SL-R8": "after_on_block"}],
    ids=["before", "both"],
)
def test_no_powers_are_told_where_none_were_compared(rulings: Mapping[str, str]) -> None:
    """SL-R4: the -2 of the warden comes first and destroys the frog of power 2; nothing is compared."""
    given = {
        "step": "battle",
        "own_cards": [SPLASHER],
        "A": {"slot1": {"card": "溅蛙"}},
        "B": {"slot1": {"card": "盾藤守卫"}},
    }
    said = told(given, "A attack A1", "B block B1", rulings=rulings)
    assert "攻击者 A1 溅蛙 已离场，不比大小" in said["zh"] and "攻击者 A1 溅蛙 已离场，没有溅射" in said["zh"]
    assert "The attacker A1 Splash Frog has left: no splash" in said["en"]
    assert not any("没有超过" in text for text in said["zh"])


def test_an_attacker_that_left_after_the_comparison_is_not_told_with_power_0() -> None:
    """SL-R7, SL-R8: it wins 3 to 2, then the warden's -2 is one too many for it after an earlier -1."""
    given = {"step": "battle", "own_cards": [{**SPLASHER, "power": 4}],
             "A": {"slot1": {"card": "溅蛙", "reduction": 2}},
             "B": {"slot1": {"card": "盾藤守卫", "reduction": 1}}}  # fmt: skip
    said = told(given, "A attack A1", "B block B1", rulings={"SL-R7": "on_block_first", "SL-R8": "after_on_block"})
    assert "比大小：攻击方 2 对 阻挡方 1" in said["zh"] and "攻击者 A1 溅蛙 已离场，没有溅射" in said["zh"]
    assert "A1 溅蛙 减攻 2，攻击力现为 0" in said["zh"]
    assert "A1 Splash Frog gets a reduction of 2, power now 0" in said["en"]


def test_a_tie_is_told_as_it_was_compared() -> None:
    said = told({**ATTACK, "B": {"slot1": {"card": "溅浪巨鳄"}}}, "A attack A1", "B block B1")
    assert "攻击方 8 没有超过阻挡方 8，没有溅射" in said["zh"]


def test_a_reduction_beyond_the_power_is_told_as_a_reduction() -> None:
    """SL-7.31, SL-8.22: -2 on a creature of power 1 takes only 1 from its power."""
    said = told({"step": "main1", "A": {"hand": ["神威-降格"], "fuel": ["献身"] * 3},
                 "B": {"slot1": {"card": "稻草哨兵"}}}, "A play 神威-降格")  # fmt: skip
    assert "B1 稻草哨兵 减攻 2，攻击力现为 0" in said["zh"]


def test_a_quota_that_does_not_rise_is_not_told_to_change() -> None:
    """SL-R19 highest_only: the second Devotion leaves the quota at 2."""
    given = {"step": "main1", "A": {"hand": ["献身"], "fuel": ["献身"], "quota": 2, "sacrificed": 1}}
    said = told(given, "A play 献身", rulings={"SL-R19": "highest_only"})
    assert "A 本回合的献祭额度现为 2" in said["zh"] and "A's sacrifice quota this turn is now 2" in said["en"]


def test_a_duty_that_was_met_before_was_met_earlier_this_turn() -> None:
    assert GAME.phrasebook("en").value("latched", "duty") == "met earlier this turn"


def test_an_effect_another_card_used_is_not_said_to_be_used_by_this_one() -> None:
    """SL-R44 per_number: A1 healed, so A2 of the same number cannot."""
    healers = {f"slot{n}": {"card": "晨露药师"} for n in (1, 2)}
    at = position({"SL-R44": "per_number"}, step="main1", A={**healers, "hp": 10}).play(GAME.parse("A", "activate A1"))
    refused = at.why_illegal(GAME.parse("A", "activate A2"))
    assert refused is not None and "A2 晨露药师 的这个效果一回合一次，已经用过" in refused.reason("zh")
    assert "this effect of A2 Dewlight Healer is once per turn and was used already" in refused.reason("en")


@pytest.mark.parametrize("reading", ["strict_at_most_one", "one_unity_enough"])
def test_a_block_without_unity_is_refused_for_what_holds(reading: str) -> None:
    """SL-R6: how many without unity may join is another matter, and another refusal."""
    pair = {"slot1": {"card": "战鼓獾"}, "slot2": {"card": "稻草哨兵"}}
    window = position({"SL-R6": reading}, **{**ATTACK, "B": pair}).play(GAME.parse("A", "attack A1"))
    refused = window.why_illegal(GAME.parse("B", "block B1 B2"))
    assert refused is not None and "多只一起挡至少要一只带团结" in refused.reason("zh")
    assert "最多" not in refused.reason("zh").split("[")[0] and "at most" not in refused.reason("en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_block_that_heals_is_told_as_a_gain(lang: str) -> None:
    """The lamp sprite blocks 8 and its player gains 2, from 5 to 7."""
    given = {"step": "battle", "own_cards": [LAMP], "A": {"slot1": {"card": "山脊霸主"}}}
    at = position(**given, B={"hp": 5, "slot1": {"card": "小灯灵"}})
    row = str(blocks_card(at, "A1", lang=lang)).splitlines()[1]
    assert row.endswith("；得 2 点生命" if lang == "zh" else "; 2 HP gained")
