"""Positions that differ only in what one player may not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from rulekit.core.position import Position
from rulekit.games.quanjiao.board import accepts, parse_cell
from rulekit.games.quanjiao.cards import sort_faces
from rulekit.games.quanjiao.declaring import describe
from rulekit.games.quanjiao.moves import DEMO_MOVES
from rulekit.games.quanjiao.solver import declarations
from rulekit.games.shengling.memory import bare
from rulekit.games.tangwu.skills import SKILLS

__all__ = ["exchanged"]


def exchanged(position: Position, viewer: str, draw: Random) -> Position:
    """Return a position that looks the same to `viewer`: what it may not know is another, where something can be."""
    made = position.state.copy()
    foe, own = (made.player(who) for who in (("B", "A") if viewer == "A" else ("A", "B")))
    _DEALT[position.game.id](made, foe, own, draw, position.rulings.choices)
    found = Position(position.game, made, position.rulings)
    seen = [position.game.observe(p.state, viewer, p.rulings.choices) for p in (position, found)]
    assert seen[0] == seen[1], "the two look the same"
    return found


def _tangwu(state: Any, foe: Any, own: Any, draw: Random, rulings: Mapping[str, str]) -> None:
    if state.step == "ban" and foe.pick is not None:
        foe.pick = draw.choice([name for name in SKILLS if name != foe.pick and name not in state.banned])


def _quanjiao(state: Any, foe: Any, own: Any, draw: Random, rulings: Mapping[str, str]) -> None:
    """Deal hand, laid cards and pile of the other anew, each laid card to some cell that takes it; so with the rest."""
    if state.step == "over":
        return
    if rulings["QJ-R29"] == "hidden_until_declared":
        others = [move for move in DEMO_MOVES if move not in (*foe.moves, *foe.shown)]
        draw.shuffle(others)
        foe.moves = tuple(m if m in foe.shown or m in _named(foe.declared) else others.pop() for m in foe.moves)
    if state.step == "declare" and rulings["QJ-R27"] == "independent" and foe.declared:
        who = "A" if foe is state.A else "B"
        board, held = state.board_of(who, rulings), state.held(who)
        same = [d for d in declarations(board, held) if len(d) == len(foe.declared)]
        foe.declared = tuple(describe(a, board.classes) for a in draw.choice(same))
    laid = [text.partition("@")[::2] for text in foe.laid]
    if foe.hand or foe.laid:
        pool = [*foe.hand, *foe.deck]
        draw.shuffle(pool)
        foe.hand, foe.deck = sort_faces(pool[: len(foe.hand)]), sort_faces(pool[len(foe.hand) :])
        cells = [cell for _, cell in laid]
        columns = Counter(parse_cell(cell).action for cell in cells)  # type: ignore[union-attr]
        moved = []
        for face, cell in laid:
            place = parse_cell(cell)
            assert place is not None
            names = ("LH", "RH") if cell[:2] in ("LH", "RH") else ("LL", "RL")
            free = [f"{limb}{place.action}" for limb in names if f"{limb}{place.action}" not in cells]
            assert columns and accepts(place.row, face)
            moved.append(f"{face}@{draw.choice([cell, *free])}")
            cells.append(moved[-1].partition("@")[2])
        foe.laid = tuple(moved)


def _named(declared: tuple[str, ...]) -> list[str]:
    return [text.partition("@")[0] for text in declared]


def _shengling(state: Any, foe: Any, own: Any, draw: Random, rulings: Mapping[str, str]) -> None:
    """Deal hand and deck of the other anew, its fuel where it lies face down, and the own deck in another order."""
    if rulings["SL-R40"] == "fuel_face_down":
        cards = [*foe.fuel, *(c for c in foe.hand if c == bare(c))]
        draw.shuffle(cards)
        rest = iter(cards[len(foe.fuel) :])
        foe.fuel, foe.hand = tuple(cards[: len(foe.fuel)]), tuple(c if c != bare(c) else next(rest) for c in foe.hand)
    hidden = [*foe.hand, *foe.deck]
    draw.shuffle(hidden)
    foe.hand, foe.deck = tuple(hidden[: len(foe.hand)]), tuple(hidden[len(foe.hand) :])
    deck = list(own.deck)
    draw.shuffle(deck)
    own.deck = tuple(deck)
    for player in (foe, own):
        if player.shuffled:
            player.deck = tuple(sorted(player.deck))


_DEALT: dict[str, Callable[[Any, Any, Any, Random, Mapping[str, str]], None]] = {
    "tangwu": _tangwu,
    "quanjiao": _quanjiao,
    "shengling": _shengling,
}
