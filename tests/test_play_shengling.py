"""`rulekit play shengling`: hidden hands, block windows with what comes of them, decks and cards of one's own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import rulekit
from rulekit.cli import output
from rulekit.cli.app import app
from rulekit.cli.play import Session
from rulekit.core.action import ANSWER, Action
from rulekit.core.scenario import check, load, loads
from rulekit.games.shengling.cards import demo_cards
from tests.support import ROOT

SHENGLING = rulekit.load_game("shengling")
both = pytest.mark.parametrize("lang", ["zh", "en"])
WINDOW = """\
game: shengling
title: 阻挡
given:
  step: battle
  A: {slot1: {card: 同心双卫}, slot2: {card: 泥沼绊手}, fuel: [献身]}
  B: {slot1: {card: 盾藤守卫}, slot2: {card: 战鼓獾}, slot3: {card: 溅浪巨鳄}, hand: [献身]}
play: []
"""
LAMP = "{number: my-1, name: {zh: 小灯灵, en: Lamp Sprite}, type: creature, cost: 0, power: 2, keywords: [haste]}"


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("RULEKIT_LANG", raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.chdir(tmp_path)
    output.set_lang(None)


def playing(keys: str, *args: object) -> str:
    result = CliRunner().invoke(app, ["play", "shengling", "--seed", "3", *map(str, args)], input=keys)
    assert result.exit_code == 0, (result.output, result.stderr, result.exception)
    return result.output


def screens(shown: str) -> list[tuple[str, str]]:
    """Return who had the keyboard and what the screen said, turn by turn."""
    parts = re.split(r"把键盘和屏幕交给 ([AB])", shown)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def window(lang: str = "zh") -> Session:
    """Return a game in which 同心双卫 (5, 团结) of A attacks and B may block."""
    output.set_lang(lang)
    session = Session(loads(WINDOW).start(), Random(1))
    session.at_keyboard = "B"
    session.take(Action("A", "attack", ("A1",)))
    return session


# -- hands ------------------------------------------------------------------------------------------


def test_the_game_begins_by_itself_and_waits_for_a_key() -> None:
    shown = playing("")
    assert "把键盘和屏幕交给 B" in shown, "the seed lets B begin"
    assert "手牌" not in shown and shown.rstrip().endswith("再见。")


def test_the_setup_is_told_once_and_only_the_own_cards_of_it() -> None:
    (_, shown), *_ = screens(playing("\n"))
    assert shown.count("对局开始前的准备") == 1
    assert shown.count("B 抽到") == 7 and "B 抽到 一张暗牌" not in shown
    assert shown.count("A 抽到 一张暗牌") == 6 == shown.count("A 抽到")
    assert "手牌：6 张暗牌" in shown
    own = re.findall(r"B 抽到 (\S+)，", shown)
    assert all(card in shown.split("手牌：")[2] for card in own)
    assert "翻出" not in shown and "从洗匀的牌库" not in shown, "nature's choices are no news"


def test_each_player_sees_the_own_hand_only() -> None:
    shown = screens(playing("\n1\n进入战斗\n结束战斗\n结束回合\n\n"))
    assert [who for who, _ in shown] == ["B", "A"]
    hand_of_b = re.findall(r"B 抽到 (\S+)，", shown[0][1])
    position = shown[1][1].split("─" * 20)[-1]
    assert "手牌：6 张暗牌" in position
    told = shown[1][1]
    assert f"B 献祭 {hand_of_b[0]}" in told, "what is done openly is told to the other"
    assert not [card for card in hand_of_b[1:] if f"B 抽到 {card}" in told]
    assert "A 抽到 一张暗牌" not in told


def test_a_list_of_actions_has_headings_and_costs() -> None:
    shown = playing("\n1\nlist\n", "--set", "first=A")
    assert "\n献祭\n1 " in shown
    assert re.search(r"此外\n1 A 进入战斗", shown)
    first = playing("\n", "--set", "first=A", "--lang", "en")
    assert "\nsacrifice\n1 " in first and not re.search("[\u4e00-\u9fff]", first)


# -- the block window -------------------------------------------------------------------------------


@both
def test_every_legal_block_is_listed_with_what_comes_of_it(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    session = window(lang)
    capsys.readouterr()
    session.show_state()
    session.show_legal(session.legal())
    shown = capsys.readouterr().out
    # B1 has unity: alone or with one of the others; 5 of the attacker against 2, 3, 8, 5 and 10
    said = {
        "zh": (
            "阻挡窗口：B 挡住 A1 的攻击吗",
            "1 B1 盾藤守卫：5 对 2，破坏 B1 盾藤守卫",
            "2 B2 战鼓獾：5 对 3，破坏 B2 战鼓獾",
            "3 B3 溅浪巨鳄：5 对 8，破坏 A1 同心双卫",
            "4 B1 盾藤守卫、B2 战鼓獾：5 对 5，破坏",
            "5 B1 盾藤守卫、B3 溅浪巨鳄：5 对 10，破坏 A1 同心双卫",
            "6 放弃阻挡：失 5 点生命",
        ),
        "en": (
            "Block window: does B block the attack of A1?",
            "1 B1 Shieldvine Warden: 5 against 2, destroys B1 Shieldvine Warden",
            "2 B2 Wardrum Badger: 5 against 3, destroys B2 Wardrum Badger",
            "3 B3 Surge Crocodile: 5 against 8, destroys A1 Twin Guards",
            "4 B1 Shieldvine Warden, B2 Wardrum Badger: 5 against 5, destroys",
            "5 B1 Shieldvine Warden, B3 Surge Crocodile: 5 against 10, destroys A1 Twin Guards",
            "6 decline: 5 HP lost",
        ),
    }[lang]
    for line in said:
        assert line in shown, line
    assert shown.count(said[0]) == 1, "the question is asked once"
    assert "A1 同心双卫  5  团结  横置  已攻击" in shown or lang == "en", "the attacker is tapped in the middle of it"
    assert "手牌：献身" in shown or lang == "en"


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("5", "B1 B3"),
        ("B3 B1", "B1 B3"),
        ("b1 b3", "B1 B3"),
        ("block B3 B1", "B1 B3"),
        ("挡 B1 B3", "B1 B3"),
        ("挡b2", "B2"),
        ("阻挡 B2", "B2"),
        ("不挡", "decline"),
        ("放弃阻挡", "decline"),
        ("decline", "decline"),
    ],
)
def test_blocks_are_written_in_many_ways(line: str, wanted: str) -> None:
    session = window()
    session.obey(line, session.legal())
    assert session.played.actions[-1].verb == ANSWER
    assert session.position.decision is None
    assert session.position == window().position.play(Action("B", ANSWER, (wanted,)))


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("B2 B3", "SL-9.5"),
        ("block", "SL-9.2"),
        ("B1 B1", "SL-9.2"),
        ("A2", "SL-9.3"),
        ("B5", "SL-9.3"),
        ("B1 B2 B3", "SL-9.5"),
    ],
)
@both
def test_an_illegal_block_is_told_its_reason(
    capsys: pytest.CaptureFixture[str], line: str, clause: str, lang: str
) -> None:
    session = window(lang)
    capsys.readouterr()
    session.obey(line, session.legal())
    shown = capsys.readouterr().out
    assert session.position.decision is not None, "the window stays open"
    assert clause in shown


@both
def test_an_attack_and_its_block_are_told_once_to_who_looked_on(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    session = window(lang)
    capsys.readouterr()
    session.obey("5", session.legal())
    shown = capsys.readouterr().out
    assert shown.count("SL-9.12") >= 1
    assert "SL-8.1 " not in shown, "the declaration was told before"
    taps = {"zh": "A1 同心双卫 横置", "en": "A1 Twin Guards taps"}[lang]
    assert shown.count(taps) == 1, "it only says what the rest follows from"


@both
def test_what_an_attack_would_lead_to_can_be_asked_before_and_in_the_window(
    capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    output.set_lang(lang)
    session = Session(loads(WINDOW).start(), Random(1))
    for line in ("blocks A1", "试挡 a2", "blocks", "blocks B1"):
        session.obey(line, session.legal())
    before = capsys.readouterr().out
    assert {"zh": "A1 同心双卫 攻击，B 的每种挡法", "en": "A1 Twin Guards attacks: every answer of B"}[lang] in before
    assert {"zh": "写成：blocks A1", "en": "write: blocks A1"}[lang] in before
    session = window(lang)
    capsys.readouterr()
    session.obey("blocks", session.legal())
    inside = capsys.readouterr().out
    assert "✗" in inside and "SL-9.5" in inside, "illegal sets are told with their reason"


# -- what can be written ----------------------------------------------------------------------------


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


# -- opponents, whole games, options ----------------------------------------------------------------


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_random_opponent_keeps_its_hand_to_itself(side: str) -> None:
    shown = playing("1\n" * 60, "--random", side)
    assert "把键盘和屏幕交给" not in shown
    assert not re.search(rf"{side} 抽到 (?!一张暗牌)", shown)


def test_the_same_seed_gives_the_same_game() -> None:
    assert playing("1\n" * 60, "--random", "B") == playing("1\n" * 60, "--random", "B")


def random_game(seed: int, *args: str, lang: str = "zh") -> str:
    """Return what is shown of a game in which both sides choose at random."""
    code = f"""
import builtins, random, sys
from rulekit.cli import output
from rulekit.cli.start import opening
from rulekit.cli.play import Session
from rulekit.games import load_game
output.set_lang({lang!r})
session = Session(opening(load_game("shengling"), {list(args)!r}, None), random.Random({seed}))
draw = random.Random({seed})
def choose(prompt=""):
    print(prompt)
    return str(draw.randrange(len(session.legal())) + 1)
builtins.input = choose
session.run()
"""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "60", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", env=env, check=False)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return done.stdout


@pytest.mark.parametrize(("lang", "seed"), [("zh", 1), ("en", 2)])
def test_a_whole_game_is_played_to_its_end_in_sixty_columns(lang: str, seed: int) -> None:
    from rich.cells import cell_len

    shown = random_game(seed, lang=lang)
    said = {"zh": "对局结束：", "en": "The game is over: "}[lang]
    assert shown.rstrip().splitlines()[-1].startswith(said)
    assert shown.count(said) == 2, "once as a step and once below the last position"
    assert max(cell_len(line.rstrip()) for line in shown.splitlines()) <= 60
    assert lang == "zh" or not re.search("[\u4e00-\u9fff]", shown)


def test_no_screen_ever_shows_the_other_hand() -> None:
    """Between two changes of hands nothing names a card that the other drew then or holds hidden."""
    for who, shown in screens(random_game(5)):
        other = "B" if who == "A" else "A"
        assert not re.search(rf"{other} 抽到 (?!一张暗牌)", shown)
        assert not re.search(rf"{other} 手牌", shown)


def test_decks_and_cards_of_ones_own(tmp_path: Path) -> None:
    names = [card.number for card in demo_cards()][:13]
    cards = "{" + ", ".join(f"{n}: 3" for n in names) + ", my-1: 1}"
    deck = f"deck: shengling\nname: {{zh: 灯, en: Lamp}}\ncards: {cards}\nown_cards: [{LAMP}]\n"
    (tmp_path / "deck.yaml").write_text(deck, "utf-8")
    shown = playing("\ncard 小灯灵\ncard Lamp Sprite\n", "--set", "decks=deck.yaml,deck_60", "--set", "first=A")
    assert shown.count("my-1 小灯灵：费用 0  攻击力 2  奇袭") == 2
    assert "牌堆：牌库 33" in shown and "牌库 54" in shown
    (tmp_path / "lamp.yaml").write_text(LAMP, "utf-8")
    assert "my-1 小灯灵" in playing("\ncard my-1\n", "--set", "cards=lamp.yaml")


@both
def test_wrong_decks_and_options_are_told(tmp_path: Path, lang: str) -> None:
    def failing(*args: str) -> str:
        result = CliRunner().invoke(app, ["play", "shengling", "--lang", lang, *args])
        assert result.exit_code == 2, result.output
        return result.stderr

    (tmp_path / "deck.yaml").write_text("deck: shengling\nname: {zh: 甲, en: One}\ncards: {战鼓獾: 3}\n", "utf-8")
    assert re.search(r"deck\.yaml:3:8: .*3.*\[SL-2\.1\]", failing("--set", "decks=deck.yaml"))
    assert "colour=red" in failing("--set", "colour=red")
    assert "colour" in failing("--set", "colour")
    endless = LAMP.replace(
        "keywords: [haste]", "effects: [{eid: a, timing: active, ops: [{op: draw, who: self, n: 1}]}]"
    )
    (tmp_path / "lamp.yaml").write_text(endless, "utf-8")
    assert "SL-7.10" in failing("--set", "cards=lamp.yaml")
    assert "my-1" in playing("\ncard my-1\n", "--set", "cards=lamp.yaml", "--ruling", "SL-R28=fuse_limit")
