"""Counting and random play."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

import rulekit
from rulekit import Position
from rulekit.analysis.explore import perft, random_game, random_play, reachable
from rulekit.core.errors import RulekitError
from rulekit.core.record import Record

GAME = rulekit.load_game("tangwu")


@pytest.fixture
def opening() -> Position:
    return rulekit.new_game("tangwu", first="A", bans=("98K", "尤里"))


def naive(position: Position, depth: int) -> int:
    """Leaves counted one by one."""
    actions = position.legal_actions()
    if depth == 0 or not actions:
        return 1
    return sum(naive(position.play(a), depth - 1) for a in actions)


def test_counts_agree_with_counting_one_by_one(opening: Position) -> None:
    assert perft(opening, 5) == [naive(opening, depth) for depth in range(1, 6)]


def test_a_finished_game_stays_one_leaf(opening: Position) -> None:
    over = opening.state.copy()
    over.step, over.result, over.reason = "over", "A", "hp_zero"
    assert perft(Position(GAME, over), 3) == [1, 1, 1]


def test_games_that_end_on_the_way_count_at_every_deeper_depth(opening: Position) -> None:
    state = opening.state.copy()
    state.step, state.A.cost, state.A.digit, state.B.hp = "act", 9, 3, 1
    position = Position(GAME, state)
    assert perft(position, 4) == [naive(position, depth) for depth in range(1, 5)]


def test_answers_to_an_open_decision_are_edges(opening: Position) -> None:
    state = opening.state.copy()
    state.step = "act"
    state.A.cost, state.A.digit, state.A.bet, state.A.bet_used = 9, 9, 4, True
    state.B.hp = 30
    position = Position(GAME, state, GAME.defaults.replace({"TW-R35": "optional"}))
    assert perft(position, 3) == [naive(position, depth) for depth in range(1, 4)]


def test_depth_zero_counts_nothing(opening: Position) -> None:
    assert perft(opening, 0) == []


def test_progress_ends_every_depth(opening: Position) -> None:
    ends = []
    perft(opening, 3, progress=lambda level, done, total: ends.append(level) if done == total else None)
    assert ends == [1, 2, 3]


def test_reachable_positions_come_with_a_shortest_way(opening: Position) -> None:
    found = reachable(opening, 4)
    assert next(iter(found)) is opening
    assert len(found) > 50
    for position, way in found.items():
        replayed = opening
        for action in way:
            replayed = replayed.play(action)
        assert replayed == position
    lengths = [len(way) for way in found.values()]
    assert lengths == sorted(lengths)


def test_reachable_is_complete(opening: Position) -> None:
    layer = {opening}
    seen = {opening}
    for _ in range(3):
        layer = {p.play(a) for p in layer for a in p.legal_actions()}
        seen |= layer
    assert set(reachable(opening, 3)) == seen


def test_a_random_game_is_decided_by_its_seed() -> None:
    one, two = random_game(GAME, 7), random_game(GAME, 7)
    assert one.actions == two.actions
    assert one.position == two.position
    assert one.outcome() is not None
    assert random_game(GAME, 8).actions != one.actions


def test_a_random_game_replays() -> None:
    game = random_game(GAME, 11, rulings={"TW-R47": "auto_pass"})
    assert game.start.rulings.changed == {"TW-R47": "auto_pass"}
    position = game.start
    for action in game.actions:
        position = position.play(action)
    assert position == game.position


def test_the_cap_is_loud() -> None:
    with pytest.raises(RulekitError) as error:
        random_game(GAME, 3, cap=10)
    assert error.value.code == "endless"
    assert "seed 3 has not ended after 10 actions" in error.value.text("en")
    assert "种子 3" in error.value.text("zh")


def test_a_loop_is_named(monkeypatch: pytest.MonkeyPatch, opening: Position) -> None:
    monkeypatch.setattr(Position, "play", lambda self, action: self)
    with pytest.raises(RulekitError) as error:
        random_game(GAME, 3, cap=10, start=opening)
    assert error.value.code == "repeats"
    assert "came up again after 1 of them" in error.value.text("en")


def test_random_play_counts_its_actions() -> None:
    played = random_play(GAME, 2000, 5)
    assert played.actions == 2000
    assert played.games >= 5
    assert random_play(GAME, 2000, 5, traced=True) == played


def test_random_play_spreads_over_the_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    verbs: Counter[str] = Counter()
    resolve = type(GAME).resolve

    def count(self: object, res: Record, action: rulekit.Action) -> None:
        verbs[action.verb] += 1
        resolve(self, res, action)  # type: ignore[arg-type]

    monkeypatch.setattr(type(GAME), "resolve", count)
    random_play(GAME, 1000, 2)
    assert set(verbs) == {"first", "ban", "add", "cast", "pass"}


def test_nature_draws_as_the_game_weighs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = rulekit.load_game("quanjiao")
    start = rulekit.new_game("quanjiao").play(rulekit.Action("table", "begin"))
    draws = start.legal_actions()
    weights = game.weights(start.state, draws, start.rulings.choices)
    assert sum(weights) == comb(15, 5)
    assert weights[draws.index(rulekit.Action("chance", "draw", ("A", "F1", "F1", "F1", "F1", "F3")))] == 1
    assert weights[draws.index(rulekit.Action("chance", "draw", ("A", "F1", "F2", "F3", "L1", "L2")))] == 4 * 3 * 4 * 2
    last = draws[-1]

    def only_last(state: object, actions: list[rulekit.Action], rulings: object) -> list[int]:
        return [int(a == last or last not in actions) for a in actions]

    monkeypatch.setattr(game, "weights", only_last)
    assert {random_game(game, seed, start=start).actions[0] for seed in range(5)} == {last}
    assert list(GAME.weights(None, (last, last), {})) == [1, 1]
