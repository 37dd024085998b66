"""Cards of 生灵对决 as they are drawn."""

from __future__ import annotations

import pytest

from rulekit.core.catalogue import LANGUAGES
from rulekit.core.codec import from_json
from rulekit.games.shengling import GAME
from rulekit.games.shengling.card_face import card_html, card_text, current, printed
from rulekit.games.shengling.cards import Card, demo_cards, face_of, faces
from tests.support.page import Page
from tests.support.words import chinese


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("card", demo_cards(), ids=lambda c: c.number)
def test_every_card_shows_what_is_printed_on_it(card: Card, lang: str) -> None:
    look = printed(face_of(card), GAME.phrasebook(lang), GAME.defaults)
    page, text = Page(card_html(look, full=True)), card_text(look, lang)
    phrasebook = GAME.phrasebook(lang)
    for word in (
        card.title(lang),
        card.number,
        str(card.cost),
        *(phrasebook.value(k, "keyword") for k in card.keywords),
    ):
        assert word in page.text and word in text
    for effect in card.effects:
        assert dict(effect.text)[lang] in page.text and dict(effect.text)[lang] in text
    assert ("rk-power" in card_html(look)) == (card.type == "creature")
    assert lang == "zh" or not chinese(page.text + text)


def test_an_effect_without_a_text_says_what_it_does() -> None:
    data = {"number": "X", "name": {"zh": "影狼"}, "type": "creature", "cost": 1, "power": 2}
    ops = [{"op": "draw", "who": "self", "n": 2}, {"op": "bounce", "target": {"side": "enemy", "pick": "choose"}}]
    card = from_json(Card, {**data, "effects": [{"eid": "a", "timing": "after_attack", "ops": ops}]})
    assert printed(face_of(card), GAME.phrasebook("zh"), GAME.defaults).text == "攻击后：抽牌 2、回手"


@pytest.mark.parametrize(
    ("bonus", "reduction", "power", "shade", "parts"),
    [
        (0, 0, 8, "plain", ""),
        (2, 0, 10, "green", "8 + 2"),
        (0, 3, 5, "red", "8 − 3"),
        (2, 2, 8, "plain", "8 + 2 − 2"),
        (1, 12, 0, "red", "8 + 1 − 12"),
    ],
)
def test_power_is_made_up_of_three_numbers(bonus: int, reduction: int, power: int, shade: str, parts: str) -> None:
    phrasebook = GAME.phrasebook("zh")
    look = current(printed(faces("")["溅浪巨鳄"], phrasebook, GAME.defaults), bonus, reduction, phrasebook)
    assert (look.power, look.shade, look.parts) == (power, shade, parts)
