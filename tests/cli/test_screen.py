"""What is told of an action at the keyboard: all that a player may know, wherever in the action it happened."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import rulekit
from rulekit.cli.play import Session
from rulekit.core.record import Change, apply_change
from rulekit.core.step import Step
from rulekit.core.trace import Trace

SECRET = Step(0, None, "declare", ("QJ-4.4.41",), "B", {"move": "m01"})  # only B knows which
OPEN = Step(1, 0, "life", ("QJ-1.2",), "A", changes=(Change(("A", "life"), 25, 24),))


def told(*steps: Step) -> list[str] | None:
    position = rulekit.new_game("quanjiao", rulings={"QJ-R29": "hidden_until_declared"})
    secrets = position.game.steps.secrets(position.rulings.choices)
    kind = next(iter(kind for kind in secrets if not kind.startswith("decision.")))
    end = position.state.copy()
    for step in steps:
        for change in step.changes:
            apply_change(end, change)
    made = tuple(replace(step, kind=kind) if step is SECRET else step for step in steps)
    trace = Trace(position.game, position.rulings.changed, position.state, made, end)
    seen = Session(position, Random(1), None).told(trace, "A")
    return None if seen is None else [step.kind for step in seen]


def test_what_a_secret_step_opens_is_told() -> None:
    found = told(SECRET, OPEN)
    assert found is not None and "life" in found


def test_of_what_is_all_a_secret_nothing_is_told() -> None:
    assert told(SECRET) is None and told(SECRET, replace(OPEN, changes=())) is None
