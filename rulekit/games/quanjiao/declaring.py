"""Declaring moves: the text form, every reason for refusal, and taking back (QJ-4.4.29 to QJ-4.4.43)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rulekit.core.action import Decision
from rulekit.core.resolution import Resolution
from rulekit.games.quanjiao import citing
from rulekit.games.quanjiao.automatic import best_keys
from rulekit.games.quanjiao.board import SymbolClass
from rulekit.games.quanjiao.matching import Activation, Board, Fit, Placement, images, match_of, placements
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.solver import residual
from rulekit.games.quanjiao.state import State, other

__all__ = ["CLAUSES", "activations", "check", "declarable", "declare", "describe", "must_declare", "read", "withdraw"]

# Codes in the order in which they are tested, with the clauses they rest on.
CLAUSES = {
    "bad_declaration": ("QJ-4.4.31",),
    "move_not_held": ("QJ-4.1.3", "QJ-4.4.1"),
    "move_already_used": ("QJ-4.4.37",),
    "move_lost": ("QJ-4.4.41",),
    "mirrored": ("QJ-4.4.23",),
    "start_not_allowed": ("QJ-4.4.21", "QJ-4.4.24", "QJ-4.4.25"),
    "black_blocked": ("QJ-4.4.10",),
    "key_short": ("QJ-4.4.5", "QJ-4.4.6"),
    "wrong_key_tokens": ("QJ-4.4.31", "QJ-4.4.7"),
    "key_token_reused": ("QJ-4.4.32",),
}
KEY = re.compile(r"((?:LH|RH|LL|RL)[1-8])([FL]?)x([1-9])(c?)")
HEAD = re.compile(r"([^@\s]+)@(-?[0-9]{1,2})(~?)")


class Verdict(NamedTuple):
    """The outcome of the opponent's check: a code of CLAUSES or "ok", the activation when ok, the fit looked at.

    `more` are clauses to cite besides those of the code; `together` is, under QJ-R15 automatic_best, what is
    declared with the new one, as key marks are then taken for all moves at once.
    """

    code: str
    activation: Activation | None
    fit: Fit | None
    params: Mapping[str, Any]
    more: tuple[str, ...] = ()
    together: tuple[Activation, ...] = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses a refusal rests on."""
        return tuple(dict.fromkeys((*CLAUSES[self.code], *self.more)))


def describe(activation: Activation, classes: Sequence[SymbolClass]) -> str:
    """Write an activation: move@start, then cell x number, c for cancelled, e.g. `m01@1 LH1x1`."""
    mixed = {c.cell for c in classes if c.symbol == "fist"} & {c.cell for c in classes if c.symbol == "leg"}
    parts = [f"{activation.move}@{activation.placement}"]
    for c, n in zip(classes, activation.keys, strict=True):
        if n:
            symbol = ("F" if c.symbol == "fist" else "L") if c.cell in mixed else ""
            parts.append(f"{c.cell}{symbol}x{n}{'' if c.valid else 'c'}")
    return " ".join(parts)


def read(words: Sequence[str], classes: Sequence[SymbolClass]) -> tuple[str, Placement, tuple[int, ...] | None] | None:
    """Read what `describe` writes; keys are None when none are named, the whole is None when it is unreadable.

    Key marks that name a class the board lacks come back as one too many of nothing: a vector of -1.
    """
    head = HEAD.fullmatch(words[0]) if words else None
    if head is None:
        return None
    placement = Placement(int(head[2]), bool(head[3]))
    if len(words) == 1:
        return head[1], placement, None
    keys = [0] * len(classes)
    for word in words[1:]:
        found = KEY.fullmatch(word)
        if found is None:
            return None
        cell, symbol, n, gone = found.groups()
        matching = [
            i
            for i, c in enumerate(classes)
            if c.cell == cell and c.valid == (not gone) and symbol in ("", "F" if c.symbol == "fist" else "L")
        ]
        if not matching:
            return head[1], placement, (-1,) * max(1, len(classes))
        keys[matching[0]] += int(n)
    return head[1], placement, tuple(keys)


def activations(state: State, who: str, board: Board) -> list[Activation]:
    """Return what a player has declared, in order; what cannot be read (in an impossible position) is left out."""
    made = []
    known = state.moves()
    for text in state.player(who).declared:
        found = read(text.split(), board.classes)
        if found is not None and found[2] is not None and len(found[2]) == len(board.classes) and found[0] in known:
            made.append(Activation(found[0], found[1], found[2]))
    return made


def _copies(state: State, who: str, move: str, rulings: Mapping[str, str]) -> int:
    """Return how often a move may be activated this round (QJ-4.4.37, QJ-R26)."""
    held = state.player(who).moves.count(move)
    return held if rulings["QJ-R26"] == "copies_separate" else min(held, 1)


def _black_keys(board: Board, move: Move, placement: Placement, declared: Sequence[Activation]) -> bool:
    """Tell whether only key marks of earlier moves lie on the black cells (QJ-R10 other_keys_ignored)."""
    left = residual(board, declared)
    black = [i for r in move.regions if r.acts_as == "black" for i in board.blocking(images(r, placement))]
    return all(left[i] == 0 for i in black)


def check(state: State, who: str, words: Sequence[str], rulings: Mapping[str, str]) -> Verdict:
    """Check a declaration as the opponent does; the first code that applies counts (QJ-4.4.29)."""
    board = state.board_of(who, rulings)
    found = read(words, board.classes)
    if found is None:
        return Verdict("bad_declaration", None, None, {"text": " ".join(words)})
    move_id, placement, keys = found
    player = state.player(who)
    params: dict[str, Any] = {"move": move_id, "start": str(placement)}
    if move_id not in player.moves:
        return Verdict("move_not_held", None, None, {**params, "held": " ".join(player.moves) or "-"})
    declared = activations(state, who, board)
    used = sum(a.move == move_id for a in declared)
    if used >= _copies(state, who, move_id, rulings):
        return Verdict("move_already_used", None, None, params)
    if player.lost.count(move_id) + used >= max(1, _copies(state, who, move_id, rulings)):
        return Verdict("move_lost", None, None, params)
    move = state.moves()[move_id]
    ignore = rulings["QJ-R10"] == "other_keys_ignored" and _black_keys(board, move, placement, declared)
    fit = match_of(move, placement, board, ignore_black=ignore)
    if placement.mirrored and rulings["QJ-R12"] == "none":
        return Verdict("mirrored", None, fit, params)
    if not fit.start_allowed:
        return Verdict("start_not_allowed", None, fit, {**params, "cells": " ".join(fit.off_board) or str(placement)})
    if fit.blocked and not ignore:
        more = citing.blocked(move, placement, board, declared)
        return Verdict("black_blocked", None, fit, {**params, "cells": " ".join(fit.blocked)}, more)
    if not fit.activations:
        lack = fit.short[0]
        return Verdict(
            "key_short", None, fit,
            {**params, "cells": "+".join(lack.cells), "have": lack.have, "need": lack.need.count,
             "symbol": lack.need.symbol, "status": lack.need.state},
            citing.short(move, fit.short, board),
        )  # fmt: skip
    return _choose_keys(board, state, player.moves, fit, keys, declared, params, rulings)


def _choose_keys(
    board: Board,
    state: State,
    slots: Sequence[str],
    fit: Fit,
    keys: tuple[int, ...] | None,
    declared: Sequence[Activation],
    params: Mapping[str, Any],
    rulings: Mapping[str, str],
) -> Verdict:
    left = residual(board, declared)
    free = [a for a in fit.activations if all(k <= n for k, n in zip(a.keys, left, strict=True))]
    if rulings["QJ-R15"] == "automatic_best":
        made = best_keys(board, state.moves(), slots, declared, fit.activations)
        if made is None:
            return Verdict("key_token_reused", None, fit, params, citing.reused(None, board, left))
        return Verdict("ok", made[-1], fit, params, (), made)
    if keys is None:  # one way only may be filled in (QJ-4.4.31)
        if len(free) == 1:
            return Verdict("ok", free[0], fit, params)
        if not free:
            return Verdict("key_token_reused", None, fit, params, citing.reused(None, board, left))
        return Verdict("wrong_key_tokens", None, fit, params)
    named = [a for a in fit.activations if a.keys == keys]
    if not named:
        return Verdict("wrong_key_tokens", None, fit, params)
    if named[0] not in free:
        return Verdict("key_token_reused", None, fit, params, citing.reused(keys, board, left))
    return Verdict("ok", named[0], fit, params)


def declarable(state: State, who: str, rulings: Mapping[str, str]) -> list[Activation]:
    """Return every activation the player could declare now."""
    board = state.board_of(who, rulings)
    declared = activations(state, who, board)
    left = residual(board, declared)
    player = state.player(who)
    made: list[Activation] = []
    for move in dict.fromkeys(m for m in player.moves if m in state.moves()):
        used = sum(a.move == move for a in declared)
        copies = _copies(state, who, move, rulings)
        if used >= copies or player.lost.count(move) + used >= max(1, copies):
            continue
        for ways in _ways(board, state.moves()[move], declared, rulings):
            if rulings["QJ-R15"] == "automatic_best":  # one way a placement: the system takes the key marks
                together = best_keys(board, state.moves(), player.moves, declared, ways)
                made += together[-1:] if together is not None else ()
            else:
                made += [a for a in ways if all(k <= n for k, n in zip(a.keys, left, strict=True))]
    return made


def _ways(
    board: Board, move: Move, declared: Sequence[Activation], rulings: Mapping[str, str]
) -> Iterator[Sequence[Activation]]:
    """Yield for each placement the activations there, key marks of other moves aside."""
    for placement in placements(move, board):
        ignore = rulings["QJ-R10"] == "other_keys_ignored" and _black_keys(board, move, placement, declared)
        yield match_of(move, placement, board, ignore_black=ignore).activations


def must_declare(state: State, who: str, rulings: Mapping[str, str]) -> str | None:
    """Under QJ-R25 mandatory, return a move that fits in exactly one way and is not declared yet."""
    if rulings["QJ-R25"] != "mandatory":
        return None
    ways: dict[str, int] = {}
    for a in declarable(state, who, rulings):
        ways[a.move] = ways.get(a.move, 0) + 1
    return next((m for m, n in ways.items() if n == 1), None)


# -- carrying out -----------------------------------------------------------------------------------


class _Noted(Mapping[str, str]):
    """The rulings of a run, each noted as consulted when it is looked up."""

    def __init__(self, res: Resolution) -> None:
        self._res = res

    def __getitem__(self, id: str) -> str:
        return self._res.ruling(id)

    def __iter__(self) -> Iterator[str]:
        return iter(self._res.rulings)

    def __len__(self) -> int:
        return len(self._res.rulings)


def declare(res: Resolution, who: str, words: Sequence[str]) -> None:
    """Declare a move that the opponent has found legal, or lose it under QJ-R28 (QJ-4.4.29 to QJ-4.4.32)."""
    state: State = res.state
    player = state.player(who)
    # Where a failed attempt counts, whatever decides it decides what happens, not only what is legal.
    verdict = check(state, who, words, _Noted(res) if res.rulings["QJ-R28"] == "move_lost" else res.rulings)
    if verdict.activation is None:  # only under QJ-R28 move_lost: legal attempts never fail
        res.ruling("QJ-R28")
        player.lost = (*player.lost, str(verdict.params["move"]))
        res.step("declare.lost", "QJ-4.4.41", *verdict.clauses, who=who, move=verdict.params["move"], code=verdict.code)
        return
    board = state.board_of(who, res.rulings)
    earlier = activations(state, who, board)
    text = describe(verdict.activation, board.classes)
    if res.ruling("QJ-R38") == "consent_needed":
        name = verdict.activation.move
        question = Decision("consent", other(who), ("accept", "refuse"), ("QJ-4.4.29",), {"move": name})
        res.step("declare.proposed", "QJ-4.4.29", who=who, move=name, text=text)
        if res.choose(question) == "refuse":
            res.step("declare.vetoed", "QJ-4.4.29", who=other(who), move=verdict.activation.move)
            return
    others = [describe(a, board.classes) for a in verdict.together[:-1]] or player.declared
    player.declared = (*others, text)
    opened: list[str] = []
    sealed = res.ruling("QJ-R27") == "independent"  # the card is turned with the others, at the settlement
    if res.ruling("QJ-R29") == "hidden_until_declared" and not sealed and verdict.activation.move not in player.shown:
        player.shown = (*player.shown, verdict.activation.move)
        opened = ["QJ-4.1.13"]
    clauses = [*opened, "QJ-4.4.1", "QJ-4.4.5", "QJ-4.4.29", "QJ-4.4.30", "QJ-4.4.31", "QJ-4.4.36"]
    moves = state.moves()
    move = moves[verdict.activation.move]
    clauses += citing.declared(move, verdict.activation, board)
    clauses += citing.shared(verdict.activation, move, board, [(a, moves[a.move]) for a in earlier])
    with res.step("declared", *clauses, who=who, move=verdict.activation.move, text=text):
        for c, n in zip(board.classes, verdict.activation.keys, strict=True):
            if n:
                res.step(
                    "key.marked", "QJ-4.4.7", "QJ-4.4.32", *(() if c.valid else ("QJ-4.4.26",)),
                    who=who, cell=c.cell, symbol=c.symbol, n=n, status="valid" if c.valid else "cancelled",
                )  # fmt: skip


def withdraw(res: Resolution, who: str, move: str) -> None:
    """Take a declared move back before being done (QJ-4.4.30, QJ-4.4.43)."""
    player = res.state.player(who)
    at = max(i for i, text in enumerate(player.declared) if text.split("@")[0] == move)
    player.declared = (*player.declared[:at], *player.declared[at + 1 :])
    res.step("withdrawn", "QJ-4.4.30", "QJ-4.4.43", who=who, move=move)
