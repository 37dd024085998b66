"""What can be written at the keyboard of 生灵对决, and what is told of what cannot."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulekit.cli.play import Session
from rulekit.core.action import Action
from rulekit.core.scenario import check, load, loads
from tests.cli.shengling import both, playing, window


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("sacrifice 战鼓獾", ("sacrifice", "战鼓獾")),
        ("献祭 战鼓獾", ("sacrifice", "战鼓獾")),
        ("献祭战鼓獾", ("sacrifice", "战鼓獾")),
        ("sacrifice Wardrum Badger", ("sacrifice", "战鼓獾")),
        ("使用 SLD-01", ("play", "稻草哨兵")),
        ("打出 稻草哨兵", ("play", "稻草哨兵")),
        ("发动 a1", ("activate", "A1")),
        ("activate A1 a", ("activate", "A1", "a")),
        ("进入战斗", ("enter_battle",)),
        ("Enter Battle", ("enter_battle",)),
    ],
)
def test_actions_can_be_written_in_words_and_codes(line: str, wanted: tuple[str, ...]) -> None:
    text = """\
game: shengling
title: 写法
given:
  step: main1
  A: {hand: [战鼓獾, 稻草哨兵], fuel: [献身, 献身], slot1: {card: 磨石祭司}}
play: []
"""
    if wanted == ("enter_battle",):
        text = text.replace("slot1", "sacrificed: 1, slot1")
    session = Session(loads(text).start(), Random(1))
    session.at_keyboard = "A"
    session.obey(line, session.legal())
    assert session.played.actions, "it was understood and legal"
    verb, *args = wanted
    assert session.played.actions[0].verb == verb and list(session.played.actions[0].args)[: len(args)] == args


@pytest.mark.parametrize(
    ("keys", "clause"),
    [
        ("使用 战鼓獾", "SL-5.3"),
        ("进入战斗", "SL-5.9"),
        ("结束回合", "SL-6.5"),
        ("攻击 B1", "SL-8.7"),
        ("1\nwhy 献祭 战鼓獾", "SL-5.8"),
        ("dance", "sacrifice"),
        ("献祭 战鼓灌", "SL-5.5"),
    ],
)
@both
def test_what_is_not_allowed_is_told_with_its_clause(keys: str, clause: str, lang: str) -> None:
    shown = playing(f"\n{keys}\n", "--lang", lang)
    assert clause in "".join(shown.splitlines()[-5:]), shown[-400:]


@both
def test_the_questions_of_the_game(lang: str) -> None:
    shown = playing(
        "\nhelp\ncard\ncard SLD-20\ncard Wardrum Badger\ncard 战鼓灌\ngrave\ngrave A\nblocks\n", "--lang", lang
    )
    said = {
        "zh": ("挡 B1 B2 / 不挡", "SLD-20 天穹古龙：费用 8  攻击力 11", "SLD-10 战鼓獾：费用 3  攻击力 3",
               "最接近的是 战鼓獾", "A 的墓地是空的", "写成：blocks A1"),
        "en": ("block B1 B2 / decline", "SLD-20 Skyvault Wyrm: cost 8  power 11", "SLD-10 Wardrum Badger: cost 3",
               "the nearest is 战鼓獾", "A's graveyard is empty", "write: blocks A1"),
    }[lang]  # fmt: skip
    for part in said:
        assert part in shown, part


def test_undo_why_trace_and_save(tmp_path: Path) -> None:
    keys = "\n1\nundo\n2\nwhy 结束战斗\nwhy 进入战斗\ntrace\nsave game.yaml\nrules SL-R7\n"
    shown = playing(keys)
    for part in (
        "撤销了：B 献祭",
        "不能：",
        "：可以",
        "SL-5.25",
        "已存 game.yaml",
        "文件里写着双方的牌",
        "splash_first",
    ):
        assert part in shown, part
    assert check(load(tmp_path / "game.yaml")).ok


def test_undo_tells_nothing_of_what_the_opponent_drew() -> None:
    keys = "献祭 泥沼绊手\n进入战斗\n结束战斗\n结束回合\nundo\n"
    shown = playing(keys, "--seed", "3", "--set", "first=A", "--random", "B")
    told = next(line for line in shown.splitlines() if "撤销了" in line)
    assert "A 结束回合" in told and "B 献祭" in told
    assert "chance" not in told and "抽" not in told


@pytest.mark.parametrize(("lang", "wanted"), [("zh", "先回答眼前的问题"), ("en", "The open question comes first")])
def test_what_is_no_answer_is_told_that_the_question_comes_first(
    capsys: pytest.CaptureFixture[str], lang: str, wanted: str
) -> None:
    session = window(lang)
    session.obey("foo", session.legal())
    told = capsys.readouterr().out
    assert wanted in told and "B1" in told
    session.obey("enter_battle", session.legal())
    told = capsys.readouterr().out
    assert "SL-9.2" in told, "the open block window refuses another action with its clause"


def test_the_same_card_written_otherwise_meets_the_same_fate_until_another_line_is_played() -> None:
    text = """\
game: shengling
title: x
given:
  step: main1
  A: {fuel: [献身, 献身], hand: [清点书库, 献身], deck: [抱团田鼠, 稻草哨兵, 战鼓獾, 盾藤守卫], shuffled: true}
  B: {deck: [献身]}
play: []
"""
    session = Session(loads(text).start(), Random(1))
    drawn = []
    for card in ("清点书库", "SLD-24", "Stocktaking", "清点书库"):
        session.take(Action("A", "play", (card,)))
        while session.decider == "chance":
            session.take(session.drawn(session.legal()))
        drawn.append(session.position.current.state.A.hand)
        assert len(drawn[-1]) == 3, "two are drawn, one is to be discarded"
        session.do_undo("", session.legal())
        assert session.position.state.A.hand == ("清点书库", "献身")
    assert len(set(drawn)) == 1 and len(session.played.undone) == 3
    session.obey("sacrifice 献身", session.legal())
    assert session.played.undone == []


def test_undo_in_the_middle_of_an_action_asks_again() -> None:
    session = window()
    session.obey("不挡", session.legal())
    assert session.position.state.B.hp == 15
    session.do_undo("", session.legal())
    assert session.position.decision is not None and session.position.decision.kind == "block"
    session.do_undo("", session.legal())
    assert session.position.pending is None and session.position.to_act == "A"
