"""Input no duel would give, and the ends of what is allowed: a clear refusal with its clause, or correct play."""

from __future__ import annotations

import json
import time
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from rulekit import Action, Position, RulekitError
from rulekit.core.errors import FileProblem
from rulekit.core.hidden import HIDDEN
from rulekit.core.scenario import check, loads
from rulekit.games.quanjiao import GAME
from rulekit.games.quanjiao.cards import draws, sort_faces
from rulekit.games.quanjiao.declaring import describe
from rulekit.games.quanjiao.move_file import load_moves
from rulekit.games.quanjiao.moves import issues
from rulekit.games.quanjiao.placing import entries
from rulekit.games.quanjiao.solver import best, declarations
from rulekit.games.quanjiao.state import PLAYERS, State
from rulekit.games.quanjiao.words import Words
from tests.support.positions import SCRIPT, act, refused


def placing(hand: tuple[str, ...] = ("F1", "F1", "F2", "L1", "L2"), **rulings: str) -> Position:
    """Return a position in which both lay cards; `rulings` are written QJ_R33=option."""
    state = State(step="place", columns=5)
    for who in PLAYERS:
        player = state.player(who)
        player.hand, player.drawn, player.moves = sort_faces(hand), True, ("m01", "m02", "m05")
    return Position(GAME, state, GAME.defaults.replace({k.replace("_", "-"): v for k, v in rulings.items()}))


def declaring(*board: tuple[str, str], moves: tuple[str, ...] = ("m01", "m02", "m05"), columns: int = 5) -> Position:
    state = State(step="declare", columns=columns)
    state.A.board, state.A.moves, state.B.done = tuple(board), moves, True
    return Position(GAME, state)


# -- placing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["lay L1 LH1", "place L1@LH1", "place F1@RH3 L2@RH2", "place #3@LH1"])
def test_a_leg_card_on_a_hand(text: str) -> None:
    error = refused(placing(), text, "wrong_limb", "QJ-4.2.9")
    assert "拳牌只上手" in error.text("zh") and "fist cards go on hands" in error.text("en")


@pytest.mark.parametrize("text", ["lay F1 LL1", "place F2@RL5"])
def test_a_fist_card_on_a_leg(text: str) -> None:
    refused(placing(), text, "wrong_limb", "QJ-4.2.10")


def test_two_cards_in_a_cell() -> None:
    refused(act(placing(), "lay F1 LH1"), "lay F2 LH1", "cell_occupied", "QJ-4.2.12")
    refused(placing(), "place F1@LH1 F2@LH1", "cell_occupied", "QJ-4.2.12")


def test_four_in_a_column() -> None:
    three = act(placing(), "lay F1 LH2", "lay F1 RH2", "lay L1 LL2")
    refused(three, "lay L2 RL2", "column_full", "QJ-4.2.14")
    refused(placing(), "place F1@LH2 F1@RH2 L1@LL2 L2@RL2", "column_full", "QJ-4.2.14")
    assert len(act(three, "lay L2 RL3").state.A.laid) == 4


def test_a_card_not_in_hand() -> None:
    refused(placing(), "lay F3 LH1", "not_in_hand", "QJ-4.2.7")
    refused(placing(), "place F3@LH1", "not_in_hand", "QJ-4.2.7")
    refused(placing(), "place #5@LH1", "not_in_hand", "QJ-4.2.7")
    refused(placing(), "place F2@LH1 F2@RH1", "card_placed_twice", "QJ-4.2.11")
    refused(act(placing(), "lay F2 LH1"), "lay F2 RH1", "not_in_hand", "QJ-4.2.8")


@pytest.mark.parametrize("cell", ["LH0", "LH6", "LH9", "XX1", "lh1", "LH", SCRIPT])
def test_a_cell_that_is_not_on_the_board(cell: str) -> None:
    refused(placing(), f"lay F1 {cell}", "off_board", "QJ-4.2.5")


@pytest.mark.parametrize("text", ["lay F1 LH1", "take LH1", "commit", "place F1@LH1"])
def test_nothing_moves_after_committing(text: str) -> None:
    committed = act(placing(), "lay F2 LH1", "commit")
    refused(committed, text, "already_committed", "QJ-4.2.17")
    revealed = act(committed, "commit", who="B")
    refused(revealed, text, "wrong_step", "QJ-4.2.17")


def test_what_is_laid_wrong_is_found_at_the_reveal_where_a_reading_allows_it() -> None:
    loose = act(placing(QJ_R33="lose_round"), "lay L1 LH1", "lay F1 RH1", "commit")
    revealed = act(loose, "commit", who="B")
    assert revealed.state.A.board == () and revealed.state.A.silenced


# -- the other board ----------------------------------------------------------------------------------


def test_peeking_at_the_other_board() -> None:
    position = act(placing(), "lay F2 LH1", "lay L2 RL3", "commit")
    seen = GAME.observe(position.state, "B", position.rulings.choices)
    assert seen.A.laid == (HIDDEN,) * 2 and seen.A.hand == (HIDDEN,) * 3
    assert seen.B == position.state.B
    for lang in ("zh", "en"):
        shown = GAME.view.position_text(position.seen_by("B"), lang) + GAME.view.position_html(
            position.seen_by("B"), lang
        )
        own = GAME.view.position_text(position.seen_by("A"), lang)
        for secret in ("cell:LH1", "cell:RL3"):
            words = Words(GAME.phrasebook(lang)).cell(secret.partition(":")[2])
            assert words in own and words not in shown
    traced = placing().trace(GAME.parse("A", "lay F2 LH1"))
    for told in (traced.seen_by("B"), traced.seen_by(None)):
        text = json.dumps(told.to_json(), ensure_ascii=False)
        assert "LH1" not in text and '"F2@' not in text
    assert "LH1" in json.dumps(traced.seen_by("A").to_json())


def test_a_player_cannot_act_for_the_other() -> None:
    committed = act(placing(), "commit")
    refused(committed, "take LH1", "nothing_there", "QJ-4.2.8", who="B")
    refused(placing(), "lay F1 LH1", "wrong_player", "QJ-4.1.15", who="C")
    refused(placing(), "lay F1 LH1", "wrong_player", "QJ-4.1.15", who="chance")


# -- declaring ----------------------------------------------------------------------------------------


def test_a_symbol_is_used_once() -> None:
    position = declaring(("LH1", "F1"), ("RH1", "F1"))
    refused(act(position, "declare m01@1 LH1x1"), "declare m02@1 LH1x1 RH1x1", "key_token_reused", "QJ-4.4.32")
    refused(act(position, "declare m02@1 LH1x1 RH1x1"), "declare m01@1 LH1x1", "key_token_reused", "QJ-4.4.32")
    refused(act(position, "declare m01@1"), "declare m01@1", "move_already_used", "QJ-4.4.37")


@pytest.mark.parametrize("start", ["0", "6", "-1", "99"])
def test_a_move_off_the_board(start: str) -> None:
    refused(declaring(("LH1", "F1")), f"declare m01@{start}", "start_not_allowed", "QJ-4.4.25")


def test_a_move_that_would_end_off_the_board() -> None:
    refused(declaring(("LL5", "L3")), "declare m05@5 LL5x3", "start_not_allowed", "QJ-4.4.25")


@pytest.mark.parametrize(
    ("text", "code", "clause"),
    [
        ("declare", "bad_declaration", "QJ-4.4.31"),
        ("declare m01", "bad_declaration", "QJ-4.4.31"),
        ("declare m01@x", "bad_declaration", "QJ-4.4.31"),
        ("declare m01@1 LH1", "bad_declaration", "QJ-4.4.31"),
        ("declare m99@1", "move_not_held", "QJ-4.1.3"),
        (f"declare {SCRIPT}@1", "move_not_held", "QJ-4.1.3"),
        ("declare m01@1~", "mirrored", "QJ-4.4.23"),
        ("declare m01@2", "key_short", "QJ-4.4.5"),
        ("declare m01@1 LH1x2", "wrong_key_tokens", "QJ-4.4.31"),
        ("declare m01@1 LH9x1", "bad_declaration", "QJ-4.4.31"),
        ("withdraw m01", "not_declared", "QJ-4.4.30"),
        ("withdraw", "not_declared", "QJ-4.4.30"),
        ("done now", "bad_argument", "QJ-4.0.2"),
    ],
)
def test_a_declaration_that_does_not_stand(text: str, code: str, clause: str) -> None:
    error = refused(declaring(("LH1", "F2")), text, code, clause)
    assert "{" not in error.text("zh") + error.text("en")


def test_an_unknown_action_names_the_nearest() -> None:
    with pytest.raises(RulekitError) as caught:
        GAME.parse("A", "declar m01@1")
    assert "declare" in caught.value.text("zh") and "declare" in caught.value.text("en")
    with pytest.raises(RulekitError) as caught:
        GAME.parse("A", "  ")
    assert caught.value.text("zh") and caught.value.text("en")


# -- move cards ---------------------------------------------------------------------------------------

CARD = """\
id: x01
width: 2
regions:
  - {rid: k, kind: key, cells: [LH+0], need: [{symbol: fist, count: 1}]}
  - {rid: g, kind: grey, cells: [LH+1]}
damage:
  - {term: fixed, value: 4}
"""
WRONG = [
    ("cells: [LH+1]", "cells: [LH+0]", "overlap", (5, 34)),
    ("count: 1", "count: 0", "zero_need", (4, 69)),
    ("count: 1", "count: -3", "zero_need", (4, 69)),
    (", need: [{symbol: fist, count: 1}]", "", "no_need", (4, 5)),
    ("kind: key, cells: [LH+0], need: [{symbol: fist, count: 1}]", "kind: black, cells: [LH+0]", "no_key", (4, 3)),
    ("[LH+1]", "[LH+2]", "beyond_width", (5, 34)),
    ("[LH+1]", "[HL+1]", "bad_cell", (5, 34)),
    ("rid: g", "rid: k", "rid_twice", (5, 11)),
    ("id: x01", 'id: "x 01"', "no_id", (1, 5)),
]


@pytest.mark.parametrize(("old", "new", "code", "place"), WRONG, ids=[w[2] + w[1][:12] for w in WRONG])
def test_a_wrong_move_card_is_refused_with_its_line(
    old: str, new: str, code: str, place: tuple[int, int], tmp_path: Path
) -> None:
    assert old in CARD
    path = tmp_path / "moves.yaml"
    path.write_text(CARD.replace(old, new, 1), "utf-8")
    with pytest.raises(FileProblem) as caught:
        load_moves(path)
    error = caught.value
    assert (error.code, error.line, error.column) == (code, *place)
    assert all(GAME.rulebook.clause(c) for c in error.clauses) and error.clauses
    for lang in ("zh", "en"):
        assert error.text(lang).startswith(f"{path}:{place[0]}:{place[1]}: ") and "QJ-4.4" in error.text(lang)
    assert error.text("zh") != error.text("en")


@pytest.mark.parametrize(
    ("old", "new"),
    [("kind: key", "kind: keys"), ("width: 2", "width: two"), ("value: 4", "valeu: 4"), ("id: x01", "no: 1")],
)
def test_a_misspelt_move_card_names_what_is_known(old: str, new: str) -> None:
    with pytest.raises(FileProblem) as caught:
        load_moves(CARD.replace(old, new, 1))
    assert caught.value.line > 0 and caught.value.text("zh") != caught.value.text("en")


def test_a_right_move_card_is_used_at_once() -> None:
    (move,) = load_moves(CARD)
    assert list(issues(move)) == []
    state = declaring(("LH1", "F1"), moves=("x01",)).state.copy()
    state.own_moves = [move]
    after = act(Position(GAME, state), "declare x01@1 LH1x1", "done")
    assert after.state.A.dealt == 4 and after.state.B.life == 21


SCENARIO = """\
game: quanjiao
title: {{zh: 自创一招, en: A move of one's own}}
given:
  step: place
  columns: {columns}
  own_moves:
    - id: x01
      regions:
        - {{rid: k, kind: key, cells: [LH+0], need: [{{symbol: fist, count: {count}}}]}}
        - {{rid: b, kind: black, cells: [{cell}]}}
      damage: [{{term: fixed, value: 4}}]
  A: {{moves: [x01], hand: [{card}], drawn: true}}
  B: {{drawn: true}}
play:
  - A: place {card}@LH1
  - B: commit
  - A: declare x01@1
  - A: done
then: {{at: settlement, A: {{dealt: {dealt}}}, B: {{life: {life}}}}}
"""
GOOD = {"columns": 5, "count": 1, "cell": "RH+0", "card": "F1", "dealt": 4, "life": 21}


def test_a_scenario_with_a_move_of_its_own() -> None:
    report = check(loads(SCENARIO.format(**GOOD)))
    assert report.ok, report.lines("en")


@pytest.mark.parametrize(
    ("changed", "line", "clause", "said"),
    [
        ({"count": 0}, 9, "QJ-4.4.3", "0"),
        ({"cell": "LH+0"}, 10, "QJ-4.4.3", "LH+0"),
        ({"cell": "XX+0"}, 10, "QJ-4.4.3", "XX+0"),
        ({"columns": 2}, 5, "QJ-4.2.5", "2"),
        ({"columns": 9}, 5, "QJ-4.2.5", "9"),
        ({"card": "F7"}, 12, "QJ-4.2.2", "F7"),
        ({"card": "F0"}, 12, "QJ-4.2.2", "F0"),
    ],
)
def test_a_scenario_that_is_impossible_names_line_and_clause(
    changed: dict[str, object], line: int, clause: str, said: str
) -> None:
    with pytest.raises(FileProblem) as caught:
        loads(SCENARIO.format(**{**GOOD, **changed}))
    assert caught.value.line == line and clause in caught.value.clauses
    for lang in ("zh", "en"):
        assert said in caught.value.text(lang) and clause in caught.value.text(lang)


# -- parameters at their ends -------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [3, 8])
def test_the_fewest_and_the_most_columns(columns: int) -> None:
    state = placing().state.copy()
    state.columns = columns
    position = Position(GAME, state)
    assert position.problems() == []
    last = act(position, f"lay F1 LH{columns}", "lay F1 RH1", "commit")
    refused(position, f"lay F1 LH{columns + 1}", "off_board", "QJ-4.2.5")
    revealed = act(last, "commit", who="B")
    board = revealed.state.board_of("A", revealed.rulings.choices)
    assert describe(best(board, revealed.state.held("A"))[0][0], board.classes) == f"m01@{columns} LH{columns}x1"
    end = act(act(revealed, f"declare m01@{columns}", "done"), "done", who="B")
    assert end.state.A.dealt == 4 and end.state.B.life == 21
    for lang in ("zh", "en"):
        assert GAME.view.position_text(revealed, lang) and GAME.view.position_html(revealed, lang)


@pytest.mark.parametrize("n", [1, 6])
def test_the_fewest_and_the_most_symbols_on_a_card(n: int) -> None:
    position = placing((f"F{n}", f"L{n}"))
    assert position.problems() == []
    revealed = act(act(position, f"place F{n}@LH1 L{n}@LL1"), f"place F{n}@LH1", who="B")
    assert dict(revealed.state.A.cancelled_fists) == {"LH1": n} == dict(revealed.state.B.cancelled_fists)
    board = revealed.state.board_of("A", revealed.rulings.choices)
    assert [(c.symbol, c.valid, c.n) for c in board.classes] == [("fist", False, n), ("leg", True, n)]
    total = best(board, revealed.state.held("A"))[1].total
    assert total == (1 if n == 1 else 6 - 3 + 7)  # the sweep takes three legs of six
    assert len(list(declarations(board, revealed.state.held("A")))) == (1 if n == 1 else 2)


@pytest.mark.parametrize("n", [0, 60])
def test_decks_of_no_card_and_of_sixty(n: int) -> None:
    deck = tuple(f"{'FL'[i % 2]}{i % 6 + 1}" for i in range(n))
    start = Position(GAME, GAME.start(decks=(deck, deck)))
    assert start.problems() == []
    began = time.process_time()
    position = start.play(Action("table", "begin"))
    while position.state.step == "draw":
        position = position.play(position.legal_actions()[0])
    assert time.process_time() - began < 5
    assert all(len(position.state.player(who).hand) == min(n, 5) for who in PLAYERS)
    if not n:
        assert [a.verb for a in position.legal_actions()] == ["commit", "commit"]
        refused(position, "lay F1 LH1", "not_in_hand", "QJ-4.2.7")
    for _ in range(3):  # three rounds in which each lays what comes first
        for who in PLAYERS:
            position = position.play(next(a for a in position.legal_actions() if a.who == who))
            if not position.state.player(who).committed:
                position = act(position, "commit", who=who)
        for who in PLAYERS:
            position = act(position, "done", who=who)
        while position.state.step == "draw":
            position = position.play(position.legal_actions()[-1])
    assert position.state.round == 4 and position.problems() == []
    for who in PLAYERS:
        player = position.state.player(who)
        cards = [*player.deck, *player.hand, *player.used, *(e.face for e in entries(player.laid))]
        assert Counter(cards) == Counter(deck)


def test_a_deck_of_no_card_may_lose() -> None:
    start = Position(GAME, GAME.start(decks=((), ("F1",) * 15)), GAME.defaults.replace({"QJ-R4": "lose"}))
    end = start.play(Action("table", "begin"))
    assert end.outcome() == ("B", "no_cards")
    refused(end, "commit", "over", "QJ-4.5.19")


def test_a_deck_of_sixty_one_is_impossible() -> None:
    start = Position(GAME, GAME.start(decks=(("F1",) * 61, ())))
    assert [(p.code, p.clause) for p in start.problems()] == [("deck_size", "QJ-4.1.10")]


def test_draws_are_those_of_the_definition() -> None:
    """Every set of cards once, in order, as by trying all combinations."""
    state = State(step="draw")
    for deck, used, n in ((("F1", "F1", "F2", "L1", "L3", "L3"), (), 5), (("F1", "L1"), ("F1", "F2", "F2", "L2"), 5)):
        state.A.deck, state.A.used, state.hand_size = deck, used, n
        source = deck if n <= len(deck) else used
        rest = n if n <= len(deck) else n - len(deck)
        wanted = sorted(set(combinations(sorted(source), rest)))
        certain = () if n <= len(deck) else deck
        assert draws(state, "A", GAME.defaults.choices) == [sort_faces([*certain, *pick]) for pick in wanted]
