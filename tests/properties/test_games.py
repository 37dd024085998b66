"""Random games and random positions: every action has every property."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from rulekit import Position
from rulekit.analysis.explore import CAP, random_game
from rulekit.core.errors import RulekitError
from rulekit.core.game import Game
from tests.properties.checks import check_action, check_debugger
from tests.properties.registry import every_game, pick, random_position, random_rulings, samples
from tests.support.positions import check_refusal

NIGHTLY = 10_000
BATCHES = 50
EACH = 40  # openings of each kind of decision


def _play(start: Position, seed: int, cap: int = CAP) -> Position:
    """Play one game with every check on every action; the end is a proper end."""
    draw = Random(seed)
    position = start
    for _ in range(cap):
        legal = position.legal_actions()
        if not legal:
            break
        action = pick(start.game, legal, draw)
        if draw.random() < 0.03:
            check_debugger(position.trace(action))
        position = check_action(position, action)
    else:
        pytest.fail(f"the game of seed {seed} did not end")
    outcome = position.outcome()
    assert outcome is not None
    for candidate in samples(start.game).odd_actions(position.state, draw):
        check_refusal(position, candidate)
    return position


def _start(game: Game, seed: int) -> Position:
    """Return an opening; three of four under readings at random."""
    draw = Random(seed)
    while True:  # a reading may forbid the opening as it comes with the game
        rulings = random_rulings(game, draw) if seed % 4 else {}
        chosen = game.defaults.replace(rulings)
        position = Position(game, game.start(rulings=chosen.choices), chosen)
        if not position.problems():
            return position


@every_game
def test_random_games(game: Game) -> None:
    for seed in range(samples(game).GAMES):
        _play(_start(game, seed), seed)


@pytest.mark.nightly
@pytest.mark.parametrize("batch", range(BATCHES))
@every_game
def test_many_random_games(game: Game, batch: int) -> None:
    for seed in range(batch, NIGHTLY, BATCHES):
        _play(_start(game, 1000 + seed), 1000 + seed)


@every_game
def test_random_positions(game: Game) -> None:
    draw = Random(1)
    for _ in range(300):
        position = random_position(game, draw)
        for action in position.legal_actions():
            check_action(position, action)


@every_game
def test_decisions_open_in_the_middle(game: Game) -> None:
    """Answering, copying and undoing work in the middle of a resolution."""
    forks = samples(game).FORKS
    draw = Random(2)
    kinds: Counter[str] = Counter()
    for _ in range(600 if forks else 0):
        position = random_position(game, draw, forks)
        for action in position.legal_actions():
            open_ = position.play(action)
            if open_.pending is None:
                continue
            kinds[open_.pending.decision.kind] += 1
            if kinds[open_.pending.decision.kind] > EACH:
                continue
            pending = open_.pending_trace()
            assert pending == position.trace(action)
            check_debugger(pending)
            answers = open_.legal_actions()
            for answer in answers:
                check_action(open_, answer)
            told = {json.dumps(open_.trace(answer).to_json()) for answer in answers}
            assert len(told) == len(answers), "two answers are one and the same"
            check_refusal(open_, action)
    assert set(kinds) == samples(game).KINDS


@every_game
def test_undo(game: Game) -> None:
    """Positions do not change, so the way back is the list of them."""
    draw = Random(3)
    position = _start(game, 3)
    history = []
    while legal := position.legal_actions():
        action = draw.choice(legal)
        history.append((position, position.to_json(), hash(position), action))
        position = position.play(action)
    for earlier, data, mark, action in reversed(history):
        assert earlier.to_json() == data and hash(earlier) == mark
        assert earlier.play(action) == position
        position = earlier


@every_game
def test_the_cap_fails_loudly(game: Game) -> None:
    with pytest.raises(RulekitError) as caught:
        random_game(game, 0, cap=3)
    assert caught.value.code in ("endless", "repeats")
    assert "3" in caught.value.text("zh") and "3" in caught.value.text("en")
