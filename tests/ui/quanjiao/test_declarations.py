"""Declarations listed, compared and played."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

import rulekit
from rulekit.analysis.matching_graph import matching_graph
from rulekit.core.action import Action
from rulekit.drawing.bipartite import bipartite_svg
from rulekit.games.quanjiao.board import LIMBS
from rulekit.games.quanjiao.moves import DEMO_MOVES
from rulekit.games.quanjiao.scoring import score
from rulekit.games.quanjiao.solver import best, declarations
from rulekit.ui.explorer import Explorer
from rulekit.ui.panels.quanjiao.ranking import listed, totals
from rulekit.ui.panels.quanjiao.side import side_of
from rulekit.ui.session import Session
from tests.support.labs import HOSTILE, click
from tests.ui.quanjiao.opened import decl


def test_the_table_lists_every_declaration_best_first(lab: Explorer) -> None:
    panel = decl(lab)
    side = side_of(lab.session, "A")
    assert side is not None and panel.found is not None and panel.found.whole
    wanted = {frozenset(d): score(side.board, side.moves, d).total for d in declarations(side.board, side.held)}
    assert {frozenset(d): total for d, total in panel.found.rows} == wanted
    assert [t for _, t in panel.found.rows] == sorted(wanted.values(), reverse=True)
    assert panel.table.value.count("rk-decl-row") == 10 and "★ 14" in panel.table.value
    panel.later.click()
    assert panel.table.value.count("rk-decl-row") == 1
    panel.earlier.click()
    assert panel.page == 0


def test_a_declaration_is_taken_apart_and_compared(lab: Explorer) -> None:
    panel = decl(lab)
    assert "2 + 5 + 7 = 14" in panel.one.value and "QJ-4.5.3" in panel.one.value
    assert "rk-m2" in panel.one.value and "rk-m3" in panel.one.value and "<svg" in panel.pairs.value
    click(lab, "second", "2")
    assert "13" in panel.against.value and "叩门直拳" in panel.two.value
    click(lab, "first", "6")
    assert panel.first.value == 6 and "穿花连环" in panel.one.value
    click(lab, "second", "2")
    assert panel.second.value == 0 and panel.against.value == ""


def test_a_chosen_declaration_is_played_in_one_change(lab: Explorer) -> None:
    panel = decl(lab)
    lab.act(lambda: lab.session.play(Action("A", "declare", ("m01@1", "LH1x1"))))
    panel.play.click()
    assert {d.split("@")[0] for d in lab.session.position.state.A.declared} == {"m02", "m03"}
    assert "已声明" in panel.table.value
    lab.act(lab.session.undo)
    assert lab.session.position.state.A.declared == ("m01@1 LH1x1",)


LEGS = {"of": "each", "scope": "board", "symbol": "leg", "state": "valid"}
CHEAP_AND_DEAR = [
    {
        "id": name,
        "regions": [{"rid": "k", "kind": "key", "cells": ["LH+0"], "need": [{"symbol": "fist", "count": 1}]}],
        "damage": [{"term": "fixed", "value": 4}, {"term": "per", "each": each, "count": LEGS}],
    }
    for name, each in (("cheap", 1), ("dear", 3))
]


@pytest.mark.parametrize(
    ("rulings", "moves", "declared", "dealt"),
    [
        # dear first 4 + 3*2, then cheap 4 + 0, as the legs are counted once; 1 loose fist
        ({"QJ-R24": "first_only"}, ["cheap", "dear"], ["cheap@1 LH1x1"], 15),
        # three copies of 3 damage, the one at action 3 declared before; 2 loose legs
        ({"QJ-R26": "copies_separate"}, ["m01", "m01", "m01"], ["m01@3 LH3x1"], 11),
        # m04 needs m01 on its black cell first: 3 + 6 and 3 loose symbols
        ({"QJ-R10": "other_keys_ignored"}, ["m04", "m01"], [], 12),
    ],
)
def test_the_declaration_chosen_is_played_in_an_order_that_deals_what_is_told(
    rulings: dict[str, str], moves: list[str], declared: list[str], dealt: int
) -> None:
    board = {"LH1": "F2", "LH3": "F1", "LL1": "L2"}
    if "QJ-R10" in rulings:
        board = {"LH1": "F1", "RH1": "F2", "LH3": "F1", "LL1": "L2"}
    given = {"step": "declare", "own_moves": CHEAP_AND_DEAR, "A": {"moves": moves, "board": board}}
    made = rulekit.lab("quanjiao", given=given, rulings=rulings, name="test", lang="zh")
    for text in declared:
        made.act(lambda text=text: made.session.play(f"declare {text}"))
    panel = decl(made)
    assert panel.found is not None and panel.found.best == dealt
    panel.play.click()
    made.act(lambda: made.session.play("done"))
    assert made.session.position.state.A.dealt == dealt
    made.close()


def test_a_declaration_that_cannot_be_played_changes_nothing(placing: Explorer) -> None:
    placing.act(lambda: placing.session.play(Action("A", "lay", ("F2", "LH2"))))
    panel = decl(placing)
    before = placing.session.actions
    panel.play.click()
    assert placing.session.actions == before and "rk-failed" in placing.status.value


def test_the_fast_totals_are_the_scores() -> None:
    draw = Random(5)
    for _ in range(60):
        columns = draw.randint(3, 5)
        cells = [f"{limb}{a}" for a in range(1, columns + 1) for limb in draw.sample(LIMBS, draw.randint(0, 3))]
        mine, theirs = (
            {c: f"{'F' if c[1] == 'H' else 'L'}{draw.randint(1, 3)}" for c in cells if draw.random() < 0.8}
            for _ in "AB"
        )
        mine, theirs = (dict(list(laid.items())[:10]) for laid in (mine, theirs))
        option = draw.choice(["QJ-R17=not_counted", "QJ-R9=per_card", "QJ-R8=cell_contained", "QJ-R10=blocks"])
        given = {
            "step": "reveal",
            "columns": columns,
            "hand_size": 10,  # as many as are laid (QJ-4.2.7)
            "A": {
                "moves": draw.sample(sorted(DEMO_MOVES), 3),
                "laid": [f"{f}@{c}" for c, f in mine.items()],
                "committed": True,
            },
            "B": {"laid": [f"{f}@{c}" for c, f in theirs.items()], "committed": True},
        }
        session = Session(rulekit.load_game("quanjiao"), given, rulings=dict([option.split("=")]))
        session.play("reveal")
        side = side_of(session, "A")
        assert side is not None
        found = list(islice(declarations(side.board, side.held), 200))
        assert list(totals(side, found)) == [(d, score(side.board, side.moves, d).total) for d in found]
        short = listed(side, most=3)
        assert short.best == short.rows[0][1] == best(side.board, side.held)[1].total


def test_the_drawing_of_pairs_is_plain_and_stable() -> None:
    data = {
        "title": HOSTILE,
        "symbols": [{"id": "a", "label": "a<b", "valid": False}, {"id": "b", "label": "b", "valid": True}],
        "needs": [{"id": "n", "label": "n" * 80, "met": True}, {"id": "m", "label": "m", "met": False}],
        "edges": [["a", "n", True], ["b", "n", False]],
    }
    words = dict.fromkeys(("left", "right", "chosen", "possible", "unmet"), "<w>")
    svg = bipartite_svg(matching_graph(data), title=HOSTILE, words=words)
    assert svg == bipartite_svg(matching_graph(data), title=HOSTILE, words=words)
    assert "<script" not in svg and "<w>" not in svg and svg.count('class="p-on"') == 2
    assert 'class="p-unmet"' in svg and "p-off" in svg and "textLength" in svg
    empty = bipartite_svg(matching_graph({"title": "", "symbols": [], "needs": [], "edges": []}), title="", words=words)
    assert empty.startswith("<svg")
