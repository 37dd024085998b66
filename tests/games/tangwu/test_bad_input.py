"""Input no game would give: each is refused with a clear sentence, or shown as it is; nothing changes."""

from __future__ import annotations

import html
import json

import pytest

from rulekit import Action, ImpossiblePosition, Position, RulekitError
from rulekit.core.codec import BadData, from_json, to_json
from rulekit.core.errors import UnknownName
from rulekit.games.tangwu import GAME
from rulekit.games.tangwu.state import Player, State
from tests.support.positions import SCRIPT, refused


def _act(**own: object) -> Position:
    state = State(turn="A", step="act", A=Player(hp=20, cost=5, digit=3), B=Player(hp=10))
    for name, value in own.items():
        setattr(state.A, name, value)
    return Position(GAME, state)


# -- positions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("hp", [10**18, 10**40])
def test_huge_hp_is_possible_and_exact(hp: int) -> None:
    position = _act(hp=hp)
    assert position.problems() == []
    after = position.play(Action("A", "cast", ("寒风",)))
    assert after.state.A.hp == hp
    assert Position.from_json(GAME, json.loads(json.dumps(after.to_json()))) == after
    assert str(hp) in repr(after)


def test_hp_far_below_zero_is_impossible_but_can_be_explored() -> None:
    position = _act(hp=-(10**18))
    assert [(p.code, p.clause) for p in position.problems()] == [("down_while_playing", "TW-7.1")]
    with pytest.raises(ImpossiblePosition) as caught:
        position.check()
    assert "-1000000000000000000" in caught.value.text("zh")
    assert "-1000000000000000000" in caught.value.text("en")
    after = position.play(Action("A", "pass"))
    assert after.state.A.hp <= -(10**18) + 100


@pytest.mark.parametrize(
    ("field", "value", "clause", "code"),
    [
        ("cost", 12, "TW-1.2", "range"),
        ("cost", -1, "TW-1.2", "range"),
        ("cost", 10**18, "TW-1.2", "range"),
        ("digit", 10, "TW-1.5", "range"),
        ("digit", -1, "TW-1.5", "range"),
        ("thorns", -1, "TW-6.D2.3", "range"),
        ("charge", 7, "TW-6.D6.1", "range"),
        ("frozen", 3, "TW-5.7.1", "range"),
        ("streak", 25, "TW-4.14", "range"),
        ("dummies", (0,), "TW-5.5.1", "range"),
    ],
)
def test_a_value_out_of_range_is_a_problem_with_its_clause(field: str, value: object, clause: str, code: str) -> None:
    position = _act(**{field: value})
    assert (code, clause) in [(p.code, p.clause) for p in position.problems()]
    with pytest.raises(ImpossiblePosition) as caught:
        position.check()
    for lang in ("zh", "en"):
        shown = value[0] if isinstance(value, tuple) else value
        assert str(shown) in caught.value.text(lang) and clause in caught.value.text(lang)


@pytest.mark.parametrize("field", ["cost", "digit"])
@pytest.mark.parametrize("value", [12, 10, -1, 10**18, -(10**18)])
def test_impossible_hands_can_be_explored_without_a_crash(field: str, value: int) -> None:
    position = _act(**{field: value})
    for action in position.legal_actions():
        position.play_traced(action)
    for group in GAME.verbs.candidates(position.state, position.rulings.choices):
        for action in group.actions:
            position.why_illegal(action)
    GAME.display(position.state, position.rulings.choices)


@pytest.mark.parametrize("value", [True, 1.5, "5", None, [], {}, "５", float("nan")])
def test_a_value_of_the_wrong_type_is_refused(value: object) -> None:
    with pytest.raises(BadData) as caught:
        from_json(State, {"A": {"hp": value}})
    assert [(f.path, f.code) for f in caught.value.faults] == [(("A", "hp"), "not_int")]


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(BadData) as caught:
        from_json(State, {"A": {SCRIPT: 1}})
    assert [(f.path, f.code) for f in caught.value.faults] == [(("A", SCRIPT), "unknown_key_any")]
    assert from_json(State, to_json(State())) == State()


# -- actions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("寒凤", "寒风"), ("98k", "98K"), ("公平正仪", "公平正义"), ("24 点", "24点"), ("元毒九全", "元毒九泉")],
)
def test_an_unknown_skill_offers_the_nearest(name: str, nearest: str) -> None:
    error = refused(_act(), Action("A", "cast", (name,)), "unknown_skill")
    assert error.params["nearest"] == nearest
    assert name in error.text("zh") and nearest in error.text("zh")
    assert name in error.text("en")
    with pytest.raises(UnknownName) as caught:
        GAME.parse("A", f"cast {name}")
    assert name.split()[0] in caught.value.text("zh")


def test_a_name_that_is_markup_is_shown_as_text() -> None:
    error = refused(_act(), Action("A", "cast", (SCRIPT,)), "unknown_skill")
    for lang in ("zh", "en"):
        assert SCRIPT in error.text(lang)
        assert "<script" not in html.escape(error.text(lang))
    refused(_act(), Action(SCRIPT, "pass"), "wrong_player")
    refused(_act(), Action("A", SCRIPT), "unknown_verb")


def test_a_name_of_a_hundred_thousand_letters_is_refused_at_once() -> None:
    refused(_act(), Action("A", "cast", ("寒" * 100_000,)), "unknown_skill")


@pytest.mark.parametrize("name", ["", " ", "\x00", "\ud800", "寒风\n", "寒風", "😀", None, 7, True, b"x"])
def test_no_skill_is_called_so(name: object) -> None:
    refused(_act(), Action("A", "cast", (name,)), "unknown_skill")


def test_braces_in_a_name_are_no_template() -> None:
    error = refused(_act(), Action("A", "cast", ("{nearest} {0} {who.__class__}",)), "unknown_skill")
    assert "{nearest} {0} {who.__class__}" in error.text("en")


def test_the_wrong_player_is_told_whose_turn_it_is() -> None:
    error = refused(_act(), Action("B", "cast", ("寒风",)), "wrong_player")
    assert error.clauses == ("TW-4.1",)
    assert "B" in error.reason("zh") and "A" in error.reason("zh")


def test_nothing_goes_after_the_end() -> None:
    state = _act().state.copy()
    state.B.hp = 1
    over = Position(GAME, state).play(Action("A", "cast", ("寒风",)))
    assert over.outcome() is not None
    for action in (Action("A", "cast", ("寒风",)), Action("B", "add", ("cost",)), Action("A", "answer", ("x",))):
        assert refused(over, action, "over").legal == ()


def test_while_a_decision_is_open_only_its_answers_go() -> None:
    state = _act(digit=7, cost=11).state.copy()
    state.B.thorns = 1
    state.B.invincible = True
    position = Position(GAME, state, GAME.defaults.replace({"TW-R23": "victim_chooses"}))
    open_ = position.play(Action("A", "cast", ("公平正义",)))
    assert open_.decision is not None and open_.decision.who == "B"
    for action in (
        Action("A", "pass"),
        Action("A", "answer", ("荆棘",)),
        Action("B", "answer"),
        Action("B", "answer", ("荆棘", "无敌")),
        Action("B", "answer", ("荆棘",))._replace(verb="cast"),
    ):
        refused(open_, action, "decision_open")
    for answer in ("盈能", SCRIPT, None, 3, "", ("荆棘",)):
        error = refused(open_, Action("B", "answer", (answer,)), "bad_answer")
        assert str(answer) in error.text("zh")
    assert open_.play(Action("B", "answer", ("荆棘",))).state.B.thorns == 0


@pytest.mark.parametrize(
    "text", ["", "   ", "cast", "fly", SCRIPT, "寒凤", "cast 寒凤", "ban", "ban 寒凤", "公平正仪 荆棘"]
)
def test_text_that_is_no_action_is_refused_in_both_languages(text: str) -> None:
    with pytest.raises(RulekitError) as caught:
        GAME.parse("A", text)
    assert caught.value.text("zh") and caught.value.text("en")


@pytest.mark.parametrize(("text", "code"), [("add both", "bad_argument"), ("first C", "wrong_step"), ("pass 1", None)])
def test_text_with_wrong_arguments_is_refused_by_parsing_or_playing(text: str, code: str | None) -> None:
    position = Position(GAME, State(turn="A", step="add"))
    with pytest.raises(RulekitError) as caught:
        position.play(GAME.parse("A", text))
    assert code is None or caught.value.code == code


# -- rulings and documents ------------------------------------------------------------------------------


@pytest.mark.parametrize("changed", [{"TW-R99": "x"}, {"TW-R8": "nonsense"}, {SCRIPT: "x"}, {"TW-R8": ""}])
def test_unknown_rulings_and_options_are_refused(changed: dict[str, str]) -> None:
    position = _act()
    with pytest.raises(UnknownName) as caught:
        position.under(changed)
    assert caught.value.text("zh") and caught.value.text("en")
    assert position.rulings.changed == {}


@pytest.mark.parametrize(
    "broken",
    [
        {"state": None},
        {"state": []},
        {"state": {"turn": "C"}},
        {"state": {"A": {"hp": "many"}}},
        {"rulings": {"TW-R99": "x"}},
        {"pending": {"action": ["A", "pass", []], "answers": ["x"]}},
        {"pending": {"action": ["B", "pass", []], "answers": []}},
        {"pending": None, "state": {"A": {"x": 1}}},
    ],
)
def test_a_broken_document_raises_an_error_of_its_own(broken: dict[str, object]) -> None:
    data = {**_act().to_json(), **broken}
    with pytest.raises(RulekitError):
        Position.from_json(GAME, data)


@pytest.mark.parametrize("part", ["state", "rulings"])
def test_a_document_without_a_part_is_refused(part: str) -> None:
    document = Position(GAME, GAME.start(first="A")).to_json()
    del document[part]
    with pytest.raises(RulekitError, match=part):
        Position.from_json(GAME, document)


def test_freezing_beyond_the_rules_does_not_freeze_the_program() -> None:
    # Both frozen for ages, a huge body and a tick every turn: nothing but the cap of 2 ends the automatic turns.
    state = GAME.start(first="A", bans=("98K", "尤里"))
    state.step = "act"
    for player in (state.A, state.B):
        player.frozen, player.hp, player.delayed = 10**18, 10**18, ("七步3",)
    after = Position(GAME, state).play(Action("A", "pass"))
    assert (after.state.A.frozen, after.state.B.frozen) == (0, 0)
