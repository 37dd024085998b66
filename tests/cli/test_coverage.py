"""`rulekit coverage`, `perft` and `compare`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit import Position, load_game
from rulekit.analysis.explore import perft
from tests.support import SCENARIOS
from tests.support.cli import run


@pytest.mark.slow
def test_coverage_passes_on_the_scenarios_of_the_project() -> None:
    shown = run("coverage", "tangwu", "--scenarios", SCENARIOS / "tangwu").output
    assert "✗" not in shown


@pytest.mark.slow
def test_coverage_accounts_for_every_clause_and_ruling() -> None:
    book = load_game("quanjiao").rulebook
    informative = [c.id for c in book.clauses.values() if c.informative]
    idle = [r.id for r in book.rulings.values() if r.idle]
    rules, asked = len(book.clauses) - len(informative), len(book.rulings) - len(idle)
    folder = ("--scenarios", SCENARIOS / "quanjiao")
    shown = run("coverage", "quanjiao", *folder).output
    assert shown.count(f"{rules}/{rules}，另有 {len(informative)} 条只作说明") == 2
    assert f"{asked}/{asked}，另有 {len(idle)} 条的选项结果相同" in shown
    assert all(id in shown for id in (*informative, *idle))
    shown = run("coverage", "quanjiao", *folder, "--lang", "en").output
    assert shown.count(f"{rules}/{rules}, {len(informative)} informative") == 2
    assert json.loads(run("coverage", "quanjiao", *folder, "--json").output)["informative"] == informative


def test_coverage_fails_on_a_gap_and_lists_it(blocked: Path) -> None:
    shown = run("coverage", "tangwu", "--scenarios", blocked, code=1).output
    assert "TW-R15" in shown
    assert "TW-7.1" in shown
    data = json.loads(run("coverage", "tangwu", "--scenarios", blocked, "--json", code=1).output)
    assert data["ok"] is False
    assert "TW-5.2.2" not in data["unexercised"]


def test_perft_counts_from_the_opening_and_from_a_file(blocked: Path) -> None:
    opening = ("--set", "first=A", "--set", "bans=98K,尤里")
    data = json.loads(run("perft", *opening, "--depth", 6, "--json").output)
    game = load_game("tangwu")
    start = Position(game, game.start(first="A", bans=("98K", "尤里")), game.defaults)
    assert [d["leaves"] for d in data["depths"]] == perft(start, 6)
    assert "深度" in run("perft", blocked, "--depth", 2).output
    assert json.loads(run("perft", blocked, "--depth", 0, "--json").output)["depths"] == []
    run("perft", blocked, *opening, code=2)


def test_perft_under_a_ruling(blocked: Path) -> None:
    data = json.loads(run("perft", blocked, "--ruling", "TW-R47=auto_pass", "--json").output)
    assert data["rulings"] == {"TW-R47": "auto_pass"}


def test_compare_shows_where_the_readings_part(blocked: Path) -> None:
    shown = run("compare", blocked, "TW-R50").output
    assert "● hp_loss_only" in shown
    assert "○ any_damage_event" in shown
    assert "本回合有人受伤 否→是" in shown
    assert "与默认完全相同" in run("compare", blocked, "TW-R15").output
    assert json.loads(run("compare", blocked, "TW-R15", "--json").output)["differs"] is False
    assert "TW-R5" in run("compare", blocked, "TW-R5O", code=2).stderr
