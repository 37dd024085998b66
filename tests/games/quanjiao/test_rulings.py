"""Every reading and every pair of readings: solver, declaring in play and brute force agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import prod
from random import Random

import pytest

from rulekit.core.action import Action
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.codec import from_json, to_json
from rulekit.core.position import Position
from rulekit.games.quanjiao import GAME
from rulekit.games.quanjiao.board import LIMBS
from rulekit.games.quanjiao.declaring import activations, describe
from rulekit.games.quanjiao.explain import explain_declaration
from rulekit.games.quanjiao.matching import Activation, Placement
from rulekit.games.quanjiao.moves import DEMO_MOVES, Move
from rulekit.games.quanjiao.scoring import score
from rulekit.games.quanjiao.state import State
from rulekit.games.quanjiao.verbs import VERBS
from tests.games.quanjiao import reference
from tests.games.quanjiao.test_matching import compare, key, random_boards, random_move

pytestmark = pytest.mark.slow

READINGS = [(r.id, o.key) for r in GAME.rulebook.rulings.values() for o in r.options if o.key != r.default]
# Readings that the boards, the declarations or their damage know of.
MATCHING = [r for r in READINGS if r[0] in {f"QJ-R{n}" for n in (8, 9, *range(10, 13), *range(15, 27), 28, 39, 40)}]
PAIRS = [pair for pair in combinations(MATCHING, 2) if pair[0][0] != pair[1][0]]
MOST_WAYS = 300


def open_move(draw: Random, name: str) -> Move:
    """Return a random move whose texts leave to the rulings what cards may leave open."""
    move = random_move(draw, name)
    for term in move.damage:
        if term.term != "fixed":
            term.count.state = draw.choice((term.count.state, None))
            term.count.own_keys = draw.choice((term.count.own_keys, None))
            term.count.scope = draw.choice((term.count.scope, ""))
    return move


def rival(draw: Random, name: str) -> Move:
    """Return a move that is easily activated and gets into the way of others: black, grey and counted cells abound."""
    width = draw.choice((1, 1, 2))
    free = [f"{limb}+{column}" for limb in LIMBS for column in range(width)]
    draw.shuffle(free)
    need = {"symbol": "either", "count": 1, "state": draw.choice(("valid", "valid", "cancelled", "any"))}
    regions: list[dict[str, object]] = [{"rid": "k", "kind": "key", "cells": [free.pop()], "need": [need]}]
    regions += [{"rid": "b", "kind": "black", "cells": [free.pop()]}] if draw.random() < 0.5 else []
    regions += [{"rid": "g", "kind": "grey", "cells": [free.pop()]}] if draw.random() < 0.5 else []
    scope = draw.choice(
        ("", "board", "columns", {"limbs": draw.sample(LIMBS, 2)}, {"cells": ["LL+0"]}, {"rids": ["k"]})
    )
    each = {"of": "each", "scope": scope, "symbol": "either", "state": draw.choice((None, "valid", "any"))}
    damage: list[dict[str, object]] = [{"term": "fixed", "value": draw.randint(0, 3)}]
    damage.append({"term": "per", "each": draw.randint(1, 3), "count": each})
    if regions[-1]["rid"] == "g":
        damage.append({"term": "per", "each": 2, "count": {"of": "grey", "rids": ["g"], "symbol": "either"}})
    return from_json(Move, {"id": name, "width": width, "regions": regions, "damage": damage})


def positions(draw: Random, rulings: dict[str, str], n: int) -> Iterator[Position]:
    """Yield positions in which A declares, with few enough declarations to try them all in every order."""
    while n:
        columns = draw.choice((3, 3, 4))
        sides = random_boards(draw, columns, draw.randint(3, 7), 2)
        formatter = draw.choice((open_move, rival, rival))
        moves = [
            formatter(draw, "x"),
            formatter(draw, "y"),
            formatter(draw, "z"),
            *draw.sample(list(DEMO_MOVES.values()), 2),
        ]
        held = [m.id for m in draw.sample(moves, draw.choice((2, 3)))]
        if rulings.get("QJ-R26", "distinct_only") != "distinct_only":
            held[-1] = held[0]
        given = {
            "step": "declare",
            "columns": columns,
            "own_moves": [to_json(m) for m in moves[:3]],
            "A": {**sides[0], "moves": held},
            "B": {**sides[1], "done": True},
        }
        position = Position(GAME, from_json(State, given), GAME.defaults.replace(rulings))
        table = table_of(position)
        ways = [
            1 + sum(len(reference.vectors(m, *p, table)) for p in reference.placed(m, table)) for m in held_by(position)
        ]
        if sum(n > 1 for n in ways) > 1 and prod(ways) < MOST_WAYS and not position.problems():
            n -= 1
            yield position


def held_by(position: Position) -> list[Move]:
    return position.state.held("A")


def table_of(position: Position) -> reference.Table:
    state = position.state
    return reference.Table(
        state.A.classes(), state.width(position.rulings), position.rulings.choices, state.B.classes()
    )


@pytest.mark.parametrize("reading", MATCHING, ids="=".join)
def test_every_reading_agrees_with_brute_force(reading: tuple[str, str]) -> None:
    for position in positions(Random("".join(reading)), dict([reading]), 60):
        compare(held_by(position), table_of(position))


@pytest.mark.parametrize("first", MATCHING, ids="=".join)
def test_every_pair_of_readings_agrees_with_brute_force(first: tuple[str, str]) -> None:
    for pair in PAIRS:
        if pair[0] == first:
            for position in positions(Random(str(pair)), dict(pair), 4):
                compare(held_by(position), table_of(position))


def told(position: Position) -> tuple[reference.Key, ...]:
    """Return what A has declared, in order."""
    state = position.state
    board = state.board_of("A", position.rulings.choices)
    return tuple(key(a) for a in activations(state, "A", board))


def declared_in_play(start: Position) -> dict[tuple[object, ...], int]:
    """Return what A can declare by playing, in every order, and the most each deals."""
    made: dict[tuple[object, ...], int] = {}
    automatic = start.rulings["QJ-R15"] == "automatic_best"
    todo, seen = [start], {start}
    while todo:
        here = todo.pop()
        board = here.state.board_of("A", here.rulings.choices)
        total = score(board, here.state.moves(), activations(here.state, "A", board)).total
        name = tuple(sorted(k[:3] if automatic else k for k in told(here)))
        made[name] = max(made.get(name, -1), total)
        for action in here.legal_actions():
            after = here.play(action) if action.verb == "declare" else here
            if after not in seen and len(told(after)) > len(told(here)):
                seen.add(after)
                todo.append(after)
    return made


def candidates(position: Position, draw: Random) -> Iterator[Action]:
    """Yield declarations of any kind, legal or not."""
    classes = position.state.A.classes()
    for move in {m.id: m for m in held_by(position)}.values():
        for start in range(-1, position.state.width(position.rulings) + 2):
            for placement in (Placement(start), Placement(start, True)):
                yield Action("A", "declare", (f"{move.id}@{placement}",))
                for _ in range(3):
                    keys = tuple(draw.randint(0, min(c.n, 1)) for c in classes)
                    yield Action("A", "declare", tuple(describe(Activation(move.id, placement, keys), classes).split()))


def check_play(position: Position, draw: Random) -> None:
    """Play A's declaring at random to its end: what is listed is what is accepted, and every position is possible."""
    for _ in range(8):
        legal = position.legal_actions()
        results = {position.play(a) for a in legal}
        for action in candidates(position, draw):
            refused = VERBS.refusal(position.state, action, position.rulings.choices)
            assert refused is not None or position.play(action) in results, (action, position)
            assert refused is None or action not in legal
        position = position.play(draw.choice([a for a in legal if a.verb != "done"] or legal))
        if position.state.step != "declare":
            return
        assert position.problems() == [], position
    state, board = position.state, position.state.board_of("A", position.rulings.choices)
    due = score(board, state.moves(), activations(state, "A", board)).total
    done = Action("A", "done")
    if done in position.legal_actions():
        assert position.play(done).state.A.dealt == due


# Readings that decide what may be declared; the others only what it deals.
DECLARING = [r for r in MATCHING if r[0] in {f"QJ-R{n}" for n in (10, 11, 12, 15, 23, 24, 25, 26, 28, 39)}]


def declares_as_brute_force(readings: Iterable[tuple[str, str]]) -> None:
    draw = Random(str(readings))
    for position in positions(draw, dict(readings), 1):
        assert declared_in_play(position) == reference.declarations(held_by(position), table_of(position))
        check_play(position, draw)


@pytest.mark.parametrize("first", DECLARING, ids="=".join)
def test_declaring_in_play_agrees_with_brute_force(first: tuple[str, str]) -> None:
    for second in DECLARING:
        if second >= first and (second == first or second[0] != first[0]):
            declares_as_brute_force((first, second))


@pytest.mark.nightly
@pytest.mark.parametrize("first", MATCHING, ids="=".join)
def test_declaring_in_play_agrees_with_brute_force_under_all_pairs(first: tuple[str, str]) -> None:
    for pair in PAIRS:
        if pair[0] == first:
            declares_as_brute_force(pair)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_loose_damage_is_by_card_nothing_says_each_symbol_deals_one(lang: str) -> None:
    """F3 on one card, F2 with one fist a key mark on another: 2 cards, 2 damage; m01 deals 3."""
    given = {
        "step": "declare",
        "A": {"moves": ["m01"], "board": {"LH1": "F2", "RH2": "F3"}, "declared": ["m01@1 LH1x1"]},
        "B": {"done": True},
    }
    position = Position(GAME, from_json(State, given), GAME.defaults.replace({"QJ-R9": "per_card"}))
    trace = position.trace(Action("A", "done"))
    each = ("每个 1 点", "计 1 点", "1 damage each")
    told = [GAME.phrasebook(lang).step(step) for step in trace.steps if step.kind.startswith("loose") and step.happened]
    assert len(told) == 4 and "2" in told[2] and not any(words in text for words in each for text in told)
    board = position.state.board_of("A", position.rulings.choices)
    report = explain_declaration(board, position.state.moves(), activations(position.state, "A", board), lang)
    assert report.total == 5 and report.lines[-1].n == 2
    html = GAME.view.position_html(position, lang)
    assert not any(
        words in text for words in each for text in (html, *(u.text for u in report.uses), report.lines[-1].text)
    )
    assert any(words in GAME.view.position_html(position.under({"QJ-R9": "per_symbol"}), lang) for words in each)


# -- between rounds -----------------------------------------------------------------------------------

HANDS = [r for r in READINGS if r[0] in ("QJ-R2", "QJ-R3", "QJ-R4", "QJ-R29", "QJ-R33", "QJ-R34", "QJ-R38")]
FULL = ["F1", "F1", "F2", "L1", "L1"]
PILE = ["F1", "F2", "F3", "L1", "L2", "L2"]


def between(rulings: dict[str, str], a: Sequence[str], b: Sequence[str], deck: Sequence[str] = PILE) -> Position:
    """Return the position after a round in which the players kept these cards in hand."""
    side = {"moves": ["m01", "m02"], "deck": list(deck), "used": ["L1"]}
    given = {"step": "declare", "A": {**side, "hand": list(a)}, "B": {**side, "hand": list(b), "done": True}}
    start = Position(GAME, from_json(State, given), GAME.defaults.replace({"QJ-R37": "between_rounds", **rulings}))
    return start.play(Action("A", "done"))


def swaps(position: Position) -> set[str]:
    """Return who may swap."""
    return {a.who for a in position.legal_actions() if a.verb == "swap"}


def nature(position: Position) -> Position:
    """Let nature draw once, questions answered with the first option."""
    position = position.play(next(a for a in position.legal_actions() if a.verb == "draw"))
    while position.pending is not None:
        position = position.play(position.legal_actions()[0])
    return position


@pytest.mark.parametrize("reading", [("QJ-R2", "keep_top_up"), *HANDS], ids="=".join)
@pytest.mark.parametrize("deck", [PILE, PILE[:2], []], ids=["pile", "small pile", "no pile"])
@pytest.mark.parametrize(("a", "b"), [(FULL, FULL), (FULL, FULL[:2]), (FULL[:2], FULL), ([], FULL[:4]), ([], [])])
def test_both_may_swap_between_rounds_until_a_card_is_drawn(
    reading: tuple[str, str], deck: list[str], a: list[str], b: list[str]
) -> None:
    position = between(dict([reading]), a, b, deck)
    if position.outcome() is not None:
        assert reading == ("QJ-R4", "lose")
        return
    while not position.state.A.drawn or not position.state.B.drawn:
        drawn = any(len(position.state.player(w).hand) > len(kept) for w, kept in (("A", a), ("B", b)))
        drawn = drawn if reading[0] != "QJ-R2" else position.state.drawing
        assert swaps(position) == (set() if drawn else {"A", "B"}), position
        for action in [c for c in position.legal_actions() if c.verb == "swap"][::11]:
            after = position.play(action)
            assert action.args[1] in after.state.player(action.who).moves
            assert position.under({"QJ-R37": "fixed"}).why_illegal(action) is not None
        position = nature(position)
    assert position.state.step == "place" and swaps(position) == set()
    assert position.why_illegal(Action("A", "swap", ("m01", "m05"))) is not None


def test_who_keeps_the_hand_does_not_wait_unless_moves_may_change() -> None:
    assert between({"QJ-R37": "fixed"}, FULL, FULL).state.step == "place"
    waiting = between({}, FULL, FULL)
    assert [str(a) for a in waiting.legal_actions() if a.verb == "draw"] == ["chance draw B"]
    assert (
        waiting.play(Action("B", "swap", ("m02", "m05"))).play(Action("chance", "draw", ("B",))).state.step == "place"
    )


def test_a_hand_kept_in_a_set_up_closes_no_swapping() -> None:
    """A keeps five cards and is written as having drawn; B still draws (the other way round as well)."""
    for keeps, draws in ("AB", "BA"):
        given = {
            "step": "draw",
            "round": 2,
            keeps: {"moves": ["m01"], "hand": FULL, "drawn": True},
            draws: {"moves": ["m02"], "deck": PILE},
        }
        position = Position(GAME, from_json(State, given), GAME.defaults.replace({"QJ-R37": "between_rounds"}))
        assert position.problems() == [] and swaps(position) == {"A", "B"}
        assert swaps(nature(position)) == set()
