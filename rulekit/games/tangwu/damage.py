"""The damage pipeline (TW-5.2.*): bonus, Invincible, HP loss, Thorns, dummies."""

from __future__ import annotations

from rulekit.core.duel import other
from rulekit.core.resolution import Resolution
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.ending import instant_check
from rulekit.games.tangwu.state import Player, State

__all__ = ["block", "deal", "pierce", "revive", "source_of"]

# The clause that gives each kind of segment its amount.
KIND_CLAUSES = {
    "attack": "TW-5.2.1",
    "direct": "TW-5.2.1",
    "burn": "TW-5.3.4",
    "venom": "TW-5.3.2",
    "steps": "TW-5.3.3",
    "reflect": "TW-5.2.4",
    "taunt": "TW-8.4",
}

# The clause that keeps the charge out of a segment that is no attack, where it is not TW-6.D6.4.
NO_CHARGE = {"direct": "TW-6.4", "taunt": "TW-6.D2.8"}


def deal(res: Resolution, source: str, target: str, amount: int, kind: str) -> int | None:
    """Resolve one damage segment and return its n (TW-5.2.11), or None when Invincible stopped it.

    `amount` already holds every bonus (step 1, TW-5.2.1); what follows are steps 2 to 4.  The win check,
    step 5, belongs to the caller: after the whole skill or after each end-of-turn segment.
    """
    state: State = res.state
    victim = state.player(target)
    with res.step("damage", KIND_CLAUSES[kind], who=source, target=target, amount=amount, source_kind=kind):
        if victim.invincible:
            block(res, target, amount)
            return None
        if kind != "attack" and state.player(source).charge:
            res.skip("charge.not_used", NO_CHARGE.get(kind, "TW-6.D6.4"), who=source)
        if kind in ("burn", "venom", "steps") and state.player(source).bet is not None:
            res.skip("delayed.no_bonus", "TW-5.3.5", who=source)
        n = _lose_hp(res, source, target, amount, kind)
        instant_check(res, target)
        both_due = victim.hp <= 0 and victim.dummies and victim.thorns
        if both_due and res.ruling("TW-R6") == "revive_before_reflect":
            revive(res, target)
        _thorns(res, source, target, n, kind)
        revive(res, target)
    return n


def pierce(res: Resolution, source: str, target: str, amount: int) -> None:
    """Deal a segment that nothing stops, reflects or survives by a dummy: 98K under TW-R33 damage_114514."""
    with res.step("damage", "TW-6.D6.7", "TW-5.4.8", who=source, target=target, amount=amount, source_kind="attack"):
        _lose_hp(res, source, target, amount, "attack")
        instant_check(res, target)


def block(res: Resolution, target: str, amount: int) -> None:
    """Invincible voids the segment, heals 2 and is used up (TW-5.2.2)."""
    state: State = res.state
    victim = state.player(target)
    victim.invincible = False
    victim.hp += limits.BLOCK_HEAL
    if res.ruling("TW-R50") == "any_damage_event":
        state.hurt = True
    res.step(
        "damage.blocked",
        "TW-5.2.2",
        "TW-5.4.1",
        "TW-5.4.3",
        who=target,
        amount=amount,
        heal=limits.BLOCK_HEAL,
    )
    if victim.fortify:
        res.skip("healed.no_star", "TW-6.7", who=target)
    if victim.thorns:
        res.skip("thorns.blocked", "TW-5.2.2", "TW-8.3", who=target, because=res.latest("damage.blocked"))


def _lose_hp(res: Resolution, source: str, target: str, amount: int, kind: str) -> int:
    """Take the HP and keep the books (TW-5.2.3, TW-5.2.10, TW-5.2.11); return n."""
    state: State = res.state
    victim = state.player(target)
    n = lost = amount
    clauses: tuple[str, ...] = ("TW-5.2.3", "TW-5.2.11", "TW-5.2.13")
    left = max(victim.hp, 0)
    if amount > left:
        clauses += ("TW-5.2.10",)
        if res.ruling("TW-R9") == "hp_really_removed":
            n = res.derive(amount, "min", left, "TW-5.2.11")
        if res.ruling("TW-R5") == "clamp_at_zero":
            lost = res.derive(amount, "min", left, "TW-5.2.10")
    if victim.dummies:
        clauses += ("TW-5.5.2",)
    victim.hp -= lost
    state.hurt = True
    _book(res, source, target, int(n), kind)
    res.step("damage.taken", *clauses, who=target, amount=lost, n=n)
    return n


def _book(res: Resolution, source: str, target: str, n: int, kind: str) -> None:
    """Count n where the rules ask for it later: game total, turn damage, the taunter's window."""
    state: State = res.state
    victim = state.player(target)
    dealer = state.player(source)
    whose = res.ruling("TW-R10")
    if whose == "taken_by_caster":
        victim.total += n
    elif whose == "dealt_by_caster_all" or kind == "attack":
        dealer.total += n  # TW-5.2.13
    # Under TW-R42 controller the controller casts in this turn as well.
    acting = source == state.turn or (source == state.controller and res.ruling("TW-R42") == "controller")
    if acting and (kind == "attack" or res.ruling("TW-R11") == "all_in_own_turn"):
        dealer.turn_damage += n  # TW-6.D5.4
    if source != state.turn:
        return
    if victim.taunt is not None and (kind == "attack" or res.ruling("TW-R17") == "all_damage_in_turn"):
        victim.taunt += n  # TW-6.D2.7


def _thorns(res: Resolution, source: str, target: str, n: int, kind: str) -> None:
    """Reflect half of n, rounded up, once per Thorns (TW-5.2.3); the reflection is resolved completely."""
    state: State = res.state
    victim = state.player(target)
    if not victim.thorns or n <= 0:
        return
    victim.thorns -= 1
    back = res.derive(n, "/up", 2, "TW-6.D2.3")
    if victim.bet is not None and res.ruling("TW-R7") == "plus3":
        back = res.derive(back, "+", limits.BET_BONUS, "TW-6.D8.7")
    clauses: tuple[str, ...] = ("TW-5.2.3", "TW-8.3")
    if kind == "reflect":
        clauses += ("TW-5.2.8",)
    if kind in ("burn", "venom", "steps"):
        clauses += ("TW-5.3.6",)
    if victim.hp <= 0 and victim.dummies:
        clauses += ("TW-5.2.9",)
    with res.step("thorns.reflected", *clauses, who=target, target=source, amount=back):
        if victim.bet is not None and res.ruling("TW-R7") == "no_bonus":
            res.skip("thorns.no_bonus", "TW-5.2.12", who=target)
        deal(res, target, source, back, "reflect")


def revive(res: Resolution, target: str, *, deferred: bool = False) -> None:
    """Move a player at 0 HP or less into the first waiting dummy (TW-5.2.5, TW-5.5.3, TW-5.5.8).

    Under TW-R46 after_other_effects a revival inside a cast waits until the skill's effects are done,
    which calls this with `deferred`.
    """
    state: State = res.state
    player: Player = state.player(target)
    if player.hp > 0 or not player.dummies:
        return
    if not deferred and state.step == "act" and res.ruling("TW-R46") == "after_other_effects":
        return
    player.hp = player.dummies[0]
    player.dummies = player.dummies[1:]
    player.in_dummy = True
    at_once = ("TW-5.2.14",) if state.step == "act" and not deferred else ()
    res.step("dummy.revived", "TW-5.2.5", "TW-5.5.3", "TW-5.5.8", *at_once, who=target, hp=player.hp)


def source_of(victim: str) -> str:
    """Return who applied the delayed damage on `victim`: always the opponent (TW-5.3.14)."""
    return other(victim)
