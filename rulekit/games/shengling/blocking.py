"""Who may block, which sets of blockers are legal and why another one is not (SL-9.1 to SL-9.8, SL-9.21)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from rulekit.core.errors import Refusal
from rulekit.games.shengling.cards import faces
from rulekit.games.shengling.state import Creature, Place, State, other, read_place

__all__ = ["DECLINE", "block_fault", "block_sets", "has_window", "may_block", "read_block", "set_name"]

DECLINE = "decline"


def may_block(creature: Creature, rulings: Mapping[str, str]) -> bool:
    """Tell whether a creature can take part in a block at all (SL-9.3, SL-9.4, SL-R39)."""
    return not creature.tapped and not (creature.blocked and rulings["SL-R39"] == "once_per_battle")


def has_window(state: State, attacker: str, rulings: Mapping[str, str]) -> bool:
    """Tell whether an attack of that player opens a block window: somebody may block it (SL-8.11, SL-9.1)."""
    return any(may_block(c, rulings) for _, c in state.player(other(attacker)).creatures())


def set_name(places: Sequence[Place]) -> str:
    """Return how a blocking set is written: its slots, left to right."""
    return " ".join(str(p) for p in sorted(places))


def read_block(text: str) -> str:
    """Return a blocking set in its canonical order; what is none stays as it is."""
    words = text.split()
    places = [read_place(w) for w in words]
    return set_name([p for p in places if p is not None]) if words and None not in places else text


def block_sets(state: State, rulings: Mapping[str, str]) -> Iterator[tuple[Place, ...]]:
    """Yield every legal blocking set, small ones first, each left to right (SL-9.5, SL-R6)."""
    who = other(state.active)
    table = faces(state.own_cards)
    able = [
        (Place(who, slot), table[c.card].unity) for slot, c in state.player(who).creatures() if may_block(c, rulings)
    ]
    for size in range(1, len(able) + 1):
        for chosen in combinations(able, size):
            if _united([unity for _, unity in chosen], rulings):
                yield tuple(place for place, _ in chosen)


def _united(unity: Sequence[bool], rulings: Mapping[str, str]) -> bool:
    """One creature may always block; several need one with unity and at most one without (SL-9.5, SL-9.21)."""
    if len(unity) == 1:
        return True
    return any(unity) and (rulings["SL-R6"] == "one_unity_enough" or unity.count(False) <= 1)


def block_fault(state: State, text: str, rulings: Mapping[str, str]) -> Refusal | None:
    """Return why a blocking set, written `B1 B2`, is illegal, naming the creature; None when it is legal."""
    who = other(state.active)
    words = text.split()
    if not words:
        return Refusal("block_empty", ("SL-9.2",), {"who": who})
    twice = next((w for i, w in enumerate(words) if w in words[:i]), None)
    if twice is not None:
        return Refusal("block_twice", ("SL-9.2", "SL-9.4"), {"place": twice})
    places = []
    for word in words:
        place = read_place(word)
        creature = state.creature(place) if place is not None else None
        if place is None or creature is None:
            return Refusal("block_nobody", ("SL-9.3",), {"place": word})
        if place.who != who:
            return Refusal("block_not_own", ("SL-9.3",), {"place": word, "card": creature.card})
        places.append(place)
    return _unable(state, places, rulings) or _not_united(state, places, rulings)


def _unable(state: State, places: Sequence[Place], rulings: Mapping[str, str]) -> Refusal | None:
    for place in places:
        creature = state.creature(place)
        assert creature is not None
        if creature.tapped:
            return Refusal("block_tapped", ("SL-9.3", "SL-4.5"), {"place": str(place), "card": creature.card})
        if not may_block(creature, rulings):
            return Refusal("block_again", ("SL-9.4",), {"place": str(place), "card": creature.card})
    return None


def _not_united(state: State, places: Sequence[Place], rulings: Mapping[str, str]) -> Refusal | None:
    table = faces(state.own_cards)
    cards = [c.card for p in places if (c := state.creature(p)) is not None]
    unity = [table[c].unity for c in cards]
    if _united(unity, rulings):
        return None
    without = tuple(f"{p} {c}" for p, c, u in zip(places, cards, unity, strict=True) if not u)
    code = "block_no_unity" if not any(unity) else "block_two_without"
    return Refusal(code, ("SL-9.5", "SL-7.15", "SL-9.7"), {"creatures": without})
