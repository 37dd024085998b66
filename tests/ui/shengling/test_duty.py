"""The duty: why the battle is closed and what to do about it."""

from __future__ import annotations

import pytest

from rulekit.ui.explorer import Explorer
from tests.support.labs import hidden
from tests.ui.shengling.opened import FILLER, MAIN, duty, lab_of, state_at_end, way, ways


def test_the_duty_says_why_the_battle_is_closed_and_what_to_do(main: Explorer) -> None:
    panel = duty(main)
    assert "还不能进入战斗" in panel.head.value and panel.list.value.count("rk-no") == 3
    for clause in ("SL-5.7", "SL-5.15", "SL-5.13"):
        assert clause in panel.list.value
    assert "SL-5.9" in panel.advice.value and "献祭一张手牌" in panel.advice.value
    way(main, "enter_battle").click()
    assert main.session.actions == () and "SL-5.9" in main.status_text()
    assert list(ways(main)) == ["sacrifice 战鼓獾", "sacrifice 献身", "sacrifice 清点书库", "enter_battle"]
    way(main, "sacrifice 献身").click()
    assert [str(a) for a in main.session.actions] == ["A sacrifice 献身"]
    assert "可以进入战斗" in panel.head.value and panel.list.value.count("rk-ok") == 1
    assert "SL-5.8" in way(main, "sacrifice 战鼓獾").tooltip, "the quota is used up"
    assert "SL-5.8" in panel.ways.reasons.value and "rk-illegal" in way(main, "sacrifice 战鼓獾")._dom_classes
    way(main, "enter_battle").click()
    assert state_at_end(main).step == "battle" and hidden(panel.ways.box)


def test_a_full_zone_and_an_empty_hand_are_enough() -> None:
    full = lab_of({**MAIN, "A": {**MAIN["A"], "fuel": [FILLER] * 10}})
    assert "可以" in duty(full).head.value and "顶替" in duty(full).advice.value
    menu = duty(full).ways.menu
    menu.value = next(n for name, n in menu.options if "献身" in name and "3" in name)
    duty(full).ways.do.click()
    assert [str(a) for a in full.session.actions] == ["A sacrifice 献身 f3"]
    full.close()
    empty = lab_of({**MAIN, "A": {}})
    assert "可以" in duty(empty).head.value and list(ways(empty)) == ["enter_battle"]
    empty.close()


@pytest.mark.parametrize(("option", "closed"), [("live_check", True), ("latched_once_met", False)])
def test_the_duty_is_asked_again_at_the_end_of_the_turn(option: str, closed: bool) -> None:
    given = {
        "step": "main1",
        "A": {"slot1": {"card": "磨石祭司"}, "hand": ["献身"], "fuel": [FILLER] * 10, "deck": [FILLER] * 3},
    }
    made = lab_of(given, rulings={"SL-R18": option})
    assert "可以进入战斗" in duty(made).head.value
    assert ("再查一次" in duty(made).advice.value) is closed, "what has held once is not asked again"
    for action in ("enter_battle", "end_battle", "activate A1 a", "answer f1", "answer A1"):
        made.session.play(action)
    made.draw()
    panel = duty(made)
    assert ("还不能结束回合" in panel.head.value) is closed and ("满足过一次" in panel.list.value) is not closed
    way(made, "end_turn").click()
    assert ("SL-5.9" in made.status_text()) is closed and (state_at_end(made).active == "A") is closed
    made.close()
