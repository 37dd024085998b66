"""What the lab of 拳脚招式 keeps from one player."""

from __future__ import annotations

import pytest

from rulekit.core.action import Action
from rulekit.ui.explorer import Explorer
from rulekit.ui.panels.quanjiao.side import side_of
from rulekit.ui.words import LabError
from tests.support.labs import click, html_of
from tests.ui.quanjiao.opened import decl, slide


def test_one_player_sees_no_secret_of_the_other(placing: Explorer) -> None:
    placing.session.play(Action("B", "lay", ("F3", "RH4")))
    placing.act(lambda: placing.session.play(Action("A", "lay", ("F2", "LH1"))))
    everything = html_of(placing) + repr(placing) + placing._repr_html_()
    assert "拳拳拳" in everything
    placing.viewer.value = "A"
    placing.session.set_scope("all")
    placing.draw()
    shown = [placing.position.value, placing.stepper.tree.value, placing.graph.picture.value, repr(placing)]
    shown += [
        placing._repr_html_(),
        placing.status.value,
        *(b.description for g in placing.actions.groups for s in g.slots if (b := s.button) and s.action is not None),
    ]
    assert not any("拳拳拳" in text or "B RH4" in text or "@RH4" in text for text in shown)
    assert "右手第4动" not in repr(placing)
    assert "rk-curtain" in placing.position.value
    for name in ("editor", "rulings", "files"):
        assert "rk-hidden" in placing.sections[name].box._dom_classes
    assert all(a.who == "A" or a.verb == "commit" for g in placing.actions.shown() for a in g.actions)
    assert side_of(placing.session, "B") is None and side_of(placing.session, "A") is not None
    click(placing, "thing", "B.laid.RH4")
    click(placing, "thing", "B.hand.0")
    assert len(placing.session.actions) == 2
    placing.viewer.value = ""
    assert "rk-curtain" not in placing.position.value


def test_what_the_other_declared_stays_sealed(lab: Explorer) -> None:
    lab.act(lambda: lab.session.play(Action("B", "declare", ("m01@4", "LH4x1"))))
    lab.viewer.value = "A"
    for panel in (slide(lab), decl(lab)):
        panel.who.value = "B"
    slide(lab).move.value, slide(lab).start.value = "m01", 4
    assert slide(lab).actions == [] and slide(lab).reasons.value == ""
    assert "已声明" not in decl(lab).table.value and "rk-hidden" in decl(lab).play._dom_classes
    lab.viewer.value = ""
    assert "QJ-4.4.37" in slide(lab).reasons.value and "已声明" in decl(lab).table.value


def test_setting_up_is_for_those_who_see_everything(placing: Explorer) -> None:
    placing.table.mode.value = "set"
    placing.viewer.value = "B"
    assert not placing.table.setting_up and placing.table.mode.disabled
    with pytest.raises(LabError):
        placing.session.restart_here()
