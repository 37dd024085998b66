"""Positions with a decision open: nature's weights, other spellings of an answer, a game's own refusals."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

import rulekit
from rulekit import Action, IllegalAction, Position
from rulekit.analysis.explore import random_game
from rulekit.core.action import CHANCE, Decision
from rulekit.core.errors import Refusal
from rulekit.core.resolution import BadAnswer, Resolution
from tests.support.positions import set_up

SHENGLING = rulekit.load_game("shengling")
QUANJIAO = rulekit.load_game("quanjiao")
TANGWU = rulekit.load_game("tangwu")


position = partial(set_up, "shengling")


def drawing() -> Position:
    """A turn that ends; three kinds of cards are left in B's shuffled deck, of one of them two."""
    deck = ["献身", "献身", "溅浪巨鳄", "稻草哨兵"]
    start = position(step="main2", B={"deck": deck, "shuffled": True})
    return start.play(Action("A", "end_turn"))


def answer(at: Position, value: Any) -> Position:
    assert at.decision is not None
    return at.play(Action(at.decision.who, "answer", (value,)))


# -- weights ------------------------------------------------------------------------------------------


def test_an_open_decision_weighs_its_own_options() -> None:
    open_ = drawing()
    assert open_.to_act == CHANCE and open_.decision is not None
    weights = dict(zip(open_.decision.options, open_.decision.weights, strict=True))
    assert weights == {"献身": 2, "溅浪巨鳄": 1, "稻草哨兵": 1}
    legal = open_.legal_actions()
    assert list(open_.weights(legal)) == list(open_.decision.weights)
    assert list(open_.weights([legal[-1], legal[0]])) == [weights[legal[-1].args[0]], weights[legal[0].args[0]]]
    later = answer(open_, "献身")
    assert later.decision is not None
    assert dict(zip(later.decision.options, later.weights(later.legal_actions()), strict=True)) == {
        "献身": 1,
        "溅浪巨鳄": 1,
        "稻草哨兵": 1,
    }


def test_without_weights_all_options_are_alike() -> None:
    open_ = position(step="battle", A={"slot1": {"card": "稻草哨兵"}}, B={"slot1": {"card": "稻草哨兵"}}).play(
        Action("A", "attack", ("A1",))
    )
    assert open_.decision is not None and open_.decision.weights == ()
    assert list(open_.weights(open_.legal_actions())) == [1, 1]


def test_a_game_weighs_the_actions_of_nature() -> None:
    start = Position(QUANJIAO, QUANJIAO.start()).play(Action("table", "begin"))
    legal = start.legal_actions()
    assert {a.who for a in legal} == {CHANCE}
    assert len(set(start.weights(legal))) > 1
    assert list(start.weights(legal[:2])) == list(start.weights(legal))[:2]
    other = rulekit.new_game("tangwu", first="A", bans=("98K", "尤里"))
    assert list(other.weights(other.legal_actions())) == [1, 1]


def test_random_games_draw_as_the_weights_say() -> None:
    start = drawing()
    first = Counter(random_game(SHENGLING, seed, start=start, cap=20_000).actions[0].args[0] for seed in range(400))
    assert set(first) == {"献身", "溅浪巨鳄", "稻草哨兵"}
    assert 150 < first["献身"] < 250  # 200 expected, 10 the standard deviation
    assert max(first["溅浪巨鳄"], first["稻草哨兵"]) < 150


def test_weights_survive_json() -> None:
    open_ = drawing()
    text = json.dumps(open_.to_json(), ensure_ascii=False)
    back = Position.from_json(SHENGLING, json.loads(text))
    assert back == open_ and back.decision == open_.decision
    trace = open_.pending_trace()
    again = rulekit.Trace.from_json(SHENGLING, json.loads(json.dumps(trace.to_json())))
    assert again == trace and again.decision is not None and again.decision.weights == (1, 2, 1)


# -- answers ------------------------------------------------------------------------------------------


def window(**rulings: str) -> Position:
    """A attacks B, who has two with 团结, one without and a tapped one."""
    row = {
        "slot1": {"card": "抱团田鼠"},
        "slot2": {"card": "同心双卫"},
        "slot3": {"card": "稻草哨兵"},
        "slot4": {"card": "稻草哨兵", "tapped": True},
        "slot5": {"card": "泥沼绊手"},
    }
    start = position(rulings, step="battle", A={"slot1": {"card": "同心双卫"}}, B=row)
    return start.play(Action("A", "attack", ("A1",)))


@pytest.mark.parametrize("spelling", ["B1 B2", "B2 B1", "  B2   B1 "])
def test_an_answer_is_read_as_the_option_it_means(spelling: str) -> None:
    open_ = window()
    assert answer(open_, spelling) == answer(open_, "B1 B2")
    assert answer(open_, spelling).key() == answer(open_, "B1 B2").key()
    assert [a.args[0] for a in open_.legal_actions()].count("B1 B2") == 1


def test_a_card_may_be_answered_by_number_or_english_name() -> None:
    open_ = drawing()
    for spelling in ("献身", "SLD-21", "sld-21", "Devotion", "devotion"):
        after = answer(open_, spelling)
        assert after.pending is not None and after.pending.answers == ("献身",)


def test_a_card_of_ones_own_may_be_answered_by_number_or_english_name() -> None:
    own = {"number": "no", "name": {"zh": "灯灵", "en": "Lamp Sprite"}, "type": "creature", "cost": 0, "power": 1}
    fuel, deck = ["稻草哨兵"] * 2, ["稻草哨兵"] * 2
    start = position(step="main1", own_cards=[own], A={"hand": ["清点书库", "灯灵"], "fuel": fuel, "deck": deck})
    open_ = start.play(Action("A", "play", ("清点书库",)))
    for spelling in ("灯灵", "Lamp Sprite", "lamp sprite", "NO", "no"):
        assert answer(open_, spelling).state.A.grave == ("灯灵", "清点书库")


def test_a_card_called_like_an_answer_does_not_stand_in_its_way() -> None:
    own = {"number": "no", "name": {"zh": "灯灵"}, "type": "creature", "cost": 0, "power": 1}
    start = position(step="battle", own_cards=[own], A={"slot1": {"card": "疾风雏隼"}})
    open_ = start.play(Action("A", "attack", ("A1",)))
    assert answer(open_, "no").pending is None


def test_a_game_that_reads_nothing_takes_the_options_as_they_are() -> None:
    decision = Decision("x", "A", ("a",), ())
    for value in ("a", " a", None, 3, ("a",)):
        assert TANGWU.read_answer(None, decision, value) == value
        assert TANGWU.refuse_answer(None, decision, value, {}) is None


@pytest.mark.parametrize(
    ("value", "code", "clause"),
    [
        ("", "block_empty", "SL-9.2"),
        ("B1 B1", "block_twice", "SL-9.2"),
        ("A1", "block_not_own", "SL-9.3"),
        ("B4", "block_tapped", "SL-9.3"),
        ("B9", "block_nobody", "SL-9.3"),
        ("B3 B5", "block_no_unity", "SL-9.5"),
        ("B1 B3 B5", "block_two_without", "SL-9.5"),
        ("nonsense", "block_nobody", "SL-9.3"),
    ],
)
def test_a_wrong_answer_has_the_games_own_reason(value: str, code: str, clause: str) -> None:
    open_ = window()
    key = open_.key()
    with pytest.raises(IllegalAction) as caught:
        answer(open_, value)
    error = caught.value
    assert error.code == code and clause in error.clauses
    assert list(error.legal) == open_.legal_actions()
    assert error.text("zh") != error.text("en")
    assert open_.key() == key


def test_a_wrong_answer_without_a_reason_of_the_game_is_a_bad_answer() -> None:
    open_ = drawing()
    assert open_.decision is not None
    for value in ("天穹古龙", None, 7, [], "x" * 10_000):
        with pytest.raises(IllegalAction) as caught:
            answer(open_, value)
        assert caught.value.code == "bad_answer" and caught.value.clauses == open_.decision.clauses


def test_the_game_is_asked_with_the_state_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def refuse(state: Any, decision: Decision, value: Any, rulings: Mapping[str, str]) -> Refusal:
        asked.append((state.copy(), decision.kind, value, rulings))
        return Refusal("block_empty", ("SL-9.2",), {"who": "B"})

    monkeypatch.setattr(SHENGLING, "refuse_answer", refuse)
    open_ = window()
    with pytest.raises(IllegalAction):
        answer(open_, "B9")
    ((state, kind, value, rulings),) = asked
    assert (kind, value, rulings) == ("block", "B9", open_.rulings.choices)
    assert state.A.slot1.tapped and not open_.state.A.slot1.tapped  # the attack was declared, the position was not


def test_every_answer_is_read_once_more_when_the_action_runs_again() -> None:
    open_ = answer(window(), "B2 B1")
    assert open_.pending is None
    kept = answer(drawing(), "Devotion")
    assert Position.from_json(SHENGLING, json.loads(json.dumps(kept.to_json()))) == kept
    assert kept.under({"SL-R1": "untap_draw_effects"}).under({"SL-R1": SHENGLING.defaults["SL-R1"]}) == kept


def test_a_bad_answer_never_reaches_a_resolver() -> None:
    state = window().state.copy()
    run = Resolution(state, SHENGLING.defaults.choices, ("B9",))
    with pytest.raises(BadAnswer):
        SHENGLING.resolve(run, Action("A", "attack", ("A1",)))


# -- other rulings ------------------------------------------------------------------------------------


def test_an_action_under_way_that_other_rulings_forbid_is_taken_back() -> None:
    start = position(step="battle", turn=1, A={"slot1": {"card": "战鼓獾"}}, B={"slot1": {"card": "稻草哨兵"}})
    open_ = start.play(Action("A", "attack", ("A1",)))
    assert open_.decision is not None and open_.decision.kind == "block"
    other = open_.under({"SL-R36": "forbidden"})  # no attack in the first turn (SL-6.11)
    assert other == start.under({"SL-R36": "forbidden"}) and other.pending is None
    assert other.legal_actions() == [Action("A", "end_battle")]
