"""The moments effects come at: what is due, in which order, by choice, once a turn (SL-7.10 to SL-7.23)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rulekit.core.action import Decision
from rulekit.core.resolution import Resolution
from rulekit.games.shengling.cards import Effect, faces
from rulekit.games.shengling.effects import carry_out, fizzle
from rulekit.games.shengling.state import State
from rulekit.games.shengling.targets import Source, condition_holds, has_object
from rulekit.games.shengling.zones import on_field

__all__ = ["Trigger", "note_use", "resolve_moment", "triggers", "used_up"]


class Trigger(NamedTuple):
    """An effect that is due at a moment, with where it comes from; `met` when its condition was tested before."""

    effect: Effect
    source: Source
    met: bool | None = None


def triggers(state: State, timing: str, sources: Iterable[Source]) -> list[Trigger]:
    """Return the effects of one timing that creatures have, left to right and in printed order (SL-7.23)."""
    table = faces(state.own_cards)
    return [Trigger(effect, source) for source in sources for effect in table[source.card].timed[timing]]


def resolve_moment(res: Resolution, kind: str, due: Sequence[Trigger], *clauses: str) -> None:
    """Resolve the effects that share a moment one by one, one player's after the other's (SL-7.23, SL-R3, SL-R45)."""
    if any(t.effect.condition is not None for t in due) and res.ruling("SL-R45") == "at_the_moment":
        due = [t._replace(met=condition_holds(res.state, t.effect, t.source.who)) for t in due]
    for who in dict.fromkeys(t.source.who for t in due):
        left = _ordered(res, [t for t in due if t.source.who == who])
        ordered = ("SL-7.23",) if len(left) > 1 else ()
        while left := _present(res, kind, left, *clauses):
            _resolve(res, kind, left.pop(_next(res, left)), *clauses, *ordered)


def _present(res: Resolution, kind: str, due: list[Trigger], *clauses: str) -> list[Trigger]:
    """Drop the effects whose creature has left the battlefield; those after a block stay (SL-9.15, SL-R11)."""
    if kind == "after_block":
        return due
    here = [t for t in due if on_field(res.state, t.source.place, t.source.creature)]
    if len(here) == len(due) or (kind == "after_attack" and res.ruling("SL-R11") == "still_resolves"):
        return due
    for trigger in due:
        if trigger not in here:
            source = trigger.source
            left = res.changer(source.place.path, None) if source.place is not None else None
            res.skip("effect.gone", *clauses, who=source.who, because=left, place=str(source.place), card=source.card)
    return here


def _ordered(res: Resolution, due: list[Trigger]) -> list[Trigger]:
    """Order by entering the battlefield under SL-R3 entry_order; equal ones stay left to right."""
    if len(due) > 1 and res.ruling("SL-R3") == "entry_order":
        return sorted(due, key=lambda t: t.source.creature.arrived if t.source.creature is not None else 0)
    return due


def _next(res: Resolution, due: Sequence[Trigger]) -> int:
    """Return which effect comes next: the first, unless the controller chooses (SL-R3)."""
    if len(due) == 1 or res.ruling("SL-R3") != "controller_chooses":
        return 0
    names = tuple(f"{t.source.place} {t.effect.eid}" for t in due)
    return names.index(res.choose(Decision("order", due[0].source.who, names, ("SL-7.23",))))


def _resolve(res: Resolution, kind: str, trigger: Trigger, *clauses: str) -> None:
    effect, source = trigger.effect, trigger.source
    who, place = source.who, str(source.place)
    if effect.limit is not None and used_up(res.state, effect, source, reading := res.ruling("SL-R44")):
        same = {"card": source.card, "effect": effect.eid} | ({} if reading == "per_number" else {"place": place})
        before = res.latest("used", who=who, **same)
        res.skip("effect.once", "SL-7.10", who=who, because=before, card=source.card, place=place)
        return
    holds = trigger.met if trigger.met is not None else condition_holds(res.state, effect, who)
    if not holds:
        res.skip("effect.condition", "SL-7.12", who=who, card=source.card, place=place)
        return
    with res.step(kind, *clauses, "SL-7.1", *effect.clauses, who=who, card=source.card, place=place):
        if effect.optional:
            ops = effect.ops_under(res.rulings.get)
            if ops and not has_object(res.state, ops[0], source):
                fizzle(res, ops[0], source)
                return
            window = Decision("yes_no", who, ("yes", "no"), ("SL-7.12", "SL-7.17"), {"card": source.card})
            if res.choose(window) == "no":
                res.skip("effect.declined", "SL-7.12", who=who, because=res.latest("choice.yes_no"), card=source.card)
                return
        if effect.limit is not None:
            note_use(res, effect, source)
        carry_out(res, effect, source)


def used_up(state: State, effect: Effect, source: Source, reading: str) -> bool:
    """Tell whether an effect was used this turn, by that creature or, as SL-R44 reads, by its number (SL-7.10)."""
    if reading == "per_number":
        return f"{source.card}/{effect.eid}" in state.player(source.who).used
    used = source.creature.used if source.creature is not None else ()
    return any(u.partition("@")[0] == effect.eid for u in used)


def note_use(res: Resolution, effect: Effect, source: Source) -> None:
    """Record that a creature used an effect in this step, for once a turn and for the fuse (SL-7.10, SL-R28)."""
    state: State = res.state
    creature = source.creature
    assert creature is not None
    here, name = f"{effect.eid}@{state.step}", f"{source.card}/{effect.eid}"
    player = state.player(source.who)
    fused = effect.limit is None and effect.cost.free and res.ruling("SL-R28") == "fuse_limit"
    if fused or here not in creature.used:
        creature.used = (*creature.used, here)
    if effect.limit is not None and name not in player.used:
        player.used = (*player.used, name)
    place = str(source.place)
    res.step("used", "SL-7.10", who=source.who, card=source.card, place=place, effect=effect.eid)
