"""Impossible positions may be explored: whatever the fields hold, nothing breaks and nothing hangs."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from rulekit import Position, Trace
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.game import Game
from rulekit.core.record import Change, FieldSpec, Path, Record, apply_change
from tests.properties.registry import every_game, leaves, random_rulings, samples

WILD = (-(10**18), -1, 0, 1, 2, 10, 12, 99, 10**18)
TEXTS = ("", "<script>alert(1)</script>", "x" * 1000)
EACH = 4  # random states that get each wild value


def _wild(spec: FieldSpec, draw: Random) -> tuple[Any, ...]:
    """Return values of the field's kind, most of them out of any range."""
    match spec.kind:
        case "flag":
            return (False, True)
        case "int" | "layers":
            return WILD
        case "optional":
            return (None, *WILD)
        case "ints":
            return tuple(tuple(draw.choice(WILD) for _ in range(n)) for n in range(5))
        case "choices":
            return tuple(tuple(draw.choice(spec.choices) for _ in range(n)) for n in (0, 1, 2, 5, 30))
        case "texts":
            return tuple(tuple(draw.choice((*TEXTS, "F1", "F2@LH1", "m01")) for _ in range(n)) for n in (1, 4))
        case "pairs":
            keys = [draw.sample(spec.choices, n) for n in (0, 1, 4)]
            whole = "int" in str(spec.type)
            return tuple(tuple((k, draw.choice(WILD) if whole else "F1") for k in found) for found in keys)
        case "perhaps":
            return (None, False, True)
        case "maybe":
            return (None, spec.inner())  # type: ignore[misc]
        case "data":
            return ("", *(json.dumps(v) for v in (None, 7, "<script>alert(1)</script>", [], [[]], {}, {"name": 1})))
        case "choice":
            return spec.choices if spec.type is str else (None, *spec.choices)
    return TEXTS


def _spoil(state: Record, path: Path, value: Any) -> None:
    """Set a field to a value; a record on the way to it that is not there is made."""
    owner: Any = state
    for part in path[:-1]:
        if isinstance(part, int):
            owner = owner[part]
            continue
        spec = owner.BY_LABEL[part]
        if getattr(owner, spec.name) is None:
            setattr(owner, spec.name, spec.inner())
        owner = getattr(owner, spec.name)
    apply_change(state, Change(path, None, value))


@every_game
def test_positions_with_one_impossible_value_can_be_explored(game: Game) -> None:
    draw = Random(31)
    for _, spec, path in leaves(samples(game).random_state(draw)):
        for value in _wild(spec, draw):
            for _ in range(EACH):
                state = samples(game).random_state(draw)
                _spoil(state, path, value)
                _explore(Position(game, state), draw, f"{path} = {value!r}")


@every_game
def test_positions_with_several_impossible_values_can_be_explored(game: Game) -> None:
    draw = Random(32)
    for n in range(200):
        state = samples(game).random_state(draw)
        spoilt = draw.sample(list(leaves(state)), 3)
        for _, spec, path in spoilt:
            _spoil(state, path, draw.choice(_wild(spec, draw)))
        rulings = game.defaults.replace(random_rulings(game, draw) if n % 2 else {})
        _explore(Position(game, state, rulings), draw, str([path for _, _, path in spoilt]))


def _explore(position: Position, draw: Random, what: str) -> None:
    try:
        _walk_about(position, draw)
    except Exception as error:
        error.add_note(f"with {what}")
        raise


def _walk_about(position: Position, draw: Random) -> None:
    game = position.game
    for problem in position.problems():
        game.rulebook.clause(problem.clause)
        for lang in LANGUAGES:
            assert game.phrasebook(lang).problem(problem)
    game.display(position.state, position.rulings.choices)
    game.awaiting(position.state)
    repr(position)
    for lang in draw.sample(LANGUAGES, 1):
        shown = game.view.position_html(position, lang)
        assert "<script" not in shown
        assert game.view.position_text(position, lang)
    for action in position.legal_actions()[:6]:
        after, trace = position.play_traced(action)
        assert after == position.play(action)
        assert trace.state_at(len(trace) - 1) == trace.end
        assert Trace.from_json(game, json.loads(json.dumps(trace.to_json()))) == trace
    candidates = [a for g in game.verbs.candidates(position.state, position.rulings.choices) for a in g.actions]
    legal = position.legal_actions()
    for action in draw.sample(candidates, min(5, len(candidates))):
        if action not in legal:
            error = position.why_illegal(action)
            assert error is None or error.text("zh")
