"""Changes of a set-up made by clicking: every function returns the fields that change; nothing knows a widget."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.core.action import Action
from rulekit.core.codec import to_json
from rulekit.core.errors import IllegalAction, Refusal
from rulekit.core.position import Position
from rulekit.core.record import Path
from rulekit.core.rulebook import Rulings
from rulekit.games.quanjiao.board import parse_cell, sort_cells
from rulekit.games.quanjiao.cards import sort_faces
from rulekit.games.quanjiao.game import GAME
from rulekit.games.quanjiao.limits import MOVES_HELD
from rulekit.games.quanjiao.moves import DEMO_MOVES, Move
from rulekit.games.quanjiao.placing import CLAUSES, PHYSICAL, Entry, entries, faults
from rulekit.games.quanjiao.state import PLAYERS, State
from rulekit.games.quanjiao.verbs import TABLE

__all__ = ["FACES", "add_to_hand", "at", "fault", "hold", "lay", "take", "take_from_hand", "use_moves"]

#: The cards offered for setting up: those of the demo deck (QJ-R5).
FACES = ("F1", "F2", "F3", "L1", "L2", "L3")

Fields = dict[Path, Any]


def _zone(state: State) -> str:
    """Return where cards on cells are kept: behind the curtain before the reveal, on the board after it."""
    return "board" if state.step in ("declare", "over") else "laid"


def at(state: State, who: str) -> dict[str, str]:
    """Return the card on each cell of a side."""
    player = state.player(who)
    return dict(player.board) | {e.cell: e.face for e in entries(player.laid)}


def fault(state: State, who: str, face: str, cell: str, rulings: Mapping[str, str]) -> Refusal | None:
    """Return why a card may not be put on a cell of a set-up (QJ-4.2.9 to QJ-4.2.15), None when it may."""
    laid = [Entry(f, c) for c, f in at(state, who).items() if parse_cell(c) is not None]
    found = faults([*laid, Entry(face, cell)], [*(e.face for e in laid), face], state.width(rulings))
    code = next((code for n, code in found if n == len(laid)), None)
    if code is None or (_zone(state) == "laid" and rulings["QJ-R33"] != "reject_all" and code not in PHYSICAL):
        return None
    return Refusal(code, CLAUSES[code], {"who": who, "card": face, "cell": cell})


def lay(state: State, who: str, face: str, cell: str, rulings: Mapping[str, str]) -> Fields:
    """Return the fields after putting a card on a cell; raises IllegalAction with the clause."""
    refused = fault(state, who, face, cell, rulings)
    if refused is not None:
        raise IllegalAction(refused.code, clauses=refused.clauses, phrasebook=GAME.phrasebooks(), **refused.params)
    return _with_cards(state, who, {**at(state, who), cell: face}, rulings)


def take(state: State, who: str, cell: str, rulings: Mapping[str, str]) -> Fields:
    """Return the fields after taking the card off a cell."""
    kept = {c: f for c, f in at(state, who).items() if c != cell}
    return _with_cards(state, who, kept, rulings)


def _with_cards(state: State, who: str, cards: Mapping[str, str], rulings: Mapping[str, str]) -> Fields:
    if _zone(state) == "laid":
        known = [(c, f) for c, f in cards.items() if parse_cell(c) is not None]
        return {(who, "laid"): [f"{f}@{c}" for c, f in sort_cells(known)], (who, "board"): {}}
    trial = state.copy()
    trial.player(who).board = sort_cells(cards.items())
    return _clashed(trial, rulings)


def _clashed(state: State, rulings: Mapping[str, str]) -> Fields:
    """Return both boards with the cancellation worked out anew by the engine, and no declarations."""
    trial = State(step="reveal", columns=state.columns)
    for who in PLAYERS:
        trial.player(who).moves = tuple(DEMO_MOVES)[:1]  # with nothing to declare the round would run on to its end
        trial.player(who).laid = tuple(f"{f}@{c}" for c, f in state.player(who).board)
        trial.player(who).committed = True
    end: State = Position(GAME, trial, Rulings(GAME.rulebook, rulings)).play(Action(TABLE, "reveal")).state
    made: Fields = {}
    for who in PLAYERS:
        player = end.player(who)
        for name in ("board", "cancelled_fists", "cancelled_legs"):
            made[who, name] = dict(getattr(player, name))
        if state.player(who).declared:
            made[who, "declared"] = []
        if state.player(who).laid:
            made[who, "laid"] = []
    return made


def add_to_hand(state: State, who: str, face: str) -> Fields:
    """Return the hand with one card more."""
    return {(who, "hand"): list(sort_faces([*state.player(who).hand, face]))}


def take_from_hand(state: State, who: str, face: str) -> Fields:
    """Return the hand with one card of a face less."""
    hand = list(state.player(who).hand)
    if face in hand:
        hand.remove(face)
    return {(who, "hand"): hand}


def hold(state: State, who: str, slot: int, move: str) -> Fields:
    """Return the moves held with another one, or none (""), in a slot; with moves a player may declare again."""
    held = list(state.player(who).moves)
    if slot < len(held):
        held[slot : slot + 1] = [move] if move else []
    elif move:
        held.append(move)
    made: Fields = {(who, "moves"): held}
    if held and state.step == "declare" and state.player(who).done:
        made[who, "done"] = False
    return made


def use_moves(state: State, who: str, new: tuple[Move, ...]) -> Fields:
    """Return the fields after taking over move cards and giving them to a player, the last slots making room."""
    ids = [m.id for m in new]
    own = [m for m in state.own_moves if m.id not in ids] + list(new)
    held = [m for m in state.player(who).moves if m not in ids][: max(0, MOVES_HELD - len(ids))] + ids[:MOVES_HELD]
    made: Fields = {("own_moves",): [to_json(m) for m in own], (who, "moves"): held}
    if state.step == "declare" and state.player(who).done:
        made[who, "done"] = False
    return made
