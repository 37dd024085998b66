"""What did not happen says which step prevented it, where one step did; trace, drawings and files agree."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from random import Random

import pytest

import rulekit
from rulekit.analysis.timing_graph import timing_graph
from rulekit.core import scenario
from rulekit.core.step import Step
from rulekit.core.trace import Trace
from rulekit.games import load_game
from rulekit.ui.session import Session
from tests.support import ROOT

# What may prevent a step of each kind, by the rules; every other kind is prevented by no single step, but by how
# things stand: an empty pile, a limit, a status from before, a digit.
LEAVING = {"bounce", "destroy.compared", "destroy.effect", "destroy.powerless"}
PREVENTED: dict[str, set[str | None]] = {
    # 唐五: 无敌 stops the segment and with it everything that needs a hit
    "thorns.blocked": {"damage.blocked"},
    "cast.side_effects_void": {"damage.blocked"},
    "burn.not_attached": {"damage.blocked"},
    "venom.not_attached": {"damage.blocked"},
    "steps.stays": {"damage.blocked"},
    "bet.no_income": {"damage.blocked"},
    "theft.nothing": {"damage.blocked"},
    "cast.self_gains_void": {"damage.blocked"},
    "bounty.nothing": {"damage.blocked", None},
    # a frozen turn leaves out what its owner would get or do
    "passives.frozen": {"frozen.turn"},
    "purify.frozen": {"frozen.turn"},
    "mist.kept": {"frozen.turn"},
    "disdain.frozen": {"frozen.turn", None},
    "seven.not_linked": {"addition.skipped", None},
    "delayed.not_yet": {"react.granted"},
    "react.only_pass": {"cast.counted"},
    "taunt.next_turn": {"taunt.opened"},
    # 拳脚招式: a symbol that one move holds deals nothing loose; several may hold it
    "loose.contained": {"move.damage", None},
    # 生灵对决
    "damage.blocked.": {"block"},
    "after_attack.blocked": {"block"},
    "splash.not_blocked": {"block.declined", None},
    "splash.no_difference": {"compare", None},
    "splash.attacker_gone": LEAVING,
    "compare.attacker_gone": LEAVING,
    "effect.gone": LEAVING,
    "fizzle.gone": {*LEAVING, None},
    "effect.once": {"used", None},
    "effect.declined": {"choice.yes_no"},
    "redraw.declined": {"choice.redraw"},
}


def allowed(step: Step) -> set[str | None]:
    # 唐五 calls so what 无敌 does, 生灵对决 what a block spares the player
    return PREVENTED.get("damage.blocked." if step.kind == "damage.blocked" else step.kind, {None})


@lru_cache(maxsize=3)
def played(game: str) -> tuple[Trace, ...]:
    """Traces of every scenario, also under its readings, and of random games."""
    system = load_game(game)
    found = []
    for path in scenario.find([ROOT / "scenarios" / game]):
        loaded = scenario.load(path)
        for rulings in (loaded.rulings, *({**loaded.rulings, **r.rulings} for r in loaded.readings)):
            session = Session(system, loaded.given, rulings=rulings, actions=loaded.actions, allow_impossible=True)
            found += session.traces()
    for seed in range(4):
        position, draw = rulekit.new_game(game), Random(seed)
        for _ in range(80):
            if not (legal := position.legal_actions()):
                break
            position, trace = position.play_traced(draw.choice(legal))
            found.append(trace)
    return tuple(found)


def skips(game: str) -> Iterator[tuple[Trace, Step]]:
    for trace in played(game):
        yield from ((trace, step) for step in trace.steps if not step.happened)


@pytest.mark.parametrize("game", rulekit.GAMES)
def test_the_cause_named_is_one_that_can_be(game: str) -> None:
    seen = set()
    for trace, step in skips(game):
        cause = None if step.because is None else trace.steps[step.because]
        assert (None if cause is None else cause.kind) in allowed(step), (step, cause)
        if cause is not None:
            assert cause.happened and cause.id < step.id
            seen.add(step.kind)
    assert len(seen) >= {"tangwu": 12, "quanjiao": 1, "shengling": 8}.get(game, 0), seen


@pytest.mark.parametrize("game", rulekit.GAMES)
def test_nothing_that_happened_was_prevented(game: str) -> None:
    assert all(step.because is None for trace in played(game) for step in trace.steps if step.happened)


@pytest.mark.parametrize("game", rulekit.GAMES)
def test_graphs_draw_that_edge_or_none(game: str) -> None:
    edges = 0
    for trace in played(game):
        wanted = {(s.because, s.id) for s in trace.steps if s.because is not None}
        for graph in (timing_graph(trace, "en"), trace.to_networkx()):
            red = {(a, b) for a, b, kind in graph.edges(data="kind") if kind == "prevented"}
            assert red == wanted
        edges += len(wanted)
    assert edges > {"tangwu": 20, "quanjiao": 20, "shengling": 20}.get(game, -1)


@pytest.mark.parametrize("game", rulekit.GAMES)
def test_files_and_joined_traces_keep_it(game: str) -> None:
    for trace in played(game)[::7]:
        data = json.loads(json.dumps(trace.to_json()))
        assert data["schema"] == 2 and Trace.from_json(trace.game, data) == trace
        joined = Trace.join([trace, trace])
        for one, two in zip(trace.steps, joined.steps[len(trace) :], strict=True):
            assert two.because == (None if one.because is None else one.because + len(trace))


def test_files_written_before_read_without_it() -> None:
    trace = next(trace for trace, step in skips("tangwu") if step.because is not None)
    data = trace.to_json()
    data["schema"] = 1
    for step in data["steps"]:
        step.pop("because", None)
    old = Trace.from_json(trace.game, data)
    assert old.steps != trace.steps and all(step.because is None for step in old.steps)
    assert [s.kind for s in old.steps] == [s.kind for s in trace.steps]


@pytest.mark.parametrize("game", rulekit.GAMES)
def test_a_viewer_is_told_of_steps_it_sees(game: str) -> None:
    for trace in played(game):
        for viewer in trace.game.players:
            seen = trace.seen_by(viewer)
            for step in seen.steps:
                if step.because is not None:
                    assert seen.steps[step.because].happened and step.because < step.id


# -- the two that were wrong -----------------------------------------------------------------------


def test_side_effects_are_void_because_of_invincible() -> None:
    tangwu = load_game("tangwu")
    given = {"turn": "A", "step": "act", "A": {"cost": 5, "digit": 3}, "B": {"hp": 10, "无敌": True}}
    session = Session(tangwu, given)
    session.play("寒风")
    trace = session.traces()[0]
    void = next(s for s in trace.steps if s.kind == "cast.side_effects_void")
    assert void.because is not None and trace.steps[void.because].kind == "damage.blocked"
    assert void.parent != void.because, "told under the skill, prevented inside the damage"


def test_a_symbol_is_held_by_the_move_that_holds_it() -> None:
    """LH2 and LH4 are key marks of m03 alone, LH3 one of m02 and m14, RH3 one of all three."""
    session = Session.of_scenario(
        scenario.load(ROOT / "scenarios/quanjiao/a-three-symbol-card-supports-three-moves.yaml")
    )
    trace = Trace.join(session.traces())
    causes = {s.params["cell"]: s.because for s in trace.steps if s.kind == "loose.contained"}
    moves = {cell: None if id is None else trace.steps[id].params["move"] for cell, id in causes.items()}
    assert moves == {"LH2": "m03", "LH3": None, "RH3": None, "LH4": "m03"}
