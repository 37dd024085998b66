"""The table of all blocking sets for lessons says what playing each of them leads to, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

import rulekit
from rulekit.core.action import ANSWER, Action
from rulekit.games.shengling.block_table import blocks_card

GIVEN: dict[str, Any] = {
    "step": "battle",
    "A": {"slot1": {"card": "溅浪巨鳄"}},
    "B": {"slot1": {"card": "抱团田鼠", "bonus": 1}, "slot2": {"card": "战鼓獾"}, "slot3": {"card": "晨露药师"}},
}


@pytest.fixture
def position() -> rulekit.Position:
    return rulekit.example(GIVEN, game="shengling").start


def test_every_answer_has_a_row(position: rulekit.Position) -> None:
    rows = repr(blocks_card(position, "A1", lang="zh")).splitlines()
    assert rows[0] == "A1 溅浪巨鳄 攻击，B 的每种挡法（合法的组合 5 种）"
    assert len(rows) == 1 + 7 + 1, "seven sets and declining"
    # 3 + 3 = 6 against 8: both are destroyed and splash costs 2 (SL-9.10, SL-7.16)
    assert "  ✓ B1 抱团田鼠、B2 战鼓獾：8 对 6；破坏 B1 抱团田鼠、B2 战鼓獾；失血 2" in rows
    assert [r for r in rows if "✗" in r and "B2 战鼓獾、B3 晨露药师" in r and "SL-9.5" in r] == rows[6:8]
    assert rows[-1] == "  ✓ 放弃阻挡：8；破坏 没有；失血 8"


def test_what_is_lost_is_what_playing_loses(position: rulekit.Position) -> None:
    opened = position.play(Action("A", "attack", ("A1",)))
    rows = repr(blocks_card(position, "A1", lang="en")).splitlines()[1:]
    lost = [int(row.rsplit(" ", 1)[1]) for row in rows if "✓" in row]
    played = [20 - opened.play(Action("B", ANSWER, (o,))).state.B.hp for a in opened.legal_actions() for o in a.args]
    assert sorted(lost) == sorted(played) and len(lost) == 6


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_drawn_and_written_form_agree(position: rulekit.Position, lang: str) -> None:
    bundle = blocks_card(position, "A1", lang=lang)._repr_mimebundle_()
    assert bundle["text/html"].count("<tr>") == 1 + 8 and bundle["text/html"].count("✗") == 2
    assert bundle["text/plain"].count("✗") == 2 and "{" not in bundle["text/plain"]


def test_names_of_own_cards_stay_text() -> None:
    card = {"number": "X", "name": {"zh": "<b>灯</b>"}, "type": "creature", "cost": 0, "power": 1}
    given = {**GIVEN, "own_cards": [card], "B": {"slot1": {"card": "<b>灯</b>"}}}
    html = blocks_card(rulekit.example(given, game="shengling").start, "A1")._repr_html_()
    assert "<b>灯" not in html and "&lt;b&gt;灯" in html


@pytest.mark.parametrize("place", ["A2", "nowhere"])
def test_there_must_be_an_attacker(position: rulekit.Position, place: str) -> None:
    with pytest.raises(ValueError):
        blocks_card(position, place)
