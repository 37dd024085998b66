"""唐五 as a game object: what the rest of the project sees of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, ClassVar

from rulekit.core.action import CHANCE, Action
from rulekit.core.errors import Problem
from rulekit.core.game import ActionGroup, Game, Outcome
from rulekit.core.record import Record
from rulekit.core.resolution import Resolution
from rulekit.core.wording import Wording
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.actions import legal_actions, parse, refusal
from rulekit.games.tangwu.cast import carry_out
from rulekit.games.tangwu.ending import GameOver
from rulekit.games.tangwu.gestures import gesture_clause
from rulekit.games.tangwu.problems import complete, problems
from rulekit.games.tangwu.skills import SKILLS
from rulekit.games.tangwu.state import State, other
from rulekit.games.tangwu.turn import add, pass_on, start_turn
from rulekit.games.tangwu.universe import universe

__all__ = ["GAME", "Tangwu"]


class Tangwu(Game):
    """唐五 v3."""

    id: ClassVar[str] = "tangwu"
    package: ClassVar[str] = "rulekit.games.tangwu"
    State: ClassVar[type[Record]] = State

    def start(
        self,
        *,
        rulings: Mapping[str, str] | None = None,
        first: str | None = None,
        bans: tuple[str, str] | None = None,
        **options: Any,
    ) -> Record:
        """Return the opening (TW-3.1, TW-3.2): nature draws the first player unless `first` names one.

        With `bans` (one skill of each player, A first) the bans are made and the first turn has begun up to
        its addition; `first` is then required.
        """
        if options:
            raise TypeError(f"tangwu has no option {next(iter(options))!r}; it has first and bans")
        state = State(step="setup")
        if first is None:
            return state
        res = Resolution(state, rulings or self.defaults.choices)
        self.resolve(res, Action(CHANCE, "first", (first,)))
        for who, skill in zip("AB", bans or (), strict=False):
            self.resolve(res, Action(who, "ban", (skill,)))
        return state

    def legal_actions(self, state: Any, rulings: Mapping[str, str]) -> list[Action]:
        """Return the legal actions; see `rulekit.games.tangwu.actions`."""
        return legal_actions(state, rulings)

    def universe(self, state: Any, rulings: Mapping[str, str]) -> list[ActionGroup]:
        """Return additions, all skills by digit, and the pass; see `rulekit.games.tangwu.universe`."""
        return universe(state, rulings)

    def resolve(self, res: Resolution, action: Action) -> None:
        """Carry out one action and everything that follows by itself (TW-4.1)."""
        refused = refusal(res.state, action, res.rulings)
        if refused is not None:
            self.refuse(refused.code, *refused.clauses, state=res.state, rulings=res.rulings, **refused.params)
        with suppress(GameOver):
            _carry_out(res, action)

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

    def parse_own(self, who: str, text: str) -> Action:
        """Read an action of a scenario file."""
        return parse(who, text)

    def format_own(self, action: Action) -> str:
        """Write an action for a scenario file; a cast is the skill alone, with what it names."""
        named = action.verb == "cast" and action.args
        return " ".join(map(str, action.args)) if named else super().format_own(action)

    def phrase(self, action: Action) -> str:
        """Return `cast_naming` for a cast that names something besides the skill, e.g. the statuses to dispel."""
        return "cast_naming" if action.verb == "cast" and len(action.args) > 1 else action.verb

    def complete(self, given: dict[str, Any], rulings: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Fill in what is implied, e.g. 赌命已用 when 赌命 is set."""
        return complete(given, rulings or self.defaults.choices)

    def observe(self, state: Any, viewer: str, rulings: Mapping[str, str]) -> Any:
        """Hide the opponent's pick until both have chosen (TW-3.1.3)."""
        seen = state.copy()
        if seen.step == "ban":
            seen.player(other(viewer)).pick = None
        return seen

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

    def words(self, wording: Wording) -> Mapping[str, Callable[[Any], str]]:
        """Return how a result is worded: a winner is said to win."""
        return {"result": lambda value: wording.value(value, "result")}

    def awaiting(self, state: Any) -> str:
        """Return e.g. `A add`, `B act`."""
        who = self.to_act(state)
        return "" if who is None else f"{who} {'first' if state.step == 'setup' else state.step}"


def _carry_out(res: Resolution, action: Action) -> None:
    state: State = res.state
    match action.verb:
        case "add":
            add(res, action.args[0])
            _pass_by_itself(res)
        case "cast":
            carry_out(res, SKILLS[action.args[0]], action.args[1:])
            if state.step == "end":
                _finish_turn(res, taunted=action.args[0] == "嘲讽")
            else:
                _pass_by_itself(res)
        case "pass":
            forced = ("TW-4.8", "TW-4.18") if len(legal_actions(res.state, res.rulings)) == 1 else ()
            _pass(res, "TW-4.7", "TW-8.14", *forced)
            _finish_turn(res)
        case "start":
            if start_turn(res):
                _finish_frozen(res)
            else:
                _pass_by_itself(res)
        case "first":
            _draw_first(res, action.args[0])
        case "ban":
            _ban(res, action.who, action.args[0])


def _pass(res: Resolution, *clauses: str) -> None:
    """End the action without a cast, which also breaks the digit chain (TW-8.14, TW-8.13)."""
    state: State = res.state
    state.step = "end"
    with res.step("passed", *clauses, who=state.turn):
        if state.chain:
            state.chain = ()
            res.step("chain.passed", "TW-8.13", who=state.turn)


def _finish_turn(res: Resolution, *, taunted: bool = False) -> None:
    pass_on(res, taunted=taunted)
    _pass_by_itself(res)


def _finish_frozen(res: Resolution) -> None:
    pass_on(res, frozen=True)
    _pass_by_itself(res)


def _pass_by_itself(res: Resolution) -> None:
    """Under TW-R47 auto_pass a player who can cast nothing passes without being asked (TW-4.18)."""
    state: State = res.state
    while state.step == "act" and res.ruling("TW-R47") == "auto_pass" and len(legal_actions(state, res.rulings)) == 1:
        _pass(res, "TW-4.8", "TW-8.14")
        pass_on(res)


def _draw_first(res: Resolution, first: str) -> None:
    """Nature draws the first player, who starts with 20 HP, the other with 21 (TW-3.2, TW-8.1)."""
    state: State = res.state
    state.turn = first
    state.step = "ban"
    state.player(first).hp = limits.FIRST_HP
    state.player(other(first)).hp = limits.SECOND_HP
    res.step(
        "setup.first", "TW-3.2", "TW-8.1", "TW-3.1", "TW-3.3",
        who=first, hp=limits.FIRST_HP, other_hp=limits.SECOND_HP,
        cost=limits.START_COST, digit=limits.START_DIGIT,
    )  # fmt: skip


def _ban(res: Resolution, who: str, skill: str) -> None:
    """Note a secret pick; once both are in, reveal them and begin (TW-3.1.1, TW-3.1.2, TW-3.1.3)."""
    state: State = res.state
    state.player(who).pick = skill
    with res.step("ban.picked", "TW-3.1.1", who=who):
        if state.A.pick is None or state.B.pick is None:
            return
        picks = (state.A.pick, state.B.pick)
        state.banned = tuple(dict.fromkeys(picks))
        clauses = ("TW-3.1.2",) if picks[0] == picks[1] else ()
        state.A.pick = state.B.pick = None
        res.step("ban.revealed", "TW-3.1.3", "TW-3.1.4", *clauses, skills=state.banned)
    start_turn(res)


GAME = Tangwu()
