"""Every option of every ruling plays, and a trace names every ruling that shaped it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rulekit.core.position as position_module
from rulekit import Action, IllegalAction, Position
from rulekit.core.game import Game
from rulekit.core.resolution import Resolution
from tests.properties.checks import check_action
from tests.properties.registry import every_game, random_position, random_rulings

ACTIONS = 120  # under each reading, or each set of readings
MANY_ACTIONS = 2000
COMBINATIONS = 25
MANY_STEPS = 5_000


class _Bounded(Resolution):
    """A run that fails when it says more than any action can have to say: a loop without end."""

    __slots__ = ("said",)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.said = 0

    def step(self, kind: str, *clauses: str, who: str | None = None, **params: Any) -> Any:
        self.said += 1
        assert self.said < MANY_STEPS, f"{kind}: this resolution does not end"
        return super().step(kind, *clauses, who=who, **params)


@pytest.fixture(autouse=True)
def bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    # Plain runs come before traced ones, so a loop without end is met here first.
    monkeypatch.setattr(position_module, "Resolution", _Bounded)


def _play(game: Game, rulings: dict[str, str], seed: int, actions: int = ACTIONS) -> None:
    """Play actions from random positions of this game, in games of at most 40 actions."""
    draw = Random(seed)
    done = 0
    while done < actions:
        position = random_position(game, draw, rulings)
        if position.problems():  # possible under the defaults, not under these readings
            position = Position(game, game.start(rulings=position.rulings.choices), position.rulings)
        for _ in range(40):
            legal = position.legal_actions()
            if not legal:
                break
            position = check_action(position, draw.choice(legal))
            done += 1


def _each_alone(game: Game, actions: int) -> None:
    for n, ruling in enumerate(game.rulebook.rulings.values()):
        for option in ruling.options:
            if option.key != ruling.default:
                _play(game, {ruling.id: option.key}, n, actions)


@every_game
def test_every_option_alone(game: Game) -> None:
    _each_alone(game, ACTIONS)


@pytest.mark.nightly
@every_game
def test_every_option_alone_for_long(game: Game) -> None:
    _each_alone(game, MANY_ACTIONS)


@every_game
def test_options_together(game: Game) -> None:
    for seed in range(COMBINATIONS):
        _play(game, random_rulings(game, Random(seed), 0.1 + 0.8 * seed / COMBINATIONS), seed)


@pytest.mark.nightly
@every_game
def test_many_options_together(game: Game) -> None:
    for seed in range(100, 2100):
        _play(game, random_rulings(game, Random(seed), 0.1 + 0.8 * (seed % 10) / 10), seed)


def _differing(position: Position, action: Action) -> list[str]:
    """Return the rulings that change what this action does, though its trace does not name them."""
    after, trace = position.play_traced(action)
    consulted = trace.consulted()
    missing = []
    for ruling in position.game.rulebook.rulings.values():
        if ruling.id in consulted:
            continue
        for option in ruling.options:
            if option.key == position.rulings[ruling.id]:
                continue
            try:
                other = position.under({ruling.id: option.key}).play(action)
            except IllegalAction:
                continue  # what is legal is not part of a trace
            if (other.state, other.decision) != (after.state, after.decision):
                missing.append(f"{ruling.id} {option.key}: {action}")
    return missing


@every_game
def test_a_ruling_that_changes_an_action_is_named_by_its_trace(game: Game) -> None:
    draw = Random(4)
    for n in range(400):
        rulings = random_rulings(game, draw) if n % 2 else {}
        position = random_position(game, draw, rulings)
        if legal := position.legal_actions():
            assert _differing(position, draw.choice(legal)) == []


@every_game
def test_changing_a_ruling_and_back_changes_nothing(game: Game) -> None:
    draw = Random(5)
    for ruling in game.rulebook.rulings.values():
        position = random_position(game, draw)
        for option in ruling.options:
            other = position.under({ruling.id: option.key})
            assert (other == position) is (option.key == ruling.default)
            assert other.under({ruling.id: ruling.default}) == position
