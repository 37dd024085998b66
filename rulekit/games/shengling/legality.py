"""Which actions are legal, and why another one is not (SL-5.3 to SL-5.28, SL-6.4 to SL-6.14, SL-7.8, SL-8.1)."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.core.action import Action
from rulekit.core.errors import Refusal
from rulekit.games.shengling import limits
from rulekit.games.shengling.cards import Effect, Face, faces, spelled
from rulekit.games.shengling.memory import bare, in_hand
from rulekit.games.shengling.moments import used_up
from rulekit.games.shengling.setup import deck_fault
from rulekit.games.shengling.state import PLAYERS, Creature, Place, State, other, read_fuel, read_place
from rulekit.games.shengling.targets import Source, condition_holds, unmet_pick
from rulekit.games.shengling.turn import duty

__all__ = [
    "activation_fault",
    "activations",
    "attack_fault",
    "attack_refusal",
    "attacks",
    "decks_fault",
    "gate_fault",
    "play_fault",
    "plays",
    "read_activation",
    "read_attack",
    "read_play",
    "read_sacrifice",
    "sacrifice_fault",
    "sacrifices",
]

Rulings = Mapping[str, str]


# -- what is legal ----------------------------------------------------------------------------------


def sacrifices(state: State, who: str, rulings: Rulings) -> list[Action]:
    """Return every legal sacrifice, by card in hand (SL-5.5, SL-5.18)."""
    player = state.player(who)
    if player.sacrificed >= player.quota:
        return []
    cards = dict.fromkeys(player.hand)
    if len(player.fuel) < limits.COST_ZONE:
        return [Action(who, "sacrifice", (card,)) for card in cards]
    places = [f"f{n}" for n in range(1, len(player.fuel) + 1)]
    return [Action(who, "sacrifice", (card, place)) for card in cards for place in places]


def plays(state: State, who: str, rulings: Rulings) -> list[Action]:
    """Return every card that can be used, with its slot where one is chosen (SL-6.13)."""
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


def activations(state: State, who: str, rulings: Rulings) -> list[Action]:
    """Return every active effect that can be used; `activate A1` only abbreviates `activate A1 a` (SL-7.8)."""
    table = faces(state.own_cards)
    return [
        Action(who, "activate", (f"{who}{slot}", effect.eid))
        for slot, creature in state.player(who).creatures()
        for effect in table[creature.card].timed["active"]
        if activation_fault(state, who, rulings, Place(who, slot), effect) is None
    ]


def attacks(state: State, who: str, rulings: Rulings) -> list[Action]:
    """Return every attack that can be declared, left to right (SL-8.7)."""
    return [
        Action(who, "attack", (f"{who}{slot}",))
        for slot, creature in state.player(who).creatures()
        if attack_fault(state, creature, f"{who}{slot}", rulings) is None
    ]


# -- why not ----------------------------------------------------------------------------------------


def _count(action: Action, low: int, high: int) -> Refusal | None:
    if low <= len(action.args) <= high:
        return None
    return Refusal("bad_argument", (), {"value": " ".join(action.args) or action.verb})


def decks_fault(state: State, who: str, rulings: Rulings) -> Refusal | None:
    """Return why a deck cannot be played with, None when both can (SL-2.1, SL-2.2)."""
    for owner in PLAYERS:
        fault = deck_fault(state.player(owner).deck, faces(state.own_cards))
        if fault is not None:
            return fault._replace(params={"who": owner, **fault.params})
    return None


def _card_meant(state: State, action: Action) -> Refusal | str:
    """Return the hand card that an action of one or two words begins with, as it is called in the hand."""
    fault = _count(action, 1, 2)
    if fault is not None:
        return fault
    hand = state.player(action.who).hand
    card = in_hand(spelled(action.args[0], state.own_cards), hand)
    if card in hand:
        return card
    params = {"who": action.who, "card": card, "known": tuple(dict.fromkeys(hand))}
    return Refusal("not_in_hand", ("SL-5.5", "SL-7.9"), params)


def read_sacrifice(state: State, action: Action) -> Refusal | tuple[str, int | None]:
    """Return the card and the place in the cost zone it takes, None where it takes none (SL-5.18)."""
    card = _card_meant(state, action)
    if isinstance(card, Refusal):
        return card
    if len(action.args) == 1:
        return card, None
    place, n = read_fuel(action.args[1]), len(state.player(action.who).fuel)
    if place is None or not 1 <= place <= n:
        return Refusal("no_such_fuel", ("SL-5.18",), {"place": action.args[1], "n": n})
    return card, place


def sacrifice_fault(state: State, who: str, rulings: Rulings, card: str, place: int | None) -> Refusal | None:
    """Return why nothing can be sacrificed, or not there (SL-5.8, SL-5.17, SL-5.28)."""
    player = state.player(who)
    if player.sacrificed >= player.quota:
        shared = ("SL-5.12",) if state.step == "main2" else ()
        return Refusal("quota_used", ("SL-5.8", *shared, "SL-6.9"), {"who": who, "quota": player.quota})
    full = len(player.fuel) >= limits.COST_ZONE
    if full and place is None:
        return Refusal("need_replace", ("SL-5.18", "SL-5.17", "SL-5.28"), {"n": limits.COST_ZONE})
    if place is not None and not full:
        return Refusal("no_replace", ("SL-5.28",), {"n": len(player.fuel)})
    return None


def read_play(state: State, action: Action) -> Refusal | tuple[str, Place | None]:
    """Return the card and the slot named, if any; only a creature has one (SL-3.7, SL-2.6)."""
    card = _card_meant(state, action)
    if isinstance(card, Refusal) or len(action.args) == 1:
        return card if isinstance(card, Refusal) else (card, None)
    face = faces(state.own_cards)[bare(card)]
    if not face.creature:
        return Refusal("no_slot_needed", ("SL-3.7",), {"card": face.name})
    place = read_place(action.args[1])
    if place is None or place.who != action.who:
        return Refusal("no_such_slot", ("SL-2.6", "SL-3.6"), {"place": action.args[1]})
    return card, place


def play_fault(state: State, who: str, rulings: Rulings, card: str, place: Place | None) -> Refusal | None:
    """Return why a card cannot be used, or not there."""
    face = faces(state.own_cards)[bare(card)]
    return _slot_fault(state, who, face, place, rulings) or _card_fault(state, who, face, rulings)


def _slot_fault(state: State, who: str, face: Face, place: Place | None, rulings: Rulings) -> Refusal | None:
    """Check the slot: the leftmost empty one is taken unless SL-R43 or, on a full field, SL-R30 asks for a name."""
    if not face.creature:
        return None
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


def _card_fault(state: State, who: str, face: Face, rulings: Rulings) -> Refusal | None:
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


def read_activation(state: State, action: Action) -> Refusal | tuple[Place, Effect]:
    """Return the slot and the active effect; without its id only where the creature has exactly one (SL-7.8)."""
    acting = _acting(state, action)
    if isinstance(acting, Refusal):
        return acting
    place, creature = acting
    effects = faces(state.own_cards)[creature.card].timed["active"]
    meant = [e for e in effects if action.args[1:] in ((), (e.eid,))]
    if len(meant) == 1:
        return place, meant[0]
    known = tuple(e.eid for e in effects)
    return Refusal("no_effect", ("SL-7.8",), {"card": creature.card, "place": str(place), "known": known})


def activation_fault(state: State, who: str, rulings: Rulings, place: Place, effect: Effect) -> Refusal | None:
    """Return why a creature's active effect cannot be used (SL-7.10, SL-7.12, SL-7.24, SL-7.34)."""
    creature = state.creature(place)
    assert creature is not None
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


def gate_fault(state: State, who: str, rulings: Rulings) -> Refusal | None:
    """Return what keeps a main phase from being left: the duty, under SL-R26 effects that must be used (SL-5.9)."""
    player = state.player(who)
    if duty(player, rulings) == "open":
        return Refusal("duty_open", ("SL-5.9", "SL-5.7", "SL-5.26", "SL-6.9"), {"who": who, "n": len(player.hand)})
    if rulings["SL-R26"] == "must_activate":
        due = _due(state, who, rulings)
        if due is not None:
            return Refusal("must_activate", ("SL-7.12",), {"who": who, "what": due})
    return None


def _due(state: State, who: str, rulings: Rulings) -> str | None:
    """Return an active effect that could be used and was not used in this main phase (SL-R26 must_activate)."""
    table = faces(state.own_cards)
    for action in plays(state, who, rulings):
        if not table[bare(action.args[0])].creature:
            return str(action.args[0])
    for action in activations(state, who, rulings):
        place = read_place(action.args[0])
        creature = state.creature(place) if place is not None else None
        if creature is not None and f"{action.args[1]}@{state.step}" not in creature.used:
            return f"{action.args[0]} {creature.card}"
    return None


def read_attack(state: State, action: Action) -> Refusal | tuple[Place]:
    """Return the attacker's slot; the player attacked may be named, but there is only one (SL-8.8)."""
    acting = _acting(state, action)
    if isinstance(acting, Refusal):
        return acting
    if len(action.args) == 2 and action.args[1] != other(action.who):
        return Refusal("bad_target", ("SL-8.9", "SL-8.8"), {"target": action.args[1], "foe": other(action.who)})
    return (acting[0],)


def attack_refusal(state: State, who: str, rulings: Rulings, place: Place) -> Refusal | None:
    """Return why a creature cannot be declared as an attacker."""
    creature = state.creature(place)
    assert creature is not None
    return attack_fault(state, creature, str(place), rulings)


def attack_fault(state: State, creature: Creature, place: str, rulings: Rulings) -> Refusal | None:
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
