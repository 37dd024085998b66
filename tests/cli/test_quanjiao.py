"""The commands on 拳脚招式, in both languages: what they say of tangwu they say of every game."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulekit.core.scenario import loads
from rulekit.games import load_game
from tests.support import SCENARIOS
from tests.support.cli import run
from tests.support.words import chinese

CASES = SCENARIOS / "quanjiao"
EXAMPLE = CASES / "worked-example-fifteen-legal-declarations.yaml"
both = pytest.mark.parametrize("lang", ["zh", "en"])


@both
def test_a_new_scenario_passes_its_own_check(tmp_path: Path, lang: str) -> None:
    run("new", "quanjiao", "mine.yaml", "--lang", lang)
    text = (tmp_path / "mine.yaml").read_text("utf-8")
    assert text.count("#") > 15
    run("check", "mine.yaml", "--lang", lang)
    assert "QJ-4.4.29" in run("trace", "mine.yaml", "--lang", lang).output
    lines = [re.sub(r"^( *)# ?((?:own_moves:|  ?-|readings:|  ).*)$", r"\1\2", line) for line in text.splitlines()]
    loaded = loads("\n".join(lines))
    assert loaded.readings and loaded.given["own_moves"][0]["id"] == "x01"


@both
def test_trace_check_and_compare(lang: str) -> None:
    shown = run("trace", EXAMPLE, "--lang", lang).output
    assert "QJ-4.3.4" in shown and "QJ-4.5.17" in shown
    assert lang == "zh" or not chinese(shown)
    assert run("check", EXAMPLE, "--lang", lang).output
    compared = run("compare", CASES / "two-per-each-texts-count-the-same-symbols.yaml", "QJ-R24", "--lang", lang).output
    assert "○ first_only" in compared and "● both_count" in compared
    data = json.loads(run("trace", EXAMPLE, "--json").output)
    assert data["holds"] is True and data["end"]["B"]["life"] == 9


@both
def test_rules_by_section_clause_and_ruling(lang: str) -> None:
    section = run("rules", "quanjiao", "4.4", "--lang", lang).output
    assert "QJ-4.4.1 " in section and "QJ-4.4.50" in section and "QJ-4.5.1 " not in section
    ruling = run("rules", "QJ-R10", "--lang", lang).output
    assert "● blocks" in ruling and "○ other_keys_ignored" in ruling
    assert run("rules", "quanjiao", "R10", "--lang", lang).output == ruling
    assert "QJ-4.4.10" in run("rules", "quanjiao", "黑格" if lang == "zh" else "black", "--lang", lang).output
    if lang == "en":
        assert not chinese((section + ruling).replace("脚", "").replace("腿", ""))


@both
def test_a_ruling_says_what_is_only_recorded_and_what_cannot_differ(lang: str) -> None:
    shown = run("rules", "QJ-R31", "--lang", lang).output
    assert "● by_name" in shown and "○ by_number" not in shown
    assert ("只作记录" if lang == "zh" else "recorded only") in shown
    alike = run("rules", "QJ-R35", "--lang", lang).output
    assert "○ full_effects" in alike
    assert "".join(load_game("quanjiao").rulebook.rulings["QJ-R35"].idle[lang].split()) in "".join(alike.split())
    for ruling, option in (("QJ-R31", "by_number"), ("QJ-R32", "distinct")):
        refused = run("trace", EXAMPLE, "--ruling", f"{ruling}={option}", "--lang", lang, code=2).stderr
        assert option in refused and ("不能选用" if lang == "zh" else "cannot be chosen") in refused


@pytest.mark.slow
@both
def test_coverage_is_whole(lang: str) -> None:
    shown = run("coverage", "quanjiao", "--scenarios", CASES, "--lang", lang).output
    book = load_game("quanjiao").rulebook
    assert "✗" not in shown
    assert shown.count("✓") == 3
    assert len(book.clauses) == 140 and len(book.rulings) == 40


@both
def test_perft_says_that_draws_of_nature_are_counted(lang: str) -> None:
    shown = run("perft", "--game", "quanjiao", "--depth", 2, "--lang", lang).output
    assert "119" in shown
    assert ("牌运" if lang == "zh" else "nature") in shown
    declaring = run("perft", EXAMPLE, "--depth", 2, "--lang", lang).output
    assert ("牌运" if lang == "zh" else "nature") not in declaring
    data = json.loads(run("perft", "--game", "quanjiao", "--depth", 2, "--json").output)
    assert data["chance"] is True and [d["leaves"] for d in data["depths"]] == [1, 119]


def test_options_of_the_opening() -> None:
    opening = ("perft", "--game", "quanjiao", "--depth", 2, "--json")
    few = json.loads(run(*opening, "--set", "columns=3", "--set", "hand_size=2").output)
    assert [d["leaves"] for d in few["depths"]] == [1, 19]
    for wrong, said in (
        ("columns=x", "columns=x"),
        ("columns=9", "QJ-4.2.5"),
        ("colour=red", "colour=red"),
        ("life=0,25", "QJ-4.1"),
    ):
        assert said in run(*opening, "--set", wrong, code=2).stderr
