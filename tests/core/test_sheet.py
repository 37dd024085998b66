"""What games share in saying and drawing a position: chips, groups, players, the frame, the text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from rulekit import Action, Position, load_game
from rulekit.core.catalogue import Catalogue
from rulekit.core.record import Change, Path
from rulekit.core.show.sheet import Chip, Group
from rulekit.core.show.sheet_html import badge_html, chip_html, groups_html, marked
from rulekit.core.show.sheet_text import folded, group_lines
from rulekit.core.show.view import View
from rulekit.core.things import thing_text
from rulekit.drawing.width import columns
from rulekit.games.tangwu.state import State
from tests.support.page import HOSTILE, Page

TANGWU = load_game("tangwu")


# -- chips and groups -------------------------------------------------------------------------------


def classes(html: str) -> str | None:
    return Page(html).tags[0][1]["class"]


def test_the_classes_of_a_chip() -> None:
    assert classes(chip_html(Chip("x"))) == "rk-chip"
    assert classes(chip_html(Chip("x", tone="m1"), "buff")) == "rk-chip rk-buff rk-m1"
    assert classes(chip_html(Chip("x", delta="1→2", gone=True))) == "rk-chip rk-gone rk-changed"
    assert classes(chip_html(Chip("x", faint=True), "buff")) == "rk-chip rk-faint"


def test_a_chip_that_stands_for_a_thing_is_marked_where_things_are() -> None:
    def things(path: Path, label: str, tip: str = "") -> tuple[tuple[str, ...], str]:
        return ("rk-hot",), f' data-thing="{thing_text(path)}" title="{label}: {tip}"'

    tag, attributes = Page(chip_html(Chip("x", "tip", thing=("A", "hand", 1)), "", things)).tags[0]
    assert tag == "span"
    assert attributes == {"class": "rk-chip rk-hot", "data-thing": "A.hand.1", "title": "x: tip"}
    assert Page(chip_html(Chip("x", "tip"), "", things)).tags[0][1] == {"class": "rk-chip", "title": "tip"}
    assert "data-thing" not in chip_html(Chip("x", thing=("A", "hand", 1)))


def test_parts_of_a_chip_are_things_where_the_whole_is_none() -> None:
    chip = Chip("heaps 1: 1, 10, 1", thing=("heaps",), parts=tuple(Chip(t, thing=("heaps", n))
                for n, t in enumerate(("1", "10", "1"))))  # fmt: skip

    def things(path: Path, label: str, tip: str = "") -> tuple[tuple[str, ...], str]:
        return marked(path, label, tip) if len(path) > 1 else ((), "")

    assert re.sub("<[^>]*>", "", chip_html(chip, "", things)) == "heaps 1: 1, 10, 1"
    assert re.findall(r'data-thing="([^"]*)">(\d+)<', chip_html(chip, "", things)) == [
        ("heaps.0", "1"), ("heaps.1", "10"), ("heaps.2", "1"),
    ]  # fmt: skip
    assert chip_html(chip, "", marked).count("data-thing") == 1, "a button holds no buttons"


def test_ordered_chips_are_joined_by_arrows() -> None:
    group = Group("wait", "waiting", (Chip("one"), Chip("two")), ordered=True)
    assert Page(groups_html([group])).text == "waiting one → two"
    assert list(group_lines([group], "en")) == ["waiting: one → two"]
    assert list(group_lines([Group("k", "状态", (Chip("一"), Chip("二")))], "zh")) == ["状态：一  二"]


def test_an_empty_group_stands_there_only_for_what_changed_in_it() -> None:
    empty = Group("k", "label", ())
    assert groups_html([empty]) == "" and list(group_lines([empty], "en")) == []
    assert Page(groups_html([Group("k", "label", (), "1→none")])).text == "label 1→none"


def test_lean_leaves_out_groups_that_say_nothing_new() -> None:
    faint, plain = Chip("0", faint=True), Chip("1")
    groups = [
        Group("a", "nothing", (faint, faint)),
        Group("b", "something", (faint, plain)),
        Group("c", "changed", (faint,), "1→0"),
        Group("d", "emptied", (Chip("none", faint=True, delta="1→none"), faint)),
    ]
    rest = "something 0 1 changed 0 1→0 emptied none 1→none 0"
    assert Page(groups_html(groups)).text == f"nothing 0 0 {rest}"
    assert Page(groups_html(groups, lean=True)).text == rest


# -- the frame --------------------------------------------------------------------------------------

WORDS = Catalogue(
    {
        key: {"zh": text, "en": text}
        for key, text in {
            "badge": "on turn",
            "text.badge": " ({badge})",
            "text.player": "{who} {hp}{badges}",
            "result": "{result}",
            "head.step": "{step:step}",
            "group.hands": "hands",
            "group.list": "list",
            "chip.flag": "{label}",
            "chip.int": "{label} {value}",
            "chip.layers": "{label} x{value}",
            "chip.choice": "{value}",
            "chip.charge": "{label} {value}/{high}",
            "chip.dummies": "<{value}>",
        }.items()
    }
)


class Drawn(View):
    state: State
    FULL = 20

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.catalogue = WORDS

    def headline(self) -> Iterable[Chip]:
        yield self.head("step", step=self.state.step)

    def badges(self, who: str) -> Iterable[Chip]:
        if self.on(who):
            yield Chip(self.say("badge"), tone="warm")

    def groups(self, who: str) -> Iterable[Group]:
        shown = self.state.player(who)
        yield from self.group("hands", [self.chip(shown, name, who) for name in ("盈能", "荆棘", "无敌", "pick")])
        yield from self.group("list", self.items(shown, "假人", who, tone="pip"), self.delta(who, "假人"), ordered=True)

    def table(self) -> Iterable[Group]:
        yield from self.group("list", self.chips(self.state, ("idle",)))


def made(state: State, highlight: Iterable[Change] = (), viewer: str | None = None) -> Drawn:
    position = Position(TANGWU, state)
    return Drawn(position if viewer is None else position.seen_by(viewer), "zh", highlight)


def groups(view: Drawn) -> dict[str, list[str]]:
    return {group.key: [chip.text for chip in group.chips] for group in view.groups("A")}


def life(view: Drawn, who: str = "A") -> Chip:
    return view.number(view.state.player(who), "hp", who)


@pytest.mark.parametrize(("hp", "width"), [(5, 25), (20, 100), (0, 0), (-5, 0), (10**18, 100), (-(10**18), 0)])
def test_the_bar_of_life_is_full_at_the_most_anybody_has(hp: int, width: int) -> None:
    state = State(turn="B")
    state.A.hp = hp
    page = Page(made(state).html())
    bars = [attrs["style"] for tag, attrs in page.tags if tag == "i"]
    assert bars == [f"width:{width}%", f"width:{0 if hp > 20 else 100}%"]
    assert f"A 血量 {hp} " in page.text and page.count("rk-long") == (len(str(hp)) > 9)


def test_the_frame_holds_everything_in_order() -> None:
    state = State(turn="A", step="over", result="B", reason="combo", idle=3)
    state.A.hp, state.A.invincible, state.B.hp = 5, True, 20
    view = made(state, [Change(("step",), "act", "over"), Change(("A", "hp"), 7, 5)])
    page = Page(view.html())
    assert page.text == "唐五 已结束 行动→已结束 A 血量 5 7→5 hands 无敌 B 血量 20 list 无行动计数 3 B"
    assert page.count("rk-title") == page.count("rk-result") == 1 and not page.count("rk-ask")
    assert view.text() == "唐五 · 已结束\nA 5\n  hands：无敌\nB 20\nlist：无行动计数 3\nB"
    (section,) = [attrs for tag, attrs in page.tags if attrs.get("aria-label") == "玩家 A"]
    assert section["class"] == "rk-player"


def test_who_is_on_turn_is_marked_and_has_a_badge() -> None:
    view = made(State(turn="B"))
    page = Page(view.html())
    assert [a["class"] for tag, a in page.tags if tag == "section"] == ["rk-player", "rk-player rk-on"]
    assert "B on turn 血量" in page.text and page.count("rk-warm") == 1 and badge_html("") == ""
    assert "B 20 (on turn)" in view.text()


def test_every_thing_of_the_frame_is_marked() -> None:
    state = State(idle=1)
    state.A.charge, state.A.dummies = 2, (4, 5)
    page = Page(Drawn(Position(TANGWU, state), "zh", things=marked).html())
    found = [attrs["data-thing"] for _, attrs in page.tags if "data-thing" in attrs]
    assert found == ["step", "A", "A.hp", "A.盈能", "A.假人.0", "A.假人.1", "B", "B.hp", "idle"]


def test_everything_is_escaped() -> None:
    class Hostile(Drawn):
        def headline(self) -> Iterable[Chip]:
            yield chip

        def badges(self, who: str) -> Iterable[Chip]:
            yield chip

        def groups(self, who: str) -> Iterable[Group]:
            yield group

        def table(self) -> Iterable[Group]:
            yield group

        def question(self) -> str:
            return HOSTILE

        def result(self) -> str:
            return HOSTILE

    chip = Chip(HOSTILE, HOSTILE, HOSTILE)
    group = Group("k", HOSTILE, (chip,), HOSTILE)
    page = Page(Hostile(Position(TANGWU, State()), "zh").html())
    assert page.text.count(HOSTILE) == 2 + 2 * 1 + 3 * 4 + 2 and all(tag != "img" for tag, _ in page.tags)
    assert {attrs["title"] for _, attrs in page.tags if attrs.get("title")} == {HOSTILE}


def test_fields_at_their_defaults_say_nothing() -> None:
    assert groups(made(State())) == {}
    state = State()
    state.A.charge, state.A.thorns, state.A.invincible, state.A.dummies = 3, 2, True, (1, 4)
    view = made(state)
    assert groups(view) == {"hands": ["盈能 3/6", "荆棘 x2", "无敌"], "list": ["<1>", "<4>"]}
    (hands, row) = view.groups("A")
    assert hands.chips[1].tip.startswith("TW-6.D2.3 ") and [c.tone for c in row.chips] == ["pip", "pip"] and row.ordered
    state.A.thorns = 1
    assert groups(made(state))["hands"][1] == "荆棘"  # one layer is worded as yes


def test_what_is_true_no_longer_is_shown_as_gone() -> None:
    view = made(State(), [Change(("A", "荆棘"), 2, 0), Change(("A", "假人"), (4,), ()), Change(("A", "hp"), 22, 20)])
    (hands, row) = view.groups("A")
    assert hands.chips == (Chip("荆棘 x2", hands.chips[0].tip, "2→0", gone=True, thing=("A", "荆棘")),)
    assert row.chips == () and row.delta == "4→无" and life(view).delta == "22→20"


def test_changes_of_one_field_are_joined() -> None:
    steps = [Change(("A", "hp"), 20, 15), Change(("step",), "add", "act"), Change(("A", "hp"), 15, 18)]
    view = made(State(step="act"), steps)
    assert life(view).delta == "20→18" and [chip.delta for chip in view.headline()] == ["相加→行动"]
    back = [Change(("A", "hp"), 20, 10), Change(("A", "hp"), 10, 20)]
    assert life(made(State(), back)).delta == ""


def test_a_change_of_what_the_viewer_may_not_see_is_none() -> None:
    state = State(step="ban")
    state.A.pick = "寒风"
    change = [Change(("A", "pick"), None, "寒风")]

    def shown(viewer: str | None) -> list[Chip]:
        return [chip for group in made(state, change, viewer).groups("A") for chip in group.chips]

    assert [(c.text, c.delta) for c in shown("A")] == [("寒风", "无→寒风")] == [(c.text, c.delta) for c in shown(None)]
    assert shown("B") == []


def test_rulings_and_questions_stand_in_every_view() -> None:
    state = State(turn="A", step="act")
    state.A.cost, state.A.digit, state.B.invincible, state.B.thorns = 9, 7, True, 1
    start = Position(TANGWU, state, TANGWU.defaults.replace({"TW-R23": "victim_chooses"}))
    pending = start.play(Action("A", "cast", ("公平正义",)))
    view = Drawn(pending, "zh")
    page = Page(view.html())
    assert page.text.startswith(TANGWU.rulebook.name["zh"]) and "裁定 TW-R23 被去除方指定" in page.text
    assert any(a.get("title") == "TW-R23 公平正义去哪一种 buff 由谁决定？这里：被去除方指定" for _, a in page.tags)
    assert view.question().endswith("：荆棘 / 无敌") and view.result() == ""
    assert "裁定" not in made(State()).text() and made(State()).question() == ""


# -- lines for narrow terminals ---------------------------------------------------------------------


def test_cells_count_chinese_characters_twice() -> None:
    assert (columns("A1 战鼓獾"), columns(""), columns("＋＋")) == (9, 0, 4)


def test_lines_break_between_parts_and_keep_the_mark_between_them() -> None:
    assert folded(["aaaa", "bbbb", "cccc"], 10) == ["aaaa  bbbb", "  cccc"]
    assert folded(["问：B1", "B2", "B1、B2"], 14, " / ") == ["问：B1 / B2 /", "  B1、B2"]
    assert folded(["aa", "bb", "cc"], 8, " → ") == ["aa → bb →", "  cc"]


def test_a_part_too_long_for_a_line_is_broken_inside() -> None:
    assert folded(["墓地 4：稻草哨兵、献身、战鼓獾"], 18) == ["墓地 4：稻草哨兵、", "  献身、战鼓獾"]
    assert folded(["x" * 30], 10) == ["x" * 30]


def test_groups_and_questions_are_broken_at_the_width() -> None:
    group = Group("k", "手牌", (Chip("战鼓獾"), Chip("献身"), Chip("天穹古龙")))
    assert list(group_lines([group], "zh", 16)) == ["手牌：战鼓獾", "  献身  天穹古龙"]
    assert list(group_lines([group], "zh")) == ["手牌：战鼓獾  献身  天穹古龙"]
