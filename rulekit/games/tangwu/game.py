"""唐五 as a game object: what the rest of the project sees of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.core.action import CHANCE, Action
from rulekit.core.codec import choice_value
from rulekit.core.duel import PLAYERS
from rulekit.core.game import Game, Outcome
from rulekit.core.options import for_each
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.gestures import gesture_clause
from rulekit.games.tangwu.problems import fill_in, problems
from rulekit.games.tangwu.setup import opening
from rulekit.games.tangwu.skills import SKILLS
from rulekit.games.tangwu.state import State
from rulekit.games.tangwu.verbs import VERBS

__all__ = ["GAME"]


def to_act(state: State) -> str | None:
    """Return the player on turn; while bans are open the first who has not picked."""
    match state.step:
        case "over":
            return None
        case "setup":
            return CHANCE
        case "ban":
            return "A" if state.A.pick is None else "B"
    return state.turn


def outcome(state: Any) -> Outcome | None:
    """Return the result once the game is over (TW-7.2)."""
    return None if state.step != "over" else Outcome(state.result, state.reason)


def message_key(action: Action) -> str:
    """Return `cast_naming` for a cast that names something besides the skill, e.g. the statuses to dispel."""
    return "cast_naming" if action.verb == "cast" and len(action.args) > 1 else action.verb


def display(state: State, rulings: Mapping[str, str]) -> dict[str, str]:
    """Return the gesture clause of each hand (TW-2.G0 to TW-2.G11), TW-R1 where it shows 10 as a fist.

    A number no hand can show is left out.
    """
    fist = rulings["TW-R1"] == "solid_fist"
    values = {f"{w}.{hand}": getattr(state.player(w), hand) for w in PLAYERS for hand in ("cost", "digit")}
    return {
        hand: "TW-R1" if fist and value == 10 else gesture_clause(value)
        for hand, value in values.items()
        if 0 <= value <= limits.COST_MAX
    }


GAME = Game(
    id="tangwu",
    package="rulekit.games.tangwu",
    State=State,
    verbs=VERBS,
    options={"first": choice_value(PLAYERS), "bans": for_each(choice_value(tuple(SKILLS)))},
    opening=opening,
    fill_in=fill_in,
    problems=problems,
    to_act=to_act,
    controller=lambda state: state.controller,  # under 尤里 (TW-6.D9.1)
    outcome=outcome,
    message_key=message_key,
    display=display,
)
