"""Which actions are legal, and why another one is not (SL-5.3 to SL-5.28, SL-6.4 to SL-6.14, SL-7.8, SL-8.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulekit.core.action import ANSWER, Action
from rulekit.core.errors import Refusal
from rulekit.games.shengling import limits
from rulekit.games.shengling.cards import Effect, Face, faces
from rulekit.games.shengling.held import bare
from rulekit.games.shengling.moments import used_up
from rulekit.games.shengling.setup import deck_fault
from rulekit.games.shengling.state import PLAYERS, Creature, Place, Player, State, other, read_fuel, read_place
from rulekit.games.shengling.targets import Source, condition_holds, unmet_pick
from rulekit.games.shengling.turn import duty
from rulekit.games.shengling.writing import ALL

__all__ = ["TABLE", "active_effect", "attack_fault", "legal_actions", "refusal"]

TABLE = "table"  # what begins by itself
MAIN = ("sacrifice", "play", "activate")
BY_STEP: Mapping[str, tuple[str, ...]] = {
    "setup": ("begin",),
    "main1": (*MAIN, "enter_battle"),
    "battle": ("attack", "end_battle"),
    "main2": (*MAIN, "end_turn"),
}


def _verbs(state: State, rulings: Mapping[str, str]) -> tuple[str, ...]:
    """Return the verbs of the step; SL-R35 may let a turn end from main phase 1 (SL-6.5)."""
    verbs = BY_STEP.get(state.step, ())
    if state.step == "main1" and rulings["SL-R35"] == "may_end_from_main1":
        return (*verbs, "end_turn")
    return verbs


# -- what is legal ----------------------------------------------------------------------------------


def legal_actions(state: State, rulings: Mapping[str, str]) -> list[Action]:
    """Return every distinct legal action in a fixed order: cards, creatures, then the step.

    `activate A1` for a creature with one active effect only abbreviates `activate A1 a`, so it is not listed.
    """
    if state.result is not None:
        return []
    if state.step == "setup":
        begin = Action(TABLE, "begin")
        return [begin] if refusal(state, begin, rulings) is None else []
    who = state.active
    made: list[Action] = []
    if state.step in ("main1", "main2"):
        made += _sacrifices(state, who)
        made += _plays(state, who, rulings)
        made += _activations(state, who, rulings)
        if _gate_fault(state, who, rulings) is None:
            made += [Action(who, verb) for verb in _verbs(state, rulings)[len(MAIN) :]]
    elif state.step == "battle":
        made += [
            Action(who, "attack", (f"{who}{slot}",))
            for slot, creature in state.player(who).creatures()
            if attack_fault(state, creature, f"{who}{slot}", rulings) is None
        ]
        made.append(Action(who, "end_battle"))
    if rulings["SL-R41"] == "allowed_any_time":
        made += [Action(w, "surrender") for w in PLAYERS]
    return made


def _sacrifices(state: State, who: str) -> list[Action]:
    player = state.player(who)
    if player.sacrificed >= player.quota:
        return []
    cards = dict.fromkeys(player.hand)
    if len(player.fuel) < limits.COST_ZONE:
        return [Action(who, "sacrifice", (card,)) for card in cards]
    places = [f"f{n}" for n in range(1, len(player.fuel) + 1)]
    return [Action(who, "sacrifice", (card, place)) for card in cards for place in places]


def _plays(state: State, who: str, rulings: Mapping[str, str]) -> list[Action]:
    player = state.player(who)
    table = faces(state.own_cards)
    empty = player.empty_slots()
    made = []
    for card in dict.fromkeys(player.hand):
        face = table[bare(card)]
        slots: list[int | None] = [None]
        if face.creature and not empty:
            slots = [*range(1, limits.SLOTS + 1)] if rulings["SL-R30"] == "replace_own" else []
        elif face.creature and rulings["SL-R43"] == "player_chooses":
            slots = [*empty]
        if slots and _card_fault(state, who, face, rulings) is None:
            made += [Action(who, "play", (card,) if n is None else (card, f"{who}{n}")) for n in slots]
    return made


def _activations(state: State, who: str, rulings: Mapping[str, str]) -> list[Action]:
    table = faces(state.own_cards)
    return [
        Action(who, "activate", (f"{who}{slot}", effect.eid))
        for slot, creature in state.player(who).creatures()
        for effect in table[creature.card].timed["active"]
        if _activation_fault(state, Place(who, slot), creature, effect, rulings) is None
    ]


# -- why not ----------------------------------------------------------------------------------------


def refusal(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    """Return why an action is illegal, None when it is legal; of several reasons the first (SL-6.9)."""
    who, verb, args = action
    if state.result is not None:
        return Refusal("over", ("SL-11.3",), {})
    if verb == ANSWER:
        return Refusal("no_window", ("SL-7.17", "SL-9.2"), {"who": who})
    if verb not in ALL:
        return Refusal("unknown_verb", ("SL-6.1",), {"verb": verb, "known": ", ".join(ALL)})
    if any(not isinstance(a, str) for a in args):
        return Refusal("bad_argument", ("SL-6.9",), {"value": " ".join(map(str, args))})
    known = PLAYERS if verb != "begin" else (TABLE,)
    if who not in known:
        return Refusal("wrong_player", ("SL-1.1",), {"who": who, "known": tuple(known)})
    if verb == "surrender":
        return _refuse_surrender(state, action, rulings)
    if state.step != "setup" and who not in (state.active, TABLE):
        clause = "SL-7.11" if verb == "activate" else "SL-5.6" if verb == "sacrifice" else "SL-6.13"
        return Refusal("not_your_turn", (clause, *(("SL-8.7",) if verb == "attack" else ())), {"who": who})
    if verb not in _verbs(state, rulings):
        return Refusal("wrong_step", _STEP_CLAUSES[verb], {"verb": verb, "step": state.step})
    return _CHECKS[verb](state, action, rulings)


_STEP_CLAUSES: Mapping[str, tuple[str, ...]] = {
    "begin": ("SL-2.10",),
    "sacrifice": ("SL-5.6",),
    "play": ("SL-6.13",),
    "activate": ("SL-7.8",),
    "enter_battle": ("SL-6.5", "SL-6.1"),
    "attack": ("SL-8.7", "SL-6.6"),
    "end_battle": ("SL-6.10",),
    "end_turn": ("SL-6.5",),
    "surrender": ("SL-11.5",),
}


def _count(action: Action, low: int, high: int) -> Refusal | None:
    if low <= len(action.args) <= high:
        return None
    params = {"value": " ".join(action.args) or action.verb}
    return Refusal("bad_argument", _STEP_CLAUSES[action.verb], params)


def _refuse_surrender(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    """Nobody can give up a game that has not begun, and only SL-R41 allowed_any_time lets anybody (SL-11.5)."""
    if rulings["SL-R41"] == "not_a_rule":
        return Refusal("no_surrender", ("SL-11.5",), {})
    if state.step == "setup":
        return Refusal("wrong_step", ("SL-11.5", "SL-2.10"), {"verb": action.verb, "step": state.step})
    return _count(action, 0, 0)


def _refuse_begin(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    for who in PLAYERS:
        fault = deck_fault(state.player(who).deck, faces(state.own_cards))
        if fault is not None:
            return fault._replace(params={"who": who, **fault.params})
    return _count(action, 0, 0)


def _in_hand(player: Player, who: str, card: str) -> Refusal | None:
    if card in player.hand:
        return None
    known = tuple(dict.fromkeys(player.hand))
    return Refusal("not_in_hand", ("SL-5.5", "SL-7.9"), {"who": who, "card": card, "known": known})


def _refuse_sacrifice(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    who = action.who
    player = state.player(who)
    fault = _count(action, 1, 2) or _in_hand(player, who, action.args[0])
    if fault is not None:
        return fault
    place = read_fuel(action.args[1]) if len(action.args) == 2 else 0
    if len(action.args) == 2 and (place is None or not 1 <= place <= len(player.fuel)):
        return Refusal("no_such_fuel", ("SL-5.18",), {"place": action.args[1], "n": len(player.fuel)})
    if player.sacrificed >= player.quota:
        shared = ("SL-5.12",) if state.step == "main2" else ()
        return Refusal("quota_used", ("SL-5.8", *shared, "SL-6.9"), {"who": who, "quota": player.quota})
    full = len(player.fuel) >= limits.COST_ZONE
    if full and not place:
        return Refusal("need_replace", ("SL-5.18", "SL-5.17", "SL-5.28"), {"n": limits.COST_ZONE})
    if place and not full:
        return Refusal("no_replace", ("SL-5.28",), {"n": len(player.fuel)})
    return None


def _refuse_play(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    who = action.who
    player = state.player(who)
    fault = _count(action, 1, 2) or _in_hand(player, who, action.args[0])
    if fault is not None:
        return fault
    face = faces(state.own_cards)[bare(action.args[0])]
    slot = action.args[1] if len(action.args) == 2 else None
    return (_slot_fault(state, who, face, slot, rulings)) or _card_fault(state, who, face, rulings)


def _slot_fault(state: State, who: str, face: Face, named: str | None, rulings: Mapping[str, str]) -> Refusal | None:
    """Check the slot: the leftmost empty one is taken unless SL-R43 or, on a full field, SL-R30 asks for a name."""
    place = read_place(named) if named is not None else None
    if not face.creature:
        return None if named is None else Refusal("no_slot_needed", ("SL-3.7",), {"card": face.name})
    if named is not None and (place is None or place.who != who):
        return Refusal("no_such_slot", ("SL-2.6", "SL-3.6"), {"place": named})
    empty = state.player(who).empty_slots()
    if not empty:
        if rulings["SL-R30"] == "refuse":
            return Refusal("field_full", ("SL-4.2", "SL-2.6"), {"n": limits.SLOTS})
        return None if place is not None else Refusal("which_replaced", ("SL-4.2",), {"card": face.name})
    if rulings["SL-R43"] == "leftmost_empty":
        return None if place is None else Refusal("slot_not_chosen", ("SL-3.6",), {"place": f"{who}{empty[0]}"})
    if place is None or place.slot not in empty:
        known = tuple(f"{who}{n}" for n in empty)
        return Refusal("which_slot", ("SL-3.6",), {"card": face.name, "known": known})
    return None


def _card_fault(state: State, who: str, face: Face, rulings: Mapping[str, str]) -> Refusal | None:
    """Check what a card asks for besides a slot: an object, its condition, enough fuel (SL-7.24, SL-7.12, SL-5.3)."""
    player = state.player(who)
    if not face.creature:
        effect = face.card.effects[0]
        if rulings["SL-R29"] == "refuse_to_play" and unmet_pick(state, effect, Source(who, face.name), rulings):
            return Refusal("no_target", ("SL-7.24",), {"card": face.name})
        if not condition_holds(state, effect, who, leaving=1):
            return Refusal("condition", ("SL-7.12",), {"card": face.name})
    ready = len(player.fuel) - len(player.spent)
    if ready < face.cost:
        return Refusal("cost", ("SL-5.3", "SL-5.1"), {"card": face.name, "cost": face.cost, "ready": ready})
    return None


def active_effect(state: State, place: Place, eid: str | None) -> Effect | None:
    """Return the active effect meant; without an id only when the creature has exactly one (SL-7.8)."""
    creature = state.creature(place)
    if creature is None:
        return None
    effects = faces(state.own_cards)[creature.card].timed["active"]
    found = [e for e in effects if eid is None or e.eid == eid]
    return found[0] if len(found) == 1 else None


def _acting(state: State, action: Action) -> Refusal | tuple[Place, Creature]:
    """Return the own creature that an action of one or two words begins with."""
    fault = _count(action, 1, 2)
    if fault is not None:
        return fault
    place = read_place(action.args[0])
    creature = state.creature(place) if place is not None and place.who == action.who else None
    if place is None or creature is None:
        known = tuple(f"{action.who}{slot}" for slot, _ in state.player(action.who).creatures())
        params = {"who": action.who, "place": action.args[0], "known": known}
        return Refusal("no_creature", ("SL-4.1", "SL-7.9"), params)
    return place, creature


def _refuse_activate(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    acting = _acting(state, action)
    if isinstance(acting, Refusal):
        return acting
    place, creature = acting
    effect = active_effect(state, place, action.args[1] if len(action.args) == 2 else None)
    if effect is None:
        known = tuple(e.eid for e in faces(state.own_cards)[creature.card].timed["active"])
        return Refusal("no_effect", ("SL-7.8",), {"card": creature.card, "place": str(place), "known": known})
    return _activation_fault(state, place, creature, effect, rulings)


def _activation_fault(
    state: State, place: Place, creature: Creature, effect: Effect, rulings: Mapping[str, str]
) -> Refusal | None:
    who = place.who
    player = state.player(who)
    params = {"card": creature.card, "place": str(place)}
    source = Source(who, creature.card, place, creature)
    cost = effect.cost
    if unmet_pick(state, effect, source, rulings) is not None:
        return Refusal("no_target", ("SL-7.24",), params)
    if len(player.fuel) < cost.fuel_to_graveyard or len(player.hand) < cost.discard:
        return Refusal("activation_cost", ("SL-7.34",), params)
    if not condition_holds(state, effect, who):
        return Refusal("condition", ("SL-7.12",), params)
    ready = len(player.fuel) - len(player.spent)
    if ready < cost.tap_fuel:
        return Refusal("cost", ("SL-5.3", "SL-7.34"), {**params, "cost": cost.tap_fuel, "ready": ready})
    if effect.limit is not None and used_up(state, effect, source, rulings["SL-R44"]):
        return Refusal("once_per_turn", ("SL-7.10",), params)
    if rulings["SL-R27"] == "untapped_only" and creature.tapped:
        return Refusal("tapped_effect", ("SL-7.34", "SL-4.5"), params)
    if rulings["SL-R27"] == "not_on_entering_turn" and creature.entered:
        return Refusal("entered_effect", ("SL-7.34", "SL-8.3"), params)
    uses = sum(u.partition("@")[0] == effect.eid for u in creature.used)
    if rulings["SL-R28"] == "fuse_limit" and uses >= limits.FUSE:
        return Refusal("fuse", ("SL-7.10",), {**params, "n": limits.FUSE})
    return None


# -- gates and attacks ------------------------------------------------------------------------------


def _gate_fault(state: State, who: str, rulings: Mapping[str, str]) -> Refusal | None:
    """Check what keeps a main phase from being left: the duty, under SL-R26 effects that must be used (SL-5.9)."""
    player = state.player(who)
    if duty(player, rulings) == "open":
        return Refusal("duty_open", ("SL-5.9", "SL-5.7", "SL-5.26", "SL-6.9"), {"who": who, "n": len(player.hand)})
    if rulings["SL-R26"] == "must_activate":
        due = _due(state, who, rulings)
        if due is not None:
            return Refusal("must_activate", ("SL-7.12",), {"who": who, "what": due})
    return None


def _due(state: State, who: str, rulings: Mapping[str, str]) -> str | None:
    """Return an active effect that could be used and was not used in this main phase (SL-R26 must_activate)."""
    table = faces(state.own_cards)
    for action in _plays(state, who, rulings):
        if not table[bare(action.args[0])].creature:
            return str(action.args[0])
    for action in _activations(state, who, rulings):
        place = read_place(action.args[0])
        creature = state.creature(place) if place is not None else None
        if creature is not None and f"{action.args[1]}@{state.step}" not in creature.used:
            return f"{action.args[0]} {creature.card}"
    return None


def _refuse_gate(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    return _count(action, 0, 0) or _gate_fault(state, action.who, rulings)


def _refuse_attack(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    acting = _acting(state, action)
    if isinstance(acting, Refusal):
        return acting
    place, creature = acting
    if len(action.args) == 2 and action.args[1] != other(action.who):
        return Refusal("bad_target", ("SL-8.9", "SL-8.8"), {"target": action.args[1], "foe": other(action.who)})
    return attack_fault(state, creature, str(place), rulings)


def attack_fault(state: State, creature: Creature, place: str, rulings: Mapping[str, str]) -> Refusal | None:
    """Return why a creature of the turn player cannot be declared as an attacker (SL-8.1 to SL-8.5)."""
    params = {"card": creature.card, "place": place}
    if creature.attacked:
        return Refusal("already_attacked", ("SL-8.5",), params)
    if creature.tapped:
        return Refusal("tapped", ("SL-8.1", "SL-4.5"), params)
    if creature.entered and not faces(state.own_cards)[creature.card].haste:
        return Refusal("entered_this_turn", ("SL-8.3", "SL-7.14"), params)
    if state.turn == 1 and rulings["SL-R36"] == "forbidden":
        return Refusal("first_turn", ("SL-6.11",), params)
    return None


def _no_arguments(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    return _count(action, 0, 0)


_CHECKS: Mapping[str, Callable[[State, Action, Mapping[str, str]], Refusal | None]] = {
    "begin": _refuse_begin,
    "sacrifice": _refuse_sacrifice,
    "play": _refuse_play,
    "activate": _refuse_activate,
    "enter_battle": _refuse_gate,
    "attack": _refuse_attack,
    "end_battle": _no_arguments,
    "end_turn": _refuse_gate,
}
