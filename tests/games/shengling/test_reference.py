"""Cards of reference: the whole list, some cards, a shown position; what is drawn says what is written."""

from __future__ import annotations

import pytest

import rulekit
from rulekit import RulekitError
from rulekit.core.codec import from_json
from rulekit.core.show.card import board_card
from rulekit.games.shengling.cards import Card, demo_cards
from rulekit.games.shengling.reference import all_cards, shown_cards
from tests.support.page import HOSTILE, Page


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_list_holds_every_card_once(lang: str) -> None:
    card = all_cards(lang)
    page = Page(card.fragment())
    assert page.count("rk-face") == len(demo_cards())
    for demo in demo_cards():
        assert demo.title(lang) in page.text and f"{demo.number} {demo.title(lang)}" in repr(card)
    n = sum(demo.type == "creature" for demo in demo_cards())
    assert repr(card).startswith({"zh": f"生灵 {n} 种", "en": f"{n} creatures"}[lang])


def test_some_cards_by_name_number_or_english_name() -> None:
    card = shown_cards("战鼓獾", "SLD-21", "Surge Crocodile", lang="zh")
    assert repr(card).split("\n")[0] == "SLD-10 战鼓獾：费用 3  攻击力 3  入场时"
    assert "SLD-21 献身：费用 1  策略" in repr(card) and "SLD-18 溅浪巨鳄：费用 6  攻击力 8  溅射" in repr(card)
    assert Page(card.fragment()).count("rk-face") == 3
    with pytest.raises(RulekitError) as caught:
        shown_cards("战鼓", lang="zh")
    assert "最接近的是 战鼓獾" in caught.value.text("zh")


def test_an_own_card_is_drawn_and_escaped() -> None:
    own = from_json(Card, {"number": "X", "name": {"zh": HOSTILE}, "type": "creature", "cost": 0, "power": 1})
    html = shown_cards(own, lang="zh").fragment()
    assert HOSTILE in Page(html).text and "<img" not in html


def test_a_board_as_one_player_sees_it() -> None:
    position = rulekit.new_game("shengling", seed=7)
    position = position.play(position.legal_actions()[0])
    whole, seen = board_card(position, lang="zh"), board_card(position, "B", lang="zh")
    assert "B 看到的样子" in repr(seen) and "B 看到的样子" in seen.fragment()
    assert Page(seen.fragment()).count("rk-cardback") == len(position.state.A.hand)
    assert Page(whole.fragment()).count("rk-cardback") == 0
