"""What is foretold of an attack: every set of blockers, the legal ones with their outcome, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit import Action, Position
from rulekit.core.action import ANSWER
from rulekit.core.codec import from_json
from rulekit.games.shengling.block_table import blocks_card
from rulekit.games.shengling.forecast import Forecast, forecast, forecasts
from rulekit.games.shengling.game import GAME
from rulekit.games.shengling.prompt import Prompt
from rulekit.games.shengling.state import Place, State

DEFAULTS = GAME.defaults.choices


def made(a: dict[str, Any], b: dict[str, Any], **more: Any) -> State:
    """A battle phase of A."""
    return from_json(State, GAME.fill_in({"step": "battle", "A": a, "B": b, **more}, GAME.defaults))


def told(state: State, attacker: str = "A1", rulings: dict[str, str] | None = None) -> dict[str, Forecast]:
    place = Place(attacker[0], int(attacker[1]))
    return {f.answer: f for f in forecasts(state, place, GAME.defaults.replace(rulings or {}).choices)}


def names(places: tuple[Place, ...]) -> list[str]:
    return [str(p) for p in places]


@pytest.mark.parametrize(
    ("bonus", "attacker", "blockers"),
    [(0, [], ["B1", "B2"]), (1, ["A1"], ["B1", "B2"]), (2, ["A1"], [])],
    ids=["8 against 7", "8 against 8", "8 against 9"],
)
def test_eight_against_seven_eight_and_nine(bonus: int, attacker: list[str], blockers: list[str]) -> None:
    state = made(
        {"slot1": {"card": "山脊霸主"}},
        {"slot1": {"card": "同心双卫", "bonus": bonus}, "slot2": {"card": "抱团田鼠"}},
    )
    found = told(state)["B1 B2"]
    assert (found.attack, found.total) == (8, 7 + bonus)
    assert names(found.destroyed) == attacker + blockers
    assert found.damage == 0, "a blocked attack costs no life"


def test_every_set_is_there_small_ones_first_and_declining_last() -> None:
    state = made(
        {"slot1": {"card": "山脊霸主"}},
        {"slot1": {"card": "战鼓獾"}, "slot3": {"card": "抱团田鼠"}, "slot4": {"card": "稻草哨兵", "tapped": True}},
    )
    found = told(state)
    assert list(found) == ["B1", "B3", "B4", "B1 B3", "B1 B4", "B3 B4", "B1 B3 B4", "decline"]
    assert [a for a, f in found.items() if f.refusal is None] == ["B1", "B3", "B1 B3", "decline"]
    tapped = found["B1 B4"].refusal
    assert tapped is not None and tapped.code == "block_tapped" and tapped.params["place"] == "B4"
    assert found["decline"].damage == 8 and found["decline"].survivors == (Place("A", 1),)
    legal = forecasts(state, Place("A", 1), DEFAULTS, illegal=False)
    assert [f.answer for f in legal] == ["B1", "B3", "B1 B3", "decline"]


def test_splash_takes_the_difference_and_a_death_mark_falls_on_both() -> None:
    splash = made({"slot1": {"card": "溅浪巨鳄"}}, {"slot1": {"card": "同心双卫"}, "slot2": {"card": "抱团田鼠"}})
    assert told(splash)["B1 B2"].damage == 1 and told(splash)["B1"].damage == 3
    marks = made({"slot1": {"card": "山脊霸主"}}, {"slot1": {"card": "深渊阴影-荼毒者"}})
    assert names(told(marks)["B1"].marked) == ["A1"] and names(told(marks)["B1"].destroyed) == ["B1"]


def test_reductions_after_the_block_add_up_on_the_attacker_that_stays() -> None:
    state = made({"slot1": {"card": "山脊霸主"}}, {"slot1": {"card": "盾藤守卫"}, "slot2": {"card": "泥沼绊手"}})
    found = told(state)
    assert found["B1"].changed == ((Place("A", 1), 8, 6),) and found["decline"].changed == ()
    assert found["B1 B2"].changed == ((Place("A", 1), 8, 4),) and found["B1 B2"].attack == 8
    first = told(state, rulings={"SL-R4": "before_comparison"})["B1 B2"]
    assert names(first.destroyed) == ["A1"] and first.changed == (), "reduced to 4 first, 4 against 5"
    assert (first.attack, first.total) == (8, 5) and first.compared == (4, 5)
    assert found["B1 B2"].compared == (8, 5) and found["decline"].compared is None
    gone = made({"slot1": {"card": "孤注狂徒"}}, {"slot1": {"card": "盾藤守卫"}, "slot2": {"card": "泥沼绊手"}})
    left = told(gone, rulings={"SL-R4": "before_comparison"})["B1 B2"]
    assert names(left.destroyed) == ["A1"] and left.compared is None, "4 - 2 - 2: nothing is left to compare"


OWN = [
    {"number": "own-1", "name": {"zh": "弹回草"}, "type": "creature", "cost": 1, "power": 2},
    {"number": "own-2", "name": {"zh": "回春藤"}, "type": "creature", "cost": 1, "power": 2},
]
OPS: list[dict[str, Any]] = [
    {"op": "bounce", "target": {"ref": "attacker"}},
    {"op": "heal", "who": "self", "n": 2},
]
for card, op in zip(OWN, OPS, strict=True):
    card["effects"] = [{"eid": "a", "timing": "after_block", "ops": [op]}]


def test_a_creature_returned_to_hand_is_not_destroyed() -> None:
    state = made({"slot1": {"card": "同心双卫"}}, {"slot1": {"card": "弹回草"}}, own_cards=OWN)
    found = told(state)["B1"]
    assert names(found.destroyed) == ["B1"] and names(found.returned) == ["A1"] and found.survivors == ()
    position = Position(GAME, state)
    window = position.play(Action("A", "attack", ("A1",)))
    for lang, word in (("zh", "回手"), ("en", "return")):
        _, line = Prompt(window, "B", lang).short(Action("B", ANSWER, ("B1",)))
        assert word in line and word in repr(blocks_card(position, "A1", lang=lang))


def test_life_gained_is_not_told_as_lost() -> None:
    state = made({"slot1": {"card": "同心双卫"}}, {"slot1": {"card": "回春藤"}, "hp": 10}, own_cards=OWN)
    assert told(state)["B1"].damage == -2
    window = Position(GAME, state).play(Action("A", "attack", ("A1",)))
    assert Prompt(window, "B", "zh").short(Action("B", ANSWER, ("B1",)))[1].endswith("得 2 点生命")
    assert Prompt(window, "B", "en").short(Action("B", ANSWER, ("B1",)))[1].endswith("2 HP gained")


def test_an_attack_without_a_window_may_stop_at_another_decision() -> None:
    state = made({"slot1": {"card": "疾风雏隼"}, "deck": ["献身"]}, {"slot1": {"card": "同心双卫", "tapped": True}})
    found = told(state)["decline"]
    assert found.damage == 1 and found.open is not None and found.open.kind == "yes_no"


def test_an_attack_that_ends_the_game_says_so() -> None:
    state = made({"slot1": {"card": "山脊霸主"}}, {"hp": 8})
    found = forecast(state, Place("A", 1), (), DEFAULTS)
    assert found.result == "A" and found.damage == 8


def test_foretelling_leaves_the_state_alone() -> None:
    state = made({"slot1": {"card": "山脊霸主"}}, {"slot1": {"card": "盾藤守卫"}})
    before = state.key()
    told(state)
    assert state.key() == before


@pytest.mark.parametrize(
    ("asked", "said"),
    [("A1", "本回合才登场"), ("B1", "不是 B 的回合"), ("A5", "写成：blocks A1"), ("A2", "疾风雏隼 攻击")],
)
def test_asked_for_blocks_the_rules_say_why_a_creature_cannot_attack(asked: str, said: str) -> None:
    own = {"slot1": {"card": "战鼓獾", "entered": True}, "slot2": {"card": "疾风雏隼", "entered": True}}
    state = made(own, {"slot1": {"card": "战鼓獾"}})
    assert said in "\n".join(Prompt(Position(GAME, state), "A", "zh").blocks(asked))
