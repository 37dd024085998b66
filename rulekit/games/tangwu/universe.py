"""All actions worth showing at a step, legal or not, grouped for a reader."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.core.action import Action
from rulekit.core.game import ActionGroup
from rulekit.games.tangwu.actions import legal_actions
from rulekit.games.tangwu.skills import BY_DIGIT, SKILLS
from rulekit.games.tangwu.state import State

__all__ = ["universe"]


def universe(state: State, rulings: Mapping[str, str]) -> list[ActionGroup]:
    """Return the two additions, every skill by its digit, and the pass of the player on turn.

    A legal cast that names buffs follows the bare skill (TW-5.6.8); setup and bans show their own actions.
    """
    legal = legal_actions(state, rulings)
    if state.step in ("setup", "ban", "start"):
        if state.step != "ban":
            return [ActionGroup(state.step, {}, tuple(legal))]
        return [ActionGroup("ban", {"who": who}, tuple(Action(who, "ban", (s,)) for s in SKILLS)) for who in "AB"]
    who = state.turn
    groups = [ActionGroup("add", {}, (Action(who, "add", ("cost",)), Action(who, "add", ("digit",))))]
    for digit, skills in enumerate(BY_DIGIT):
        made: list[Action] = []
        for skill in skills:
            named = [a for a in legal if a.verb == "cast" and a.args[0] == skill.name]
            made += named or [Action(who, "cast", (skill.name,))]
        groups.append(ActionGroup("digit", {"digit": digit}, tuple(made)))
    return [*groups, ActionGroup("pass", {}, (Action(who, "pass"),))]
