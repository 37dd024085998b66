"""拳脚招式 played by clicks on the drawn position."""

from __future__ import annotations

import re

import pytest

from rulekit.core.action import Action
from rulekit.ui.explorer import Explorer
from tests.support.labs import click, offered
from tests.ui.quanjiao.opened import thing


def test_a_card_and_a_cell_lay_in_either_order(placing: Explorer) -> None:
    click(placing, "thing", thing(placing, "A", "F2"))
    assert "rk-chosen" in placing.position.value and "rk-can" in placing.position.value
    click(placing, "thing", "A.laid.LH1")
    click(placing, "thing", "B.laid.LL2")
    click(placing, "thing", thing(placing, "B", "L3"))
    state = placing.session.position.state
    assert state.A.laid == ("F2@LH1",) and state.B.laid == ("L3@LL2",)
    assert state.A.hand == ("F1", "F1", "L1", "L2")
    assert [str(a) for a in placing.session.actions] == ["A lay F2 LH1", "B lay L3 LL2"]


def test_a_cell_with_a_card_gives_it_back(placing: Explorer) -> None:
    placing.session.play(Action("A", "lay", ("F1", "RH2")))
    click(placing, "thing", "A.laid.RH2")
    assert placing.session.position.state.A.laid == ()
    assert [a.verb for a in placing.session.actions] == ["lay", "take"]


def test_a_second_click_lets_go(placing: Explorer) -> None:
    for text in (thing(placing, "A", "F2"), "A.laid.LH1"):
        click(placing, "thing", text)
        assert len(placing.table.picked) == 1
        click(placing, "thing", text)
        assert placing.table.picked == () and "rk-can" not in placing.position.value
    assert placing.session.actions == ()


@pytest.mark.parametrize(
    ("card", "cell", "clause"), [("L1", "LH1", "QJ-4.2.10"), ("F1", "LL1", "QJ-4.2.9"), ("F1", "LH5", "QJ-4.2.6")]
)
def test_a_refused_card_says_the_clause_and_stays_picked(placing: Explorer, card: str, cell: str, clause: str) -> None:
    before = placing.session.position
    click(placing, "thing", thing(placing, "A", card))
    click(placing, "thing", f"A.laid.{cell}")
    assert placing.session.position == before
    assert clause in placing.status_text() and "rk-failed" in placing.status.value
    assert len(placing.table.picked) == 1


def test_four_in_a_column_are_refused(placing: Explorer) -> None:
    for entry in (("F1", "LH1"), ("F1", "RH1"), ("L1", "LL1")):
        placing.session.play(Action("A", "lay", entry))
    click(placing, "thing", thing(placing, "A", "L2"))
    held = re.search(r'<td class="([^"]*)" data-thing="A.laid.RL1"[^>]*title="([^"]*)"', placing.position.value)
    assert held is not None and "rk-cannot" in held[1] and "QJ-4.2.14" in held[2]
    click(placing, "thing", "A.laid.RL1")
    assert "QJ-4.2.14" in placing.status_text() and len(placing.session.position.state.A.laid) == 3


def test_both_curtains_close_and_the_clash_is_walked(placing: Explorer) -> None:
    placing.act(lambda: placing.session.play(Action("A", "lay", ("F2", "LH1"))))
    placing.act(lambda: placing.session.play(Action("B", "lay", ("F3", "LH1"))))
    assert list(offered(placing)) == ["A 合上布帘", "B 合上布帘"]
    offered(placing)["A 合上布帘"].click()
    assert placing.session.position.state.A.committed and list(offered(placing)) == ["B 合上布帘"]
    click(placing, "thing", thing(placing, "A", "F1"))
    assert placing.table.picked == (), "who has finished lays nothing"
    offered(placing)["B 合上布帘"].click()
    assert placing.session.position.state.step == "declare"
    placing.panels["clash"].go.click()  # type: ignore[attr-defined]
    assert placing.stepper.player.playing and placing.session.step_now is not None
    placing.stepper.toggle()
    while placing.session.step_now is not None and placing.session.step_now.kind != "clash.cell":
        assert placing.session.step()
    placing.draw()
    assert placing.position.value.count("rk-at") == 2, "the cell is marked on both boards"
    assert dict(placing.session.current.state.A.cancelled_fists) == {"LH1": 2}


def test_nothing_is_laid_while_an_earlier_step_is_shown(placing: Explorer) -> None:
    placing.session.play(Action("A", "lay", ("F2", "LH1")))
    placing.act(placing.session.to_start)
    assert "data-thing" not in placing.position.value
    click(placing, "thing", "A.hand.0")
    assert placing.table.picked == ()
