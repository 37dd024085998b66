"""Which clauses a declaration turns on: kinds of cells, sliding, sharing of cards, and why one was refused."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.games.quanjiao.board import MIRROR, Place, parse_cell
from rulekit.games.quanjiao.matching import Activation, Board, Placement, Shortage, images, key_marks
from rulekit.games.quanjiao.moves import Move

__all__ = ["area", "blocked", "declared", "reused", "shared", "short"]


def declared(move: Move, activation: Activation, board: Board) -> list[str]:
    """Return the clauses on the kinds of cells and the place of an activation."""
    made = ["QJ-4.4.3", "QJ-4.4.4"]
    long = [r for r in move.regions if r.kind == "long"]
    kinds = {r.acts_as for r in move.regions}
    if any(r.acts_as == "key" for r in long):
        made += ["QJ-4.4.17", "QJ-4.4.18"]
        if any(len(r.need) > 1 for r in long):
            made.append("QJ-4.4.20")
    if any(r.acts_as != "key" or len({c[:2] for c in r.cells}) > 1 for r in long):
        made.append("QJ-4.4.19")
    if "black" in kinds:
        made += ["QJ-4.4.10", "QJ-4.4.11"]
    if "grey" in kinds:
        made.append("QJ-4.4.15")
    if kinds & {"black", "grey"}:
        made.append("QJ-4.4.13")
    if any(need.state != "valid" for r in move.regions for need in r.need):
        made.append("QJ-4.4.27")
    made += ["QJ-4.4.24"] if move.fixed_start else ["QJ-4.4.21"]
    if move.width > 1:
        made.append("QJ-4.4.22")
    if not all(board.on_board(p) for p in area(move, activation.placement)):
        made.append("QJ-4.4.25")
    return made


def area(move: Move, placement: Placement) -> set[Place]:
    """Return the cells a move covers, blank ones included."""
    return {p for r in move.regions for p in images(r, placement)}


def shared(activation: Activation, move: Move, board: Board, earlier: Sequence[tuple[Activation, Move]]) -> list[str]:
    """Return the clauses on what an activation has in common with those declared before."""
    made: list[str] = []
    here = {c.cell for c, n in zip(board.classes, activation.keys, strict=True) if n}
    for other, its in earlier:
        there = {c.cell for c, n in zip(board.classes, other.keys, strict=True) if n}
        if any(a and b for a, b in zip(activation.keys, other.keys, strict=True)):
            made.append("QJ-4.4.34")
        if here & there:
            made.append("QJ-4.4.35")
        if area(move, activation.placement) & area(its, other.placement):
            made.append("QJ-4.4.39")
    return list(dict.fromkeys(made))


def blocked(move: Move, placement: Placement, board: Board, earlier: Sequence[Activation]) -> tuple[str, ...]:
    """Return what more to cite for a black cell that blocks: key marks still block, long cells as a whole."""
    made: list[str] = []
    for region in move.regions:
        if region.acts_as != "black":
            continue
        places = images(region, placement)
        found = board.blocking(places, key_marks(board, earlier))
        if region.kind == "long" and found:
            made.append("QJ-4.4.19")
        if any(a.keys[i] for a in earlier for i in found):
            made += ["QJ-4.4.12", "QJ-4.4.38"]
        if board.opposing(places):
            made.append("QJ-4.4.13")
    return tuple(dict.fromkeys(made))


def short(move: Move, lacks: Sequence[Shortage], board: Board) -> tuple[str, ...]:
    """Return what more to cite for a short key cell: symbols that lie near but cannot help."""
    made: list[str] = []
    for lack in lacks:
        places = [p for p in map(parse_cell, lack.cells) if p is not None]
        rows = {p.row for p in places}
        every = [c.place for c in board.classes]
        if move.width > 1 and board.matching(lack.need, [p for p in every if p.row in rows and p not in places]):
            made.append("QJ-4.4.22")
        mirrored = [Place(MIRROR[p.row], p.action) for p in places]
        if board.rulings["QJ-R12"] == "none" and board.matching(lack.need, [p for p in mirrored if p not in places]):
            made.append("QJ-4.4.23")
        other = [c for i in board.at(places) if (c := board.classes[i]).symbol == lack.need.symbol]
        if lack.need.state == "valid" and any(not c.valid for c in other):
            made.append("QJ-4.4.26")
        if lack.need.state == "cancelled" and any(c.valid for c in other):
            made.append("QJ-4.4.27")
        region = move.region(lack.rid)
        if region is not None and len(region.need) > 1:
            made.append("QJ-4.4.20")
    return tuple(dict.fromkeys(made))


def reused(keys: Sequence[int] | None, board: Board, left: Sequence[int]) -> tuple[str, ...]:
    """Return what more to cite where key marks are taken: the single symbol of the first example."""
    wanted = keys if keys is not None else (1,) * len(board.classes)
    single = any(k > n and c.n == 1 for c, k, n in zip(board.classes, wanted, left, strict=True))
    return ("QJ-4.4.33",) if single else ()
