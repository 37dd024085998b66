"""The attack a reader looks at: one that is coming, one whose block window is open, or the one just settled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from rulekit.core.action import ANSWER, Action
from rulekit.core.errors import Refusal
from rulekit.core.trace import Trace
from rulekit.games.shengling.blocking import DECLINE, has_window, set_name
from rulekit.games.shengling.forecast import Forecast, forecast, forecasts
from rulekit.games.shengling.state import Place, State, other, read_place
from rulekit.games.shengling.verbs import VERBS
from rulekit.ui.session import Session

__all__ = ["Battle", "Sight", "places_of"]

Line = tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Battle:
    """One attack: the state it is declared in, who attacks, and how far it has come.

    `refused` says why it cannot be declared now; what is foretold then is what it would come to.  `played` is
    the answer that was given to the block window, None while none was.
    """

    state: State
    attacker: Place
    rulings: Mapping[str, str]
    phase: Literal["coming", "open", "over"]
    refused: Refusal | None = None
    played: str | None = None

    @property
    def defender(self) -> str:
        """The player attacked."""
        return other(self.attacker.who)

    @property
    def blockers(self) -> list[Place]:
        """The creatures of the defender, whether they may block or not."""
        return [Place(self.defender, slot) for slot, _ in self.state.player(self.defender).creatures()]

    def foretell(self, blockers: Iterable[Place]) -> Forecast:
        """Return what comes of the attack with these blockers, with none when it is not blocked."""
        return forecast(self.state, self.attacker, sorted(blockers), self.rulings)

    def all(self) -> list[Forecast]:
        """Return what comes of every set of blockers, legal or not, and of none."""
        return forecasts(self.state, self.attacker, self.rulings)

    @property
    def window(self) -> bool:
        """Whether the block window opens (SL-9.1)."""
        return has_window(self.state, self.attacker.who, self.rulings)


class Sight:
    """Which attack and which blockers a reader has picked in a session; what is no longer there is let go.

    A pick holds for the line of actions it was made at: an attack played since is looked at first.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._place: Place | None = None
        self._placed: Line | None = None  # when the attacker was picked
        self._blockers: frozenset[Place] = frozenset()
        self._ticked: Line | None = None  # when the blockers were picked

    # -- picking -----------------------------------------------------------------------------------

    def pick(self, place: Place) -> None:
        """Look at the attack of a creature of the turn player; anything else is ignored."""
        if place in self.attackers():
            self._place, self._placed = place, self.session.actions

    def tick(self, place: Place) -> None:
        """Take a creature of the defender among the blockers, or out of them; anything else is ignored."""
        battle = self.battle()
        if battle is not None and place in battle.blockers:
            self._set(self.ticked(battle) ^ {place})

    def choose(self, answer: str) -> None:
        """Take a whole set of blockers, written `B1 B2`, or none."""
        battle = self.battle()
        places = places_of(answer)
        if battle is not None and (places or answer == DECLINE) and set(places) <= set(battle.blockers):
            self._set(frozenset(places))

    def _set(self, blockers: frozenset[Place]) -> None:
        self._blockers, self._ticked = blockers, self.session.actions

    # -- what is looked at -------------------------------------------------------------------------

    def attackers(self) -> list[Place]:
        """Return the creatures of the turn player, with which an attack can be thought out at any time."""
        state: State = self.session.position.state
        return [Place(state.active, slot) for slot, _ in state.player(state.active).creatures()]

    def battle(self) -> Battle | None:
        """Return the attack looked at; None where the turn player has no creature or the game is over."""
        last = self._last()
        if last is not None and (last.phase == "open" or self._placed != self.session.actions):
            return last
        return self._coming() or last

    @property
    def picked(self) -> bool:
        """Whether the attacker looked at was picked by the reader and not taken for want of a pick."""
        return self._place is not None and self._placed == self.session.actions

    def ticked(self, battle: Battle) -> frozenset[Place]:
        """Return the blockers picked; of a settled attack those that blocked it, until others are picked."""
        now = self.session.actions
        if battle.phase == "over" and self._ticked != now:
            return frozenset(places_of(battle.played or ""))
        holds = (now, now[:-1]) if battle.phase == "open" else (now,)  # the attack may have been declared since
        return self._blockers & set(battle.blockers) if self._ticked in holds else frozenset()

    def answer(self, battle: Battle) -> str:
        """Return the answer that the blockers picked make."""
        return set_name(list(self.ticked(battle))) or DECLINE

    def _last(self) -> Battle | None:
        session = self.session
        if not session.line:
            return None
        trace = session.played.traces[-1]
        action = trace.marks[0].action
        place = read_place(str(action.args[0])) if action.verb == "attack" else None
        if place is None:
            return None
        decision = session.position.decision
        phase: Literal["open", "over"] = "open" if decision is not None and decision.kind == "block" else "over"
        return Battle(trace.start, place, session.position.rulings.choices, phase, played=_answer(trace))

    def _coming(self) -> Battle | None:
        session = self.session
        state: State = session.position.state
        rulings = session.position.rulings.choices
        known = self.attackers()
        if not known or state.result is not None or not session.ready:
            return None
        refused = {p: VERBS.refusal(state, _declared(p), rulings) for p in known}
        able = [p for p, why in refused.items() if why is None]
        place = self._place if self._place in known else [*able, *known][0]
        return Battle(state, place, rulings, "coming", refused[place])

    # -- playing -----------------------------------------------------------------------------------

    def actions(self, battle: Battle) -> list[Action]:
        """Return the actions that carry the attack out with the blockers picked; none once it is settled."""
        reply = [Action(battle.defender, ANSWER, (self.answer(battle),))] if battle.window else []
        return {"coming": [_declared(battle.attacker), *reply], "open": reply, "over": []}[battle.phase]


def _declared(attacker: Place) -> Action:
    return Action(attacker.who, "attack", (str(attacker),))


def _answer(trace: Trace) -> str | None:
    return next((str(s.params["answer"]) for s in trace.steps if s.kind == "choice.block"), None)


def places_of(answer: str) -> list[Place]:
    """Return the slots an answer names; empty for declining and for what is none."""
    found = [read_place(word) for word in answer.split()]
    return [p for p in found if p is not None] if None not in found else []
