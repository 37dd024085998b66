"""Positions of 生灵对决 set up by clicks."""

from __future__ import annotations

import rulekit
from rulekit.core.given import shortest_given, state_of
from rulekit.core.position import Position
from rulekit.games.shengling.cards import demo_cards
from rulekit.ui.explorer import Explorer
from rulekit.ui.panels.shengling.cardfile import use_cards
from tests.support.labs import click
from tests.ui.shengling.opened import FIGHT, MAIN


def test_cards_written_are_used_without_touching_the_state() -> None:
    game = rulekit.load_game("shengling")
    state = state_of(game, MAIN, game.defaults)
    before = state.key()
    made = use_cards(state, demo_cards()[:2], "B", "field")
    assert state.key() == before and made["B", "slot2"] == {"card": demo_cards()[0].id}


def test_a_click_opens_the_editor_there(main: Explorer) -> None:
    main.table.mode.value = "set"
    for thing, path in (("A.slot4", ("A", "slot4")), ("A.hand.1", ("A", "hand")), ("B.hp", ("B", "hp"))):
        click(main, "thing", thing)
        assert main.sections["editor"].opened and "rk-here" in main.editor.fields[path].box._dom_classes
    assert main.session.actions == () and main.table.picked == ()


def test_the_shortest_set_up_leaves_out_what_is_usual() -> None:
    game = rulekit.load_game("shengling")
    given = {**FIGHT, "own_cards": [{"number": "X", "name": {"zh": "试"}, "type": "creature", "cost": 1, "power": 2}]}
    for wanted in (FIGHT, given):
        assert shortest_given(Position(game, state_of(game, wanted, game.defaults))) == wanted
