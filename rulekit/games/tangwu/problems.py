"""Why a position is impossible: every range and every bond between fields the rules imply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulekit.core.errors import Problem
from rulekit.core.record import FieldSpec, Record
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.casting import caster_of
from rulekit.games.tangwu.ending import quiet_limit
from rulekit.games.tangwu.skills import SKILLS
from rulekit.games.tangwu.state import STEPS, WEAK_STEPS, Player, State

__all__ = ["complete", "problems"]


def problems(state: State, rulings: Mapping[str, str]) -> list[Problem]:
    """Return every reason in field order, players first."""
    found: list[Problem] = []
    for who in "AB":
        player = state.player(who)
        found += _ranges(player, who)
        found += _gesture(player, who)
        found += _statuses(player, who, rulings)
    found += _ranges(state, "")
    found += _turn(state)
    found += _streaks(state, rulings)
    found += _game(state, rulings)
    return found


def _ranges(part: Record, who: str) -> Iterator[Problem]:
    for spec in part.FIELDS:
        for value in _numbers(part, spec):
            if (spec.low is not None and value < spec.low) or (spec.high is not None and value > spec.high):
                yield Problem(
                    "range",
                    spec.clause,
                    where=(who, spec.label) if who else (spec.label,),
                    value=value,
                    low=spec.low if spec.low is not None else "-∞",
                    high=spec.high if spec.high is not None else "∞",
                )


def _numbers(part: Record, spec: FieldSpec) -> tuple[int, ...]:
    value = getattr(part, spec.name)
    if spec.kind == "ints":
        return tuple(value)
    return (value,) if isinstance(value, int) and not isinstance(value, bool) else ()


def _gesture(player: Player, who: str) -> Iterator[Problem]:
    if player.digit in (limits.DIGIT_MAX + 1, limits.COST_MAX):
        yield Problem("gesture_on_skill_hand", "TW-2.1", who=who, digit=player.digit)


def _statuses(player: Player, who: str, rulings: Mapping[str, str]) -> Iterator[Problem]:
    for name in ("thorns", "fortify", "disdain", "tang_mode"):
        spec = next(s for s in player.FIELDS if s.name == name)
        if getattr(player, name) > 1 and rulings["TW-R26"] == "no_stack":
            yield Problem("no_stack", "TW-6.6", who=who, status=spec.label)
    if player.mist > 1 and rulings["TW-R44"] == "no_stack":
        yield Problem("no_stack", "TW-6.D2.6", who=who, status="幻雾")
    steps = sum(e in (STEPS, WEAK_STEPS) for e in player.delayed)
    if steps > 1 and rulings["TW-R20"] != "stack_second":
        yield Problem("no_stack", "TW-6.D7.4", who=who, status="七步")
    if player.charge is not None and player.stored_charge:
        yield Problem("charge_twice", "TW-5.6.10", who=who)
    if player.bet is not None and not player.bet_used:
        yield Problem("bet_not_used", "TW-6.D8.5", who=who)
    if player.bet_used and player.bet is None:
        yield Problem("bet_never_ends", "TW-6.D8.6", who=who)
    if player.bet_extra_used and not player.bet_used:
        yield Problem("bet_extra_without_bet", "TW-6.D8.9", who=who)
    if (player.dummies or player.in_dummy) and not player.dummy_used:
        yield Problem("dummy_not_used", "TW-5.5.4", who=who)
    lives = len(player.dummies) + player.in_dummy
    if lives > 1 and not player.tang_mode:
        yield Problem("too_many_dummies", "TW-5.5.4", who=who, n=lives)


def _turn(state: State) -> Iterator[Problem]:
    if len(state.chain) > state.actions:
        yield Problem("chain_too_long", "TW-8.13", chain=len(state.chain), actions=state.actions)
    if state.chain and not state.digit_cast:
        yield Problem("chain_without_digit", "TW-8.13")
    if state.linked_seven and not state.digit_cast:
        yield Problem("seven_without_digit", "TW-5.6.4")
    if state.linked_seven and state.player(state.turn).digit != 7:
        yield Problem("seven_elsewhere", "TW-5.6.4", digit=state.player(state.turn).digit)
    if state.controller == state.turn:
        yield Problem("controls_self", "TW-6.D9.1", who=state.turn)
    if state.step in ("add", "act") and (frozen := state.player(state.turn).frozen):
        yield Problem("acts_frozen", "TW-5.7.1", who=state.turn, n=frozen)
    if state.step == "end":
        yield Problem("between_turns", "TW-4.9")


def _streaks(state: State, rulings: Mapping[str, str]) -> Iterator[Problem]:
    """A cast counts for one player and resets the other (TW-4.14, TW-4.15)."""
    if state.A.streak and state.B.streak:
        yield Problem("both_streaks", "TW-4.15", a=state.A.streak, b=state.B.streak)
    caster = caster_of(state, rulings)
    streak = state.player(caster).streak
    most = streak
    if rulings["TW-R48"] == "count_adds_and_casts":  # one addition for each cast, and for the one that is due
        most = 2 * streak + (state.step == "act")
    if state.step in ("add", "act") and state.actions > most:
        yield Problem("more_actions_than_streak", "TW-4.14", who=caster, actions=state.actions, streak=streak)


def _game(state: State, rulings: Mapping[str, str]) -> Iterator[Problem]:
    if len(state.banned) > 2 or len(set(state.banned)) < len(state.banned):
        yield Problem("too_many_bans", "TW-3.1.5", n=len(state.banned), skills=len(SKILLS))
    quiet = quiet_limit(rulings["TW-R49"])
    if state.step == "over":
        if state.result is None:
            yield Problem("over_without_result", "TW-7.1")
        return
    if state.result is not None:
        yield Problem("result_while_playing", "TW-7.1", result=state.result)
    if state.idle >= quiet:
        yield Problem("quiet_too_long", "TW-8.16", n=state.idle, limit=quiet)
    for who in "AB":
        player = state.player(who)
        if player.hp <= 0:
            yield Problem("down_while_playing", "TW-7.1", who=who, hp=player.hp)
        if player.bet == 0:
            yield Problem("bet_over", "TW-8.8", who=who)


def complete(given: dict[str, Any], rulings: Mapping[str, str]) -> dict[str, Any]:
    """Fill in what given fields imply: used-up marks of 赌命 and 假人, what was counted in a turn of several casts."""
    made = dict(given)
    for who in "AB":
        fields = made.get(who)
        if isinstance(fields, dict):
            fields = made[who] = dict(fields)
            if fields.get("赌命") is not None:
                fields.setdefault("赌命已用", True)
            if fields.get("假人") or fields.get("假人作战"):
                fields.setdefault("假人已用", True)
    _complete_turn(made, rulings)
    return made


def _complete_turn(made: dict[str, Any], rulings: Mapping[str, str]) -> None:
    """Fill in how many actions and casts there were in the turn, at least, and that they count for who cast."""
    chain, step = made.get("chain"), made.get("step", "add")
    linked = len(chain) if isinstance(chain, (list, tuple)) else 0
    added = rulings["TW-R48"] == "count_adds_and_casts"
    if linked:
        made.setdefault("actions", 2 * linked + (step == "act") if added else linked)
        made.setdefault("digit_cast", True)
    actions = made.get("actions", 0)
    if not isinstance(actions, int):
        return
    casts = max(linked, (actions + (step != "act")) // 2 if added else actions)
    if casts <= 0:
        return
    made.setdefault("acted", True)
    controlled = made.get("controller") is not None and rulings["TW-R42"] == "controller"
    caster = made.get("controller" if controlled else "turn", "A")
    fields = made.get(caster, {}) if caster in ("A", "B") else None
    if isinstance(fields, dict):
        made[caster] = {"streak": min(casts, limits.STREAK_LIMIT), **fields}
