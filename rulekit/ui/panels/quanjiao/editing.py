"""What writing moves changes in a set-up: the fields that change; nothing knows a widget."""

from __future__ import annotations

from typing import Any

from rulekit.core.codec import to_json
from rulekit.core.record import Path
from rulekit.games.quanjiao.limits import MOVES_HELD
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.state import State

__all__ = ["use_moves"]

Fields = dict[Path, Any]


def use_moves(state: State, who: str, new: tuple[Move, ...]) -> Fields:
    """Return the fields after taking over move cards and giving them to a player, the last slots making room."""
    ids = [m.id for m in new]
    own = [m for m in state.own_moves if m.id not in ids] + list(new)
    held = [m for m in state.player(who).moves if m not in ids][: max(0, MOVES_HELD - len(ids))] + ids[:MOVES_HELD]
    made: Fields = {("own_moves",): [to_json(m) for m in own], (who, "moves"): held}
    if state.step == "declare" and state.player(who).done:
        made[who, "done"] = False
    return made
