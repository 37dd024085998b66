"""The drawn position: complete, escaped, deterministic, secrets kept, changes marked."""

import base64
import re
from functools import partial

import pytest

import rulekit
from rulekit import Action
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.position import Position
from rulekit.core.record import Change
from rulekit.games.tangwu.state import Player, State
from rulekit.games.tangwu.view import View, hand_html
from tests.support.page import HOSTILE, Page
from tests.support.positions import set_up
from tests.support.words import chinese

TANGWU = rulekit.load_game("tangwu")


position = partial(set_up, "tangwu")


FULL = {
    "turn": "A",
    "step": "act",
    "controller": "B",
    "chain": ["三", "三", "四"],
    "banned": ["98K", "尤里"],
    "idle": 7,
    "A": {
        "hp": 20,
        "cost": 11,
        "digit": 9,
        "荆棘": 2,
        "盈能": 6,
        "无敌": True,
        "赌命": 5,
        "嘲讽": 0,
        "假人": [1, 3, 5],
        "延迟": ["灼烧", "毒", "七步3"],
    },
    "B": {"hp": -5, "cost": 10, "digit": 0, "冰封": 2, "尤里": True},
}


def test_a_lean_view_leaves_out_only_what_says_nothing() -> None:
    plain, full = position(), position(**FULL)
    assert "连出" in View.position_html(plain, "zh") and "连出" not in View.position_html(plain, "zh", lean=True)
    assert "无敌" in View.position_html(full, "zh", lean=True)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_full_position_nests_and_shows_every_status(lang):
    page = Page(View.position_html(position(**FULL), lang))
    wanted = {
        "zh": [
            "荆棘 ×2",
            "盈能 6/6",
            "无敌",
            "嘲讽 n=0",
            "1 血",
            "3 血",
            "5 血",
            "灼烧",
            "七步（3）",
            "剩 5/6 个自己的回合",
        ],
        "en": ["Thorns ×2", "Charge-up 6/6", "Invincible", "Taunt n=0", "1 HP", "burn", "Seven Steps (3)", "5/6"],
    }[lang]
    for text in [*wanted, "-5", "7/24"]:
        assert text in page.text
    assert page.text.index(wanted[4]) < page.text.index(wanted[-3])
    if lang == "en":
        assert not chinese(View.position_text(position(**FULL), lang))


def test_hands_cost_left_skill_right():
    page = Page(View.position_html(position(**FULL), "en"))
    names = [attrs["alt"] for tag, attrs in page.tags if tag == "img"]
    assert [n.split(":")[0] for n in names] == [
        "left hand showing 11",
        "right hand showing 9",
        "left hand showing 10",
        "right hand showing 0",
    ]
    assert all(attrs["src"].startswith("data:image/svg+xml;base64,") for tag, attrs in page.tags if tag == "img")


def test_ruling_decides_the_gesture_of_ten():
    crossed, fist = (position({"TW-R1": o}, B={"cost": 10}) for o in ("crossed_index_fingers", "solid_fist"))
    assert "两手食指交叉" in View.position_html(crossed, "zh")
    assert "实心拳" in View.position_html(fist, "zh")


def test_gestures_name_their_clause():
    source = re.search(r"base64,([^\"]+)", hand_html(6, "left", "zh", "crossed_index_fingers")).group(1)
    assert "TW-2.G6" in base64.b64decode(source).decode()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("spec", Player.FIELDS, ids=lambda s: s.name)
def test_no_field_of_a_player_is_left_out(spec, lang):
    other = {
        "int": 7,
        "layers": 2,
        "flag": True,
        "optional": 3,
        "ints": (4,),
        "choice": "98K",
        "choices": ("毒",),
    }[spec.kind]
    state = State()
    setattr(state.B, spec.name, other)
    plain, changed = (Position(TANGWU, s) for s in (State(), state))
    assert View.position_text(plain, lang) != View.position_text(changed, lang)
    assert Page(View.position_html(plain, lang)).text != Page(View.position_html(changed, lang)).text


@pytest.mark.parametrize("spec", [s for s in State.FIELDS if s.kind != "record"], ids=lambda s: s.name)
def test_no_field_of_the_table_is_left_out(spec):
    state = State(step="over", result="A", reason="hp_zero")
    base = state.copy() if spec.name in ("result", "reason") else State()
    changed = base.copy()
    other = {"int": 7, "flag": True, "choices": ("三",)}.get(spec.kind)
    if other is None:
        other = next(c for c in reversed(spec.choices) if c != getattr(base, spec.name))
    setattr(changed, spec.name, other)
    assert View.position_text(Position(TANGWU, base), "zh") != View.position_text(Position(TANGWU, changed), "zh")


def test_changes_are_marked_with_before_and_after():
    start = position(turn="A", step="act", A={"cost": 5, "digit": 3}, B={"hp": 10, "无敌": True, "荆棘": True})
    end, trace = start.play_traced(Action("A", "cast", ("寒风",)))
    changes = [c for s in trace for c in s.changes]
    page = Page(View.position_html(end, "zh", highlight=changes)).text
    for text in ("10→12", "5→2", "是→否", "A→B"):
        assert text in page
    assert "→" not in Page(View.position_html(end, "zh")).text


def test_secret_picks_are_kept_from_the_opponent():
    ban = rulekit.new_game("tangwu", first="A").play(Action("A", "ban", ("寒风",)))
    changes = [Change(("A", "pick"), None, "寒风")]
    own = View.position_html(ban.seen_by("A"), "zh", highlight=changes)
    other = View.position_html(ban.seen_by("B"), "zh", highlight=changes)
    assert "寒风" in own and "寒风" in View.position_html(ban, "zh")
    assert "寒风" not in other and "已选，保密" in other and "还没有选" in other
    assert "寒风" not in View.position_text(ban.seen_by("B"), "zh")


def test_hostile_text_is_shown_literally():
    state = State(banned=(HOSTILE,), chain=(HOSTILE,))
    state.A.delayed = (HOSTILE,)
    state.B.pick = HOSTILE
    changes = [Change(("A", "延迟"), (HOSTILE,), ()), Change(("banned",), (), (HOSTILE,))]
    html = View.position_html(Position(TANGWU, state), "zh", highlight=changes)
    page = Page(html)
    assert HOSTILE in page.text and "<img src=x" not in html
    assert all("onerror" not in attrs for _, attrs in page.tags)


def test_impossible_hands_have_no_gesture():
    state = State()
    state.A.cost, state.A.digit = 12, 10
    page = Page(View.position_html(Position(TANGWU, state), "zh"))
    assert page.text.count("没有手势") == 2 and "12" in page.text


def test_controlled_turn_and_open_decision():
    page = Page(View.position_html(position(**FULL), "zh")).text
    assert "由 B 控制（尤里）" in page and "作决定" in page
    start = position(
        {"TW-R23": "victim_chooses"},
        turn="A",
        step="act",
        A={"cost": 9, "digit": 7},
        B={"无敌": True, "荆棘": True},
    )
    pending = start.play(Action("A", "cast", ("公平正义",)))
    for shown in (View.position_text(pending, "zh"), Page(View.position_html(pending, "zh")).text):
        assert "荆棘 / 无敌" in shown and "轮到 A" in shown and "TW-R23 被去除方指定" in shown


def test_results_are_named():
    won = Position(TANGWU, State(step="over", result="B", reason="combo"))
    draw = Position(TANGWU, State(step="over", result="draw", reason="quiet"))
    assert "B 获胜（98K 连携）" in View.position_text(won, "zh") and "平局" in View.position_html(draw, "zh")
