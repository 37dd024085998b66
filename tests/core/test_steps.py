"""The table of the kinds of step: one text is sentence and short label, and what is wrong in it is told where it is."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rulekit.core.catalogue import Catalogue
from rulekit.core.steps import Steps
from tests.nim import GAME

LANES = "lanes:\n  hit.A: {zh: 甲, en: A}\n  end: {zh: 末, en: end}\n\nkinds:\n"
HIT = "    hit: {tone: damage, zh: [中了, 中], en: [it was hit, hit]}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that holds nothing but data."""
    (tmp_path / "stepped").mkdir()
    (tmp_path / "stepped" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "stepped", raising=False)
    return tmp_path / "stepped"


def read(folder: Path, kinds: str) -> Steps:
    (folder / "steps.yaml").write_text(LANES + kinds, "utf-8")
    return Steps.load("stepped")


def test_one_text_is_both_sentence_and_short_label(folder: Path) -> None:
    steps = read(folder, '  "hit.{who}":\n' + HIT + "  end:\n    over: {tone: result, zh: 完, en: over}\n")
    assert steps.sentences.template("hit", "en") == "it was hit" and steps.short.template("hit", "en") == "hit"
    assert steps.sentences.template("over", "zh") == steps.short.template("over", "zh") == "完"
    assert steps.of("hit").lane == steps.of("hit.again").lane == "hit.{who}" and steps.of("miss").lane == "hit.A"


@pytest.mark.parametrize(
    ("kinds", "told"),
    [
        ("  hit:\n" + HIT + "  end:\n" + HIT, "stepped/steps.yaml: hit is defined twice"),
        ("  away:\n" + HIT, "hit is in the lane away, which there is not; lanes: hit.A, end"),
        ("  end:\n" + HIT.replace("damage", "damge"), "hit has the tone damge; one of: phase, action, damage"),
        ("  end:\n    hit: {zh: 中, en: hit}\n", "hit has the tone None"),
        ("  end:\n" + HIT.replace("tone", "sort: x, tone"), "hit has the unknown key sort; known: en, phase"),
        ("  end:\n    hit: {tone: damage, zh: 中}\n", "hit needs en: a sentence, or a sentence and a short label"),
        ("  end:\n    hit: {tone: damage, zh: [中], en: hit}\n", "hit needs zh"),
    ],
)
def test_a_fault_names_file_and_kind(folder: Path, kinds: str, told: str) -> None:
    with pytest.raises(ValueError) as fault:
        read(folder, kinds)
    assert told in str(fault.value)


def test_a_kind_has_its_sentence_in_one_place(folder: Path) -> None:
    read(folder, "  end:\n" + HIT)
    (folder / "messages.yaml").write_text("hit: {zh: 中, en: hit}\n", "utf-8")
    with pytest.raises(ValueError, match=r"stepped/messages\.yaml: hit is defined twice"):
        replace(GAME, package="stepped").catalogue  # noqa: B018
    assert "hit" in Catalogue.load("stepped", "messages.yaml")
