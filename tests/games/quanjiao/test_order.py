"""Declaring in any order and settling either side first come to the same; two readings are the exceptions.

Proven by playing every order, not assumed: all interleavings of both players' declarations, every permutation
inside a side, both sides first at the settlement.
"""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from rulekit.core.action import Action
from rulekit.core.errors import IllegalAction
from rulekit.core.position import Position
from rulekit.core.scenario import find, load, run
from rulekit.games.quanjiao import GAME, settling
from rulekit.games.quanjiao.declaring import describe
from rulekit.games.quanjiao.move_file import load_moves
from rulekit.games.quanjiao.scoring import score
from rulekit.games.quanjiao.solver import declarations
from rulekit.games.quanjiao.state import PLAYERS
from tests.games.quanjiao.strategies import random_state
from tests.support import ROOT

SCENARIOS = ROOT / "scenarios" / "quanjiao"
# Readings that make an order matter, or forbid some orders, by what they say.
ORDERED = {
    "QJ-R10": "other_keys_ignored",
    "QJ-R24": "first_only",
    "QJ-R27": "open_alternating",
    "QJ-R28": "move_lost",
    "QJ-R15": "automatic_best",
    "QJ-R38": "consent_needed",
    "QJ-R25": "mandatory",
}


def rounds(path: Path) -> list[tuple[Position, dict[str, tuple[str, ...]]]]:
    """Return the declaring of each round of a scenario: the position before it, and what each side declared."""
    found: list[tuple[Position, dict[str, tuple[str, ...]]]] = []
    for position in run(load(path)).positions:
        state = position.state
        if position.pending is not None or state.step != "declare":
            continue
        known = found[-1][0].state if found else None
        if known is None or known.round != state.round:
            found.append((position, {}))
        found[-1][1].update({who: state.player(who).declared for who in PLAYERS})
    return [(undeclared(position), declared) for position, declared in found]


def undeclared(position: Position) -> Position:
    """Return a position before anything was declared in it."""
    state = position.state.copy()
    for who in PLAYERS:
        player = state.player(who)
        player.declared, player.lost, player.done = (), (), not player.moves
    return Position(GAME, state, position.rulings)


def every_order(start: Position, declared: dict[str, tuple[str, ...]]) -> list[Position]:
    """Return every distinct end of declaring and settling, in all orders of all actions of both players.

    Positions met on several ways are looked at once; ends that differ only in the order in which the last
    declarations are listed are alike.  Raises IllegalAction when an order is not legal.
    """
    todo = {who: frozenset(Action(who, "declare", tuple(t.split())) for t in declared[who]) for who in PLAYERS}
    ends: dict[object, Position] = {}
    seen: set[object] = set()
    stack = [(start, todo)]
    while stack:
        here, left = stack.pop()
        mark = (here.key(), left["A"], left["B"])
        if mark in seen:
            continue
        seen.add(mark)
        if here.state.step != "declare":
            state = here.state.copy()
            for who in PLAYERS:
                state.player(who).declared = tuple(sorted(state.player(who).declared))
            ends[state.key()] = here
            continue
        for who in PLAYERS:
            if here.state.player(who).done:
                continue
            for action in sorted(left[who]):
                stack.append((here.play(action), {**left, who: left[who] - {action}}))
            if not left[who]:
                stack.append((here.play(Action(who, "done")), left))
    return list(ends.values())


def ordered(position: Position) -> bool:
    return any(position.rulings.choices[id] == option for id, option in ORDERED.items())


@pytest.mark.slow
def test_every_order_of_every_scenario_ends_alike() -> None:
    looked_at = 0
    for path in find([SCENARIOS]):
        for start, declared in rounds(path):
            if ordered(start) or (start.state.A.done and start.state.B.done):
                continue
            ends = every_order(start, declared)
            assert len(ends) == 1, path.name
            looked_at += len(declared["A"]) + len(declared["B"]) > 1
    assert looked_at >= 20


def random_duels(n: int, seed: int, least: int) -> list[tuple[Position, dict[str, tuple[str, ...]]]]:
    """Return random positions before declaring, with declarations at random, `least` moves or more in all."""
    draw = Random(seed)
    found = []
    while len(found) < n:
        state = random_state(draw)
        if state.step != "declare":
            continue
        start = undeclared(Position(GAME, state))
        choices = start.rulings.choices
        declared = {}
        for who in PLAYERS:
            board = start.state.board_of(who, choices)
            legal = list(declarations(board, start.state.held(who)))
            made = max(draw.sample(legal, min(3, len(legal))), key=len)
            declared[who] = tuple(describe(a, board.classes) for a in made)
        if len(declared["A"]) + len(declared["B"]) >= least:
            found.append((start, declared))
    return found


def test_every_order_on_random_boards_ends_alike() -> None:
    for start, declared in random_duels(60, 1, 2):
        assert len(every_order(start, declared)) == 1, declared


@pytest.mark.slow
def test_the_side_settled_first_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [(s, d) for path in find([SCENARIOS]) for s, d in rounds(path) if not (s.state.A.done and s.state.B.done)]
    games += random_duels(60, 2, 1)

    def ends() -> list[Position | IllegalAction]:
        made = []
        for start, declared in games:
            position = start
            try:
                for who in PLAYERS:
                    for text in declared[who]:
                        position = position.play(Action(who, "declare", tuple(text.split())))
                        while position.pending is not None:
                            position = position.play(position.legal_actions()[0])
                for who in PLAYERS:
                    if not position.state.player(who).done:
                        position = position.play(Action(who, "done"))
            except IllegalAction:
                pass  # a scenario about an attempt that some reading refuses
            made.append(position)
        return made

    a_first = ends()
    monkeypatch.setattr(settling, "PLAYERS", ("B", "A"))
    b_first = ends()
    assert a_first == b_first
    assert sum(p.state.step != "declare" for p in a_first) > 100


def test_the_total_of_a_side_does_not_depend_on_the_order() -> None:
    """Under every reading at its default but one, except QJ-R24 first_only."""
    others = [
        {ruling.id: o.key}
        for ruling in GAME.rulebook.rulings.values()
        for o in ruling.options
        if o.key != ruling.default and (ruling.id, o.key) != ("QJ-R24", "first_only")
    ]
    draw = Random(3)
    for start, _ in random_duels(25, 4, 2):
        for changed in [{}, *draw.sample(others, 8)]:
            rulings = {**start.rulings.choices, **changed}
            for who in PLAYERS:
                board = start.state.board_of(who, rulings)
                made = max(declarations(board, start.state.held(who)), key=len)
                totals = {score(board, start.state.moves(), p).total for p in permutations(made)}
                assert len(totals) == 1, (changed, made)


# -- the exceptions -----------------------------------------------------------------------------------


def _start(name: str, **rulings: str) -> Position:
    (found, *_) = rounds(SCENARIOS / f"{name}.yaml")
    return found[0].under({id.replace("_", "-"): option for id, option in rulings.items()})


def test_the_order_decides_what_is_legal_under_other_keys_ignored() -> None:
    name = "a-black-cell-symbol-stops-blocking-once-it-is-another-moves-key-mark"
    start = _start(name, QJ_R10="other_keys_ignored")
    first, second = Action("A", "declare", ("m01@2", "LH2x1")), Action("A", "declare", ("m04@2", "RH2x2"))
    assert start.play(first).play(second).state.A.declared == ("m01@2 LH2x1", "m04@2 RH2x2")
    with pytest.raises(IllegalAction) as caught:
        start.play(second)
    assert caught.value.code == "black_blocked" and "QJ-4.4.10" in caught.value.clauses
    for order in ((first, second), (second, first)):  # by default the black cell is blocked in either order
        position = start.under({"QJ-R10": "blocks"})
        with pytest.raises(IllegalAction):
            for action in order:
                position = position.play(action)


TWO_PER_EACH = """
- id: low
  regions: [{rid: k, kind: key, cells: [LH+0], need: [{symbol: fist}]}]
  damage: [{term: per, each: 1, count: {of: each, scope: board, symbol: leg, state: valid}}]
- id: high
  regions: [{rid: k, kind: key, cells: [LH+0], need: [{symbol: fist}]}]
  damage: [{term: per, each: 3, count: {of: each, scope: board, symbol: leg, state: valid}}]
"""


def test_the_order_decides_the_damage_under_first_only() -> None:
    """Two moves count the same two legs at 1 and at 3 each: who comes first counts them."""
    state = Position(GAME, GAME.start()).state.copy()
    state.step, state.B.moves, state.B.done = "declare", (), True
    state.own_moves, state.A.moves = list(load_moves(TWO_PER_EACH)), ("low", "high")
    state.A.board = (("LH1", "F2"), ("LL1", "L2"))
    start = Position(GAME, state, GAME.defaults.replace({"QJ-R24": "first_only"}))
    assert start.problems() == []
    declared = {"A": ("low@1 LH1x1", "high@1 LH1x1"), "B": ()}
    assert sorted(p.state.A.dealt for p in every_order(start, declared)) == [2, 6]
    both = start.under({"QJ-R24": "both_count"})
    assert [p.state.A.dealt for p in every_order(both, declared)] == [8]


def test_alternating_declarations_only_fix_who_speaks_first() -> None:
    start, declared = random_duels(1, 8, 2)[0]
    start = start.under({"QJ-R27": "open_alternating"})
    with pytest.raises(IllegalAction) as caught:
        start.play(Action("B", "done"))
    assert caught.value.code == "a_declares_first"
    (sealed,) = every_order(start.under({"QJ-R27": "independent"}), declared)
    position = start
    for who in PLAYERS:
        for text in declared[who]:
            position = position.play(Action(who, "declare", tuple(text.split())))
        if not position.state.player(who).done:
            position = position.play(Action(who, "done"))
    assert [position.state.player(w).life for w in PLAYERS] == [sealed.state.player(w).life for w in PLAYERS]
    assert [position.state.player(w).dealt for w in PLAYERS] == [sealed.state.player(w).dealt for w in PLAYERS]
