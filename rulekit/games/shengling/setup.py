"""Opening the game: decks, who begins, opening hands (SL-2.1 to SL-2.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rulekit.core.action import CHANCE, Decision
from rulekit.core.errors import Refusal
from rulekit.core.resolution import Resolution
from rulekit.games.shengling import limits
from rulekit.games.shengling.cards import Face
from rulekit.games.shengling.state import PLAYERS, State
from rulekit.games.shengling.turn import begin_turn
from rulekit.games.shengling.zones import draw, in_turn_order, shuffle

__all__ = ["begin", "deck_fault"]


def deck_fault(cards: Sequence[str], table: Mapping[str, Face]) -> Refusal | None:
    """Return what is wrong with a deck: an unknown card, its size, too many copies of a number (SL-2.1, SL-2.2)."""
    unknown = next((c for c in cards if c not in table), None)
    if unknown is not None:
        return Refusal("deck_unknown", ("SL-3.3",), {"card": unknown})
    low, high = limits.DECK
    if not low <= len(cards) <= high:
        return Refusal("deck_size", ("SL-2.1",), {"n": len(cards), "low": low, "high": high})
    for number, n in Counter(table[c].number for c in cards).items():
        if n > limits.COPIES:
            name = next(c for c in cards if table[c].number == number)
            return Refusal("deck_copies", ("SL-2.2",), {"card": name, "number": number, "n": n, "most": limits.COPIES})
    return None


def begin(res: Resolution) -> None:
    """Settle who goes first, shuffle, draw 5 and 6, and begin the first turn (SL-2.3 to SL-2.8)."""
    state: State = res.state
    with res.step("setup", "SL-1.2", "SL-2.1", "SL-2.2", "SL-2.10"):
        first = _first(res)
        for who in PLAYERS:
            if state.player(who).shuffled:
                shuffle(res, who, "SL-2.8")
            else:
                res.step("deck.ordered", "SL-2.8", who=who, n=len(state.player(who).deck))
        sizes = dict(zip(in_turn_order(state), (limits.OPENING_HAND, limits.OPENING_HAND + limits.SECOND_EXTRA),
                         strict=True))  # fmt: skip
        for who, n in sizes.items():
            _opening_hand(res, who, n, first)
        for who, n in sizes.items():
            _redraw(res, who, n, first)
    begin_turn(res, first)
    res.step("first.draws_too", "SL-2.5", who=first)


def _first(res: Resolution) -> str:
    """Return who goes first: as set, by lot, or as the players agree (SL-2.7, SL-R33)."""
    state: State = res.state
    if state.first is None:
        chooser = CHANCE if res.ruling("SL-R33") == "seeded_random" else PLAYERS[0]
        state.first = str(res.choose(Decision("first", chooser, PLAYERS, ("SL-2.7",))))
    state.active = state.first
    res.step("first", "SL-2.7", who=state.first)
    return state.first


def _opening_hand(res: Resolution, who: str, n: int, first: str) -> None:
    with res.step("opening", "SL-2.3", *(() if who == first else ("SL-2.4",)), who=who, n=n):
        draw(res, who, n, "SL-2.3")


def _redraw(res: Resolution, who: str, n: int, first: str) -> None:
    """Under SL-R34 one_redraw a whole opening hand may be drawn again once (SL-2.9)."""
    if res.ruling("SL-R34") == "none":
        res.skip("redraw.none", "SL-2.9", who=who)
        return
    if res.choose(Decision("redraw", who, ("yes", "no"), ("SL-2.9", "SL-7.17"))) == "no":
        res.skip("redraw.declined", "SL-2.9", who=who, because=res.latest("choice.redraw"))
        return
    player = res.state.player(who)
    player.deck, player.hand = (*player.hand, *player.deck), ()
    res.step("redraw", "SL-2.9", who=who, n=n)
    shuffle(res, who, "SL-2.9", "SL-2.8")
    _opening_hand(res, who, n, first)
