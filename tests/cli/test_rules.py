"""`rulekit rules`: sections, clauses, rulings, and the code that carries them out."""

from __future__ import annotations

import json
import re

import pytest

from tests.support import ROOT
from tests.support.cli import run


def test_rules_lists_a_section() -> None:
    shown = run("rules", "tangwu", "5.2").output
    assert "TW-5.2.1" in shown
    assert "TW-5.2.14" in shown
    assert "TW-5.3.1 " not in shown


def test_rules_shows_a_ruling_with_options_and_default() -> None:
    shown = run("rules", "TW-R15", "--lang", "en").output
    assert "● queue_qibu_taunt_bet_idle (default)" in shown
    assert "○ all_by_attach_order" in shown
    assert run("rules", "tangwu", "R15", "--lang", "en").output == shown
    assert run("rules", "tw-r15", "--lang", "en").output == shown


@pytest.mark.parametrize("word", ["无敌", "Invincible", "invincible"])
def test_rules_finds_the_clauses_of_a_skill(word: str) -> None:
    shown = run("rules", "tangwu", word).output
    assert "TW-5.2.2" in shown
    assert "TW-6.D5.3" in shown


def test_rules_finds_every_skill_by_name() -> None:
    from rulekit.games.tangwu.skills import SKILLS

    for skill in SKILLS.values():
        data = json.loads(run("rules", "tangwu", skill.name, "--json").output)
        assert {f["id"] for f in data["found"]} >= set(skill.clauses), skill.name


def test_rules_leads_to_the_lines_that_cite_a_clause_or_ruling() -> None:
    shown = run("rules", "TW-5.2.2", "--where").output
    places = re.findall(r"^  (rulekit/games/tangwu/\w+\.\w+):(\d+)$", shown, re.MULTILINE)
    assert ("rulekit/games/tangwu/damage.py") in {file for file, _ in places}
    for file, line in places:
        assert "TW-5.2.2" in (ROOT / file).read_text("utf-8").splitlines()[int(line) - 1]
    data = json.loads(run("rules", "TW-5.2.2", "--where", "--json").output)["found"]
    assert [(w["file"], str(w["line"])) for w in data[0]["where"]] == places
    assert "rulekit/games/tangwu/" in run("rules", "TW-R15", "--where").output
    assert "where" not in json.loads(run("rules", "TW-5.2.2", "--json").output)["found"][0]


def test_rules_says_when_no_code_cites_a_clause() -> None:
    assert "no code cites it" in run("rules", "TW-0.1", "--where", "--lang", "en").output
    whole = json.loads(run("rules", "tangwu", "--where", "--json").output)["found"]
    assert next(c for c in whole if c["id"] == "TW-0.1")["where"] == []


def test_rules_overview_and_games() -> None:
    assert "TW-R1" in run("rules", "tangwu").output
    assert "唐五" in run("rules").output
    assert run("rules", "唐五").output == run("rules", "tangwu").output
    assert json.loads(run("rules", "--json").output)["games"][0]["prefix"] == "TW"


def test_one_clause_comes_with_the_questions_about_it() -> None:
    from rulekit.games import load_game

    ruling = load_game("tangwu").rulebook.ruling("TW-R15")
    assert ruling.question["zh"] in run("rules", ruling.clauses[0]).output
