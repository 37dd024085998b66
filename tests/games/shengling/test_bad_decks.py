"""Decks, cards and positions no duel would have: refused with their clause."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit import ImpossiblePosition, Position, RulekitError
from rulekit.core.errors import FileProblem
from rulekit.core.scenario import check, loads
from rulekit.games.shengling import GAME
from rulekit.games.shengling.decks import demo_deck
from tests.games.shengling.set_ups import GUARDS, SENTRY, on, position
from tests.support.positions import SCRIPT, refused


def decks(cards: list[str]) -> Position:
    return Position(GAME, GAME.start(decks=(demo_deck(), cards), seed=1))


def lawful(n: int) -> list[str]:
    """Return a deck of `n` cards, three of each number at most."""
    return sorted([*demo_deck("deck_60"), *demo_deck()][: max(0, n)]) if n <= 60 else [*demo_deck("deck_60"), GUARDS]


@pytest.mark.parametrize(
    ("cards", "code", "clause", "said"),
    [
        (lawful(39), "deck_size", "SL-2.1", "39"),
        (lawful(61), "deck_size", "SL-2.1", "61"),
        ([], "deck_size", "SL-2.1", "0"),
        ([*lawful(60)[:39], "没有这张卡"], "deck_unknown", "SL-3.3", "没有这张卡"),
        ([*lawful(60)[:39], SCRIPT], "deck_unknown", "SL-3.3", SCRIPT),
        ([*[SENTRY] * 4, *(c for c in demo_deck() if c != SENTRY)], "deck_copies", "SL-2.2", "SLD-01"),
        ([SENTRY] * 40, "deck_copies", "SL-2.2", "40"),
    ],
)
def test_a_deck_that_is_not_allowed(cards: list[str], code: str, clause: str, said: str) -> None:
    start = decks(cards)
    (problem,) = start.problems()
    assert problem.code == {"deck_unknown": "unknown_card"}.get(code, code) and problem.clause == clause
    for lang in ("zh", "en"):
        assert said in GAME.phrasebook(lang).problem(problem) and "B" in GAME.phrasebook(lang).problem(problem)
    with pytest.raises(ImpossiblePosition):
        start.check()
    error = refused(start, "begin", code, clause, who="table")
    for lang in ("zh", "en"):
        assert said in error.reason(lang)
    assert start.legal_actions() == []


@pytest.mark.parametrize("n", [40, 60])
def test_the_smallest_and_the_largest_deck(n: int) -> None:
    start = decks(lawful(n)).check()
    after = start.play(start.legal_actions()[0])
    while after.pending is not None:
        after = after.play(after.legal_actions()[0])
    assert {len(after.state.A.hand), len(after.state.B.hand)} in ({5, 8}, {6, 7})


@pytest.mark.parametrize("options", [{"seed": "7"}, {"seed": 1.5}, {"seed": True}, {"first": "C"}, {"hands": 5}])
def test_an_option_that_a_game_does_not_have(options: dict[str, Any]) -> None:
    with pytest.raises((TypeError, RulekitError)):
        GAME.start(**options)


CARD = """\
game: shengling
title: {zh: 自创一张, en: A card of one's own}
given:
  step: main1
  own_cards:
    - number: X-01
      name: {zh: 小石怪, en: Pebble}
      type: creature
      cost: 1
      power: 2
      effects:
        - {eid: a, timing: on_enter, ops: [{op: draw, who: self, n: 1}]}
  A: {hand: [小石怪], fuel: [稻草哨兵], deck: [献身]}
play:
  - A: play 小石怪
then: {A: {slot1: {card: 小石怪}}, decision: none}
"""


def test_a_card_of_ones_own_is_used_at_once() -> None:
    report = check(loads(CARD))
    assert report.ok, report.lines("en")
    assert report.runs[0].positions[-1].state.A.hand == ("献身",)


@pytest.mark.parametrize(
    ("old", "new", "line", "clause", "said"),
    [
        ("power: 2", "power: 0", 10, "SL-3.8", "0"),
        ("power: 2", "power: -1", 10, "SL-3.8", "-1"),
        ("power: 2", "power: 1000000000000", 10, "SL-3.8", "1000000000000"),
        ("      power: 2\n", "", 6, "SL-3.3", "小石怪"),
        ("cost: 1", "cost: 11", 9, "SL-3.5", "11"),
        ("cost: 1", "cost: -1", 9, "SL-3.5", "-1"),
        ("number: X-01", "number: SLD-01", 6, "SL-2.2", "SLD-01"),
        ("zh: 小石怪, en", "zh: 稻草哨兵, en", 7, "SL-3.3", "稻草哨兵"),
        ("n: 1}", "n: 0}", 12, "SL-7.25", "0"),
        ("n: 1}", "n: 1000000000000}", 12, "SL-7.25", "1000000000000"),
        ("who: self, n", "n", 12, "SL-7.25", ""),
        ("timing: on_enter", "timing: end_of_turn", 12, "SL-7.3", ""),
        ("timing: on_enter", "timing: active", 12, "SL-7.10", "a"),
        ("op: draw, who: self", "op: bounce", 12, "SL-7.29", ""),
    ],
)
def test_a_wrong_card_is_refused_with_its_line(old: str, new: str, line: int, clause: str, said: str) -> None:
    assert old in CARD
    with pytest.raises(FileProblem) as caught:
        loads(CARD.replace(old, new, 1))
    error = caught.value
    assert clause in error.clauses and error.line == line, (error.line, error.clauses)
    for lang in ("zh", "en"):
        assert clause in error.text(lang) and (said in error.text(lang) or said == "小石怪")
    assert error.text("zh") != error.text("en")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("power: 2", "power: two", "two"),
        ("type: creature", "type: creatures", "creature"),
        ("op: draw", "op: drew", "draw"),
        ("timing: on_enter", "timing: on_entre", "on_enter"),
        ("number: X-01", "nubmer: X-01", "number"),
    ],
)
def test_a_misspelt_card_names_what_is_known(old: str, new: str, said: str) -> None:
    assert old in CARD
    with pytest.raises(FileProblem) as caught:
        loads(CARD.replace(old, new, 1))
    assert caught.value.line >= 6
    for lang in ("zh", "en"):
        assert said in caught.value.text(lang)


@pytest.mark.parametrize(
    ("given", "clause"),
    [
        ({"A": {"hp": 21}}, "SL-1.3"),
        ({"A": {"hp": 0}}, "SL-11.3"),
        ({"A": {"hp": -1}}, "SL-11.4"),
        ({"A": {"fuel": [SENTRY] * 11}}, "SL-5.17"),
        ({"A": {"fuel": [SENTRY], "spent": [2]}}, "SL-4.7"),
        ({"A": {"fuel": [SENTRY] * 2, "spent": [1, 1]}}, "SL-4.7"),
        ({"A": {"sacrificed": 2}}, "SL-5.8"),
        ({"A": {"quota": 0}}, "SL-5.8"),
        ({"A": {"hand": [SENTRY] * 61}}, "SL-2.1"),
        ({"A": {"slot1": on("献身")}}, "SL-3.7"),
        ({"A": {"slot1": on(SENTRY, reduction=1)}}, "SL-8.19"),
        ({"A": {"slot1": on(SENTRY, bonus=-1)}}, "SL-8.16"),
        ({"A": {"hand": ["没有这张卡"]}}, "SL-3.3"),
        ({"A": {"hand": ["同心双卫(-2)"]}}, "SL-4.11"),
        ({"A": {"resolving": "献身"}}, "SL-3.7"),
        ({"A": {"slot1": on(SENTRY, attacked=True)}}, "SL-8.7"),
        ({"B": {"slot1": on(SENTRY, blocked=True)}}, "SL-9.4"),
        ({"B": {"slot1": on(SENTRY, attacked=True, blocked=True)}}, "SL-9.4"),
        ({"result": "A", "reason": "hp"}, "SL-1.1"),
        ({"result": "A", "reason": "hp", "A": {"hp": 0}}, "SL-1.1"),
        ({"result": "draw", "reason": "hp", "A": {"hp": 0}}, "SL-1.1"),
        ({"step": "untap"}, "SL-6.1"),
        ({"turn": 0}, "SL-6.7"),
    ],
)
def test_an_impossible_position_names_the_clause(given: dict[str, Any], clause: str) -> None:
    with pytest.raises(ImpossiblePosition) as caught:
        position(**{"step": "main1", **given})
    assert clause in caught.value.clauses
    for lang in ("zh", "en"):
        assert clause in caught.value.text(lang) and "{" not in caught.value.text(lang)
    assert caught.value.text("zh") != caught.value.text("en")


@pytest.mark.parametrize("op", ["{op: direct_damage_bonus, n: 2}", "{op: battle_break}"])
def test_what_holds_all_the_time_does_nothing_at_a_moment_of_a_forbidden_card(op: str) -> None:
    case = loads(f"""
game: shengling
title: x
allow_impossible: true
given:
  step: main1
  own_cards: [{{number: own-1, name: {{zh: 错卡, en: Wrong}}, type: strategy, cost: 0,
               effects: [{{eid: a, timing: active, ops: [{op}]}}]}}]
  A: {{hand: [错卡]}}
play: [A: play 错卡]
then: {{A: {{hand: [], grave: [错卡]}}, problems: [SL-{"7.32" if "bonus" in op else "10.1"}], skipped: [SL-7.24]}}
""")
    report = check(case)
    assert report.ok, report.lines("en")
