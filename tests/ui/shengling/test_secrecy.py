"""What the lab of 生灵对决 keeps from one player."""

from __future__ import annotations

from rulekit.core.action import Action
from rulekit.ui.explorer import Explorer
from tests.support.labs import click, html_of, offered
from tests.ui.shengling.opened import FILLER, MAIN, duty, lab_of, way, ways


def everything(lab: Explorer) -> str:
    """All that a reader can see or open: HTML, buttons with their tips, menus, the static page and the text."""
    slots = [s.button for group in lab.actions.groups for s in group.slots]
    buttons = [f"{b.description} {b.tooltip} {b._dom_classes}" for b in slots]
    menus = [
        str(duty(lab).ways.menu.options),
        *(f"{s.button.description} {s.button.tooltip}" for s in duty(lab).ways.slots),
    ]
    return "\n".join([html_of(lab), *buttons, *menus, lab.status_text(), repr(lab), lab._repr_html_()])


def test_one_player_sees_no_secret_of_the_other(main: Explorer) -> None:
    main.viewer.value = "B"
    assert "清点书库" not in everything(main) and "天穹古龙" in everything(main)
    main.viewer.value = "A"
    assert "天穹古龙" not in everything(main) and "清点书库" in everything(main)
    assert not main.table.setting_up and main.table.mode.disabled


def test_an_open_choice_of_a_hand_card_is_no_bodys_business() -> None:
    made = lab_of({**MAIN, "A": {**MAIN["A"], "deck": ["神威-降格", "晨露药师", "变相石像"]}}, play=["play 清点书库"])
    made.viewer.value = "B"
    text = everything(made)
    assert not any(card in text for card in ("神威-降格", "晨露药师", "献身", "战鼓獾"))
    click(made, "thing", "A.hand.0")
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
    assert "非用不可" in everything(made) and "rk-illegal" in way(made, "end_turn")._dom_classes
    made.viewer.value = "B"
    assert "非用不可" not in everything(made) and "rk-legal" in way(made, "end_turn")._dom_classes
    way(made, "end_turn").click()
    assert "SL-7.12" in made.status_text() and "献身" not in everything(made)
    made.close()


def test_a_card_picked_is_let_go_when_the_other_looks(main: Explorer) -> None:
    main.viewer.value = "A"
    click(main, "thing", "A.hand.1")
    assert main.table.picked == (("A", "hand", 1),) and "A 献祭 献身" in offered(main)
    main.viewer.value = "B"
    assert main.table.picked == () and "献身" not in everything(main)
    assert not any("献身" in slot.button.description for slot in main.table.ways.slots)


def test_menus_are_emptied_while_another_question_is_open(main: Explorer) -> None:
    assert "sacrifice 献身" in ways(main)
    main.act(lambda: main.session.play(Action("A", "play", ("清点书库",))))
    main.viewer.value = "B"
    assert main.session.position.pending is not None and "献身" not in everything(main)


def test_the_text_of_a_session_ends_in_the_middle_of_an_action(main: Explorer) -> None:
    main.act(lambda: main.session.play(Action("A", "play", ("清点书库",))))
    end = main.session.text().split("结果\n")[1]
    assert f"手牌：战鼓獾  献身  战鼓獾  {FILLER}  {FILLER}" in end and "牌库 7" in end
