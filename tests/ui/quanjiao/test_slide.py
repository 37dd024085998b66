"""Moves slid over a board and declared where they lie."""

from __future__ import annotations

import rulekit
from rulekit.core.action import Action
from rulekit.ui.explorer import Explorer
from tests.support.labs import click
from tests.ui.quanjiao.opened import slide


def test_sliding_shows_every_cell_with_its_reason(lab: Explorer) -> None:
    panel = slide(lab)
    panel.move.value = "m03"
    assert panel.start.min == -1 and panel.start.max == 5
    panel.start.value = 2
    assert "rk-mark-short" in panel.cells.value and "rk-mark-met" in panel.cells.value
    assert "左手第2动" in panel.cells.value and "<svg" in panel.laid.value and "<svg" in panel.card.value
    assert panel.table.value.count("rk-placement") == 7 and "QJ-4.4.25" in panel.table.value
    click(lab, "start", "1")
    assert panel.start.value == 1 and len(panel.actions) == 1
    click(lab, "start", "6")
    assert panel.start.value == 1


def test_a_move_is_declared_where_it_lies(lab: Explorer) -> None:
    panel = slide(lab)
    panel.move.value, panel.start.value = "m03", 1
    panel.buttons[0].click()
    assert lab.session.position.state.A.declared == ("m03@1 LH1x1 RH2x1 LH3x1",)
    assert "rk-illegal" in panel.buttons[0]._dom_classes and "QJ-4.4.37" in panel.reasons.value
    panel.declare(0)
    assert "QJ-4.4.37" in lab.status_text() and len(lab.session.actions) == 2


def test_a_move_not_held_is_tried_but_not_declared(lab: Explorer) -> None:
    panel = slide(lab)
    panel.move.value, panel.start.value = "m09", 1
    assert panel.actions and "QJ-4.1.3" in panel.reasons.value
    panel.declare(0)
    assert lab.session.position.state.A.declared == () and "rk-failed" in lab.status.value


def test_every_way_to_take_the_marks_has_a_button() -> None:
    given = {"step": "declare", "A": {"moves": ["m05"], "board": {"LL1": "L3", "LL2": "L3"}}}
    made = rulekit.lab("quanjiao", given=given, name="test", lang="zh")
    panel = slide(made)
    panel.start.value = 1
    assert len(panel.actions) == 4
    panel.buttons[2].click()
    assert made.session.position.state.A.declared == ("m05@1 LL1x1 LL2x2",)
    made.close()


def test_mirrored_placements_are_there_under_their_ruling(lab: Explorer) -> None:
    panel = slide(lab)
    lab.act(lambda: lab.session.set_ruling("QJ-R12", "mirror_left_right"))
    panel.move.value = "m04"
    assert "rk-hidden" not in panel.mirrored._dom_classes and panel.table.value.count("rk-placement") == 10
    click(lab, "start", "3~")
    assert panel.mirrored.value and panel.start.value == 3
    lab.act(lab.session.reset_rulings)
    assert not panel.mirrored.value and panel.table.value.count("rk-placement") == 5


def test_a_move_that_is_its_own_mirror_image_has_one_placement_a_start(lab: Explorer) -> None:
    panel = slide(lab)
    lab.act(lambda: lab.session.set_ruling("QJ-R12", "mirror_left_right"))
    panel.move.value = "m02"
    assert "rk-hidden" in panel.mirrored._dom_classes and panel.table.value.count("rk-placement") == 5


def test_what_is_declared_spares_black_cells_where_a_ruling_says_so() -> None:
    given = {"step": "declare", "A": {"moves": ["m01", "m04"], "board": {"LH2": "F1", "RH2": "F2"}}}
    made = rulekit.lab("quanjiao", given=given, rulings={"QJ-R10": "other_keys_ignored"}, name="test", lang="zh")
    panel = slide(made)
    panel.move.value, panel.start.value = "m04", 2
    assert "rk-mark-blocked" in panel.cells.value and not panel.actions
    made.act(lambda: made.session.play("declare m01@2 LH2x1"))
    assert "rk-mark-clear" in panel.cells.value and "成立" in panel.laid.value
    panel.buttons[0].click()
    assert made.session.position.state.A.declared == ("m01@2 LH2x1", "m04@2 RH2x2")
    made.close()


def test_cards_behind_the_curtain_can_be_tried(placing: Explorer) -> None:
    placing.act(lambda: placing.session.play(Action("A", "lay", ("F2", "LH2"))))
    panel = slide(placing)
    panel.start.value = 2
    assert panel.actions and "QJ-" in panel.reasons.value, "it fits, but this is no time to declare"
    assert panel.note.value != ""
