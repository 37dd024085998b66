"""The one measure robust enough for the normal run: a person never waits for a trace."""

from __future__ import annotations

import time
from random import Random

from rulekit.core.game import Game
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
