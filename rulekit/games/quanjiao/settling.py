"""Settlement: what each side deals, and both lives at once (QJ-4.5.*)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulekit.core.resolution import Resolution
from rulekit.games.quanjiao import limits
from rulekit.games.quanjiao.board import Place
from rulekit.games.quanjiao.cards import end_round
from rulekit.games.quanjiao.declaring import activations
from rulekit.games.quanjiao.ending import check_life, check_quiet
from rulekit.games.quanjiao.matching import Activation, Board, images
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.scoring import Score, TermScore, score
from rulekit.games.quanjiao.state import PLAYERS, State, other

__all__ = ["settle"]

# Rulings that a count of each kind consults.
COUNT_RULINGS = {
    "grey": ("QJ-R16", "QJ-R17", "QJ-R39"),
    "each": ("QJ-R18", "QJ-R19", "QJ-R20", "QJ-R21", "QJ-R22", "QJ-R24", "QJ-R40"),
    "contained": ("QJ-R8",),
}
COUNT_CLAUSES = {
    "grey": ("QJ-4.4.14", "QJ-4.4.16", "QJ-4.5.6", "QJ-4.5.7", "QJ-4.5.8"),
    "each": ("QJ-4.5.9", "QJ-4.5.10", "QJ-4.5.11", "QJ-4.5.12", "QJ-4.5.13"),
    "contained": ("QJ-4.5.4", "QJ-4.5.5"),
}


def settle(res: Resolution) -> None:
    """Compute both totals, take both lives at once, then end the round or the duel (QJ-4.5.1, QJ-4.5.18)."""
    state: State = res.state
    with res.step("settlement", "QJ-4.5.1", "QJ-4.5.23", "QJ-4.5.25"):
        for who in PLAYERS:
            _publish(res, who)
            _total(res, who)
        _lose_life(res)
    check_life(res)
    check_quiet(res)
    end_round(res)
    assert state.step in ("draw", "place")


def _publish(res: Resolution, who: str) -> None:
    """Under QJ-R29 hidden_until_declared the cards of sealed declarations are turned now (QJ-R27)."""
    player = res.state.player(who)
    declared = dict.fromkeys(t.split("@")[0] for t in player.declared)
    opened = tuple(m for m in declared if m not in player.shown)
    if opened and res.ruling("QJ-R29") == "hidden_until_declared":
        player.shown = (*player.shown, *opened)
        res.step("moves.shown", "QJ-4.1.13", "QJ-4.4.40", who=who, moves=opened)


def _total(res: Resolution, who: str) -> None:
    state: State = res.state
    player = state.player(who)
    board = state.board_of(who, res.rulings)
    declared = activations(state, who, board)
    result = score(board, state.moves(), declared)
    with res.step("side.counted", "QJ-4.5.2", who=who):
        told = []
        for activation, terms, damage in zip(declared, result.terms, result.damage, strict=True):
            _move_damage(res, who, activation, terms, damage)
            told.append(res.latest("move.damage"))
        _loose(res, who, board, declared, result, told)
        total = res.number(result.loose * limits.LOOSE_DAMAGE, "QJ-4.5.3" if result.loose else "QJ-4.5.17")
        for damage in result.damage:
            total = res.derive(total, "+", damage, "QJ-4.5.2")
        player.dealt = int(total)
        res.step("total", "QJ-4.5.17", *(("QJ-4.5.22",) if not total else ()), who=who, n=total)


def _move_damage(res: Resolution, who: str, activation: Activation, terms: tuple[TermScore, ...], damage: int) -> None:
    with res.step("move.damage", "QJ-4.5.2", who=who, move=activation.move, n=damage):
        for found in terms:
            term = found.term
            if term.term == "fixed":
                res.step("term.fixed", "QJ-4.5.2", n=res.number(found.damage, "QJ-4.5.2"))
                continue
            kind = term.count.of or "each"
            for ruling in COUNT_RULINGS[kind]:
                res.ruling(ruling)
            amount = res.number(found.counted, COUNT_CLAUSES[kind][0])
            if term.term == "per":
                amount = res.derive(amount, "*", term.each or 0, "QJ-4.5.2")
                if term.max is not None:
                    amount = res.derive(amount, "min", term.max, "QJ-4.5.2")
            else:
                amount = res.derive(amount, "=", found.damage, "QJ-4.5.2")
            clauses = COUNT_CLAUSES[kind]
            if term.count.state in ("cancelled", "any"):
                clauses = (*clauses, "QJ-4.4.28")
            res.step("term.counted", *clauses, counted=found.counted, source=kind, n=amount)


def _loose(
    res: Resolution, who: str, board: Board, declared: list[Activation], result: Score, told: list[int | None]
) -> None:
    """Symbols outside all moves deal 1 each, or by card (QJ-R9), contained and cancelled ones none.

    See QJ-4.5.3, QJ-4.5.4 and QJ-4.5.14.  `told` are the steps of the declared moves.
    """
    for i, c in enumerate(board.classes):
        if result.contained[i]:
            by_key = sum(a.keys[i] for a in declared)
            clauses = ["QJ-4.5.4", "QJ-4.5.5" if by_key else "QJ-4.5.9"]
            if by_key and result.contained[i] > by_key:
                clauses.append("QJ-4.5.9")
            clauses.append("QJ-4.5.15")
            parts = zip(declared, result.whole, told, strict=True)
            holders = [step for a, whole, step in parts if a.keys[i] or i in whole]
            because = holders[0] if len(holders) == 1 else None
            n = result.contained[i]
            res.skip("loose.contained", *clauses, who=who, because=because, cell=c.cell, symbol=c.symbol, n=n)
        if not c.valid:
            res.skip("loose.cancelled", "QJ-4.5.14", who=who, cell=c.cell, symbol=c.symbol, n=c.n)
    by_card = res.ruling("QJ-R9") == "per_card"
    res.ruling("QJ-R8")
    for i, c in enumerate(board.classes):
        n = result.loose_by_class[i]
        if n:
            more = ("QJ-4.5.16",) if any(a.keys[i] for a in declared) else ()
            outside = _outside(res.state.moves(), declared, c.place)
            res.step(
                "loose.on_card" if by_card else "loose",
                "QJ-4.5.3",
                *more,
                *outside,
                who=who,
                cell=c.cell,
                symbol=c.symbol,
                n=n,
            )
    if by_card:
        res.step("loose.per_card", "QJ-4.5.3", who=who, n=result.loose)


def _outside(moves: Mapping[str, Move], declared: Sequence[Activation], place: Place) -> tuple[str, ...]:
    """Cite why a symbol is part of no declared move: it lies on a blank cell, or on no printed one."""
    if not declared:
        return ()
    regions = [r for a in declared for r in moves[a.move].regions if place in images(r, a.placement)]
    if not regions:
        return ("QJ-4.4.9",)
    return ("QJ-4.4.8",) if any(r.acts_as == "blank" for r in regions) else ()


def _lose_life(res: Resolution) -> None:
    """Both lose life equal to the other's total, together (QJ-4.5.18, QJ-4.5.24)."""
    state: State = res.state
    floor = res.ruling("QJ-R36") == "floor_zero"
    before = {who: state.player(who).life for who in PLAYERS}
    for who in PLAYERS:
        left = before[who] - state.player(other(who)).dealt
        state.player(who).life = max(0, left) if floor else left
    res.step(
        "life.lost", "QJ-4.5.18", "QJ-4.5.24", "QJ-4.1.5",
        a=before["A"], b=before["B"], a_after=state.A.life, b_after=state.B.life,
        a_loses=before["A"] - state.A.life, b_loses=before["B"] - state.B.life,
    )  # fmt: skip
