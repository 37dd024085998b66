"""One side of a position as the panels look at it: its symbols, its moves, and whether the clash is still to come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rulekit.core.action import Action
from rulekit.core.hidden import HIDDEN
from rulekit.games.quanjiao.board import SymbolClass, classes, is_face, parse_cell, sort_cells
from rulekit.games.quanjiao.declaring import activations
from rulekit.games.quanjiao.matching import Activation, Board
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.placing import entries
from rulekit.games.quanjiao.state import Player, State, other
from rulekit.ui.session import Session

__all__ = ["Side", "declare_action", "side_of"]


class Side(NamedTuple):
    """What one player has at the step looked at.

    `covered` tells that the cards still lie behind the curtain, so that nothing is cancelled yet; `declared` is
    empty where it is sealed.
    """

    who: str
    state: State
    board: Board
    moves: Mapping[str, Move]
    held: tuple[Move, ...]
    covered: bool
    declared: tuple[Activation, ...]

    @property
    def key(self) -> tuple[Any, ...]:
        """What the declarations depend on, to compare with."""
        board = self.board
        return board.classes, board.others, board.columns, tuple(board.rulings.items()), _keys(self.held)


def _keys(moves: tuple[Move, ...]) -> tuple[Any, ...]:
    return tuple(m.key() for m in moves)


def side_of(session: Session, who: str) -> Side | None:
    """Return a side at the step looked at; None where its symbols are hidden or cannot be read."""
    shown = session.current
    state: State = shown.state
    rulings = shown.rulings.choices
    found = [_symbols(state.player(side)) for side in (who, other(who))]
    if found[0] is None:
        return None
    player = state.player(who)
    table = state.moves()
    columns = max(0, min(state.width(rulings), 8))
    board = Board(found[0], columns, rulings, found[1] or ())
    held = tuple(table[m] for m in player.moves if m in table)
    declared = () if player.laid or HIDDEN in player.declared else _declared(state, who, board)
    return Side(who, state, board, table, held, bool(player.laid), declared)


def _declared(state: State, who: str, board: Board) -> tuple[Activation, ...]:
    try:
        return tuple(activations(state, who, board))
    except (AssertionError, KeyError):  # an impossible position may hold anything
        return ()


def _symbols(player: Player) -> tuple[SymbolClass, ...] | None:
    """Return the symbols of a player, as laid before the reveal; None when they cannot be read."""
    if HIDDEN in player.laid:
        return None
    pairs = [(e.cell, e.face) for e in entries(player.laid)] if player.laid else list(player.board)
    if any(not is_face(face) or (p := parse_cell(cell)) is None or not 1 <= p.action <= 8 for cell, face in pairs):
        return None
    if player.laid:
        return classes(sort_cells(dict(pairs).items()), (), ())
    return player.classes()


def declare_action(who: str, described: str, rulings: Mapping[str, str]) -> Action:
    """Return the action that declares a move as described; the system takes the key marks under QJ-R15."""
    words = described.split()
    return Action(who, "declare", tuple(words if rulings["QJ-R15"] == "player_chooses" else words[:1]))
