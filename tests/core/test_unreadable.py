"""What the rules cannot read is refused wherever it comes from, with its place, whatever is allowed."""

from __future__ import annotations

from typing import Any

import pytest

import rulekit
from rulekit import Position
from rulekit.core.codec import to_json
from rulekit.core.errors import FileProblem, ImpossiblePosition, UnreadablePosition
from rulekit.core.given import set_up
from rulekit.core.scenario import loads
from rulekit.core.source import read_text
from rulekit.ui.session import Session

QUANJIAO, SHENGLING = "quanjiao", "shengling"
KEY = "regions: [{rid: k1, kind: key, cells: [LH+0], need: [{symbol: fist, count: 1}]}]"
FIST = "damage: [{term: fixed, value: 2}]"


def move(regions: str = KEY, damage: str = FIST, id: str = "own", more: str = "") -> str:
    return f"own_moves:\n  - {{id: {id}, {regions}, {damage}{more}}}"


def card(effects: str, more: str = "type: strategy, cost: 0", name: str = "新卡") -> str:
    return f"own_cards:\n  - {{number: own-1, name: {{zh: {name}}}, {more}, effects: [{effects}]}}"


def effect(ops: str, timing: str = "active") -> str:
    return f"{{eid: a, timing: {timing}, ops: [{ops}]}}"


# game, set-up, what stands where the fault is said to be, code, and a word of the message in either language
CASES = [
    (QUANJIAO, "A: {moves: [m01, m99]}", "m99", "unknown_move", "m99"),
    (QUANJIAO, "A: {lost: [m99]}", "m99", "unknown_move", "m99"),
    (QUANJIAO, "B: {shown: ['?']}", "'?'", "unknown_move", "?"),
    (QUANJIAO, "step: declare\nA: {moves: [m01], declared: [m01 at 1]}", "m01 at 1", "unread_declaration", "m01 at 1"),
    (QUANJIAO, "step: declare\nA: {declared: [m99@1]}", "m99@1", "unknown_move", "m99"),
    (QUANJIAO, "A: {hand: [F1, F7]}", "F7", "bad_card", "F7"),
    (QUANJIAO, "A: {deck: [F1, '?']}", "'?'", "bad_card", "?"),
    (QUANJIAO, "A: {used: ['']}", "''", "bad_card", "“”"),
    (QUANJIAO, "step: reveal\nB: {laid: [F1@ZZ1]}", "F1@ZZ1", "unread_laid", "F1@ZZ1"),
    (QUANJIAO, "step: reveal\nB: {laid: [F1]}", "F1", "unread_laid", "F1"),
    (QUANJIAO, "step: declare\nA: {board: {LH1: x}}", "LH1: x", "bad_card", "x"),
    (QUANJIAO, move(KEY.replace("LH+0", "ZZ+0")), "ZZ+0", "bad_move_card", "ZZ+0"),
    (QUANJIAO, move(more=", width: 1000000000000"), "width", "bad_move_card", "1000000000000"),
    (QUANJIAO, move("regions: []"), "regions", "bad_move_card", "own"),
    (QUANJIAO, move(KEY.replace("need: [{symbol: fist, count: 1}]", "need: []")), "need", "bad_move_card", "k1"),
    (QUANJIAO, move(damage="damage: [{term: table, count: {of: each}}]"), "{term", "bad_move_card", "own"),
    (QUANJIAO, move(damage="damage: [{term: per, each: 1}]"), "{term", "bad_move_card", "own"),
    (QUANJIAO, move(damage="damage: [{term: per, each: 1, count: {of: grey, rids: [g9]}}]"), "g9",
     "bad_move_card", "g9"),
    (QUANJIAO, move(id="'a b'"), "id", "bad_move_card", "a b"),
    (SHENGLING, "A: {hand: [献身, 献神]}", "献神", "unknown_card", "献神"),
    (SHENGLING, "A: {fuel: [SLD-01]}", "SLD-01", "unknown_card", "SLD-01"),
    (SHENGLING, "B: {grave: ['?']}", "'?'", "unknown_card", "?"),
    (SHENGLING, "B: {deck: ['']}", "''", "no_card", "B"),
    (SHENGLING, "A: {resolving: 献神}", "resolving", "unknown_card", "献神"),
    (SHENGLING, "A: {slot1: {}}", "{}", "no_card", "A"),
    (SHENGLING, "A: {slot1: {card: 没有}}", "card", "unknown_card", "没有"),
    (SHENGLING, "A: {slot1: {card: 战鼓獾, used: [z@main1]}}", "z@main1", "used_unknown", "z@main1"),
    (SHENGLING, "A: {used: [战鼓獾/z]}", "战鼓獾/z", "used_nothing", "战鼓獾/z"),
    (SHENGLING, card(""), "{number", "bad_card", "新卡"),
    (SHENGLING, card(effect("{op: destroy}")), "{op", "bad_card", "新卡"),
    (SHENGLING, card(effect("{op: draw, n: 1}")), "{op", "bad_card", "新卡"),
    (SHENGLING, card(effect("{op: destroy, target: {side: own}}")), "target", "bad_card", "新卡"),
    (SHENGLING, card(effect("{op: search, n: 1, filter: {number: SLD-99}}")), "number: SLD-99", "unknown_number", "99"),
    (SHENGLING, card("{eid: 'a b', timing: active}"), "eid", "bad_card", "a b"),
    (SHENGLING, card("{eid: a, timing: active, clauses: [SL-99]}"), "SL-99", "bad_card", "SL-99"),
    (SHENGLING, card(effect("{op: extra_turn, n: 1}")) + "\nA: {hand: [新卡]}", "op: extra_turn",
     "bad_card", "extra_turn"),
]  # fmt: skip


def text(game: str, given: str, allow: bool, place: str = "given", fixed: str = "") -> str:
    block = "".join(f"  {line}\n" for line in given.splitlines())
    head = f"game: {game}\ntitle: x\nallow_impossible: {str(allow).lower()}\n"
    return f"{head}given: {{}}\nplay: []\nthen:\n{block}" if place == "then" else f"{head}given:\n{block}play: []\n"


@pytest.mark.parametrize(("game", "given", "at", "code", "said"), CASES)
def test_a_file_that_names_what_nobody_knows_is_refused_with_its_place(
    game: str, given: str, at: str, code: str, said: str
) -> None:
    for place, allow in (("given", True), ("given", False), ("then", True)):
        written = text(game, given, allow, place)
        with pytest.raises(FileProblem) as caught:
            loads(written, file="mine.yaml")
        error = caught.value
        line = written.splitlines()[error.line - 1]
        assert error.code == "unreadable" and line[error.column - 1 :].startswith(at), (error.text(), line)
        book = rulekit.load_game(game).rulebook
        assert error.clauses and all(book.clause(clause) for clause in error.clauses)
        for lang in ("zh", "en"):
            message = error.text(lang)
            assert message.startswith(f"mine.yaml:{error.line}:{error.column}: ") and said in message
            assert "allow_impossible" not in message and "{" not in message.replace("{card", "")


@pytest.mark.parametrize(("game", "given", "at", "code", "said"), CASES)
def test_a_typed_set_up_that_names_what_nobody_knows_is_refused(
    game: str, given: str, at: str, code: str, said: str
) -> None:
    data: Any = read_text(given).data
    system = rulekit.load_game(game)
    for make in (
        lambda: Session(system, data),
        lambda: Session(system, data, allow_impossible=True),
        lambda: rulekit.example(data, game=game, allow_impossible=True),
        lambda: rulekit.lab(game, given=data, allow_impossible=True),
        lambda: set_up(system, data, system.defaults),
        lambda: Position.from_json(system, {"schema": 1, "game": game, "rulings": {}, "state": data}),
    ):
        with pytest.raises(UnreadablePosition) as caught:
            make()
        assert code in {p.code for p in caught.value.problems}
        for problem in caught.value.problems:
            where = " ".join(map(str, problem.params["where"]))
            for lang in ("zh", "en"):
                assert f"  {where}: " in caught.value.text(lang) and said in caught.value.text(lang)


def test_a_session_stays_as_it_was_when_a_change_cannot_be_read() -> None:
    session = Session(rulekit.load_game(QUANJIAO), {"A": {"moves": ["m01"]}})
    before = to_json(session.start.state)
    with pytest.raises(UnreadablePosition):
        session.set_field(("A", "moves"), ["m01", "zzz"])
    assert to_json(session.start.state) == before and session.given == {"A": {"moves": ["m01"]}}


def test_a_new_game_with_moves_or_cards_nobody_knows_is_refused() -> None:
    with pytest.raises(UnreadablePosition) as caught:
        rulekit.new_game(QUANJIAO, moves=(("m01", "m99"), ("m02",)))
    assert "A moves 1: A has “m99”" in caught.value.text("en")
    with pytest.raises(UnreadablePosition) as caught:
        rulekit.new_game(QUANJIAO, decks=(("F1",), ("F1", "zz")))
    assert "B deck 1: B's “zz”" in caught.value.text("en")


def test_a_position_of_unknown_names_says_so_first() -> None:
    game = rulekit.load_game(SHENGLING)
    state = game.State(step="main1")
    state.A.hand, state.A.hp = ("没有",), 99
    position = Position(game, state)
    assert [p.code for p in position.problems()] == ["unknown_card"]
    with pytest.raises(ImpossiblePosition) as caught:
        position.check()
    assert isinstance(caught.value, UnreadablePosition)
