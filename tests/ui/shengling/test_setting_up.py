"""Positions of 生灵对决 set up by clicks."""

from __future__ import annotations

import rulekit
from rulekit.core.given import shortest_given, state_of
from rulekit.core.position import Position
from rulekit.games.shengling.cards import demo_cards
from rulekit.games.shengling.state import Place
from rulekit.ui.explorer import Explorer
from rulekit.ui.panels.shengling import editing
from tests.support.labs import click, hidden
from tests.ui.shengling.opened import FIGHT, FILLER, MAIN, blocks, row, table


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
