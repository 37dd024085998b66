"""Impossible positions may be explored: whatever the fields hold, nothing breaks and nothing hangs."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from rulekit import Position, Trace
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.game import Game
from rulekit.core.record import FieldSpec, Record
from tests.properties.registry import every_game, random_rulings, samples

WILD = (-(10**18), -1, 0, 1, 2, 10, 12, 99, 10**18)
TEXTS = ("", "<script>alert(1)</script>", "x" * 1000)


def _spoil(record: Record, draw: Random) -> str:
    """Set one field, of this record or one inside it, to a value of its kind that may be out of any range."""
    spec = draw.choice(record.FIELDS)
    inner = getattr(record, spec.name)
    if spec.kind == "record":
        return f"{spec.label}.{_spoil(inner, draw)}"
    if spec.kind == "records":
        return f"{spec.label}.{_spoil(draw.choice(inner), draw)}" if inner else spec.label
    setattr(record, spec.name, _wild(spec, draw))
    return f"{spec.label}={getattr(record, spec.name)!r}"


def _wild(spec: FieldSpec, draw: Random) -> Any:
    match spec.kind:
        case "flag":
            return draw.random() < 0.5
        case "int" | "layers":
            return draw.choice(WILD)
        case "optional":
            return draw.choice((None, *WILD))
        case "ints":
            return tuple(draw.choice(WILD) for _ in range(draw.randint(0, 4)))
        case "choices":
            return tuple(draw.choice(spec.choices) for _ in range(draw.randint(0, 30)))
        case "texts":
            return tuple(draw.choice((*TEXTS, "F1", "F2@LH1", "m01")) for _ in range(draw.randint(0, 4)))
        case "pairs":
            keys = draw.sample(spec.choices, draw.randint(0, 4))
            return tuple((key, draw.choice(WILD) if "int" in str(spec.type) else "F1") for key in keys)
        case "choice":
            return draw.choice(spec.choices if spec.type is str else (None, *spec.choices))
    return draw.choice(TEXTS)


@every_game
def test_impossible_positions_can_be_explored(game: Game) -> None:
    draw = Random(31)
    for n in range(400):
        state = samples(game).random_state(draw)
        spoilt = [_spoil(state, draw) for _ in range(draw.randint(1, 2))]
        rulings = game.defaults.replace(random_rulings(game, draw) if n % 2 else {})
        position = Position(game, state, rulings)
        try:
            _explore(position, draw)
        except Exception as error:
            error.add_note(f"with {', '.join(spoilt)}")
            raise


def _explore(position: Position, draw: Random) -> None:
    game = position.game
    for problem in position.problems():
        game.rulebook.clause(problem.clause)
        for lang in LANGUAGES:
            assert game.wording(lang).problem(problem)
    game.display(position.state, position.rulings.choices)
    game.awaiting(position.state)
    repr(position)
    for lang in LANGUAGES:
        shown = game.view.position_html(position, lang)
        assert "<script" not in shown
        assert game.view.position_text(position, lang)
    for action in position.legal_actions()[:6]:
        after, trace = position.play_traced(action)
        assert after == position.play(action)
        assert trace.state_at(len(trace) - 1) == trace.end
        assert Trace.from_json(game, json.loads(json.dumps(trace.to_json()))) == trace
    universe = [a for g in game.universe(position.state, position.rulings.choices) for a in g.actions]
    legal = position.legal_actions()
    for action in draw.sample(universe, min(5, len(universe))):
        if action not in legal:
            error = position.why_illegal(action)
            assert error is None or error.text("zh")
