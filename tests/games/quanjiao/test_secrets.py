"""A trace told to one player: complete in itself and free of the other's secrets."""

from random import Random

import pytest

import rulekit
from rulekit import Action, Trace
from rulekit.core.action import CHANCE
from rulekit.core.hidden import HIDDEN
from rulekit.core.position import Position
from rulekit.core.show import printers
from tests.properties.checks import check_debugger

QUANJIAO = rulekit.load_game("quanjiao")


def round_trace(seed, rulings=()):
    """Play a few dozen random actions from the start, taking nothing back."""
    draw = Random(seed)
    position = Position(QUANJIAO, QUANJIAO.start(), QUANJIAO.defaults.replace(dict(rulings)))
    traces = []
    while len(traces) < 40 and (legal := [a for a in position.legal_actions() if a.verb != "take"]):
        position, trace = position.play_traced(draw.choice(legal))
        traces.append(trace)
    return Trace.join(traces)


@pytest.mark.parametrize("seed", range(6))
def test_a_told_trace_is_a_trace(seed):
    whole = round_trace(seed)
    for told in (whole.seen_by("A"), whole.seen_by("B"), whole.seen_by(None)):
        assert told.state_at(len(told) - 1) == told.end
        assert [s.id for s in told] == list(range(len(told)))
        assert all(s.parent is None or s.parent < s.id for s in told)
        assert [m.action.verb for m in told.marks] == [m.action.verb for m in whole.marks]
        check_debugger(told)
        for lang in ("zh", "en"):
            assert printers.text_tree(told, lang) and printers.html(told, lang)


@pytest.mark.parametrize("seed", range(6))
def test_the_opponents_cards_and_cells_are_not_told(seed):
    whole = round_trace(seed)
    for viewer, other in ("AB", "BA"):
        for step in whole.seen_by(viewer):
            if step.kind in ("drawn", "laid", "declared") and step.who == other:
                assert len(step.clauses) == 1 and not step.rulings
                assert HIDDEN in (step.params.get("cards") or (HIDDEN,))[0] and step.params.get("cell", "?") == HIDDEN
            if step.kind == "duel.over":  # from here on nothing is hidden
                break
            for change in step.changes:
                if change.path in ((other, "hand"), (other, "laid"), (other, "declared")):
                    assert set(change.before) | set(change.after) <= {HIDDEN}
        for mark in whole.seen_by(viewer).marks:
            action = mark.action
            if action.verb in ("lay", "place", "declare") and action.who == other:
                assert set(action.args) == {HIDDEN}
            if action.who == CHANCE and action.args[0] == other:
                assert set(action.args[1:]) <= {HIDDEN}


def test_the_own_side_is_told_in_full():
    whole = round_trace(2)
    told = whole.seen_by("A")
    wanted = [dict(s.params) for s in whole if s.who == "A" and s.kind in ("drawn", "laid", "declared")]
    assert (
        wanted and [dict(s.params) for s in told if s.who == "A" and s.kind in ("drawn", "laid", "declared")] == wanted
    )


def test_open_declarations_are_told():
    start = QUANJIAO.start()
    start.step = "declare"
    start.A.board = (("LH1", "F1"),)
    position = Position(QUANJIAO, start, QUANJIAO.defaults.replace({"QJ-R27": "open_alternating"}))
    trace = position.trace(Action("A", "declare", ("m01@1", "LH1x1")))
    told = trace.seen_by("B")
    assert told.steps[0].params["move"] == "m01" and told.marks[0].action.args == ("m01@1", "LH1x1")
    sealed = Position(QUANJIAO, start).trace(Action("A", "declare", ("m01@1", "LH1x1"))).seen_by("B")
    assert [s.kind for s in sealed] == ["declared"] and sealed.steps[0].params["move"] == HIDDEN


def test_a_game_without_secrets_is_told_as_it_is():
    game = rulekit.load_game("tangwu")
    position = rulekit.new_game("tangwu", first="A", bans=("98K", "尤里"))
    trace = position.trace(position.legal_actions()[0])
    assert game.steps.secrets(position.rulings.choices) == {} and trace.seen_by(None) == trace


def test_unshown_moves_are_hidden_until_the_settlement():
    rulings = {"QJ-R29": "hidden_until_declared"}
    start = QUANJIAO.start()
    start.step, start.B.done = "declare", True
    start.A.board, start.A.moves = (("LH1", "F1"),), ("m01", "m02")
    position = Position(QUANJIAO, start, QUANJIAO.defaults.replace(rulings))
    seen = QUANJIAO.observe(position.state, "B", position.rulings.choices)
    assert seen.A.moves == (HIDDEN, HIDDEN) and seen.B.moves == start.B.moves
    declared = position.play(Action("A", "declare", ("m01@1", "LH1x1")))
    assert QUANJIAO.observe(declared.state, "B", position.rulings.choices).A.moves == (HIDDEN, HIDDEN)
    shown = declared.play(Action("A", "done")).state
    assert QUANJIAO.observe(shown, "B", position.rulings.choices).A.moves == ("m01", HIDDEN)
    open_ = position.under({"QJ-R27": "open_alternating"}).play(Action("A", "declare", ("m01@1", "LH1x1")))
    assert QUANJIAO.observe(open_.state, "B", open_.rulings.choices).A.declared == ("m01@1 LH1x1",)
    assert QUANJIAO.observe(open_.state, "B", open_.rulings.choices).A.moves == ("m01", HIDDEN)
    for lang in ("zh", "en"):
        hidden_move = QUANJIAO.phrasebook(lang).text("word.some_move")
        assert QUANJIAO.view.position_text(position.seen_by("B"), lang).count(hidden_move) == 2
        assert QUANJIAO.view.position_html(position.seen_by("B"), lang)
    told = Position(QUANJIAO, QUANJIAO.start(), position.rulings).trace(Action("table", "begin")).seen_by("B")
    hidden = [s for s in told if s.kind == "setup.moves" and s.who == "A"]
    assert [s.params["moves"] for s in hidden] == [(HIDDEN,) * 3]
