"""A title that speaks of another case than the one shown: it is marked, and nothing is saved under it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import rulekit
from rulekit.core import scenario
from rulekit.ui.explorer import Explorer
from rulekit.ui.session import Session
from tests.support import ROOT

CASE = scenario.load(ROOT / "scenarios" / "tangwu" / "cold-wind-into-thorns.yaml")
RULING = ("TW-R50", "any_damage_event")


@pytest.fixture
def lab() -> Iterator[Explorer]:
    made = rulekit.lab(scenario=CASE, name="caption", lang="zh")
    made.sections["files"].head.value = True
    yield made
    made.close()


def mark(lab: Explorer) -> str:
    return lab.title.value.partition("</b>")[2]


def test_a_flipped_ruling_marks_the_title_in_words(lab: Explorer) -> None:
    assert mark(lab) == ""
    lab.act(lambda: lab.session.set_ruling(*RULING))
    reading = lab.session.game.rulebook.ruling(RULING[0]).option(RULING[1]).text["zh"]
    assert CASE.title["zh"] in lab.title.value
    assert "标题说的是别的裁定" in mark(lab) and "TW-R50" in mark(lab) and reading in mark(lab)
    assert RULING[1] not in mark(lab), "words, no id of the program"
    assert "标题说的是别的裁定" in lab.session.text()
    lab.lang.value = "en"
    assert "the title speaks of other rulings" in mark(lab)
    lab.undo.click()
    assert mark(lab) == ""


def test_a_case_opened_under_another_ruling_is_marked_at_once() -> None:
    lab = rulekit.lab(scenario=CASE, rulings=dict([RULING]), lang="zh")
    assert "标题说的是别的裁定" in mark(lab) and not lab.session.can_undo
    lab.close()


def test_another_set_up_and_other_actions_mark_it_too(lab: Explorer) -> None:
    lab.act(lambda: lab.session.set_field(("B", "hp"), 11))
    assert "标题说的是另一份布置" in mark(lab)
    lab.undo.click()
    assert mark(lab) == ""
    lab.reset.click()
    assert "标题说的是另一些行动" in mark(lab)
    lab.undo.click()
    lab.act(lambda: lab.session.play(lab.session.position.legal_actions()[0]))
    assert mark(lab) == "", "what is played further is no other case"


def test_what_has_no_title_of_its_own_is_not_marked() -> None:
    session = Session(rulekit.load_game("tangwu"), {"step": "act"})
    session.set_ruling(*RULING)
    assert session.astray == ()


def test_undo_brings_back_the_title_too(lab: Explorer) -> None:
    other = scenario.load(ROOT / "scenarios" / "tangwu" / "invincible-stops-the-next-attack.yaml")
    lab.act(lambda: lab.replace(other))
    assert other.title["zh"] in lab.title.value
    lab.undo.click()
    assert CASE.title["zh"] in lab.title.value and mark(lab) == ""


# -- saving ----------------------------------------------------------------------------------------


def saved(lab: Explorer, path: Path) -> scenario.Scenario:
    lab.files.path.value = str(path)
    lab.files.save()
    assert not lab._failed, lab.status_text()
    return scenario.load(path)


def test_the_same_case_keeps_its_titles(lab: Explorer, tmp_path: Path) -> None:
    assert saved(lab, tmp_path / "a.yaml").title == CASE.title


def test_another_case_is_not_saved_under_a_title_of_this_one(lab: Explorer, tmp_path: Path) -> None:
    lab.act(lambda: lab.session.set_ruling(*RULING))
    assert [box.value for box in lab.files.titles.values()] == ["", ""]
    lab.files.titles["zh"].value = "任何伤害都算受伤"
    made = saved(lab, tmp_path / "b.yaml")
    assert made.title == {"zh": "任何伤害都算受伤", "en": "任何伤害都算受伤"}
    assert mark(lab) == "", "now the title is that of what is shown"
    assert lab.session.to_scenario().title == made.title
    lab.act(lab.session.reset_rulings)
    assert lab.session.to_scenario().title == {"zh": "唐五", "en": "Tangwu"}
    assert saved(lab, tmp_path / "c.yaml").title == {"zh": "未命名", "en": "未命名"}


def test_undo_shows_the_titles_again(lab: Explorer) -> None:
    lab.act(lambda: lab.session.set_ruling(*RULING))
    lab.undo.click()
    assert [box.value for box in lab.files.titles.values()] == [CASE.title["zh"], CASE.title["en"]]
