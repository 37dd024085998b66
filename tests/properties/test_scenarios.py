"""Every scenario file of a game: its traces have the properties that random ones have."""

from __future__ import annotations

import re
from functools import cache

import pytest

from rulekit.core.game import Game
from rulekit.core.scenario import Scenario, find, load, run
from rulekit.core.show.printers import text_tree
from tests.properties.checks import check_action, check_debugger, check_trace
from tests.properties.registry import every_game, scenarios
from tests.support.positions import check_refusal


@cache
def _scenarios(game: Game) -> list[Scenario]:
    return [load(path) for path in find([scenarios(game)])]


@every_game
def test_every_action_of_every_scenario(game: Game) -> None:
    cases = _scenarios(game)
    assert cases
    for scenario in cases:
        readings = [scenario.rulings, *(r.rulings for r in scenario.readings)]
        for rulings in readings:
            ran = run(scenario, rulings)
            refused = {r.play for r in ran.refusals}
            for i, (position, after) in enumerate(zip(ran.positions, ran.positions[1:], strict=False)):
                action = scenario.play[i].action
                if i in refused:
                    check_refusal(position, action)
                    assert after == position
                else:
                    assert check_action(position, action, possible=False) == after
            for trace in ran.traces:
                check_debugger(trace)
            if ran.trace is not None and ran.positions[-1].pending is None and ran.error is None:
                check_trace(ran.trace)
                assert ran.trace.state_at(len(ran.trace) - 1) == ran.positions[-1].state
            if ran.error is not None:
                check_refusal(ran.positions[-1], scenario.play[len(ran.positions) - 1].action)


@every_game
def test_no_key_of_the_program_is_shown_in_chinese(game: Game) -> None:
    """What a person reads names rulings, effects and chance in words; a file's own text may hold what it likes."""
    for scenario in _scenarios(game):
        ran = run(scenario)
        end = ran.positions[-1]
        told = [game.view.position_text(end, "zh"), *(text_tree(trace, "zh") for trace in ran.traces)]
        for word in re.findall(r"[\w@=]*[a-z]{3,}[\w@=]*", "\n".join(told), re.ASCII):
            if word != "buff" and word not in str(scenario.given):
                blanks = {
                    f"{{{name}}} of {step.kind}"
                    for trace in ran.traces
                    for step in trace
                    for name, value in step.params.items()
                    if word in str(value)
                }
                pytest.fail(f"{scenario.file}: {word}; to be worded: {', '.join(sorted(blanks))}")
