"""Slots, lists, records, mappings and data edited from what their fields declare, in every game alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rulekit
from rulekit.core.record import Path
from rulekit.ui.entries import DataEntry, ListEditor, PairsEditor, RecordEditor, RecordsEditor
from rulekit.ui.explorer import Explorer
from tests.support.labs import hidden, models
from tests.ui.quanjiao.opened import CONTEST
from tests.ui.shengling.opened import FIGHT, FILLER, MAIN


def lab_of(game: str, given: Any, **more: Any) -> Explorer:
    made = rulekit.lab(game, given=given, name="entries", **{"lang": "zh", **more})
    made.sections["editor"].head.value = True
    return made


@pytest.fixture
def fight() -> Iterator[Explorer]:
    made = lab_of("shengling", FIGHT)
    yield made
    made.close()


@pytest.fixture
def main() -> Iterator[Explorer]:
    made = lab_of("shengling", MAIN)
    yield made
    made.close()


@pytest.fixture
def contest() -> Iterator[Explorer]:
    made = lab_of("quanjiao", CONTEST, play=["reveal"])
    yield made
    made.close()


def state(lab: Explorer) -> Any:
    return lab.session.start.state


def record(lab: Explorer, *path: str | int) -> RecordEditor:
    lab.editor.open(path)
    found = lab.editor.fields[path]
    assert isinstance(found, RecordEditor)
    return found


def listed(lab: Explorer, *path: str | int) -> ListEditor:
    lab.editor.open(path)
    found = lab.editor.fields[path[:2]]
    assert isinstance(found, ListEditor)
    return found


def pairs(lab: Explorer, *path: str | int) -> PairsEditor:
    lab.editor.open(path)
    found = lab.editor.fields[path[:2]]
    assert isinstance(found, PairsEditor)
    return found


def inside(entry: RecordEditor | RecordsEditor, label: str) -> Any:
    return next(e for e in entry.inner if e.spec.label == label)


# -- a field that holds a record or none -------------------------------------------------------------


def test_a_slot_is_filled_edited_field_by_field_and_emptied(fight: Explorer) -> None:
    slot = record(fight, "B", "slot3")
    assert slot.pick.label == "泥沼绊手" and slot.pick.description == "3 号格"
    inside(slot, "bonus").text.value = "4"
    inside(slot, "reduction").text.value = "2"
    inside(slot, "marked").check.value = True
    inside(slot, "used").text.value = "a@main1"
    creature = state(fight).B.slot3
    assert (creature.bonus, creature.reduction, creature.marked, creature.used) == (4, 2, True, ("a@main1",))
    assert "8 : 5" in fight.panels["blocks"].table.value, "3 + 4 - 2"
    slot.pick.value = ""
    assert state(fight).B.slot3 is None and hidden(slot.below)
    slot.pick.value = "天穹古龙"
    assert state(fight).B.slot3.card == "天穹古龙" and state(fight).B.slot3.bonus == 0 and not hidden(slot.below)
    other = record(fight, "A", "slot5")
    assert "献身" not in [name for _, name in other.pick.options], "a strategy is no creature"
    other.pick.value = "战鼓獾"
    assert state(fight).A.slot5.card == "战鼓獾"
    fight.undo.click()
    assert state(fight).A.slot5 is None and other.pick.value == ""


def test_what_is_impossible_stands_at_the_field_of_the_slot(fight: Explorer) -> None:
    slot = record(fight, "A", "slot1")
    inside(slot, "reduction").text.value = "8"
    assert "SL-8.19" in slot.message.value and "rk-bad" in slot.box._dom_classes and not fight.session.ready
    assert lab_says_nothing(fight, ("A", "slot2")) and "SL-8.19" in fight.editor.problems.value
    inside(slot, "reduction").text.value = "x"
    assert "应为整数" in inside(slot, "reduction").message.value and state(fight).A.slot1.reduction == 8
    inside(slot, "reduction").text.value = "7"
    assert slot.message.value == "" == inside(slot, "reduction").message.value and fight.session.ready
    blocked = record(fight, "A", "slot2")
    inside(blocked, "blocked").check.value = True
    assert "SL-9.4" in inside(blocked, "blocked").message.value and lab_says_nothing(fight, ("A", "slot1"))


def lab_says_nothing(lab: Explorer, path: Path) -> bool:
    return bool(lab.editor.fields[path].message.value == "")


# -- lists -------------------------------------------------------------------------------------------


def test_cards_are_added_moved_and_taken_out(main: Explorer) -> None:
    deck = listed(main, "A", "deck")
    deck.add.value = "献身"
    deck.buttons["front"].click()
    assert state(main).A.deck == ("献身", *[FILLER] * 9) and deck.items.value == 0
    deck.buttons["down"].click()
    deck.buttons["down"].click()
    assert state(main).A.deck[:4] == (FILLER, FILLER, "献身", FILLER) and deck.items.value == 2
    deck.buttons["up"].click()
    assert state(main).A.deck[:3] == (FILLER, "献身", FILLER)
    deck.buttons["remove"].click()
    assert state(main).A.deck == (FILLER,) * 9
    deck.add.value, deck.copies.value = "战鼓獾", 3
    deck.buttons["back"].click()
    assert state(main).A.deck[9:] == ("战鼓獾",) * 3 and deck.items.options[11][0] == "12. 战鼓獾"
    deck.text.value = "献身 战鼓獾"
    assert state(main).A.deck == ("献身", "战鼓獾") and len(deck.items.options) == 2
    main.undo.click()
    assert len(state(main).A.deck) == 12, "what is typed counts as one change"
    main.undo.click()
    assert state(main).A.deck == (FILLER,) * 9
    hand = listed(main, "A", "hand", 3)
    assert hand.items.label == "4. 清点书库"
    hand.buttons["remove"].click()
    assert state(main).A.hand == ("战鼓獾", "献身", "战鼓獾")


def test_marks_go_with_the_items_they_mark(main: Explorer) -> None:
    fuel = listed(main, "A", "fuel", 2)
    assert (
        fuel.items.options[0][0] == f"1. {FILLER} (横置的燃料)"
        and "横置的燃料" in fuel.buttons["mark-spent"].description
    )
    fuel.buttons["mark-spent"].click()
    assert state(main).A.spent == (1, 3)
    fuel.add.value = "献身"
    fuel.buttons["front"].click()
    assert state(main).A.fuel[0] == "献身" and state(main).A.spent == (2, 4), "the same cards are tapped"
    fuel.items.value = 1
    fuel.buttons["remove"].click()
    assert state(main).A.spent == (3,) and len(state(main).A.fuel) == 5
    fuel.items.value = 2
    fuel.buttons["up"].click()
    assert state(main).A.spent == (2,)
    fuel.buttons["mark-spent"].click()
    assert state(main).A.spent == ()
    fuel.items.value = 4
    fuel.buttons["mark-spent"].click()
    fuel.text.value = f"{FILLER} {FILLER}"
    assert state(main).A.spent == () and main.session.ready, "a mark does not outlive its item"


def test_buttons_of_an_empty_list_change_nothing(main: Explorer) -> None:
    grave = listed(main, "B", "grave")
    before = main.session.given
    for button in grave.buttons.values():
        button.click()
    assert main.session.given == before and grave.items.value is None


def test_a_single_name_is_a_menu(main: Explorer) -> None:
    field = main.editor.fields["A", "resolving"]
    assert "献身" in [name for _, name in field.pick.options] and "战鼓獾" not in [
        name for _, name in field.pick.options
    ]
    field.pick.value = "献身"
    assert state(main).A.resolving == "献身" and "SL-3.7" in field.message.value
    field.pick.value = ""
    assert state(main).A.resolving == "" and main.session.ready


# -- mappings, and what follows from them ------------------------------------------------------------


def test_a_board_is_set_up_cell_by_cell_and_the_clash_follows() -> None:
    given = {
        "step": "declare",
        "columns": 5,
        "A": {"moves": ["m01"], "board": {"LH1": "F2"}, "declared": ["m01@1 LH1x1"]},
    }
    lab = lab_of("quanjiao", given)
    board = pairs(lab, "B", "board", "LH1")
    assert board.keys.label == "左手第1动" and board.held.value == ""
    board.held.value = "F1"
    assert dict(state(lab).B.board) == {"LH1": "F1"}
    assert dict(state(lab).A.cancelled_fists) == dict(state(lab).B.cancelled_fists) == {"LH1": 1}
    assert state(lab).A.declared == (), "the clash is worked out anew, so nothing is declared yet"
    board.keys.value = "LH2"
    board.held.value = "L1"
    assert "QJ-4.2.9" in board.message.value and not lab.session.ready
    board.held.value = ""
    board.keys.value = "LH1"
    assert board.held.value == "F1" and lab.session.ready
    board.held.value = ""
    assert state(lab).B.board == () == state(lab).A.cancelled_fists
    lab.undo.click()
    assert dict(state(lab).A.cancelled_fists) == {"LH1": 1}, "one change, one step back"
    lab.close()


def test_cards_behind_the_curtain_are_laid_from_the_menu(contest: Explorer) -> None:
    laid = listed(contest, "B", "laid")
    laid.add.value = "F1@RH2"
    laid.buttons["back"].click()
    assert dict(contest.session.position.state.A.cancelled_fists) == {"LH1": 1, "RH2": 1}
    contest.editor.open(("B", "laid", "RH2"))
    assert "右手第2动" in laid.items.label
    contest.editor.open(("B", "laid", "LL3"))
    assert laid.add.value == "L1@LL3", "for an empty cell a card that may go there"
    laid.text.value = "F1@LL1"
    assert "QJ-4.2.9" in laid.message.value and not contest.session.ready
    moves = listed(contest, "A", "moves", 1)
    assert moves.items.label.startswith("2. ")
    moves.buttons["remove"].click()
    assert state(contest).A.moves == ("m01", "m03")


# -- lists of records, and data ----------------------------------------------------------------------


def test_records_are_added_moved_taken_out_and_edited_inside(contest: Explorer) -> None:
    panel = contest.panels["cardfile"]
    contest.sections["cardfile"].head.value = True
    panel.use("A")
    contest.editor.open(("own_moves", 0))
    own = contest.editor.fields["own_moves",]
    assert isinstance(own, RecordsEditor) and own.items.label == "1. mine"
    own.buttons["back"].click()
    assert own.at == 1 and len(state(contest).own_moves) == 2 and "QJ-" in own.message.value, "no two of one name"
    own.buttons["remove"].click()
    assert own.at == 0 and len(state(contest).own_moves) == 1 and own.message.value == ""
    inside(own, "width").text.value = "3"
    assert state(contest).own_moves[0].width == 3
    regions = inside(own, "regions")
    contest.editor.open(("own_moves", 0, "regions", 1))
    assert regions.items.label.startswith("2. ") and inside(regions, "rid").text.value == "b1"
    inside(regions, "rid").text.value = "b2"
    assert state(contest).own_moves[0].regions[1].rid == "b2"
    regions.buttons["up"].click()
    assert [r.rid for r in state(contest).own_moves[0].regions] == ["b2", "k1", "g1"] and regions.at == 0
    regions.buttons["remove"].click()
    assert [r.rid for r in state(contest).own_moves[0].regions] == ["k1", "g1"]


def test_data_are_written_as_in_a_file(fight: Explorer) -> None:
    fight.sections["cardfile"].head.value = True
    fight.panels["cardfile"].use(("A", "hand"))
    fight.editor.open(("own_cards",))
    own = fight.editor.fields["own_cards",]
    assert isinstance(own, DataEntry) and "自创生灵" in own.text.value
    own.text.value = own.text.value.replace("power: 3", "power: 4")
    assert '"power": 4' in state(fight).own_cards and own.message.value == ""
    written = own.text.value
    own.text.value = written + "  - ["
    assert own.message.value and '"power": 4' in state(fight).own_cards and own.text.value.endswith("[")
    own.text.value = written.replace("power: 4", "power: 0")
    assert "SL-3.8" in own.message.value
    own.text.value = written
    assert own.message.value == "" and fight.session.ready


# -- the whole ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["shengling", "quanjiao", "tangwu"])
def test_every_field_has_its_place(game: str) -> None:
    lab = lab_of(game, None)
    State: Any = lab.session.game.State
    sides = {(s.label, p.label) for s in State.FIELDS if s.kind == "record" for p in s.type.FIELDS}
    assert set(lab.editor.fields) == sides | {(s.label,) for s in State.FIELDS if s.kind != "record"}
    for path in lab.editor.fields:
        lab.editor.open(path)
        assert "rk-here" in lab.editor.fields[path].box._dom_classes
    count = models()
    for path in lab.editor.fields:
        lab.editor.open(path)
    lab.lang.value = "en"
    assert models() == count, "nothing is made twice"
    lab.editor.open(("nobody", "knows"))
    assert lab.editor.marked is None
    lab.close()


def test_opening_folds_draws_what_they_hold_after_undo(fight: Explorer) -> None:
    slot = record(fight, "A", "slot2")
    inside(slot, "bonus").text.value = "3"
    fight.undo.click()
    assert inside(slot, "bonus").text.value == "0"
