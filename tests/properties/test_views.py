"""Every position of every game can be shown: whole, in both languages, with what changed and without secrets."""

from __future__ import annotations

import re
from random import Random

import pytest

from rulekit import Position
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.game import Game
from rulekit.core.record import Change, differences
from tests.properties.registry import every_game, leaves, random_position, random_rulings, samples
from tests.support.page import Page
from tests.support.words import chinese


@every_game
def test_any_position_can_be_shown(game: Game) -> None:
    draw = Random(41)
    for _ in range(60):
        start = random_position(game, draw, random_rulings(game, draw))
        shown, trace = start.play_traced(draw.choice(start.legal_actions()))
        changes = [change for step in trace for change in step.changes]
        for lang in LANGUAGES:
            for seen in (shown, *map(shown.seen_by, game.players)):
                for lean in (False, True):
                    html = game.view.position_html(seen, lang, highlight=changes, lean=lean)
                    page = Page(html).text
                    assert "{" not in page and (lang == "zh" or not chinese(page)), page
                text = game.view.position_text(seen, lang)
                assert "{" not in text and (lang == "zh" or not chinese(text)), text


@every_game
def test_a_plain_view_says_what_lies_there_whatever_the_rules_make_of_it(game: Game) -> None:
    draw = Random(46)
    for _ in range(80):
        shown = random_position(game, draw)
        read = Position(game, shown.state, game.defaults.replace(random_rulings(game, draw)))
        assert _plainly(shown) <= _plainly(read)


def _plainly(position: Position) -> set[str]:
    text = position.game.view.position_text(position, "zh", plain=True)
    return set(re.split(r"\s{2,}|\n", re.sub(r"/\d+", "", text)))  # how far a counter goes is the rules' business


@every_game
def test_every_change_is_marked_and_what_came_back_is_none(game: Game) -> None:
    draw = Random(42)
    for _ in range(40):
        start, other = samples(game).random_state(draw), samples(game).random_state(draw)
        changes = differences(start, other)
        shown = Position(game, other)
        full, lean = (
            Page(game.view.position_html(shown, "zh", highlight=changes, lean=lean)) for lean in (False, True)
        )
        assert full.count("rk-changed") == lean.count("rk-changed") and bool(changes) <= bool(full.count("rk-changed"))
        back = [Change(change.path, change.after, change.before) for change in changes]
        assert game.view.position_html(shown, "zh", highlight=[*back, *changes]) == game.view.position_html(shown, "zh")


@every_game
def test_no_viewer_is_told_a_secret_by_a_change(game: Game) -> None:
    draw = Random(43)
    for _ in range(40):
        shown = Position(game, samples(game).random_state(draw))
        for viewer in game.players:
            seen = game.observe(shown.state, viewer, shown.rulings.choices)
            hidden = [change._replace(before="secret") for change in differences(shown.state, seen)]
            assert "secret" not in game.view.position_html(shown.seen_by(viewer), "zh", highlight=hidden)


@every_game
def test_no_field_breaks_a_view_whatever_it_was_before(game: Game) -> None:
    state = samples(game).random_state(Random(44))
    for owner, spec, path in leaves(state):
        change = Change(path, spec.default, getattr(owner, spec.name))
        Page(game.view.position_html(Position(game, state), "zh", highlight=[change]))


@every_game
def test_rich_display_follows_the_language_of_the_reader(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = random_position(game, Random(45))
    monkeypatch.delenv("RULEKIT_LANG", raising=False)
    bundle = shown._repr_mimebundle_()
    assert bundle["text/plain"] == game.view.position_text(shown, "zh") and "<svg" not in bundle["text/html"]
    monkeypatch.setenv("RULEKIT_LANG", "en_GB.UTF-8")
    assert shown._repr_mimebundle_()["text/plain"] == game.view.position_text(shown, "en")
    monkeypatch.setenv("RULEKIT_LANG", "xx")
    assert shown._repr_mimebundle_() == bundle
