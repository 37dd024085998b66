"""Which actions are legal, and why another one is not (TW-3.1.4, TW-4.3, TW-4.7, TW-4.16)."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.core.action import CHANCE, Action
from rulekit.core.errors import Refusal, UnknownName, nearest
from rulekit.core.resolution import Resolution
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.cast import begin
from rulekit.games.tangwu.casting import caster_of
from rulekit.games.tangwu.dispel import allowed_layers, choices, missing_name, takes_nothing
from rulekit.games.tangwu.effects import EFFECTS
from rulekit.games.tangwu.ending import GameOver
from rulekit.games.tangwu.skills import BY_DIGIT, DISPELLABLE, SKILLS, Skill
from rulekit.games.tangwu.state import State, other

__all__ = ["Refusal", "legal_actions", "parse", "refusal"]


_ADDS = {who: [Action(who, "add", ("cost",)), Action(who, "add", ("digit",))] for who in "AB"}
_VERBS_DUE = {
    "add": ("add",),
    "act": ("cast", "pass"),
    "start": ("start",),
    "ban": ("ban",),
    "setup": ("first",),
}
_KNOWN = tuple(v for verbs in _VERBS_DUE.values() for v in verbs)
_LIMITED = ("赌命！", "假人强化", "假人")  # skills with limits of their own
_PASS = {who: Action(who, "pass") for who in "AB"}
_CASTS = {who: {s: Action(who, "cast", (s,)) for s in SKILLS} for who in "AB"}


def legal_actions(state: State, rulings: Mapping[str, str]) -> list[Action]:
    """Return every distinct legal action in a fixed order."""
    step = state.step
    if step == "act":
        return [*_casts(state, rulings), _PASS[state.turn]]
    if step == "add":
        return list(_ADDS[state.turn])
    if step == "start":
        return [Action(state.turn, "start")]
    if step == "ban":
        return [Action(who, "ban", (s,)) for who in "AB" if state.player(who).pick is None for s in SKILLS]
    if step == "setup":
        return [Action(CHANCE, "first", (who,)) for who in "AB"]
    return []


def _casts(state: State, rulings: Mapping[str, str]) -> list[Action]:
    who = state.turn
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
    except GameOver:
        return False
    return bool(trial.state == before)


def refusal(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    """Return why an action is illegal, None when it is legal."""
    due = state.step
    if due == "over":
        return Refusal("over", ("TW-7.1",), {})
    if action.verb not in _KNOWN:
        return Refusal("unknown_verb", ("TW-4.1",), {"verb": action.verb, "known": ", ".join(_KNOWN)})
    if due == "ban":
        return _refuse_ban(state, action)
    actor = CHANCE if due == "setup" else state.turn
    if action.who != actor:
        return Refusal("wrong_player", ("TW-4.1",), {"who": action.who, "turn": (actor,)})
    if action.verb not in _VERBS_DUE.get(due, ()):
        clause = "TW-4.3" if due == "add" else "TW-4.1"  # the addition is compulsory
        return Refusal("wrong_step", (clause,), {"verb": action.verb, "step": due})
    match action.verb:
        case "add":
            return _refuse_args(action, ("cost", "digit"), "TW-4.3")
        case "first":
            return _refuse_args(action, ("A", "B"), "TW-3.2")
        case "cast":
            return _refuse_cast(state, action, rulings)
    return None if not action.args else Refusal("extra_argument", ("TW-4.1",), {"value": str(action.args[0])})


def _refuse_args(action: Action, known: tuple[str, ...], clause: str) -> Refusal | None:
    if len(action.args) == 1 and action.args[0] in known:
        return None
    value = " ".join(map(str, action.args))
    return Refusal("bad_argument", (clause,), {"value": value, "known": ", ".join(known)})


def _refuse_ban(state: State, action: Action) -> Refusal | None:
    if action.who not in ("A", "B"):
        return Refusal("wrong_player", ("TW-3.1.1",), {"who": action.who, "turn": ("A", "B")})
    if action.verb != "ban":
        return Refusal("wrong_step", ("TW-3.1.3",), {"verb": action.verb, "step": "ban"})
    if state.player(action.who).pick is not None:
        return Refusal("already_picked", ("TW-3.1.1",), {"who": action.who})
    if len(action.args) != 1 or action.args[0] not in SKILLS:
        return _unknown_skill(action)
    return None


def _unknown_skill(action: Action) -> Refusal:
    name = str(action.args[0]) if action.args else ""
    near = nearest(name, SKILLS) or next(iter(SKILLS))
    return Refusal("unknown_skill", ("TW-6.3",), {"name": name, "nearest": near})


def _refuse_cast(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    if not action.args or action.args[0] not in SKILLS:
        return _unknown_skill(action)
    skill = SKILLS[action.args[0]]
    names = action.args[1:]
    caster = caster_of(state, rulings)
    me, foe = state.player(caster), state.player(other(caster))
    digit = state.player(state.turn).digit
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


# -- text form --------------------------------------------------------------------------------------

_VERBS = ("add", "ban", "first", "cast")


def parse(who: str, text: str) -> Action:
    """Read `add cost`, `pass`, `start`, `ban 98K`, `first A`, `寒风` or `公平正义 荆棘 无敌`.

    Raises UnknownName with the nearest skill.
    """
    words = text.split()
    if not words:
        raise UnknownName("empty_action", nearest="pass")
    if len(words) == 1 and words[0] in ("pass", "start"):
        return Action(who, words[0])
    if words[0] in _VERBS and len(words) > 1:
        verb, args = words[0], words[1:]
        if verb in ("ban", "cast"):
            _known_skill(args[0])
        return Action(who, verb, tuple(args))
    _known_skill(words[0])
    return Action(who, "cast", tuple(words))


def _known_skill(name: str) -> None:
    if name not in SKILLS:
        near = nearest(name, [*SKILLS, "add", "pass", "start"])
        if near is None:
            raise UnknownName("unknown_skill_any", name=name, game="tangwu")
        raise UnknownName("unknown_skill", name=name, nearest=near)
