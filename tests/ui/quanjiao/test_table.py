"""拳脚招式 played by clicks on the boards."""

from __future__ import annotations

import re

import pytest

from rulekit.ui.explorer import Explorer
from tests.support.labs import click
from tests.ui.quanjiao.opened import table


def test_a_card_and_a_cell_lay_in_either_order(placing: Explorer) -> None:
    click(placing, "card", "A F2")
    assert "rk-chosen" in placing.position.value and "rk-can" in placing.position.value
    click(placing, "cell", "A LH1")
    click(placing, "cell", "B LL2")
    click(placing, "card", "B L3")
    state = placing.session.position.state
    assert state.A.laid == ("F2@LH1",) and state.B.laid == ("L3@LL2",)
    assert state.A.hand == ("F1", "F1", "L1", "L2")
    assert [str(a) for a in placing.session.actions] == ["A lay F2 LH1", "B lay L3 LL2"]


def test_a_cell_with_a_card_gives_it_back(placing: Explorer) -> None:
    table(placing).put("A", "F1", "RH2")
    click(placing, "cell", "A RH2")
    assert placing.session.position.state.A.laid == ()
    assert [a.verb for a in placing.session.actions] == ["lay", "take"]


def test_a_second_click_lets_go(placing: Explorer) -> None:
    click(placing, "card", "A F2")
    click(placing, "card", "A F2")
    assert table(placing).card is None and "rk-can" not in placing.position.value
    click(placing, "cell", "A LH1")
    click(placing, "cell", "A LH1")
    assert table(placing).cell is None and placing.session.actions == ()


@pytest.mark.parametrize(
    ("card", "cell", "clause"), [("L1", "LH1", "QJ-4.2.10"), ("F1", "LL1", "QJ-4.2.9"), ("F1", "LH5", "QJ-4.2.6")]
)
def test_a_refused_card_says_the_clause_and_stays_picked(placing: Explorer, card: str, cell: str, clause: str) -> None:
    before = placing.session.position
    click(placing, "card", f"A {card}")
    click(placing, "cell", f"A {cell}")
    assert placing.session.position == before
    assert clause in placing.status_text() and "rk-failed" in placing.status.value
    assert table(placing).card == ("A", card)


def test_four_in_a_column_are_refused(placing: Explorer) -> None:
    for card, cell in (("F1", "LH1"), ("F1", "RH1"), ("L1", "LL1")):
        table(placing).put("A", card, cell)
    click(placing, "card", "A L2")
    held = re.search(r'<td class="([^"]*rk-cell-A-RL1[^"]*)"[^>]*title="([^"]*)"', placing.position.value)
    assert held is not None and "rk-cannot" in held[1] and "QJ-4.2.14" in held[2]
    click(placing, "cell", "A RL1")
    assert "QJ-4.2.14" in placing.status_text() and len(placing.session.position.state.A.laid) == 3


def test_the_menus_do_the_same(placing: Explorer) -> None:
    panel = table(placing)
    panel.who.value = "B"
    panel.cards.value, panel.cells.value = "F3", "RH4"
    panel.lay.click()
    assert placing.session.position.state.B.laid == ("F3@RH4",)
    panel.cells.value = "RH4"
    panel.take.click()
    assert placing.session.position.state.B.laid == ()


def test_both_curtains_close_and_the_clash_is_walked(placing: Explorer) -> None:
    panel = table(placing)
    panel.put("A", "F2", "LH1")
    panel.put("B", "F3", "LH1")
    panel.commits["A"].click()
    assert "rk-hidden" in panel.commits["A"]._dom_classes
    assert placing.session.position.state.A.committed
    panel.put("A", "F1", "LH2")
    assert "QJ-4.2.17" in placing.status_text()
    panel.commits["B"].click()
    assert placing.session.position.state.step == "declare"
    panel.clash.click()
    assert placing.stepper.player.playing and placing.session.step_now is not None
    placing.stepper.toggle()
    while placing.session.step_now is not None and placing.session.step_now.kind != "clash.cell":
        assert placing.session.step()
    placing.draw()
    assert placing.position.value.count("rk-at") == 2, "the cell is marked on both boards"
    assert dict(placing.session.current.state.A.cancelled_fists) == {"LH1": 2}


def test_nothing_is_laid_while_an_earlier_step_is_shown(placing: Explorer) -> None:
    table(placing).put("A", "F2", "LH1")
    placing.act(placing.session.to_start)
    assert "data-act" not in placing.position.value
    click(placing, "card", "A F1")
    assert table(placing).card is None
