"""One cast in its fixed order (TW-4.20)."""

from __future__ import annotations

from rulekit.core.action import Decision
from rulekit.core.duel import other
from rulekit.core.resolution import Resolution
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.casting import Cast, acting, attach_venom, gain_cost, is_attack
from rulekit.games.tangwu.damage import revive
from rulekit.games.tangwu.dispel import allowed_layers
from rulekit.games.tangwu.effects import EFFECTS
from rulekit.games.tangwu.ending import win_check
from rulekit.games.tangwu.skills import Skill
from rulekit.games.tangwu.state import State

__all__ = ["begin", "carry_out"]


def begin(state: State, skill: Skill, names: tuple[str, ...], res: Resolution) -> Cast:
    """Note what the cast needs from before paying: caster, hands, combo, layers (TW-4.20, TW-6.D4.2)."""
    who = acting(res)
    target = other(who)
    me, foe = state.player(who), state.player(target)
    hands = (me.cost, me.digit, foe.cost, foe.digit)
    cast = Cast(skill, who, target, names, is_attack(res, skill), hands)
    cast.combo = len(state.chain) >= limits.COMBO_CASTS and len(set(state.chain)) >= limits.COMBO_KINDS
    return cast


def carry_out(res: Resolution, skill: Skill, names: tuple[str, ...]) -> None:
    """Carry out a legal cast up to, not including, the end of the turn; `state.step` says what is next."""
    state: State = res.state
    cast = begin(state, skill, names, res)
    attack = ("TW-6.4",) if cast.attack else ()
    with res.step("cast", "TW-4.7", "TW-4.20", *attack, who=cast.who, skill=skill.name):
        _pay(res, cast)
        _count(res, cast)
        _take_charge(res, cast)
        if skill.name == "公平正义":
            res.ruling("TW-R25")
            cast.layers = allowed_layers(state, res.rulings)
        with res.step("skill", *skill.clauses[:1], who=cast.who, skill=skill.name):
            EFFECTS[skill.name](res, cast)
            # A 98K combo dealt as damage spares no dummy either (TW-5.5.11).
            pierced = cast.combo and skill.name == "98K"
            due = any(p.hp <= 0 and p.dummies for p in (state.A, state.B))
            if due and not pierced and res.ruling("TW-R46") == "after_other_effects":
                revive(res, cast.target, deferred=True)
                revive(res, cast.who, deferred=True)
        win_check(res, "TW-5.2.6")
        _gain_charge(res, cast)
        _bet_income(res, cast)
        attach_venom(res, cast)
        _update_chain(res, cast)
        _next_step(res, cast)


def _pay(res: Resolution, cast: Cast) -> None:
    """The price is the digit, paid from the actual cost before anything else (TW-1.6, TW-5.1.3, TW-5.1.4)."""
    me = cast.me(res)
    me.cost -= cast.skill.digit
    res.step(
        "cost.paid",
        "TW-1.6",
        "TW-6.3",
        "TW-5.1.3",
        "TW-5.1.4",
        who=cast.who,
        n=cast.skill.digit,
        cost=me.cost,
    )


def _count(res: Resolution, cast: Cast) -> None:
    """The cast counts for the streak and the quiet turns, effect or not (TW-4.14, TW-4.15, TW-4.17, TW-8.17)."""
    state: State = res.state
    me, foe = cast.me(res), cast.foe(res)
    state.actions += 1
    me.streak += 1
    foe.streak = 0
    state.acted = True
    res.step("cast.counted", "TW-4.14", "TW-4.15", "TW-4.17", "TW-8.17", who=cast.who, streak=me.streak)


def _take_charge(res: Resolution, cast: Cast) -> None:
    """An attack takes the whole charge, hit or not (TW-6.D6.3)."""
    me = cast.me(res)
    if not cast.attack or me.charge is None:
        return
    cast.charge = me.charge
    me.charge = None if res.ruling("TW-R22") == "needs_recast" else 0
    res.step("charge.taken", "TW-6.D6.3", who=cast.who, charge=cast.charge)


def _gain_charge(res: Resolution, cast: Cast) -> None:
    """A non-attack other than 盈能 adds one charge, up to 6 (TW-6.D6.2)."""
    me = cast.me(res)
    if cast.attack or me.charge is None or cast.skill.name == "盈能":
        return
    if me.charge >= limits.CHARGE_MAX:
        res.skip("charge.full", "TW-6.D6.2", who=cast.who)
        return
    me.charge += 1
    res.step("charge.gained", "TW-6.D6.2", who=cast.who, charge=me.charge)


def _bet_income(res: Resolution, cast: Cast) -> None:
    """During Death Bet an attack skill gives 1$ afterwards (TW-6.D8.8), blocked or not (TW-R36)."""
    if not cast.attack or cast.me(res).bet is None:
        return
    if cast.hit or res.ruling("TW-R36") == "also_when_blocked":
        gain_cost(res, cast.who, 1, "TW-6.D8.8")
    else:
        res.skip("bet.no_income", "TW-6.D8.8", who=cast.who, because=res.latest("damage.blocked"))


def _update_chain(res: Resolution, cast: Cast) -> None:
    """A digit skill joins the chain, any other breaks it (TW-8.13, TW-6.5)."""
    state: State = res.state
    if cast.skill.digit_skill:
        state.chain = (*state.chain, cast.skill.name)
        state.digit_cast = True
        res.step("chain.joined", "TW-8.13", "TW-6.5", who=cast.who, skill=cast.skill.name, length=len(state.chain))
    elif state.chain:
        state.chain = ()
        res.step("chain.broken", "TW-8.13", who=cast.who, skill=cast.skill.name)


def _next_step(res: Resolution, cast: Cast) -> None:
    """Another addition and action follow a re-act (TW-4.10, TW-6.D8.9); otherwise the turn ends (TW-4.9)."""
    state: State = res.state
    if not (cast.skill.react or _bet_extra(res, cast)):
        state.step = "end"
        res.step("react.none", "TW-4.9", who=state.turn)
        return
    if state.actions >= limits.ACTION_LIMIT:
        state.step = "end"
        res.step("react.limit", "TW-8.2", who=cast.who, limit=limits.ACTION_LIMIT)
        return
    if cast.me(res).streak >= limits.STREAK_LIMIT and res.ruling("TW-R52") == "turn_ends_at_once":
        state.step = "end"
        res.step("react.locked", "TW-4.19", who=cast.who)
        return
    state.step = "add"
    clauses = ("TW-4.10", "TW-4.11", "TW-4.13") if cast.skill.react else ("TW-6.D8.9", "TW-6.D8.10")
    with res.step("react.granted", *clauses, who=state.turn):
        if cast.me(res).streak >= limits.STREAK_LIMIT:
            res.skip("react.only_pass", "TW-4.19", "TW-4.16", who=cast.who, because=res.latest("cast.counted"))
        if state.player(state.turn).delayed:
            res.skip("delayed.not_yet", "TW-5.3.7", who=state.turn, because=res.latest("react.granted"))
        if state.no_addition:  # TW-R43 all_additions
            state.step = "act"
            res.step("addition.skipped", "TW-4.6", "TW-6.D2.5", who=state.turn)


def _bet_extra(res: Resolution, cast: Cast) -> bool:
    """The re-act earned by direct damage of 9 follows by itself, or is offered under TW-R35 optional."""
    if not cast.extra or res.ruling("TW-R35") == "automatic":
        return cast.extra
    state: State = res.state
    question = Decision("bet_extra", state.controller or state.turn, ("react", "end"), ("TW-6.D8.10",))
    if res.choose(question) == "end":
        return False
    cast.me(res).bet_extra_used = True
    res.step("bet.extra_taken", "TW-6.D8.9", "TW-6.D8.10", who=cast.who)
    return True
