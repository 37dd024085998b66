"""The commands on 生灵对决, in both languages, and files of cards and decks."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from rulekit.casebook import case
from rulekit.core.scenario import loads
from rulekit.games import load_game
from rulekit.games.shengling.deck_file import load_deck, save_deck
from rulekit.games.shengling.decks import demo_decks
from tests.support import SCENARIOS
from tests.support.cli import letters, run, widest
from tests.support.words import chinese

CASES = SCENARIOS / "shengling"
EXAMPLE = CASES / "bait-the-blocker-the-second-attack-meets-no-window.yaml"
SPLASH = CASES / "r08-a-reduction-before-the-splash.yaml"
LAMP = "number: my-1\nname: {zh: 小灯灵, en: Lamp Sprite}\ntype: creature\ncost: 1\npower: 2\n"
both = pytest.mark.parametrize("lang", ["zh", "en"])


# -- scenarios --------------------------------------------------------------------------------------


@both
def test_a_new_scenario_passes_its_own_check(tmp_path: Path, lang: str) -> None:
    run("new", "shengling", "mine.yaml", "--lang", lang)
    text = (tmp_path / "mine.yaml").read_text("utf-8")
    assert text.count("#") > 15
    run("check", "mine.yaml", "--lang", lang)
    assert "SL-7.16" in run("trace", "mine.yaml", "--lang", lang).output
    lines = [re.sub(r"^( *)# ?((?:own_cards:|readings:|  ).*)$", r"\1\2", line) for line in text.splitlines()]
    loaded = loads("\n".join(lines))
    assert loaded.readings and loaded.given["own_cards"][0]["number"] == "my-1"
    (tmp_path / "more.yaml").write_text("\n".join(lines), "utf-8")
    run("check", "more.yaml")


@both
def test_trace_check_and_compare(lang: str) -> None:
    shown = run("trace", EXAMPLE, "--lang", lang).output
    assert "SL-9.12" in shown and "SL-8.12" in shown and "✓" in shown
    assert lang == "zh" or not chinese(shown)
    assert run("check", EXAMPLE, "--lang", lang).output
    compared = run("compare", SPLASH, "SL-R8", "--lang", lang).output
    assert "● at_comparison" in compared and "○ after_on_block" in compared and "14→16" in compared
    data = json.loads(run("trace", EXAMPLE, "--json").output)
    assert data["holds"] is True and data["end"]["B"]["hp"] == 17
    differing = json.loads(run("compare", SPLASH, "SL-R8", "--json").output)
    assert differing["differs"] is True


@both
def test_a_decision_left_open_is_told(tmp_path: Path, lang: str) -> None:
    text = EXAMPLE.read_text("utf-8").partition("  - B: block")[0] + "then: {decision: block}\n"
    (tmp_path / "open.yaml").write_text(text, "utf-8")
    shown = run("trace", "open.yaml", "--lang", lang).output
    assert {"zh": "B 挡住 A1 的攻击吗", "en": "does B block the attack of A1"}[lang] in shown
    assert lang == "zh" or not chinese(shown)


@both
def test_the_position_of_an_open_decision_is_the_one_in_the_middle(tmp_path: Path, lang: str) -> None:
    file = CASES / "the-creature-is-on-the-field-when-its-on-enter-window-opens.yaml"
    end = {"zh": "结果\n", "en": "End\n"}[lang]
    creature = {"zh": "战鼓獾", "en": "Wardrum Badger"}[lang]
    assert creature in run("trace", file, "--lang", lang).output.split(end)[1].split("A2 A3")[0]
    told = repr(case(file, lang))
    assert creature in told[told.rindex("A1 ") :].split("A2 A3")[0]


@both
def test_own_cards_go_by_their_names(tmp_path: Path, lang: str) -> None:
    text = f"""\
game: shengling
title: {{zh: 甲, en: One}}
given:
  step: main1
  own_cards: [{{{", ".join(LAMP.splitlines())}}}]
  A: {{hand: [小灯灵], fuel: [献身]}}
play: [A: play my-1]
then: {{A: {{slot1: {{card: 小灯灵}}, hp: 19}}}}
"""
    (tmp_path / "own.yaml").write_text(text, "utf-8")
    shown = run("trace", "own.yaml", "--lang", lang, code=1).output
    assert {"zh": "A 使用 小灯灵", "en": "A plays Lamp Sprite"}[lang] in shown
    assert lang == "zh" or not chinese(shown)
    assert "小灯灵" not in run("check", "own.yaml", "--lang", "en", code=1).output


@both
def test_rules_by_section_clause_and_ruling(lang: str) -> None:
    section = run("rules", "shengling", "9", "--lang", lang).output
    assert "SL-9.1 " in section and "SL-9.25" in section and "SL-10.1 " not in section
    ruling = run("rules", "SL-R7", "--lang", lang).output
    assert "● splash_first" in ruling and "○ on_block_first" in ruling
    assert run("rules", "shengling", "R7", "--lang", lang).output == ruling
    assert "SL-7.16" in run("rules", "shengling", "溅射" if lang == "zh" else "splash", "--lang", lang).output
    assert lang == "zh" or not chinese(section + ruling)


@pytest.mark.slow
@both
def test_coverage_is_whole(lang: str) -> None:
    shown = run("coverage", "shengling", "--scenarios", CASES, "--lang", lang).output
    book = load_game("shengling").rulebook
    assert "✗" not in shown
    assert shown.count("✓") == 3
    assert len(book.clauses) == 178 and len(book.rulings) == 45


@both
def test_perft_says_that_draws_of_nature_are_counted(lang: str) -> None:
    nature = {"zh": "牌运", "en": "nature"}[lang]
    assert nature in run("perft", "--game", "shengling", "--depth", 3, "--lang", lang).output
    assert nature not in run("perft", EXAMPLE, "--depth", 2, "--lang", lang).output
    data = json.loads(run("perft", "--game", "shengling", "--set", "first=A", "--depth", 3, "--json").output)
    # the setup begins; any card of the demo deck may come first, and any may be second but the first again where the
    # deck holds it once
    copies = Counter(demo_decks()["deck_40"].names())
    once = list(copies.values()).count(1)
    assert data["chance"] is True and once > 0
    assert [d["leaves"] for d in data["depths"]] == [1, len(copies), len(copies) ** 2 - once]


def test_options_of_the_opening() -> None:
    for wrong, said in (
        ("first=C", "first=C"),
        ("colour=red", "colour=red"),
        ("decks=absent.yaml", "absent.yaml"),
        ("decks=deck_40,deck_60,deck_40", "decks="),
        ("seed=x", "seed=x"),
    ):
        assert said in run("perft", "--game", "shengling", "--set", wrong, code=2).stderr


@pytest.mark.parametrize(
    "args", [("trace", EXAMPLE), ("rules", "shengling"), ("rules", "SL-R7"), ("compare", SPLASH, "SL-R8")]
)
@both
def test_a_narrow_terminal_loses_nothing(args: tuple[object, ...], lang: str) -> None:
    shown = [letters(*args, "--lang", lang, columns=n) for n in (40, 60, 200)]
    assert shown[0] == shown[1] == shown[2]


@pytest.mark.parametrize("width", [40, 60])
@both
def test_no_line_is_wider_than_the_terminal(width: int, lang: str) -> None:
    for args in (("trace", EXAMPLE), ("rules", "shengling"), ("rules", "shengling", "5"), ("compare", SPLASH, "SL-R8")):
        assert widest(run(*args, "--lang", lang, columns=width).output) <= width, args


# -- cards and decks --------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "kind"), [("shengling", "deck"), ("shengling", "cards"), ("quanjiao", "cards")])
@both
def test_a_new_deck_or_card_passes_its_own_check(tmp_path: Path, game: str, kind: str, lang: str) -> None:
    shown = run("new", game, "--kind", kind, "--lang", lang).output
    path = tmp_path / f"{game}-{kind}.yaml"
    assert path.read_text("utf-8").count("#") > 5
    assert f"rulekit check {path.name}" in shown
    checked = run("check", path.name, "--lang", lang).output
    assert f"✓ {path.name}: {load_game(game).rulebook.name[lang]}" in checked
    assert lang == "zh" or not chinese(checked)
    assert "--force" in run("new", game, "--kind", kind, "--lang", "en", code=2).stderr
    assert run("new", game, "-", "--kind", kind, "--lang", lang).output == path.read_text("utf-8")


def test_the_remarks_of_a_new_deck_hold_when_uncommented(tmp_path: Path) -> None:
    for lang in ("zh", "en"):
        text = run("new", "shengling", "-", "--kind", "deck", "--lang", lang).output
        lines = [re.sub(r"^# (own_cards:|  )", r"\1", line) for line in text.splitlines()]
        deck = load_deck("\n".join(lines).replace("\ncards:", "\ncards:\n  my-1: 1", 1))
        assert deck.own_cards[0].number == "my-1" and len(deck.names()) == 41


def test_a_kind_that_a_game_does_not_have() -> None:
    assert "nearest is cards" in run("new", "quanjiao", "--kind", "card", "--lang", "en", code=2).stderr
    assert "（可选：scenario）" in run("new", "tangwu", "--kind", "deck", code=2).stderr


@both
def test_check_reads_decks_and_cards(tmp_path: Path, lang: str) -> None:
    save_deck(tmp_path / "deck.yaml", demo_decks()["deck_60"])
    (tmp_path / "lamp.yaml").write_text(LAMP, "utf-8")
    shown = run("check", tmp_path, "--lang", lang).output
    said = {
        "zh": ("生灵对决，卡组“示例卡组（60 张）”，60 张", "生灵对决，1 张卡：小灯灵", "符合 2"),
        "en": ("Shengling Duel, deck “Demo deck of 60 cards” of 60", "cards (1): Lamp Sprite", "2 as expected"),
    }[lang]
    for part in said:
        assert part in shown
    data = json.loads(run("check", "deck.yaml", "lamp.yaml", "--json", "--lang", lang).output)
    assert [(f["game"], f["kind"]) for f in data["files"]] == [("shengling", "deck"), ("shengling", "cards")]
    assert data["bad"] == data["scenarios"] == []


@both
def test_check_tells_what_is_wrong_with_a_deck_or_a_card(tmp_path: Path, lang: str) -> None:
    (tmp_path / "deck.yaml").write_text("deck: shengling\nname: {zh: 甲, en: One}\ncards: {战鼓獾: 4}\n", "utf-8")
    (tmp_path / "lamp.yaml").write_text(LAMP.replace("power: 2", "power: 0"), "utf-8")
    (tmp_path / "right.yaml").write_text(LAMP, "utf-8")
    result = run("check", tmp_path, "--lang", lang, code=2)
    assert re.search(r"deck\.yaml:3:9: .*战鼓獾.*4.*\[SL-2\.2\]", result.stderr)
    assert re.search(r"lamp\.yaml:5:8: .*0.*\[SL-3\.8, SL-8\.19\]", result.stderr)
    assert "right.yaml" in result.output
    data = json.loads(run("check", "deck.yaml", "lamp.yaml", "--json", code=2).output)
    assert [(b["file"], b["line"], b["code"]) for b in data["bad"]] == [
        ("deck.yaml", 3, "deck_copies"),
        ("lamp.yaml", 5, "power_low"),
    ]


BARE = "deck: shengling\nname: {zh: 灯火, en: Lamplight}\ncards: {" + ", ".join(f"SLD-{n:02}: 3" for n in range(1, 14))
BARE += ", 小灯灵: 1}\n"


@both
def test_check_lets_a_deck_know_the_cards_given_with_it(tmp_path: Path, lang: str) -> None:
    (tmp_path / "a" / "deep").mkdir(parents=True)
    for name, text in (("deck.yaml", BARE), ("lamp.yaml", LAMP), ("a/deck.yaml", BARE), ("a/lamp.yaml", LAMP)):
        (tmp_path / name).write_text(text, "utf-8")
    told = {"zh": "符合 {n}，不符 0，读不了 0", "en": "{n} as expected, 0 not, 0 unreadable"}[lang]
    for n, names in (
        (2, ("lamp.yaml", "deck.yaml")),
        (2, ("deck.yaml", "lamp.yaml")),  # in whatever order
        (2, ("a",)),  # those beside it in a folder
        (2, ("lamp.yaml", "a/deck.yaml")),  # those named, wherever they lie
        (4, (".",)),
    ):
        assert told.format(n=n) in run("check", *names, "--lang", lang).output
    (tmp_path / "a/deck.yaml").rename(tmp_path / "a/deep/deck.yaml")  # beside, not above
    assert "deck.yaml:3:" in run("check", "a", "--lang", lang, code=2).stderr
    data = json.loads(run("check", "deck.yaml", "lamp.yaml", "--json", "--lang", lang).output)
    assert [f["file"] for f in data["files"]] == ["deck.yaml", "lamp.yaml"]


@both
def test_check_says_how_a_deck_gets_to_know_a_card(tmp_path: Path, lang: str) -> None:
    (tmp_path / "deck.yaml").write_text(BARE, "utf-8")
    (tmp_path / "lamp.yaml").write_text(LAMP, "utf-8")  # not given, so not known
    told = run("check", "deck.yaml", "--lang", lang, code=2, columns=300).stderr
    assert {"zh": "没有叫“小灯灵”的卡；", "en": "there is no card called “小灯灵”; "}[lang] in told
    assert "own_cards" in told and {"zh": "最接近", "en": "nearest"}[lang] not in told
    (tmp_path / "deck.yaml").write_text(BARE.replace("小灯灵", "小灯笼"), "utf-8")
    told = run("check", "deck.yaml", "lamp.yaml", "--lang", lang, code=2, columns=300).stderr
    assert {"zh": "最接近的是 小灯灵", "en": "the nearest is 小灯灵"}[lang] in told and "own_cards" in told


@both
def test_check_hints_at_effects_without_a_text(tmp_path: Path, lang: str) -> None:
    silent = LAMP + "effects: [{eid: a, timing: on_enter, ops: [{op: draw, who: self, n: 1}]}]\n"
    deck = BARE + "own_cards: [{" + ", ".join(silent.splitlines()) + "}]\n"
    texts = {"lamp.yaml": silent, "deck.yaml": deck, "right.yaml": silent.replace("}]}]", "}], text: {zh: 抽一张}}]")}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    name = {"zh": "小灯灵", "en": "Lamp Sprite"}[lang]
    for file in ("lamp.yaml", "deck.yaml"):
        hint = run("check", file, "--lang", lang, columns=300).output.splitlines()[1]
        assert name in hint and "text: {zh: …, en: …}" in hint
        assert lang == "zh" or not chinese(hint)
        (entry,) = json.loads(run("check", file, "--json", "--lang", lang).output)["files"]
        assert entry["hints"] == [hint.strip()]
    assert "text" not in run("check", "right.yaml", "--lang", lang).output
    (entry,) = json.loads(run("check", "right.yaml", "--json").output)["files"]
    assert entry["hints"] == []


def test_a_scenario_that_is_wrong_is_still_told_as_one(tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text("gmae: shengling\ntitle: 甲\ngiven: {}\nplay: []\n", "utf-8")
    assert "nearest is game" in run("check", "wrong.yaml", "--lang", "en", code=2).stderr
    assert "nearest is game" in run("trace", "wrong.yaml", "--lang", "en", code=2).stderr
