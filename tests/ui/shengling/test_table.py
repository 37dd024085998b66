"""生灵对决 played by clicks on the drawn position."""

from __future__ import annotations

import pytest

from rulekit.games.shengling.state import State
from rulekit.ui.explorer import Explorer
from tests.support.labs import click, offered
from tests.ui.shengling.opened import FILLER, MAIN, lab_of, state_at_end


def test_a_hand_card_and_a_slot_of_ones_own_play_it(main: Explorer) -> None:
    click(main, "thing", "A.hand.0")
    assert main.table.picked == (("A", "hand", 0),)
    assert main.position.value.count("rk-chosen") == 1, "the other copy is not marked"
    click(main, "thing", "A.slot4")
    state = main.session.position
    assert state.decision is not None and state.decision.kind == "pick_creature"
    assert main.position.value.count("rk-can") == 2, "the creature itself can be chosen too"
    click(main, "thing", "A.slot1")
    assert state_at_end(main).A.slot1.bonus == 2 and state_at_end(main).A.slot2.card == "战鼓獾"  # type: ignore[union-attr]
    assert main.table.picked == ()


def test_a_second_click_lets_go_and_the_opponents_hand_is_no_choice(main: Explorer) -> None:
    click(main, "thing", "A.hand.2")
    click(main, "thing", "A.hand.2")
    click(main, "thing", "B.hand.0")
    assert main.table.picked == () and "rk-chosen" not in main.position.value and main.session.actions == ()


def test_buttons_say_what_a_hand_card_can_do(main: Explorer) -> None:
    assert offered(main) == {}
    main.act(lambda: main.session.set_field(("A", "spent"), [1, 2, 3]))
    click(main, "thing", "A.hand.0")
    found = offered(main)
    assert list(found) == ["A 使用 战鼓獾", "A 献祭 战鼓獾"]
    use, sacrifice = found.values()
    assert "SL-5.3" in main.table.ways.reasons.value
    assert "rk-illegal" in use._dom_classes and "rk-legal" in sacrifice._dom_classes
    use.click()
    assert "SL-5.3" in main.status_text() and main.table.picked, "a refused card stays picked"
    sacrifice.click()
    assert [str(a) for a in main.session.actions] == ["A sacrifice 战鼓獾"] and main.table.picked == ()


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
    click(made, "thing", "A.hand.0")
    click(made, "thing", "A.slot4")
    assert [str(a) for a in made.session.actions] == [played]
    made.close()


def test_a_full_cost_zone_asks_for_the_fuel_to_replace() -> None:
    made = lab_of({**MAIN, "A": {**MAIN["A"], "fuel": [FILLER] * 10, "spent": [4]}})
    click(made, "thing", "A.hand.1")
    assert "费用区的牌：献祭" in made.table.hint.value
    click(made, "thing", "A.fuel.3")
    state = state_at_end(made)
    assert state.A.fuel[3] == "献身" and state.A.spent == (4,) and state.A.grave == (FILLER,)
    made.close()


def test_a_cost_zone_that_is_not_full_takes_nothing_away(main: Explorer) -> None:
    click(main, "thing", "A.hand.1")
    click(main, "thing", "A.fuel.3")
    assert "SL-5.28" in main.status_text() and main.session.actions == () and main.table.picked


def test_choices_are_answered_by_clicks(main: Explorer) -> None:
    main.act(lambda: main.session.play("activate A1 a"))
    click(main, "thing", "B.fuel.0")
    assert main.session.position.pending is not None
    click(main, "thing", "A.fuel.1")
    click(main, "thing", "A.slot1")
    assert state_at_end(main).A.slot1.bonus == 1 and len(state_at_end(main).A.fuel) == 4  # type: ignore[union-attr]
    main.act(lambda: main.session.play("play 清点书库"))
    shown: State = main.session.current.state
    assert shown.A.hand == ("战鼓獾", "献身", "战鼓獾", FILLER, FILLER), "the cards drawn can be chosen"
    click(main, "thing", "A.hand.4")
    assert state_at_end(main).A.hand == ("战鼓獾", "献身", "战鼓獾", FILLER)


def test_a_creature_says_what_it_can_do_and_what_not_now(main: Explorer) -> None:
    click(main, "thing", "A.slot1")
    legal = {text: "rk-legal" in button._dom_classes for text, button in offered(main).items()}
    assert list(legal.values()) == [True, False] and "SL-8.7" in main.table.ways.reasons.value
    next(iter(offered(main).values())).click()
    assert [a.verb for a in main.session.actions] == ["activate"]


def test_nothing_is_clicked_while_an_earlier_step_is_shown(main: Explorer) -> None:
    main.act(lambda: main.session.play("sacrifice 献身"))
    main.act(main.session.to_start)
    assert "data-thing" not in main.position.value
    click(main, "thing", "A.hand.0")
    click(main, "thing", "B.slot1")
    assert main.table.picked == () and "走到结尾" in main.table.hint.value
