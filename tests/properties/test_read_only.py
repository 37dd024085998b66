"""What a position or a trace holds is never changed by accident: reading is free, changing is refused."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulekit import Position, RulekitError, Trace
from rulekit.analysis.explore import random_game
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.debugger import Debugger
from rulekit.core.game import Game
from rulekit.core.record import Record, apply_change, differences
from tests.properties.registry import every_game, random_position, samples


def records(part: Record) -> Iterator[Record]:
    """Yield a record and all records inside it."""
    yield part
    for spec in part.FIELDS:
        value = getattr(part, spec.name)
        for inside in value if spec.kind == "records" else [value]:
            if isinstance(inside, Record):
                yield from records(inside)


def check_read_only(whole: Record) -> None:
    """Check that no field at any depth can be set, deleted or, where it holds a list, changed in place."""
    key = whole.key()
    for part in records(whole):
        for spec in part.FIELDS:
            value = getattr(part, spec.name)
            with pytest.raises(RulekitError):
                setattr(part, spec.name, value)
            with pytest.raises(RulekitError):
                delattr(part, spec.name)
            if isinstance(value, list):
                for change in ("append", "remove", "__iadd__", "insert", "sort", "clear", "pop", "__setitem__"):
                    with pytest.raises(RulekitError):
                        getattr(value, change)(*value[:1])
            hash(part.key()[0])
        with pytest.raises((RulekitError, AttributeError)):
            part.nickname = "x"  # type: ignore[attr-defined]
    assert whole.key() == key


@every_game
def test_a_state_of_a_position_refuses_every_change(game: Game) -> None:
    draw = Random(31)
    for _ in range(25):
        position = random_position(game, draw)
        twin, mark = Position(game, position.state, position.rulings), hash(position)
        check_read_only(position.state)
        assert position == twin and hash(position) == hash(twin) == mark
        for action in position.legal_actions()[:3]:
            after, trace = position.play_traced(action)
            for held in (after.state, trace.start, trace.end, after.current.state):
                check_read_only(held)
            for change in (c for step in trace for c in step.changes):
                for side in (change.before, change.after):
                    for part in side if isinstance(side, tuple) else [side]:
                        if isinstance(part, Record):
                            check_read_only(part)


def overwrite(state: Any, other: Any) -> None:
    """Put in every field of a state what another one holds, and that it is over."""
    for spec in state.FIELDS:
        setattr(state, spec.name, getattr(other, spec.name))
    state.result = "B"


@every_game
def test_what_was_made_of_a_state_is_apart_from_it(game: Game) -> None:
    state: Any = samples(game).random_state(Random(32))
    before = state.copy()
    position = Position(game, state)
    mark = hash(position)
    overwrite(state, samples(game).random_state(Random(33)))
    assert position.state == before and position == Position(game, before) and hash(position) == mark
    copy = position.state.copy()
    assert copy == position.state == before and copy.key() == before.key()
    assert differences(copy, position.state) == differences(position.state, copy) == []
    overwrite(copy, samples(game).random_state(Random(33)))
    assert copy == state != position.state and position.state == before
    for change in differences(position.state, copy):
        again = position.state.copy()
        apply_change(again, change)
        assert again != position.state == before


@every_game
def test_nothing_else_of_a_position_can_be_replaced(game: Game) -> None:
    position = random_position(game, Random(33))
    key = position.key()
    for name in ("game", "state", "rulings", "pending"):
        with pytest.raises(AttributeError):
            setattr(position, name, getattr(position, name))
    id, option = next(iter(position.rulings.items()))
    with pytest.raises(TypeError):
        position.rulings.choices[id] = option  # type: ignore[index]
    with pytest.raises(AttributeError):
        position.rulings.choices = {}  # type: ignore[misc]
    assert position.key() == key and position.rulings == game.defaults


@every_game
def test_a_debugger_hands_out_copies(game: Game) -> None:
    played = random_game(game, 1)
    trace = played.start.trace(played.actions[0])
    walk = Debugger(trace, len(trace) - 1)
    state = walk.state
    overwrite(state, samples(game).random_state(Random(33)))
    assert walk.state == trace.state_at(len(trace) - 1)
    walk.jump(-1)
    assert walk.state == trace.start


def test_the_refusal_says_what_to_do_instead() -> None:
    position = random_position(_tangwu(), Random(34))
    with pytest.raises(RulekitError) as caught:
        position.state.A.hp = 1
    assert caught.value.code == "read_only"
    assert all("state.copy()" in caught.value.text(lang) for lang in LANGUAGES)


def test_a_trace_made_by_hand_is_read_only_too() -> None:
    game = _tangwu()
    state: Any = samples(game).random_state(Random(35))
    trace = Trace(game, {}, state, (), state)
    check_read_only(trace.start)
    state.A.hp += 1
    assert trace.start.A.hp == state.A.hp - 1


def _tangwu() -> Game:
    from rulekit import load_game

    return load_game("tangwu")
