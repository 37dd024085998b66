"""Move cards written as text."""

from __future__ import annotations

from rulekit.games.quanjiao.moves import DEMO_MOVES
from rulekit.ui.explorer import Explorer
from tests.support.labs import HOSTILE, html_of
from tests.ui.quanjiao.opened import cards, decl, slide


def test_a_written_move_is_used_at_once(lab: Explorer) -> None:
    panel = cards(lab)
    assert "rk-right" in panel.message.value and "<svg" in panel.picture.value
    panel.uses["A"].click()
    state = lab.session.start.state
    assert state.A.moves == ("m01", "m02", "mine") and [m.id for m in state.own_moves] == ["mine"]
    assert lab.session.ready and "mine" in [m for _, m in slide(lab).move.options]
    assert any(a.args[0].startswith("mine@") for a in lab.session.position.legal_actions() if a.verb == "declare")
    panel.uses["A"].click()
    assert lab.session.start.state.A.moves == ("m01", "m02", "mine")


def test_a_wrong_move_is_refused_with_line_and_reason(lab: Explorer) -> None:
    panel = cards(lab)
    before = lab.session.given
    panel.text.value = panel.text.value.replace("cells: [LL+0]", "cells: [LH+0]")
    assert "第 6 行" in panel.message.value and "QJ-4.4.3" in panel.message.value
    assert all(b.disabled for b in panel.uses.values()) and panel.picture.value == ""
    panel.use("A")
    assert lab.session.given == before and "rk-failed" in lab.status.value
    lab.lang.value = "en"
    assert "Line 6" in panel.message.value


def test_a_move_of_the_game_is_a_template(lab: Explorer) -> None:
    panel = cards(lab)
    for _, id in panel.template.options[1:]:
        panel.template.value = id
        assert panel.read() == (DEMO_MOVES[id],)


def test_hostile_names_stay_text(lab: Explorer) -> None:
    panel = cards(lab)
    panel.text.value = (
        f"id: evil\nname: {{zh: '{HOSTILE}', en: '{HOSTILE}'}}\ntext: {{zh: '{HOSTILE}'}}\n"
        "regions: [{rid: k, kind: key, cells: [LH+0], need: [{count: 1}]}]\ndamage: [{term: fixed, value: 9}]\n"
    )
    panel.use("A")
    slide(lab).move.value = "evil"
    decl(lab).choose(first="1", second="2")
    lab.table.mode.value = "set"
    assert "evil" in lab.session.start.state.A.moves
    for text in (html_of(lab), lab._repr_html_()):
        assert "<script" not in text and "<img src=x" not in text
