"""Moving cards between the five zones: drawing, discarding, fuel, leaving the battlefield (SL-4.1 to SL-5.22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rulekit.core.action import CHANCE, Decision
from rulekit.core.resolution import Resolution
from rulekit.games.shengling import limits
from rulekit.games.shengling.cards import faces
from rulekit.games.shengling.ending import check_hp, lose_hp
from rulekit.games.shengling.memory import bare, carry
from rulekit.games.shengling.state import Creature, Place, Player, State, other

__all__ = [
    "bounce",
    "destroy",
    "discard",
    "draw",
    "draw_both",
    "drop_fuel",
    "in_turn_order",
    "on_field",
    "power",
    "shuffle",
    "tap_fuel",
    "without",
]


def without(cards: Sequence[str], card: str) -> tuple[str, ...]:
    """Return the cards less the first one called `card`."""
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def power(state: State, creature: Creature) -> int:
    """Return the current power: printed + bonus - reduction, at least 0 (SL-8.15, SL-8.22)."""
    printed = faces(state.own_cards)[creature.card].power
    return max(0, printed + creature.bonus - creature.reduction)


def on_field(state: State, place: Place | None, creature: Creature | None) -> bool:
    """Tell whether that very creature is still on the battlefield."""
    return place is not None and creature is not None and state.creature(place) is creature


def in_turn_order(state: State) -> tuple[str, str]:
    """Return the turn player, then the other one."""
    return state.active, other(state.active)


# -- deck and hand ----------------------------------------------------------------------------------


def shuffle(res: Resolution, who: str, *clauses: str) -> None:
    """Make the order of a deck unknown; nature decides from now on what comes up (SL-2.8)."""
    player = res.state.player(who)
    player.deck = tuple(sorted(player.deck))
    player.shuffled = len(set(player.deck)) > 1
    res.step("shuffle", *clauses, who=who)


def _top(res: Resolution, player: Player) -> str:
    """Take the next card of a deck that has one."""
    if not player.shuffled:
        card = player.deck[0]
        player.deck = player.deck[1:]
        return card
    left = Counter(player.deck)
    cards = tuple(sorted(left))
    weights = tuple(left[c] for c in cards)
    card = str(res.choose(Decision("draw_card", CHANCE, cards, ("SL-2.8",), weights=weights)))
    player.deck = without(player.deck, card)
    player.shuffled = len(set(player.deck)) > 1
    return card


def _draw_one(res: Resolution, who: str, *clauses: str) -> None:
    """Draw one card, or lose 1 life for the card that is not there (SL-1.4, SL-1.7); the result is not checked."""
    player = res.state.player(who)
    if not player.deck:
        lose_hp(res, who, limits.FATIGUE, "fatigue", "SL-1.4", "SL-1.6", *clauses)
        return
    card = _top(res, player)
    player.hand = (*player.hand, card)
    res.step("draw", *clauses, who=who, card=card, left=len(player.deck))


def draw(res: Resolution, who: str, n: int, *clauses: str) -> None:
    """Draw cards one at a time, the result checked after each (SL-1.7, SL-7.25)."""
    for _ in range(n):
        _draw_one(res, who, *clauses)
        check_hp(res)


def draw_both(res: Resolution, n: int, *clauses: str) -> None:
    """Both players draw in step, card by card, unless SL-R23 lets the turn player finish first (SL-11.6)."""
    order = in_turn_order(res.state)
    if res.ruling("SL-R23") == "active_player_first":
        for who in order:
            draw(res, who, n, *clauses)
        return
    for _ in range(n):
        for who in order:
            _draw_one(res, who, *clauses)
        check_hp(res)


def discard(res: Resolution, who: str, cards: Iterable[str], *clauses: str) -> None:
    """Put hand cards into the graveyard, in the order named (SL-4.9)."""
    player = res.state.player(who)
    for card in cards:
        player.hand = without(player.hand, card)
        player.grave = (*player.grave, bare(card))
        res.step("discard", *clauses, "SL-4.9", who=who, card=bare(card))


# -- fuel -------------------------------------------------------------------------------------------


def tap_fuel(res: Resolution, who: str, n: int) -> None:
    """Tap fuel for a cost; the program picks it in the order of SL-R20 (SL-5.1, SL-5.2)."""
    player = res.state.player(who)
    if n == 0:
        res.step("pay.nothing", "SL-5.4", who=who)
        return
    order = player.unspent()
    if len(order) > n and res.ruling("SL-R20") == "newest_first":
        order.reverse()
    taken = tuple(sorted(order[:n]))
    player.spent = tuple(sorted((*player.spent, *taken)))
    res.step("pay", "SL-5.1", "SL-5.2", "SL-5.22", who=who, n=n, fuel=taken)


def drop_fuel(res: Resolution, who: str, place: int, kind: str, *clauses: str) -> bool:
    """Send a fuel card, by its place, to the graveyard; returns whether it was tapped (SL-4.9)."""
    player = res.state.player(who)
    card, tapped = player.fuel[place - 1], place in player.spent
    player.fuel = (*player.fuel[: place - 1], *player.fuel[place:])
    player.spent = tuple(p - (p > place) for p in player.spent if p != place)
    player.grave = (*player.grave, card)
    res.step(kind, *clauses, "SL-4.9", who=who, card=card, place=place, tapped=tapped)
    return tapped


# -- leaving the battlefield ------------------------------------------------------------------------


def destroy(res: Resolution, doomed: Iterable[Place], kind: str, *clauses: str) -> None:
    """Move creatures to their owners' graveyards together: turn player first, left to right (SL-4.12)."""
    state: State = res.state
    gone = set(doomed)
    for who in in_turn_order(state):
        player = state.player(who)
        for slot, creature in player.creatures():
            place = Place(who, slot)
            if place in gone:
                player.put(slot, None)
                player.grave = (*player.grave, creature.card)
                res.step(kind, *clauses, "SL-4.12", who=who, place=str(place), card=creature.card)


def bounce(res: Resolution, places: Iterable[Place], *clauses: str) -> None:
    """Return creatures to their owners' hands; what they had is cleared, but for SL-R14 and SL-R15 (SL-4.11)."""
    state: State = res.state
    gone = set(places)
    for who in in_turn_order(state):
        player = state.player(who)
        for slot, creature in player.creatures():
            if Place(who, slot) in gone:
                card = _returned(res, creature)
                player.put(slot, None)
                player.hand = (*player.hand, card)
                res.step("bounce", *clauses, "SL-4.11", who=who, place=f"{who}{slot}", card=creature.card)


def _returned(res: Resolution, creature: Creature) -> str:
    stays = creature.reduction > 0 and res.ruling("SL-R14") == "reduction_persists"
    marked = creature.marked and res.ruling("SL-R15") == "mark_follows"
    if creature.marked and not marked:
        res.skip("mark.lost", "SL-10.8", card=creature.card)
    return carry(creature.card, creature.reduction if stays else 0, marked)
