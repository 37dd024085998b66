"""Speed of listing every legal declaration of 拳脚招式, against brute force and OR-tools CP-SAT in one run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rulekit import load_game
from rulekit.games.quanjiao.board import SymbolClass, classes
from rulekit.games.quanjiao.matching import Board, images, placements
from rulekit.games.quanjiao.moves import DEMO_MOVES, Move
from rulekit.games.quanjiao.solver import best, declarations
from tests.bench.conftest import Note
from tests.games.quanjiao import reference
from tests.games.quanjiao.test_matching import random_board

pytestmark = pytest.mark.bench

READINGS = load_game("quanjiao").defaults.choices
ROUNDS = 3

Found = tuple[SymbolClass, ...]
Case = tuple[Found, int, list[Move]]


def full_board() -> Case:
    """Return a full board of 5 actions, three cards in each column, with three demo moves."""
    faces = {"LH": "F2", "RH": "F1", "LL": "L2", "RL": "L1"}
    columns = (("LH", "RH", "LL"), ("LH", "LL", "RL"), ("RH", "LL", "RL"), ("LH", "RH", "LL"), ("LH", "LL", "RL"))
    board = [(f"{limb}{i}", faces[limb]) for i, limbs in enumerate(columns, start=1) for limb in limbs]
    gone = [(cell, 1) for cell, face in board if face == "F2"][:2]
    return classes(board, gone, []), 5, [DEMO_MOVES[m] for m in ("m02", "m05", "m13")]


def hardest_board() -> Case:
    """Return the hardest board we found inside the limits: 8 actions, 10 cards of 6 symbols, three long moves."""
    board = [(f"LL{i}", "L6") for i in range(2, 7)] + [(f"RH{i}", "F6") for i in range(2, 7)]
    gone_legs = [(f"LL{i}", 3) for i in range(2, 7)]
    gone_fists = [(f"RH{i}", 3) for i in range(2, 7)]
    return classes(board, gone_fists, gone_legs), 8, [DEMO_MOVES[m] for m in ("m05", "m13", "m15")]


def random_boards() -> list[Case]:
    """Return a dozen boards as they come up in play."""
    rnd = random.Random(20240320)
    return [(random_board(rnd, 5, 5), 5, rnd.sample(list(DEMO_MOVES.values()), 3)) for _ in range(12)]


def ours(case: Case) -> int:
    """Return the number of legal declarations by the product's enumerator."""
    found, columns, moves = case
    return sum(1 for _ in declarations(Board(found, columns, READINGS), moves))


def brute(case: Case) -> int:
    """Return it by the brute-force reference."""
    found, columns, moves = case
    return len(reference.declarations(moves, reference.Table(found, columns, READINGS)))


def cp_sat(case: Case) -> int:
    """Return it by CP-SAT, one solution per declaration: a start and key amounts by class for every move."""
    from ortools.sat.python import cp_model

    found, columns, moves = case
    board = Board(found, columns, READINGS)
    model = cp_model.CpModel()
    used: list[list[Any]] = [[] for _ in found]
    visible: list[Any] = []
    for number, move in enumerate(moves):
        chosen = []
        for place in placements(move, board):
            regions = [(r, images(r, place)) for r in move.regions]
            if any(not board.on_board(p) for r, spots in regions if r.acts_as == "key" for p in spots):
                continue
            if any(board.blocking(spots) for r, spots in regions if r.acts_as == "black"):
                continue
            on = model.new_bool_var(f"m{number}@{place}")
            amounts: list[list[Any]] = [[] for _ in found]
            for at, (region, spots) in enumerate(regions):
                for j, need in enumerate(region.need):
                    parts = []
                    for i in board.matching(need, spots):
                        k = model.new_int_var(0, min(need.count, found[i].n), f"m{number}@{place}r{at}n{j}c{i}")
                        amounts[i].append(k)
                        parts.append(k)
                    model.add(sum(parts) == need.count * on)
            for i, terms in enumerate(amounts):
                if terms:
                    used[i] += terms
                    visible += terms
            chosen.append(on)
            visible.append(on)
        if chosen:
            model.add(sum(chosen) <= 1)
    for i, terms in enumerate(used):
        if terms:
            model.add(sum(terms) <= found[i].n)
    keys: set[tuple[int, ...]] = set()

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            keys.add(tuple(int(self.value(v)) for v in visible))

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, Collect())
    return len(keys)


def seconds(work: Callable[[], Any]) -> float:
    """Return the best of several rounds."""
    found = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


@pytest.mark.parametrize("name", ["full 5x4 board", "hardest board", "boards in play"])
def test_listing_declarations(name: str, benchmark: Any, note: Note) -> None:
    cases: Sequence[Case] = {
        "full 5x4 board": lambda: [full_board()],
        "hardest board": lambda: [hardest_board()],
        "boards in play": random_boards,
    }[name]()
    counts = benchmark.pedantic(lambda: [ours(c) for c in cases], rounds=ROUNDS, warmup_rounds=1)
    note(f"quanjiao {name}: legal declarations", sum(counts), "")
    mine = seconds(lambda: [ours(c) for c in cases])
    note(f"quanjiao {name}: ours", mine * 1e3 / len(cases), "ms")
    note(
        f"quanjiao {name}: the best one",
        seconds(lambda: [best(Board(f, n, READINGS), m) for f, n, m in cases]) * 1e3 / len(cases),
        "ms",
    )
    assert [cp_sat(c) for c in cases] == counts  # and OR-tools is loaded
    theirs = seconds(lambda: [cp_sat(c) for c in cases])
    note(f"quanjiao {name}: CP-SAT / ours", theirs / mine, "")
    assert theirs > mine
    if name != "hardest board":  # brute force over single symbols takes hours there
        assert [brute(c) for c in cases] == counts
        slow = seconds(lambda: [brute(c) for c in cases])
        note(f"quanjiao {name}: brute force / ours", slow / mine, "")
        assert slow > mine
