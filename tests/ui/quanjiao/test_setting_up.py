"""Boards of 拳脚招式 set up by clicks."""

from __future__ import annotations

import rulekit
from rulekit.games.quanjiao.moves import DEMO_MOVES
from rulekit.ui.explorer import Explorer
from rulekit.ui.panels.quanjiao.cardfile import use_moves
from rulekit.ui.session import Session
from tests.support.labs import click
from tests.ui.quanjiao.opened import CONTEST


def test_a_click_opens_the_editor_there(lab: Explorer) -> None:
    lab.table.mode.value = "set"
    assert not lab.sections["editor"].opened and 'data-thing="A.laid.LH1"' in lab.position.value
    click(lab, "thing", "A.laid.LH1")
    assert lab.sections["editor"].opened and "rk-here" in lab.editor.fields["A", "laid"].box._dom_classes
    lab.viewer.value = "A"
    assert not lab.table.setting_up


def test_the_editor_reads_what_it_shows(lab: Explorer) -> None:
    lab.sections["editor"].head.value = True
    for path, field in lab.editor.fields.items():
        if field.text is not None and field.spec.kind in ("texts", "pairs"):
            shown = field.text.value
            field.text.value = shown + " "
            assert field.fault is None, path
    lab.editor.fields["A", "laid"].text.value = "F1@LH1 F1@RH2"  # type: ignore[union-attr]
    assert lab.session.start.state.A.laid == ("F1@LH1", "F1@RH2")
    lab.editor.fields["A", "board"].text.value = "LH1:F2 RH9:F1"  # type: ignore[union-attr]
    assert "RH9" in lab.editor.fields["A", "board"].message.value


def test_moves_written_are_used_without_touching_the_state() -> None:
    state = Session(rulekit.load_game("quanjiao"), CONTEST).start.state
    before = state.key()
    use_moves(state, "A", (DEMO_MOVES["m05"],))
    assert state.key() == before
