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
from rulekit.games.quanjiao.matching import (
    Activation,
    Board,
    Fit,
    Placement,
    fits,
    key_marks,
    match_of,
    mirrors_itself,
    placements,
)
from rulekit.games.quanjiao.solver import residual
from rulekit.games.quanjiao.state import State, other

__all__ = [
    "CLAUSES",
    "activations",
    "again",
    "check",
    "declarable",
    "declare",
    "describe",
    "finish_declaring",
    "must_declare",
    "read",
    "remaining",
    "withdraw",
]

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

    `more` are clauses to cite besides those of the code; `together` is all that is declared then, the new one
    last: under QJ-R15 automatic_best key marks are taken for all moves at once.
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
        return Verdict("move_not_held", None, None, {**params, "held": player.moves})
    declared = activations(state, who, board)
    used = sum(a.move == move_id for a in declared)
    if used >= _copies(state, who, move_id, rulings):
        return Verdict("move_already_used", None, None, params)
    if player.lost.count(move_id) + used >= max(1, _copies(state, who, move_id, rulings)):
        return Verdict("move_lost", None, None, params)
    move = state.moves()[move_id]
    if rulings["QJ-R12"] != "none" and mirrors_itself(move):
        placement = Placement(placement.start)
    fit = match_of(move, placement, board, key_marks(board, declared))
    if placement.mirrored and rulings["QJ-R12"] == "none":
        return Verdict("mirrored", None, fit, params)
    if not fit.start_allowed:
        return Verdict("start_not_allowed", None, fit, {**params, "cells": fit.off_board or (str(placement),)})
    if rulings["QJ-R15"] == "automatic_best":
        made = _together(state, who, board, declared, (move_id, placement))
        if made is not None:
            return Verdict("ok", made[-1], fit, params, (), made)
    if fit.blocked or fit.opposed:
        more = citing.blocked(move, placement, board, declared)
        cells = dict.fromkeys((*fit.blocked, *fit.opposed))
        return Verdict("black_blocked", None, fit, {**params, "cells": tuple(cells)}, more)
    if not fit.activations:
        lack = fit.short[0]
        return Verdict(
            "key_short", None, fit,
            {**params, "cells": lack.cells, "have": lack.have, "need": lack.need.count,
             "symbol": lack.need.symbol, "status": lack.need.state},
            citing.short(move, fit.short, board),
        )  # fmt: skip
    return _choose_keys(board, fit, None if rulings["QJ-R15"] == "automatic_best" else keys, declared, params)


def _together(
    state: State, who: str, board: Board, declared: Sequence[Activation], new: tuple[str, Placement]
) -> tuple[Activation, ...] | None:
    """Return what is declared with one more move, all key marks taken anew by the system; None if that is not legal."""
    laid = [*((a.move, a.placement) for a in declared), new]
    return best_keys(board, state.moves(), state.player(who).moves, laid)


def _choose_keys(
    board: Board,
    fit: Fit,
    keys: tuple[int, ...] | None,
    declared: Sequence[Activation],
    params: Mapping[str, Any],
) -> Verdict:
    left = residual(board, declared)
    free = [a for a in fit.activations if _free(a, left)]
    named = free if keys is None else [a for a in fit.activations if a.keys == keys]
    if keys is not None and not named:
        return Verdict("wrong_key_tokens", None, fit, params)
    if not named or named[0] not in free:
        return Verdict("key_token_reused", None, fit, params, citing.reused(keys, board, left))
    if len(named) > 1:  # one way only may be filled in (QJ-4.4.31)
        return Verdict("wrong_key_tokens", None, fit, params)
    return Verdict("ok", named[0], fit, params, (), (*declared, named[0]))


def _free(activation: Activation, left: Sequence[int]) -> bool:
    """Tell whether the key marks of an activation are still to be had (QJ-4.4.32)."""
    return all(k <= n for k, n in zip(activation.keys, left, strict=True))


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
        card = state.moves()[move]
        if rulings["QJ-R15"] == "automatic_best":  # one way a placement
            for placement in placements(card, board):
                together = _together(state, who, board, declared, (move, placement))
                made += together[-1:] if together is not None else ()
        else:
            made += [
                a for fit in fits(card, board, key_marks(board, declared)) for a in fit.activations if _free(a, left)
            ]
    return made


def again(
    state: State, who: str, texts: Sequence[str], rulings: Mapping[str, str]
) -> tuple[tuple[str, ...], tuple[str, Verdict] | None]:
    """Declare `texts` one after the other from nothing.

    Returns what is declared then, and the first text that does not stand with the reason.
    """
    trial = state.copy()
    player = trial.player(who)
    player.declared = player.lost = ()
    for text in texts:
        verdict = check(trial, who, text.split(), rulings)
        if verdict.activation is None:
            return player.declared, (text, verdict)
        classes = player.classes()
        player.declared = tuple(describe(a, classes) for a in verdict.together)
    return player.declared, None


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


def _deciding(res: Resolution) -> Mapping[str, str]:
    """Return the rulings, noted where they decide what happens and not only what is legal.

    So it is where a failed attempt counts (QJ-R28) and where the key marks are taken by what they deal (QJ-R15).
    """
    decisive = res.rulings["QJ-R28"] == "move_lost" or res.ruling("QJ-R15") == "automatic_best"
    return _Noted(res) if decisive else res.rulings


def declare(res: Resolution, who: str, words: Sequence[str]) -> None:
    """Declare a move that the opponent has found legal, or lose it under QJ-R28 (QJ-4.4.29 to QJ-4.4.32)."""
    state: State = res.state
    player = state.player(who)
    verdict = check(state, who, words, _deciding(res))
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
            if res.ruling("QJ-R25") == "mandatory":  # what was refused cannot be demanded again
                player.lost = (*player.lost, name)
            res.step("declare.vetoed", "QJ-4.4.29", who=other(who), move=name)
            return
    player.declared = tuple(describe(a, board.classes) for a in verdict.together)
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


def remaining(declared: Sequence[str], move: str) -> tuple[str, ...]:
    """Return the declared texts without the last one of a move."""
    at = max(i for i, text in enumerate(declared) if text.split("@")[0] == move)
    return (*declared[:at], *declared[at + 1 :])


def withdraw(res: Resolution, who: str, move: str) -> None:
    """Take a declared move back before being done (QJ-4.4.30, QJ-4.4.43)."""
    player = res.state.player(who)
    rest = remaining(player.declared, move)
    if res.ruling("QJ-R15") == "automatic_best":
        rest, _ = again(res.state, who, rest, _deciding(res))
    player.declared = rest
    res.step("withdrawn", "QJ-4.4.30", "QJ-4.4.43", who=who, move=move)


def finish_declaring(res: Resolution, who: str) -> None:
    """Note that a player declares no more (QJ-4.4.40, QJ-4.4.43)."""
    res.state.player(who).done = True
    res.step("declare.done", "QJ-4.4.40", "QJ-4.4.2", "QJ-4.4.43", who=who)
