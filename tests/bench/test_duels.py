"""Speed of whole games of 生灵对决, of its blocking sets, and what an action costs late in a long game."""

from __future__ import annotations

import json
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rulekit import Action, Position, load_game
from rulekit.analysis.explore import random_play
from rulekit.core.codec import from_json
from rulekit.games.shengling.decks import demo_deck
from rulekit.games.shengling.forecast import forecasts
from rulekit.games.shengling.state import Place, State
from tests.bench.conftest import Note
from tests.bench.test_figures import chess_play

GAME = load_game("shengling")
ROUNDS = 5
ACTIONS = 5_000
LONG = 60  # turns
GROWTH = 3.0  # how much dearer an action may be late in a game: hands and zones fill up, then stay full


def seconds(work: Callable[[], Any]) -> float:
    """Return the best of several rounds, in processor time."""
    found = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


# -- whole games --------------------------------------------------------------------------------------


@pytest.mark.bench
def test_random_games(benchmark: Any, note: Note) -> None:
    games = random_play(GAME, ACTIONS, 7).games
    benchmark.pedantic(random_play, args=(GAME, ACTIONS, 7), rounds=1)
    off = seconds(lambda: random_play(GAME, ACTIONS, 7))
    on = seconds(lambda: random_play(GAME, ACTIONS, 7, traced=True))
    chess = seconds(lambda: chess_play(ACTIONS // 10, 7)) * 10
    note("shengling: whole games, trace off", games / off, "games/s")
    note("shengling: whole games, trace on", games / on, "games/s")
    note("shengling: actions of a game", ACTIONS / games, "")
    note("shengling: actions, trace off / python-chess", chess / off, "")
    note("shengling: actions, trace on / python-chess", chess / on, "")
    assert off < on


# -- a position in the middle -------------------------------------------------------------------------


def middle() -> Position:
    """Return a position of two decks of 60 in which every zone holds cards."""
    draw = Random(5)
    start = GAME.start(decks=(demo_deck("deck_60"),) * 2, seed=5, first="A")
    position = Position(GAME, start)
    while position.state.turn < 16 or position.pending is not None:
        position = position.play(calm(position, draw))
    assert all(
        len(p.grave) and len(p.hand) and len(p.fuel) and p.creatures() for p in (position.state.A, position.state.B)
    )
    return position


def calm(position: Position, draw: Random) -> Action:
    """Return a random action, but no attack and no strategy that draws: such a game takes its full length."""
    legal = position.legal_actions()
    rest = [a for a in legal if a.verb != "attack" and a.args[:1] not in (("清点书库",), ("共饮枯泉",))]
    return draw.choice(rest or legal)


@pytest.mark.bench
def test_a_position_with_decks_of_sixty(benchmark: Any, note: Note) -> None:
    position = middle()
    state = position.state
    benchmark.pedantic(state.copy, rounds=ROUNDS, iterations=1000)
    n = 2_000
    for name, work in (
        ("copied", state.copy),
        ("hashed", lambda: hash(state.key())),
        ("legal actions listed", position.legal_actions),
        ("seen by one player", lambda: GAME.observe(state, "A", position.rulings.choices)),
    ):
        note(f"shengling, decks of 60: {name}", n / seconds(lambda work=work: [work() for _ in range(n)]), "/s")  # type: ignore[misc]


# -- all blocking sets --------------------------------------------------------------------------------


def five_against_five() -> Position:
    """Return five attackers against five with unity: 31 sets and the choice not to block."""
    row = [{"card": "同心双卫"}, {"card": "毒雾领主"}, {"card": "抱团田鼠"}, {"card": "守书石龟"}, {"card": "年轮古木"}]
    given = {
        "step": "battle",
        "A": {f"slot{n}": {"card": "溅浪巨鳄"} for n in range(1, 6)},
        "B": {f"slot{n}": creature for n, creature in enumerate(row, 1)},
    }
    return Position(GAME, from_json(State, GAME.fill_in(given, GAME.defaults)))


@pytest.mark.bench
def test_all_blocking_sets_and_what_comes_of_them(benchmark: Any, note: Note) -> None:
    position = five_against_five()
    state, rulings = position.state, position.rulings.choices
    attack = Action("A", "attack", ("A1",))

    def told() -> list[Any]:
        return forecasts(state, Place("A", 1), rulings)

    def played() -> list[Position]:
        open_ = position.play(attack)
        return [open_.play(answer) for answer in open_.legal_actions()]

    assert len(benchmark.pedantic(told, rounds=ROUNDS)) == len(played()) == 32
    mine = seconds(told)
    note("shengling: 31 sets and none, foretold", mine * 1e3, "ms")
    note("shengling: 31 sets and none, played", seconds(played) * 1e3, "ms")
    note("shengling: 31 sets and none, traced", seconds(lambda: _traced(position.play(attack))) * 1e3, "ms")
    note("shengling: python-chess moves in that time", mine / (seconds(lambda: chess_play(2_000, 7)) / 2_000), "")
    assert mine < 0.05  # nobody waits for it


def _traced(open_: Position) -> None:
    for answer in open_.legal_actions():
        open_.play_traced(answer)


# -- the length of a game -----------------------------------------------------------------------------


def long_game() -> list[tuple[Position, Action]]:
    """Return the positions of a game of 60 turns in which nobody attacks, each with what was played."""
    draw = Random(3)
    position = Position(GAME, GAME.start(decks=(demo_deck("deck_60"),) * 2, seed=3, first="A"))
    line = []
    while position.state.turn <= LONG and position.outcome() is None:
        line.append((position, calm(position, draw)))
        position = position.play(line[-1][1])
    assert position.state.turn > LONG
    return line


def _costs(line: list[tuple[Position, Action]]) -> dict[str, float]:
    """Return what each kind of action costs traced, the median of the best of three, by its verb."""
    found: dict[str, list[float]] = defaultdict(list)
    for position, action in line:
        best = float("inf")
        for _ in range(3):
            start = time.process_time()
            position.play_traced(action)
            best = min(best, time.process_time() - start)
        found[action.verb].append(best)
    return {verb: statistics.median(costs) for verb, costs in found.items()}


def growth() -> dict[str, float]:
    """Return what an action costs in the last eight turns of a game of 60 against the first ones, by its verb."""
    line = long_game()
    early = _costs([(p, a) for p, a in line if 2 <= p.state.turn <= 9])
    late = _costs([(p, a) for p, a in line if p.state.turn > LONG - 8])
    return {verb: late[verb] / early[verb] for verb in ("sacrifice", "enter_battle", "end_battle", "end_turn")}


@pytest.mark.bench
def test_the_cost_of_an_action_late_in_a_long_game(benchmark: Any, note: Note) -> None:
    for verb, ratio in benchmark.pedantic(growth, rounds=1).items():
        note(f"shengling: {verb} in turns {LONG - 7} to {LONG} / 2 to 9", ratio, "")


def test_an_action_costs_the_same_late_in_a_long_game() -> None:
    assert max(growth().values()) < GROWTH


def test_what_is_kept_of_an_action_does_not_grow_either() -> None:
    """A log of traces and positions grows by the action, not by the game."""
    line = long_game()
    sizes: dict[bool, list[int]] = {True: [], False: []}
    for position, action in line:
        if action.verb == "end_turn" and (position.state.turn < 10 or position.state.turn > LONG - 8):
            trace = position.trace(action)
            sizes[position.state.turn < 10].append(len(json.dumps(trace.to_json()["steps"])))
    assert statistics.median(sizes[False]) < 2 * statistics.median(sizes[True])
