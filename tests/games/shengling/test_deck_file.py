"""Deck files: every wrong one is told its line and what to do; a right one is saved, read back and played."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import rulekit
from rulekit.core.catalogue import read_yaml
from rulekit.core.errors import FileProblem, RulekitError
from rulekit.games.shengling.card_file import load_cards
from rulekit.games.shengling.cards import demo_cards
from rulekit.games.shengling.deck_file import dump_deck, load_deck, save_deck
from rulekit.games.shengling.decks import Deck, deck_flaws, demo_deck, demo_decks
from tests.support import ROOT

BAD: Mapping[str, Mapping[str, str]] = read_yaml((ROOT / "tests/data/shengling/decks_bad.yaml").read_text("utf-8"))
LAMP = "{number: my-1, name: {zh: 小灯灵, en: Lamp Sprite}, type: creature, cost: 1, power: POWER}"
FORTY = "{" + ", ".join(f"SLD-{n:02}: 3" for n in range(1, 14)) + ", my-1: 1}"
MINE = f"""\
deck: shengling
name: {{zh: 灯火, en: Lamplight}}
cards: {FORTY}
own_cards: [{LAMP}]
""".replace("POWER", "2")


@pytest.mark.parametrize("name", BAD)
def test_a_wrong_deck_is_told_where_and_why(name: str) -> None:
    wrong = BAD[name]
    with pytest.raises(FileProblem) as caught:
        load_deck(wrong["text"])
    for lang in ("zh", "en"):
        assert caught.value.text(lang) == f"<text>:{wrong['place']}: {wrong[lang]}"


def test_every_flaw_of_a_deck_has_its_example() -> None:
    codes = set()
    for wrong in BAD.values():
        with pytest.raises(FileProblem) as caught:
            load_deck(wrong["text"])
        codes.add(caught.value.code)
    assert {"unknown_card", "deck_twice", "deck_copies", "deck_size"} <= codes


def test_a_deck_is_read_with_its_cards_by_name() -> None:
    deck = load_deck(MINE)
    assert deck.title("zh") == "灯火" and deck.title("en") == "Lamplight"
    assert dict(deck.cards)["小灯灵"] == 1 and dict(deck.cards)["稻草哨兵"] == 3
    assert len(deck.names()) == 40 and deck.names().count("战鼓獾") == 3
    assert list(deck_flaws(deck)) == []


@pytest.mark.parametrize("n", [40, 60])
def test_the_smallest_and_the_largest_deck_are_right(n: int) -> None:
    cards = [card.id for card in demo_cards() for _ in range(3)][:n]
    assert list(deck_flaws(Deck.of(cards))) == []
    for wrong in (cards[:39], [card.id for card in demo_cards() for _ in range(3)][:61]):
        (issue,) = deck_flaws(Deck.of(wrong))
        assert (issue.code, issue.clauses) == ("deck_size", ("SL-2.1",))


def test_every_flaw_is_found_at_once() -> None:
    deck = Deck.of(["稻草哨兵"] * 4 + ["战鼓灌"])
    assert [f.code for f in deck_flaws(deck)] == ["deck_copies", "unknown_card", "deck_size"]


@pytest.mark.parametrize("name", demo_decks())
def test_a_saved_deck_is_read_back_equal(name: str, tmp_path: Path) -> None:
    path = tmp_path / "deck.yaml"
    save_deck(path, demo_decks()[name])
    assert load_deck(path) == demo_decks()[name]
    assert load_deck(path).names() == demo_deck(name)


def test_own_cards_are_saved_with_the_deck(tmp_path: Path) -> None:
    deck = load_deck(MINE)
    assert load_deck(dump_deck(deck)) == deck
    save_deck(tmp_path / "mine.yaml", deck)
    assert load_deck(tmp_path / "mine.yaml") == deck


def test_saving_never_overwrites_silently(tmp_path: Path) -> None:
    path = tmp_path / "deck.yaml"
    path.write_text("mine", "utf-8")
    with pytest.raises(RulekitError) as caught:
        save_deck(path, load_deck(MINE))
    assert caught.value.code == "file_exists" and path.read_text("utf-8") == "mine"
    save_deck(path, load_deck(MINE), overwrite=True)
    assert load_deck(path) == load_deck(MINE)
    with pytest.raises(RulekitError):
        save_deck(tmp_path / "absent" / "deck.yaml", load_deck(MINE))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["deck.yaml"]


def test_decks_are_played_as_files_names_and_values(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(MINE, "utf-8")
    mine = load_deck(MINE)
    for decks in ((path, "deck_60"), (str(path), "deck_60"), (mine, demo_decks()["deck_60"])):
        state = rulekit.new_game("shengling", decks=decks).state
        assert state.A.deck == mine.names() and state.B.deck == demo_deck("deck_60")
        assert rulekit.new_game("shengling", decks=decks).problems() == []
    both = rulekit.new_game("shengling", decks=path).state
    assert both.A.deck == both.B.deck == mine.names()
    assert both.own_cards.count("my-1") == 1


def test_decks_that_bring_different_cards_of_one_name_are_impossible(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(MINE.replace("power: 2", "power: 3"), "utf-8")
    problems = rulekit.new_game("shengling", decks=(path, load_deck(MINE))).problems()
    assert {p.params["issue"][0] for p in problems} == {"number_twice", "name_twice"}


def test_decks_may_share_cards_given_besides() -> None:
    lamp = load_cards(LAMP.replace("POWER", "2"))
    state = rulekit.new_game("shengling", decks=load_deck(MINE), cards=lamp).state
    assert state.own_cards.count("my-1") == 1


def test_a_deck_may_hold_cards_of_a_file_of_their_own(tmp_path: Path) -> None:
    bare = tmp_path / "bare.yaml"
    bare.write_text(MINE.replace("my-1: 1", "Lamp Sprite: 1").partition("own_cards")[0], "utf-8")
    lamps = tmp_path / "lamps.yaml"
    lamps.write_text(LAMP.replace("POWER", "2"), "utf-8")
    with pytest.raises(FileProblem) as caught:
        load_deck(bare)
    assert caught.value.code == "unknown_card_any"  # “Mire Snarer” is not near enough to be offered
    assert dict(load_deck(bare, cards=load_cards(lamps)).cards)["小灯灵"] == 1
    state = rulekit.new_game("shengling", decks=str(bare), cards=str(lamps)).state
    assert state.A.deck == load_deck(MINE).names() and "my-1" in state.own_cards


@pytest.mark.parametrize("suffix", [".yaml", ".YML"])
def test_a_name_of_a_file_is_no_text(tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    deck, lamps = f"my deck{suffix}", f"lamps{suffix}"
    (tmp_path / deck).write_text(MINE, "utf-8")
    (tmp_path / lamps).write_text(LAMP.replace("POWER", "2"), "utf-8")
    assert load_deck(deck) == load_deck(Path(deck)) == load_deck(MINE)
    assert load_cards(lamps) == load_cards(str(tmp_path / lamps)) == load_cards(LAMP.replace("POWER", "2"))
    for load in (load_deck, load_cards):
        with pytest.raises(FileProblem) as caught:
            load(f"absent{suffix}")
        assert (caught.value.code, caught.value.file) == ("file_missing", f"absent{suffix}")
        with pytest.raises(FileProblem) as caught:
            load(f"# {lamps}\nname: {lamps}")  # several lines are a text
        assert caught.value.file == "<text>"


@pytest.mark.parametrize("decks", [3, (3, 4), ("deck_40",), ("deck_40",) * 3, [[1], [2]]])
def test_what_is_no_deck_is_refused(decks: object) -> None:
    with pytest.raises(TypeError):
        rulekit.new_game("shengling", decks=decks)


def test_rulings_say_what_own_cards_may_be() -> None:
    text = MINE.replace("power: 2", "power: 0")
    assert load_deck(text, rulings={"SL-R17": "allowed_until_reduced"}).own_cards[0].power == 0
    with pytest.raises(FileProblem) as caught:
        load_deck(text)
    assert (caught.value.code, caught.value.line) == ("power_low", 4)
