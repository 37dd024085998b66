"""What a player is told depends on nothing that this player cannot see (SL-4.10, SL-R31, SL-R40)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from rulekit import Action, Position
from rulekit.core.hidden import HIDDEN
from rulekit.core.show import printers
from rulekit.games.shengling import GAME
from rulekit.games.shengling.state import PLAYERS, State, other
from tests.games.shengling.strategies import random_state
from tests.properties.checks import check_debugger
from tests.properties.registry import random_rulings
from tests.support.positions import set_up


def exchanged(state: State, viewer: str, draw: Random) -> State:
    """Return the state with the hidden cards of the opponent dealt anew and the own deck in another order."""
    made = state.copy()
    foe = made.player(other(viewer))
    hidden = [*foe.hand, *foe.deck]
    draw.shuffle(hidden)
    foe.hand, foe.deck = tuple(hidden[: len(foe.hand)]), tuple(hidden[len(foe.hand) :])
    own = list(made.player(viewer).deck)
    draw.shuffle(own)
    made.player(viewer).deck = tuple(own)
    for player in (foe, made.player(viewer)):
        if player.shuffled:
            player.deck = tuple(sorted(player.deck))
    return made


def pairs(seed: int, n: int) -> Iterator[tuple[Position, Position, str]]:
    draw = Random(seed)
    for i in range(n):
        state, viewer = random_state(draw), draw.choice(PLAYERS)
        if state.step == "setup":
            continue
        rulings = GAME.defaults.replace(random_rulings(GAME, draw) if i % 2 else {})
        yield Position(GAME, state, rulings), Position(GAME, exchanged(state, viewer, draw), rulings), viewer


def told(position: Position, action: Action, viewer: str) -> dict[str, Any]:
    return position.trace(action).seen_by(viewer).to_json()


@pytest.mark.slow
def test_who_sees_the_same_is_told_the_same() -> None:
    compared = open_ = 0
    for one, two, viewer in pairs(71, 200):
        rulings = one.rulings.choices
        assert GAME.observe(one.state, viewer, rulings) == GAME.observe(two.state, viewer, rulings)
        for show in (GAME.view.position_html, GAME.view.position_text):
            assert show(one.seen_by(viewer), "zh") == show(two.seen_by(viewer), "zh")
        for action in one.legal_actions():
            if one.state.active != viewer and action.verb in ("play", "sacrifice"):
                continue  # what the opponent does is told by what it does
            if action not in two.legal_actions():
                continue  # SL-R26 must_activate asks for what is in hand
            if not one.state.player(viewer).shuffled and any(
                s.kind == "draw" and s.who == viewer for s in one.trace(action)
            ):
                continue  # the own cards drawn differ, as they should
            after = one.play(action)
            if after.seen_by(viewer) != two.play(action).seen_by(viewer):
                continue  # it opens what was hidden, and is told as it is
            open_ += after.pending is not None
            compared += 1
            assert told(one, action, viewer) == told(two, action, viewer), action
    assert compared > 400 and open_ > 40


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_told_game_is_a_trace(seed: int) -> None:
    draw = Random(seed)
    position = Position(GAME, GAME.start(), GAME.defaults.replace({"SL-R40": "fuel_face_down"} if seed % 2 else {}))
    for _ in range(120):
        legal = position.legal_actions()
        if not legal:
            break
        position, whole = position.play_traced(draw.choice(legal))
        if position.pending is not None:
            continue
        for trace in (whole.seen_by("A"), whole.seen_by("B"), whole.seen_by(None)):
            assert trace.state_at(len(trace) - 1) == trace.end
            check_debugger(trace)
            for lang in ("zh", "en"):
                assert printers.text_tree(trace, lang) and printers.html(trace, lang)
        for viewer in PLAYERS:
            foe = other(viewer)
            for step in whole.seen_by(viewer):
                if step.kind == "draw" and step.who == foe:
                    assert step.params["card"] == HIDDEN
                if step.kind == "choice.draw_card":
                    assert step.params["answer"] == HIDDEN
                for change in step.changes:
                    if change.path in ((foe, "hand"), (foe, "deck"), (viewer, "deck")):
                        assert {*change.before, *change.after} <= {HIDDEN}


given = partial(set_up, "shengling")


def test_what_somebody_else_chooses_between_is_not_told() -> None:
    fuel = ["稻草哨兵"] * 2
    start = given(step="main1", A={"hand": ["清点书库"], "fuel": fuel, "deck": ["献身", "天穹古龙"]})
    open_ = start.play(Action("A", "play", ("清点书库",)))
    assert open_.decision is not None and open_.decision.kind == "pick_hand"
    trace = open_.pending_trace()
    assert trace.seen_by("A").decision == open_.decision
    for hidden in (trace.seen_by("B").decision, trace.seen_by(None).decision):
        assert hidden is not None and hidden.options == (HIDDEN,)
        for lang in ("zh", "en"):
            assert GAME.phrasebook(lang).decision(hidden)
    assert open_.seen_by("A").legal_actions() == open_.legal_actions()
    for seen in (open_.seen_by("B"), open_.seen_by(None)):
        assert seen.legal_actions() == [] == seen.candidates() and "献身" not in repr(seen)
        refused = seen.why_illegal(open_.legal_actions()[0])
        assert refused is not None and refused.code == "sealed" and refused.clauses == open_.decision.clauses
    text = json.dumps(trace.seen_by("B").to_json(), ensure_ascii=False)
    assert "献身" not in text and "天穹古龙" not in text


def test_what_nature_chooses_between_is_told_to_nobody() -> None:
    start = given(step="main2", B={"deck": ["献身", "天穹古龙", "稻草哨兵"], "shuffled": True})
    open_ = start.play(Action("A", "end_turn"))
    for viewer in PLAYERS:
        decision = open_.pending_trace().seen_by(viewer).decision
        assert decision is not None and decision.options == (HIDDEN,) and decision.weights == ()


def test_an_open_block_is_told_to_both() -> None:
    start = given(step="battle", A={"slot1": {"card": "同心双卫"}}, B={"slot1": {"card": "稻草哨兵"}})
    trace = start.trace(Action("A", "attack", ("A1",)))
    assert trace.seen_by("A").decision == trace.seen_by("B").decision == trace.decision
