"""唐五 as a game object: what the rest of the project sees of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from rulekit.core.action import CHANCE, Action
from rulekit.core.codec import Fault, choice_value
from rulekit.core.errors import Problem
from rulekit.core.game import Game, Outcome
from rulekit.core.options import BadOption, Check, for_each
from rulekit.core.phrasebook import Phrasebook
from rulekit.core.record import Record
from rulekit.core.resolution import Resolution
from rulekit.core.verbs import Verbs
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.gestures import gesture_clause
from rulekit.games.tangwu.problems import fill_in, problems
from rulekit.games.tangwu.skills import SKILLS
from rulekit.games.tangwu.state import State
from rulekit.games.tangwu.verbs import VERBS

__all__ = ["GAME", "Tangwu"]


class Tangwu(Game):
    """唐五 v3."""

    id: ClassVar[str] = "tangwu"
    package: ClassVar[str] = "rulekit.games.tangwu"
    State: ClassVar[type[Record]] = State
    verbs: ClassVar[Verbs] = VERBS
    options: ClassVar[Mapping[str, Check]] = {
        "first": choice_value(Game.players),
        "bans": for_each(choice_value(tuple(SKILLS))),
    }

    def start_own(
        self, rulings: Mapping[str, str], first: str | None = None, bans: tuple[str, ...] = (), **_: Any
    ) -> Record:
        """Return the opening (TW-3.1, TW-3.2): nature draws the first player unless `first` names one.

        With `bans` (one skill of each player, A first) the bans are made and the first turn has begun up to
        its addition; `first` is then required.
        """
        state = State(step="setup")
        if first is None:
            if bans:
                raise BadOption([Fault(("bans",), "start_needs", {"other": "first"})])
            return state
        res = Resolution(state, rulings)
        self.resolve(res, Action(CHANCE, "first", (first,)))
        for who, skill in zip(self.players, bans, strict=False):
            self.resolve(res, Action(who, "ban", (skill,)))
        return state

    def to_act(self, state: Any) -> str | None:
        """Return the player on turn; while bans are open the first who has not picked."""
        if state.step == "over":
            return None
        if state.step == "setup":
            return CHANCE
        if state.step == "ban":
            return "A" if state.A.pick is None else "B"
        return str(state.turn)

    def decider(self, state: Any) -> str | None:
        """Return who decides: under 尤里 the controller (TW-6.D9.1)."""
        return state.controller or self.to_act(state)

    def outcome(self, state: Any) -> Outcome | None:
        """Return the result once the game is over (TW-7.2)."""
        return None if state.step != "over" else Outcome(state.result, state.reason)

    def problems(self, state: Any, rulings: Mapping[str, str]) -> list[Problem]:
        """Return why no game reaches this state."""
        return problems(state, rulings)

    def message_key(self, action: Action) -> str:
        """Return `cast_naming` for a cast that names something besides the skill, e.g. the statuses to dispel."""
        return "cast_naming" if action.verb == "cast" and len(action.args) > 1 else action.verb

    def fill_in(self, given: dict[str, Any], rulings: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Fill in what is implied, e.g. 赌命已用 when 赌命 is set."""
        return fill_in(given, rulings or self.defaults.choices)

    def display(self, state: Any, rulings: Mapping[str, str]) -> dict[str, str]:
        """Return the gesture clause of each hand (TW-2.G0 to TW-2.G11), TW-R1 where it shows 10 as a fist.

        A number no hand can show is left out.
        """
        fist = rulings["TW-R1"] == "solid_fist"
        values = {f"{w}.{hand}": getattr(state.player(w), hand) for w in self.players for hand in ("cost", "digit")}
        return {
            hand: "TW-R1" if fist and value == 10 else gesture_clause(value)
            for hand, value in values.items()
            if 0 <= value <= limits.COST_MAX
        }

    def words(self, phrasebook: Phrasebook) -> Mapping[str, Callable[[Any], str]]:
        """Return how a result is worded: a winner is said to win."""
        return {"result": lambda value: phrasebook.value(value, "result")}

    def awaiting(self, state: Any) -> str:
        """Return e.g. `A add`, `B act`."""
        who = self.to_act(state)
        return "" if who is None else f"{who} {'first' if state.step == 'setup' else state.step}"


GAME = Tangwu()
