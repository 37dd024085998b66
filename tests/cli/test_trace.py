"""`rulekit trace`: steps, end and verdict, rulings, bad files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulekit.core.position import Position
from rulekit.core.scenario import load
from tests.cli.blocked import BLOCKED
from tests.support import SCENARIOS
from tests.support.cli import run


def test_trace_prints_the_steps_the_end_and_the_verdict(blocked: Path) -> None:
    shown = run("trace", blocked).output
    assert "无敌挡下 3 伤" in shown
    assert "TW-5.2.2" in shown
    assert "✗" in shown
    assert "B  血量 23" in shown
    assert "✓ 与预期相符" in shown
    english = run("trace", blocked, "--lang", "en").output
    assert "Invincible stops 3" in english
    assert "✓ as expected" in english


def test_trace_fails_where_the_expectations_do(failing: Path) -> None:
    shown = run("trace", failing, code=1).output
    assert "与预期不符" in shown
    assert "22" in shown


def test_trace_under_a_ruling_the_file_says_nothing_of(failing: Path) -> None:
    shown = run("trace", failing, "--ruling", "TW-R50=any_damage_event").output
    assert "TW-R50=any_damage_event" in shown
    assert "不作判断" in shown


def test_trace_under_a_reading_checks_that_reading() -> None:
    path = next(p for p in sorted((SCENARIOS / "tangwu").glob("*.yaml")) if load(p).readings)
    reading = load(path).readings[0]
    words = [w for id, option in reading.rulings.items() for w in ("--ruling", f"{id}={option}")]
    assert "✓" in run("trace", path, *words).output


@pytest.mark.parametrize(
    ("word", "said"),
    [("TW-R8", "TW-R1="), ("TW-R8=", "TW-R1="), ("TW-R8x=plus3", "TW-R8"), ("TW-R8=exactly", "exactly_4_minus_n")],
)
def test_a_bad_ruling_offers_a_good_one(blocked: Path, word: str, said: str) -> None:
    assert said in run("trace", blocked, "--ruling", word, code=2).stderr


def test_trace_as_json(blocked: Path) -> None:
    from rulekit.core.trace import Trace
    from rulekit.games import load_game

    data = json.loads(run("trace", blocked, "--json").output)
    assert data["holds"] is True
    assert data["end"]["B"]["hp"] == 23
    trace = Trace.from_json(load_game("tangwu"), data["trace"])
    assert trace.to_json() == data["trace"]


def test_trace_as_json_of_a_failure(failing: Path) -> None:
    data = json.loads(run("trace", failing, "--json", code=1).output)
    assert data["holds"] is False
    assert data["mismatches"][0]["path"] == "B.hp"


def test_trace_as_markdown(blocked: Path) -> None:
    assert "- **0** A 放 寒风" in run("trace", blocked, "--markdown").output
    run("trace", blocked, "--markdown", "--json", code=2)


def test_trace_of_a_refused_action_says_why() -> None:
    shown = run("trace", SCENARIOS / "tangwu" / "other-group-refused.yaml").output
    assert "✗" in shown
    assert "与预期相符" in shown


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_broken_file_names_line_column_and_nearest(broken: Path, lang: str) -> None:
    for command in ("trace", "check", "perft"):
        message = run(command, broken, "--lang", lang, code=2).stderr
        assert re.search(r"broken\.yaml:3:\d+: ", message)
        assert "荆棘" in message


@pytest.mark.slow
def test_every_scenario_prints_in_both_languages() -> None:
    for path in sorted((SCENARIOS / "tangwu").glob("*.yaml"))[::10]:
        for lang in ("zh", "en"):
            run("trace", path, "--lang", lang)


def test_markup_in_a_title_is_shown_literally(tmp_path: Path) -> None:
    path = tmp_path / "markup.yaml"
    title = "[bold]x[/bold] <script>alert(1)</script> [/]"
    path.write_text(BLOCKED.replace("无敌挡下寒风", json.dumps(title)), "utf-8")
    assert title in run("trace", path).output
    assert "<script>" not in run("trace", path, "--markdown").output.replace("\\<", "")


def test_trace_plays_a_file_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed and what is judged is one run, also where a reading of the file is asked for."""
    path = SCENARIOS / "tangwu" / "cold-wind-into-thorns.yaml"
    played: list[object] = []
    play_traced = Position.play_traced
    monkeypatch.setattr(
        Position, "play_traced", lambda self, action: played.append(action) or play_traced(self, action)
    )
    run("trace", path)
    assert len(played) == len(load(path).play)
