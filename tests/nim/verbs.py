"""What can be done in nim (NM-1, NM-3): take one to three matches from one heap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulekit.core.action import Action
from rulekit.core.duel import other
from rulekit.core.errors import Refusal
from rulekit.core.number import read_whole
from rulekit.core.resolution import Resolution
from rulekit.core.verbs import Verb, Verbs
from tests.nim.limits import MOST
from tests.nim.state import State

__all__ = ["VERBS"]


def _options(state: State, who: str, rulings: Mapping[str, str]) -> Iterable[Action]:
    for heap, size in enumerate(state.heaps, 1):
        for n in range(1, min(MOST, size) + 1):
            yield Action(who, "take", (str(heap), str(n)))


def _read(state: State, action: Action) -> Refusal | tuple[int, ...]:
    numbers = [read_whole(a) if isinstance(a, str) else None for a in action.args]
    if len(numbers) != 2 or None in numbers:
        return Refusal("bad_argument", ("NM-3",), {"value": " ".join(map(str, action.args))})
    return tuple(n for n in numbers if n is not None)


def _refuse(state: State, who: str, rulings: Mapping[str, str], heap: int, n: int) -> Refusal | None:
    if not 1 <= heap <= len(state.heaps):
        return Refusal("no_heap", ("NM-2",), {"heap": heap, "heaps": len(state.heaps)})
    if not 1 <= n <= MOST:
        return Refusal("not_so_many", ("NM-3",), {"n": n, "most": MOST})
    if n > state.heaps[heap - 1]:
        return Refusal("too_few_left", ("NM-3",), {"n": n, "left": state.heaps[heap - 1]})
    return None


def _take(res: Resolution, who: str, heap: int, n: int) -> None:
    state: State = res.state
    before = state.heaps[heap - 1]
    state.heaps = tuple(size - n * (i == heap) for i, size in enumerate(state.heaps, 1))
    with res.step("taken", "NM-3", who=who, heap=heap, n=n, left=before - n):
        if before > MOST:
            res.skip("heap.not_emptied", "NM-3", who=who, heap=heap, most=MOST)
        if any(state.heaps):
            state.turn = other(who)
            res.step("turn.passed", "NM-1", who=state.turn)
        else:
            last_wins = res.ruling("NM-R1") == "normal"
            state.step, state.result, state.reason = "over", who if last_wins else other(who), "last"
            res.step("game.over", "NM-4", who=who, winner=state.result)


VERBS = Verbs(
    Verb("take", ("take",), _take, _options, ("NM-1",), read=_read, refuse=_refuse, names=("heap", "")),
    closing="take 1 1", over=("NM-4",), unknown=("NM-3",),
    things={"heap": lambda state, who: {str(n + 1): [("heaps", n)] for n in range(len(state.heaps))}},
)  # fmt: skip
