"""Using cards and active effects in the main phases (SL-3.6, SL-3.7, SL-7.8 to SL-7.11, SL-7.34)."""

from __future__ import annotations

from rulekit.core.resolution import Resolution
from rulekit.games.shengling.cards import Effect, Face, faces
from rulekit.games.shengling.effects import carry_out, destroy_powerless, pay_activation
from rulekit.games.shengling.memory import kept
from rulekit.games.shengling.moments import note_use, resolve_moment, triggers
from rulekit.games.shengling.state import PLAYERS, Creature, Place, State
from rulekit.games.shengling.targets import Source, has_object
from rulekit.games.shengling.zones import destroy, on_field, tap_fuel, without

__all__ = ["activate", "play"]


def play(res: Resolution, who: str, card: str, place: Place | None) -> None:
    """Use a hand card: pay its cost, then enter as a creature or carry out a strategy (SL-6.13, SL-6.14)."""
    state: State = res.state
    player = state.player(who)
    name, reduction, marked = kept(card)
    face = faces(state.own_cards)[name]
    player.hand = without(player.hand, card)
    player.resolving = name
    with res.step("play", "SL-6.13", "SL-6.14", "SL-3.4", who=who, card=name, cost=face.cost):
        tap_fuel(res, who, face.cost)
        if face.creature:
            _enter(res, who, Creature(card=name, reduction=reduction, marked=marked, entered=True), place)
        else:
            _strategy(res, who, face)


def _enter(res: Resolution, who: str, creature: Creature, place: Place | None) -> None:
    """Put a creature untapped into a slot and resolve its on-enter effects (SL-3.6, SL-4.2, SL-7.19)."""
    state: State = res.state
    player = state.player(who)
    if not player.empty_slots() and place is not None and res.ruling("SL-R30") == "replace_own":
        destroy(res, [place], "destroy.replaced", "SL-4.2")
    elif len(player.empty_slots()) > 1:
        res.ruling("SL-R43")
    slot = place.slot if place is not None else player.empty_slots()[0]
    here = Place(who, slot)
    creature.arrived = 1 + max([c.arrived for w in PLAYERS for _, c in state.player(w).creatures()], default=0)
    player.put(slot, creature)
    player.resolving = ""
    back = ("SL-4.11",) if creature.reduction or creature.marked else ()
    res.step("enter", "SL-3.6", "SL-4.2", "SL-7.23", *back, who=who, place=str(here), card=creature.card)
    if creature.reduction:
        destroy_powerless(res, [creature])
    if not on_field(state, here, creature):
        return
    due = triggers(state, "on_enter", [Source(who, creature.card, here, creature)])
    resolve_moment(res, "on_enter", due, "SL-7.19")


def _strategy(res: Resolution, who: str, face: Face) -> None:
    """Carry out a strategy's whole effect at once, then put it into the graveyard (SL-3.7)."""
    player = res.state.player(who)
    effect, source = face.card.effects[0], Source(who, face.name)
    clauses = ("SL-3.7", "SL-7.1", "SL-7.2", "SL-7.9", *effect.clauses)
    with res.step("strategy", *clauses, who=who, card=face.name):
        if not any(has_object(res.state, op, source) for op in effect.ops_under(res.rulings.get)):
            res.ruling("SL-R29")
        carry_out(res, effect, source)
    player.grave, player.resolving = (*player.grave, face.name), ""
    res.step("strategy.done", "SL-3.7", "SL-4.9", who=who, card=face.name)


def activate(res: Resolution, place: Place, effect: Effect) -> None:
    """Use a creature's active effect (SL-7.8, SL-7.9, SL-7.34)."""
    creature = res.state.creature(place)
    source = Source(place.who, creature.card, place, creature)
    res.ruling("SL-R27")
    clauses = ["SL-7.8", "SL-7.9", "SL-7.10", "SL-7.34", *effect.clauses]
    clauses += ("SL-10.7",) if creature.marked else ()
    with res.step("effect", *clauses, who=place.who, place=str(place), card=creature.card, eid=effect.eid):
        note_use(res, effect, source)
        pay_activation(res, effect, source)
        carry_out(res, effect, source)
