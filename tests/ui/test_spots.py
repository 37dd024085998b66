"""What is refused is said where it was tried, besides the status line, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import rulekit
from rulekit.ui.explorer import Explorer
from tests.support.hands import custom


def opened(game: str, **options: object) -> Explorer:
    lab = rulekit.lab(game, name="spots", lang="zh", **options)
    for section in lab.sections.values():
        section.head.value = True
    return lab


def answers(lab: Explorer) -> dict[str, str]:
    """The parts that say something, and what."""
    shown = {name: spot.reply for name, spot in lab.spots.items()}
    for reply in shown.values():
        assert ("rk-hidden" in reply._dom_classes) is (reply.value == "")
    return {name: reply.value for name, reply in shown.items() if reply.value}


def refused(lab: Explorer, where: str, clause: str) -> None:
    assert list(answers(lab)) == [where]
    assert "rk-failed" in answers(lab)[where] and clause in answers(lab)[where]
    assert clause in lab.status_text() and "rk-failed" in lab.status.value
    lab.act(lambda: None)
    assert answers(lab) == {}


@pytest.fixture
def quanjiao() -> Iterator[Explorer]:
    lab = opened("quanjiao")
    yield lab
    lab.close()


def click(lab: Explorer, act: str, value: str) -> None:
    custom(lab.bridge, type="act", act=act, value=value)()


def test_a_refused_cell_is_answered_above_the_boards(quanjiao: Explorer) -> None:
    hand = quanjiao.session.position.state.A.hand
    click(quanjiao, "thing", f"A.hand.{hand.index('L1')}")
    click(quanjiao, "thing", "A.laid.LH1")
    children = quanjiao.frame.children
    assert children.index(quanjiao.position) == children.index(quanjiao.spots["table"].reply) + 1
    refused(quanjiao, "table", "QJ-4.2.9")


def test_a_refused_action_is_answered_among_the_actions() -> None:
    lab = opened("tangwu", given={"step": "act"})
    slots = [s for g in lab.actions.groups for s in g.slots if s.action is not None]
    custom(next(s for s in slots if "rk-illegal" in s.button._dom_classes).button, event="click")()
    refused(lab, "actions", "TW-")
    lab.close()


def test_a_refused_block_is_answered_in_its_panel() -> None:
    given = {"step": "battle", "turn": 3, "A": {"slot1": {"card": "稻草哨兵", "tapped": True}}}
    lab = opened("shengling", given=given)
    lab.panels["blocks"].go.click()  # type: ignore[attr-defined]
    refused(lab, "blocks", "SL-")
    lab.close()


def test_a_refused_file_is_answered_beside_its_buttons() -> None:
    lab = opened("tangwu")
    lab.files.source.value = "nowhere.yaml"
    lab.files.loader.click()
    refused(lab, "files", "nowhere.yaml")
    lab.close()


# -- the set-up ------------------------------------------------------------------------------------


def test_a_refused_field_is_answered_beside_it_and_keeps_what_was_typed(quanjiao: Explorer) -> None:
    field = quanjiao.editor.fields["A", "moves"]
    assert field.text is not None
    field.text.value = "m01 m99"
    assert "m99" in field.message.value and "rk-bad" in field.box._dom_classes
    assert list(answers(quanjiao)) == ["editor"]
    assert field.text.value == "m01 m99", "to be put right"
    field.text.value = "m01 m02"
    assert field.message.value == "" and answers(quanjiao) == {}
    assert quanjiao.session.start.state.A.moves == ("m01", "m02")


def test_undo_forgets_what_was_refused(quanjiao: Explorer) -> None:
    field = quanjiao.editor.fields["A", "moves"]
    assert field.text is not None
    field.text.value = "m01"
    field.text.value = "m99"
    quanjiao.undo.click()
    assert field.message.value == "" and field.text.value == "m01 m05 m04"


@pytest.mark.parametrize("game", rulekit.GAMES)
def test_every_part_is_answered_in_its_own_place(game: str) -> None:
    lab = opened(game)

    def wrong() -> None:
        raise ValueError("no")

    for name, spot in lab.spots.items():
        act: Callable[..., None] = spot.act
        act(wrong)
        assert list(answers(lab)) == [name] and "no" in answers(lab)[name]
    for name, section in lab.sections.items():
        assert lab.spots[name].reply in section.box.children
    lab.close()
