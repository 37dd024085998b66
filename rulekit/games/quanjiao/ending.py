"""How a duel ends (QJ-4.5.19, QJ-4.5.20, QJ-4.6.12)."""

from __future__ import annotations

from rulekit.core.duel import Over
from rulekit.core.resolution import Resolution
from rulekit.games.quanjiao import limits
from rulekit.games.quanjiao.state import State

__all__ = ["check_life", "check_quiet", "finish"]


def finish(res: Resolution, result: str, reason: str, *clauses: str) -> None:
    """Record the result and stop the resolution; always raises Over."""
    state: State = res.state
    state.step = "over"
    state.result = result
    state.reason = reason
    res.step("duel.over", *clauses, result=result, reason=reason)
    raise Over


def check_life(res: Resolution) -> None:
    """Enter the win/loss phase when anybody is at 0 or below (QJ-4.5.19, QJ-4.5.20, QJ-R30)."""
    state: State = res.state
    a, b = state.A.life, state.B.life
    if a > 0 and b > 0:
        res.skip("life.both_standing", "QJ-4.5.19", "QJ-4.5.21", a=a, b=b)
        return
    with res.step("life.checked", "QJ-4.5.19", "QJ-4.5.21", a=a, b=b):
        if a > 0 or b > 0:
            finish(res, "A" if a > 0 else "B", "life", "QJ-4.5.20")
        reading = res.ruling("QJ-R30")
        if reading == "higher_life_wins" and a != b:
            finish(res, "A" if a > b else "B", "life", "QJ-4.5.20")
        finish(res, "both_lose" if reading == "both_lose" else "draw", "life", "QJ-4.5.20")


def check_quiet(res: Resolution) -> None:
    """Count rounds without damage; under QJ-R34 stalemate_draw five in a row are a draw (QJ-4.6.12)."""
    state: State = res.state
    if state.A.dealt or state.B.dealt:
        if state.quiet:
            state.quiet = 0
            res.step("quiet.reset", "QJ-4.6.12")
        return
    state.quiet += 1
    res.step("quiet.counted", "QJ-4.6.12", n=state.quiet)
    if res.ruling("QJ-R34") == "stalemate_draw" and state.quiet >= limits.QUIET_ROUNDS:
        finish(res, "draw", "quiet", "QJ-4.6.12")
