"""The demo cards and demo decks that come with 生灵对决, as files: what is printed, and that decks are legal."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from rulekit.core.catalogue import LANGUAGES, read_yaml
from rulekit.core.rulebook import Rulebook

PACKAGE = "rulekit.games.shengling"

#: number, cost, printed power (- for a strategy), keywords, then `timing ops` of each effect.
PRINTED = """
01 0 1  -
02 1 2  unity
03 1 1  haste   after_attack?:draw
04 2 2  -       static:battle_break
05 2 2  unity   after_block:reduce_power
06 2 3  -       after_block:reduce_power
07 2 4  haste   after_attack:reduce_power
08 3 2  -       active:heal
09 3 3  unity   after_block?:draw
10 3 3  -       on_enter:add_power
11 3 2  unity   turn_start:add_power
12 3 2  -       active:add_power
13 4 3  -       on_enter?:bounce
14 4 3  -       on_enter:add_power after_attack:reset_power
15 4 5  unity
16 5 6  -       static:direct_damage_bonus
17 5 4  unity   static:battle_break
18 6 8  splash
19 7 8  -       turn_start:heal
20 8 11 -       on_enter?:destroy
21 1 -  -       active:extra_sacrifice
22 3 -  -       active:reduce_power
23 2 -  -       active:bounce
24 2 -  -       active:draw+discard
25 1 -  -       active:draw
26 1 -  -       active:search
"""


def read(name: str) -> Any:
    return read_yaml(files(PACKAGE).joinpath(name).read_text("utf-8"))


@pytest.fixture(scope="module")
def cards() -> dict[str, dict[str, Any]]:
    rows = read("cards.yaml")["cards"]
    assert len({row["number"] for row in rows}) == len(rows)
    return {row["number"]: row for row in rows}


def printed(card: dict[str, Any]) -> list[str]:
    """Return a card as a line of the table above."""
    effects = [
        f"{e['timing']}{'?' if e.get('optional') else ''}:{'+'.join(op['op'] for op in e['ops'])}"
        for e in card.get("effects", ())
    ]
    keywords = ",".join(card.get("keywords", ())) or "-"
    return [card["number"].removeprefix("SLD-"), str(card["cost"]), str(card.get("power", "-")), keywords, *effects]


def test_cards_are_printed_as_the_table_has_them(cards: dict[str, dict[str, Any]]) -> None:
    assert [printed(card) for card in cards.values()] == [line.split() for line in PRINTED.strip().splitlines()]


def test_creatures_have_power_and_strategies_do_not(cards: dict[str, dict[str, Any]]) -> None:
    """SL-3.1, SL-3.3, SL-7.9: a strategy is one active effect."""
    for card in cards.values():
        assert ("power" in card) is (card["type"] == "creature"), card["number"]
        if card["type"] == "strategy":
            assert [e["timing"] for e in card["effects"]] == ["active"], card["number"]


def test_every_effect_is_worded_and_says_may_exactly_when_it_is_optional(cards: dict[str, dict[str, Any]]) -> None:
    """SL-7.12."""
    for card in cards.values():
        for effect in card.get("effects", ()):
            assert set(effect["text"]) == set(LANGUAGES)
            optional = effect.get("optional", False)
            assert ("可以" in effect["text"]["zh"]) is optional, card["number"]
            assert ("you may" in effect["text"]["en"]) is optional, card["number"]


def test_an_active_effect_of_a_creature_is_limited_or_costs_something(cards: dict[str, dict[str, Any]]) -> None:
    """SL-R28, validator_rejects."""
    bounds = {
        card["number"]: (effect.get("limit"), effect.get("cost"))
        for card in cards.values()
        if card["type"] == "creature"
        for effect in card.get("effects", ())
        if effect["timing"] == "active"
    }
    assert bounds == {"SLD-08": ("once_per_turn", None), "SLD-12": (None, {"fuel_to_graveyard": 1})}


def test_what_is_usual_is_left_out(cards: dict[str, dict[str, Any]]) -> None:
    for card in cards.values():
        for part in (card, *card.get("effects", ())):
            assert [key for key, value in part.items() if value is None or value is False or value in ([], {})] == []
        for effect in card.get("effects", ()):
            assert not [op for op in effect["ops"] if op.get("target", {}).get("filter") == {}]


def test_demotion_has_the_ops_of_every_reading(cards: dict[str, dict[str, Any]]) -> None:
    """SL-R37: the plain ops are the default's."""
    (effect,) = cards["SLD-22"]["effects"]
    assert effect["ops"] == [{"op": "reduce_power", "target": {"side": "enemy", "pick": "all"}, "n": 2}]
    readings = {(r["ruling"], r["option"]): r["ops"] for r in effect["readings"]}
    assert readings == {
        ("SL-R37", "one_enemy"): [
            {"op": "reduce_power", "target": {"side": "enemy", "pick": "choose", "n": 1}, "n": 2}
        ],
        ("SL-R37", "all_both_sides"): [{"op": "reduce_power", "target": {"side": "both", "pick": "all"}, "n": 2}],
    }
    ruling = Rulebook.load(PACKAGE).ruling("SL-R37")
    assert {option for _, option in readings} == set(ruling.keys) - {ruling.default}
    others = [
        n for n, c in cards.items() for e in c.get("effects", ()) if any("ops" in r for r in e.get("readings", ()))
    ]
    assert others == ["SLD-22"]  # elsewhere only the text reads otherwise


@pytest.mark.parametrize(("deck", "size"), [("deck_40", 40), ("deck_60", 60)])
def test_demo_decks_are_legal_and_hold_every_card(deck: str, size: int, cards: dict[str, dict[str, Any]]) -> None:
    """SL-2.1, SL-2.2."""
    decks = read("decks.yaml")
    assert list(decks) == ["deck_40", "deck_60"]
    assert set(decks[deck]["name"]) == set(LANGUAGES)
    counts = Counter(decks[deck]["cards"])
    assert list(counts) == list(cards)
    assert counts.total() == size
    assert {min(counts.values()), max(counts.values())} == ({1, 2} if size == 40 else {2, 3})
