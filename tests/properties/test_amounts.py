"""What a sentence says was gained or lost is what the position gained or lost."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

import pytest

from rulekit import Step
from rulekit.core.game import Game
from tests.properties.registry import every_game, random_position, random_rulings

#: By game and kind of step: the parameters that say by how much which field of whom rises (+) or falls (-).
#: `who` and `target` stand for the players of the step.
SAID: Mapping[str, Mapping[str, str]] = {
    "tangwu": {
        "income": "n +who.cost",
        "elixir.paid": "n +who.cost",
        "breath.healed": "n +who.hp",
        "disdain.fired": "n +who.cost, lost -target.cost",
        "cost.paid": "n -who.cost",
        "cost.gained": "n +who.cost",
        "cost.lost": "n -who.cost",
        "cost.doubled": "n +who.cost",
        "cost.emptied": "n -who.cost",
        "healed": "n +who.hp",
        "damage.taken": "amount -who.hp",
        "damage.blocked": "heal +who.hp",
    },
    "quanjiao": {"life.lost": "a_loses -A.life, b_loses -B.life"},
    "shengling": {
        "fatigue": "n -who.hp",
        "damage.direct": "n -who.hp",
        "damage.splash": "n -who.hp",
        "heal": "n +who.hp",
    },
}
SIGNED = re.compile(r"(?<!\})[+−]\{")  # `+{n}`, not the sum `{before}+{shown}`
POSITIONS = 1_500


def _risen(step: Step, who: str, field: str) -> int:
    found = [c for c in step.changes if c.path == (who, field)]
    return found[0].after - found[0].before if found else 0


def _false(step: Step, said: str) -> list[str]:
    """Return what a step says of an amount that its observed changes do not bear out."""
    wrong = []
    for part in said.split(", "):
        name, place = part.split()
        who, field = place[1:].split(".")
        whose = {"who": step.who, "target": step.params.get("target")}.get(who, who)
        risen = _risen(step, str(whose), field)
        if step.params[name] != (risen if place[0] == "+" else -risen):
            wrong.append(f"{step.kind}: {name}={step.params[name]}, but {whose}.{field} rose by {risen}")
    return wrong


@pytest.mark.parametrize("readings", [False, True], ids=["defaults", "readings"])
@every_game
def test_amounts_are_those_observed(game: Game, readings: bool) -> None:
    draw = Random(38)
    met = set()
    for _ in range(POSITIONS):
        at = random_position(game, draw, random_rulings(game, draw) if readings else {})
        for _ in range(3):
            legal = at.legal_actions()
            if not legal:
                break
            at, trace = at.play_traced(draw.choice(legal))
            for step in trace:
                if step.kind in SAID.get(game.id, {}):
                    met.add(step.kind)
                    assert _false(step, SAID.get(game.id, {})[step.kind]) == [], trace.phrasebook("en").step(step)
    assert met == set(SAID.get(game.id, {}))


@every_game
def test_every_number_gained_or_lost_is_looked_at(game: Game) -> None:
    """A sentence with a sign of its own before a parameter tells an amount, so it stands in the table above."""
    told = {kind for kind in game.steps.kinds if SIGNED.search(game.catalogue.template(kind, "en"))}
    assert told <= set(SAID.get(game.id, {}))
