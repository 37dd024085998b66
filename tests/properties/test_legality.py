"""Legal actions are exactly those that don't raise; everything else raises the project's own error."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulekit import Action, IllegalAction, Position
from rulekit.core.action import ANSWER, CHANCE
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.errors import RulekitError
from rulekit.core.game import Game
from tests.properties.checks import check_action, same_result
from tests.properties.registry import every_game, random_position, random_rulings, samples
from tests.support.positions import check_refusal

ODD: tuple[Any, ...] = (None, "", "?", "<script>", 0, -1, True, 1.5, 10**18, [], {}, set(), ("x",), b"x", object)


def _mutants(action: Action, draw: Random) -> Iterator[Action]:
    """Yield actions of the right shape or any other, near a legal one."""
    for odd in ODD:
        yield action._replace(who=odd)
        yield action._replace(verb=odd)
        yield action._replace(args=odd)
        yield action._replace(args=(odd,))
        yield action._replace(args=(*action.args, odd))
        if action.args:
            yield action._replace(args=(odd, *action.args[1:]))
    yield action._replace(args=list(action.args))  # type: ignore[arg-type]
    yield action._replace(args=())
    yield action._replace(args="".join(map(str, action.args)))  # type: ignore[arg-type]
    yield action._replace(verb=ANSWER)
    yield action._replace(verb=action.verb.upper())
    yield action._replace(who=CHANCE)
    yield action._replace(who=action.who.lower())


def _check_exactly(position: Position, candidates: list[Action]) -> None:
    """Check each candidate against the list; one that only words a legal action in short may pass too."""
    legal = position.legal_actions()
    results = None
    for action in candidates:
        if any(action == known and isinstance(action.args, tuple) for known in legal):
            continue
        try:
            after = position.play(action)
        except IllegalAction:
            check_refusal(position, action)
            continue
        assert position.pending is None or not isinstance(action.args, tuple), f"{action} is no answer, yet accepted"
        results = results or [position.play(a) for a in legal]
        assert any(same_result(after, known) for known in results), f"{action} is accepted but not listed"


def _positions(game: Game, draw: Random, n: int) -> Iterator[Position]:
    """Yield positions as they come: random ones, under readings, openings, and with a decision open."""
    yield Position(game, game.start())
    for i in range(n):
        yield random_position(game, draw, random_rulings(game, draw) if i % 2 else {})
    yield from _undecided(game, draw, n // 5)


def _undecided(game: Game, draw: Random, n: int) -> Iterator[Position]:
    """Yield `n` positions with a decision open, if the game leaves any open."""
    forks = samples(game).FORKS
    while forks and n > 0:
        position = random_position(game, draw, forks)
        for action in position.legal_actions():
            after = position.play(action)
            if after.pending:
                yield after
                n -= 1


@every_game
def test_legal_actions_are_those_that_do_not_raise(game: Game) -> None:
    draw = Random(11)
    for position in _positions(game, draw, 150):
        legal = position.legal_actions()
        assert legal
        for action in legal:
            position.play(action)
        shown = [a for g in game.verbs.candidates(position.state, position.rulings.choices) for a in g.actions]
        if position.pending is None:
            assert set(legal) <= set(shown)
        candidates = [*shown, *samples(game).odd_actions(position.state, draw)]
        _check_exactly(position, candidates)


@every_game
def test_odd_actions_are_refused_not_choked_on(game: Game) -> None:
    draw = Random(12)
    for position in _positions(game, draw, 60):
        _check_exactly(position, list(_mutants(draw.choice(position.legal_actions()), draw)))


@every_game
def test_once_over_nothing_is_legal(game: Game) -> None:
    draw = Random(13)
    for seed in range(20):
        position = Position(game, game.start())
        while legal := position.legal_actions():
            last = draw.choice(legal)
            position = position.play(last)
        assert position.outcome() is not None, seed
        assert position.to_act is None and position.decider is None
        for action in [last, *_mutants(last, draw)]:
            check_refusal(position, action)


@every_game
def test_actions_survive_being_written_as_text(game: Game) -> None:
    draw = Random(14)
    for position in _positions(game, draw, 150):
        for action in position.legal_actions():
            assert game.parse(action.who, game.format(action)) == action


@every_game
def test_who_decides_is_who_acts_unless_controlled(game: Game) -> None:
    draw = Random(15)
    for position in _positions(game, draw, 50):
        assert position.to_act in game.actors
        assert position.decider in game.actors
        assert {a.who for a in position.legal_actions()} <= set(game.actors)
        check_action(position, draw.choice(position.legal_actions()))


@every_game
def test_what_is_no_action_is_refused_with_how_to_read_one(game: Game) -> None:
    draw = Random(36)
    for position in (random_position(game, draw), *_undecided(game, draw, 1)):
        legal = position.legal_actions()[0]
        written = game.format(legal)
        odds: tuple[Any, ...] = (None, 3, [], [*legal], ("A", "x"), object)
        for odd in odds:
            for play in (position.play, position.trace, position.play_traced, position.why_illegal):
                with pytest.raises(RulekitError) as caught:
                    play(odd)
                assert caught.value.code == "not_action" and not isinstance(caught.value, IllegalAction)
                for lang in LANGUAGES:
                    message = caught.value.text(lang)
                    assert repr(odd)[:60] in message and repr(written[:60]) in message
        for text in ("abc", ""):
            with pytest.raises(RulekitError):
                position.play(text)
        assert position.play(tuple(legal)) == position.play(legal)  # type: ignore[arg-type]
        assert (
            position.play(f"{legal.who} {written}") == position.play(f"{legal.who}: {written}") == position.play(legal)
        )
        if legal.who == position.to_act:
            assert position.play(written) == position.play(legal)
