"""A set-up without problems can be played on or is over, whatever its fields hold and whatever the readings."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulekit import Position
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.game import Game
from rulekit.core.record import Change, FieldSpec, Path, apply_change, value_at
from tests.properties.checks import check_action, check_position
from tests.properties.registry import every_game, leaves, random_rulings, samples

NUMBERS = (0, 1, 2, 3, 5, 9, 20)


def _value(game: Game, spec: FieldSpec, path: Path, draw: Random) -> Any:
    """Return a value of a field's kind and range: its default, one at random, or what it holds in some position."""
    if draw.random() < 0.3:
        return spec.default
    match spec.kind:
        case "flag":
            return draw.random() < 0.5
        case "choice":
            return draw.choice(spec.choices if spec.type is str else (None, *spec.choices))
        case "int" | "layers" | "optional":
            low = spec.low if spec.low is not None else -1
            known = [n for n in (*NUMBERS, spec.high or 0) if low <= n and (spec.high is None or n <= spec.high)]
            return draw.choice([*known, *((None,) if spec.kind == "optional" else ())])
    other = samples(game).random_state(draw)
    try:
        value = value_at(other, path)
    except (AttributeError, IndexError, KeyError):
        return spec.default
    return draw.sample(value, len(value) // 2) if isinstance(value, list) and draw.random() < 0.3 else value


def _mixed(game: Game, draw: Random) -> Any:
    """Return a state some of whose fields are drawn anew."""
    state = samples(game).random_state(draw) if draw.random() < 0.7 else game.start().copy()
    places = [(spec, path) for _, spec, path in leaves(state) if not any(isinstance(part, int) for part in path)]
    for spec, path in draw.sample(places, min(len(places), draw.choice((0, 1, 1, 2, 2, 3, 5, 8)))):
        try:
            apply_change(state, Change(path, None, _value(game, spec, path, draw)))
        except AttributeError:
            continue  # inside a record that is gone by now
    return state


def _possible(game: Game, draw: Random, n: int) -> Iterator[Position]:
    """Yield the possible ones of `n` positions under default and random readings."""
    for i in range(n):
        position = Position(
            game, _mixed(game, draw), game.defaults.replace(random_rulings(game, draw) if i % 2 else {})
        )
        problems = position.problems()
        for problem in problems:
            game.rulebook.clause(problem.clause)
            for lang in LANGUAGES:
                said = position.phrasebook(lang).problem(problem)
                assert said and "{" not in said, said
        if not problems:
            yield position


def _check(game: Game, seed: int, n: int) -> None:
    draw = Random(seed)
    found = 0
    for position in _possible(game, draw, n):
        found += 1
        outcome, legal = position.outcome(), position.legal_actions()
        assert (outcome is None) == bool(legal), f"{position!r} is a dead end" if outcome is None else f"{position!r}"
        check_position(position)
        if outcome is not None:
            assert outcome.result and outcome.reason
        for action in draw.sample(legal, min(3, len(legal))):
            try:
                check_action(position, action)
            except Exception as error:
                error.add_note(f"{position!r}")
                raise
    assert found > n // 20


@every_game
def test_a_set_up_without_problems_can_be_played_on_or_is_over(game: Game) -> None:
    _check(game, 61, 400)


@pytest.mark.nightly
@every_game
def test_many_set_ups_without_problems_can_be_played_on_or_are_over(game: Game) -> None:
    for seed in range(100, 130):
        _check(game, seed, 2000)
