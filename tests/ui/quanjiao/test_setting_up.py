"""Boards of 拳脚招式 set up by clicks."""

from __future__ import annotations

import rulekit
from rulekit.games.quanjiao.moves import DEMO_MOVES
from rulekit.ui.explorer import Explorer
from rulekit.ui.panels.quanjiao import editing
from rulekit.ui.session import Session
from tests.support.labs import click
from tests.ui.quanjiao.opened import CONTEST, decl, table


def test_a_changed_cell_is_cancelled_and_counted_anew(lab: Explorer) -> None:
    panel = table(lab)
    panel.mode.value = "set"
    found = decl(lab).found
    assert found is not None and found.best == 14 and len(found.rows) == 11
    click(lab, "card", "- F1")
    click(lab, "cell", "B RH2")
    assert dict(lab.session.position.state.A.cancelled_fists) == {"LH1": 1, "RH2": 1}
    click(lab, "cell", "B RH2")
    assert dict(lab.session.position.state.A.cancelled_fists) == {"LH1": 1}
    click(lab, "cell", "A LH3")
    found = decl(lab).found
    assert found is not None and found.best < 14
    lab.act(lab.session.undo)
    assert decl(lab).found is not None and decl(lab).found.best == 14  # type: ignore[union-attr]


def test_boards_after_the_clash_are_set_up_as_well() -> None:
    given = {
        "step": "declare",
        "columns": 5,
        "A": {"moves": ["m01"], "board": {"LH1": "F2"}, "declared": ["m01@1 LH1x1"]},
    }
    made = rulekit.lab("quanjiao", given=given, name="test", lang="zh")
    panel = table(made)
    panel.mode.value = "set"
    panel.pick_card("", "F1")
    panel.pick_cell("B", "LH1")
    state = made.session.position.state
    assert dict(state.A.cancelled_fists) == dict(state.B.cancelled_fists) == {"LH1": 1}
    assert state.A.declared == (), "the engine works the clash out anew, so nothing is declared yet"
    panel.pick_card("", "L1")
    panel.pick_cell("A", "LH2")
    assert "QJ-4.2.10" in made.status_text()
    made.close()


def test_hands_life_and_moves_are_set_by_clicks(lab: Explorer) -> None:
    panel = table(lab)
    panel.mode.value = "set"
    panel.who.value = "B"
    panel.cards.value = "L3"
    panel.give.click()
    assert lab.session.start.state.B.hand == ("L1", "L3")
    click(lab, "card", "B L1")
    assert lab.session.start.state.B.hand == ("L3",)
    panel.lives["B"].value = 7
    panel.slots["A", 1].value = ""
    assert lab.session.start.state.B.life == 7 and lab.session.start.state.A.moves == ("m01", "m03")
    panel.slots["A", 2].value = "m13"
    assert lab.session.start.state.A.moves == ("m01", "m03", "m13")
    assert lab.session.ready and lab.session.position.state.step == "declare"


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


def test_set_up_fields_are_pure() -> None:
    state = Session(rulekit.load_game("quanjiao"), CONTEST).start.state
    before = state.key()
    rulings = rulekit.load_game("quanjiao").defaults
    editing.lay(state, "A", "L1", "LL1", rulings)
    editing.take(state, "A", "LH1", rulings)
    editing.hold(state, "A", 0, "")
    editing.use_moves(state, "A", (DEMO_MOVES["m05"],))
    editing.add_to_hand(state, "A", "F1")
    assert state.key() == before
