"""What effects do: the twelve primitives, their choice windows, what activating costs (SL-7.17 to SL-7.34)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from rulekit.core.action import CHANCE, Decision
from rulekit.core.resolution import Resolution
from rulekit.games.shengling import limits
from rulekit.games.shengling.cards import Effect, Op
from rulekit.games.shengling.ending import check_hp, gain_hp
from rulekit.games.shengling.state import Creature, Place, State, other
from rulekit.games.shengling.targets import Source, candidates, matches
from rulekit.games.shengling.zones import (
    bounce,
    destroy,
    discard,
    draw,
    draw_both,
    drop_fuel,
    in_turn_order,
    power,
    shuffle,
    tap_fuel,
    without,
)

__all__ = ["carry_out", "destroy_powerless", "fizzle", "pay_activation", "pick_cards"]

CHOICE = ("SL-7.17",)


def carry_out(res: Resolution, effect: Effect, source: Source) -> None:
    """Carry out the ops in order; deaths at power 0 and the result are settled after each (SL-7.1, SL-R16)."""
    ops = effect.ops_under(res.ruling)
    changed: list[Creature] = []
    for op in ops:
        changed += _PRIMITIVES[op.op](res, op, source)
        if changed and (len(ops) == 1 or res.ruling("SL-R16") == "after_each_change"):
            destroy_powerless(res, changed)
            changed = []
    destroy_powerless(res, changed)


def destroy_powerless(res: Resolution, changed: Sequence[Creature]) -> None:
    """Destroy together the creatures just brought to power 0 (SL-8.19, SL-8.22)."""
    state: State = res.state
    if not changed:
        return
    dead = [
        Place(who, slot)
        for who in in_turn_order(state)
        for slot, creature in state.player(who).creatures()
        if any(creature is c for c in changed) and power(state, creature) == 0
    ]
    destroy(res, dead, "destroy.powerless", "SL-8.19", "SL-8.22")


def _pick(res: Resolution, kind: str, who: str, options: Sequence[str], source: Source, left: int) -> str:
    """Open a choice window: nothing else may be done until it is answered (SL-7.17)."""
    params = {"card": source.card, "left": left}
    return str(res.choose(Decision(kind, who, tuple(dict.fromkeys(options)), CHOICE, params)))


def fizzle(res: Resolution, op: Op, source: Source) -> None:
    """Say that an op finds nothing to act on, or the creature it means gone (SL-7.24, SL-9.23)."""
    ref = op.target.ref if op.target is not None else None
    clause = "SL-9.23" if ref == "attacker" else "SL-7.24"
    place = source.foe_place if ref == "attacker" else source.place
    left = res.changer(place.path, None) if ref is not None and place is not None else None
    kind = "fizzle" if ref is None else "fizzle.gone"
    res.skip(kind, clause, who=source.who, because=left, card=source.card, op=op.op)


def _targets(res: Resolution, op: Op, source: Source) -> list[Place]:
    selector = op.target
    assert selector is not None
    found = candidates(res.state, selector, source)
    if not found:
        fizzle(res, op, source)
    if selector.pick != "choose":
        return found
    chosen: list[Place] = []
    for left in range(min(selector.n, len(found)), 0, -1):
        names = {str(p): p for p in found if p not in chosen}
        chosen.append(names[_pick(res, "pick_creature", source.who, tuple(names), source, left)])
    return sorted(chosen, key=found.index)


def _creatures(state: State, places: Iterable[Place]) -> list[tuple[Place, Creature]]:
    return [(p, c) for p in places if (c := state.creature(p)) is not None]


def _players(res: Resolution, op: Op, source: Source) -> tuple[str, ...]:
    if op.who == "both":
        return in_turn_order(res.state)
    return (source.who if op.who == "self" else other(source.who),)


def _draw(res: Resolution, op: Op, source: Source) -> list[Creature]:
    n = op.n or 0
    if op.who == "both":
        draw_both(res, n, "SL-7.25", "SL-1.8", "SL-11.6")
    else:
        draw(res, _players(res, op, source)[0], n, "SL-7.25", "SL-1.8")
    return []


def _heal(res: Resolution, op: Op, source: Source) -> list[Creature]:
    for who in _players(res, op, source):
        gain_hp(res, who, op.n or 0, limits.MAX_HP)
    check_hp(res)
    return []


_CHOOSERS = {"hand_owner_chooses": "hand_owner", "effect_owner_chooses": "controller", "random": "random"}  # SL-R32


def _discard(res: Resolution, op: Op, source: Source) -> list[Creature]:
    who = _players(res, op, source)[0]
    hand = res.state.player(who).hand
    n = min(op.n or 0, len(hand))
    if n == 0:
        fizzle(res, op, source)
        return []
    chooser = op.chooser or ("hand_owner" if who == source.who else _CHOOSERS[res.ruling("SL-R32")])
    picker = {"random": CHANCE, "controller": source.who}.get(chooser, who)
    discard(res, who, pick_cards(res, picker, hand, n, "pick_hand", source), "SL-7.27")
    return []


def pick_cards(
    res: Resolution, picker: str, hand: Sequence[str], n: int, kind: str, source: Source | None = None
) -> list[str]:
    """Have `n` cards of a hand picked, one after the other; by nature each card is as likely as any."""
    chosen: list[str] = []
    left = tuple(hand)
    for due in range(n, 0, -1):
        options = tuple(dict.fromkeys(left))
        weights = tuple(left.count(c) for c in options) if picker == CHANCE else ()
        params: Mapping[str, object] = {"card": source.card if source is not None else "", "left": due}
        clauses = CHOICE if source is not None else ("SL-7.6", "SL-7.17")
        card = str(res.choose(Decision(kind, picker, options, clauses, params, weights)))
        chosen.append(card)
        left = without(left, card)
    return chosen


def _search(res: Resolution, op: Op, source: Source) -> list[Creature]:
    state: State = res.state
    player = state.player(source.who)
    found = matches(state, source.who, op.filter)
    if not found:
        fizzle(res, op, source)
        return []
    open_ = res.ruling("SL-R31") == "reveal_and_shuffle"
    for left in range(op.n or 0, 0, -1):
        card = _pick(res, "pick_deck", source.who, found, source, left)
        player.deck = without(player.deck, card)
        player.shuffled = player.shuffled and len(set(player.deck)) > 1
        player.hand = (*player.hand, card)
        res.step("search" if open_ else "search.hidden", "SL-7.28", who=source.who, card=card)
        found = matches(state, source.who, op.filter)
        if not found:
            break
    if open_:
        shuffle(res, source.who, "SL-7.28", "SL-4.10")
    return []


def _bounce(res: Resolution, op: Op, source: Source) -> list[Creature]:
    bounce(res, _targets(res, op, source), "SL-7.29")
    return []


def _destroy(res: Resolution, op: Op, source: Source) -> list[Creature]:
    destroy(res, _targets(res, op, source), "destroy.effect", "SL-7.1")
    return []


def _add_power(res: Resolution, op: Op, source: Source) -> list[Creature]:
    found = _creatures(res.state, _targets(res, op, source))
    for place, creature in found:
        creature.bonus += op.n or 0
        _say_power(res, "power.up", place, creature, op.n or 0, "SL-7.30", "SL-8.16")
    return [creature for _, creature in found]


def _reduce_power(res: Resolution, op: Op, source: Source) -> list[Creature]:
    found = _creatures(res.state, _targets(res, op, source))
    for place, creature in found:
        creature.reduction += op.n or 0
        _say_power(res, "power.down", place, creature, op.n or 0, "SL-7.31", "SL-8.17")
    return [creature for _, creature in found]


def _say_power(res: Resolution, kind: str, place: Place, creature: Creature, n: int, *clauses: str) -> None:
    now = power(res.state, creature)
    res.step(kind, *clauses, "SL-8.15", who=place.who, place=str(place), card=creature.card, n=n, power=now)


def _reset_power(res: Resolution, op: Op, source: Source) -> list[Creature]:
    changed = []
    for place, creature in _creatures(res.state, _targets(res, op, source)):
        before = power(res.state, creature)
        creature.bonus = 0
        if res.ruling("SL-R13") == "bonus_and_reduction":
            creature.reduction = 0
        now = power(res.state, creature)
        changed += [creature] if now != before else []  # SL-R17: a printed 0 that stays 0 is no drop to 0
        res.step("power.reset", "SL-7.33", "SL-8.16", "SL-8.18", who=place.who, place=str(place), card=creature.card,
                 power=now)  # fmt: skip
    return changed


def _extra_sacrifice(res: Resolution, op: Op, source: Source) -> list[Creature]:
    player = res.state.player(source.who)
    n = op.n or 0
    if player.quota > limits.BASE_QUOTA and res.ruling("SL-R19") == "highest_only":
        player.quota = max(player.quota, limits.BASE_QUOTA + n)
    else:
        player.quota += n
    res.step("quota", "SL-5.10", "SL-5.27", who=source.who, quota=player.quota)
    return []


def _static(res: Resolution, op: Op, source: Source) -> list[Creature]:
    """Do nothing: the battle reads what holds all the time, only a forbidden card has it at a moment (SL-7.4)."""
    fizzle(res, op, source)
    return []


_PRIMITIVES: Mapping[str, Callable[[Resolution, Op, Source], list[Creature]]] = {
    "draw": _draw,
    "heal": _heal,
    "discard": _discard,
    "search": _search,
    "bounce": _bounce,
    "destroy": _destroy,
    "add_power": _add_power,
    "reduce_power": _reduce_power,
    "reset_power": _reset_power,
    "extra_sacrifice": _extra_sacrifice,
    "direct_damage_bonus": _static,
    "battle_break": _static,
}


# -- activation costs -------------------------------------------------------------------------------


def pay_activation(res: Resolution, effect: Effect, source: Source) -> None:
    """Pay what a creature's active effect asks for, before its ops (SL-7.34)."""
    cost, who = effect.cost, source.who
    player = res.state.player(who)
    if cost.tap_fuel:
        tap_fuel(res, who, cost.tap_fuel)
    for left in range(cost.fuel_to_graveyard, 0, -1):
        places = {f"f{n}": n for n in range(1, len(player.fuel) + 1)}
        chosen = _pick(res, "pick_fuel", who, tuple(places), source, left)
        drop_fuel(res, who, places[chosen], "pay_fuel", "SL-7.34", "SL-4.4")
    if cost.discard:
        cards = pick_cards(res, who, player.hand, cost.discard, "pick_hand", source)
        discard(res, who, cards, "SL-7.34")
