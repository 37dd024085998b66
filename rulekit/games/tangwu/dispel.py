"""公平正义: which layers of which buffs go (TW-5.6.*)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement

from rulekit.core.action import Decision
from rulekit.core.resolution import Resolution
from rulekit.games.tangwu.casting import Cast
from rulekit.games.tangwu.skills import DISPELLABLE
from rulekit.games.tangwu.state import VENOM, Player, State

__all__ = ["allowed_layers", "choices", "dispel", "layers_of", "missing_name", "takes_nothing"]

FIELDS = {
    "荆棘": "thorns",
    "无敌": "invincible",
    "双倍圣水": "elixir",
    "呼吸回血": "breath",
    "强化": "fortify",
    "鄙视": "disdain",
    "淬毒": "venom",
}


def layers_of(player: Player, buff: str, rulings: Mapping[str, str]) -> int:
    """Return how many layers of a buff a player has; one that does not stack counts as 1 (TW-5.6.9)."""
    if buff != "盈能":
        return int(getattr(player, FIELDS[buff]))
    if player.charge is None:
        return 0
    return max(1, player.charge) if rulings["TW-R21"] == "one_charge_layer" else 1


def allowed_layers(state: State, rulings: Mapping[str, str]) -> int:
    """Return 2 when d reached 7 by a digit link, else 1 (TW-5.6.3, TW-5.6.4, TW-5.6.6, TW-R25)."""
    linked = state.linked_seven and (bool(state.chain) or rulings["TW-R25"] == "any_digit_earlier")
    return 2 if linked else 1


def _stock(player: Player, rulings: Mapping[str, str]) -> dict[str, int]:
    return {b: n for b in DISPELLABLE if (n := layers_of(player, b, rulings)) > 0}


def choices(foe: Player, layers: int, rulings: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Return every distinct way to name buffs; a single empty one when there is nothing to name."""
    stock = _stock(foe, rulings)
    if not stock or rulings["TW-R23"] != "caster_chooses":
        return [()]
    # Under TW-R54 named_only naming nothing removes nothing, which TW-R28 may refuse.
    nothing: list[tuple[str, ...]] = [()] if rulings["TW-R28"] == "counts_fully" else []
    if rulings["TW-R24"] == "greedy_same_first":
        made: list[tuple[str, ...]] = [(b,) for b in stock]
        return [*nothing, *made] if rulings["TW-R54"] == "named_only" else made
    most = min(layers, sum(stock.values()))
    sizes = range(1 - len(nothing), most + 1) if rulings["TW-R54"] == "named_only" else (most,)
    return [
        names
        for size in sizes
        for names in combinations_with_replacement(stock, size)
        if all(names.count(b) <= stock[b] for b in names)
    ]


def missing_name(foe: Player, names: Sequence[str], layers: int, rulings: Mapping[str, str]) -> bool:
    """Tell whether TW-R54 refused makes the cast illegal: a layer unnamed, or a buff named that is not there."""
    if rulings["TW-R54"] != "refused" or rulings["TW-R23"] != "caster_chooses":
        return False
    stock = _stock(foe, rulings)
    needed = 1 if rulings["TW-R24"] == "greedy_same_first" else layers
    needed = min(needed, sum(stock.values()))
    given = list(names[:needed])
    return len(given) < needed or any(given.count(b) > stock.get(b, 0) for b in given)


def takes_nothing(foe: Player, names: Sequence[str], layers: int, rulings: Mapping[str, str]) -> bool:
    """Tell whether under TW-R54 named_only the names given remove no layer at all."""
    if rulings["TW-R54"] != "named_only" or rulings["TW-R23"] != "caster_chooses":
        return False
    heard = names[:1] if rulings["TW-R24"] == "greedy_same_first" else names[:layers]
    return not any(layers_of(foe, b, rulings) for b in heard)


def dispel(res: Resolution, cast: Cast) -> None:
    """Remove up to `cast.layers` layers, named by the caster unless TW-R23 says otherwise (TW-5.6.8)."""
    foe = cast.foe(res)
    if not _stock(foe, res.rulings):
        res.skip("dispel.nothing", "TW-8.11", "TW-5.6.11", "TW-5.6.2", who=cast.target)
        return
    clauses = ("TW-5.6.4", "TW-5.6.5") if cast.layers == 2 else ("TW-5.6.3",)
    with res.step("dispel", "TW-5.6.1", *clauses, "TW-5.6.8", "TW-5.6.9", who=cast.who, layers=cast.layers):
        reader = res.ruling("TW-R23")
        if reader == "victim_chooses":
            state: State = res.state
            # In a controlled turn every decision of its owner is the controller's (TW-6.D9.1).
            loser = (cast.target == state.turn and state.controller) or cast.target
            for _ in range(cast.layers):
                stock = _stock(foe, res.rulings)
                if stock:  # else fewer exist than may go (TW-5.6.9)
                    question = Decision("dispel", loser, tuple(stock), ("TW-5.6.8",))
                    _remove(res, cast, res.choose(question))
            return
        names = cast.names if reader == "caster_chooses" else ()
        greedy = reader == "caster_chooses" and res.ruling("TW-R24") == "greedy_same_first"
        plan = _plan(res, foe, names, cast.layers, greedy)
        for buff in plan:
            _remove(res, cast, buff)
        if plan and not _stock(foe, res.rulings) and len(plan) < cast.layers:
            res.skip("dispel.no_more", "TW-5.6.9", who=cast.target, n=len(plan), layers=cast.layers)


def _plan(res: Resolution, foe: Player, names: Sequence[str], layers: int, greedy: bool) -> list[str]:
    """Return the buffs that lose a layer, one entry per layer."""
    stock = _stock(foe, res.rulings)
    plan: list[str] = []

    def take(buff: str) -> None:
        stock[buff] -= 1
        plan.append(buff)

    named = names[:1] if greedy else names[:layers]
    for buff in named:
        if stock.get(buff, 0):
            take(buff)
    by_name_only = res.ruling("TW-R54") == "named_only" and not greedy
    if by_name_only and res.ruling("TW-R23") == "caster_chooses":
        return plan
    if greedy and not plan and res.ruling("TW-R54") == "named_only":
        return plan
    # Layers nobody named come from the named buff first, then in the order of the list.
    for buff in [*dict.fromkeys(plan), *DISPELLABLE]:
        while len(plan) < layers and stock.get(buff, 0):
            take(buff)
    return plan


def _remove(res: Resolution, cast: Cast, buff: str) -> None:
    """Take one layer of a buff away (TW-5.6.1, TW-5.6.10)."""
    foe = cast.foe(res)
    if buff == "盈能":
        _remove_charge(res, foe)
        res.step("dispel.removed", "TW-5.6.1", "TW-5.6.10", who=cast.target, buff=buff)
        return
    name = FIELDS[buff]
    if buff in ("无敌", "淬毒"):
        setattr(foe, name, False)
    else:
        setattr(foe, name, getattr(foe, name) - 1)
    res.step("dispel.removed", "TW-5.6.1", who=cast.target, buff=buff)
    if buff == "淬毒":
        _attached_poison(res, cast)


def _remove_charge(res: Resolution, foe: Player) -> None:
    """Whether the charge goes with 盈能 is TW-R21."""
    reading = res.ruling("TW-R21")
    assert foe.charge is not None
    if reading == "one_charge_layer" and foe.charge > 0:
        foe.charge -= 1
        return
    if reading == "buff_off_charge_kept":
        foe.stored_charge = foe.charge
    foe.charge = None


def _attached_poison(res: Resolution, cast: Cast) -> None:
    """Poison that the 淬毒 holder already attached stays (TW-8.12), unless TW-R56 says otherwise."""
    me = cast.me(res)
    if VENOM not in me.delayed:
        return
    if res.ruling("TW-R56") == "layers_vanish":
        me.delayed = tuple(e for e in me.delayed if e != VENOM)
        res.step("delayed.vanished", "TW-8.12", who=cast.who)
    else:
        res.skip("delayed.stays", "TW-8.12", "TW-5.3.10", who=cast.who)
