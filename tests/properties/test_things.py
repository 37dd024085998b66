"""What lies on the table can be clicked: actions are reached by the things they name, in every game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from html import unescape
from random import Random

import pytest

from rulekit import Position
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.game import Game
from rulekit.core.reach import Reach
from rulekit.core.record import Path, Record
from rulekit.core.show.view import marked
from rulekit.core.things import read_thing, thing_text
from tests.properties.registry import every_game, pick, random_position, random_rulings

POSITIONS = 40


def positions(game: Game, draw: Random, n: int = POSITIONS) -> Iterator[Position]:
    """Yield positions as they come: at random, under readings, openings, with decisions open."""
    for i in range(n):
        rulings = random_rulings(game, draw) if i % 2 else {}
        position = Position(game, game.start(), game.defaults) if i % 8 == 0 else random_position(game, draw, rulings)
        for _ in range(draw.randint(0, 3)):
            following = position.play(pick(game, position.legal_actions(), draw))
            if not following.legal_actions():
                break
            position = following
        yield position


def drawn(position: Position, only: AbstractSet[Path] | None = None) -> set[Path]:
    """Return the things that the drawing of a position marks, of those asked for."""

    def things(path: Path, label: str, tip: str = "") -> tuple[tuple[str, ...], str]:
        return marked(path, label, tip) if only is None or path in only else ((), "")

    html = position.game.view.position_html(position.current, "en", things=things)
    return {read_thing(unescape(text)) for text in re.findall(r'data-thing="([^"]*)"', html)}


@every_game
def test_every_kind_of_argument_is_a_kind_of_thing(game: Game) -> None:
    named = {kind for verb in game.verbs.by_name.values() for kind in verb.names if kind}
    assert named == set(game.verbs.things)
    for lang in LANGUAGES:
        assert all(game.phrasebook(lang).has(f"thing.{kind}") for kind in named)


@every_game
@pytest.mark.parametrize("seed", range(2))
def test_every_legal_action_is_reached_by_the_things_it_names(game: Game, seed: int) -> None:
    draw = Random(seed)
    for position in positions(game, draw):
        reach = Reach(position)
        there = drawn(position, reach.things)
        assert {c.action for c in reach.candidates if c.legal} == set(position.legal_actions())
        for candidate in (c for c in reach.candidates if c.legal):
            picked: list[Path] = []
            for need in candidate.needs:
                assert need & there, f"{candidate.action}: {need} is not drawn"
                assert need <= reach.things
                picked.append(draw.choice(sorted(need & there - set(picked), key=str)))
            assert candidate.suits(picked) and candidate.needs_no_more(picked), candidate
            assert candidate in reach.suiting(picked[:1])


@every_game
def test_what_cannot_be_added_says_why_and_is_illegal(game: Game) -> None:
    draw = Random(7)
    found = 0
    for position in positions(game, draw):
        reach = Reach(position)
        things = sorted(reach.things, key=str)
        for candidate in reach.candidates[:6]:
            picked = [min(need, key=str) for need in candidate.needs[:1]]
            for thing in draw.sample(things, min(6, len(things))):
                if thing not in picked and not reach.suiting([*picked, thing]):
                    refused = reach.refused(picked, thing)
                    if refused is not None:
                        found += 1
                        action, why = refused
                        error = position.why_illegal(action)
                        assert error is not None and error.clauses == why.clauses
    if game.id in ("quanjiao", "shengling"):  # where two things of an action exclude each other
        assert found


@every_game
def test_what_is_drawn_is_there(game: Game) -> None:
    for position in positions(game, Random(3)):
        for viewer in (None, *game.players):
            seen = position if viewer is None else position.seen_by(viewer)
            for thing in drawn(seen):
                assert read_thing(thing_text(thing)) == thing
                part = seen.current.state
                for label in thing:
                    if not isinstance(part, Record):
                        break  # an item of a list, or an entry of a mapping
                    part = getattr(part, part.BY_LABEL[str(label)].name)


@every_game
def test_nobody_reaches_what_only_others_may_do(game: Game) -> None:
    for position in positions(game, Random(5)):
        for viewer in game.players:
            seen = position.seen_by(viewer)
            reach = Reach(seen)
            assert all(seen.knows(c.action) for c in reach.candidates)
