"""The turn (TW-4.*): its start, the addition, its end, and what runs by itself until a player must act."""

from __future__ import annotations

from rulekit.core.duel import other
from rulekit.core.resolution import Resolution
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.casting import acting, cost_capped
from rulekit.games.tangwu.damage import deal, source_of
from rulekit.games.tangwu.ending import finish, quiet_limit, win_check
from rulekit.games.tangwu.state import BURN, STEPS, VENOM, WEAK_STEPS, State

__all__ = ["add", "end_turn", "pass_on", "pass_turn", "start_turn"]


def pass_on(res: Resolution, *, frozen: bool = False, taunted: bool = False) -> None:
    """End the turn and start the next, through frozen turns, until somebody must act (TW-4.9, TW-8.15).

    `taunted` says that 嘲讽 was the last cast of the turn, see `end_turn`.
    """
    state: State = res.state
    while True:
        end_turn(res, frozen=frozen, taunted=taunted)
        taunted = False
        state.turn = other(state.turn)
        frozen = start_turn(res)
        if not frozen:
            return


def pass_turn(res: Resolution, *clauses: str) -> None:
    """End the turn without a cast, which also breaks the digit chain (TW-8.14, TW-8.13)."""
    state: State = res.state
    state.step = "end"
    with res.step("passed", *clauses, who=state.turn):
        if state.chain:
            state.chain = ()
            res.step("chain.passed", "TW-8.13", who=state.turn)
    pass_on(res)


# -- turn start -------------------------------------------------------------------------------------


def start_turn(res: Resolution) -> bool:
    """Run the start of the turn of `state.turn`; return whether that turn is frozen."""
    state: State = res.state
    who = state.turn
    own = state.player(who)
    state.actions = 0
    state.chain = ()
    state.digit_cast = False
    state.linked_seven = False
    state.acted = False
    state.hurt = False
    state.no_addition = False
    state.controller = None
    state.step = "start"
    own.turn_damage = 0
    with res.step("turn.start", "TW-4.1", "TW-8.21", who=who):
        disdained = state.A.disdain or state.B.disdain
        disdain_now = disdained and (own.frozen > 0 or res.ruling("TW-R37") == "turn_start")
        disdain_first = disdain_now and res.ruling("TW-R38") == "disdain_first"
        if disdain_now and disdain_first:
            check_disdain(res)
        _take_control(res)
        if own.frozen:
            own.frozen = min(own.frozen, limits.FREEZE_TURNS) - 1  # never more than 2 (TW-5.7.4)
            res.step("frozen.turn", "TW-5.7.1", "TW-5.7.6", "TW-8.15", who=who, left=own.frozen)
            _income(res)
            if disdain_now and not disdain_first:
                check_disdain(res, frozen=True)
            _frozen_skips(res)
            return True
        _income(res)
        if disdain_now and not disdain_first:
            check_disdain(res)
        if (own.elixir or own.breath) and res.ruling("TW-R45") == "turn_start":
            _passives(res)
        _open_addition(res)
    return False


def check_disdain(res: Resolution, *, frozen: bool | None = None) -> None:
    """Compare the digits for 鄙视 (TW-6.D9.4, TW-8.9, TW-8.10, TW-8.19)."""
    state: State = res.state
    who = state.turn
    is_frozen = state.player(who).frozen > 0 if frozen is None else frozen
    checked = (other(who), who) if res.ruling("TW-R39") == "both" else (other(who),)
    for holder in checked:
        me, foe = state.player(holder), state.player(other(holder))
        if not me.disdain:
            continue
        if is_frozen and res.ruling("TW-R40") == "skipped":
            this_turn = res.latest("frozen.turn") if frozen else None
            res.skip("disdain.frozen", "TW-5.7.5", who=holder, because=this_turn)
        elif me.digit > foe.digit:
            surplus, missing = me.cost + me.disdain - limits.COST_MAX, me.disdain - foe.cost
            gained, lost = min(me.disdain, limits.COST_MAX - me.cost), min(me.disdain, foe.cost)
            me.cost += gained
            foe.cost -= lost
            clauses = ("TW-5.7.5",) if is_frozen else ()
            res.step(
                "disdain.fired",
                "TW-6.D9.4", "TW-8.9", "TW-8.10", "TW-8.19", *clauses,
                who=holder, target=other(holder), mine=me.digit, theirs=foe.digit, n=gained, lost=lost,
            )  # fmt: skip
            cost_capped(res, holder, surplus)
            if missing > 0:
                res.skip("cost.floored", "TW-5.1.1", who=other(holder), n=missing)
        else:
            res.skip("disdain.not_larger", "TW-6.D9.4", "TW-8.9", who=holder, mine=me.digit, theirs=foe.digit)


def _take_control(res: Resolution) -> None:
    """尤里 takes effect on this turn; a frozen turn wastes it (TW-6.D9.1, TW-6.D9.7)."""
    state: State = res.state
    own = state.player(state.turn)
    if not own.controlled:
        return
    if own.frozen:
        if res.ruling("TW-R41") == "deferred":
            res.skip("control.deferred", "TW-6.D9.7", who=state.turn)
            return
        own.controlled = False
        res.step("control.wasted", "TW-6.D9.7", who=state.turn)
        return
    own.controlled = False
    state.controller = other(state.turn)
    if res.ruling("TW-R42") == "controller":
        state.player(state.controller).turn_damage = 0  # the controller's 赏金 counts this turn's damage
    res.step("control.taken", "TW-6.D9.1", "TW-6.D9.8", who=state.controller, target=state.turn)


def _income(res: Resolution) -> None:
    """The base +1$, also in the first and in a frozen turn; at 11 it stays 11 (TW-4.2)."""
    state: State = res.state
    own = state.player(state.turn)
    surplus = own.cost + limits.INCOME - limits.COST_MAX
    gained = min(limits.INCOME, limits.COST_MAX - own.cost)
    own.cost += gained
    res.step("income", "TW-4.2", who=state.turn, n=gained, cost=own.cost)
    cost_capped(res, state.turn, surplus, "TW-4.2")


def _passives(res: Resolution) -> None:
    """双倍圣水 and 呼吸回血 pay out (TW-6.D7.2, TW-6.D8.2, TW-6.D8.3, TW-6.D8.11)."""
    state: State = res.state
    who = state.turn
    own = state.player(who)
    if own.elixir:
        surplus = own.cost + own.elixir - limits.COST_MAX
        gained = min(own.elixir, limits.COST_MAX - own.cost)
        own.cost += gained
        res.step("elixir.paid", "TW-6.D7.2", "TW-6.D8.11", who=who, n=gained, cost=own.cost)
        cost_capped(res, who, surplus)
    if own.breath:
        amount = res.number(own.breath, "TW-6.D8.2")
        if own.fortify:
            amount = res.derive(amount, "*", 1 + own.fortify, "TW-6.D6.8")
        own.hp += amount
        res.step(
            "breath.healed",
            "TW-6.D8.2",
            "TW-6.D8.3",
            "TW-6.D8.11",
            who=who,
            n=amount,
            layers=own.breath,
            hp=own.hp,
        )


def _frozen_skips(res: Resolution) -> None:
    """Say what a frozen turn leaves out (TW-5.7.2, TW-8.6)."""
    state: State = res.state
    own = state.player(state.turn)
    frozen = res.latest("frozen.turn")
    if own.elixir or own.breath:
        res.skip("passives.frozen", "TW-5.7.2", who=state.turn, because=frozen)
    if own.delayed:
        res.skip("purify.frozen", "TW-5.3.9", who=state.turn, because=frozen)
    if own.mist:
        res.skip("mist.kept", "TW-8.6", who=state.turn, because=frozen)


def _open_addition(res: Resolution) -> None:
    """Go to the addition, or under 幻雾 straight to the action (TW-4.3, TW-4.6)."""
    state: State = res.state
    own = state.player(state.turn)
    if not own.mist:
        state.step = "add"
        res.step("addition.opened", "TW-4.3", who=state.turn)
        return
    own.mist -= 1
    state.step = "act"
    if res.ruling("TW-R43") == "all_additions":
        state.no_addition = True
    with res.step("addition.skipped", "TW-4.6", "TW-6.D2.5", who=state.turn):
        if own.digit == 7:
            res.skip("seven.not_linked", "TW-5.6.6", who=state.turn, because=res.latest("addition.skipped"))
        if (state.A.disdain or state.B.disdain) and res.ruling("TW-R37") == "before_action":
            check_disdain(res)
        _no_cast(res)


# -- addition ---------------------------------------------------------------------------------------


def add(res: Resolution, hand: str) -> None:
    """Add one of the opponent's hands to the own digit (TW-4.3, TW-1.3, TW-4.4)."""
    state: State = res.state
    who = state.turn
    own, foe = state.player(who), state.player(other(who))
    shown = foe.cost % 10 if hand == "cost" else foe.digit
    before = own.digit
    own.digit = (before + shown) % 10
    state.step = "act"
    if res.ruling("TW-R48") == "count_adds_and_casts":
        state.actions += 1
    clauses = ("TW-4.3", "TW-1.3", "TW-4.4") if hand == "cost" else ("TW-4.3", "TW-4.4")
    clauses = (*clauses, "TW-4.5") if shown == 0 else clauses
    clauses = (*clauses, "TW-1.4") if hand == "cost" and foe.cost > limits.DIGIT_MAX else clauses
    again = ("TW-4.12",) if state.acted else ()
    with res.step("addition", *clauses, *again, who=who, hand=hand, before=before, shown=shown, digit=own.digit):
        _mark_seven(res)
        disdained = state.A.disdain or state.B.disdain
        if disdained and not state.acted and res.ruling("TW-R37") == "before_action":
            check_disdain(res)
        _no_cast(res)


def _no_cast(res: Resolution) -> None:
    """Say why nothing can be cast in the action that is next (TW-4.8, TW-4.16)."""
    state: State = res.state
    who = acting(res)
    caster, digit = state.player(who), state.player(state.turn).digit
    if caster.streak >= limits.STREAK_LIMIT:
        res.skip("cast.locked", "TW-4.16", who=who, limit=limits.STREAK_LIMIT)
    elif caster.cost < digit:
        res.skip("cast.too_expensive", "TW-4.8", who=who, cost=caster.cost, digit=digit)


def _mark_seven(res: Resolution) -> None:
    """Note whether d reached 7 in a re-act linked from digit skills (TW-5.6.4, TW-5.6.6, TW-R25)."""
    state: State = res.state
    own = state.player(state.turn)
    linked = False
    if own.digit == 7 and state.acted:
        linked = state.digit_cast if res.ruling("TW-R25") == "any_digit_earlier" else bool(state.chain)
    if linked and not state.linked_seven:
        state.linked_seven = True
        res.step("seven.linked", "TW-5.6.4", who=state.turn)
    elif state.linked_seven and not linked:
        state.linked_seven = False
        res.step("seven.unlinked", "TW-5.6.6", who=state.turn)
    elif own.digit == 7:
        res.skip("seven.not_linked", "TW-5.6.6", who=state.turn)


# -- turn end ---------------------------------------------------------------------------------------


def end_turn(res: Resolution, *, frozen: bool = False, taunted: bool = False) -> None:
    """Resolve the end of the turn in its order (TW-5.3.12); the turn does not change hands yet.

    A 嘲讽 cast in this very turn, `taunted`, looks at a later turn (TW-8.4).  Only under TW-R42 controller
    can it be the one that is due here, for then its caster is not the player on turn.
    """
    state: State = res.state
    who = state.turn
    taunted = taunted and state.controller is not None and res.ruling("TW-R42") == "controller"
    state.step = "end"
    state.controller = None
    clauses = ("TW-5.3.12", "TW-5.7.3", "TW-8.7") if frozen else ("TW-5.3.12", "TW-4.9")
    with res.step("turn.end", *clauses, who=who):
        own = state.player(who)
        if (own.elixir or own.breath) and not frozen and res.ruling("TW-R45") == "turn_end":
            _passives(res)
        _delayed_damage(res)
        if taunted:
            res.skip("taunt.next_turn", "TW-8.4", who=other(who), because=res.latest("taunt.opened"))
        else:
            _taunt(res, frozen)
        if own.bet == 1 and res.ruling("TW-R16") == "draw_first":
            _quiet(res)
            _bet_countdown(res)
        else:
            _bet_countdown(res)
            _quiet(res)


TICKS = {
    BURN: (limits.BURN_DAMAGE, "burn", "TW-5.3.1"),
    VENOM: (limits.VENOM_DAMAGE, "venom", "TW-5.3.2"),
    STEPS: (limits.STEPS_DAMAGE, "steps", "TW-6.D7.1"),
    WEAK_STEPS: (limits.STEPS_WEAKENED, "steps", "TW-5.3.8"),
}


def _delayed_damage(res: Resolution) -> None:
    """Burns and poison one by one, then 七步 (TW-5.3.4, TW-5.3.10, TW-5.3.11, TW-R15, TW-R19)."""
    state: State = res.state
    who = state.turn
    own = state.player(who)
    if not own.delayed:
        return
    entries = own.delayed
    steps = any(e in (STEPS, WEAK_STEPS) for e in entries)
    if len(entries) > 1 and steps and res.ruling("TW-R15") == "queue_qibu_taunt_bet_idle":
        entries = tuple(sorted(entries, key=lambda e: e in (STEPS, WEAK_STEPS)))  # stable: TW-5.3.12
    kept = tuple(e for e in own.delayed if e in (STEPS, WEAK_STEPS) or res.ruling("TW-R19") == "every_turn")
    if kept != own.delayed:
        own.delayed = kept
        res.step("delayed.taken_out", "TW-5.3.10", "TW-5.3.11", who=who)
    for entry in entries:
        n, kind, clause = TICKS[entry]
        with res.step("delayed.tick", clause, "TW-5.3.4", "TW-5.3.5", "TW-5.3.14", who=who, entry=entry, n=n):
            source = source_of(who)
            hit = deal(res, source, who, res.number(n, clause), kind)
            if hit is None and kind == "steps":
                res.skip("steps.stays", "TW-5.4.4", who=who, because=res.latest("damage.blocked"))
            win_check(res, "TW-5.2.7")


def _taunt(res: Resolution, frozen: bool) -> None:
    """The opponent's 嘲讽 answers with 4-n (TW-6.D2.4, TW-8.4, TW-8.5)."""
    state: State = res.state
    taunter = other(state.turn)
    player = state.player(taunter)
    if player.taunt is None:
        return
    n = player.taunt
    if frozen and n and res.ruling("TW-R55") == "zero_when_frozen":
        n = 0
    player.taunt = None
    clauses = ("TW-6.D2.4", "TW-8.4", "TW-8.5") if frozen else ("TW-6.D2.4", "TW-8.4")
    with res.step("taunt.closed", *clauses, "TW-6.D2.7", who=taunter, n=n):
        if n >= limits.TAUNT_BASE:
            res.skip("taunt.enough", "TW-6.D2.4", who=taunter, n=n)
            return
        amount = res.derive(res.number(limits.TAUNT_BASE, "TW-6.D2.4"), "-", n, "TW-6.D2.4")
        if player.bet is not None and res.ruling("TW-R8") == "plus3":
            amount = res.derive(amount, "+", limits.BET_BONUS, "TW-6.D2.8")
        deal(res, taunter, state.turn, amount, "taunt")
        win_check(res, "TW-5.2.7")


def _bet_countdown(res: Resolution) -> None:
    """The bettor's own turn counts down; at 0 it loses outright (TW-8.8, TW-6.D8.6, TW-5.4.7, TW-5.5.11)."""
    state: State = res.state
    who = state.turn
    own = state.player(who)
    if own.bet is None:
        return
    own.bet -= 1
    with res.step("bet.counted", "TW-8.8", who=who, left=own.bet):
        if own.bet == 0:
            own.hp = 0
            res.step("bet.lost", "TW-6.D8.6", "TW-5.4.7", "TW-5.5.11", who=who)
            finish(res, other(who), "bet_timeout", "TW-7.3")


def _quiet(res: Resolution) -> None:
    """Count turns without a cast or an injury; 24 in a row are a draw (TW-8.16, TW-8.20)."""
    state: State = res.state
    if state.acted or state.hurt:
        if state.idle:
            state.idle = 0
            res.step("quiet.reset", "TW-8.16", "TW-8.17", "TW-8.20", who=state.turn)
        return
    state.idle += 1
    limit = quiet_limit(res.ruling("TW-R49"))
    with res.step("quiet.counted", "TW-8.16", "TW-8.20", who=state.turn, n=state.idle, limit=limit):
        if state.idle >= limit:
            finish(res, "draw", "quiet", "TW-8.16", "TW-8.18")
