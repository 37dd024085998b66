"""Which skills can be cast, and why another one cannot (TW-3.1.4, TW-4.7, TW-4.16)."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.core.action import Action
from rulekit.core.duel import Over, other
from rulekit.core.errors import Refusal, nearest
from rulekit.core.resolution import Resolution
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.cast import begin
from rulekit.games.tangwu.casting import caster_of
from rulekit.games.tangwu.dispel import allowed_layers, choices, missing_name, takes_nothing
from rulekit.games.tangwu.effects import EFFECTS
from rulekit.games.tangwu.skills import BY_DIGIT, DISPELLABLE, SKILLS, Skill
from rulekit.games.tangwu.state import State

__all__ = ["casts", "listed", "read_cast", "refuse_cast", "unknown_skill"]

_LIMITED = ("赌命！", "假人强化", "假人")  # skills with limits of their own
_CASTS = {who: {s: Action(who, "cast", (s,)) for s in SKILLS} for who in "AB"}


def casts(state: State, who: str, rulings: Mapping[str, str]) -> list[Action]:
    """Return every legal cast of the player on turn, by skill in the order of the list."""
    caster = caster_of(state, rulings)
    me = state.player(caster)
    digit = state.player(who).digit
    if me.streak >= limits.STREAK_LIMIT or me.cost < digit or not 0 <= digit <= limits.DIGIT_MAX:
        return []
    no_void_casts = rulings["TW-R28"] == "refused"
    made = []
    for skill in BY_DIGIT[digit]:
        name = skill.name
        if name in state.banned:
            continue
        if (name in _LIMITED or no_void_casts) and _limited(state, skill, caster, rulings) is not None:
            continue
        if name == "公平正义":
            options = choices(state.player(other(caster)), allowed_layers(state, rulings), rulings)
            made += [Action(who, "cast", (name, *names)) for names in options]
        else:
            made.append(_CASTS[who][name])
    return made


def listed(state: State, who: str, rulings: Mapping[str, str]) -> list[Action]:
    """Return every skill by its digit, legal or not; a legal cast that names buffs stands for the bare skill."""
    legal: dict[str, list[Action]] = {}
    for action in casts(state, who, rulings) if state.step == "act" else ():
        legal.setdefault(action.args[0], []).append(action)
    return [a for skills in BY_DIGIT for s in skills for a in legal.get(s.name) or [_CASTS[who][s.name]]]


def _limited(state: State, skill: Skill, caster: str, rulings: Mapping[str, str]) -> Refusal | None:
    """Return why a skill of the right digit may still not be cast: use limits and void casts."""
    me, foe = state.player(caster), state.player(other(caster))
    shared = rulings["TW-R32"] == "shared"
    name = skill.name
    if name == "赌命！" and (me.bet_used or (shared and foe.bet_used)):
        return Refusal("bet_used", ("TW-6.D8.5",), {"skill": name})
    if name == "假人强化" and me.in_dummy and rulings["TW-R30"] == "refused":
        return Refusal("boost_in_dummy", ("TW-5.5.6",), {"skill": name})
    if name == "假人" and rulings["TW-R29"] == "refused" and not me.tang_mode:
        if me.dummy_used or (shared and foe.dummy_used):
            return Refusal("dummy_used", ("TW-5.5.4", "TW-5.5.13"), {"skill": name})
        return None
    if rulings["TW-R28"] == "refused" and not (name == "假人" or skill.react) and _void(state, skill, rulings):
        return Refusal("void_cast", ("TW-4.17",), {"skill": name})
    return None


def _void(state: State, skill: Skill, rulings: Mapping[str, str]) -> bool:
    """Tell whether the skill's own effect would change nothing at all (TW-4.17, TW-5.5.17, TW-8.11)."""
    trial = Resolution(state.copy(), rulings)
    names = DISPELLABLE if skill.name == "公平正义" else ()
    cast = begin(trial.state, skill, names, trial)
    cast.me(trial).cost -= skill.digit
    before = trial.state.copy()
    try:
        if skill.name == "公平正义":
            return choices(cast.foe(trial), 1, {**rulings, "TW-R23": "caster_chooses"}) == [()]
        EFFECTS[skill.name](trial, cast)
    except Over:
        return False
    return bool(trial.state == before)


def unknown_skill(action: Action) -> Refusal:
    """Return that an action names no skill there is, with the nearest one."""
    name = str(action.args[0]) if action.args else ""
    near = nearest(name, SKILLS) or next(iter(SKILLS))
    return Refusal("unknown_skill", ("TW-6.3",), {"name": name, "nearest": near})


def read_cast(state: State, action: Action) -> Refusal | tuple[Skill, tuple[str, ...]]:
    """Return the skill and what it names besides (TW-5.6.8)."""
    name, *names = action.args or ("",)
    return (SKILLS[name], tuple(names)) if name in SKILLS else unknown_skill(action)


def refuse_cast(
    state: State, who: str, rulings: Mapping[str, str], skill: Skill, names: tuple[str, ...]
) -> Refusal | None:
    """Return why a skill may not be cast now, None when it may; of several reasons the first."""
    caster = caster_of(state, rulings)
    me, foe = state.player(caster), state.player(other(caster))
    digit = state.player(who).digit
    params = {"skill": skill.name}
    if skill.name in state.banned:
        return Refusal("banned", ("TW-3.1.4",), params)
    if me.streak >= limits.STREAK_LIMIT:
        return Refusal("streak_locked", ("TW-4.16",), {**params, "limit": limits.STREAK_LIMIT})
    if skill.digit != digit:
        return Refusal("wrong_digit", ("TW-1.6", "TW-4.7"), {**params, "digit": digit, "needed": skill.digit})
    if me.cost < digit:
        return Refusal("too_expensive", ("TW-4.8", "TW-4.7"), {**params, "cost": me.cost, "needed": digit})
    if names and skill.name != "公平正义":
        return Refusal("takes_no_names", ("TW-5.6.8",), params)
    for name in names:
        if name not in DISPELLABLE:
            return Refusal(
                "not_dispellable",
                ("TW-5.6.1", "TW-5.6.2"),
                {"buff": str(name), "known": DISPELLABLE},
            )
    if skill.name == "公平正义":
        layers = allowed_layers(state, rulings)
        if missing_name(foe, names, layers, rulings):
            return Refusal("name_missing", ("TW-5.6.8",), params)
        if rulings["TW-R28"] == "refused" and takes_nothing(foe, names, layers, rulings):
            return Refusal("void_cast", ("TW-4.17",), params)
    return _limited(state, skill, caster, rulings)
