"""Drawing, reshuffling and the end of a round (QJ-4.2.7, QJ-4.6.*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb

from rulekit.core.action import Decision
from rulekit.core.resolution import Resolution
from rulekit.games.quanjiao.ending import finish
from rulekit.games.quanjiao.state import PLAYERS, Player, State, other

__all__ = ["draw", "draws", "end_round", "needed", "open_drawing", "sort_faces", "weight"]


def sort_faces(faces: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Return cards in a fixed order: where they are interchangeable no order means anything."""
    return tuple(sorted(faces))


def needed(state: State, who: str, rulings: Mapping[str, str]) -> int:
    """Return how many cards a player draws now (QJ-4.2.7, QJ-R2)."""
    player = state.player(who)
    if rulings["QJ-R2"] == "keep_and_draw_five":
        return state.hand_size
    return max(0, state.hand_size - len(player.hand))


def _split(player: Player, n: int) -> tuple[Counter[str], Counter[str], int]:
    """Return what is drawn for certain, what the rest is drawn from, and how many of it (QJ-4.6.6)."""
    deck = Counter(player.deck)
    if n <= len(player.deck):
        return Counter(), deck, n
    rest = min(n - len(player.deck), len(player.used))
    return deck, Counter(player.used), rest


def draws(state: State, who: str, rulings: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Return every set of cards a player may draw now, each once, in a fixed order."""
    player = state.player(who)
    certain, source, n = _split(player, needed(state, who, rulings))
    return [sort_faces([*certain.elements(), *pick]) for pick in _picks(sorted(source.items()), n)]


def _picks(source: Sequence[tuple[str, int]], n: int) -> Iterator[tuple[str, ...]]:
    """Yield every way to take `n` of interchangeable cards, given as (face, number), in order of the faces."""
    if n == 0:
        yield ()
    elif source:
        (face, have), *rest = source
        for taken in range(min(have, n), -1, -1):
            for others in _picks(rest, n - taken):
                yield (*(face,) * taken, *others)


def weight(state: State, who: str, cards: tuple[str, ...], rulings: Mapping[str, str]) -> int:
    """Return in how many ways a set of cards can come up, for nature's draw."""
    certain, source, _ = _split(state.player(who), needed(state, who, rulings))
    picked = Counter(cards)
    picked.subtract(certain)
    ways = 1
    for face, n in picked.items():
        ways *= comb(source[face], n) if n > 0 else 1
    return ways


def open_drawing(res: Resolution) -> None:
    """Begin the opening phase; who needs no card has drawn already (QJ-4.0.2, QJ-4.6.5).

    Under QJ-R37 between_rounds one player waits even so, until both have had their chance to change moves.
    """
    state: State = res.state
    state.step = "draw"
    res.step("opening", "QJ-4.0.2", "QJ-4.1.15", round=state.round)
    short = [w for w in PLAYERS if needed(state, w, res.rulings) > state.player(w).supply]
    if short and res.ruling("QJ-R4") == "lose":
        finish(res, other(short[0]) if len(short) == 1 else "draw", "no_cards", "QJ-4.6.9")
    idle = [w for w in PLAYERS if not needed(state, w, res.rulings) or not state.player(w).supply]
    if len(idle) == len(PLAYERS) and state.round > 1 and res.ruling("QJ-R37") == "between_rounds":
        idle.pop()
    for who in idle:
        _draw_nothing(res, who)
    _after_drawing(res)


def _draw_nothing(res: Resolution, who: str) -> None:
    """The hand is full, or there is no card left (QJ-4.6.5, QJ-4.6.9)."""
    res.state.player(who).drawn = True
    res.step("drawn.nothing", "QJ-4.6.9" if needed(res.state, who, res.rulings) else "QJ-4.6.5", who=who)


def draw(res: Resolution, who: str, cards: tuple[str, ...]) -> None:
    """Draw a set of cards, reshuffling the used pile where the pile runs out (QJ-4.6.4 to QJ-4.6.7)."""
    state: State = res.state
    player = state.player(who)
    if not cards:
        _draw_nothing(res, who)
        _after_drawing(res)
        return
    if state.round > 1 and res.ruling("QJ-R37") == "between_rounds":
        state.drawing = True
    n = needed(state, who, res.rulings)
    certain, _, _ = _split(player, n)
    if certain or (not player.deck and player.used):
        if player.deck:
            player.hand = sort_faces([*player.hand, *player.deck])
            taken, player.deck = player.deck, ()
            res.step("drawn", "QJ-4.6.6", "QJ-4.2.7", who=who, n=len(taken), cards=taken)
        if player.used and not _reshuffle(res, who):
            player.drawn = True
            res.step("drawn.without", "QJ-4.6.4", who=who, n=n - certain.total())
            _after_drawing(res)
            return
    picked = Counter(cards)
    picked.subtract(certain)
    rest = sort_faces(list(picked.elements()))
    if rest:
        left = Counter(player.deck)
        left.subtract(rest)
        player.deck = sort_faces(list(left.elements()))
        player.hand = sort_faces([*player.hand, *rest])
    player.drawn = True
    res.step("drawn", "QJ-4.2.7", "QJ-4.6.10", who=who, n=len(rest), cards=rest)
    if len(cards) < n:
        res.skip("drawn.too_few", "QJ-4.6.9", who=who, n=n - len(cards))
    elif not player.deck and player.used and res.ruling("QJ-R3") == "lazy":
        res.skip("reshuffle.not_yet", "QJ-4.6.5", who=who)
    if not player.deck and player.used and res.ruling("QJ-R3") == "eager":
        _reshuffle(res, who)
    _after_drawing(res)


def _reshuffle(res: Resolution, who: str) -> bool:
    """Shuffle the used pile into a new draw pile, unless the opponent may refuse and does (QJ-4.6.4, QJ-R38)."""
    player = res.state.player(who)
    if res.ruling("QJ-R38") == "consent_needed":
        res.step("reshuffle.proposed", "QJ-4.6.4", who=who, n=len(player.used))
        if res.choose(Decision("reshuffle", other(who), ("accept", "refuse"), ("QJ-4.6.4",), {})) == "refuse":
            res.step("reshuffle.vetoed", "QJ-4.6.4", who=other(who))
            return False
    player.deck, player.used = player.used, ()
    res.step("reshuffled", "QJ-4.6.4", "QJ-4.6.7", "QJ-4.6.13", who=who, n=len(player.deck))
    return True


def _after_drawing(res: Resolution) -> None:
    state: State = res.state
    if state.A.drawn and state.B.drawn:
        state.step = "place"
        res.step("placing.opened", "QJ-4.2.8", "QJ-4.1.15")


def end_round(res: Resolution) -> None:
    """Clear the boards and prepare the next round (QJ-4.6.1 to QJ-4.6.3, QJ-4.6.8 to QJ-4.6.11)."""
    state: State = res.state
    with res.step("round.ended", "QJ-4.5.19", "QJ-4.6.1", "QJ-4.6.11", round=state.round):
        for who in PLAYERS:
            player = state.player(who)
            placed = [face for _, face in player.board]
            if placed:
                player.used = sort_faces([*player.used, *placed])
                player.board = player.cancelled_fists = player.cancelled_legs = ()
                res.step("cards.used", "QJ-4.6.1", "QJ-4.6.2", "QJ-4.6.10", "QJ-4.3.7", who=who, n=len(placed))
            _unplaced(res, who)
            player.declared = player.lost = player.laid = ()
            player.drawn = player.committed = player.done = player.silenced = False
            res.step("records.cleared", "QJ-4.4.42", "QJ-4.6.11", who=who)
        state.drawing = False
        state.round += 1
        res.step("round.next", "QJ-4.6.3", round=state.round)
    open_drawing(res)


def _unplaced(res: Resolution, who: str) -> None:
    """Cards not placed stay in hand unless QJ-R2 says otherwise (QJ-4.6.8)."""
    player: Player = res.state.player(who)
    if not player.hand:
        return
    reading = res.ruling("QJ-R2")
    n = len(player.hand)
    if reading == "discard_unplaced":
        player.used = sort_faces([*player.used, *player.hand])
        player.hand = ()
        res.step("cards.discarded", "QJ-4.6.8", who=who, n=n)
    elif reading == "return_to_deck":
        player.deck = sort_faces([*player.deck, *player.hand])
        player.hand = ()
        res.step("cards.returned", "QJ-4.6.8", who=who, n=n)
    else:
        res.skip("cards.kept", "QJ-4.6.8", who=who, n=n)
