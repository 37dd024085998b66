"""`rulekit play quanjiao`: two at one keyboard, hidden hands, nature's draws, this game's own questions."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.cli.play import Session
from rulekit.core.action import CHANCE, Action
from rulekit.core.position import Position
from rulekit.core.scenario import check, load
from tests.support.cli import run, screens, widest
from tests.support.processes import program
from tests.support.words import chinese

QUANJIAO = rulekit.load_game("quanjiao")
# A lays two fists (one is cancelled) and two legs, B one of each; A's Door-Knock Straight then fits.
OPENING = "\nlay F2 LH1\n摆 腿腿 左腿2\ncommit\n\nplace L1@LL1 F1@LH1\n\n"


def playing(keys: str, *args: object) -> str:
    return run("play", "quanjiao", "--seed", 1, *args, keys=keys).output


def test_the_game_begins_by_itself_and_waits_for_a_key() -> None:
    shown = playing("")
    assert "把键盘和屏幕交给 A" in shown
    assert "手牌：" not in shown
    assert shown.rstrip().endswith("再见。")


def test_only_the_own_cards_are_on_the_screen() -> None:
    shown = screens(playing(OPENING + "done\n\ndone\n"))
    assert [who for who, _ in shown] == ["A", "B", "A", "B", "A"]
    placing_a, placing_b = shown[0][1], shown[1][1]
    assert "手牌：拳  拳拳  拳拳拳  腿  腿腿" in placing_a
    assert "手牌：暗牌 ×5" in placing_a
    assert "布帘后有 2 张牌" in placing_b
    assert "手牌：暗牌 ×3" in placing_b
    for secret in ("拳拳拳", "左腿第2动"):
        assert (
            secret in placing_a
            and secret not in placing_b.split("手牌：暗牌")[1].split("揭开")[0].split("牌库 10 张（")[0]
        )
    before = placing_b.split("双方同时揭开")[0]
    assert not re.search(r"A 把.*摆到", before)
    assert "左手第1动：拳 1 对 2" in shown[2][1] or "左手第1动：拳 2 对 1" in shown[2][1], "the clash is told again"


@pytest.mark.slow
def test_no_screen_ever_shows_the_other_hand() -> None:
    """Random games: whatever is printed between two changes of hands, drawn cards of the other are not in it."""
    position = Position(QUANJIAO, QUANJIAO.start())
    draw = Random(5)
    for _ in range(60):
        legal = position.legal_actions()
        if not legal:
            break
        action = draw.choice([a for a in legal if a.verb != "take"] or legal)
        after, trace = position.play_traced(action)
        session = Session(position, Random(1))
        for viewer, other in ("AB", "BA"):
            told = session.told(trace, viewer)
            if told is None:
                assert action.who == other or (action.who == CHANCE and action.args[0] == other)
                continue
            for step in told:
                if step.who == other and step.kind in ("drawn", "laid", "declared"):
                    assert "?" in str(step.params)
                assert not any("?" in str(c) for c in step.changes)
        position = after


def test_nature_draws_by_weights() -> None:
    state = QUANJIAO.start(decks=(("F1",) * 14 + ("L1",), ("F1",) * 15))
    counts = {"F1": 0, "L1": 0}
    for seed in range(200):
        session = Session(Position(QUANJIAO, state), Random(seed))
        session.take(Action("table", "begin"))
        legal = session.legal()
        assert len(legal) == 2
        weights = QUANJIAO.weights(session.position.state, legal, session.position.rulings.choices)
        drawn = session.draw.choices(legal, weights)[0]
        counts["L1" if "L1" in drawn.args else "F1"] += 1
    assert 40 <= counts["L1"] <= 95  # one hand in three holds the leg


def test_actions_can_be_written_in_words_and_codes() -> None:
    for keys in ("lay F2 LH1", "lay f2 lh1", "摆 拳拳 左手1", "摆牌 拳拳 左手第1动", "11", "A 把拳拳摆到左手第1动"):
        assert "A 把一张牌摆到左手第1动" in playing(f"\n{keys}\n"), keys
    shown = playing(OPENING + "发动 叩门直拳@1 左手1x1\n撤回 m01\n", "--lang", "zh")
    assert "A 发动叩门直拳" in shown and "A 撤回" in shown
    shown = playing(OPENING + "declare Door-Knock Straight@1\n", "--lang", "en")
    assert "A activates Door-Knock Straight" in shown
    assert "A 收回" in playing("\nlay F2 LH1\n收回 左手1\n")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_long_lists_are_grouped_and_paged(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.cli.screen.PAGE", 20)
    shown = playing("\nlist\nlist 3\nlist 99\n", "--lang", lang)
    heading = {"zh": "摆 拳拳 F2", "en": "lay 2 fists (F2)"}[lang]
    assert heading in shown
    assert ("第 3/3 页" if lang == "zh" else "page 3 of 3") in shown
    assert ("1 左手1" if lang == "zh" else "1 LH1") in shown
    again = playing("\nlay F2 LH1\n", "--lang", lang)
    assert ("40 种" if lang == "zh" else "40 actions") in again


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_questions_of_the_game(lang: str) -> None:
    keys = "help\nmoves\nmoves B\nmoves m12\nfits m05\nfits\nfits nonsense\nbest\n"
    shown = playing(
        "\nlay F2 LH1\n" + keys + "commit\n\nplace L1@LL1 F1@LH1\n\nbest\nfits m01\nfits m04\n", "--lang", lang
    )
    said = {
        "zh": ("左手  拳1", "旋风扫堂", "双峰并起", "不算抵消", "只有 0 个", "写成：fits", "没有叫“nonsense”的招式",
               "揭示之后才有提示", "提示：伤害 3", "declare m01@1 LH1x1", "✓ 第1动：成立", "[QJ-4.4.5"),
        "en": ("L hand  F1", "Whirlwind Sweep", "Twin Peaks Rising", "as if nothing were cancelled", "there are 0",
               "write: fits", "there is no move called “nonsense”", "only after the reveal", "hint: damage 3",
               "declare m01@1 LH1x1", "✓ action 1: fits", "[QJ-4.4.5"),
    }[lang]  # fmt: skip
    for part in said:
        assert part in shown, part
    if lang == "en":
        assert not chinese(shown)


def test_a_hint_comes_only_when_asked_for() -> None:
    assert "提示：" not in playing(OPENING + "list\nstate\nhelp\n").replace("（要提示时才用）", "")


def test_undo_takes_back_and_passes_the_keyboard_back() -> None:
    shown = playing("\nlay F2 LH1\nundo\nlay F1 LH1\n")
    assert "撤销了：A 把拳拳摆到左手第1动" in shown
    assert shown.count("A 把一张牌摆到左手第1动") == 2
    shown = playing("\nlay F2 LH1\ncommit\n\nundo\n\n")
    assert [who for who, _ in screens(shown)] == ["A", "B", "A"]
    assert "拳拳" not in shown.split("撤销了：")[1].splitlines()[0]
    assert "没有可撤销的行动" in playing("\nundo\n")


@pytest.mark.parametrize(
    ("keys", "clause"),
    [
        ("lay L1 LH1", "QJ-4.2.9"),
        ("lay F1 LL1", "QJ-4.2.10"),
        ("lay F1 LH9", "QJ-4.2.5"),
        ("lay L3 LL1", "QJ-4.2.7"),
        ("lay F1 LH1\nlay F2 LH1", "QJ-4.2.12"),
        ("lay F1 LH1\nlay F2 RH1\nlay L1 LL1\nlay L2 RL1", "QJ-4.2.14"),
        ("declare m01@1", "QJ-4.0.2"),
        ("dance", "lay"),
    ],
)
def test_what_is_not_allowed_is_told_with_its_clause(keys: str, clause: str) -> None:
    for lang in ("zh", "en"):
        shown = playing(f"\n{keys}\n", "--lang", lang)
        assert clause in shown.splitlines()[-4] + shown.splitlines()[-3] + shown.splitlines()[-2], shown[-400:]


def test_why_and_trace_and_save(tmp_path: Path) -> None:
    shown = playing("\nlay F2 LH1\nwhy lay L1 RH1\nwhy lay L1 LL1\ntrace\nsave game.yaml\nrules QJ-R10\n")
    for part in ("不能：", "：可以", "裁定", "已存 game.yaml", "文件里写着双方的牌", "other_keys_ignored"):
        assert part in shown, part
    assert check(load(tmp_path / "game.yaml")).ok


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_random_opponent_keeps_its_cards_to_itself(side: str) -> None:
    shown = playing("commit\ndone\n" * 30, "--random", side)
    assert "把键盘和屏幕交给" not in shown
    assert not re.search(rf"{side} 把.+摆到(左|右)", shown)
    assert not re.search(rf"^{side} 抽牌：(?!暗牌)", shown, re.MULTILINE)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game() -> None:
    keys = "commit\ndone\n" * 30
    assert playing(keys, "--random", "B") == playing(keys, "--random", "B")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_whole_game_is_played_to_its_end(lang: str) -> None:
    turn = "\n1\n1\n1\ncommit\n"
    shown = playing((turn * 2 + "\n1\ndone\n\n1\ndone\n") * 60, "--lang", lang)
    said = {"zh": "比试结束：", "en": "The duel is over: "}[lang]
    assert shown.rstrip().splitlines()[-1].startswith(said)
    assert shown.count(said) == 2, "once as a step and once below the last position"


def test_open_declarations_are_on_the_screen() -> None:
    shown = playing(OPENING + "declare m01@1\ndone\n\n", "--ruling", "QJ-R27=open_alternating")
    assert "已声明：叩门直拳" in screens(shown)[-1][1]
    sealed = playing(OPENING + "declare m01@1\ndone\n\n")
    assert "已密封 1 个声明" in screens(sealed)[-1][1] and "已声明：叩门直拳" not in screens(sealed)[-1][1]


@pytest.mark.slow
def test_it_fits_sixty_columns() -> None:
    for lang in ("zh", "en"):
        keys = OPENING + "help\nmoves\nfits m05\ndeclare m01@1\nstate\nlist\ntrace\nbest\n"
        shown = program("play", "quanjiao", "--seed", 1, "--lang", lang, keys=keys, COLUMNS="60")
        assert shown.returncode == 0 and shown.stderr == ""
        assert widest(shown.stdout) <= 60


def test_moves_are_swapped_between_rounds_where_a_reading_allows_it() -> None:
    first = "\n1\ncommit\n\n1\ncommit\n\ndone\n\ndone\n"
    shown = playing(first + "\nswap m01 m03\ngo\n\ngo\n\n", "--ruling", "QJ-R37=between_rounds")
    assert "换下 叩门直拳 m01" in shown and "A 把叩门直拳换成穿花连环" in shown
    assert "步骤：摆牌" in screens(shown)[-1][1]
    assert "没有可以放过的机会" in playing("\ngo\n")
    undone = playing(first + "\n换招 叩门直拳 穿花连环\nundo\ngo\n", "--ruling", "QJ-R37=between_rounds")
    assert "撤销了：A 把叩门直拳换成穿花连环" in undone


@pytest.mark.parametrize("ruling", ["QJ-R13=along_actions_only", "QJ-R14=key_only"])
def test_a_duel_begins_with_moves_that_the_readings_allow(ruling: str) -> None:
    shown = playing("\nmoves B\n", "--ruling", ruling)
    assert "双峰并起" in shown and "百川归拳" in shown and "静极断踢" not in shown
