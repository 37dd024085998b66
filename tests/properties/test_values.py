"""States and positions are values: copies are independent, no field is forgotten anywhere."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulekit import Position
from rulekit.core.codec import change_from_json, change_to_json, from_json, to_json
from rulekit.core.errors import RulekitError
from rulekit.core.game import Game
from rulekit.core.record import FieldSpec, Record, apply_change, differences, value_at
from tests.properties.checks import check_position
from tests.properties.registry import every_game, leaves, random_position, samples


def _other(spec: FieldSpec, value: Any) -> Any:
    """Return a value of the same kind that differs."""
    match spec.kind:
        case "flag":
            return not value
        case "int" | "layers":
            return value + 7
        case "perhaps":
            return None if value else True
        case "maybe":
            return spec.inner() if value is None else None  # type: ignore[misc]
        case "optional":
            return 5 if value is None else None if value == 5 else value + 1
        case "ints":
            return (*value, 4)
        case "choices":
            return (*value, spec.choices[-1])
        case "choice":
            return next(c for c in spec.choices if c != value)
        case "text":
            return value + "x"
        case "texts":
            return (*value, "x")
        case "pairs":
            return (*value, (spec.choices[-1], 1 if "int" in str(spec.type) else "F1"))
        case "data":
            return '"x"' if value != '"x"' else ""
    raise AssertionError(spec.kind)


def _records(cls: type[Record]) -> Iterator[type[Record]]:
    yield cls
    for spec in cls.FIELDS:
        if spec.inner is not None:
            yield from _records(spec.inner)


@every_game
def test_no_record_has_a_field_that_is_not_described(game: Game) -> None:
    for cls in _records(game.State):
        assert [s.name for s in cls.FIELDS] == [f.name for f in dataclasses.fields(cls)]  # type: ignore[arg-type]
        assert len({s.label for s in cls.FIELDS}) == len(cls.FIELDS)
        assert "__dict__" not in dir(cls), "an attribute could be set that no copy knows"
        for spec in cls.FIELDS:
            if spec.clause:
                game.rulebook.clause(spec.clause)


@every_game
def test_every_field_is_copied_hashed_compared_written_and_read(game: Game) -> None:
    draw = Random(21)
    for _ in range(25):
        state = samples(game).random_state(draw)
        for _, _, path in leaves(state):
            copy = state.copy()
            assert copy == state and copy.key() == state.key() and copy is not state
            owner, spec, _ = next(leaf for leaf in leaves(copy) if leaf[2] == path)
            before = getattr(owner, spec.name)
            after = _other(spec, before)
            key, text = state.key(), json.dumps(to_json(state))
            setattr(owner, spec.name, after)
            where = ".".join(map(str, path))
            assert state.key() == key and json.dumps(to_json(state)) == text, f"{where}: the copy shares it"
            assert copy != state and copy.key() != key, f"{where} is missing from equality or key"
            assert json.dumps(to_json(copy)) != text, f"{where} is missing from JSON"
            back = from_json(type(state), json.loads(json.dumps(to_json(copy))))
            assert back == copy and back.key() == copy.key(), where
            changes = differences(state, copy)
            assert [(c.path, c.before, c.after) for c in changes] == [(path, before, after)]
            assert value_at(copy, path) == after
            again = state.copy()
            apply_change(again, change_from_json(type(state), json.loads(json.dumps(change_to_json(changes[0])))))
            assert again == copy
            assert copy.copy() == copy


@every_game
def test_equal_positions_are_one_in_a_set_and_others_are_not(game: Game) -> None:
    draw = Random(22)
    for _ in range(100):
        position = random_position(game, draw)
        twin = Position(game, position.state.copy(), game.defaults.replace({}))
        assert twin == position and hash(twin) == hash(position) and len({twin, position}) == 1
        check_position(position)
        for ruling in game.rulebook.rulings.values():
            for option in ruling.options:
                assert (position.under({ruling.id: option.key}) == position) is (option.key == ruling.default)
            break
        assert position != object()
        assert "Position" not in repr(position) and game.id in repr(position)


@every_game
@pytest.mark.parametrize("change", [{"schema": 99}, {"game": "chess"}, {"schema": None}])
def test_a_foreign_document_is_refused(game: Game, change: dict[str, Any]) -> None:
    data = {**random_position(game, Random(23)).to_json(), **change}
    with pytest.raises(RulekitError) as caught:
        Position.from_json(game, data)
    assert caught.value.text("zh") and caught.value.text("en")
