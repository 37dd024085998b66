"""What is recorded or saved at any moment of any game, under any readings, loads as the same position."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from rulekit import Action, Position
from rulekit.casebook import case, casebook
from rulekit.cli import play
from rulekit.core.game import Game
from rulekit.core.given import exact_given, explicit, state_of
from rulekit.core.scenario import check, dumps, load, loads, record, run
from rulekit.ui.session import Session
from tests.properties.registry import every_game, pick, random_position, random_rulings

MOMENTS = 60  # of each game in the normal run, half of them in the middle of an action where there are such
LONGEST = 60  # actions before a moment
TITLE = {"zh": "记录", "en": "recorded"}


class Moment(NamedTuple):
    """A position that a game reached, and how."""

    start: Position
    actions: tuple[Action, ...]
    position: Position


def moments(game: Game, seed: int, number: int = MOMENTS) -> Iterator[Moment]:
    """Yield positions reached from openings and from set-ups, most of them under several readings at once."""
    draw = Random(f"{game.id} {seed}")
    for n in range(number):
        yield _moment(game, draw, in_the_middle=n % 2 == 1)


def _moment(game: Game, draw: Random, *, in_the_middle: bool) -> Moment:
    start = _start(game, draw)
    position, actions = start, ()
    made = Moment(start, actions, position)
    for _ in range(draw.randrange(LONGEST)):
        legal = position.legal_actions()
        if not legal:
            break
        action = pick(game, legal, draw)
        position, actions = position.play(action), (*actions, action)
        if position.pending is not None or not in_the_middle:
            made = Moment(start, actions, position)
    return made


def _start(game: Game, draw: Random) -> Position:
    while True:
        rulings = random_rulings(game, draw, draw.choice((0.0, 0.1, 0.5, 0.9)))
        if draw.random() < 0.5:
            return random_position(game, draw, rulings)
        chosen = game.defaults.replace(rulings)
        opening = Position(game, game.start(rulings=chosen.choices), chosen)
        if not opening.problems():
            return opening


def check_same(one: Position, two: Position) -> None:
    """Check that nothing tells two positions apart: value, what can be done, and what would come of it."""
    assert one == two and hash(one) == hash(two) and one.key() == two.key()
    assert json.dumps(one.to_json()) == json.dumps(two.to_json())
    assert one.decision == two.decision and one.outcome() == two.outcome()
    legal = one.legal_actions()
    assert legal == two.legal_actions()
    for action in legal[:3]:
        assert one.play_traced(action) == two.play_traced(action)
    if one.pending is not None:
        assert one.pending_trace() == two.pending_trace()


every_moment = pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(1, 30))])


@every_game
def test_what_is_given_is_never_replaced_and_what_is_exact_says_all(game: Game) -> None:
    draw = Random(game.id)
    for _ in range(200):
        position = random_position(game, draw, random_rulings(game, draw))
        whole = explicit(position.state)
        assert game.fill_in(whole, position.rulings) == whole
        told = exact_given(game, position.state, position.rulings)
        assert state_of(game, told, position.rulings) == position.state


@every_game
@every_moment
def test_a_line_that_is_recorded_loads_and_plays_to_the_same_position(game: Game, seed: int) -> None:
    for start, actions, position in moments(game, seed):
        made = record(start, actions, title=TITLE)
        assert not made.allow_impossible, start.problems()
        back = loads(dumps(made))
        assert back == made
        report = check(back)
        assert report.ok, report.lines("en")
        check_same(back.start(), start)
        check_same(run(back).positions[-1], position)


@every_game
@every_moment
def test_a_position_recorded_by_itself_is_the_same_and_can_be_played_on(game: Game, seed: int) -> None:
    draw = Random(seed)
    for _, _, position in moments(game, seed):
        ahead = [draw.choice(legal)] if (legal := position.legal_actions()) else []
        for actions, end in (((), position), (ahead, position.play(ahead[0]) if ahead else position)):
            back = loads(dumps(record(position, actions, title=TITLE)))
            report = check(back)
            assert report.ok, report.lines("en")
            check_same(run(back).positions[-1], end)


@every_game
@every_moment
def test_a_position_as_json_is_the_same(game: Game, seed: int) -> None:
    for _, _, position in moments(game, seed):
        check_same(Position.from_json(game, json.loads(json.dumps(position.to_json()))), position)


@every_game
@every_moment
def test_the_lab_takes_over_gives_back_and_shortens_without_a_change(game: Game, seed: int, tmp_path: Path) -> None:
    for n, (start, actions, position) in enumerate(moments(game, seed, MOMENTS // 3)):
        session = Session.of_scenario(record(start, actions, title=TITLE))
        check_same(session.start, start)
        check_same(session.position, position)
        short = Session(game, session.minimal_given(), rulings=session.rulings, actions=actions)
        check_same(short.start, start)
        check_same(short.position, position)
        if not actions:
            continue
        path = short.save(tmp_path / f"{n}.yaml", title=TITLE)
        again = Session(game)
        again.load(path)
        check_same(again.position, position)
        check_same(_run_code(again.copy_python()), position)
        if position.pending is None:
            again.restart_here()
            check_same(again.start, position)


def _run_code(code: str) -> Position:
    scope: dict[str, Any] = {}
    exec(code, scope)
    position: Position = scope["game"].position
    return position


@every_game
@every_moment
def test_a_game_saved_at_the_keyboard_and_its_casebook_reach_the_same_position(
    game: Game, seed: int, tmp_path: Path
) -> None:
    for n, (start, actions, position) in enumerate(moments(game, seed, MOMENTS // 3)):
        session = play.Session(start, Random(seed))
        for action in actions:
            session.played.play(action)
        if session.hidden(position) and not session.hands:
            continue  # a save would tell a secret
        file = tmp_path / f"{n}.yaml"
        session.do_save(str(file), session.legal())
        check_same(run(load(file)).positions[-1], position)
        shown = case(file)
        assert shown.ok, shown.differences
        check_same(shown.report.runs[0].positions[-1], position)
        assert repr(shown) and casebook([file], tmp_path).cells
