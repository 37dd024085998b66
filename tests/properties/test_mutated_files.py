"""A spoilt scenario file or set-up is refused by the project's own error, or everything can be done with it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulekit import Position, RulekitError
from rulekit.core import scenario
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.game import Game
from rulekit.core.show.printers import html, markdown, text_tree
from rulekit.core.source import write
from rulekit.ui.session import Session
from tests.properties.mutations import mutated, spoilt
from tests.properties.registry import every_game

PLAYED = 3  # actions played on from a set-up that is taken


def _use_file(text: str, draw: Random) -> bool:
    """Read a file, check it and play on from it; tell whether it was taken."""
    try:
        case = scenario.loads(text)
    except RulekitError as error:
        assert all(error.text(lang) for lang in LANGUAGES)
        return False
    report = scenario.check(case)
    for lang in LANGUAGES:
        assert report.lines(lang)
    for ran in report.runs:
        if ran.trace is not None:
            assert text_tree(ran.trace, "en") and markdown(ran.trace, "zh") and html(ran.trace, "zh")
    assert scenario.dumps(case)
    _use_position(case.start(), draw)
    return True


def _use_set_up(game: Game, given: Any, rulings: Any, allow: bool) -> bool:
    """Take a set-up as the lab does; tell whether it was taken."""
    try:
        session = Session(game, given, rulings=rulings, allow_impossible=allow)
    except RulekitError as error:
        assert all(error.text(lang) for lang in LANGUAGES)
        return False
    assert session.text() and session.minimal_given() is not None
    return True


def _use_position(position: Position, draw: Random) -> None:
    """Show a position, and play, trace and record a few of its legal actions."""
    start, played = position, []
    for _ in range(PLAYED):
        _show(position, draw)
        legal = position.legal_actions()
        assert (position.outcome() is None) == bool(legal) or position.problems()
        if not legal:
            break
        action = draw.choice(legal)
        position, trace = position.play_traced(action)
        played.append(action)
        seen = trace.seen_by(draw.choice(position.game.players))
        assert text_tree(trace, draw.choice(LANGUAGES)) and text_tree(seen, draw.choice(LANGUAGES))
    made = scenario.record(start, played, title="x")
    assert scenario.check(made).ok, scenario.check(made).lines("en")
    assert scenario.check(scenario.loads(scenario.dumps(made))).ok


def _show(position: Position, draw: Random) -> None:
    game, view, rulings = position.game, position.game.view, position.rulings.choices
    seen = draw.choice((position, *map(position.seen_by, game.players)))
    lang = draw.choice(LANGUAGES)
    assert view.position_text(seen, lang) and view.position_html(seen, lang)
    assert all(position.phrasebook(lang).problem(problem) for problem in position.problems())
    assert repr(position) and isinstance(game.awaiting(position.state), str)
    game.display(position.state, rulings)
    game.statistics(position.state, rulings)
    for group in game.verbs.candidates(position.state, rulings):
        for action in draw.sample(group.actions, min(2, len(group.actions))):
            refused = position.why_illegal(action)
            assert position.phrasebook(lang).action(action) and (refused is None or refused.text(lang))


def _fuzz(game: Game, seed: int, n: int) -> None:
    draw = Random(seed)
    taken = 0
    for _ in range(n):
        document = mutated(game, draw)
        try:
            text = write(document)
            if draw.random() < 0.1:
                text = spoilt(text, draw)
            taken += _use_file(text, draw)
            given, rulings = document.get("given"), document.get("rulings")
            if isinstance(given, dict) and rulings == {}:
                _use_set_up(game, given, rulings, draw.random() < 0.5)
        except Exception as error:
            error.add_note(str(document))
            raise
    assert taken > n // 10


@every_game
def test_a_spoilt_file_is_refused_or_used(game: Game) -> None:
    _fuzz(game, 71, 100)


@pytest.mark.nightly
@every_game
def test_many_spoilt_files_are_refused_or_used(game: Game) -> None:
    for seed in range(1000, 1040):
        _fuzz(game, seed, 500)
