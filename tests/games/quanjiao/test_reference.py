"""Reference cards for lessons: what is drawn says what is written, and both come from the engine."""

from __future__ import annotations

import re

import pytest

import rulekit
from rulekit.core.show.card import board_card
from rulekit.games.quanjiao.move_file import load_moves
from rulekit.games.quanjiao.reference import damage_card, declarations_card, move_card, slide_card
from rulekit.ui.example import Example
from tests.support.words import chinese

GIVEN = {
    "step": "declare",
    "A": {
        "moves": ["m01", "m02", "m05"],
        "board": {"LH1": "F2", "RH1": "F1", "LH3": "F1", "LL3": "L2", "LL4": "L2"},
        "cancelled_fists": {"LH1": 1},
    },
}


@pytest.fixture
def shown() -> Example:
    return rulekit.example(GIVEN, "declare m01@3", "declare m02@1", game="quanjiao", lang="zh")


def test_a_move_is_drawn_and_written() -> None:
    card = move_card("m01", "m12", lang="zh")
    assert "关键格 LH+0 要 1 个有效拳" in repr(card) and "黑格 LH+0 RH+0 LL+0 RL+0" in repr(card)
    assert card.fragment().count("<img") == 2 and "<svg" not in card.fragment()  # untrusted notebooks keep images


def test_names_and_texts_of_a_move_are_escaped() -> None:
    [move] = load_moves(
        "{id: x, name: {zh: '<b>', en: '<b>'}, text: {zh: '<i>', en: '<i>'}, damage: [{term: fixed, value: 1}],"
        " regions: [{rid: k, kind: key, cells: [LH+0], need: [{symbol: fist, count: 1}]}]}"
    )
    html = move_card(move, lang="zh").fragment()
    assert "<b>" not in html and "<i>" not in html and "&lt;i&gt;" in html


def test_sliding_tells_every_start_with_clauses(shown: Example) -> None:
    card = slide_card(shown.position, "A", "m05", 3, lang="zh")
    assert "✓ 第3动：成立" in repr(card) and "只有 2 个 [QJ-4.4.5, QJ-4.4.6]" in repr(card)
    assert card.fragment().count("<img") == 1 and "<details>" in card.fragment()
    assert "<img" not in slide_card(shown.position, "A", "m05", lang="zh").fragment()


def test_damage_is_taken_apart(shown: Example) -> None:
    card = damage_card(shown.position, "A", lang="zh")
    assert "总伤害：4 + 3 + 5 = 12" in repr(card) and "总伤害：4 + 3 + 5 = 12" in card.fragment()


def test_all_declarations_the_best_first(shown: Example) -> None:
    card = declarations_card(shown.position, "A", most=4, lang="zh")
    totals = [int(n) for n in re.findall(r"= (\d+)$", repr(card), re.MULTILINE)]
    assert totals == [16, 16, 14, 14] and "15 种" in repr(card) and "另有 11 种" in repr(card)
    assert card.fragment().count("<tr>") == 5


def test_a_player_sees_no_hand_of_the_other() -> None:
    given = {"step": "place", "A": {"hand": ["F1", "L3"]}, "B": {"hand": ["F2"]}}
    position = rulekit.example(given, "A: lay L3 RL2", game="quanjiao", lang="zh").position
    told = board_card(position, "B", lang="zh")
    assert "腿腿腿" in repr(board_card(position, lang="zh")) and "腿腿腿" not in repr(told)
    assert "B 看到的样子" in told.fragment() and "腿腿腿" not in told.fragment()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_both_languages(shown: Example, lang: str) -> None:
    position = shown.position
    for card in (
        move_card("m07", "m14", lang=lang),
        slide_card(position, "A", "m02", 1, lang=lang),
        damage_card(position, "A", lang=lang),
        declarations_card(position, "A", lang=lang),
        board_card(position, "A", lang=lang),
    ):
        assert repr(card) and f'lang="{lang}"' in card._repr_html_()
        assert lang == "zh" or not chinese(repr(card))
