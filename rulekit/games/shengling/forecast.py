"""What every blocking set would lead to, found by running the attack itself with that answer (SL-9.2 to SL-9.22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from rulekit.core.action import Decision
from rulekit.core.duel import Over
from rulekit.core.errors import Refusal
from rulekit.core.resolution import Resolution, Undecided
from rulekit.games.shengling.attack import attack
from rulekit.games.shengling.blocking import DECLINE, block_fault, has_window, set_name
from rulekit.games.shengling.ending import last_check
from rulekit.games.shengling.state import PLAYERS, Place, State, other, read_place
from rulekit.games.shengling.zones import power

__all__ = ["Forecast", "forecast", "forecasts"]


@dataclass(frozen=True, slots=True)
class Forecast:
    """One answer to the block window and what comes of it.

    `refusal` says why the set is illegal; the rest is empty then.  `attack` and `total` are the powers at the
    declaration, `compared` those that were compared in the end, None without a comparison.  `returned` are the
    creatures back in a hand.  `damage` is what the defending player loses, less than 0 what it gains; `changed` are
    the creatures that stay with another power, each with the power before and after.  `open` is a decision that the
    attack stops at: what comes after it is not counted.
    """

    answer: str
    places: tuple[Place, ...]
    refusal: Refusal | None = None
    attack: int = 0
    total: int = 0
    compared: tuple[int, int] | None = None
    destroyed: tuple[Place, ...] = ()
    returned: tuple[Place, ...] = ()
    survivors: tuple[Place, ...] = ()
    marked: tuple[Place, ...] = ()
    changed: tuple[tuple[Place, int, int], ...] = ()
    damage: int = 0
    result: str | None = None
    open: Decision | None = None


def forecasts(state: State, place: Place, rulings: Mapping[str, str], *, illegal: bool = True) -> list[Forecast]:
    """Return the outcome of every set of the defender's creatures, small ones first, and of declining last.

    With `illegal` the sets that are refused are among them, each with its reason.
    """
    who = other(place.who)
    theirs = [Place(who, slot) for slot, _ in state.player(who).creatures()]
    sets = (chosen for size in range(1, len(theirs) + 1) for chosen in combinations(theirs, size))
    found = [forecast(state, place, chosen, rulings) for chosen in sets]
    kept = [f for f in found if illegal or f.refusal is None]
    return [*kept, forecast(state, place, (), rulings)]


def forecast(state: State, place: Place, blockers: Sequence[Place], rulings: Mapping[str, str]) -> Forecast:
    """Return what comes of an attack when it is blocked by `blockers`, or by nobody when there are none."""
    answer = set_name(blockers) if blockers else DECLINE
    refused = block_fault(state, answer, rulings) if blockers else None
    if refused is not None:
        return Forecast(answer, tuple(blockers), refused)
    attacker = state.creature(place)
    assert attacker is not None
    run, window = _run(state, place, answer, rulings)
    after: State = run.state
    involved = [place, *blockers]
    gone = [p for p in _creatures(state) if after.creature(p) is None]
    return Forecast(
        answer=answer,
        places=tuple(blockers),
        attack=power(state, attacker),
        total=sum(power(state, c) for p in blockers if (c := state.creature(p)) is not None),
        compared=run.compared,
        destroyed=tuple(p for p in gone if p not in run.returned),
        returned=tuple(p for p in gone if p in run.returned),
        survivors=tuple(p for p in involved if p not in gone),
        marked=tuple(p for p in _creatures(state) if _newly_marked(state, after, p)),
        changed=tuple(_changed(state, after)),
        damage=state.player(other(place.who)).hp - after.player(other(place.who)).hp,
        result=after.result,
        open=window,
    )


class _Watched(Resolution):
    """A run that notes which powers were compared and who was returned to a hand."""

    __slots__ = ("compared", "returned")

    def __init__(self, state: State, rulings: Mapping[str, str], answers: Sequence[str]) -> None:
        super().__init__(state, rulings, answers)
        self.compared: tuple[int, int] | None = None
        self.returned: list[Place | None] = []

    def step(self, kind: str, *clauses: str, who: str | None = None, **params: Any) -> Any:
        if kind == "compare":
            self.compared = params["attack"], params["total"]
        if kind == "bounce":
            self.returned.append(read_place(params["place"]))
        return super().step(kind, *clauses, who=who, **params)


def _run(state: State, place: Place, answer: str, rulings: Mapping[str, str]) -> tuple[_Watched, Decision | None]:
    """Carry out the attack on a copy as far as it goes without another decision."""
    answers = (answer,) if has_window(state, place.who, rulings) else ()
    run = _Watched(state.copy(), rulings, answers)
    try:
        with suppress(Over):
            attack(run, place)
            last_check(run)
    except Undecided as stop:
        return run, stop.decision
    return run, None


def _creatures(state: State) -> Iterator[Place]:
    for who in PLAYERS:
        for slot, _ in state.player(who).creatures():
            yield Place(who, slot)


def _changed(state: State, after: State) -> Iterator[tuple[Place, int, int]]:
    for place in _creatures(state):
        before, now = state.creature(place), after.creature(place)
        if before is not None and now is not None and power(state, before) != power(after, now):
            yield place, power(state, before), power(after, now)


def _newly_marked(state: State, after: State, place: Place) -> bool:
    before, now = state.creature(place), after.creature(place)
    return before is not None and now is not None and now.marked and not before.marked
