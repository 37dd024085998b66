"""What a position of 唐五 is: two players and the turn in progress."""

from __future__ import annotations

from rulekit.core.record import Record, attr, record
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.skills import SKILLS

__all__ = ["DELAYED", "Player", "State"]

# Damage waiting for the end of the victim's turn, in order of attachment (TW-5.3.*).
BURN, VENOM, STEPS, WEAK_STEPS = DELAYED = ("灼烧", "毒", "七步3", "七步2")
DIGIT_SKILLS = tuple(s.name for s in SKILLS.values() if s.digit_skill)
STEPS_OF_PLAY = ("setup", "ban", "start", "add", "act", "end", "over")
PLAYED = STEPS_OF_PLAY[2:]
IN_TURN = STEPS_OF_PLAY[3:]


@record
class Player(Record):
    """One player: HP, the two hands, statuses, and what the rules count."""

    hp: int = attr(default=limits.FIRST_HP, group="body")
    cost: int = attr(default=limits.START_COST, low=0, high=limits.COST_MAX, clause="TW-1.2", group="body")
    digit: int = attr(default=limits.START_DIGIT, low=0, high=limits.DIGIT_MAX, clause="TW-1.5", group="body")
    thorns: int = attr(default=0, label="荆棘", kind="layers", low=0, clause="TW-6.D2.3", group="buff")
    invincible: bool = attr(default=False, label="无敌", clause="TW-6.D5.3", group="buff")
    charge: int | None = attr(
        default=None, label="盈能", low=0, high=limits.CHARGE_MAX, clause="TW-6.D6.1", group="buff"
    )
    stored_charge: int = attr(
        default=0, label="盈能余量", low=0, high=limits.CHARGE_MAX, clause="TW-5.6.10", group="count"
    )
    elixir: int = attr(default=0, label="双倍圣水", low=0, clause="TW-6.D7.2", group="buff")
    breath: int = attr(default=0, label="呼吸回血", low=0, clause="TW-6.D8.2", group="buff")
    fortify: int = attr(default=0, label="强化", kind="layers", low=0, clause="TW-6.D6.8", group="buff")
    disdain: int = attr(default=0, label="鄙视", kind="layers", low=0, clause="TW-6.D9.4", group="buff")
    venom: bool = attr(default=False, label="淬毒", clause="TW-6.D4.5", group="buff")
    tang_mode: int = attr(default=0, label="假人唐化", kind="layers", low=0, clause="TW-6.D3.4", group="dummy")
    dummies: tuple[int, ...] = attr(default=(), label="假人", low=1, clause="TW-5.5.1", group="dummy")
    dummy_used: bool = attr(default=False, label="假人已用", clause="TW-5.5.4", group="dummy")
    in_dummy: bool = attr(default=False, label="假人作战", clause="TW-5.5.14", group="dummy")
    delayed: tuple[str, ...] = attr(default=(), label="延迟", choices=DELAYED, clause="TW-5.3.11", group="debuff")
    bet: int | None = attr(default=None, label="赌命", low=0, high=limits.BET_TURNS, clause="TW-6.D8.6", group="bet")
    bet_used: bool = attr(default=False, label="赌命已用", clause="TW-6.D8.5", group="bet")
    bet_extra_used: bool = attr(default=False, label="赌命额外行动已用", clause="TW-6.D8.9", group="bet")
    frozen: int = attr(default=0, label="冰封", low=0, high=limits.FREEZE_TURNS, clause="TW-5.7.1", group="debuff")
    mist: int = attr(default=0, label="幻雾", kind="layers", low=0, clause="TW-6.D2.1", group="debuff")
    taunt: int | None = attr(default=None, label="嘲讽", low=0, clause="TW-6.D2.4", group="buff")
    controlled: bool = attr(default=False, label="尤里", clause="TW-6.D9.1", group="debuff")
    streak: int = attr(default=0, low=0, high=limits.STREAK_LIMIT, clause="TW-4.14", group="count", volatile=True)
    total: int = attr(default=0, low=0, clause="TW-5.2.13", group="count", volatile=True)
    turn_damage: int = attr(default=0, low=0, clause="TW-6.D5.4", group="count", volatile=True)
    pick: str | None = attr(
        default=None,
        choices=tuple(SKILLS),
        clause="TW-3.1.1",
        group="secret",
        volatile=True,
        steps=("ban",),
        seen="owner",
    )


@record
class State(Record):
    """A position: whose turn it is, what is due, both players, and the records of the turn."""

    turn: str = attr(
        default="A", kind="choice", choices=("A", "B"), clause="TW-3.2", volatile=True, steps=STEPS_OF_PLAY[1:]
    )
    step: str = attr(default="add", kind="choice", choices=STEPS_OF_PLAY, volatile=True)
    controller: str | None = attr(
        default=None, kind="choice", choices=("A", "B"), clause="TW-6.D9.1", volatile=True, steps=("add", "act")
    )
    A: Player = attr(default_factory=Player)
    B: Player = attr(default_factory=Player)
    chain: tuple[str, ...] = attr(
        default=(), choices=DIGIT_SKILLS, clause="TW-8.13", group="turn", volatile=True, steps=IN_TURN
    )
    digit_cast: bool = attr(default=False, clause="TW-5.6.4", group="turn", volatile=True, steps=IN_TURN)
    linked_seven: bool = attr(default=False, clause="TW-5.6.4", group="turn", volatile=True, steps=IN_TURN)
    actions: int = attr(
        default=0, low=0, high=limits.ACTION_LIMIT, clause="TW-8.2", group="turn", volatile=True, steps=IN_TURN
    )
    acted: bool = attr(default=False, clause="TW-8.16", group="turn", volatile=True, steps=IN_TURN)
    hurt: bool = attr(default=False, clause="TW-8.16", group="turn", volatile=True, steps=IN_TURN)
    no_addition: bool = attr(default=False, clause="TW-4.6", group="turn", volatile=True, steps=("act", "end", "over"))
    idle: int = attr(default=0, low=0, clause="TW-8.16", group="game", volatile=True, steps=PLAYED)
    banned: tuple[str, ...] = attr(
        default=(), choices=tuple(SKILLS), clause="TW-3.1.4", group="game", volatile=True, steps=PLAYED
    )
    result: str | None = attr(
        default=None,
        kind="choice",
        choices=("A", "B", "draw"),
        clause="TW-7.1",
        group="game",
        volatile=True,
        steps=("over",),
    )
    reason: str | None = attr(
        default=None,
        kind="choice",
        choices=("hp_zero", "combo", "bet_timeout", "quiet"),
        clause="TW-7.1",
        group="game",
        volatile=True,
        steps=("over",),
    )

    def player(self, who: str) -> Player:
        """Return the player called `who`."""
        return self.A if who == "A" else self.B
