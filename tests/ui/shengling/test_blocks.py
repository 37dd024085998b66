"""Attacks thought out and played: who blocks, what is foretold, what happens."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rulekit.games.shengling.state import Place, State
from rulekit.ui.explorer import Explorer
from rulekit.ui.panels.shengling.battle import places_of
from rulekit.ui.panels.shengling.branches import course
from tests.support.labs import click, hidden
from tests.ui.shengling.opened import blocks, lab_of, row, state_at_end


def test_a_click_picks_the_attacker_and_ticks_blockers(fight: Explorer) -> None:
    click(fight, "thing", "A.slot2")
    click(fight, "thing", "B.slot1")
    click(fight, "thing", "B.slot2")
    panel = blocks(fight)
    assert panel.attacker.value == "A2" and [t.value for t in panel.ticks] == [True, True, False, False, False]
    assert "8 : 5+2=7" in panel.verdict.value and "B 失 1 点生命（20→19）" in panel.verdict.value
    shown = fight.position.value
    assert 'rk-attacking" data-thing="A.slot2"' in shown and shown.count("rk-blocking") == 2
    click(fight, "thing", "B.slot2")
    assert [t.value for t in panel.ticks] == [True, False, False, False, False]
    assert fight.session.actions == (), "looking changes nothing"


def test_menu_and_ticks_do_the_same(fight: Explorer) -> None:
    panel = blocks(fight)
    panel.attacker.value = "A2"
    panel.ticks[0].value = True
    panel.ticks[1].value = True
    assert "8 : 5+2=7" in panel.verdict.value
    panel.none.click()
    assert not any(t.value for t in panel.ticks) and "放弃阻挡" in panel.verdict.value
    assert panel.none.disabled


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("B3 B5", ("B3 泥沼绊手", "B5 深渊阴影-荼毒者", "SL-9.5")),
        ("B1 B3 B5", ("B3 泥沼绊手", "B5 深渊阴影-荼毒者", "SL-9.5")),
        ("B1 B4", ("B4 战鼓獾", "SL-9.3")),
    ],
)
def test_an_illegal_set_says_which_creature_and_which_clause(
    fight: Explorer, answer: str, words: tuple[str, ...]
) -> None:
    before = fight.session.position
    click(fight, "set", answer)
    panel = blocks(fight)
    for word in words:
        assert word in panel.verdict.value and word in row(fight, answer)
    assert "rk-failed" in panel.verdict.value and "rk-illegal" in panel.go._dom_classes
    panel.play()
    assert fight.session.position == before and words[-1] in fight.status_text() and "rk-failed" in fight.status.value


def test_the_table_lists_every_set_once(fight: Explorer) -> None:
    panel = blocks(fight)
    rows = re.findall(r'data-act="set" data-value="([^"]+)"', panel.table.value)
    assert len(rows) == len(set(rows)) == 32
    assert panel.table.value.count("rk-no") == 20 and "12 种" in panel.count.value
    panel.illegal.value = False
    assert panel.table.value.count("rk-no") == 0 and panel.table.value.count("rk-block-row") == 12
    assert "8 : 5+2+3=10" in row(fight, "B1 B2 B3") and "A1 山脊霸主" in row(fight, "B1 B2 B3")


def test_a_reduction_after_the_block_is_foretold(fight: Explorer) -> None:
    click(fight, "set", "B1 B3")
    assert "8 : 5+3=8" in row(fight, "B1 B3")
    click(fight, "set", "B3")
    assert "A1 山脊霸主 8→6" in row(fight, "B3") and "攻击力 8→6" in blocks(fight).verdict.value


def outcome(state: State, attacker: Place, foes: list[Place], hp: int) -> dict[str, Any]:
    """What became of the creatures and of the life of the defender."""
    gone = [str(p) for p in (attacker, *foes) if state.creature(p) is None]
    marks = [str(p) for p in (attacker, *foes) if (c := state.creature(p)) is not None and c.marked]
    return {"gone": sorted(gone), "marks": sorted(marks), "lost": hp - state.player(foes[0].who).hp}


@pytest.mark.parametrize("attacker", ["A1", "A2"])
def test_what_is_foretold_happens(fight: Explorer, attacker: str) -> None:
    panel = blocks(fight)
    panel.pick(places_of(attacker)[0])
    battle = panel.sight.battle()
    assert battle is not None
    legal = [f for f in battle.all() if f.refusal is None]
    assert len(legal) == 12
    for told in legal:
        panel.pick(places_of(attacker)[0])
        panel.choose(told.answer)
        panel.play()
        made = outcome(state_at_end(fight), battle.attacker, battle.blockers, 20)
        assert made["gone"] == sorted(map(str, told.destroyed)), told.answer
        assert made["marks"] == sorted(map(str, told.marked)) and made["lost"] == told.damage, told.answer
        trace = fight.session.trace
        assert trace is not None
        steps = [(s.kind, s.clauses) for s in trace.steps]
        assert [(s.kind, s.clauses) for s in course(battle, told.answer).steps] == steps, "the branch drawn is the run"
        fight.act(fight.session.reset)


def test_the_window_can_be_left_open(fight: Explorer) -> None:
    panel = blocks(fight)
    click(fight, "set", "B1 B2")
    panel.declare.click()
    assert fight.session.position.decision is not None
    assert "阻挡窗口开着" in panel.phase.value and panel.go.description == "B 用 B1、B2 阻挡"
    assert "rk-can" in fight.position.value and hidden(panel.declare)
    click(fight, "thing", "A.slot2")
    assert panel.attacker.value == "A1", "the attacker is settled"
    click(fight, "thing", "B.slot2")
    panel.go.click()
    assert [str(a) for a in fight.session.actions] == ["A attack A1", "B answer B1"]
    assert fight.session.position.pending is None and state_at_end(fight).B.slot1 is None


def test_a_settled_attack_is_still_compared(fight: Explorer) -> None:
    panel = blocks(fight)
    click(fight, "set", "B1 B2")
    panel.play()
    line = fight.session.actions
    assert "实际：用 B1、B2 阻挡" in panel.phase.value and "实际" in row(fight, "B1 B2") and hidden(panel.go)
    click(fight, "set", "B5")
    assert "死亡标记" in panel.verdict.value and "实际" in row(fight, "B1 B2") and "实际" not in row(fight, "B5")
    assert fight.session.actions == line
    fight.stepper.start.click()
    assert fight.session.at == -1 and "data-act" not in fight.position.value
    fight.stepper.next.click()
    assert "A1 山脊霸主 横置" in fight.stepper.detail.value and "SL-8.1" in fight.stepper.detail.value
    fight.stepper.previous.click()
    assert "还没有发生" in fight.stepper.detail.value
    fight.act(fight.session.undo)
    assert panel.attacker.value == "A1" and not hidden(panel.go)


def test_the_next_attacker_begins_without_ticks(fight: Explorer) -> None:
    click(fight, "set", "B1 B2")
    blocks(fight).play()
    click(fight, "thing", "A.slot2")
    panel = blocks(fight)
    assert panel.attacker.value == "A2" and not any(t.value for t in panel.ticks)
    assert hidden(panel.ticks[0]) and not hidden(panel.ticks[2]), "who was destroyed cannot be ticked"
    fight.act(fight.session.reset)
    assert panel.attacker.value == "A2"
    click(fight, "set", "B1 B2 B3")
    panel.play()
    assert [t.value for t in panel.ticks] == [True, True, True, False, False], "who blocked the attack just settled"
    click(fight, "thing", "A.slot1")
    assert not any(t.value for t in panel.ticks) and not hidden(panel.ticks[0]), "they stand, tapped and not ticked"


def test_who_cannot_attack_says_why_and_is_thought_out_all_the_same(fight: Explorer) -> None:
    panel = blocks(fight)
    panel.attacker.value = "A3"
    assert "SL-8.3" in panel.phase.value and "3 : 5" in row(fight, "B1")
    panel.play()
    assert fight.session.actions == () and "SL-8.3" in fight.status_text()


def test_an_attack_is_thought_out_before_the_battle(main: Explorer) -> None:
    panel = blocks(main)
    click(main, "thing", "A.slot1")
    assert "SL-8.7" in panel.phase.value and "B 失 2 点生命（20→18）" in panel.verdict.value
    click(main, "thing", "B.slot1")
    assert "2 : 2" in panel.verdict.value and "rk-attacking" in main.position.value


def test_no_window_and_a_decision_after_the_attack() -> None:
    made = lab_of({"step": "battle", "A": {"slot1": {"card": "疾风雏隼"}, "deck": ["献身"]}, "B": {}})
    panel = blocks(made)
    assert "不开阻挡窗口" in panel.phase.value and "接着要决定" in panel.verdict.value
    assert panel.go.description == "A1 攻击" and hidden(panel.declare)
    panel.play()
    decision = made.session.position.decision
    assert decision is not None and decision.kind == "yes_no" and "还等着一个决定" in panel.phase.value
    made.act(lambda: made.session.answer("no"))
    assert "已经结算" in panel.phase.value
    made.close()


def test_a_game_that_is_over_has_no_attack_to_look_at() -> None:
    made = lab_of({"step": "battle", "A": {"slot1": {"card": "山脊霸主"}}, "B": {"hp": 8}})
    panel = blocks(made)
    assert "对局结束：A 胜" in panel.verdict.value
    panel.play()
    assert made.session.position.outcome() is not None and "已经结算" in panel.phase.value
    made.act(made.session.restart_here)
    assert hidden(panel.body) and not hidden(panel.empty)
    made.close()


def test_the_powers_compared_are_told_where_they_are_others(fight: Explorer) -> None:
    assert "比大小时" not in blocks(fight).table.value
    fight.act(lambda: fight.session.set_ruling("SL-R4", "before_comparison"))
    assert "8 : 5+3=8" in row(fight, "B1 B3") and "比大小时 6 : 8" in row(fight, "B1 B3")
    click(fight, "set", "B1 B3")
    assert "比大小时 6 : 8" in blocks(fight).verdict.value and "留下：B1" in blocks(fight).verdict.value


@pytest.mark.parametrize(("option", "legal"), [("strict_at_most_one", False), ("one_unity_enough", True)])
def test_a_ruling_changes_what_is_legal_at_once(fight: Explorer, option: str, legal: bool) -> None:
    fight.act(lambda: fight.session.set_ruling("SL-R6", option))
    assert ("rk-ok" in row(fight, "B1 B3 B5")) is legal
