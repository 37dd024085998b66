"""The actions worth showing in a position, legal or not: by card in hand, by creature, and for the step."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.core.action import Action
from rulekit.core.game import ActionGroup
from rulekit.games.shengling.actions import legal_actions
from rulekit.games.shengling.cards import faces
from rulekit.games.shengling.state import State

__all__ = ["universe"]


def universe(state: State, rulings: Mapping[str, str]) -> list[ActionGroup]:
    """Return hand cards, creatures and the ways on; what is legal besides joins the group of its verb."""
    legal = legal_actions(state, rulings)
    if state.result is not None or state.step == "setup":
        return [ActionGroup("step", {"who": state.active}, tuple(legal))] if legal else []
    who = state.active
    player = state.player(who)
    table = faces(state.own_cards)
    shown: dict[str, list[Action]] = {"play": [], "sacrifice": [], "activate": [], "attack": [], "step": []}
    for action in legal:
        shown.get(action.verb, shown["step"]).append(action)
    for verb in ("play", "sacrifice"):
        missing = [c for c in dict.fromkeys(player.hand) if not any(a.args[0] == c for a in shown[verb])]
        shown[verb] += [Action(who, verb, (card,)) for card in missing]
    for slot, creature in player.creatures():
        shown["attack"].append(Action(who, "attack", (f"{who}{slot}",)))
        for effect in table[creature.card].timed["active"]:
            shown["activate"].append(Action(who, "activate", (f"{who}{slot}", effect.eid)))
    last = "end_turn" if state.step == "main2" else "end_battle" if state.step == "battle" else "enter_battle"
    shown["step"].insert(0, Action(who, last))
    return [
        ActionGroup(code, {"who": who}, tuple(dict.fromkeys(actions))) for code, actions in shown.items() if actions
    ]
