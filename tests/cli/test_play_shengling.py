"""`rulekit play shengling`: hidden hands, opponents, whole games, decks and cards of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulekit
from rulekit.games.shengling.cards import demo_cards
from tests.cli.shengling import both, playing
from tests.support.cli import run, screens, widest
from tests.support.processes import python
from tests.support.words import chinese

SHENGLING = rulekit.load_game("shengling")
LAMP = "{number: my-1, name: {zh: 小灯灵, en: Lamp Sprite}, type: creature, cost: 0, power: 2, keywords: [haste]}"


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
    assert "\nsacrifice\n1 " in first and not chinese(first)


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_random_opponent_keeps_its_hand_to_itself(side: str) -> None:
    shown = playing("1\n" * 60, "--random", side)
    assert "把键盘和屏幕交给" not in shown
    assert not re.search(rf"{side} 抽到 (?!一张暗牌)", shown)


@pytest.mark.slow
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
    return python(code, COLUMNS="60")


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "seed"), [("zh", 1), ("en", 2)])
def test_a_whole_game_is_played_to_its_end_in_sixty_columns(lang: str, seed: int) -> None:
    shown = random_game(seed, lang=lang)
    said = {"zh": "对局结束：", "en": "The game is over: "}[lang]
    assert shown.rstrip().splitlines()[-1].startswith(said)
    assert shown.count(said) == 2, "once as a step and once below the last position"
    assert widest(shown) <= 60
    assert lang == "zh" or not chinese(shown)


@pytest.mark.slow
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
        return run("play", "shengling", "--lang", lang, *args, code=2).stderr

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
