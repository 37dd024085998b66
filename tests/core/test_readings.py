"""Texts of components follow the rulings: the short text of a skill, the text of a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from rulekit import load_game
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.readings import parts
from rulekit.games.shengling.card_face import effect_text
from rulekit.games.shengling.cards import demo_cards, faces
from rulekit.games.shengling.reference import all_cards, shown_cards
from rulekit.games.tangwu.cards import skill_card
from rulekit.games.tangwu.skills import SKILLS, Skill
from tests.support.positions import set_up

TANGWU, SHENGLING = load_game("tangwu"), load_game("shengling")


def skill(name: str, lang: str = "zh", **rulings: str) -> str:
    changed = {id.replace("_", "-"): option for id, option in rulings.items()}
    return SKILLS[name].says(lang, TANGWU.defaults.replace(changed))


def card(name: str, lang: str = "zh", eid: str = "a", **rulings: str) -> str:
    changed = {id.replace("_", "-"): option for id, option in rulings.items()}
    effect = faces("")[name].effect(eid)
    assert effect is not None
    return effect_text(effect, SHENGLING.phrasebook(lang), SHENGLING.defaults.replace(changed))


# -- the mechanism ----------------------------------------------------------------------------------


def test_every_part_follows_its_own_ruling() -> None:
    made = parts([
        {"zh": "甲", "en": "a"},
        {"zh": "乙", "en": "b", "readings": [{"ruling": "R1", "option": "x", "zh": "丙", "en": "c"},
                                           {"ruling": "R1", "option": "y", "zh": "", "en": ""}]},
        {"zh": "丁", "en": "d", "readings": [{"ruling": "R2", "option": "x", "zh": "戊", "en": "e"}]},
    ])  # fmt: skip
    for (one, zh), (two, last) in product([("x", "丙"), ("y", ""), ("z", "乙")], [("x", "戊"), ("z", "丁")]):
        assert "".join(part.under({"R1": one, "R2": two})["zh"] for part in made) == f"甲{zh}{last}"
    assert [part.text["en"] for part in parts({"zh": "甲", "en": "a"})] == ["a"]


def _readings() -> Iterator[tuple[str, str, str, Mapping[str, str], Mapping[str, str]]]:
    """Yield whose text it is, the ruling, the option, the plain text and the other one."""
    for one in SKILLS.values():
        for part in one.effect:
            for found in part.readings:
                yield one.name, found.ruling, found.option, part.text, found.text
    for demo in demo_cards():
        for effect in demo.effects:
            for reading in effect.readings:
                yield demo.id, reading.ruling, reading.option, dict(effect.text), dict(reading.text)


@pytest.mark.parametrize(("name", "ruling", "option", "plain", "other"), list(_readings()))
def test_a_reading_is_of_an_option_that_is_no_default_and_differs(
    name: str, ruling: str, option: str, plain: Mapping[str, str], other: Mapping[str, str]
) -> None:
    book = (TANGWU if ruling.startswith("TW") else SHENGLING).rulebook
    assert book.ruling(ruling).option(option).key != book.ruling(ruling).default
    assert set(other) == set(LANGUAGES) and any(plain[lang] != other[lang] for lang in LANGUAGES)


@pytest.mark.parametrize("one", SKILLS.values(), ids=lambda s: s.name)
def test_a_skill_names_the_rulings_its_text_follows(one: Skill) -> None:
    followed = {reading.ruling for part in one.effect for reading in part.readings}
    assert followed <= set(one.rulings)
    assert all(set(part.text) == set(LANGUAGES) for part in one.effect)


# -- what is said -----------------------------------------------------------------------------------


def test_the_short_texts_leave_no_condition_out() -> None:
    """TW-6.D6.7, TW-6.D8.6 to TW-6.D8.9, TW-5.2.12, TW-5.3.5, TW-6.D4.2."""
    assert "本回合" in skill("98K") and "this turn" in skill("98K", "en")
    assert "各用一次" in skill("24点") and "+ − × ÷" in skill("24点")
    assert "each used once" in skill("24点", "en") and "+ − × ÷" in skill("24点", "en")
    bet = skill("赌命！")
    assert "这一回合算第 1 个" in bet and "每段伤害 +3（延迟伤害、反弹除外）" in bet and "整局一次" in bet
    english = skill("赌命！", "en")
    assert "This turn is number 1" in english and "+3 (not delayed damage, not reflections)" in english
    assert "once in the whole game" in english


@pytest.mark.parametrize(
    ("name", "ruling", "option", "zh", "en"),
    [
        ("幻雾", "TW_R43", "all_additions", "没有任何相加", "no addition at all"),
        ("鄙视", "TW_R37", "before_action", "对手回合里行动之前", "before the opponent acts in its turn"),
        ("鄙视", "TW_R39", "both", "自己的回合也判定", "in your own turn as well"),
        ("鄙视", "TW_R26", "stack", "每层各算一次", "once for each layer"),
        ("假人强化", "TW_R30", "void_cast", "放了无效", "it does nothing"),
        ("荆棘", "TW_R26", "stack", "每层一次", "once for each layer"),
        ("桃", "TW_R26", "stack", "强化每层再 +2", "2 more for each layer of Fortify"),
        ("呼吸回血", "TW_R26", "stack", "强化每层使它再 +1", "1 more for each layer of Fortify"),
        ("小烈焰", "TW_R19", "every_turn", "每个回合结束时再伤 2，直到净化", "until Purify"),
        ("淬毒", "TW_R18", "per_cast", "每次放出（不论命中）", "hit or not"),
        ("24点", "TW_R2", "actual_cost", "（费用手取实际费用）", "by its actual cost"),
        ("24点", "TW_R3", "integers_only", "除法须整除", "every division exact"),
        ("24点", "TW_R28", "refused", "算不出就不能放", "otherwise it cannot be cast"),
        ("以战养战", "TW_R10", "taken_by_caster", "本局你受到的伤害", "the damage you took"),
        ("以战养战", "TW_R10", "dealt_by_attack_skills", "你的攻击技能造成的伤害", "your attack skills dealt"),
        ("嘲讽", "TW_R17", "attack_skills_only", "用攻击技能对你造成的伤害", "by attack skills"),
        ("赏金", "TW_R12", "blocked_still_counted", "被挡也算", "even if stopped"),
        ("盈能", "TW_R22", "needs_recast", "盈能随之结束", "Charge-up ends with that"),
        ("98K", "TW_R33", "damage_114514", "造成 114514 伤", "deals 114514 instead"),
        ("赌命！", "TW_R7", "plus3", "（延迟伤害除外）", "(not delayed damage)"),
        ("赌命！", "TW_R8", "exactly_4_minus_n", "（延迟伤害、反弹、嘲讽除外）", "not Taunt"),
        ("赌命！", "TW_R36", "only_on_hit", "每个命中的攻击技能后 +1$", "attack skill that hits"),
        ("元毒九泉", "TW_R14", "void_whole_skill", "命中则自己 +3 血", "on a hit gain 3 HP"),
        ("极盗", "TW_R13", "gain_without_clearing", "不论命中", "hit or not"),
        ("净化", "TW_R51", "all_pending_damage", "也去掉对手的嘲讽", "the opponent's Taunt goes as well"),
        ("假人", "TW_R32", "shared", "双方合计整局一次", "for both players together"),
    ],
)
def test_the_text_of_a_skill_follows_the_ruling(name: str, ruling: str, option: str, zh: str, en: str) -> None:
    assert zh in skill(name, **{ruling: option}) and zh not in skill(name)
    assert en in skill(name, "en", **{ruling: option}) and en not in skill(name, "en")


def test_rulings_of_one_skill_go_together() -> None:
    assert skill("鄙视", TW_R37="before_action", TW_R39="both", TW_R26="stack") == (
        "永久：对手回合里行动之前，若你的技能手数字更大，你 +1$、对手 −1$；自己的回合也判定；每层各算一次。"
    )
    assert "每段伤害 +3（延迟伤害、嘲讽除外）" in skill("赌命！", TW_R7="plus3", TW_R8="exactly_4_minus_n")


def test_the_table_of_skills_follows_the_rulings() -> None:
    """TW-R27: See-Through is marked as an attack by default only."""
    narrow = str(skill_card(9, lang="zh", rulings={"TW-R27": "pure_damage_six", "TW-R37": "before_action"}))
    assert "识破 [攻击]" in str(skill_card(9, lang="zh")) and "识破 [攻击]" not in narrow
    assert "元毒九泉 [攻击]" in narrow and "行动之前" in narrow
    assert "行动之前" in skill_card(9, lang="zh", rulings={"TW-R37": "before_action"})._repr_html_()


@pytest.mark.parametrize(
    ("name", "eid", "ruling", "option", "zh", "en"),
    [
        ("神威-降格", "a", "SL_R37", "one_enemy", "选对手场上 1 只生灵，攻击力 −2。", "Choose one opposing creature"),
        ("神威-降格", "a", "SL_R37", "all_both_sides", "双方场上所有生灵攻击力 −2。", "creatures of both players"),
        ("寻策问卷", "a", "SL_R31", "hidden_no_shuffle", "加入手牌，不公开，不洗牌。", "neither show it nor shuffle"),
        ("年轮古木", "a", "SL_R2", "every_turn", "每个回合开始：自己攻击力 +1。", "At the start of every turn"),
        ("山脊霸主", "a", "SL_R2", "every_turn", "每个回合开始：", "At the start of every turn"),
        ("变相石像", "b", "SL_R13", "bonus_only", "减攻保留", "its reduction stays"),
        ("晨露药师", "a", "SL_R44", "per_number", "同编号的卡合计一回合一次", "for all cards of this number together"),
        ("献身", "a", "SL_R19", "highest_only", "不相加", "extras do not add up"),
    ],
)
def test_the_text_of_a_card_follows_the_ruling(name: str, eid: str, ruling: str, option: str, zh: str, en: str) -> None:
    assert zh in card(name, eid=eid, **{ruling: option}) and zh not in card(name, eid=eid)
    assert en in card(name, "en", eid, **{ruling: option}) and en not in card(name, "en", eid)


def test_drawn_cards_follow_the_rulings() -> None:
    shown = shown_cards("神威-降格", lang="zh", rulings={"SL-R37": "one_enemy"})
    assert "选对手场上 1 只生灵" in str(shown) and "选对手场上 1 只生灵" in shown._repr_html_()
    assert "双方场上所有生灵" in str(all_cards("zh", {"SL-R37": "all_both_sides"}))
    assert "对手场上所有生灵攻击力 −2" in str(all_cards("zh"))


def test_a_card_in_a_position_is_drawn_as_its_rulings_have_it() -> None:
    from rulekit.games.shengling.view import View

    at = set_up("shengling", {"SL-R31": "hidden_no_shuffle"}, step="main1", A={"hand": ["寻策问卷"]})
    assert "不公开，不洗牌" in View.position_html(at, "zh")
