"""How a game ends: life at 0, checked right after every change of it (SL-1.1, SL-11.2 to SL-11.4)."""

from __future__ import annotations

from rulekit.core.duel import Over
from rulekit.core.resolution import Resolution
from rulekit.games.shengling.state import PLAYERS, State, other

__all__ = ["check_hp", "gain_hp", "last_check", "lose_hp", "surrender"]


def lose_hp(res: Resolution, who: str, n: int, kind: str, *clauses: str) -> None:
    """Take life, at least down to 0; what is beyond it is lost unless SL-R42 counts on (SL-11.4)."""
    player = res.state.player(who)
    left = player.hp
    beyond = int(n) - left
    floored = beyond > 0 and res.ruling("SL-R42") == "floor_zero"
    if floored:
        n = res.capped(n, left, "SL-11.4", clauses[0])
    player.hp = left - int(n)
    res.step(kind, *clauses, *(("SL-11.4",) if beyond > 0 else ()), who=who, n=n, hp=player.hp)
    if floored:
        res.skip("hp.floored", "SL-11.4", who=who, n=beyond)


def gain_hp(res: Resolution, who: str, n: int, maximum: int) -> None:
    """Give life, up to the maximum (SL-1.3, SL-7.26)."""
    player = res.state.player(who)
    surplus = player.hp + n - maximum
    gained = res.capped(n, maximum - player.hp, "SL-1.3", "SL-7.26")
    player.hp += gained
    res.step("heal", "SL-7.26", "SL-1.3", who=who, n=gained, hp=player.hp)
    if surplus > 0:
        res.skip("heal.capped", "SL-1.3", who=who, n=surplus, limit=maximum)


def check_hp(res: Resolution) -> None:
    """End the game when somebody is at 0, at once or, under SL-R21 after_action, at the end of the action."""
    state: State = res.state
    if state.A.hp > 0 and state.B.hp > 0:
        return
    if res.ruling("SL-R21") == "after_action":
        res.skip("result.later", "SL-11.3")
        return
    _finish(res)


def last_check(res: Resolution) -> None:
    """Check the result once more when an action has been settled; only SL-R21 after_action leaves something to find."""
    state: State = res.state
    if state.result is None and state.step != "setup" and (state.A.hp <= 0 or state.B.hp <= 0):
        _finish(res)


def _finish(res: Resolution) -> None:
    """Record who won and stop the resolution; always raises Over."""
    state: State = res.state
    down = [who for who in PLAYERS if state.player(who).hp <= 0]
    if len(down) == 1:
        state.result, clauses = other(down[0]), ("SL-1.1", "SL-1.9", "SL-11.3")
    else:
        reading = res.ruling("SL-R22")
        loser = state.active if reading == "active_player_loses" else other(state.active)
        state.result, clauses = "draw" if reading == "draw" else other(loser), ("SL-11.2", "SL-11.3", "SL-1.9")
    state.reason = "hp"
    res.step("game_over", *clauses, result=state.result, reason=state.reason)
    raise Over


def surrender(res: Resolution, who: str) -> None:
    """Give up: the opponent wins; only under SL-R41 allowed_any_time (SL-11.5)."""
    state: State = res.state
    state.result, state.reason = other(who), "surrender"
    res.ruling("SL-R41")
    res.step("game_over", "SL-11.5", who=who, result=state.result, reason=state.reason)
    raise Over
