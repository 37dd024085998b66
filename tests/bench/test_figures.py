"""Speed of the core on each game, against python-chess and against the game's own bare kernel."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import pytest

from rulekit import Position, Trace
from rulekit.analysis.explore import perft, random_game, random_play
from rulekit.core.game import Game
from tests.bench.bare import bare_game
from tests.bench.conftest import Note
from tests.properties.registry import every_game

pytestmark = pytest.mark.bench

ACTIONS = 5_000
ROUNDS = 7
AIM_OFF = 0.75  # of the bare kernel, with all narration in the source but nobody listening
FLOOR_OFF = 0.58  # below this something has become dearer; in place, nothing but rules and narration is left
ON_AGAINST_BARE = 0.10
TRACED_SECONDS = 0.010
LEAVES = 10_000  # perft goes as deep as it takes to reach so many


def chess_play(n: int, seed: int) -> int:
    """Play `n` random moves with python-chess, one game after another; return the games finished."""
    draw = random.Random(seed)
    board = chess.Board()
    games = 0
    for _ in range(n):
        if board.is_game_over():
            board = chess.Board()
            games += 1
        moves = list(board.legal_moves)
        board.push(moves[int(draw.random() * len(moves))])
    return games


def rates(n: int, players: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """Return actions per second of each player: the best of several rounds taken in turns."""
    best = dict.fromkeys(players, float("inf"))
    for _ in range(ROUNDS):
        for name, play in players.items():
            start = time.process_time()
            play()
            best[name] = min(best[name], time.process_time() - start)
    return {name: n / seconds for name, seconds in best.items()}


def through_positions(game: Game, n: int, seed: int) -> Position:
    """Play `n` random actions through `Position.play`, one game after another; return the last position."""
    draw = random.Random(seed)
    position = Position(game, game.start())
    for _ in range(n):
        legal = position.legal_actions()
        if not legal:
            position = Position(game, game.start())
            continue
        position = position.play(legal[int(draw.random() * len(legal))])
    return position


def _enough(game: Game) -> int:
    """Return how many actions take about half a second, at most 5000; games differ a hundredfold."""
    start = time.process_time()
    random_play(game, 200, 7)
    return max(1_000, min(ACTIONS, int(100 / (time.process_time() - start))))


@every_game
def test_random_play(game: Game, tmp_path: Path, benchmark: Any, note: Note) -> None:
    bare = bare_game(game, tmp_path)
    assert bare is not game
    assert random_play(bare, 1_000, 7) == random_play(game, 1_000, 7) == random_play(game, 1_000, 7, True)
    assert through_positions(bare, 500, 7).state.key() == through_positions(game, 500, 7).state.key()
    n = _enough(game)
    made = benchmark.pedantic(
        rates,
        args=(
            n,
            {
                "off": lambda: random_play(game, n, 7),
                "on": lambda: random_play(game, n, 7, traced=True),
                "bare": lambda: random_play(bare, n, 7),
                "play": lambda: through_positions(game, n, 7),
                "bare play": lambda: through_positions(bare, n, 7),
                "chess": lambda: chess_play(n // 10, 7),
            },
        ),
        rounds=1,
    )
    made["chess"] /= 10
    note(f"{game.id}: random play, trace off", made["off"], "actions/s")
    note(f"{game.id}: random play, trace on", made["on"], "actions/s")
    note(f"{game.id}: the bare kernel", made["bare"], "actions/s")
    note(f"{game.id}: Position.play, trace off", made["play"], "actions/s")
    note(f"{game.id}: Position.play on the bare kernel", made["bare play"], "actions/s")
    note("python-chess: random play", made["chess"], "moves/s")
    note(f"{game.id}: off / bare (aim {AIM_OFF})", made["off"] / made["bare"], "")
    note(f"{game.id}: on / bare (at least {ON_AGAINST_BARE})", made["on"] / made["bare"], "")
    ratio = made["play"] / made["bare play"]
    note(f"{game.id}: Position.play / bare (aim {AIM_OFF})", ratio, "")
    note(f"{game.id}: off / python-chess", made["off"] / made["chess"], "")
    note(f"{game.id}: on / python-chess", made["on"] / made["chess"], "")
    assert made["off"] / made["bare"] >= FLOOR_OFF
    assert made["on"] / made["bare"] >= ON_AGAINST_BARE
    assert ratio >= FLOOR_OFF


def _positions(game: Game) -> list[Position]:
    made = []
    for seed in range(5):
        played = random_game(game, seed)
        position = played.start
        for action in played.actions:
            made.append(position)
            position = position.play(action)
    return made


@every_game
def test_one_traced_action(game: Game, benchmark: Any, note: Note) -> None:
    chosen = [(p, p.legal_actions()[-1]) for p in _positions(game)]

    def measure() -> list[float]:
        seconds = []
        for position, action in chosen:
            start = time.perf_counter()
            position.play_traced(action)
            seconds.append(time.perf_counter() - start)
        return seconds

    best = [
        min(each) for each in zip(*(measure() for _ in range(4)), benchmark.pedantic(measure, rounds=1), strict=True)
    ]
    note(f"{game.id}: one traced action, median", statistics.median(best) * 1e3, "ms")
    note(f"{game.id}: one traced action, slowest", max(best) * 1e3, "ms")
    assert max(best) < TRACED_SECONDS


@every_game
@pytest.mark.parametrize("what", ["copied", "hashed", "compared", "through JSON", "traces through JSON"])
def test_positions(game: Game, what: str, benchmark: Any, note: Note) -> None:
    positions = _positions(game)
    states = [p.state for p in positions]
    traces = [p.trace(p.legal_actions()[-1]) for p in positions]

    def work() -> None:
        match what:
            case "copied":
                for state in states:
                    state.copy()
            case "hashed":
                for state in states:
                    hash(state.key())
            case "compared":
                for state in states:
                    assert state.key() == state.key()
            case "through JSON":
                for position in positions:
                    Position.from_json(game, json.loads(json.dumps(position.to_json())))
            case "traces through JSON":
                for trace in traces:
                    Trace.from_json(game, json.loads(json.dumps(trace.to_json())))

    benchmark.pedantic(work, rounds=ROUNDS, warmup_rounds=1)
    note(f"{game.id}: positions {what}".replace("positions traces", "traces"), len(positions) / _best(benchmark), "/s")


def _best(benchmark: Any) -> float:
    return float(benchmark.stats.stats.min) if benchmark.stats else float("nan")


@every_game
def test_perft(game: Game, benchmark: Any, note: Note) -> None:
    position = Position(game, game.start())
    depth = 1
    while perft(position, depth)[-1] < LEAVES:
        depth += 1
    counts = benchmark.pedantic(perft, args=(position, depth), rounds=2)
    note(f"{game.id}: perft {depth}, {counts[-1]:,} leaves", sum(counts) / _best(benchmark), "nodes/s")


_IMPORT = "import time; t = time.perf_counter(); import rulekit{more}; print(time.perf_counter() - t)"


@pytest.mark.parametrize(("what", "more"), [("import rulekit", ""), ("a game loaded", "; rulekit.new_game('tangwu')")])
def test_import_time(what: str, more: str, benchmark: Any, note: Note) -> None:
    def measure() -> float:
        command = [sys.executable, "-c", _IMPORT.format(more=more)]
        return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    measure()
    best = min(measure() for _ in range(4))
    best = min(best, benchmark.pedantic(measure, rounds=1))
    note(what, best * 1e3, "ms")
    assert best < 2.0
