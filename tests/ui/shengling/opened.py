"""Labs of 生灵对决 to try: set-ups, the panels, what a reader does and sees."""

from __future__ import annotations

import re
from typing import Any

import rulekit
from rulekit.games.shengling.state import State
from rulekit.ui.explorer import Explorer
from rulekit.ui.panels.shengling.blocks import BlocksPanel
from rulekit.ui.panels.shengling.cardfile import CardFilePanel
from rulekit.ui.panels.shengling.duty import DutyPanel
from tests.support.labs import panel

FILLER = "稻草哨兵"
FIGHT: dict[str, Any] = {
    "step": "battle",
    "A": {"slot1": {"card": "山脊霸主"}, "slot2": {"card": "溅浪巨鳄"}, "slot3": {"card": "变相石像", "entered": True}},
    "B": {
        "slot1": {"card": "同心双卫"},
        "slot2": {"card": "抱团田鼠"},
        "slot3": {"card": "泥沼绊手"},
        "slot4": {"card": "战鼓獾", "tapped": True},
        "slot5": {"card": "深渊阴影-荼毒者"},
    },
}
MAIN: dict[str, Any] = {
    "step": "main1",
    "A": {
        "hand": ["战鼓獾", "献身", "战鼓獾", "清点书库"],
        "fuel": [FILLER] * 5,
        "spent": [1],
        "slot1": {"card": "磨石祭司"},
        "deck": [FILLER] * 9,
    },
    "B": {"slot1": {"card": "抱团田鼠"}, "hand": ["天穹古龙"], "deck": ["溯流归巢"] * 5},
}


def lab_of(given: Any, **more: Any) -> Explorer:
    return rulekit.lab("shengling", given=given, name="test", **{"lang": "zh", **more})


def blocks(lab: Explorer) -> BlocksPanel:
    return panel(lab, "blocks", BlocksPanel)


def duty(lab: Explorer) -> DutyPanel:
    return panel(lab, "duty", DutyPanel)


def ways(lab: Explorer) -> dict[str, Any]:
    """The buttons of the duty, by the action as a scenario file writes it."""
    slots = duty(lab).ways.slots
    return {lab.session.game.format(slot.action): slot.button for slot in slots if slot.action is not None}


def way(lab: Explorer, action: str) -> Any:
    return ways(lab)[action]


def cards(lab: Explorer) -> CardFilePanel:
    lab.sections["cardfile"].head.value = True
    return panel(lab, "cardfile", CardFilePanel)


def row(lab: Explorer, answer: str) -> str:
    found = re.search(rf'<tr class="[^"]*" data-act="set" data-value="{answer}".*?</tr>', blocks(lab).table.value)
    assert found is not None, answer
    return found[0]


def state_at_end(lab: Explorer) -> State:
    state: State = lab.session.position.state
    return state
