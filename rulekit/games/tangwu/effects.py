"""What each skill does, in the order of the rules (TW-6.D1.1 to TW-6.D0.4)."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.core.resolution import Resolution
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.casting import (
    Cast,
    attach_burn,
    attach_steps,
    attach_venom,
    boosted,
    cost_capped,
    gain_cost,
    heal,
    landed,
    lose_cost,
    set_flag,
    set_layer,
    spare_invincible,
    star_heal,
    strike,
)
from rulekit.games.tangwu.damage import pierce
from rulekit.games.tangwu.dispel import dispel
from rulekit.games.tangwu.ending import finish
from rulekit.games.tangwu.state import STEPS, WEAK_STEPS
from rulekit.games.tangwu.twentyfour import make_24

__all__ = ["EFFECTS"]

Effect = Callable[[Resolution, Cast], None]
EFFECTS: dict[str, Effect] = {}


def effect(name: str) -> Callable[[Effect], Effect]:
    """Register the effect of the skill called `name`."""

    def put(function: Effect) -> Effect:
        EFFECTS[name] = function
        return function

    return put


# -- digit 1 ----------------------------------------------------------------------------------------


@effect("笑")
def laugh(res: Resolution, cast: Cast) -> None:
    """TW-6.D1.1: gain 2$."""
    gain_cost(res, cast.who, 2, "TW-6.D1.1")


@effect("拳")
def fist(res: Resolution, cast: Cast) -> None:
    """TW-6.D1.2: 2 damage."""
    strike(res, cast, 2, "TW-6.D1.2")


@effect("一")
def one(res: Resolution, cast: Cast) -> None:
    """TW-6.D1.3: nothing but the re-act."""


@effect("桃")
def peach(res: Resolution, cast: Cast) -> None:
    """TW-6.D1.4: ★ heal 1."""
    star_heal(res, cast, 1)


# -- digit 2 ----------------------------------------------------------------------------------------


@effect("幻雾")
def mist(res: Resolution, cast: Cast) -> None:
    """TW-6.D2.1: gain 1$; the opponent's next turn has no first addition."""
    gain_cost(res, cast.who, 1, "TW-6.D2.1")
    foe = cast.foe(res)
    if foe.mist and res.ruling("TW-R44") == "no_stack":
        res.skip("status.no_stack", "TW-6.D2.6", who=cast.target, status="幻雾")
        return
    foe.mist += 1
    res.step("status.gained", "TW-6.D2.1", "TW-5.4.6", who=cast.target, status="幻雾")
    spare_invincible(res, cast)


@effect("回复术士")
def recovery_mage(res: Resolution, cast: Cast) -> None:
    """TW-6.D2.2: ★ heal 2."""
    star_heal(res, cast, 2)


@effect("荆棘")
def thorns(res: Resolution, cast: Cast) -> None:
    """TW-6.D2.3: the next injury is reflected by half."""
    set_layer(res, cast.who, "thorns", "荆棘", "TW-6.D2.3")


@effect("嘲讽")
def taunt(res: Resolution, cast: Cast) -> None:
    """TW-6.D2.4: start counting what the opponent deals in its next turn."""
    cast.me(res).taunt = 0
    res.step("taunt.opened", "TW-6.D2.4", "TW-8.4", who=cast.who)


# -- digit 3 ----------------------------------------------------------------------------------------


@effect("小烈焰")
def small_blaze(res: Resolution, cast: Cast) -> None:
    """TW-6.D3.1: 3 damage, on a hit a burn; which of burn and poison is attached first is TW-R53."""
    if strike(res, cast, 3, "TW-6.D3.1"):
        if cast.me(res).venom and res.ruling("TW-R53") == "venom_first":
            attach_venom(res, cast)
        attach_burn(res, cast)
    else:
        res.skip("burn.not_attached", "TW-5.3.1", who=cast.target, because=res.latest("damage.blocked"))


@effect("三")
def three(res: Resolution, cast: Cast) -> None:
    """TW-6.D3.2: gain 2$."""
    gain_cost(res, cast.who, 2, "TW-6.D3.2")


@effect("寒风")
def cold_wind(res: Resolution, cast: Cast) -> None:
    """TW-6.D3.3: 3 damage, on a hit the opponent loses 1$."""
    if strike(res, cast, 3, "TW-6.D3.3"):
        lose_cost(res, cast.target, 1, "TW-6.D3.3")


@effect("假人唐化")
def tang_mode(res: Resolution, cast: Cast) -> None:
    """TW-6.D3.4: 假人 without limit for good."""
    set_layer(res, cast.who, "tang_mode", "假人唐化", "TW-6.D3.4", "TW-5.5.7")


# -- digit 4 ----------------------------------------------------------------------------------------


@effect("小小偷")
def petty_thief(res: Resolution, cast: Cast) -> None:
    """TW-6.D4.1: 1 damage, on a hit the opponent loses 4$."""
    if strike(res, cast, 1, "TW-6.D4.1"):
        lose_cost(res, cast.target, 4, "TW-6.D4.1")


@effect("24点")
def twenty_four(res: Resolution, cast: Cast) -> None:
    """TW-6.D4.2: ★ heal 5 when the four digits shown before paying make 24."""
    own_cost, own_digit, foe_cost, foe_digit = cast.hands
    if max(own_cost, foe_cost) > limits.DIGIT_MAX and res.ruling("TW-R2") == "units_digit":
        own_cost, foe_cost = own_cost % 10, foe_cost % 10
    numbers = (own_cost, own_digit, foe_cost, foe_digit)
    witness = make_24(numbers, integers_only=res.ruling("TW-R3") == "integers_only")
    if witness is None:
        res.skip("twentyfour.impossible", "TW-6.D4.2", "TW-6.D4.6", "TW-6.D4.7", who=cast.who, numbers=numbers)
        return
    with res.step(
        "twentyfour.made",
        "TW-6.D4.2",
        "TW-6.D4.6",
        "TW-6.D4.7",
        who=cast.who,
        witness=witness,
    ):
        star_heal(res, cast, 5)


@effect("以战养战")
def war_feeds_war(res: Resolution, cast: Cast) -> None:
    """TW-6.D4.3: 2$ each for a damage total of 5, 10 and 15."""
    total = res.number(cast.me(res).total, "TW-5.2.13")
    steps = res.derive(res.derive(total, "/down", 5, "TW-6.D4.3"), "min", 3, "TW-6.D4.3")
    if steps == 0:
        res.skip("war.too_little", "TW-6.D4.3", who=cast.who, total=int(total))
        return
    gain_cost(res, cast.who, res.derive(steps, "*", 2, "TW-6.D4.3"), "TW-6.D4.3")


@effect("四")
def four(res: Resolution, cast: Cast) -> None:
    """TW-6.D4.4: gain 3$."""
    gain_cost(res, cast.who, 3, "TW-6.D4.4")


@effect("淬毒")
def venom_coating(res: Resolution, cast: Cast) -> None:
    """TW-6.D4.5: attack skills attach poison from now on; a recast only refreshes (TW-8.12)."""
    set_flag(res, cast.who, "venom", "淬毒", "TW-6.D4.5", "TW-8.12")


# -- digit 5 ----------------------------------------------------------------------------------------


@effect("赏金")
def bounty(res: Resolution, cast: Cast) -> None:
    """TW-6.D5.1: 5 damage, then a third of this turn's damage, rounded up, as cost."""
    me = cast.me(res)
    hit = strike(res, cast, 5, "TW-6.D5.1")
    n = res.number(me.turn_damage, "TW-6.D5.4")
    if not hit and res.ruling("TW-R12") == "blocked_still_counted":
        bonus = cast.charge + (limits.BET_BONUS if me.bet is not None else 0)
        n = res.derive(n, "+", 5 + bonus, "TW-6.D5.5")
    if n == 0:
        blocked = None if hit else res.latest("damage.blocked")
        res.skip("bounty.nothing", "TW-6.D5.1", "TW-6.D5.5", who=cast.who, because=blocked)
        return
    gain_cost(res, cast.who, res.derive(n, "/up", 3, "TW-6.D5.1"), "TW-6.D5.1")


@effect("投资")
def invest(res: Resolution, cast: Cast) -> None:
    """TW-6.D5.2: +3 and then doubled, each step capped at 11 (TW-5.1.2)."""
    gain_cost(res, cast.who, 3, "TW-6.D5.2")
    me = cast.me(res)
    surplus = 2 * me.cost - limits.COST_MAX
    gained = min(me.cost, limits.COST_MAX - me.cost)
    me.cost += gained
    res.step("cost.doubled", "TW-6.D5.2", "TW-5.1.2", who=cast.who, n=gained, cost=me.cost)
    cost_capped(res, cast.who, surplus, "TW-5.1.2")


@effect("无敌")
def invincible(res: Resolution, cast: Cast) -> None:
    """TW-6.D5.3: stop the next segment; never more than one (TW-5.4.5)."""
    set_flag(res, cast.who, "invincible", "无敌", "TW-6.D5.3", "TW-5.4.5", "TW-5.4.10")


# -- digit 6 ----------------------------------------------------------------------------------------


@effect("盈能")
def charge_up(res: Resolution, cast: Cast) -> None:
    """TW-6.D6.1: gain 2$ and a charge of at least 3."""
    gain_cost(res, cast.who, 2, "TW-6.D6.1")
    me = cast.me(res)
    held = me.charge if me.charge is not None else me.stored_charge
    me.charge = max(limits.CHARGE_START, held)
    me.stored_charge = 0
    res.step("charge.set", "TW-6.D6.1", "TW-6.D6.5", who=cast.who, charge=me.charge)


@effect("98K")
def rifle(res: Resolution, cast: Cast) -> None:
    """TW-6.D6.6: 9 damage; with the combo the 114514 kill (TW-6.D6.7)."""
    if not cast.combo:
        res.skip("combo.missing", "TW-6.D6.7", "TW-8.13", who=cast.who)
        strike(res, cast, 9, "TW-6.D6.6")
        return
    foe = cast.foe(res)
    if res.ruling("TW-R33") == "damage_114514":
        amount = boosted(res, cast, limits.COMBO_DAMAGE, "TW-6.D6.7")
        pierce(res, cast.who, cast.target, amount)
        landed(res, cast, limits.COMBO_DAMAGE, amount)
        return
    foe.hp = 0
    with res.step("combo.kill", "TW-6.D6.7", "TW-5.4.8", "TW-5.5.11", "TW-5.5.15", who=cast.who, target=cast.target):
        finish(res, cast.who, "combo", "TW-7.3")


@effect("强化")
def fortify(res: Resolution, cast: Cast) -> None:
    """TW-6.D6.8: ★ heals are better for good."""
    set_layer(res, cast.who, "fortify", "强化", "TW-6.D6.8", "TW-6.2")


@effect("冰！")
def freeze(res: Resolution, cast: Cast) -> None:
    """TW-6.D6.9: heal 2; the opponent is frozen for two turns, never more (TW-5.7.4)."""
    heal(res, cast.who, 2, "TW-6.D6.9")
    cast.foe(res).frozen = limits.FREEZE_TURNS
    res.step(
        "frozen.set",
        "TW-6.D6.9",
        "TW-5.7.1",
        "TW-5.7.4",
        "TW-5.4.6",
        who=cast.target,
        turns=limits.FREEZE_TURNS,
    )
    spare_invincible(res, cast)


# -- digit 7 ----------------------------------------------------------------------------------------


@effect("七步")
def seven_steps(res: Resolution, cast: Cast) -> None:
    """TW-6.D7.1: 3 damage at each of the opponent's turn ends."""
    attach_steps(res, cast)
    spare_invincible(res, cast)


@effect("双倍圣水")
def double_elixir(res: Resolution, cast: Cast) -> None:
    """TW-6.D7.2: one more layer of 1$ a turn."""
    cast.me(res).elixir += 1
    res.step("layer.added", "TW-6.D7.2", who=cast.who, status="双倍圣水", layers=cast.me(res).elixir)


@effect("公平正义")
def fair_justice(res: Resolution, cast: Cast) -> None:
    """TW-6.D7.3: remove layers of the opponent's buffs; no cost is gained (TW-5.6.7)."""
    spare_invincible(res, cast)
    dispel(res, cast)
    res.skip("dispel.no_cost", "TW-5.6.7", who=cast.who)


# -- digit 8 ----------------------------------------------------------------------------------------


@effect("八")
def eight(res: Resolution, cast: Cast) -> None:
    """TW-6.D8.1: gain 8$."""
    gain_cost(res, cast.who, 8, "TW-6.D8.1")


@effect("呼吸回血")
def breath(res: Resolution, cast: Cast) -> None:
    """TW-6.D8.2: one more layer of healing a turn."""
    cast.me(res).breath += 1
    res.step("layer.added", "TW-6.D8.2", who=cast.who, status="呼吸回血", layers=cast.me(res).breath)


@effect("急救箱")
def first_aid(res: Resolution, cast: Cast) -> None:
    """TW-6.D8.4: ★ heal 10."""
    star_heal(res, cast, 10)


@effect("赌命！")
def death_bet(res: Resolution, cast: Cast) -> None:
    """TW-6.D8.5: gain 4$ and 6 HP; six own turns to win, this one included (TW-8.8)."""
    gain_cost(res, cast.who, 4, "TW-6.D8.5")
    heal(res, cast.who, 6, "TW-6.D8.5")
    me = cast.me(res)
    me.bet = limits.BET_TURNS
    me.bet_used = True
    res.step("bet.opened", "TW-6.D8.5", "TW-6.D8.6", "TW-8.8", who=cast.who, turns=limits.BET_TURNS)


# -- digit 9 ----------------------------------------------------------------------------------------


@effect("尤里")
def yuri(res: Resolution, cast: Cast) -> None:
    """TW-6.D9.1: gain 4$ and decide the opponent's next turn."""
    gain_cost(res, cast.who, 4, "TW-6.D9.1")
    cast.foe(res).controlled = True
    res.step("control.prepared", "TW-6.D9.1", "TW-5.4.6", who=cast.who, target=cast.target)
    spare_invincible(res, cast)


@effect("元毒九泉")
def nine_springs(res: Resolution, cast: Cast) -> None:
    """TW-6.D9.2: 10 damage; heal 3, gain 2$; on a hit the opponent loses 2$ (TW-5.4.9)."""
    hit = strike(res, cast, 10, "TW-6.D9.2")
    if not hit and res.ruling("TW-R14") == "void_whole_skill":
        blocked = res.latest("damage.blocked")
        res.skip("cast.self_gains_void", "TW-5.4.9", who=cast.who, skill=cast.skill.name, because=blocked)
        return
    heal(res, cast.who, 3, "TW-6.D9.2" if hit else "TW-5.4.9")
    gain_cost(res, cast.who, 2, "TW-6.D9.2" if hit else "TW-5.4.9")
    if hit:
        lose_cost(res, cast.target, 2, "TW-6.D9.2")


@effect("极盗")
def grand_theft(res: Resolution, cast: Cast) -> None:
    """TW-6.D9.3: 1 damage; on a hit take all cost and keep a third, rounded up."""
    foe = cast.foe(res)
    held = res.number(foe.cost, "TW-6.D9.3")
    hit = strike(res, cast, 1, "TW-6.D9.3")
    if not hit and res.ruling("TW-R13") == "no_gain":
        res.skip("theft.nothing", "TW-6.D9.6", who=cast.who, because=res.latest("damage.blocked"))
        return
    if not held:
        res.skip("theft.empty", "TW-6.D9.3", who=cast.target)
        return
    if hit:
        foe.cost = 0
        res.step("cost.emptied", "TW-6.D9.3", who=cast.target, n=int(held))
    gain_cost(res, cast.who, res.derive(held, "/up", 3, "TW-6.D9.3"), "TW-6.D9.3")


@effect("鄙视")
def disdain(res: Resolution, cast: Cast) -> None:
    """TW-6.D9.4: permanent, checked at the opponent's turn start."""
    set_layer(res, cast.who, "disdain", "鄙视", "TW-6.D9.4")


@effect("识破")
def see_through(res: Resolution, cast: Cast) -> None:
    """TW-6.D9.5: heal 1, gain 6$; unless stopped clear the waiting dummies, then 1 damage (TW-5.5.9)."""
    heal(res, cast.who, 1, "TW-6.D9.5")
    gain_cost(res, cast.who, 6, "TW-6.D9.5")
    foe = cast.foe(res)
    if foe.invincible:
        res.skip("dummies.not_cleared", "TW-5.5.10", who=cast.target)
    elif foe.dummies:
        foe.dummies = ()
        res.step("dummies.cleared", "TW-5.5.9", "TW-6.D9.5", who=cast.target)
    elif foe.in_dummy:
        res.skip("dummies.soul_stays", "TW-5.5.9", who=cast.target)
    strike(res, cast, 1, "TW-6.D9.5")


# -- digit 0 ----------------------------------------------------------------------------------------


@effect("氮笑")
def nitro_laugh(res: Resolution, cast: Cast) -> None:
    """TW-6.D0.1: gain 1$."""
    gain_cost(res, cast.who, 1, "TW-6.D0.1")


@effect("净化")
def purify(res: Resolution, cast: Cast) -> None:
    """TW-6.D0.2: heal 1, drop burns and poison, weaken 七步 from 3 to 2 to nothing (TW-5.3.8)."""
    heal(res, cast.who, 1, "TW-6.D0.2")
    me = cast.me(res)
    if any(e not in (STEPS, WEAK_STEPS) for e in me.delayed):
        me.delayed = tuple(e for e in me.delayed if e in (STEPS, WEAK_STEPS))
        res.step("delayed.purified", "TW-5.3.8", "TW-6.D0.2", who=cast.who)
    if WEAK_STEPS in me.delayed:
        me.delayed = tuple(e for e in me.delayed if e != WEAK_STEPS)
        res.step("steps.lifted", "TW-5.3.8", "TW-6.D0.2", who=cast.who)
    if STEPS in me.delayed:
        me.delayed = tuple(WEAK_STEPS for _ in me.delayed)
        res.step("steps.weakened", "TW-5.3.8", "TW-6.D0.2", who=cast.who, n=limits.STEPS_WEAKENED)
    foe = cast.foe(res)
    if foe.taunt is not None:
        if res.ruling("TW-R51") == "all_pending_damage":
            foe.taunt = None
            res.step("taunt.removed", "TW-5.3.13", who=cast.target)
        else:
            res.skip("taunt.kept", "TW-5.3.13", who=cast.target)


@effect("假人")
def dummy(res: Resolution, cast: Cast) -> None:
    """TW-6.D0.3: one waiting dummy with 1 HP; once per game without 假人唐化 (TW-5.5.4, TW-5.5.12)."""
    me = cast.me(res)
    used = me.dummy_used or (cast.foe(res).dummy_used and res.ruling("TW-R32") == "shared")
    if used and not me.tang_mode:
        res.skip("dummy.used_up", "TW-5.5.4", "TW-5.5.12", "TW-5.5.13", "TW-5.5.16", who=cast.who)
        return
    me.dummies = (*me.dummies, limits.DUMMY_HP)
    me.dummy_used = True
    if me.in_dummy and res.ruling("TW-R31") == "ends_with_new_dummy":
        me.in_dummy = False
    clauses = ("TW-5.5.1", "TW-5.5.7") if me.tang_mode else ("TW-5.5.1",)
    res.step("dummy.added", "TW-6.D0.3", *clauses, who=cast.who, hp=limits.DUMMY_HP)
    if me.in_dummy:
        res.skip("dummy.combat_stays", "TW-5.5.14", who=cast.who)


@effect("假人强化")
def dummy_boost(res: Resolution, cast: Cast) -> None:
    """TW-6.D0.4: the first waiting dummy gets 2 HP more (TW-5.5.5)."""
    me = cast.me(res)
    if me.in_dummy:  # reached only under TW-R30 void_cast
        res.skip("boost.in_dummy", "TW-5.5.6", who=cast.who)
        return
    if not me.dummies:
        res.skip("boost.no_dummy", "TW-5.5.17", who=cast.who)
        return
    me.dummies = (me.dummies[0] + limits.DUMMY_BOOST, *me.dummies[1:])
    res.step("dummy.boosted", "TW-6.D0.4", "TW-5.5.5", who=cast.who, hp=me.dummies[0])
