"""The editor: one control per field, made from FIELDS; faults beside the field as it is typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rulekit
from rulekit.core.codec import BadValue
from rulekit.core.record import FieldSpec, spec_at, value_at
from rulekit.games.shengling.cards import Filter
from rulekit.games.tangwu.state import Player, State
from rulekit.ui.entries import FieldEditor
from rulekit.ui.explorer import Explorer
from rulekit.ui.fields import field_text, outside, parse_field, slug
from rulekit.ui.session import Session
from tests.ui.test_session import DUEL, GAME


@pytest.fixture
def lab() -> Iterator[Explorer]:
    made = rulekit.lab("tangwu", given=DUEL, name="editor", lang="zh")
    yield made
    made.close()


def every_field() -> list[tuple[str, ...]]:
    own = [(s.label,) for s in State.FIELDS if s.kind != "record"]
    return own + [(who, s.label) for who in "AB" for s in Player.FIELDS]


def spec(label: str) -> FieldSpec:
    return Player.BY_LABEL[label]


def test_every_field_of_the_state_has_a_control(lab: Explorer) -> None:
    assert sorted(lab.editor.fields) == sorted(every_field())


@pytest.mark.parametrize("path", every_field(), ids="-".join)
def test_a_default_survives_text_and_back(path: tuple[str, ...]) -> None:
    found = spec_at(State, path)
    assert found is not None
    if found.kind == "flag":
        return
    value = parse_field(found, field_text(found, found.default))
    assert (tuple(value) if isinstance(value, list) else value) == found.default


@pytest.mark.parametrize(
    ("label", "text", "value"),
    [
        ("hp", " 20 ", 20),
        ("hp", "-3", -3),
        ("hp", str(10**18), 10**18),
        ("赌命", "", None),
        ("赌命", "0", 0),
        ("荆棘", "2", 2),
        ("假人", "5, 7、5", [5, 7, 5]),
        ("假人", "", []),
        ("延迟", "灼烧 毒 七步3", ["灼烧", "毒", "七步3"]),
    ],
)
def test_typed_text_is_read(label: str, text: str, value: Any) -> None:
    assert parse_field(spec(label), text) == value


@pytest.mark.parametrize(
    ("label", "text", "code"),
    [
        ("hp", "", "not_int"),
        ("hp", "abc", "not_int"),
        ("hp", "１２", "not_int"),
        ("hp", "1.5", "not_int"),
        ("hp", "9" * 5000, "not_int"),
        ("赌命", "six", "not_optional"),
        ("假人", "5 x", "not_int"),
        ("延迟", "灼伤", "not_choice"),
        ("延迟", "<script>", "not_choice"),
        ("延迟", "🔥", "not_choice"),
    ],
)
def test_text_at_fault_is_refused(label: str, text: str, code: str) -> None:
    with pytest.raises(BadValue) as caught:
        parse_field(spec(label), text)
    assert caught.value.code == code


def test_ranges_of_a_field() -> None:
    assert outside(spec("cost"), 12) == 12 and outside(spec("cost"), 11) is None
    assert outside(spec("假人"), (5, 0)) == 0
    assert outside(spec("赌命"), None) is None and outside(spec("hp"), -(10**18)) is None


def test_class_names_hold_nothing_but_letters_and_digits() -> None:
    assert slug("公平正义 荆棘 无敌") == "公平正义-荆棘-无敌"
    assert slug("赌命！") == "赌命" and slug('"><script>') == "script"


def test_typing_sets_the_field_at_once(lab: Explorer) -> None:
    hp = lab.editor.fields[("A", "hp")]
    hp.text.value = "1"  # type: ignore[union-attr]
    hp.text.value = "17"  # type: ignore[union-attr]
    assert lab.session.start.state.A.hp == 17 and ">17<" in lab.position.value
    lab.editor.fields[("B", "荆棘")].check.value = False  # type: ignore[union-attr]
    assert lab.session.start.state.B.thorns == 0
    assert lab.editor.fields[("B", "荆棘")].text.value == "0"  # type: ignore[union-attr]
    lab.editor.fields[("turn",)].pick.value = "B"  # type: ignore[union-attr]
    assert lab.session.start.state.turn == "B"
    controller = lab.editor.fields[("controller",)].pick
    assert controller.label == "—"  # type: ignore[union-attr]
    controller.value = "A"  # type: ignore[union-attr]
    assert lab.session.start.state.controller == "A"
    controller.value = ""  # type: ignore[union-attr]
    assert lab.session.start.state.controller is None


def test_a_list_is_filled_from_the_menu(lab: Explorer) -> None:
    field = lab.editor.fields[("B", "延迟")]
    field.pick.value = "毒"  # type: ignore[union-attr]
    field.pick.value = "灼烧"  # type: ignore[union-attr]
    assert lab.session.start.state.B.delayed == ("毒", "灼烧")
    assert field.pick.value == ""  # type: ignore[union-attr]


def test_a_fault_stands_beside_the_field_and_changes_nothing(lab: Explorer) -> None:
    field = lab.editor.fields[("A", "hp")]
    field.text.value = "2o"  # type: ignore[union-attr]
    assert "应为整数" in field.message.value and "rk-bad" in field.box._dom_classes
    assert lab.session.start.state.A.hp == 20 and field.text.value == "2o"  # type: ignore[union-attr]
    field.text.value = "25"  # type: ignore[union-attr]
    assert field.message.value == "" and lab.session.start.state.A.hp == 25


def test_hostile_text_is_shown_as_text(lab: Explorer) -> None:
    field = lab.editor.fields[("A", "延迟")]
    field.text.value = "<img/src=x/onerror=alert(1)>"  # type: ignore[union-attr]
    assert "<img" not in field.message.value and "&lt;img" in field.message.value


def test_ranges_and_bonds_stand_beside_their_fields(lab: Explorer) -> None:
    cost = lab.editor.fields[("A", "cost")]
    cost.text.value = "12"  # type: ignore[union-attr]
    assert "0" in cost.message.value and "11" in cost.message.value and "TW-1.2" in cost.message.value
    assert lab.editor.fields[("B", "cost")].message.value == ""
    assert "TW-1.2" in lab.editor.problems.value
    cost.text.value = "5"  # type: ignore[union-attr]
    bet = lab.editor.fields[("A", "赌命已用")]
    bet.check.value = True  # type: ignore[union-attr]
    bet.check.value = False  # type: ignore[union-attr]
    lab.editor.fields[("A", "赌命")].text.value = "4"  # type: ignore[union-attr]
    assert "TW-6.D8.5" in bet.message.value and lab.editor.fields[("B", "赌命已用")].message.value == ""


def test_an_impossible_position_is_played_only_when_asked_for(lab: Explorer) -> None:
    lab.act(lambda: lab.session.play("寒风"))
    lab.editor.fields[("A", "cost")].text.value = "12"  # type: ignore[union-attr]
    assert lab.session.line == [] and "rk-hidden" in lab.actions.body._dom_classes
    lab.editor.impossible.value = True
    assert len(lab.session.line) == 1 and "rk-hidden" not in lab.actions.body._dom_classes
    assert "TW-1.2" in lab.editor.problems.value


def test_undo_shows_the_old_values_again(lab: Explorer) -> None:
    field = lab.editor.fields[("A", "hp")]
    field.text.value = "3"  # type: ignore[union-attr]
    lab.undo.click()
    assert field.text.value == "20"  # type: ignore[union-attr]
    lab.redo.click()
    assert field.text.value == "3"  # type: ignore[union-attr]


def test_what_is_being_typed_is_not_rewritten(lab: Explorer) -> None:
    field = lab.editor.fields[("A", "hp")]
    field.text.value = "007"  # type: ignore[union-attr]
    assert lab.session.start.state.A.hp == 7 and field.text.value == "007"  # type: ignore[union-attr]
    assert value_at(lab.session.start.state, ("A", "hp")) == 7


@pytest.mark.parametrize("path", every_field(), ids="-".join)
def test_no_impossible_value_stops_the_lab(path: tuple[str, ...]) -> None:
    found = spec_at(State, path)
    assert found is not None
    values: dict[str, list[Any]] = {
        "int": [-1, 10, 12, 10**18],
        "layers": [-1, 3],
        "optional": [-1, 0, 10**18],
        "ints": [[0], [-5, 3]],
        "flag": [True],
        "choices": [list(found.choices), list(found.choices[:1]) * 9],
        "choice": list(found.choices),
    }
    session = Session(GAME, DUEL, allow_impossible=True)
    for value in values[found.kind]:
        session.set_field(path, value)
        session.game.view.position_html(session.current, "zh")
        for action in session.position.legal_actions()[:4]:
            session.play(action)
            session.undo()
        assert session.game.verbs.candidates(session.position.state, session.position.rulings)
        assert session.text()


class Perhaps(FieldEditor):
    """A flag that may be none, as if a set-up held it."""

    value: Any = None


def test_a_flag_that_may_be_none_is_a_menu_of_three(lab: Explorer, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    monkeypatch.setattr(lab.editor, "change", lambda _entry, values, **_: told.extend(values.values()))
    field = Perhaps(lab.editor, Filter.BY_LABEL["tapped"], lambda: ("filter",))
    assert field.spec.kind == "perhaps" and field.pick is not None
    field.draw()
    assert field.pick.label == "—" and [name for name, _ in field.pick.options] == ["—", "是", "否"]
    for name in ("是", "否", "—"):
        field.pick.label = name
    assert told == [True, False, None]
    told.clear()
    for value, name in ((False, "否"), (True, "是"), (None, "—")):
        field.value = value
        field.draw()
        assert field.pick.label == name
    assert told == [], "drawing changes nothing"


def test_a_digit_without_skills_is_told_and_nothing_more(lab: Explorer) -> None:
    lab.editor.fields[("A", "digit")].text.value = "10"  # type: ignore[union-attr]
    assert "TW-1.5" in lab.editor.problems.value and lab.actions.shown() == []
    lab.editor.impossible.value = True
    assert [str(a) for a in lab.session.position.legal_actions()] == ["A pass"]
