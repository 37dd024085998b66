"""Before the first turn: who begins, and the secret bans (TW-3.*)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.core.action import CHANCE
from rulekit.core.codec import Fault
from rulekit.core.duel import PLAYERS, other
from rulekit.core.options import BadOption
from rulekit.core.resolution import Resolution
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.state import State
from rulekit.games.tangwu.turn import start_turn

__all__ = ["ban", "draw_first", "opening"]


def opening(rulings: Mapping[str, str], first: str | None = None, bans: tuple[str, ...] = (), **_: Any) -> State:
    """Return the opening (TW-3.1, TW-3.2): nature draws the first player unless `first` names one.

    With `bans` (one skill of each player, A first) the bans are made and the first turn has begun up to its addition;
    `first` is then required.
    """
    state = State(step="setup")
    if first is None:
        if bans:
            raise BadOption([Fault(("bans",), "start_needs", {"other": "first"})])
        return state
    res = Resolution(state, rulings)
    draw_first(res, CHANCE, first)
    for who, skill in zip(PLAYERS, bans, strict=False):
        ban(res, who, skill)
    return state


def draw_first(res: Resolution, who: str, first: str) -> None:
    """Nature draws the first player, who starts with 20 HP, the other with 21 (TW-3.2, TW-8.1)."""
    state: State = res.state
    state.turn = first
    state.step = "ban"
    state.player(first).hp = limits.FIRST_HP
    state.player(other(first)).hp = limits.SECOND_HP
    res.step(
        "setup.first", "TW-3.2", "TW-8.1", "TW-3.1", "TW-3.3",
        who=first, hp=limits.FIRST_HP, other_hp=limits.SECOND_HP,
        cost=limits.START_COST, digit=limits.START_DIGIT,
    )  # fmt: skip


def ban(res: Resolution, who: str, skill: str) -> None:
    """Note a secret pick; once both are in, reveal them and begin (TW-3.1.1, TW-3.1.2, TW-3.1.3)."""
    state: State = res.state
    state.player(who).pick = skill
    with res.step("ban.picked", "TW-3.1.1", who=who):
        if state.A.pick is None or state.B.pick is None:
            return
        picks = (state.A.pick, state.B.pick)
        state.banned = tuple(dict.fromkeys(picks))
        clauses = ("TW-3.1.2",) if picks[0] == picks[1] else ()
        state.A.pick = state.B.pick = None
        res.step("ban.revealed", "TW-3.1.3", "TW-3.1.4", *clauses, skills=state.banned)
    start_turn(res)
