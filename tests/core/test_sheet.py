"""What games share in saying and drawing a position: chips, groups, players, the frame, the text."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from rulekit import Action, Position, load_game
from rulekit.core.catalogue import Catalogue
from rulekit.core.record import Change, Path
from rulekit.core.show.sheet import Chip, Group, PlayerSheet, Sheet, SheetMaker
from rulekit.core.show.sheet_html import badge_html, bar_end, chip_html, groups_html, player_html, sheet_html
from rulekit.core.show.sheet_text import cells, folded, group_lines, sheet_text
from rulekit.core.show.view import marked
from rulekit.core.things import thing_text
from rulekit.games.tangwu.state import State
from tests.support.page import HOSTILE, Page

TANGWU = load_game("tangwu")


def player(**given: object) -> PlayerSheet:
    return PlayerSheet(**{"who": "A", "on": False, "life": Chip("5"), "groups": (), **given})  # type: ignore[arg-type]


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


# -- players and the frame --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("life", "width"),
    [("5", 25), ("20", 100), ("0", 0), ("-5", 0), (str(10**18), 100), (str(-(10**18)), 0)],
)
def test_the_bar_of_life(life: str, width: int) -> None:
    page = Page(player_html(player(life=Chip(life)), "en", life="HP", top=20))
    assert [attrs["style"] for tag, attrs in page.tags if tag == "i"] == [f"width:{width}%"]
    assert page.text == f"A HP {life}" and page.count("rk-long") == (len(life) > 9)


def test_bars_are_full_at_the_most_anybody_has() -> None:
    def sheet(*lives: str) -> Sheet[PlayerSheet]:
        return Sheet((), tuple(player(life=Chip(life)) for life in lives), (), "", "")

    assert bar_end(sheet("3", "-7"), 20) == 20 and bar_end(sheet("3", "24"), 20) == 24


def test_a_player_with_everything() -> None:
    page = Page(
        player_html(
            player(on=True, life=Chip("5", "tip", "7→5")),
            "zh",
            life="血量",
            top=20,
            badges=badge_html("行动方"),
            body="<b>x</b>",
        )
    )
    assert page.text == "A 行动方 血量 5 7→5 x"
    assert page.tags[0] == ("section", {"class": "rk-player rk-on", "aria-label": "玩家 A"})
    assert page.count("rk-changed") == 1 and badge_html("") == ""


def test_the_frame_holds_everything_in_order() -> None:
    sheet = Sheet(
        (Chip("game"), Chip("turn", delta="A→B")),
        (player(), player(who="B")),
        (Group("k", "table", (Chip("chip"),)),),
        "question?",
        "over",
    )
    page = Page(sheet_html(sheet, lambda p: f"<p>{p.who}</p>"))
    assert page.text == "game turn A→B A B table chip question? over"
    assert page.count("rk-title") == page.count("rk-ask") == page.count("rk-result") == 1
    bare = Page(sheet_html(Sheet((Chip("game"),), (player(),), (), "", ""), lambda p: ""))
    assert bare.text == "game" and not bare.count("rk-ask") and not bare.count("rk-result")
    text = sheet_text(sheet, "en", lambda p: [p.who, "more"])
    assert text == "game · turn\nA\n  more\nB\n  more\ntable: chip\nquestion?\nover"


def test_everything_is_escaped() -> None:
    chip = Chip(HOSTILE, HOSTILE, HOSTILE)
    group = Group("k", HOSTILE, (chip,), HOSTILE)
    hostile = player(who=HOSTILE, life=Chip("1", HOSTILE, HOSTILE), groups=(group,))
    sheet = Sheet((chip, chip), (hostile,), (group,), HOSTILE, HOSTILE)

    def drawn(p: PlayerSheet) -> str:
        return player_html(p, "zh", life=HOSTILE, top=9, badges=badge_html(HOSTILE), body=groups_html(p.groups))

    page = Page(sheet_html(sheet, drawn))
    assert page.text.count(HOSTILE) == 17 and all(tag != "img" for tag, _ in page.tags)
    assert {attrs["title"] for _, attrs in page.tags if "title" in attrs} == {HOSTILE}
    assert [attrs["aria-label"] for tag, attrs in page.tags if tag == "section"] == [f"玩家 {HOSTILE}"]


# -- the formatter --------------------------------------------------------------------------------------

WORDS = Catalogue(
    {
        key: {"zh": text, "en": text}
        for key, text in {
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


class Formatter(SheetMaker[PlayerSheet]):
    state: State
    whole: State

    def headline(self) -> Iterable[Chip]:
        yield Chip(self.state.step, delta=self.delta("step"))

    def player(self, who: str) -> PlayerSheet:
        return PlayerSheet(who, False, self.number(self.state.player(who), "hp", who), tuple(self._groups(who)))

    def _groups(self, who: str) -> Iterable[Group]:
        shown = self.state.player(who)
        yield from self.group("hands", [self.chip(shown, name, who) for name in ("盈能", "荆棘", "无敌", "pick")])
        yield from self.group("list", self.items(shown, "假人", tone="pip"), self.delta(who, "假人"), ordered=True)

    def table(self) -> Iterable[Group]:
        return ()

    def result(self) -> str:
        return self.state.result or ""


def made(state: State, highlight: Iterable[Change] = (), viewer: str | None = None) -> Sheet[PlayerSheet]:
    position = Position(TANGWU, state)
    seen = position if viewer is None else position.seen_by(viewer)
    return Formatter(WORDS, seen, "zh", highlight).sheet()


def groups(sheet: Sheet[PlayerSheet]) -> dict[str, list[str]]:
    return {group.key: [chip.text for chip in group.chips] for group in sheet.players[0].groups}


def test_fields_at_their_defaults_say_nothing() -> None:
    assert groups(made(State())) == {}
    state = State()
    state.A.charge, state.A.thorns, state.A.invincible, state.A.dummies = 3, 2, True, (1, 4)
    sheet = made(state)
    assert groups(sheet) == {"hands": ["盈能 3/6", "荆棘 x2", "无敌"], "list": ["<1>", "<4>"]}
    (hands, row) = sheet.players[0].groups
    assert hands.chips[1].tip.startswith("TW-6.D2.3 ") and [c.tone for c in row.chips] == ["pip", "pip"] and row.ordered
    state.A.thorns = 1
    assert groups(made(state))["hands"][1] == "荆棘"  # one layer is worded as yes


def test_what_is_true_no_longer_is_shown_as_gone() -> None:
    sheet = made(State(), [Change(("A", "荆棘"), 2, 0), Change(("A", "假人"), (4,), ()), Change(("A", "hp"), 22, 20)])
    (hands, row) = sheet.players[0].groups
    assert hands.chips == (Chip("荆棘 x2", hands.chips[0].tip, "2→0", gone=True, thing=("A", "荆棘")),)
    assert row.chips == () and row.delta == "4→无" and sheet.players[0].life.delta == "22→20"


def test_changes_of_one_field_are_joined() -> None:
    steps = [Change(("A", "hp"), 20, 15), Change(("step",), "add", "act"), Change(("A", "hp"), 15, 18)]
    sheet = made(State(step="act"), steps)
    assert sheet.players[0].life.delta == "20→18" and sheet.headline[1].delta == "相加→行动"
    back = [Change(("A", "hp"), 20, 10), Change(("A", "hp"), 10, 20)]
    assert made(State(), back).players[0].life.delta == ""


def test_a_change_of_what_the_viewer_may_not_see_is_none() -> None:
    state = State(step="ban")
    state.A.pick = "寒风"
    change = [Change(("A", "pick"), None, "寒风")]

    def shown(viewer: str | None) -> list[Chip]:
        sheet = made(state, change, viewer)
        return [chip for group in sheet.players[0].groups for chip in group.chips]

    assert [(c.text, c.delta) for c in shown("A")] == [("寒风", "无→寒风")] == [(c.text, c.delta) for c in shown(None)]
    assert shown("B") == []


def test_rulings_and_questions_stand_in_every_sheet() -> None:
    state = State(turn="A", step="act")
    state.A.cost, state.A.digit, state.B.invincible, state.B.thorns = 9, 7, True, 1
    start = Position(TANGWU, state, TANGWU.defaults.replace({"TW-R23": "victim_chooses"}))
    pending = start.play(Action("A", "cast", ("公平正义",)))
    sheet = Formatter(WORDS, pending, "zh", ()).sheet()
    assert sheet.headline[0].text == TANGWU.rulebook.name["zh"]
    [(key, [chip])] = [(g.key, g.chips) for g in sheet.groups]
    assert (key, chip.text) == ("rulings", "TW-R23 被去除方指定")
    assert chip.tip == "TW-R23 公平正义去哪一种 buff 由谁决定？这里：被去除方指定"
    assert sheet.question.endswith("：荆棘 / 无敌") and sheet.result == ""
    assert made(State()).groups == () and made(State()).question == ""


# -- lines for narrow terminals ---------------------------------------------------------------------


def test_cells_count_chinese_characters_twice() -> None:
    assert (cells("A1 战鼓獾"), cells(""), cells("＋＋")) == (9, 0, 4)


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
