"""The product agrees with an independent implementation on every field of every step, game and count."""

from __future__ import annotations

import json

import pytest

from rulekit import Position, load_game
from rulekit.analysis.explore import perft
from tests.games.tangwu.conformance import RULINGS, action, facts, folder, lines, start, state

pytestmark = pytest.mark.slow

GAME = load_game("tangwu")
READINGS = GAME.defaults.replace(RULINGS)


def test_the_data_is_there() -> None:
    names = {"steps.jsonl.gz", "games.jsonl.gz", "perft.json"}
    assert names & {p.name for p in folder().iterdir()}


def test_steps() -> None:
    for number, line in enumerate(lines("steps.jsonl.gz"), start=1):
        given = Position(GAME, state(line["given"]), READINGS)
        after = given.play(action(given.state.turn, line["do"]))
        expected = state(line["then"])
        over = expected.step == "over"
        assert facts(after.state, over=over) == facts(expected, over=over), f"line {number}: {line['do']}"


def test_games() -> None:
    for number, line in enumerate(lines("games.jsonl.gz"), start=1):
        position = Position(GAME, start(line["first"], line["bans"]), READINGS)
        bans = tuple(line["bans"])
        assert facts(position.state, over=False) == facts(state(line["start"], bans), over=False)
        for i, step in enumerate(line["steps"]):
            assert len(position.legal_actions()) == step["legal"], f"game {number} step {i}"
            position = position.play(action(position.state.turn, step["do"]))
            expected = state(step["then"], bans)
            over = expected.step == "over"
            assert facts(position.state, over=over) == facts(expected, over=over), f"game {number} step {i}"


def _counts() -> list[tuple[str, Position, list[int]]]:
    path = folder() / "perft.json"
    if not path.exists():
        return []
    data = json.loads(path.read_text("utf-8"))
    made = []
    for i, entry in enumerate(data["openings"]):
        made.append((f"opening{i}", Position(GAME, start(entry["first"], entry["bans"]), READINGS), entry["nodes"]))
    for i, entry in enumerate(data["positions"]):
        made.append((f"position{i}", Position(GAME, state(entry["given"]), READINGS), entry["nodes"]))
    return made


@pytest.mark.parametrize(("position", "nodes"), [c[1:] for c in _counts()], ids=[c[0] for c in _counts()])
def test_perft(position: Position, nodes: list[int]) -> None:
    assert perft(position, len(nodes)) == nodes
