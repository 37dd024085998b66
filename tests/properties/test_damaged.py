"""Damaged JSON: positions, traces and records are read whole or refused with the path, what was found and expected."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from rulekit import Position, Trace
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.codec import BadData, change_from_json, from_json
from rulekit.core.debugger import Debugger
from rulekit.core.errors import RulekitError, UnreadablePosition
from rulekit.core.game import Game
from rulekit.core.show import printers
from tests.properties.registry import every_game, pick, random_position, samples

TIMES = 400  # damaged documents of each sort and game
DEEP: tuple[Any, ...] = ()
for _ in range(2000):
    DEEP = (DEEP,)
ODD = (
    None, True, False, 0, 1, -1, 99, 10**18, 10**5000, -(10**1200), 1.5, float("nan"), float("inf"), "", "x", "A", "B",
    "chance", "table", "answer", "cast", "\ud800", "\0", "?", "寒风", "m01", "F1", "LH1", "献身", "A1", "slot1",
    (), (1,), ("x",), ((),), (1, 2), {}, {"a": 1}, {1: 2}, {(1,): 2}, {"x"}, b"x", object(), DEEP, "x" * 100_000,
)  # fmt: skip
KEYS = ("x", "hp", "A", "", "\ud800", 1, None, (1,))


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every part of a document."""
    yield path
    if len(path) < 12:
        for key, value in data.items() if isinstance(data, dict) else enumerate(data if isinstance(data, list) else ()):
            yield from places(value, (*path, key))


def damaged(data: Any, draw: Random) -> Any:
    """Return a document with up to three parts replaced, taken out, doubled, moved or changed a little."""
    data = json.loads(json.dumps(data))
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        path = draw.choice(list(places(data)))
        if not path:
            if draw.random() < 0.05:
                return draw.choice(ODD)
            continue
        owner = data
        for key in path[:-1]:
            owner = owner[key]
        _damage(owner, path[-1], draw)
    return data


def _damage(owner: Any, key: Any, draw: Random) -> None:
    value = owner[key]
    match draw.randrange(7):
        case 0 | 1 | 2:
            owner[key] = draw.choice(ODD)
        case 3:
            del owner[key]
        case 4 if isinstance(owner, dict):
            owner[draw.choice(KEYS)] = value
        case 4:
            owner.insert(key, draw.choice([value, *ODD]))
        case 5 if isinstance(owner, list):
            draw.shuffle(owner)
        case _ if isinstance(value, str):
            owner[key] = value + draw.choice("x1 @#\ud800")
        case _ if isinstance(value, int) and not isinstance(value, bool):
            owner[key] = value + draw.choice((1, -1, 100, -100))


def documents(game: Game, draw: Random) -> tuple[list[Any], list[Any]]:
    """Return positions, many of them in the middle of an action, and traces, in JSON."""
    positions = [random_position(game, draw).to_json() for _ in range(20)]
    traces = []
    for n in range(8):
        position = Position(game, game.start(), game.defaults.replace(samples(game).FORKS if n % 2 else {}))
        for k in range(60):
            legal = position.legal_actions()
            if not legal:
                break
            after, trace = position.play_traced(pick(game, legal, draw))
            if k % 6 == 0 or after.pending is not None:
                positions += [position.to_json()] * (1 if position.pending is None else 3)
                traces.append(trace.to_json())
            position = after
    return positions, traces


def check_refused(read: Callable[[Any], Any], data: Any) -> Any:
    """Return what a document is read as, None when it is refused as the project refuses."""
    try:
        return read(data)
    except RulekitError as error:
        assert isinstance(error, BadData | UnreadablePosition), repr(error)
        texts = [error.text(lang) for lang in LANGUAGES]
        assert all(texts) and all(len(text) < 500_000 for text in texts)
        if isinstance(error, BadData):
            check_places(error, data)
        return None


def check_places(error: BadData, data: Any) -> None:
    """Check that each fault has a path into the document, at most its last part missing there."""
    assert error.faults
    for fault in error.faults:
        part = data
        for key in fault.path[:-1]:
            part = part[key if not isinstance(part, dict) or key in part else _spelled(key, part)]


def _spelled(key: Any, part: dict[Any, Any]) -> Any:
    """Return the key that is no text and is written so in a path."""
    return next(k for k in part if str(k) == key)


@every_game
def test_damaged_documents_are_refused_with_the_place(game: Game) -> None:
    draw = Random(61)
    positions, traces = documents(game, draw)
    for _ in range(TIMES):
        position = check_refused(lambda data: Position.from_json(game, data), damaged(draw.choice(positions), draw))
        if position is not None:
            again = Position.from_json(game, json.loads(json.dumps(position.to_json())))
            assert again == position and repr(position) and position.problems() is not None
            for action in position.legal_actions()[:2]:
                position.play(action)
        check_refused(lambda data: from_json(game.State, data), damaged(draw.choice(positions)["state"], draw))
        trace = check_refused(lambda data: Trace.from_json(game, data), damaged(draw.choice(traces), draw))
        if trace is not None:
            assert Trace.from_json(game, json.loads(json.dumps(trace.to_json()))) == trace
            assert all(isinstance(printers.text_tree(trace, lang), str) for lang in LANGUAGES)
            walk = Debugger(trace)
            walk.to_end()
            walk.jump(-1)
            assert walk.state == trace.start
        changes = [change for step in draw.choice(traces)["steps"] for change in step.get("changes", ())]
        if changes:
            check_refused(lambda data: change_from_json(game.State, data), damaged(draw.choice(changes), draw))


# -- examples ---------------------------------------------------------------------------------------------


def tangwu() -> Game:
    import rulekit

    return rulekit.load_game("tangwu")


def blocked() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a position in which B must say which status goes, and the trace up to there, in JSON."""
    game = tangwu()
    given = {"turn": "A", "step": "act", "A": {"cost": 11, "digit": 7}, "B": {"荆棘": True, "无敌": True}}
    state = from_json(game.State, given)
    position = Position(game, state, game.defaults.replace({"TW-R23": "victim_chooses"}))
    after, trace = position.play_traced(game.parse("A", "公平正义"))
    assert after.pending is not None
    return json.loads(json.dumps(after.to_json())), json.loads(json.dumps(trace.to_json()))


@pytest.mark.parametrize(
    ("path", "value", "code", "said"),
    [
        (("schema",), 2, "position_schema", ("2", "tangwu 1")),
        (("schema",), True, "position_schema", ("true", "tangwu 1")),
        (("game",), "quanjiao", "position_schema", ("quanjiao", "tangwu 1")),
        (("zzz",), 1, "unknown_key_any", ("zzz:", "pending")),
        (("rulings",), [], "not_mapping", ("rulings:", "[]")),
        (("rulings", "TW-R99"), "x", "unknown_ruling", ("rulings TW-R99:", "TW-R9")),
        (("rulings", "TW-R23"), "victim", "unknown_option", ("rulings TW-R23:", "victim_chooses")),
        (("rulings", "TW-R23"), 3, "not_text", ("rulings TW-R23:", "3")),
        (("state",), None, "not_mapping", ("state:", "null")),
        (("state", "A", "cost"), "11", "not_int", ("state A cost:", '"11"')),
        (("state", "A", "cost"), 10**5000, "number_too_long", ("state A cost:", "1000")),
        (("state", "A", "假人"), [1, "x"], "not_int", ("state A 假人 1:", '"x"')),
        (("state", "A", "coost"), 1, "unknown_key", ("state A coost:", "cost")),
        (("state", "A", "pick"), "\ud800", "not_choice", ("state A pick:",)),
        (("state", "turn"), "C", "not_choice", ("state turn:", '"C"', "A, B")),
        (("pending",), [], "not_mapping", ("pending:", "[]")),
        (("pending",), {}, "missing_key", ("pending:", "action")),
        (("pending", "action"), ["A", "cast"], "not_so_many", ("pending action:", "3")),
        (("pending", "action", 0), None, "not_text", ("pending action 0:", "null")),
        (("pending", "action", 2), "公平正义", "not_list", ("pending action 2:", "公平正义")),
        (("pending", "action", 2, 0), {"x": {1}}, "not_json", ("pending action 2 0:", "{1}")),
        (("pending", "action", 2, 0), "寒凤", "cannot_happen", ("pending action:", "寒凤")),
        (("pending", "action", 0), "B", "cannot_happen", ("pending action:", "B cast")),
        (("pending", "answers"), ["烈火"], "cannot_happen", ("pending answers 0:", "烈火")),
        (("pending", "answers"), [DEEP], "too_deep", ("pending answers 0", "32")),
        (("pending", "answers"), ["荆棘"], "no_decision_data", ("pending:", "荆棘")),
        (("pending", "answers"), ["荆棘", "无敌"], "no_decision_data", ("pending answers 1:", "无敌")),
        (("pending", "answers"), None, "missing_key", ("pending:", "answers")),
    ],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_what_is_wrong_with_a_position_is_told(
    path: tuple[Any, ...], value: Any, code: str, said: tuple[str, ...]
) -> None:
    check_example(Position.from_json, blocked()[0], path, value, code, said)


@pytest.mark.parametrize(
    ("path", "value", "code", "said"),
    [
        (("schema",), None, "trace_schema", ("null", "tangwu 2")),
        (("steps",), {}, "not_list", ("steps:", "{}")),
        (("steps", 0), [], "not_mapping", ("steps 0:", "[]")),
        (("steps", 0, "kind"), "flown", "not_choice", ("steps 0 kind:", '"flown"')),
        (("steps", 0, "kind"), 7, "not_text", ("steps 0 kind:", "7")),
        (("steps", 1, "parent"), 1, "not_in_order", ("steps 1 parent:", "1")),
        (("steps", 1, "because"), "0", "not_int", ("steps 1 because:", '"0"')),
        (("steps", 1, "because"), -1, "not_in_order", ("steps 1 because:", "-1")),
        (("steps", 0, "clauses"), ["TW-99"], "unknown_clause", ("steps 0 clauses 0:", "TW-99")),
        (("steps", 0, "clauses"), None, "not_list", ("steps 0 clauses:",)),
        (("steps", 0, "who"), "C", "not_choice", ("steps 0 who:", "A, B")),
        (("steps", 0, "params"), {}, "missing_key", ("steps 0 params:", "skill")),
        (("steps", 0, "happened"), "no", "not_flag", ("steps 0 happened:", '"no"')),
        (("steps", 1, "changes", 0, 0), ["A", "coost"], "no_field", ("steps 1 changes 0 0:", "coost")),
        (("steps", 1, "changes", 0, 0), ["A", 0, "cost"], "no_field", ("steps 1 changes 0 0:",)),
        (("steps", 1, "changes", 0, 1), "11", "not_int", ("steps 1 changes 0 1:", '"11"')),
        (("steps", 1, "changes", 0, 1), 7, "not_as_before", ("steps 1 changes 0 1:", "7")),
        (("steps", 1, "changes", 0, 2), 7, "end_differs", ("end:",)),
        (("steps", 1, "changes", 0), [["A"], {}], "not_change", ("steps 1 changes 0:",)),
        (("marks",), [], "not_in_order", ("marks:", "[]")),
        (("marks", 0, 0), 1, "not_in_order", ("marks 0 0:", "1")),
        (("marks", 0, 3), 1, "not_list", ("marks 0 3:", "1")),
        (("end", "A", "cost"), 9, "end_differs", ("end:",)),
        (("decision", "kind"), "what", "not_choice", ("decision kind:", '"what"')),
        (("decision", "options"), "荆棘", "not_list", ("decision options:", "荆棘")),
        (("decision", "weights"), [1], "not_so_many", ("decision weights:", "2")),
        (("decision", "clauses"), [["TW-1.1"]], "not_text", ("decision clauses 0:", "TW-1.1")),
    ],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_what_is_wrong_with_a_trace_is_told(
    path: tuple[Any, ...], value: Any, code: str, said: tuple[str, ...]
) -> None:
    check_example(Trace.from_json, blocked()[1], path, value, code, said)


def check_example(
    read: Callable[[Game, Any], Any], data: Any, path: tuple[Any, ...], value: Any, code: str, said: tuple[str, ...]
) -> None:
    assert read(tangwu(), data) is not None
    owner = data
    for key in path[:-1]:
        owner = owner[key]
    owner[path[-1]] = value
    if value is None and code == "missing_key":
        del owner[path[-1]]
    with pytest.raises(BadData) as caught:
        read(tangwu(), data)
    assert caught.value.faults[0].code == code
    for lang in LANGUAGES:
        assert all(words in caught.value.text(lang) for words in said), caught.value.text(lang)


@pytest.mark.parametrize("data", [None, [], "x", 3, {}, object()])
@every_game
def test_what_is_no_document_at_all_is_refused(game: Game, data: Any) -> None:
    for read in (Position.from_json, Trace.from_json):
        with pytest.raises(BadData) as caught:
            read(game, data)
        assert all(game.id in caught.value.text(lang) for lang in LANGUAGES)


def test_no_error_of_the_converter_stands_behind_an_error() -> None:
    for data in ({"A": {"cost": "x"}}, {"x": 1}, []):
        with pytest.raises(BadData) as caught:
            from_json(tangwu().State, data)
        assert caught.value.__cause__ is None and caught.value.__context__ is None


def test_a_masked_trace_is_read_back() -> None:
    import rulekit

    for id in ("quanjiao", "shengling"):
        game, draw = rulekit.load_game(id), Random(62)
        position = Position(game, game.start())
        for _ in range(40):
            position, trace = position.play_traced(pick(game, position.legal_actions(), draw))
            for viewer in game.players:
                seen = trace.seen_by(viewer)
                assert Trace.from_json(game, json.loads(json.dumps(seen.to_json()))) == seen
