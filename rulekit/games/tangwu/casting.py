"""A cast in progress and the small operations that skill effects are made of (TW-5.1.*, TW-5.2.1, TW-6.*)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulekit.core.resolution import Resolution
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.damage import deal
from rulekit.games.tangwu.skills import Skill
from rulekit.games.tangwu.state import BURN, STEPS, VENOM, WEAK_STEPS, Player, State

__all__ = [
    "Cast",
    "acting",
    "attach",
    "attach_burn",
    "attach_steps",
    "attach_venom",
    "boosted",
    "caster_of",
    "cost_capped",
    "gain_cost",
    "heal",
    "is_attack",
    "landed",
    "lose_cost",
    "set_flag",
    "set_layer",
    "spare_invincible",
    "star_heal",
    "strike",
]


@dataclass(slots=True)
class Cast:
    """One cast while it is carried out.

    `hands` are the four shown digits before paying (own cost, own digit, opposing cost, opposing digit as
    real values), `charge` what an attack took from 盈能, `hit` whether an attack segment really hit,
    `extra` whether it earned the Death Bet re-act, `layers` how many layers 公平正义 may take.
    """

    skill: Skill
    who: str
    target: str
    names: tuple[str, ...]
    attack: bool
    hands: tuple[int, int, int, int]
    charge: int = 0
    hit: bool = False
    extra: bool = False
    layers: int = 1
    combo: bool = False
    venom_attached: bool = False

    def me(self, res: Resolution) -> Player:
        """Return the caster."""
        state: State = res.state
        return state.player(self.who)

    def foe(self, res: Resolution) -> Player:
        """Return the target."""
        state: State = res.state
        return state.player(self.target)


def is_attack(res: Resolution, skill: Skill) -> bool:
    """Tell whether a skill counts as an attack (TW-6.4, TW-R27)."""
    if skill.attack:
        res.ruling("TW-R27")
    return skill.attacks(res.rulings)


def caster_of(state: State, rulings: Mapping[str, str]) -> str:
    """Return whose cast it is: the player on turn, or under TW-R42 controller the one who decides."""
    if state.controller is not None and rulings["TW-R42"] == "controller":
        return state.controller
    return state.turn


def acting(res: Resolution) -> str:
    """Return whose cast it is, noting that TW-R42 was consulted when the turn is controlled."""
    state: State = res.state
    if state.controller is not None:
        res.ruling("TW-R42")
    return caster_of(state, res.rulings)


# -- cost and HP ------------------------------------------------------------------------------------


def gain_cost(res: Resolution, who: str, n: int, clause: str) -> None:
    """Raise a player's cost, surplus above 11 is lost (TW-5.1.1)."""
    player = res.state.player(who)
    surplus = player.cost + n - limits.COST_MAX
    gained = res.capped(n, limits.COST_MAX - player.cost, "TW-5.1.1", clause)
    player.cost += gained
    res.step("cost.gained", clause, "TW-5.1.1", who=who, n=gained, cost=player.cost)
    cost_capped(res, who, surplus)


def lose_cost(res: Resolution, who: str, n: int, clause: str) -> None:
    """Lower a player's cost, stopping at 0 (TW-5.1.1)."""
    player = res.state.player(who)
    missing = n - player.cost
    lost = res.capped(n, player.cost, "TW-5.1.1", clause)
    player.cost -= lost
    res.step("cost.lost", clause, "TW-5.1.1", who=who, n=lost, cost=player.cost)
    if missing > 0:
        res.skip("cost.floored", "TW-5.1.1", who=who, n=missing)


def cost_capped(res: Resolution, who: str, surplus: int, clause: str = "TW-5.1.1") -> None:
    """Say that a gain above 11 was lost, if any was (TW-5.1.1)."""
    if surplus > 0:
        res.skip("cost.capped", clause, who=who, n=surplus, limit=limits.COST_MAX)


def heal(res: Resolution, who: str, n: int, clause: str) -> None:
    """Heal in full: HP has no upper bound (TW-1.7)."""
    player = res.state.player(who)
    player.hp += n
    res.step("healed", clause, "TW-1.7", who=who, n=n, hp=player.hp)
    if player.fortify:
        res.skip("healed.no_star", "TW-6.7", who=who)


def star_heal(res: Resolution, cast: Cast, n: int) -> None:
    """Heal by a ★ skill: 强化 adds 2 (TW-6.1, TW-6.7)."""
    amount = res.number(n, cast.skill.clause)
    layers = cast.me(res).fortify
    if layers:
        amount = res.derive(amount, "+", limits.FORTIFY_HEAL * layers, "TW-6.1")
    player = cast.me(res)
    player.hp += amount
    res.step("healed", cast.skill.clause, "TW-6.7", "TW-1.7", who=cast.who, n=amount, hp=player.hp)


# -- damage -----------------------------------------------------------------------------------------


def boosted(res: Resolution, cast: Cast, base: int, clause: str) -> int:
    """Return `base` with the dealer's bonuses, step 1 of the pipeline (TW-5.2.1, TW-6.D8.7)."""
    amount = res.number(base, clause)
    if cast.charge:
        amount = res.derive(amount, "+", cast.charge, "TW-5.2.1")
    if cast.me(res).bet is not None:
        amount = res.derive(amount, "+", limits.BET_BONUS, "TW-6.D8.7")
    return amount


def strike(res: Resolution, cast: Cast, base: int, clause: str) -> bool:
    """Deal an attack segment of `base` with its bonuses (TW-5.2.1); return whether it hit."""
    kind = "attack" if cast.attack else "direct"  # direct only under TW-R27 pure_damage_six
    n = deal(res, cast.who, cast.target, boosted(res, cast, base, clause), kind)
    if n is None:
        blocked = res.latest("damage.blocked")
        res.skip("cast.side_effects_void", "TW-5.4.2", who=cast.who, skill=cast.skill.name, because=blocked)
        return False
    landed(res, cast, base, n)
    return True


def landed(res: Resolution, cast: Cast, base: int, n: int) -> None:
    """Note a hit and whether its direct damage earns the Death Bet re-act (TW-6.D8.9, TW-6.D8.10)."""
    state: State = res.state
    me = cast.me(res)
    cast.hit = True
    if me.bet is None or cast.who != state.turn:
        return
    measured = base if res.ruling("TW-R34") == "before_bonus" else int(n)
    if me.bet_extra_used:
        if measured >= limits.BET_THRESHOLD:
            res.skip("bet.extra_used", "TW-6.D8.9", who=cast.who, n=measured)
        return
    if measured < limits.BET_THRESHOLD:
        res.skip("bet.below_threshold", "TW-6.D8.9", who=cast.who, n=measured, threshold=limits.BET_THRESHOLD)
        return
    cast.extra = True
    if res.ruling("TW-R35") == "automatic":
        me.bet_extra_used = True
        res.step("bet.extra", "TW-6.D8.9", "TW-6.D8.10", who=cast.who, n=measured)


def spare_invincible(res: Resolution, cast: Cast) -> None:
    """Say that an effect which is no damage leaves Invincible alone (TW-5.4.6)."""
    if cast.foe(res).invincible:
        res.skip("invincible.not_used", "TW-5.4.6", who=cast.target, skill=cast.skill.name)


def attach(res: Resolution, victim: str, entry: str, *clauses: str) -> None:
    """Put a delayed segment at the end of the victim's queue (TW-5.3.11)."""
    player = res.state.player(victim)
    player.delayed = (*player.delayed, entry)
    res.step("delayed.attached", *clauses, "TW-5.3.11", who=victim, entry=entry)


def attach_venom(res: Resolution, cast: Cast) -> None:
    """Attach one poison layer when a 淬毒 holder's attack hit (TW-5.3.2); at most once a cast."""
    if cast.venom_attached or not cast.attack or not cast.me(res).venom:
        return
    if cast.hit or res.ruling("TW-R18") == "per_cast":
        cast.venom_attached = True
        attach(res, cast.target, VENOM, "TW-5.3.2", "TW-6.D4.5")
    else:
        res.skip("venom.not_attached", "TW-5.3.2", who=cast.target, because=res.latest("damage.blocked"))


def attach_burn(res: Resolution, cast: Cast) -> None:
    """Attach the burn of 小烈焰 (TW-5.3.1)."""
    attach(res, cast.target, BURN, "TW-5.3.1")


def attach_steps(res: Resolution, cast: Cast) -> None:
    """Put the target under 七步: 3 a tick; a second one resets to 3 (TW-6.D7.4, TW-R20)."""
    foe = cast.foe(res)
    if not any(e in (STEPS, WEAK_STEPS) for e in foe.delayed):
        attach(res, cast.target, STEPS, "TW-6.D7.1", "TW-5.4.6")
        return
    reading = res.ruling("TW-R20")
    if reading == "stack_second":
        attach(res, cast.target, STEPS, "TW-6.D7.1", "TW-6.D7.4")
    elif reading == "reset_to_3" and WEAK_STEPS in foe.delayed:
        foe.delayed = tuple(STEPS if e == WEAK_STEPS else e for e in foe.delayed)
        res.step("steps.reset", "TW-6.D7.4", who=cast.target, n=limits.STEPS_DAMAGE)
    else:
        res.skip("steps.no_change", "TW-6.D7.4", who=cast.target)


# -- statuses ---------------------------------------------------------------------------------------


def set_flag(res: Resolution, who: str, name: str, label: str, *clauses: str) -> None:
    """Give a status that does not stack: having it already, nothing changes (TW-6.6, TW-5.4.5, TW-8.12)."""
    player = res.state.player(who)
    if getattr(player, name):
        res.skip("status.no_stack", *clauses, who=who, status=label)
        return
    setattr(player, name, True)
    res.step("status.gained", *clauses, who=who, status=label)


def set_layer(res: Resolution, who: str, name: str, label: str, *clauses: str) -> None:
    """Give 荆棘, 强化, 鄙视 or 假人唐化: whether a second one stacks is TW-R26 (TW-6.6)."""
    player = res.state.player(who)
    layers: int = getattr(player, name)
    if layers and res.ruling("TW-R26") == "no_stack":
        res.skip("status.no_stack", *clauses, "TW-6.6", who=who, status=label)
        return
    setattr(player, name, layers + 1)
    res.step("status.gained", *clauses, who=who, status=label)
