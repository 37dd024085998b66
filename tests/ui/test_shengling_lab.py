"""The lab of 生灵对决: attacks thought out and played, the duty, positions set up by clicks, cards written as text."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ipywidgets.widgets import widget as widget_module

import rulekit
from rulekit.core import scenario
from rulekit.core.action import ANSWER, Action
from rulekit.core.catalogue import LANGUAGES, read_yaml
from rulekit.core.given import shortest_given, state_of
from rulekit.core.position import Position
from rulekit.games.shengling.cards import demo_cards
from rulekit.games.shengling.state import Place, State
from rulekit.ui.explorer import Explorer
from rulekit.ui.panels.shengling import editing
from rulekit.ui.panels.shengling.battle import places_of
from rulekit.ui.panels.shengling.blocks import BlocksPanel
from rulekit.ui.panels.shengling.branches import MOST, course, shown_answers, window_graph
from rulekit.ui.panels.shengling.cardfile import START, CardFilePanel, as_text
from rulekit.ui.panels.shengling.duty import DutyPanel
from rulekit.ui.panels.shengling.saying import Saying
from rulekit.ui.panels.shengling.table import TablePanel
from tests.ui.test_explorer import HOSTILE, html_of

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
UNITED: dict[str, Any] = {
    "step": "battle",
    "A": {"slot1": {"card": "天穹古龙"}},
    "B": {f"slot{n}": {"card": "同心双卫"} for n in range(1, 6)},
}
REACTION = 0.1  # seconds for a tick, promised to the reader
SECOND = 1e-3


def lab_of(given: Any, **more: Any) -> Explorer:
    return rulekit.lab("shengling", given=given, name="test", **{"lang": "zh", **more})


@pytest.fixture
def fight() -> Iterator[Explorer]:
    made = lab_of(FIGHT)
    yield made
    made.close()


@pytest.fixture
def main() -> Iterator[Explorer]:
    made = lab_of(MAIN)
    yield made
    made.close()


def table(lab: Explorer) -> TablePanel:
    found = lab.panels["table"]
    assert isinstance(found, TablePanel)
    return found


def blocks(lab: Explorer) -> BlocksPanel:
    found = lab.panels["blocks"]
    assert isinstance(found, BlocksPanel)
    return found


def duty(lab: Explorer) -> DutyPanel:
    found = lab.panels["duty"]
    assert isinstance(found, DutyPanel)
    return found


def cards(lab: Explorer) -> CardFilePanel:
    lab.sections["cardfile"].head.value = True
    found = lab.panels["cardfile"]
    assert isinstance(found, CardFilePanel)
    return found


def click(lab: Explorer, act: str, value: str) -> None:
    """Do what the bridge does when an element with this act and value is clicked."""
    lab.bridge._receive(None, {"type": "act", "act": act, "value": value}, ())


def hidden(widget: Any) -> bool:
    return "rk-hidden" in widget._dom_classes


def row(lab: Explorer, answer: str) -> str:
    found = re.search(rf'<tr class="[^"]*" data-act="set" data-value="{answer}".*?</tr>', blocks(lab).table.value)
    assert found is not None, answer
    return found[0]


def state_at_end(lab: Explorer) -> State:
    state: State = lab.session.position.state
    return state


# -- the frame ---------------------------------------------------------------------------------------


def test_the_panels_stand_in_the_frame(fight: Explorer) -> None:
    assert list(fight.sections) == [
        "editor", "actions", "blocks", "duty", "cardfile", "stepper", "graph", "rulings", "files"
    ]  # fmt: skip
    assert fight.sections["blocks"].head.description == "▾ 攻击与阻挡" and not fight.sections["cardfile"].opened
    assert not hidden(fight.viewer), "hands are secret in this game"


def test_every_sentence_of_the_panels_is_used() -> None:
    folder = Path(editing.__file__).parent
    known = read_yaml((folder / "messages.yaml").read_text("utf-8"))
    source = "\n".join(p.read_text("utf-8") for p in (*folder.glob("*.py"), folder.parent / "card_writing.py"))
    made = (
        "column. duty. hint. hand. card.use blocks.over blocks.waiting blocks.go blocks.start blocks.back blocks.next"
    )
    for key, text in known.items():
        assert set(text) == set(LANGUAGES), key
        assert f'"{key}"' in source or f"'{key}'" in source or key.startswith(tuple(made.split())), f"{key} is not used"


@pytest.mark.parametrize("act", ["slot", "hand", "fuel", "set", "no_such_act"])
@pytest.mark.parametrize(
    "value", ["", "A", "A9", "C1", "B 1", "A 0", "A 99", "A -1", "A ²", "A 1 1", "B1 C9", "undefined", HOSTILE]
)
def test_a_message_that_means_nothing_changes_nothing(main: Explorer, act: str, value: str) -> None:
    for mode in ("play", "set"):
        table(main).mode.value = mode
        before = main.session.given, main.session.actions
        click(main, act, value)
        assert (main.session.given, main.session.actions) == before or (mode, act, value) == ("set", "hand", "B 1")


# -- attack and block --------------------------------------------------------------------------------


def test_a_click_picks_the_attacker_and_ticks_blockers(fight: Explorer) -> None:
    click(fight, "slot", "A2")
    click(fight, "slot", "B1")
    click(fight, "slot", "B2")
    panel = blocks(fight)
    assert panel.attacker.value == "A2" and [t.value for t in panel.ticks] == [True, True, False, False, False]
    assert "8 : 5+2=7" in panel.verdict.value and "B 失 1 点生命（20→19）" in panel.verdict.value
    assert 'rk-slot-A2 rk-attacking"' in fight.position.value and fight.position.value.count("rk-blocking") == 2
    click(fight, "slot", "B2")
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
    click(fight, "slot", "A2")
    assert panel.attacker.value == "A1", "the attacker is settled"
    click(fight, "slot", "B2")
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
    panel.start.click()
    assert fight.session.at == -1 and "data-act" not in fight.position.value
    panel.next.click()
    assert "A1 山脊霸主 横置" in panel.here.value and "SL-8.1" in panel.here.value
    panel.back.click()
    assert panel.here.value == ""
    fight.act(fight.session.undo)
    assert panel.attacker.value == "A1" and not hidden(panel.go)


def test_the_next_attacker_begins_without_ticks(fight: Explorer) -> None:
    click(fight, "set", "B1 B2")
    blocks(fight).play()
    click(fight, "slot", "A2")
    panel = blocks(fight)
    assert panel.attacker.value == "A2" and not any(t.value for t in panel.ticks)
    assert hidden(panel.ticks[0]) and not hidden(panel.ticks[2]), "who was destroyed cannot be ticked"
    fight.act(fight.session.reset)
    assert panel.attacker.value == "A2"
    click(fight, "set", "B1 B2 B3")
    panel.play()
    assert [t.value for t in panel.ticks] == [True, True, True, False, False], "who blocked the attack just settled"
    click(fight, "slot", "A1")
    assert not any(t.value for t in panel.ticks) and not hidden(panel.ticks[0]), "they stand, tapped and not ticked"


def test_who_cannot_attack_says_why_and_is_thought_out_all_the_same(fight: Explorer) -> None:
    panel = blocks(fight)
    panel.attacker.value = "A3"
    assert "SL-8.3" in panel.phase.value and "3 : 5" in row(fight, "B1")
    panel.play()
    assert fight.session.actions == () and "SL-8.3" in fight.status_text()


def test_an_attack_is_thought_out_before_the_battle(main: Explorer) -> None:
    panel = blocks(main)
    click(main, "slot", "A1")
    assert "SL-8.7" in panel.phase.value and "B 失 2 点生命（20→18）" in panel.verdict.value
    click(main, "slot", "B1")
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


# -- the window as a graph ---------------------------------------------------------------------------


def test_the_window_is_a_decision_with_a_branch_for_each_answer(fight: Explorer) -> None:
    panel = blocks(fight)
    battle = panel.sight.battle()
    assert battle is not None
    say = Saying(fight.session, battle.state)
    graph = window_graph(battle, ["B1", "B5", "decline"], "B5", say)
    assert graph.nodes["window"]["tone"] == "choice" and "SL-9.2" in graph.nodes["window"]["title"]
    assert [name for name, _ in graph.graph["lanes"]] == ["attack", "b0", "b1", "b2"]
    assert sorted(graph.successors("window")) == ["b0.2", "b1.2", "b2.2"]
    kinds = {lane: [d["kind"] for _, d in graph.nodes.items() if d["lane"] == lane] for lane in ("b0", "b1", "b2")}
    assert kinds["b0"] == ["block", "compare", "destroy.compared", "damage.blocked"]
    assert kinds["b1"] == ["block", "mark", "compare", "destroy.compared", "damage.blocked"]
    assert kinds["b2"] == ["block.declined", "damage.direct"]
    assert graph.graph["path"] == ["attack", "window", "b1.2", "b1.3", "b1.4", "b1.5", "b1.6"]
    assert "<svg" in panel.graph.value and "阻挡窗口" in panel.graph.value


def test_so_many_branches_are_drawn_the_chosen_one_among_them() -> None:
    answers = [f"B{n}" for n in range(1, 6)] + ["B1 B2", "B1 B3", "decline"]
    assert shown_answers(answers, "B1 B3") == ["B1", "B2", "B3", "B4", "B1 B3", "decline"]
    assert shown_answers(answers, "decline") == ["B1", "B2", "B3", "B4", "B5", "decline"]
    assert shown_answers(answers, "B4 B5") == shown_answers(answers, "decline") and MOST == 6
    assert shown_answers(["decline"], "decline") == ["decline"]


def test_the_graph_can_be_folded_away(fight: Explorer) -> None:
    panel = blocks(fight)
    assert "另有 6 种" in panel.hint.value
    panel.branches.value = False
    assert hidden(panel.graph) and panel.graph.value == "" and panel.hint.value == ""


# -- playing by clicks -------------------------------------------------------------------------------


def test_a_hand_card_and_a_slot_of_ones_own_play_it(main: Explorer) -> None:
    click(main, "hand", "A 1")
    assert table(main).card == "战鼓獾" and main.position.value.count("rk-chosen") == 1, "the other copy is not marked"
    click(main, "slot", "A4")
    state = main.session.position
    assert state.decision is not None and state.decision.kind == "pick_creature"
    assert main.position.value.count("rk-can") == 2, "the creature itself can be chosen too"
    click(main, "slot", "A1")
    assert state_at_end(main).A.slot1.bonus == 2 and state_at_end(main).A.slot2.card == "战鼓獾"  # type: ignore[union-attr]
    assert table(main).card == ""


def test_a_second_click_lets_go_and_the_opponents_hand_is_no_choice(main: Explorer) -> None:
    click(main, "hand", "A 3")
    click(main, "hand", "A 3")
    click(main, "hand", "B 1")
    assert table(main).card == "" and "rk-chosen" not in main.position.value and main.session.actions == ()


def test_buttons_say_what_a_hand_card_can_do(main: Explorer) -> None:
    panel = table(main)
    assert hidden(panel.hand)
    main.act(lambda: main.session.set_field(("A", "spent"), [1, 2, 3]))
    click(main, "hand", "A 1")
    assert not hidden(panel.hand) and "SL-5.3" in panel.reasons.value
    assert "rk-illegal" in panel.use._dom_classes and "rk-legal" in panel.sacrifice._dom_classes
    panel.use.click()
    assert "SL-5.3" in main.status_text() and panel.card == "战鼓獾", "a refused card stays picked"
    panel.sacrifice.click()
    assert [str(a) for a in main.session.actions] == ["A sacrifice 战鼓獾"] and panel.card == ""


@pytest.mark.parametrize(
    ("rulings", "slots", "played"),
    [
        ({}, 1, "A play 战鼓獾"),
        ({"SL-R43": "player_chooses"}, 1, "A play 战鼓獾 A4"),
        ({"SL-R30": "replace_own"}, 5, "A play 战鼓獾 A4"),
    ],
)
def test_the_slot_clicked_counts_where_a_ruling_says_so(rulings: dict[str, str], slots: int, played: str) -> None:
    given = {**MAIN, "A": {**MAIN["A"], **{f"slot{n}": {"card": FILLER} for n in range(1, slots + 1)}}}
    made = lab_of(given, rulings=rulings)
    click(made, "hand", "A 1")
    click(made, "slot", "A4")
    assert [str(a) for a in made.session.actions] == [played]
    made.close()


def test_a_full_cost_zone_asks_for_the_fuel_to_replace() -> None:
    made = lab_of({**MAIN, "A": {**MAIN["A"], "fuel": [FILLER] * 10, "spent": [4]}})
    panel = table(made)
    click(made, "hand", "A 2")
    assert "顶替" in panel.hint.value
    panel.sacrifice.click()
    assert "SL-5.18" in made.status_text()
    click(made, "fuel", "A 4")
    state = state_at_end(made)
    assert state.A.fuel[3] == "献身" and state.A.spent == (4,) and state.A.grave == (FILLER,)
    made.close()


def test_choices_are_answered_by_clicks(main: Explorer) -> None:
    main.act(lambda: main.session.play("activate A1 a"))
    click(main, "fuel", "B 1")
    assert main.session.position.pending is not None
    click(main, "fuel", "A 2")
    click(main, "slot", "A1")
    assert state_at_end(main).A.slot1.bonus == 1 and len(state_at_end(main).A.fuel) == 4  # type: ignore[union-attr]
    main.act(lambda: main.session.play("play 清点书库"))
    shown: State = main.session.shown.state
    assert shown.A.hand == ("战鼓獾", "献身", "战鼓獾", FILLER, FILLER), "the cards drawn can be chosen"
    click(main, "hand", "A 5")
    assert state_at_end(main).A.hand == ("战鼓獾", "献身", "战鼓獾", FILLER)


def test_nothing_is_clicked_while_an_earlier_step_is_shown(main: Explorer) -> None:
    main.act(lambda: main.session.play("sacrifice 献身"))
    main.act(main.session.to_start)
    assert "data-act" not in main.position.value
    click(main, "hand", "A 1")
    click(main, "slot", "B1")
    assert table(main).card == "" and "走到结尾" in table(main).hint.value


# -- the duty ----------------------------------------------------------------------------------------


def test_the_duty_says_why_the_battle_is_closed_and_what_to_do(main: Explorer) -> None:
    panel = duty(main)
    assert "还不能进入战斗" in panel.head.value and panel.list.value.count("rk-no") == 3
    for clause in ("SL-5.7", "SL-5.15", "SL-5.13"):
        assert clause in panel.list.value
    assert "SL-5.9" in panel.advice.value and "献祭一张手牌" in panel.advice.value
    panel.gate.click()
    assert main.session.actions == () and "SL-5.9" in main.status_text()
    assert panel.do.disabled
    panel.card.value = "献身"
    panel.do.click()
    assert [str(a) for a in main.session.actions] == ["A sacrifice 献身"]
    assert "可以进入战斗" in panel.head.value and panel.list.value.count("rk-ok") == 1 and panel.card.value == ""
    panel.card.value = "战鼓獾"
    assert "SL-5.8" in panel.refusal.value, "the quota is used up"
    panel.gate.click()
    assert state_at_end(main).step == "battle" and hidden(panel.ways)


def test_a_full_zone_and_an_empty_hand_are_enough() -> None:
    full = lab_of({**MAIN, "A": {**MAIN["A"], "fuel": [FILLER] * 10}})
    assert "可以" in duty(full).head.value and not hidden(duty(full).fuel) and "顶替" in duty(full).advice.value
    duty(full).card.value, duty(full).fuel.value = "献身", "f3"
    duty(full).do.click()
    assert [str(a) for a in full.session.actions] == ["A sacrifice 献身 f3"]
    full.close()
    empty = lab_of({**MAIN, "A": {}})
    assert "可以" in duty(empty).head.value and hidden(duty(empty).card)
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
    panel.gate.click()
    assert ("SL-5.9" in made.status_text()) is closed and (state_at_end(made).active == "A") is closed
    made.close()


# -- setting up --------------------------------------------------------------------------------------


def test_a_slot_is_edited_field_by_field(fight: Explorer) -> None:
    panel = table(fight)
    panel.mode.value = "set"
    click(fight, "slot", "B3")
    editor = panel.slot
    assert editor.places.value == "B3" and editor.card.value == "泥沼绊手" and "rk-chosen" in fight.position.value
    editor.numbers["bonus"].value = 4
    editor.numbers["reduction"].value = 2
    editor.flags["marked"].value = True
    editor.used.value = "a@main1"
    creature = fight.session.start.state.B.slot3
    assert (creature.bonus, creature.reduction, creature.marked, creature.used) == (4, 2, True, ("a@main1",))
    assert "3+4" not in row(fight, "B3") and "8 : 5" in row(fight, "B3"), "3 + 4 - 2"
    editor.card.value = ""
    assert fight.session.start.state.B.slot3 is None and hidden(editor.fields)
    editor.card.value = "天穹古龙"
    assert fight.session.start.state.B.slot3.card == "天穹古龙" and fight.session.start.state.B.slot3.bonus == 0
    editor.places.value = "A5"
    editor.card.value = "战鼓獾"
    assert fight.session.start.state.A.slot5.card == "战鼓獾"
    fight.undo.click()
    assert fight.session.start.state.A.slot5 is None and editor.card.value == ""


def test_impossible_values_are_said_and_not_played(fight: Explorer) -> None:
    panel = table(fight)
    panel.mode.value = "set"
    click(fight, "slot", "A1")
    panel.slot.numbers["reduction"].value = 8
    assert "SL-8.19" in panel.problems.value and not fight.session.ready and hidden(blocks(fight).body)
    panel.slot.numbers["reduction"].value = 7
    assert panel.problems.value == "" and "1 : 5" in row(fight, "B1")


def test_zones_and_turn_are_set(main: Explorer) -> None:
    panel = table(main)
    panel.mode.value = "set"
    zones = panel.zones
    state = lambda: main.session.start.state  # noqa: E731
    zones.numbers["A", "fuel"].value = 10
    zones.numbers["A", "spent"].value = 4
    assert len(state().A.fuel) == 10 and state().A.spent == (1, 2, 3, 4)
    click(main, "fuel", "A 2")
    assert state().A.spent == (1, 3, 4) and zones.numbers["A", "spent"].value == 3
    zones.numbers["A", "fuel"].value = 3
    assert state().A.spent == (1, 3)
    zones.numbers["B", "deck"].value = 7
    assert state().B.deck == ("溯流归巢",) * 5 + (FILLER,) * 2
    zones.numbers["B", "hp"].value = 3
    zones.card.value, zones.who.value, zones.zone.value = "献身", "B", "deck"
    zones.add.click()
    assert state().B.deck[0] == "献身" and state().B.hp == 3
    zones.remove.click()
    assert state().B.deck[0] == "溯流归巢"
    zones.zone.value = "grave"
    zones.add.click()
    assert state().B.grave == ("献身",)
    click(main, "hand", "A 2")
    assert state().A.hand == ("战鼓獾", "战鼓獾", "清点书库")
    zones.step.value, zones.active.value, zones.turn.value = "battle", "B", 9
    assert (state().step, state().active, state().turn) == ("battle", "B", 9)
    assert blocks(main).attacker.value == "B1" and main.session.ready


def test_editing_is_pure() -> None:
    game = rulekit.load_game("shengling")
    state = state_of(game, MAIN, game.defaults)
    before = state.key()
    for fields in (
        editing.put(Place("A", 2), "献身"),
        editing.set_creature(state, Place("A", 1), {"bonus": 1}),
        editing.set_creature(state, Place("A", 2), {"bonus": 1}),
        editing.add(state, "A", "hand", "献身"),
        editing.remove(state, "A", "fuel", FILLER),
        editing.set_count(state, "A", "deck", 99),
        editing.set_tapped(state, "A", 99),
        editing.toggle_fuel(state, "A", 99),
        editing.use_cards(state, demo_cards()[:2], "B", "field"),
    ):
        assert isinstance(fields, dict)
    assert state.key() == before
    assert editing.set_creature(state, Place("A", 2), {"bonus": 1}) == {} == editing.toggle_fuel(state, "A", 99)
    raised = {("A", "slot1"): {"card": "磨石祭司", "bonus": 1}}
    assert editing.set_creature(state, Place("A", 1), {"bonus": 1}) == raised
    assert editing.remove(state, "A", "hand", "天穹古龙") == {}
    state.A.fuel, state.A.spent = ("献身", FILLER, "献身", FILLER), (1, 3, 4)
    less = {("A", "fuel"): ["献身", FILLER, FILLER], ("A", "spent"): [1, 3]}
    assert editing.remove(state, "A", "fuel", "献身") == less, "the newest goes, with its tapping"


def test_the_shortest_set_up_leaves_out_what_is_usual() -> None:
    game = rulekit.load_game("shengling")
    given = {**FIGHT, "own_cards": [{"number": "X", "name": {"zh": "试"}, "type": "creature", "cost": 1, "power": 2}]}
    for wanted in (FIGHT, given):
        assert shortest_given(Position(game, state_of(game, wanted, game.defaults))) == wanted


# -- cards written as text ---------------------------------------------------------------------------


def test_a_card_written_is_played_at_once(fight: Explorer) -> None:
    panel = cards(fight)
    assert "写得对：自创生灵" in panel.message.value and "rk-face" in panel.picture.value
    panel.uses["B", "field"].click()
    assert "B 的场上有这只生灵了" in fight.status_text() or fight.session.start.state.B.slot4 is not None
    panel.uses["A", "hand"].click()
    state = fight.session.start.state
    assert state.A.hand == ("自创生灵",) and "自创生灵" in fight.position.value and fight.session.ready
    assert "自创生灵" in state.B.hand, "the field was full"
    fight.act(lambda: fight.session.set_fields(editing.put(Place("B", 3), "自创生灵")))
    assert "A1 山脊霸主 8→7" in row(fight, "B3")
    assert "My Creature" in Saying(fight.session, state).words.table["自创生灵"].card.title("en")
    fight.lang.value = "en"
    assert "B3 My Creature 3 unity" in blocks(fight).ticks[2].description


@pytest.mark.parametrize(
    ("old", "new", "line", "clause"),
    [
        ("power: 3", "power: 0", 5, "SL-3.8"),
        ("number: MY-01", "number: SLD-01", 1, "SL-2.2"),
        ("timing: after_block", "timing: end_of_turn", 9, "SL-7.3"),
        ("{ref: attacker}", "{ref: nobody}", 10, ""),
        ("type: creature", "type: [", 3, ""),
        (START, "", 1, ""),
    ],
)
def test_a_card_that_is_wrong_says_where(fight: Explorer, old: str, new: str, line: int, clause: str) -> None:
    panel = cards(fight)
    before = fight.session.given
    panel.text.value = START.replace(old, new)
    assert "rk-failed" in panel.message.value and clause in panel.message.value and panel.picture.value == ""
    assert f"第 {line} 行" in panel.message.value or not clause
    assert all(b.disabled for b in panel.uses.values())
    panel.use(("A", "hand"))
    assert fight.session.given == before and "rk-failed" in fight.status.value


def test_every_card_of_the_game_is_a_template_that_works(fight: Explorer) -> None:
    panel = cards(fight)
    for _, name in panel.template.options[1:]:
        panel.template.value = name
        assert "rk-right" in panel.message.value, panel.message.value
        [card] = panel.read()
        assert card.id != name and as_text(card) == panel.text.value
    panel.template.value = "战鼓獾"
    panel.uses["A", "hand"].click()
    assert panel.template.options[0] == ("（从现有的卡改起）", "") and panel.template.options[1][1] == "自创战鼓獾"


def test_a_card_that_is_written_again_takes_the_place_of_the_first(fight: Explorer) -> None:
    panel = cards(fight)
    panel.uses["A", "hand"].click()
    panel.text.value = START.replace("power: 3", "power: 4")
    panel.uses["A", "hand"].click()
    state = fight.session.start.state
    assert state.A.hand == ("自创生灵",) and len(Saying(fight.session, state).table) == len(demo_cards()) + 1
    assert fight.session.ready


def test_hostile_names_are_text(fight: Explorer) -> None:
    panel = cards(fight)
    panel.text.value = START.replace("自创生灵", '"<img src=x onerror=alert(1)>"')
    assert "rk-right" in panel.message.value
    panel.uses["A", "hand"].click()
    fight.act(lambda: fight.session.set_fields(editing.put(Place("B", 1), "<img src=x onerror=alert(1)>")))
    click(fight, "set", "B1 B3")
    blocks(fight).play()
    shown = html_of(fight)
    assert "<img src=x" not in shown and "&lt;img" in shown
    assert "<img src=x" not in fight._repr_html_()


# -- one player's eyes -------------------------------------------------------------------------------


def everything(lab: Explorer) -> str:
    """All that a reader can see or open: HTML, buttons with their tips, menus, the static page and the text."""
    slots = [s.button for group in lab.actions.groups for s in group.slots]
    buttons = [f"{b.description} {b.tooltip} {b._dom_classes}" for b in slots]
    menus = [str(menu.options) for menu in (duty(lab).card, duty(lab).fuel)]
    return "\n".join([html_of(lab), *buttons, *menus, lab.status_text(), repr(lab), lab._repr_html_()])


def test_one_player_sees_no_secret_of_the_other(main: Explorer) -> None:
    main.viewer.value = "B"
    assert "清点书库" not in everything(main) and "天穹古龙" in everything(main)
    main.viewer.value = "A"
    assert "天穹古龙" not in everything(main) and "清点书库" in everything(main)
    assert not table(main).setting_up and table(main).mode.disabled


def test_an_open_choice_of_a_hand_card_is_no_bodys_business() -> None:
    made = lab_of({**MAIN, "A": {**MAIN["A"], "deck": ["神威-降格", "晨露药师", "变相石像"]}}, play=["play 清点书库"])
    made.viewer.value = "B"
    text = everything(made)
    assert not any(card in text for card in ("神威-降格", "晨露药师", "献身", "战鼓獾"))
    click(made, "hand", "A 1")
    assert made.session.position.pending is not None
    made.viewer.value = "A"
    assert "神威-降格" in everything(made)
    made.close()


def test_a_refusal_does_not_list_what_the_other_could_do(main: Explorer) -> None:
    main.viewer.value = "B"
    main.act(lambda: main.session.play(Action("A", "enter_battle")))
    assert "SL-5.9" in main.status_text() and "清点书库" not in everything(main)
    main.viewer.value = ""
    main.act(lambda: main.session.play(Action("A", "enter_battle")))
    assert "清点书库" in main.status_text()


def test_a_gate_that_a_hand_card_keeps_shut_looks_open_to_the_other() -> None:
    given = {"step": "main2", "A": {"hand": ["献身"], "fuel": [FILLER] * 10}, "B": {"deck": [FILLER] * 9}}
    made = lab_of(given, rulings={"SL-R26": "must_activate"})
    made.viewer.value = "A"
    assert "非用不可" in everything(made) and "rk-illegal" in duty(made).gate._dom_classes
    made.viewer.value = "B"
    assert "非用不可" not in everything(made) and "rk-legal" in duty(made).gate._dom_classes
    duty(made).gate.click()
    assert "SL-7.12" in made.status_text() and "献身" not in everything(made)
    made.close()


def test_a_card_picked_is_let_go_when_the_other_looks(main: Explorer) -> None:
    main.viewer.value = "A"
    click(main, "hand", "A 2")
    assert table(main).card == "献身" and "献身" in everything(main)
    main.viewer.value = "B"
    assert table(main).card == "" and "献身" not in everything(main) + str(table(main).use.description)


def test_menus_are_emptied_while_another_question_is_open(main: Explorer) -> None:
    assert "献身" in str(duty(main).card.options)
    main.act(lambda: main.session.play(Action("A", "play", ("清点书库",))))
    main.viewer.value = "B"
    assert main.session.position.pending is not None and "献身" not in everything(main)


def test_the_text_of_a_session_ends_in_the_middle_of_an_action(main: Explorer) -> None:
    main.act(lambda: main.session.play(Action("A", "play", ("清点书库",))))
    end = main.session.text().split("结果\n")[1]
    assert f"手牌：战鼓獾  献身  战鼓獾  {FILLER}  {FILLER}" in end and "牌库 7" in end


# -- the rest ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [FIGHT, MAIN], ids=["fight", "main"])
@pytest.mark.parametrize("mode", ["play", "set"])
def test_everything_is_said_in_english_too(given: dict[str, Any], mode: str) -> None:
    made = lab_of(given, lang="en")
    made.sections["cardfile"].head.value = True
    table(made).mode.value = mode
    click(made, "slot", "B1")
    if given is MAIN:
        click(made, "hand", "A 1")
    parts = [blocks(made), duty(made), table(made)]
    shown = [html_of(type("Part", (), {"frame": part.box})()) for part in parts]  # type: ignore[arg-type]
    shown += [made.position.value.replace('lang="zh"', ""), blocks(made).go.description]
    shown += [t.description for t in blocks(made).ticks]
    assert re.findall(r"[\u4e00-\u9fff]+", "\n".join(shown)) == []
    made.close()


def test_no_widget_is_rebuilt(fight: Explorer) -> None:
    table(fight).mode.value = "set"
    table(fight).mode.value = "play"
    fight.draw()
    count = len(widget_module._instances)
    for answer in ("B1", "B1 B2", "B3 B5", "decline"):
        click(fight, "set", answer)
    click(fight, "slot", "A2")
    fight.lang.value = "en"
    assert len(widget_module._instances) == count


def test_a_tick_shows_within_the_promised_time() -> None:
    made = lab_of(UNITED)
    taken = []
    for n in range(1, 6):
        begun = time.perf_counter()
        click(made, "slot", f"B{n}")
        taken.append(time.perf_counter() - begun)
    assert min(taken) < REACTION, f"{min(taken) / SECOND:.0f} ms"
    assert "11 : 5+5+5+5+5=25" in blocks(made).verdict.value
    made.close()


def test_a_shelf_tells_what_becomes_of_the_creatures() -> None:
    text = scenario.loads("""
    game: shengling
    title: {zh: 减攻, en: Reduced}
    given: {step: battle, A: {slot1: {card: 山脊霸主}}, B: {slot1: {card: 盾藤守卫}}}
    play: [A: attack A1, B: block B1]
    then: {A: {slot1: {reduction: 2}}, B: {slot1: null, grave: [盾藤守卫]}}
    """)
    shelf = rulekit.shelf([text], lang="zh")
    [(_, _, changes, _)] = shelf.rows()
    assert shelf.ok and "A 1 号格 减攻 0→2" in changes and not any("横置" in c for c in changes)


def test_a_saved_session_comes_back_and_a_file_is_not_overwritten(fight: Explorer, tmp_path: Path) -> None:
    cards(fight).uses["A", "hand"].click()
    click(fight, "set", "B1 B2")
    blocks(fight).play()
    fight.sections["files"].head.value = True
    target = tmp_path / "s.yaml"
    path = fight.session.save(target, title={"zh": "试", "en": "Try"})
    again = scenario.load(path)
    assert scenario.check(again).ok and again.actions[1] == Action("B", ANSWER, ("B1 B2",))
    made = rulekit.lab(scenario=path, name="again", lang="zh")
    assert made.session.position == fight.session.position
    made.close()
    with pytest.raises(rulekit.RulekitError):
        fight.session.save(target, title={"zh": "另", "en": "Other"})
