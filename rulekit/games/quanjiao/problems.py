"""Why a position of 拳脚招式 is impossible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rulekit.core.errors import Problem
from rulekit.core.record import Record, out_of_range
from rulekit.games.quanjiao import limits
from rulekit.games.quanjiao.actions import cell_exists
from rulekit.games.quanjiao.board import MAX_COLUMNS, accepts, face_symbols, is_mixed, parse_cell
from rulekit.games.quanjiao.declaring import again
from rulekit.games.quanjiao.moves import flaws
from rulekit.games.quanjiao.placing import entries
from rulekit.games.quanjiao.state import PLAYERS, Player, State

__all__ = ["complete", "problems"]


def problems(state: State, rulings: Mapping[str, str]) -> list[Problem]:
    """Return every reason in field order, players first."""
    found: list[Problem] = []
    for who in PLAYERS:
        player = state.player(who)
        found += _ranges(player, who)
        found += _life(state, who)
        found += _moves(state, who, rulings)
        found += _cards(player, who, rulings)
        found += _board(state, who, rulings)
        found += _declared(state, who, rulings)
    found += _ranges(state, "")
    found += _cards_of_moves(state, rulings)
    if state.step == "over" and state.result is None:
        found.append(Problem("over_without_result", "QJ-4.5.19"))
    if state.step != "over" and state.result is not None:
        found.append(Problem("result_while_playing", "QJ-4.5.19", result=state.result))
    return found


def _ranges(part: Record, who: str) -> Iterator[Problem]:
    for spec, value in out_of_range(part):
        yield Problem(
            "range", spec.clause, where=(who, spec.label) if who else (spec.label,), value=value,
            low=spec.low if spec.low is not None else "-∞", high=spec.high if spec.high is not None else "∞",
        )  # fmt: skip


def _life(state: State, who: str) -> Iterator[Problem]:
    player = state.player(who)
    if state.step == "setup":
        if player.life != limits.START_LIFE and not player.life_source:
            yield Problem("life_without_source", "QJ-4.1.6", who=who, life=player.life)
        if not 1 <= player.life <= 99:
            yield Problem("range", "QJ-4.1.4", where=(who, "life"), value=player.life, low=1, high=99)
    elif state.step != "over" and player.life <= 0:
        yield Problem("down_while_playing", "QJ-4.5.19", who=who, life=player.life)


def _moves(state: State, who: str, rulings: Mapping[str, str]) -> Iterator[Problem]:
    player = state.player(who)
    if len(player.moves) > limits.MOVES_HELD:
        yield Problem("too_many_moves", "QJ-4.1.3", who=who, n=len(player.moves), most=limits.MOVES_HELD)
    for move, n in Counter(player.moves).items():
        if n > 1 and rulings["QJ-R26"] == "distinct_only":
            yield Problem("duplicate_move", "QJ-4.1.14", who=who, move=move)


def _cards(player: Player, who: str, rulings: Mapping[str, str]) -> Iterator[Problem]:
    faces = [*player.hand, *player.deck, *player.used, *(f for _, f in player.board)]
    faces += [e.face for e in entries(player.laid)]
    for face in dict.fromkeys(faces):
        if is_mixed(face) and rulings["QJ-R6"] == "homogeneous":
            yield Problem("mixed_card", "QJ-4.2.2", who=who, card=face)
    if len(faces) > 60:
        yield Problem("deck_size", "QJ-4.1.10", who=who, n=len(faces))


def _board(state: State, who: str, rulings: Mapping[str, str]) -> Iterator[Problem]:
    player = state.player(who)
    columns = min(max(state.width(rulings), 1), MAX_COLUMNS)
    filled: Counter[int] = Counter()
    for cell, face in player.board:
        place = parse_cell(cell)
        if place is None or not cell_exists(cell, columns):
            yield Problem("off_board", "QJ-4.2.5", who=who, cell=cell, columns=columns)
            continue
        filled[place.action] += 1
        if not accepts(place.row, face):
            yield Problem("wrong_limb", "QJ-4.2.9" if place.row < 2 else "QJ-4.2.10", who=who, card=face, cell=cell)
    for action, n in sorted(filled.items()):
        if n > limits.COLUMN_CAP:
            yield Problem("column_full", "QJ-4.2.14", who=who, action=action, n=n, most=limits.COLUMN_CAP)
    board = dict(player.board)
    for at, gone in enumerate((player.cancelled_fists, player.cancelled_legs)):
        for cell, n in gone:
            have = face_symbols(board[cell])[at] if cell in board else 0
            if not 0 < n <= have:
                yield Problem("too_many_markers", "QJ-4.3.6", who=who, cell=cell, n=n, have=have)


def _declared(state: State, who: str, rulings: Mapping[str, str]) -> Iterator[Problem]:
    player = state.player(who)
    if not player.declared:
        return
    declared, broken = again(state, who, player.declared, rulings)
    if broken is not None:
        text, verdict = broken
        yield Problem("illegal_declaration", "QJ-4.4.29", who=who, text=text, fault=verdict.code)
    elif declared != player.declared:
        text = next(old for old, new in zip(player.declared, declared, strict=True) if old != new)
        yield Problem("illegal_declaration", "QJ-4.4.31", who=who, text=text, fault="wrong_key_tokens")


def _cards_of_moves(state: State, rulings: Mapping[str, str]) -> Iterator[Problem]:
    held = {m for who in PLAYERS for m in state.player(who).moves}
    for move in state.moves().values():
        if move in state.own_moves or move.id in held:
            home = ("own_moves", state.own_moves.index(move)) if move in state.own_moves else ()
            for flaw in flaws(move, rulings):
                where = (*home, *flaw.path)
                worded = (flaw.code, tuple(flaw.params.items()))
                yield Problem("bad_move_card", flaw.clauses[0], move=move.id, where=where, flaw=worded)


def complete(given: dict[str, object]) -> dict[str, object]:
    """Fill in what given fields imply: who holds no move has nothing to declare."""
    made = dict(given)
    if made.get("step") == "declare":
        for who in PLAYERS:
            fields = made.get(who, {})
            if isinstance(fields, dict) and not fields.get("moves"):
                made[who] = {"done": True, **fields}
    return made
