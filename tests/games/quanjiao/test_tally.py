"""The quick reckoning of a declaration agrees with its score wherever no reading couples its moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice
from random import Random

import pytest

from rulekit import load_game
from rulekit.core.codec import from_json
from rulekit.games.quanjiao.matching import Board
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.scoring import score
from rulekit.games.quanjiao.solver import Declaration, best, declarations
from rulekit.games.quanjiao.tally import Tally, coupled, gains
from tests.games.quanjiao.test_matching import random_board, random_move

QUANJIAO = load_game("quanjiao")
READINGS = [(r.id, o.key) for r in QUANJIAO.rulebook.rulings.values() for o in r.options if o.key != r.default]
COUPLING = {("QJ-R9", "per_card"), ("QJ-R17", "not_counted"), ("QJ-R18", "exclusive"), ("QJ-R24", "first_only")}


def rival(name: str, key: str, grey: str) -> Move:
    """Return a move that counts symbols in a grey cell and over the board, which others may use as well."""
    need = {"symbol": "fist" if key[1] == "H" else "leg", "count": 1, "state": "valid"}
    each = {"of": "each", "scope": "board", "symbol": "either", "state": "valid", "own_keys": "include"}
    return from_json(
        Move,
        {
            "id": name,
            "width": 1,
            "regions": [
                {"rid": "k", "kind": "key", "cells": [f"{key}+0"], "need": [need]},
                {"rid": "g", "kind": "grey", "cells": [f"{grey}+0"]},
            ],
            "damage": [
                {"term": "per", "each": 3, "count": {"of": "grey", "rids": ["g"], "symbol": "either", "state": "any"}},
                {"term": "per", "each": 2, "count": each},
            ],
        },
    )


RIVALS = {"x": rival("x", "LH", "RH"), "y": rival("y", "RH", "LH"), "z": rival("z", "LL", "LH")}


def cases(reading: tuple[str, str]) -> Iterator[tuple[Board, dict[str, Move]]]:
    """Yield boards with moves at random and with rivals."""
    draw = Random(17)
    rulings = QUANJIAO.defaults.replace(dict([reading])).choices
    for _ in range(20):
        board = Board(random_board(draw, 5, 9), 5, rulings)
        yield board, {name: random_move(draw, name) for name in ("x", "y", "z")}
        yield board, RIVALS


def tallied(board: Board, moves: dict[str, Move], declared: Declaration) -> int:
    made = (next(iter(gains(board, moves[a.move], [a]))) for a in declared)
    return reduce(Tally.add, made, Tally.of(board)).total


@pytest.mark.parametrize("reading", READINGS, ids="=".join)
def test_totals_agree_unless_a_reading_couples_moves(reading: tuple[str, str]) -> None:
    differ = False
    for board, moves in cases(reading):
        held = list(moves.values())
        scores = {d: score(board, moves, d).total for d in islice(declarations(board, held), 400)}
        differ |= any(tallied(board, moves, d) != total for d, total in scores.items())
        assert coupled(board) is (reading in COUPLING)
        assert best(board, held)[1].total >= max(scores.values())
    assert differ is (reading in COUPLING)
