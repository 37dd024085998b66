"""What was played is recorded as a scenario."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulekit
from rulekit.core.action import Action
from rulekit.core.scenario import check, dumps, load, loads, record, run, save
from tests.core.scenario_files import BASE


@pytest.mark.parametrize("seed", range(20))
def test_what_was_played_can_be_recorded_saved_and_checked(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    position = rulekit.new_game("tangwu", first="A", bans=("98K", "呼吸回血"))
    for _ in range(random.randrange(40)):
        if not position.legal_actions():
            break
        position = position.play(random.choice(position.legal_actions()))
    actions = []
    end = position
    for _ in range(random.randrange(1, 8)):
        if not end.legal_actions():
            break
        actions.append(random.choice(end.legal_actions()))
        end = end.play(actions[-1])
    scenario = record(position, actions, title=f"game {seed}", tags=("seed",))
    save(tmp_path / "game.yaml", scenario)
    again = load(tmp_path / "game.yaml")
    assert again == scenario
    report = check(again)
    assert report.ok, "\n".join(report.lines("en"))
    assert report.runs[0].positions[-1] == end


def test_a_refused_action_is_recorded_as_refused() -> None:
    start = loads(BASE).start()
    scenario = record(start, [Action("A", "cast", ("荆棘",))], title={"en": "wrong digit"})
    assert scenario.then.rejected == "TW-1.6"
    assert scenario.title == {"zh": "wrong digit", "en": "wrong digit"}
    assert check(loads(dumps(scenario))).ok
    scenario = record(start, [Action("A", "cast", ("荆棘",)), Action("A", "cast", ("寒风",))], title="x")
    assert [p.rejected for p in scenario.play] == ["TW-1.6", None]
    assert scenario.then.rejected is None
    assert check(loads(dumps(scenario))).ok


def test_answers_are_recorded_as_those_of_whoever_gave_them() -> None:
    """A uses 清点书库: nature says which two cards come up, then A discards."""
    text = """\
game: shengling
title: x
given:
  step: main1
  A: {fuel: [献身, 献身], hand: [清点书库, 献身], deck: [抱团田鼠, 稻草哨兵, 战鼓獾], shuffled: true}
play: [A: play 清点书库]
"""
    position = run(loads(text)).positions[-1]
    while position.decision is not None and position.decision.who == "chance":
        position = position.play(position.legal_actions()[0])
    assert position.decision is not None and position.decision.kind == "pick_hand"
    discard = position.legal_actions()[0]
    for actions, end in (((), position), ((discard,), position.play(discard))):
        made = record(position, actions, title="x")
        assert [p.action.who for p in made.play] == ["A", "chance", "chance", *("A" for _ in actions)]
        assert loads(dumps(made)) == made and check(made).ok
        assert run(loads(dumps(made))).positions[-1] == end


def test_who_acts_before_nature_draws_decides_alone() -> None:
    text = """\
game: quanjiao
title: x
rulings: {QJ-R37: between_rounds}
given:
  step: draw
  round: 2
  A: {moves: [m01, m02, m03], hand: [L2], deck: [F1, F1, L1, L1]}
  B: {hand: [F1, F1, F2, L1, L1], drawn: true}
play: [A: swap m03 m05, chance: draw A F1 F1 L1 L1]
"""
    case = loads(text)
    made = record(case.start(), case.actions, title="x")
    assert [p.by for p in made.play] == [None, None]
    assert loads(dumps(made)) == made and check(made).ok


def test_both_lay_their_cards_as_they_like_and_each_decides_alone() -> None:
    text = """\
game: quanjiao
title: x
given:
  step: place
  A: {hand: [F1, F1, F2, L1, L1], drawn: true}
  B: {hand: [F1, F1, F2, L1, L1], drawn: true}
play: [B: lay F1 LH1, A: commit, B: commit]
"""
    case = loads(text)
    made = record(case.start(), case.actions, title="x")
    assert [p.by for p in made.play] == [None, None, None]
    by = loads(text.replace("B: lay F1 LH1", "{B: lay F1 LH1, by: B}"))
    assert check(by).ok and not check(loads(text.replace("B: lay F1 LH1", "{B: lay F1 LH1, by: A}"))).ok


@pytest.mark.parametrize("title", ["", {}, {"zh": "", "en": ""}])
def test_what_is_recorded_without_a_title_has_the_name_of_the_game(title: Any) -> None:
    start = rulekit.new_game("tangwu", first="A")
    assert record(start, [], title=title).title == {"zh": "唐五", "en": "Tangwu"}
    assert record(start, [], title={"zh": "", "en": "opening"}).title == {"zh": "opening", "en": "opening"}


def test_a_record_pins_what_changed_something_and_what_did_not_happen() -> None:
    start = loads(BASE.replace("荆棘: true", "荆棘: true, 无敌: true")).start()
    made = record(start, [Action("A", "cast", ("寒风",))], title="x")
    # paid, counted, blocked; the turn of B begins and its income is paid; and what 无敌 kept from happening
    assert made.then.steps == ("TW-1.6", "TW-4.14", "TW-5.2.2", "TW-4.9", "TW-4.1", "TW-4.2", "TW-4.3")
    assert made.then.skipped == ("TW-5.2.2", "TW-5.4.2")
    assert made.then.never == ("TW-5.4.2",)


@pytest.mark.slow
@pytest.mark.parametrize("game", rulekit.GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_record_names_few_clauses_of_its_trace_and_holds(game: str, seed: int) -> None:
    position, draw = rulekit.new_game(game), Random(seed)
    for _ in range(30):
        if not (legal := position.legal_actions()):
            break
        action = draw.choice(legal)
        made = record(position, [action], title="x")
        report = check(loads(dumps(made)))
        assert report.ok, "\n".join(report.lines("en"))
        (ran, *_) = report.runs
        assert set(made.then.steps) <= set(ran.trace.clauses(True)) if ran.trace is not None else True
        position = position.play(action)
