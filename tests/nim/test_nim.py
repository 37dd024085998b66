"""Nim as a user would meet it: lab, trace, graph, keyboard, scenarios; and that no user does meet it."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import rulekit
from rulekit.analysis.coverage import coverage
from rulekit.core.errors import UnknownName
from rulekit.core.scenario import find, load
from rulekit.games import register
from rulekit.ui.session import Session
from tests.nim import GAME
from tests.support.cli import run
from tests.support.labs import click, offered

FOLDER = Path(__file__).parent


def test_a_move_is_traced_with_what_did_not_happen() -> None:
    position = rulekit.new_game("nim")
    after, trace = position.play_traced("take 3 2")
    assert after.state.heaps == (3, 4, 3) and after.to_act == "B"
    assert [(step.kind, step.happened) for step in trace] == [
        ("taken", True),
        ("heap.not_emptied", False),
        ("turn.passed", True),
    ]
    assert len(trace.to_networkx()) == 3


@pytest.mark.parametrize(
    ("action", "clause"), [("take 1 4", "NM-3"), ("take 4 1", "NM-2"), ("take 1 0", "NM-3"), ("take", "NM-3")]
)
def test_what_is_refused_names_its_clause(action: str, clause: str) -> None:
    error = rulekit.new_game("nim").why_illegal(action)
    assert error is not None and error.clauses == (clause,)


@pytest.mark.parametrize(("reading", "winner"), [("normal", "A"), ("misere", "B")])
def test_the_ruling_decides_what_the_last_match_means(reading: str, winner: str) -> None:
    position = rulekit.new_game("nim", rulings={"NM-R1": reading})
    for action in ("take 1 3", "take 2 3", "take 2 1", "take 3 3", "take 3 2"):
        position = position.play(action)
    outcome = position.outcome()
    assert outcome is not None and (outcome.result, outcome.reason) == (winner, "last")


def test_the_lab_shows_and_plays_it_without_a_line_of_its_own() -> None:
    lab = rulekit.lab("nim", lang="en", name="nim")
    lab.act(lambda: lab.session.play("take 1 3"))
    shown = re.sub("<[^>]*>", "", lab.position.value)
    assert "heaps 0, 4, 5" in shown and "to act: B" in shown
    click(lab, "thing", "heaps.1")
    offered(lab)["B takes 2 from heap 2"].click()
    assert lab.session.position.state.heaps == (0, 2, 5)
    assert lab.bridge.sources["rk-position"] == "rulekit.core.show.plain:View"
    assert isinstance(lab.session, Session) and lab.session.trace is not None
    lab.close()


def test_its_scenarios_cover_its_rulebook() -> None:
    found = coverage(GAME, [load(path) for path in find([FOLDER / "scenarios"])])
    assert found.failing == () and found.ok and found.indistinct == ()


def test_the_command_line_checks_and_traces_it() -> None:
    run("check", FOLDER / "scenarios")
    shown = run("trace", FOLDER / "scenarios" / "the-last-match.yaml", "--lang", "en")
    assert "B took the last match" in shown.output


def test_no_user_is_shown_it_and_no_game_takes_its_name() -> None:
    assert "nim" not in rulekit.GAMES and "nim" not in run("rules").output
    register(GAME)  # the same again
    with pytest.raises(ValueError, match="nim"):
        register(replace(GAME))
    for id in ("", "nimm", None, 3, ["nim"]):
        with pytest.raises(UnknownName):
            rulekit.load_game(id)  # type: ignore[arg-type]


def test_it_is_small() -> None:
    lines = sum(p.read_text("utf-8").count("\n") for p in FOLDER.glob("*.py") if not p.name.startswith("test_"))
    assert lines <= 160


def test_a_game_of_an_installed_package_is_found_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def points(**wanted: str) -> list[EntryPoint]:
        asked.append(wanted)
        return [EntryPoint(name="other", value="tests.nim.game:OTHER", group="rulekit.games")]

    other = replace(GAME, id="other")
    monkeypatch.setattr("tests.nim.game.OTHER", other, raising=False)
    monkeypatch.setattr("importlib.metadata.entry_points", points)
    monkeypatch.setattr("rulekit.games._outside", {})
    assert rulekit.load_game("other") is other and rulekit.load_game("other") is other
    assert asked == [{"group": "rulekit.games", "name": "other"}]
