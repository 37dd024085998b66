"""Whatever is typed or played: it is refused or carried out, and can be told, written and recorded all the same."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekit import Action, Position, RulekitError
from rulekit.core import scenario
from rulekit.core.action import ANSWER, plain
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.game import Game
from rulekit.core.show.printers import text_tree
from tests.properties.registry import every_game, random_position, random_rulings, samples

ODD: tuple[Any, ...] = (
    "",
    "?",
    "x",
    "A1",
    "LH1",
    "F1@LH1",
    "m01@1",
    "-1",
    "{a0}",
    "<b>",
    None,
    True,
    0,
    -1,
    10**30,
    1.5,
)
NESTED: tuple[Any, ...] = ((), ("x",), [["x"]], {"x": 1}, {1}, b"x", object)
FEW = settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@cache
def _positions(game: Game) -> tuple[Position, ...]:
    """Return positions of every step, under readings too, and one with a decision open."""
    draw = Random(41)
    made = [Position(game, game.start())]
    made += [random_position(game, draw, random_rulings(game, draw) if i % 2 else {}) for i in range(30)]
    forked = random_position(game, draw, samples(game).FORKS)
    while samples(game).FORKS and forked.pending is None:
        forked = forked.play(
            draw.choice(forked.legal_actions() or [forked.game.verbs.legal_actions(forked.state, {})[0]])
        )
        if forked.outcome() is not None:
            forked = random_position(game, draw, samples(game).FORKS)
    return (*made, forked)


def _verbs(game: Game) -> list[str]:
    """Return every verb that the game has a sentence for, and words that are none."""
    keys = game.catalogue.keys()
    told = [key.partition(".")[2] for key in keys if key.startswith("action.")]
    return [*told, ANSWER, "", "dance", "{who}"]


def _actions(position: Position) -> st.SearchStrategy[Action]:
    """Yield actions of any verb with arguments that occur here, or none that any rule asks for."""
    game = position.game
    shown = [a for group in game.verbs.candidates(position.state, position.rulings.choices) for a in group.actions]
    here = {arg for action in (*shown, *position.legal_actions()) for arg in action.args}
    words = st.sampled_from((*sorted(here, key=str), *ODD, *NESTED))
    who = st.sampled_from((*game.actors, "C", "", None))
    return st.builds(Action, who, st.sampled_from(_verbs(game)), st.lists(words, max_size=4).map(tuple))


@every_game
def test_any_action_can_be_refused_told_written_and_recorded(game: Game) -> None:
    @FEW
    @given(st.data())
    def check(data: st.DataObject) -> None:
        position = data.draw(st.sampled_from(_positions(game)))
        _check(position, data.draw(_actions(position)))

    check()


def _check(position: Position, action: Action) -> None:
    game = position.game
    refused = position.why_illegal(action)
    for lang in LANGUAGES:
        phrasebook = position.phrasebook(lang)
        for viewer in game.players:
            assert phrasebook.action(game.verbs.masked(plain(action), viewer, position.rulings.choices))
        assert phrasebook.action(action) and isinstance(phrasebook.label_of(action), str)
        assert refused is None or (refused.text(lang) and refused.reason(lang))
        assert refused is not None or text_tree(position.trace(action), lang)
    made = scenario.record(position, [action], title="odd")
    report = scenario.check(made)
    assert report.ok and report.lines("zh"), report.lines("en")
    text = scenario.dumps(made)
    with suppress(RulekitError):  # what no file can hold is refused by reading, with its place
        game.parse(action.who, game.format(action))
        again = scenario.check(scenario.loads(text))
        assert again.lines("zh") and again.lines("en")
