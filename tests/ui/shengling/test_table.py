"""生灵对决 played by clicks on the table."""

from __future__ import annotations

import pytest

from rulekit.games.shengling.state import State
from rulekit.ui.explorer import Explorer
from tests.support.labs import click, hidden
from tests.ui.shengling.opened import FILLER, MAIN, lab_of, state_at_end, table


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
    shown: State = main.session.current.state
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
