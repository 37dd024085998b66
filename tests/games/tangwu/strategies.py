"""Positions and actions of 唐五 at random, for the shared suite and the state machine."""

from __future__ import annotations

from random import Random

from rulekit.core.action import CHANCE, Action
from rulekit.core.duel import other
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.problems import problems
from rulekit.games.tangwu.skills import DISPELLABLE, SKILLS
from rulekit.games.tangwu.state import BURN, DIGIT_SKILLS, STEPS, VENOM, WEAK_STEPS, Player, State

__all__ = ["FORKS", "GAMES", "KINDS", "LEAST", "odd_actions", "random_state"]

#: Readings under which a decision is left to a player in the middle of a resolution.
FORKS = {"TW-R23": "victim_chooses", "TW-R35": "optional"}

#: Every kind of decision that can be open in the middle.
KINDS = {"bet_extra", "dispel"}

#: Random games in the normal run; thousands more at night.
GAMES = 200

#: A pick is all that is hidden, and what follows it opens it.
LEAST = (1, 0, 0)

_DEFAULTS: dict[str, str] = {}


def random_state(draw: Random) -> State:
    """Return a possible state in which somebody must act, most statuses set now and then."""
    while True:
        state = _state(draw)
        if not problems(state, _defaults()):
            return state


def _defaults() -> dict[str, str]:
    if not _DEFAULTS:
        from rulekit.games.tangwu import GAME

        _DEFAULTS.update(GAME.defaults.choices)
    return _DEFAULTS


def _state(draw: Random) -> State:
    state = State(turn=draw.choice("AB"), step=draw.choice(("add", "act", "act", "act", "start")))
    for who in "AB":
        _player(draw, state.player(who))
    own = state.player(state.turn)
    state.banned = tuple(dict.fromkeys(draw.choice(tuple(SKILLS)) for _ in range(draw.randint(0, 2))))
    state.idle = draw.choice((0, 0, 1, limits.QUIET_TURNS - 1))
    if state.step == "start":
        return state
    own.frozen = 0
    if draw.random() < 0.3:
        state.controller = other(state.turn)
    state.actions = draw.choice((0, 0, 1, 3, 5, limits.ACTION_LIMIT - 1))
    if state.actions:
        state.acted = True
        own.streak = max(own.streak, min(state.actions, limits.STREAK_LIMIT))
        state.player(other(state.turn)).streak = 0
        state.chain = tuple(draw.choice(DIGIT_SKILLS) for _ in range(draw.randint(0, min(state.actions, 4))))
        state.digit_cast = bool(state.chain) or draw.random() < 0.2
        state.hurt = draw.random() < 0.3
    else:  # what takes effect at the start of a turn has done so, and nobody was hurt in it
        own.controlled, own.turn_damage = False, 0
        own.mist = own.mist if state.step == "act" else 0
    state.linked_seven = state.digit_cast and own.digit == 7 and draw.random() < 0.7
    return state


def _player(draw: Random, player: Player) -> None:
    """Set the fields of one player; each status has a chance of its own."""

    def sometimes(chance: float) -> bool:
        return draw.random() < chance

    player.hp = draw.choice((1, 2, 3, 4, 5, 7, 10, 20, 21, 40))
    player.cost = draw.randint(0, limits.COST_MAX)
    player.digit = draw.randint(0, limits.DIGIT_MAX)
    player.thorns = int(sometimes(0.3))
    player.invincible = sometimes(0.25)
    if sometimes(0.3):
        player.charge = draw.randint(0, limits.CHARGE_MAX)
    player.elixir = draw.choice((0, 0, 1, 3))
    player.breath = draw.choice((0, 0, 1, 2))
    player.fortify = int(sometimes(0.2))
    player.disdain = int(sometimes(0.3))
    player.venom = sometimes(0.3)
    player.tang_mode = int(sometimes(0.2))
    if sometimes(0.3):
        player.dummies = (draw.choice((1, 3)),)
        if player.tang_mode and sometimes(0.5):
            player.dummies = (*player.dummies, 1)
    player.in_dummy = (not player.dummies or bool(player.tang_mode)) and sometimes(0.2)
    player.dummy_used = bool(player.dummies) or player.in_dummy or sometimes(0.2)
    entries = [draw.choice((BURN, VENOM)) for _ in range(draw.randint(0, 3))] if sometimes(0.4) else []
    if sometimes(0.2):
        entries.insert(draw.randint(0, len(entries)), draw.choice((STEPS, WEAK_STEPS)))
    player.delayed = tuple(entries)
    if sometimes(0.3):
        player.bet = draw.randint(1, limits.BET_TURNS)
        player.bet_used = True
        player.bet_extra_used = sometimes(0.3)
    player.frozen = draw.choice((0, 0, 0, 1, 2))
    player.mist = int(sometimes(0.15))
    if sometimes(0.2):
        player.taunt = draw.randint(0, 5)
    player.controlled = sometimes(0.15)
    player.streak = draw.choice((0, 0, 0, 2, limits.STREAK_LIMIT - 1, limits.STREAK_LIMIT))
    player.total = draw.choice((0, 4, 5, 12, 40))
    player.turn_damage = draw.choice((0, 0, 3))


def odd_actions(state: State, draw: Random) -> list[Action]:
    """Return actions of the game, most of them illegal here: every verb, naming buffs right and wrong."""
    who = draw.choice("AB")
    names = [draw.choice(DISPELLABLE) for _ in range(draw.randint(0, 3))]
    skill = draw.choice(tuple(SKILLS))
    return [
        Action(who, "cast", ("公平正义", *names)),
        Action(who, "cast", ("公平正义", "幻雾")),
        Action(who, "cast", ("公平正义", [])),  # type: ignore[arg-type]
        Action(who, "cast", (skill,)),
        Action(who, "cast", (skill, "荆棘")),
        Action(who, "cast", ("寒凤",)),
        Action(who, "cast"),
        Action(who, "add", ("both",)),
        Action(who, "add", ("cost", "digit")),
        Action(who, "pass", ("now",)),
        Action(who, "start"),
        Action(who, "start", (1,)),
        Action(who, "ban", (skill,)),
        Action(who, "ban", (skill, skill)),
        Action(CHANCE, "first", (who,)),
        Action(CHANCE, "pass"),
    ]
