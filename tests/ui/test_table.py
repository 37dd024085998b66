"""The drawn position clicked, in every game: what can be done is reached, and nothing else."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest

import rulekit
from rulekit.core.action import ANSWER, Action
from rulekit.core.game import Game
from rulekit.core.given import exact_given
from rulekit.core.position import Position
from rulekit.core.things import read_thing
from rulekit.ui.explorer import Explorer
from rulekit.ui.panel import CLAIMED
from tests.properties.registry import every_game
from tests.properties.test_things import positions
from tests.support.labs import click

SAMPLED = 8  # positions clicked
TRIED = 5  # actions reached in each


def lab_on(position: Position) -> Explorer:
    """Open a lab on a position, with the action under way played up to its open question."""
    game = position.game
    given = exact_given(game, position.state, position.rulings.choices)
    lab = rulekit.lab(
        game.id, given=given, rulings=position.rulings.changed, lang="en", allow_impossible=True, name="clicked"
    )
    if position.pending is not None:
        action, answers = position.pending.action, position.pending.answers
        lab.session.play(action)
        for answer in answers:
            decision = lab.session.position.decision
            assert decision is not None
            lab.session.play(Action(decision.who, ANSWER, (answer,)))
        lab.draw()
    assert lab.session.position == position
    return lab


def drawn(lab: Explorer) -> list[str]:
    """Return the things that can be clicked."""
    return [unescape(text) for text in re.findall(r'data-thing="([^"]*)"', lab.position.value)]


def ways(lab: Explorer) -> set[Action]:
    """Return what the buttons beside the position do, legal or not, or their menu."""
    row = lab.table.ways
    return {slot.action for slot in row.slots if slot.action is not None} | set(row.listed)


def reached(lab: Explorer, action: Action, draw: Random) -> bool:
    """Click what an action names, as far as it is needed; tell whether it was played or can be pressed."""
    line = lab.session.actions
    candidate = next(c for c in lab.table.reach.candidates if c.action == action)
    for need in candidate.needs:
        there = [thing for thing in drawn(lab) if read_thing(thing) in need]
        if any(CLAIMED in classes(lab, thing) for thing in there):
            return True  # a panel of the game takes it from there
        if not any(read_thing(thing) in lab.table.picked for thing in there):
            click(lab, "thing", draw.choice(there))
        if lab.session.actions != line:
            return lab.session.actions[-1] == action
    above = {action for group in lab.actions.shown() for action in group.actions}
    return action in ways(lab) or (not candidate.needs and action in above)


def classes(lab: Explorer, thing: str) -> str:
    """Return the CSS classes of a thing."""
    found = re.search(rf'class="([^"]*)" data-thing="{re.escape(thing)}"', lab.position.value)
    return found[1] if found is not None else ""


@every_game
def test_every_legal_action_is_reached_by_clicks_or_buttons(game: Game) -> None:
    draw = Random(21)
    for position in positions(game, draw, SAMPLED):
        lab = lab_on(position)
        line = lab.session.actions
        legal = position.legal_actions()
        for action in draw.sample(legal, min(TRIED, len(legal))):
            assert reached(lab, action, draw), f"{action} in {position!r}"
            if lab.session.actions != line:
                lab.session.undo()
            lab.table.reset()
            lab.draw()
        lab.close()


@every_game
def test_clicks_play_what_is_legal_only(game: Game) -> None:
    draw = Random(22)
    for position in positions(game, draw, SAMPLED):
        lab = lab_on(position)
        for _ in range(12):
            things = drawn(lab)
            if not things:
                break
            before, line = lab.session.position, lab.session.actions
            click(lab, "thing", draw.choice(things))
            made = lab.session.actions[len(line) :]
            assert len(made) <= 1 and (not made or made[0] in before.legal_actions())
            assert made or lab.session.position == before
        lab.close()


@every_game
def test_what_is_clicked_may_be_typed_by_anybody(game: Game) -> None:
    lab = lab_on(next(positions(game, Random(23), 1)))
    before = lab.session.given, lab.session.actions
    for mode in ("play", "set"):
        lab.table.mode.value = mode
        for text in ("", ".", "A", "A.", "..hand", "no.such.thing", "A.hand.99", "0", "turn.1", "<b>", "A.hand.0.x"):
            click(lab, "thing", text)
            assert (lab.session.given, lab.session.actions) == before
    lab.close()


@pytest.mark.parametrize("lang", ["zh", "en"])
@every_game
def test_hints_are_words(game: Game, lang: str) -> None:
    for position in positions(game, Random(24), SAMPLED):
        lab = lab_on(position)
        lab.lang.value = lang
        for thing in drawn(lab)[:3]:
            assert not re.search(r"[{}]|thing\.|table\.", lab.table.hint.value)
            click(lab, "thing", thing)
        shown = re.sub("<[^>]*>", "", lab.table.hint.value)
        assert lang == "zh" or not re.search("[\u4e00-\u9fff]", shown), shown
        lab.close()


@every_game
def test_what_can_be_clicked_can_be_pressed_and_has_a_name(game: Game) -> None:
    for position in positions(game, Random(25), SAMPLED):
        lab = lab_on(position)
        for mode in ("play", "set"):
            lab.table.mode.value = mode
            for tag in re.findall(r"<[^<>]*data-thing=[^<>]*>", lab.position.value):
                assert 'role="button"' in tag and 'tabindex="0"' in tag
                assert re.search(r'aria-label="[^"]+"', tag), tag
                assert ('aria-pressed="' in tag) == (mode == "play")
        lab.close()


def test_a_thing_that_can_do_one_thing_only_does_it() -> None:
    lab = rulekit.lab("tangwu", given={"step": "add", "turn": "A"}, lang="en", name="clicked")
    click(lab, "thing", "B.cost")
    assert lab.session.actions[0] == Action("A", "add", ("cost",)) and lab.table.picked == ()
    lab.close()


def test_the_skills_of_the_digit_shown_are_offered_with_what_stands_against_them() -> None:
    given = {"step": "act", "turn": "A", "A": {"cost": 2, "digit": 3}}
    lab = rulekit.lab("tangwu", given=given, lang="en", name="clicked")
    click(lab, "thing", "A.digit")
    assert lab.table.picked == (("A", "digit"),) and "TW-4.8" in lab.table.ways.reasons.value
    assert {action.verb for action in ways(lab)} == {"cast"} and len(ways(lab)) > 2
    lab.close()
