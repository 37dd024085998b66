"""Cards of 生灵对决 written as text."""

from __future__ import annotations

import pytest

from rulekit.games.shengling.cards import demo_cards
from rulekit.ui.explorer import Explorer
from rulekit.ui.panels.shengling.cardfile import START, as_text
from rulekit.ui.panels.shengling.saying import Saying
from tests.support.labs import click, html_of
from tests.ui.shengling.opened import blocks, cards, row


def test_a_card_written_is_played_at_once(fight: Explorer) -> None:
    panel = cards(fight)
    assert "写得对：自创生灵" in panel.message.value and "rk-face" in panel.picture.value
    panel.uses["B", "field"].click()
    assert "B 的场上有这只生灵了" in fight.status_text() or fight.session.start.state.B.slot4 is not None
    panel.uses["A", "hand"].click()
    state = fight.session.start.state
    assert state.A.hand == ("自创生灵",) and "自创生灵" in fight.position.value and fight.session.ready
    assert "自创生灵" in state.B.hand, "the field was full"
    fight.act(lambda: fight.session.set_field(("B", "slot3"), {"card": "自创生灵"}))
    assert "A1 山脊霸主 8→7" in row(fight, "B3")
    assert "My Creature" in Saying(blocks(fight), state).words.table["自创生灵"].card.title("en")
    fight.lang.value = "en"
    assert "B3 My Creature 3 unity" in blocks(fight).ticks[2].description


@pytest.mark.parametrize(
    ("old", "new", "line", "clause"),
    [
        ("power: 3", "power: 0", 5, "SL-3.8"),
        ("number: MY-01", "number: SLD-01", 1, "SL-2.2"),
        ("timing: after_block", "timing: end_of_turn", 9, "SL-7.3"),
        ("{ref: attacker}", "{ref: nobody}", 10, ""),
        ("type: creature", "type: [", 3, ""),
        (START, "", 1, ""),
    ],
)
def test_a_card_that_is_wrong_says_where(fight: Explorer, old: str, new: str, line: int, clause: str) -> None:
    panel = cards(fight)
    before = fight.session.given
    panel.text.value = START.replace(old, new)
    assert "rk-failed" in panel.message.value and clause in panel.message.value and panel.picture.value == ""
    assert f"第 {line} 行" in panel.message.value or not clause
    assert all(b.disabled for b in panel.uses.values())
    panel.use(("A", "hand"))
    assert fight.session.given == before and "rk-failed" in fight.status.value


def test_every_card_of_the_game_is_a_template_that_works(fight: Explorer) -> None:
    panel = cards(fight)
    for _, name in panel.template.options[1:]:
        panel.template.value = name
        assert "rk-right" in panel.message.value, panel.message.value
        [card] = panel.read()
        assert card.id != name and as_text(card) == panel.text.value
    panel.template.value = "战鼓獾"
    panel.uses["A", "hand"].click()
    assert panel.template.options[0] == ("（从现有的卡改起）", "") and panel.template.options[1][1] == "自创战鼓獾"


def test_a_card_that_is_written_again_takes_the_place_of_the_first(fight: Explorer) -> None:
    panel = cards(fight)
    panel.uses["A", "hand"].click()
    panel.text.value = START.replace("power: 3", "power: 4")
    panel.uses["A", "hand"].click()
    state = fight.session.start.state
    assert state.A.hand == ("自创生灵",) and len(Saying(blocks(fight), state).words.table) == len(demo_cards()) + 1
    assert fight.session.ready


def test_hostile_names_are_text(fight: Explorer) -> None:
    panel = cards(fight)
    panel.text.value = START.replace("自创生灵", '"<img src=x onerror=alert(1)>"')
    assert "rk-right" in panel.message.value
    panel.uses["A", "hand"].click()
    fight.act(lambda: fight.session.set_field(("B", "slot1"), {"card": "<img src=x onerror=alert(1)>"}))
    click(fight, "set", "B1 B3")
    blocks(fight).play()
    shown = html_of(fight)
    assert "<img src=x" not in shown and "&lt;img" in shown
    assert "<img src=x" not in fight._repr_html_()
