"""Cards written by people: every wrong one is told its line and what to do, a right one is used at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import rulekit
from rulekit.core import source
from rulekit.core.action import Action
from rulekit.core.catalogue import read_yaml
from rulekit.core.codec import to_json
from rulekit.core.errors import FileProblem
from rulekit.core.scenario import check, loads
from rulekit.games.shengling.card_file import load_cards
from rulekit.games.shengling.cards import Card, cards_text, demo_cards
from rulekit.games.shengling.game import GAME
from tests.support import ROOT

BAD: Mapping[str, Mapping[str, str]] = read_yaml((ROOT / "tests/data/shengling/cards_bad.yaml").read_text("utf-8"))
LAMP = """\
number: my-1
name: {zh: 小灯灵, en: Lamp Sprite}
type: creature
cost: 1
power: 2
keywords: [haste]
effects:
  - {eid: a, timing: on_enter, ops: [{op: heal, who: self, n: 3}]}
"""
ENDLESS = """\
number: my-2
name: {zh: 永动灵, en: Perpetual Spirit}
type: creature
cost: 0
power: 1
effects: [{eid: a, timing: active, ops: [{op: add_power, n: 1, target: {ref: self}}]}]
"""


@pytest.mark.parametrize("name", BAD)
def test_a_wrong_card_is_told_where_and_why(name: str) -> None:
    wrong = BAD[name]
    with pytest.raises(FileProblem) as caught:
        load_cards(wrong["text"])
    for lang in ("zh", "en"):
        assert caught.value.text(lang) == f"<text>:{wrong['place']}: {wrong[lang]}"


def test_every_flaw_of_a_card_has_its_example() -> None:
    keys = GAME.catalogue.keys()
    known = {key.removeprefix("card.") for key in keys if key.startswith("card.")}
    assert len(known) > 30
    found = set()
    for wrong in BAD.values():
        with pytest.raises(FileProblem) as caught:
            load_cards(wrong["text"])
        found.add(caught.value.code)
    assert known <= found


@pytest.mark.parametrize("card", demo_cards(), ids=lambda card: card.number)
def test_cards_of_the_game_come_back_as_they_were_written(card: Card) -> None:
    row = {**to_json(card), "number": "X-1", "name": {"zh": "同卡", "en": "Same Card"}}
    text = source.write(row, block=frozenset({"effects", "ops"}))
    (again,) = load_cards(text)
    assert to_json(again) == row


def test_a_list_of_cards_is_read_in_order() -> None:
    text = "\n".join(f"- {card.replace(chr(10), chr(10) + '  ').rstrip()}" for card in (LAMP, ENDLESS))
    cards = load_cards(text, rulings={"SL-R28": "fuse_limit"})
    assert [card.number for card in cards] == ["my-1", "my-2"]


def test_a_file_is_named_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(LAMP.replace("cost: 1", "cost: -1"), "utf-8")
    with pytest.raises(FileProblem) as caught:
        load_cards(path)
    assert caught.value.text("en").startswith(f"{path}:4:7: the cost is -1")
    with pytest.raises(FileProblem) as absent:
        load_cards(tmp_path / "absent.yaml")
    assert absent.value.code == "file_missing"


def test_rulings_say_what_a_card_may_be() -> None:
    assert load_cards(ENDLESS, rulings={"SL-R28": "fuse_limit"})[0].id == "永动灵"
    with pytest.raises(FileProblem) as caught:
        load_cards(ENDLESS)
    assert (caught.value.code, caught.value.clauses) == ("endless", ("SL-7.10",))
    nought = LAMP.replace("power: 2", "power: 0")
    assert load_cards(nought, rulings={"SL-R17": "allowed_until_reduced"})[0].power == 0
    with pytest.raises(FileProblem):
        load_cards(nought)


def test_what_is_no_form_of_rulings_is_refused() -> None:
    with pytest.raises(rulekit.RulekitError):
        load_cards(LAMP, rulings={"SL-R28": "never"})


def test_a_card_is_played_in_a_scenario_at_once() -> None:
    row = LAMP.replace("\n", "\n      ").rstrip()
    report = check(
        loads(f"""\
game: shengling
title: {{zh: 小灯灵, en: Lamp Sprite}}
given:
  step: main1
  active: A
  own_cards:
    - {row}
  A: {{hp: 15, hand: [小灯灵], fuel: [献身]}}
play:
  - A: play Lamp Sprite
then:
  A: {{hp: 18, slot1: {{card: 小灯灵}}, hand: []}}
  steps: [SL-7.26]
  measure: {{A: {{power1: 2}}}}
""")
    )
    assert report.ok, report.lines("en")


@pytest.mark.parametrize("given", ["cards", "text", "file", "files"])
def test_cards_are_played_in_a_new_game(given: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(LAMP, "utf-8")
    cards = {"cards": load_cards(LAMP), "text": load_cards(LAMP)[0], "file": str(path), "files": [path]}[given]
    decks = (["my-1"] * 3 + ["稻草哨兵"] * 3, ["Lamp Sprite"])
    position = rulekit.new_game("shengling", cards=cards, decks=decks, first="A")
    assert position.state.own_cards == cards_text(load_cards(LAMP))
    assert position.state.A.deck == ("小灯灵",) * 3 + ("稻草哨兵",) * 3
    assert position.state.B.deck == ("小灯灵",)


def test_a_game_with_a_card_that_would_loop_is_impossible_by_default(tmp_path: Path) -> None:
    path = tmp_path / "endless.yaml"
    path.write_text(ENDLESS, "utf-8")
    (problem,) = rulekit.new_game("shengling", cards=path).problems()
    assert (problem.code, problem.clause) == ("bad_card", "SL-7.10")
    assert rulekit.new_game("shengling", cards=path, rulings={"SL-R28": "fuse_limit"}).problems() == []


def test_cards_that_are_none_are_refused() -> None:
    for wrong in (3, [3], [["my-1"]]):
        with pytest.raises(TypeError):
            rulekit.new_game("shengling", cards=wrong)


def test_a_game_with_own_cards_is_played() -> None:
    decks = (["小灯灵"] * 3 + [c.id for c in demo_cards() if c.cost < 4] * 3,) * 2
    position = rulekit.new_game("shengling", cards=load_cards(LAMP), decks=decks, first="A", seed=2)
    assert position.problems() == []
    position = position.play(Action("table", "begin"))
    assert len(position.state.A.hand) == 7 and len(position.state.B.hand) == 6
