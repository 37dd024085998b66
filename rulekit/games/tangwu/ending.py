"""How a game of 唐五 ends (TW-7.*)."""

from __future__ import annotations

from rulekit.core.duel import Over, other
from rulekit.core.resolution import Resolution
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.state import State

__all__ = ["finish", "instant_check", "quiet_limit", "win_check"]


def quiet_limit(reading: str) -> int:
    """Return at how many single turns without a cast or an injury the game is drawn, as TW-R49 reads (TW-8.16)."""
    return limits.QUIET_TURNS * (2 if reading == "full_rounds" else 1)


def finish(res: Resolution, result: str, reason: str, *clauses: str) -> None:
    """Record the result and stop the resolution; always raises Over."""
    state: State = res.state
    state.step = "over"
    state.result = result
    state.reason = reason
    state.controller = None
    res.step("game.over", *clauses, result=result, reason=reason)
    raise Over


def win_check(res: Resolution, clause: str) -> None:
    """End the game when a player is down: TW-7.1, TW-7.2; `clause` says why the check is made now."""
    state: State = res.state
    a_down = state.A.hp <= 0
    b_down = state.B.hp <= 0
    if not (a_down or b_down):
        return
    with res.step("win.checked", clause, a=state.A.hp, b=state.B.hp):
        result = "draw" if a_down and b_down else "B" if a_down else "A"
        finish(res, result, "hp_zero", "TW-7.1", "TW-7.2")


def instant_check(res: Resolution, target: str) -> None:
    """Under TW-R4 at_any_moment a player at 0 or less without a dummy has lost at once."""
    victim = res.state.player(target)
    if victim.hp <= 0 and not victim.dummies and res.ruling("TW-R4") == "at_any_moment":
        finish(res, other(target), "hp_zero", "TW-7.1")
