"""The drawn position of 生灵对决: complete, escaped, narrow, secrets kept, changes marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from rulekit import Action, Position
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.record import Change, differences
from rulekit.core.show.view import marked
from rulekit.drawing.width import columns
from rulekit.games.shengling import GAME
from rulekit.games.shengling.state import Creature
from rulekit.games.shengling.view import View
from tests.games.shengling.strategies import random_state
from tests.properties.registry import random_rulings
from tests.support.page import HOSTILE, Page
from tests.support.positions import set_up
from tests.support.processes import under_hash_seeds
from tests.support.words import chinese

FULL: dict[str, Any] = {
    "step": "battle",
    "turn": 7,
    "A": {
        "hp": 12,
        "slot1": {"card": "溅浪巨鳄", "bonus": 1},
        "slot2": {"card": "毒雾领主", "tapped": True, "attacked": True, "reduction": 1},
        "slot4": {"card": "深渊阴影-荼毒者", "marked": True, "entered": True},
        "hand": ["献身", "战鼓獾"],
        "deck": ["稻草哨兵", "献身", "抱团田鼠", "疾风雏隼", "战鼓獾", "天穹古龙"],
        "fuel": ["献身", "战鼓獾", "天穹古龙"],
        "spent": [2],
        "sacrificed": 1,
        "grave": ["稻草哨兵", "稻草哨兵", "共饮枯泉"],
    },
    "B": {
        "hp": 9,
        "slot1": {"card": "盾藤守卫"},
        "slot2": {"card": "守书石龟", "blocked": True, "tapped": True},
        "slot3": {"card": "稻草哨兵", "bonus": 3, "reduction": 1},
        "slot5": {"card": "烈角公牛", "damage_bonus": 2},
        "hand": ["寻策问卷", "晨露药师", "晨露药师"],
    },
}
position = partial(set_up, "shengling")


def elements(page: Page, name: str) -> Iterator[dict[str, str | None]]:
    return (attrs for _, attrs in page.tags if name in (attrs.get("class") or "").split())


@pytest.mark.parametrize(
    ("lang", "wanted"),
    [
        (
            "zh",
            "第 7 回合|A 的战斗阶段|回合玩家|溅浪巨鳄|溅射|毒雾领主|横置|已攻击|团结|战破解场|死亡标记|刚登场|已阻挡"
            "|伤害加成 +2|牌库 6（顶上：稻草哨兵、献身、抱团田鼠）|墓地 3：稻草哨兵 ×2、共饮枯泉|寻策问卷|已献祭 1/1"
            "|8 + 1|4 − 1|1 + 3 − 1",
        ),
        (
            "en",
            "turn 7|A's battle phase|turn player|Surge Crocodile|splash|tapped|attacked|unity|Battle-break|death mark"
            "|just entered|blocked|damage bonus +2|8 + 1|1 + 3 − 1|deck 6 (top: Straw Sentry, Devotion, Huddling Vole)"
            "|graveyard 3: Straw Sentry ×2, Shared Dry Well",
        ),
    ],
)
def test_a_full_position_says_everything_in_html_and_text(lang: str, wanted: str) -> None:
    page, text = Page(View.position_html(position(**FULL), lang)).text, View.position_text(position(**FULL), lang)
    flat = " ".join(text.split())
    for word in wanted.split("|"):
        assert word in page and word in flat, word
    assert lang == "zh" or not chinese(page + text)


def test_every_creature_stands_in_its_slot_and_the_others_are_empty() -> None:
    page = Page(View.position_html(position(**FULL), "zh"))
    assert page.count("rk-slot") == 10 and page.count("rk-face") == 7 and page.count("rk-noone") == 3
    assert re.search("A1 6 溅浪巨鳄 .*A2 5 毒雾领主 .*A3 空 A4 2 深渊阴影-荼毒者 .*A5 空", page.text)
    assert "A3 A5 空" in View.position_text(position(**FULL), "zh")


def test_the_cost_stands_upper_left_and_the_power_has_its_shade() -> None:
    made = View.position_html(position(**FULL), "zh")
    page = Page(made)
    assert (page.count("rk-up"), page.count("rk-down")) == (2, 1)  # 9 of 8 and 3 of 1; 3 of 4
    assert '<div class="rk-power rk-up"' in made and "<b>9</b><i>▲</i>" in made
    assert '<div class="rk-power rk-down"' in made and "<b>3</b><i>▼</i>" in made
    assert '<div class="rk-top"><b class="rk-cost">6</b> <span class="rk-cardname">溅浪巨鳄</span></div>' in made


def test_tapped_cards_are_turned() -> None:
    page = Page(View.position_html(position(**FULL), "zh"))
    turned = list(elements(page, "rk-tapped"))
    assert [("rk-face" in (a["class"] or "")) for a in turned] == [True, False, True]  # A2, the second fuel, B2
    text = View.position_text(position(**FULL), "zh")
    assert "2 战鼓獾（横置）" in text and "1 献身  " in text and "A2 毒雾领主  3 = 4 − 1  团结  战破解场  横置" in text


def test_equal_fuel_is_counted_together() -> None:
    fuel = ["献身", "献身", "献身", "战鼓獾", "献身"]
    text = View.position_text(position(step="main1", A={"fuel": fuel, "spent": [3]}), "zh")
    assert "费用区：1–2 献身  3 献身（横置）  4 战鼓獾  5 献身\n" in text


def test_clauses_stand_behind_what_they_explain() -> None:
    page = Page(View.position_html(position(**FULL), "zh"))
    titles = {attrs["title"] or "" for _, attrs in page.tags if attrs.get("title")}
    for id in ("SL-8.15", "SL-7.15", "SL-10.1", "SL-10.3", "SL-8.3", "SL-8.5", "SL-9.4", "SL-4.5", "SL-4.7", "SL-4.9"):
        assert any(id in title and GAME.rulebook.clause(id).text["zh"] in title for title in titles), id
    assert any("盾藤守卫（SLD-05）费用 2" in t and "阻挡后：攻击者攻击力 −2。" in t for t in titles)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"hand": ["献身"]}, "义务未完成：先献祭 1 张，才能进战斗或结束回合"),
        ({"hand": ["献身"], "sacrificed": 1, "fuel": ["献身"]}, "义务已完成（已献祭）"),
        ({"hand": []}, "义务已完成（没有手牌）"),
        ({"hand": ["献身"], "fuel": ["献身"] * 10}, "义务已完成（费用区已满 10 张）"),
    ],
)
def test_the_duty_says_why_battle_is_closed(given: dict[str, Any], says: str) -> None:
    shown = position(step="main1", A=given)
    assert says in Page(View.position_html(shown, "zh")).text and says in View.position_text(shown, "zh")
    for told in (View.position_text(shown, "zh", plain=True), Page(View.position_html(shown, "zh", plain=True)).text):
        assert "义务" not in told and "已献祭" in told, "what was sacrificed lies there, how the duty stands does not"
    other = position(step="battle", A=given)
    assert "义务" not in View.position_text(other, "zh")


def test_an_open_decision_is_asked() -> None:
    pending = position(**FULL).play(Action("A", "attack", ("A1",)))
    asked = "阻挡窗口：B 挡住 A1 的攻击吗：B1 / B3 / B5 / B1、B3 / B1、B5 / 放弃阻挡"
    page = Page(View.position_html(pending, "zh"))
    assert asked in page.text and "要决定" in page.text
    for told in (
        View.position_text(pending, "zh", plain=True),
        Page(View.position_html(pending, "zh", plain=True)).text,
    ):
        assert "阻挡窗口：B 挡住 A1 的攻击吗" in " ".join(told.split())
        assert "放弃阻挡" not in told and "B3 /" not in told
    assert asked in " ".join(View.position_text(pending, "zh").split())


def test_the_end_is_told() -> None:
    over = position(**{**FULL, "A": {"hp": 0}, "result": "B", "reason": "hp"})
    assert "对局结束：B 胜（生命耗尽）" in View.position_text(over, "zh")
    assert "The game is over: B wins (no HP left)" in Page(View.position_html(over, "en")).text


def test_changes_are_marked_with_before_and_after() -> None:
    window = position(**FULL).play(Action("A", "attack", ("A1",)))
    after, trace = window.play_traced(GAME.parse("B", "block B1"))
    changes = [change for step in trace for change in step.changes]
    page = Page(View.position_html(after, "zh", highlight=changes))
    assert "9→2" in page.text  # 9 against 2 splashes 7
    assert "B1 离场 盾藤守卫" in page.text and "+盾藤守卫" in page.text
    assert "横置 否→是" in page.text and "减攻 −2 0→2" in page.text  # the attacker tapped; after block
    assert "→" not in Page(View.position_html(after, "zh")).text


def test_what_came_to_a_hand_or_a_field_is_named() -> None:
    start = position(step="main1", A={"hand": ["同心双卫", "献身"], "fuel": ["献身"] * 4, "sacrificed": 1})
    after, trace = start.play_traced(Action("A", "play", ("同心双卫",)))
    changes = [change for step in trace for change in step.changes]
    text = Page(View.position_html(after, "zh", highlight=changes)).text
    assert "A1 登场" in text and "−同心双卫" in text and "横置的燃料 无→1、2、3、4" in text


def test_a_reordered_deck_is_said_to_be_one() -> None:
    shown = position(step="main1", A={"deck": ["献身", "战鼓獾"]})
    page = Page(
        View.position_html(shown, "zh", highlight=[Change(("A", "deck"), ("战鼓獾", "献身"), ("献身", "战鼓獾"))])
    )
    assert "顺序变了" in page.text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_viewer_sees_only_the_own_hand_and_no_deck(lang: str) -> None:
    title = GAME.phrasebook(lang).value
    secret, own = [title("寻策问卷"), title("晨露药师")], [title("抱团田鼠"), title("疾风雏隼")]
    shown = position(**FULL)
    for made in (View.position_html(shown.seen_by("A"), lang), View.position_text(shown.seen_by("A"), lang)):
        assert not any(name in made for name in secret + own)
    page = Page(View.position_html(shown.seen_by("A"), lang))
    assert page.count("rk-cardback") == 3
    html = View.position_html(shown, lang)
    assert all(name in html for name in secret + own)


def test_fuel_face_down_is_shown_as_backs() -> None:
    shown = position({"SL-R40": "fuel_face_down"}, **FULL)
    page = Page(View.position_html(shown.seen_by("B"), "zh"))
    assert (
        page.count("rk-cardback") == 3 + 2
        and sum("rk-tapped" in (a["class"] or "") for a in elements(page, "rk-cardback")) == 1
    )
    text = View.position_text(shown.seen_by("B"), "zh")
    assert "1 一张暗牌" in text and "天穹古龙" not in text


def test_hidden_changes_are_not_told() -> None:
    shown = position(**FULL)
    change = Change(("B", "hand"), (), ("寻策问卷", "晨露药师", "晨露药师"))
    assert "+寻策问卷" in View.position_html(shown, "zh", highlight=[change])
    assert "寻策问卷" not in View.position_html(shown.seen_by("A"), "zh", highlight=[change])


def test_hostile_text_is_shown_literally() -> None:
    own = {
        "number": "X<1>",
        "name": {"zh": HOSTILE, "en": HOSTILE},
        "type": "creature",
        "cost": 1,
        "power": 2,
        "effects": [{"eid": "a", "timing": "on_enter", "ops": [], "text": {"zh": HOSTILE, "en": HOSTILE}}],
    }
    given = position(own_cards=[own], step="main1", A={"hand": [HOSTILE], "deck": [HOSTILE], "grave": [HOSTILE]})
    state = given.state.copy()
    player = state.A
    player.slot1, player.fuel, player.used, player.resolving = Creature(HOSTILE), (HOSTILE,), (HOSTILE,), HOSTILE
    player.slot1.used = (HOSTILE,)
    shown = Position(GAME, state)
    for lang in LANGUAGES:
        changes = [
            Change(("A", "hand"), (HOSTILE,), ()),
            Change(("A", "slot2"), Creature(HOSTILE), None),
            Change(("A", "slot1", "card"), HOSTILE, HOSTILE + "!"),
        ]
        html = View.position_html(shown, lang, highlight=changes)
        page = Page(html)
        assert page.text.count(HOSTILE) > 5 and "<img src=x" not in html
        assert all("onerror" not in attrs for _, attrs in page.tags)
        View.position_text(shown, lang)


def test_slots_and_small_cards_are_marked_as_things() -> None:
    page = Page(View.position_html(position(**FULL), "zh", things=marked))
    assert [a["data-thing"] for a in elements(page, "rk-slot")] == [f"{w}.slot{n}" for w in "AB" for n in range(1, 6)]
    cards = [a["data-thing"] for a in elements(page, "rk-mini")]
    assert cards[:5] == ["A.fuel.0", "A.fuel.1", "A.fuel.2", "A.hand.0", "A.hand.1"] and len(cards) == 8


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_line_is_wider_than_sixty_columns(lang: str) -> None:
    draw = Random(8)
    for n in range(60):
        state = random_state(draw)
        state.own_cards = ""
        shown = Position(GAME, state, GAME.defaults.replace(random_rulings(GAME, draw, 0.1) if n % 3 else {}))
        lines = View.position_text(draw.choice((shown, *map(shown.seen_by, "AB"))), lang).split("\n")
        assert [line for line in lines if columns(line) > 60] == []


@pytest.mark.slow
def test_same_bytes_under_another_hash_seed() -> None:
    code = (
        "import rulekit,hashlib;p=rulekit.new_game('shengling',seed=3);"
        "from rulekit.games.shengling.reference import all_cards;"
        "p=p.play(p.legal_actions()[0]);t=repr(p._repr_mimebundle_())+all_cards('zh')._repr_html_();"
        "print(hashlib.sha256(t.encode()).hexdigest())"
    )
    assert len(under_hash_seeds(code)) == 1


def test_how_a_game_ended_is_worded_not_named_by_code() -> None:
    before = position(step="battle", A={"slot1": {"card": "溅浪巨鳄"}}, B={"hp": 8})
    after = before.play(Action("A", "attack", ("A1",)))
    html = View.position_html(after, "zh", highlight=differences(before.state, after.state))
    text = re.sub("<[^>]+>", " ", html)
    assert "终局原因 生命耗尽" in text and "结果 A 胜" in text and not re.search(r"\bhp\b", text)
