"""The legal actions of a position, gathered for showing: by player, drawing and laying apart from the rest."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.core.action import CHANCE, Action
from rulekit.core.game import ActionGroup
from rulekit.games.quanjiao.actions import TABLE, legal_actions
from rulekit.games.quanjiao.state import State

__all__ = ["universe"]

MANY_A_PLAYER = ("lay", "take", "declare", "swap")  # verbs with a group of their own


def universe(state: State, rulings: Mapping[str, str]) -> list[ActionGroup]:
    """Return all legal actions in groups; illegal ones are explained by board and move panels instead."""
    groups: dict[tuple[str, str], list[Action]] = {}
    for action in legal_actions(state, rulings):
        groups.setdefault(_place(action), []).append(action)
    return [ActionGroup(code, {"who": who}, tuple(actions)) for (code, who), actions in groups.items()]


def _place(action: Action) -> tuple[str, str]:
    if action.who == TABLE:
        return "table", ""
    if action.who == CHANCE:
        return "draw", str(action.args[0])
    return (action.verb if action.verb in MANY_A_PLAYER else "finish"), action.who
