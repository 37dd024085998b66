"""Exact matching against a brute-force reference, on thousands of random boards and moves."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit import load_game
from rulekit.core.codec import from_json
from rulekit.games.quanjiao.board import CELLS, LIMBS, SymbolClass, accepts, classes, face_symbols, parse_cell
from rulekit.games.quanjiao.matching import Activation, Board, fits
from rulekit.games.quanjiao.moves import DEMO_MOVES, Move, issues
from rulekit.games.quanjiao.scoring import score
from rulekit.games.quanjiao.solver import best, declarations, options
from tests.games.quanjiao import reference

GAME = load_game("quanjiao")
READINGS = GAME.defaults.choices


def random_boards(rnd: random.Random, columns: int, cards: int, top: int = 3) -> list[dict[str, dict[str, object]]]:
    """Return the boards of both sides after a clash, as fields of a player: board and cancelled symbols."""
    sides: list[dict[str, str]] = []
    for _ in range(2):
        board: dict[str, str] = {}
        for _ in range(cards):
            cell = rnd.choice(CELLS[: 4 * columns])
            place = parse_cell(cell)
            assert place is not None
            column = sum(parse_cell(c).action == place.action for c in board)  # type: ignore[union-attr]
            if cell not in board and column < 3:
                board[cell] = ("F" if place.row < 2 else "L") + str(rnd.randint(1, top))
        sides.append({cell: board[cell] for cell in CELLS if cell in board})
    made = []
    for mine, theirs in (sides, sides[::-1]):
        gone: dict[str, dict[str, object]] = {"F": {}, "L": {}}
        for cell, face in mine.items():
            if cell in theirs:
                gone[face[0]][cell] = min(int(face[1]), int(theirs[cell][1]))
        assert all(accepts(parse_cell(c).row, f) and sum(face_symbols(f)) for c, f in mine.items())  # type: ignore[union-attr]
        made.append({"board": dict(mine), "cancelled_fists": gone["F"], "cancelled_legs": gone["L"]})
    return made


def symbols_of(side: dict[str, dict[str, object]]) -> tuple[SymbolClass, ...]:
    """Return the classes of a board."""
    return classes(*(side[part].items() for part in ("board", "cancelled_fists", "cancelled_legs")))  # type: ignore[arg-type]


def random_board(rnd: random.Random, columns: int, cards: int, top: int = 3) -> tuple[SymbolClass, ...]:
    """Return the classes of a random board after a clash with another random board."""
    return symbols_of(random_boards(rnd, columns, cards, top)[0])


def random_move(rnd: random.Random, name: str) -> Move:
    """Return a random legal move card."""
    while True:
        width = rnd.randint(1, 3)
        free = [f"{limb}+{c}" for limb in LIMBS for c in range(width)]
        rnd.shuffle(free)
        regions = []
        for i in range(rnd.randint(1, 4)):
            kind = rnd.choice(["key", "key", "black", "grey", "long"])
            region = {"rid": f"r{i}", "kind": kind, "cells": [free.pop()] if free else []}
            if kind == "long":
                region["role"] = rnd.choice(["key", "key", "black", "grey"])
                limb, column = region["cells"][0].split("+")
                other = f"{limb}+{int(column) + 1}"
                if other not in free:
                    continue
                free.remove(other)
                region["cells"].append(other)
            if (region.get("role") or kind) == "key":
                symbols = ["fist", "leg", "either"]
                region["need"] = [
                    {
                        "symbol": rnd.choice(symbols),
                        "count": rnd.randint(1, 2),
                        "state": rnd.choice(["valid"] * 3 + ["cancelled", "any"]),
                    }
                    for _ in range(rnd.randint(1, 2))
                ]
            regions.append(region)
        greys = [r["rid"] for r in regions if (r.get("role") or r["kind"]) == "grey"]
        damage: list[dict[str, object]] = [{"term": "fixed", "value": rnd.randint(-1, 5)}]
        if greys and rnd.random() < 0.6:
            damage.append(
                {"term": "per", "each": 2, "count": {"of": "grey", "rids": greys, "symbol": "either", "state": "any"}}
            )
        if rnd.random() < 0.6:
            scope = rnd.choice(["board", "columns", {"limbs": ["LH", "LL"]}, {"rids": ["r0"]}, {"cells": ["RH+0"]}])
            damage.append({
                "term": rnd.choice(["per", "per", "table"]), "each": rnd.randint(1, 2), "values": [0, 1, 4],
                "count": {"of": "each", "scope": scope, "symbol": rnd.choice(["fist", "leg", "either"]),
                          "state": rnd.choice(["valid", "cancelled", "any"]),
                          "own_keys": rnd.choice(["include", "exclude"])},
            })  # fmt: skip
        if rnd.random() < 0.3:
            damage.append(
                {"term": "per", "each": 1, "max": 3, "count": {"of": "contained", "symbol": "either", "state": "valid"}}
            )
        move = from_json(Move, {"id": name, "width": width, "regions": regions, "damage": damage})
        if not list(issues(move)):
            return move


def key(a: Activation) -> reference.Key:
    return (a.move, *a.placement, a.keys)


def compare(moves: list[Move], table: reference.Table) -> int:
    """Check enumerator, totals and optimiser against the reference; return the number of declarations."""
    board = Board(table.classes, table.columns, table.rulings, table.others)
    known = {m.id: m for m in moves}
    for move in moves:
        assert {key(a) for a in options(move, board)} == set(reference.activations(move, table))
    made = list(declarations(board, moves))
    assert made[0] == ()
    told = [tuple(sorted(key(a) for a in d)) for d in made]
    if table.is_("QJ-R15", "automatic_best"):
        told = [tuple(k[:3] for k in d) for d in told]
    assert len(set(told)) == len(told), "a declaration came twice"
    totals = [score(board, known, d).total for d in made]
    assert dict(zip(told, totals, strict=True)) == reference.declarations(moves, table)
    assert all(reference.total([key(a) for a in d], known, table) == n for d, n in zip(made, totals, strict=True))
    found = best(board, moves)
    assert found[1].total == max(totals) == score(board, known, found[0]).total
    return len(made)


@pytest.mark.parametrize("seed", range(20))
def test_random_boards_and_demo_moves(seed: int) -> None:
    rnd = random.Random(seed)
    for _ in range(50):
        moves = rnd.sample(list(DEMO_MOVES.values()), 3)
        columns = rnd.randint(3, 6)
        compare(moves, reference.Table(random_board(rnd, columns, 5), columns, READINGS))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_random_boards_and_random_moves(seed: int) -> None:
    rnd = random.Random(1000 + seed)
    for _ in range(50):
        moves = [random_move(rnd, f"x{i}") for i in range(rnd.randint(1, 3))]
        columns = rnd.randint(3, 5)
        compare(moves, reference.Table(random_board(rnd, columns, 5, top=2), columns, READINGS))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(3, 8), st.integers(0, 10))
def test_any_board(seed: int, columns: int, cards: int) -> None:
    rnd = random.Random(seed)
    moves = [random_move(rnd, "x0"), rnd.choice(list(DEMO_MOVES.values()))]
    compare(moves, reference.Table(random_board(rnd, columns, cards, top=2), columns, READINGS))


def test_every_near_miss_has_a_reason() -> None:
    rnd = random.Random(7)
    for _ in range(200):
        board = Board(random_board(rnd, 5, 5), 5, READINGS)
        for move in DEMO_MOVES.values():
            for fit in fits(move, board):
                reasons = (
                    (not fit.start_allowed) + len(fit.off_board) + len(fit.blocked) + len(fit.opposed) + len(fit.short)
                )
                assert fit.ok == (reasons == 0), fit


def test_the_fifteen_declarations() -> None:
    # Worked example W1: LH1 one valid and one cancelled fist, RH1 one, LH3 one, LL3 and LL4 two legs each.
    found = classes([("LH1", "F2"), ("RH1", "F1"), ("LH3", "F1"), ("LL3", "L2"), ("LL4", "L2")], [("LH1", 1)], [])
    board = Board(found, 5, READINGS)
    moves = [DEMO_MOVES[m] for m in ("m01", "m02", "m05")]
    table = {m.id: m for m in moves}
    totals = [score(board, table, d).total for d in declarations(board, moves)]
    assert sorted(totals) == sorted([7, 11, 11, 10, 14, 14, 9, 13, 13, 9, 13, 13, 12, 16, 16])
    declaration, found_score = best(board, moves)
    assert found_score.total == 16
    assert [(a.move, a.placement.start) for a in declaration] == [("m01", 3), ("m02", 1), ("m05", 3)]
