"""What can be done in 唐五 (TW-3.1, TW-4.1 to TW-4.18)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rulekit.core.action import CHANCE, Action
from rulekit.core.duel import PLAYERS, other
from rulekit.core.errors import Refusal, UnknownName, nearest
from rulekit.core.record import value_at
from rulekit.core.resolution import Resolution
from rulekit.core.things import Named
from rulekit.core.verbs import Secret, Verb, Verbs, alone
from rulekit.games.tangwu import cast
from rulekit.games.tangwu.castable import casts, listed, read_cast, refuse_cast, unknown_skill
from rulekit.games.tangwu.setup import ban, draw_first
from rulekit.games.tangwu.skills import DISPELLABLE, SKILLS, Skill
from rulekit.games.tangwu.state import State
from rulekit.games.tangwu.turn import add, pass_on, pass_turn, start_turn

__all__ = ["VERBS"]

Rulings = Mapping[str, str]
HANDS = ("cost", "digit")  # of the opponent, which one is added to the own digit
_ADDS = {who: [Action(who, "add", (hand,)) for hand in HANDS] for who in PLAYERS}
_PASS = {who: [Action(who, "pass")] for who in PLAYERS}


# -- carrying out -----------------------------------------------------------------------------------


def _add(res: Resolution, who: str, hand: str) -> None:
    add(res, hand)
    _pass_by_itself(res)


def _cast(res: Resolution, who: str, skill: Skill, names: tuple[str, ...]) -> None:
    cast.carry_out(res, skill, names)
    if res.state.step == "end":
        pass_on(res, taunted=skill.name == "嘲讽")
    _pass_by_itself(res)


def _pass(res: Resolution, who: str) -> None:
    forced = () if casts(res.state, who, res.rulings) else ("TW-4.8", "TW-4.18")
    pass_turn(res, "TW-4.7", "TW-8.14", *forced)
    _pass_by_itself(res)


def _start(res: Resolution, who: str) -> None:
    if start_turn(res):
        pass_on(res, frozen=True)
    _pass_by_itself(res)


def _pass_by_itself(res: Resolution) -> None:
    """Under TW-R47 auto_pass a player who can cast nothing passes without being asked (TW-4.18)."""
    state: State = res.state
    while state.step == "act" and res.ruling("TW-R47") == "auto_pass" and not casts(state, state.turn, res.rulings):
        pass_turn(res, "TW-4.8", "TW-8.14")


# -- what may be done -------------------------------------------------------------------------------


_AT_ONCE = {"ban": PLAYERS, "setup": (CHANCE,)}  # who is due where it is not the player on turn alone
_TURN = {who: (who,) for who in PLAYERS}


def _turns(state: State) -> Sequence[str]:
    return _AT_ONCE.get(state.step) or _TURN[state.turn]


def _gate(state: State, action: Action, verb: Verb, rulings: Rulings) -> Refusal | None:
    """Refuse who is not due and what is not due; bans are made by both at once (TW-3.1.1, TW-4.1)."""
    due = state.step
    if action.who == state.turn and due in verb.steps and due not in _AT_ONCE:
        return None
    if action.who not in _turns(state):
        clause = "TW-3.1.1" if due == "ban" else "TW-4.1"
        return Refusal("wrong_player", (clause,), {"who": action.who, "turn": tuple(_turns(state))})
    if due in verb.steps:
        return None
    clause = {"add": "TW-4.3", "ban": "TW-3.1.3"}.get(due, "TW-4.1")  # the addition is compulsory
    return Refusal("wrong_step", (clause,), {"verb": verb.name, "step": due})


def _one_of(known: Sequence[str], clause: str) -> Callable[[Any, Action], Refusal | tuple[str, ...]]:
    """Return a reader of one word out of a list."""

    def read(state: State, action: Action) -> Refusal | tuple[str, ...]:
        if len(action.args) == 1 and action.args[0] in known:
            return action.args
        value = " ".join(map(str, action.args))
        return Refusal("bad_argument", (clause,), {"value": value, "known": ", ".join(known)})

    return read


def _alone(state: State, action: Action) -> Refusal | tuple[()]:
    value = " ".join(map(str, action.args))
    return () if not action.args else Refusal("extra_argument", ("TW-4.1",), {"value": value})


def _read_ban(state: State, action: Action) -> Refusal | tuple[str, ...]:
    return action.args if len(action.args) == 1 and action.args[0] in SKILLS else unknown_skill(action)


def _not_picked(state: State, who: str, rulings: Rulings) -> Refusal | None:
    return None if state.player(who).pick is None else Refusal("already_picked", ("TW-3.1.1",), {"who": who})


def _bans(state: State, who: str, rulings: Rulings) -> Iterable[Action]:
    return [] if state.player(who).pick is not None else [Action(who, "ban", (s,)) for s in SKILLS]


def _all_bans(state: State, who: str, rulings: Rulings) -> Iterable[Action]:
    return [Action(who, "ban", (s,)) for s in SKILLS] if state.step == "ban" else ()


def _known(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of an action that begins with a skill; raises UnknownName with the nearest one."""
    name = words[0] if words else ""
    if name not in SKILLS:
        near = nearest(name, [*SKILLS, "add", "pass", "start"])
        if near is None:
            raise UnknownName("unknown_skill_any", name=name, game="tangwu")
        raise UnknownName("unknown_skill", name=name, nearest=near)
    return tuple(words)


def _in_turn(listing: Callable[[State, str, Rulings], Iterable[Action]]) -> Callable[..., Iterable[Action]]:
    """Show what a turn consists of at every step but those before it, and when all is over."""
    return lambda state, who, rulings: () if state.step in ("setup", "ban", "start") else listing(state, who, rulings)


# -- what lies on the table -------------------------------------------------------------------------


def _players(state: State, who: str) -> Named:
    return {player: [(player,)] for player in PLAYERS}


def _hands(state: State, who: str) -> Named:
    return {hand: [(other(who), hand)] for hand in HANDS}


def _skills(state: State, who: str) -> Named:
    """The skills of the digit that a player's own hand shows (TW-1.6)."""
    digit = state.player(who).digit
    return {skill.name: [(who, "digit")] for skill in SKILLS.values() if skill.digit == digit}


def _buffs(state: State, who: str) -> Named:
    """The buffs of the opponent that can be removed; in a controlled turn those of either player may be meant."""
    found = [(player, buff) for player in ((other(who),) if state.controller is None else PLAYERS)
             for buff in DISPELLABLE if value_at(state, (player, buff)) not in (None, False, 0)]  # fmt: skip
    return {buff: [path for path in found if path[1] == buff] for _, buff in found}


VERBS = Verbs(
    Verb(
        "first", ("setup",), draw_first, lambda s, who, r: [Action(who, "first", (p,)) for p in PLAYERS], ("TW-3.2",),
        read=_one_of(PLAYERS, "TW-3.2"), group="setup", names=("player",),
    ),
    Verb(
        "ban", ("ban",), ban, _bans, ("TW-3.1.3",), ready=_not_picked, read=_read_ban, shown=_all_bans, spell=_known,
        secret=Secret(),
    ),
    Verb("start", ("start",), _start, alone, ("TW-4.1",), read=_alone),
    Verb(
        "add", ("add",), _add, lambda s, who, r: _ADDS[who], ("TW-4.3",),
        read=_one_of(HANDS, "TW-4.3"), shown=_in_turn(lambda s, who, r: _ADDS[who]), names=("hand",),
    ),
    Verb(
        "cast", ("act",), _cast, casts, ("TW-4.7",),
        read=read_cast, refuse=refuse_cast, shown=_in_turn(listed), spell=_known,
        group=lambda a: ("digit", {"digit": SKILLS[a.args[0]].digit}), names=("skill", "buff"),
    ),
    Verb(
        "pass", ("act",), _pass, lambda s, who, r: _PASS[who], ("TW-4.7",),
        read=_alone, shown=_in_turn(lambda s, who, r: _PASS[who]),
    ),
    turns=_turns, gate=_gate, closing="pass", over=("TW-7.1",), unknown=("TW-4.1",), bare="cast",
    things={"player": _players, "hand": _hands, "skill": _skills, "buff": _buffs},
)  # fmt: skip
