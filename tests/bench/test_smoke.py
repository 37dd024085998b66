"""What the normal run has of the measurements: a person never waits for a trace, and all of them can be made."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

from rulekit.analysis.explore import random_play
from rulekit.core.game import Game
from tests.bench.bare import bare_game
from tests.bench.test_declarations import brute, ours, random_boards
from tests.properties.registry import every_game, random_position

TRACED_SECONDS = 0.010


@every_game
def test_one_traced_action_takes_less_than_ten_milliseconds(game: Game) -> None:
    draw = Random(41)
    for _ in range(100):
        position = random_position(game, draw)
        action = draw.choice(position.legal_actions())
        best = float("inf")
        for _ in range(3):
            start = time.perf_counter()
            position.play_traced(action)
            best = min(best, time.perf_counter() - start)
        assert best < TRACED_SECONDS, f"{action}: {best * 1e3:.1f} ms"


@every_game
def test_the_bare_kernel_plays_as_the_game_does(game: Game, tmp_path: Path) -> None:
    bare = bare_game(game, tmp_path)
    assert bare.State is not game.State
    assert random_play(bare, 60, 7) == random_play(game, 60, 7)


def test_the_ways_to_list_declarations_agree() -> None:
    case = random_boards()[0]
    assert ours(case) == brute(case) > 0
