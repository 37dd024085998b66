"""Whom an op of an effect means, and whether anything is there for it (SL-7.24)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rulekit.games.shengling.cards import CardFilter, Effect, Face, Filter, Op, Selector, faces
from rulekit.games.shengling.state import Creature, Place, State, other
from rulekit.games.shengling.zones import in_turn_order, on_field, power

__all__ = ["Source", "candidates", "condition_holds", "fits", "has_object", "matches", "unmet_pick"]


class Source(NamedTuple):
    """Where an effect comes from: its controller, card and, of a creature, the place and the very creature.

    `foe` and `foe_place` are the attacker, for effects after a block.
    """

    who: str
    card: str
    place: Place | None = None
    creature: Creature | None = None
    foe_place: Place | None = None
    foe: Creature | None = None


def fits(state: State, place: Place, creature: Creature, wanted: Filter, source: Source) -> bool:
    """Tell whether a creature has everything a filter asks for."""
    face = faces(state.own_cards)[creature.card]
    now = power(state, creature)
    return (
        (wanted.tapped is None or creature.tapped == wanted.tapped)
        and (wanted.max_power is None or now <= wanted.max_power)
        and (wanted.min_power is None or now >= wanted.min_power)
        and (wanted.max_cost is None or face.cost <= wanted.max_cost)
        and (wanted.keyword is None or wanted.keyword in face.card.keywords)
        and not (wanted.exclude_self and creature is source.creature)
    )


def candidates(state: State, selector: Selector, source: Source) -> list[Place]:
    """Return the creatures a selector can mean: turn player's first, left to right."""
    if selector.ref is not None:
        place, creature = (source.place, source.creature) if selector.ref == "self" else (source.foe_place, source.foe)
        return [place] if place is not None and on_field(state, place, creature) else []
    sides = {"own": (source.who,), "enemy": (other(source.who),)}.get(selector.side or "", in_turn_order(state))
    return [
        Place(who, slot)
        for who in sides
        for slot, creature in state.player(who).creatures()
        if fits(state, Place(who, slot), creature, selector.filter, source)
    ]


def matches(state: State, who: str, wanted: CardFilter | None) -> list[str]:
    """Return the different cards of the own deck a search may take, sorted by name (SL-7.28)."""
    table = faces(state.own_cards)
    return sorted({c for c in state.player(who).deck if wanted is None or _is(table[c], wanted)})


def _is(face: Face, wanted: CardFilter) -> bool:
    return (
        (wanted.type is None or face.creature == (wanted.type == "creature"))
        and (wanted.max_cost is None or face.cost <= wanted.max_cost)
        and (wanted.keyword is None or wanted.keyword in face.card.keywords)
        and (not wanted.number or face.number == wanted.number)
    )


def has_object(state: State, op: Op, source: Source) -> bool:
    """Tell whether an op finds something to act on now; players and quotas are always there (SL-7.24)."""
    if op.target is not None:
        return bool(candidates(state, op.target, source))
    if op.op == "search":
        return bool(matches(state, source.who, op.filter))
    if op.op == "discard":
        return bool(state.player(source.who if op.who == "self" else other(source.who)).hand)
    return True


def unmet_pick(state: State, effect: Effect, source: Source, rulings: Mapping[str, str]) -> Op | None:
    """Return the first op that must pick a creature and finds none (SL-7.24)."""
    for op in effect.ops_under(rulings.get):
        if op.target is not None and op.target.pick == "choose" and not candidates(state, op.target, source):
            return op
    return None


def condition_holds(state: State, effect: Effect, who: str, *, leaving: int = 0) -> bool:
    """Tell whether the condition of an effect holds for its controller now (SL-7.12).

    `leaving` cards of the hand don't count any more: a strategy is in no zone while it resolves (SL-3.7).
    """
    wanted = effect.condition
    if wanted is None:
        return True
    own, enemy = state.player(who), state.player(other(who))
    return (
        (wanted.own_hp_at_most is None or own.hp <= wanted.own_hp_at_most)
        and (wanted.own_hp_at_least is None or own.hp >= wanted.own_hp_at_least)
        and (wanted.own_hand_at_most is None or len(own.hand) - leaving <= wanted.own_hand_at_most)
        and (wanted.own_field_at_least is None or len(own.creatures()) >= wanted.own_field_at_least)
        and (wanted.enemy_field_at_least is None or len(enemy.creatures()) >= wanted.enemy_field_at_least)
        and (wanted.own_deck_empty is None or (not own.deck) == wanted.own_deck_empty)
    )
