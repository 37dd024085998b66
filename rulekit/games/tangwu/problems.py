"""Why a position is impossible: every range and every bond between fields the rules imply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulekit.core.bounds import out_of_bounds
from rulekit.core.errors import Problem
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.castable import casts
from rulekit.games.tangwu.casting import caster_of
from rulekit.games.tangwu.ending import quiet_limit
from rulekit.games.tangwu.skills import SKILLS
from rulekit.games.tangwu.state import STEPS, WEAK_STEPS, Player, State

__all__ = ["fill_in", "problems"]


def problems(state: State, rulings: Mapping[str, str]) -> list[Problem]:
    """Return every reason in field order, players first."""
    found: list[Problem] = []
    for who in "AB":
        player = state.player(who)
        found += out_of_bounds(player, (who,), state.step)
        found += _gesture(player, who)
        found += _statuses(player, who, rulings)
    found += out_of_bounds(state, (), state.step)
    found += _opening(state)
    found += _turn(state)
    if state.step in ("add", "act"):
        found += _counted(state, rulings)
        found += _begun(state) if not state.acted else ()
        found += _by_itself(state, rulings)
    found += _streaks(state, rulings)
    found += _game(state, rulings)
    return found


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


def _opening(state: State) -> Iterator[Problem]:
    """Before the first turn there is nothing but the drawn life and one pick (TW-3.1, TW-3.2, TW-3.1.3)."""
    if state.step not in ("setup", "ban"):
        return
    for who in "AB":
        player, life = state.player(who), limits.FIRST_HP
        if state.step == "ban" and who != state.turn:
            life = limits.SECOND_HP
        for spec in player.FIELDS:
            start = life if spec.name == "hp" else spec.default
            if getattr(player, spec.name) != start and spec.name != "pick":
                value = getattr(player, spec.name)
                where = (who, spec.label)
                yield Problem("not_as_at_the_start", "TW-3.1", where=where, value=value, start=start)
    if state.A.pick is not None and state.B.pick is not None:
        yield Problem("both_picked", "TW-3.1.3", where=("A", "pick"))


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
    if state.digit_cast and not state.acted:
        yield Problem("digit_without_cast", "TW-5.6.4", where=("digit_cast",))
    if state.step in ("add", "act") and (frozen := state.player(state.turn).frozen):
        yield Problem("acts_frozen", "TW-5.7.1", who=state.turn, n=frozen)
    if state.step == "end":
        yield Problem("between_turns", "TW-4.9")


def _counted(state: State, rulings: Mapping[str, str]) -> Iterator[Problem]:
    """A cast is an action, under TW-R48 count_adds_and_casts an addition is one as well (TW-8.2)."""
    added = int(rulings["TW-R48"] == "count_adds_and_casts" and state.step == "act")
    if state.acted and not state.actions:
        yield Problem("cast_not_counted", "TW-8.2", where=("acted",))
    if state.actions > added and not state.acted:
        yield Problem("actions_without_cast", "TW-8.2", where=("actions",), n=state.actions)
    if state.actions >= limits.ACTION_LIMIT + added:
        params = {"n": state.actions, "limit": limits.ACTION_LIMIT}
        yield Problem("actions_used_up", "TW-8.2", where=("actions",), **params)


def _begun(state: State) -> Iterator[Problem]:
    """Before the first cast of a turn nobody was hurt in it, and what takes effect at its start has done so."""
    who = state.turn
    own = state.player(who)
    if state.hurt:
        yield Problem("hurt_without_cast", "TW-8.16", where=("hurt",))
    if own.turn_damage:
        where, n = (who, own.BY_LABEL["turn_damage"].label), own.turn_damage
        yield Problem("damage_without_cast", "TW-6.D5.4", where=where, who=who, n=n)
    if own.mist and state.step == "add":
        yield Problem("mist_skips_addition", "TW-4.6", where=(who, "幻雾"), who=who)
    if own.controlled:
        yield Problem("control_takes_effect", "TW-6.D9.1", where=(who, "尤里"), who=who)


def _by_itself(state: State, rulings: Mapping[str, str]) -> Iterator[Problem]:
    """What passes by itself never waits for a player (TW-4.6, TW-4.18, TW-4.19)."""
    if state.no_addition and rulings["TW-R43"] != "all_additions":
        yield Problem("additions_follow", "TW-4.6", where=("no_addition",))
    locked = state.player(caster_of(state, rulings)).streak >= limits.STREAK_LIMIT
    if locked and state.acted and rulings["TW-R52"] == "turn_ends_at_once":
        yield Problem("turn_ended", "TW-4.19", where=("step",))
    elif state.step == "act" and rulings["TW-R47"] == "auto_pass" and not casts(state, state.turn, rulings):
        yield Problem("passes_by_itself", "TW-4.18", where=("step",), who=state.turn)


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
        yield from _over(state, quiet)
        return
    if state.idle >= quiet:
        yield Problem("quiet_too_long", "TW-8.16", n=state.idle, limit=quiet)
    for who in "AB":
        player = state.player(who)
        if player.hp <= 0:
            yield Problem("down_while_playing", "TW-7.1", who=who, hp=player.hp)
        if player.bet == 0:
            yield Problem("bet_over", "TW-8.8", who=who)


def _over(state: State, quiet: int) -> Iterator[Problem]:
    """A result has its reason, and the reason the state it needs (TW-7.1 to TW-7.3, TW-8.16)."""
    if state.result is None or state.reason is None:
        yield Problem("over_without_result", "TW-7.1")
        return
    losers = [who for who in "AB" if who != state.result]
    drawn = state.result == "draw"
    for who in losers if state.reason != "quiet" else ():
        if state.player(who).hp > 0:
            yield Problem("loser_stands", "TW-7.1", where=("result",), who=who, hp=state.player(who).hp)
    if state.reason == "quiet" and state.idle < quiet:
        yield Problem("not_quiet_yet", "TW-8.16", where=("reason",), n=state.idle, limit=quiet)
    if state.reason in (("combo", "bet_timeout") if drawn else ("quiet",)):
        yield Problem("reason_of_another_result", "TW-7.3", where=("reason",), reason=state.reason, result=state.result)
    if not drawn and state.reason == "bet_timeout" and state.player(losers[0]).bet != 0:
        yield Problem("bet_runs_on", "TW-8.8", where=("reason",), who=losers[0])


def fill_in(given: dict[str, Any], rulings: Mapping[str, str]) -> dict[str, Any]:
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
