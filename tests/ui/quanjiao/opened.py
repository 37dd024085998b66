"""Labs of 拳脚招式 to try: set-ups and the panels."""

from __future__ import annotations

from typing import Any

from rulekit.ui.explorer import Explorer
from rulekit.ui.panels.quanjiao.cardfile import CardFilePanel
from rulekit.ui.panels.quanjiao.declarations import DeclarationsPanel
from rulekit.ui.panels.quanjiao.slide import SlidePanel
from tests.support.labs import panel

CONTEST: dict[str, Any] = {
    "step": "reveal",
    "columns": 5,
    "A": {
        "moves": ["m01", "m02", "m03"],
        "laid": ["F2@LH1", "F1@RH1", "F2@RH2", "F2@LH3", "F1@RH3"],
        "committed": True,
    },
    "B": {"moves": ["m01", "m09"], "laid": ["F1@LH1", "F1@LH4", "L2@RL2"], "hand": ["L1"], "committed": True},
}
PLACING: dict[str, Any] = {
    "step": "place",
    "columns": 4,
    "A": {"moves": ["m01"], "hand": ["F1", "F1", "F2", "L1", "L2"], "drawn": True},
    "B": {"moves": ["m02"], "hand": ["F1", "F2", "F3", "L1", "L3"], "drawn": True},
}


def thing(lab: Explorer, who: str, face: str) -> str:
    """The first card of a face in a hand, as the drawing marks it."""
    return f"{who}.hand.{lab.session.position.state.player(who).hand.index(face)}"


def slide(lab: Explorer) -> SlidePanel:
    return panel(lab, "slide", SlidePanel)


def decl(lab: Explorer) -> DeclarationsPanel:
    return panel(lab, "declarations", DeclarationsPanel)


def cards(lab: Explorer) -> CardFilePanel:
    lab.sections["cardfile"].head.value = True
    return panel(lab, "cardfile", CardFilePanel)
