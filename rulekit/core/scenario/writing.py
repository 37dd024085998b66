"""Writing scenario files: text that reads back equal, saved whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulekit.core.action import ANSWER
from rulekit.core.game import Game
from rulekit.core.saving import save_text
from rulekit.core.scenario.model import Play, Scenario
from rulekit.core.source import write

__all__ = ["dumps", "save", "to_data"]

_BLOCK = frozenset(("given", "play", "then", "readings"))


def to_data(scenario: Scenario) -> dict[str, Any]:
    """Return a scenario as the plain data its file holds."""
    data: dict[str, Any] = {"game": scenario.game.id, "title": dict(scenario.title)}
    if scenario.case is not None:
        data["case"] = scenario.case
    if scenario.tags:
        data["tags"] = list(scenario.tags)
    if scenario.allow_impossible:
        data["allow_impossible"] = True
    data["rulings"] = dict(scenario.rulings)
    if scenario.note:
        data["note"] = dict(scenario.note)
    data["given"] = dict(scenario.given)
    data["play"] = [_play_out(scenario.game, p) for p in scenario.play]
    if scenario.then.stated:
        data["then"] = scenario.then.to_json()
    if scenario.readings:
        data["readings"] = [{"rulings": dict(r.rulings), "then": dict(r.data)} for r in scenario.readings]
    return data


def _play_out(game: Game, play: Play) -> dict[str, Any]:
    who, verb, args = play.action
    value: Any = {ANSWER: args[0]} if verb == ANSWER and len(args) == 1 else game.format(play.action)
    made: dict[str, Any] = {who: value}
    if play.by is not None:
        made["by"] = play.by
    if play.rejected is not None:
        made["rejected"] = {"clause": play.rejected}
    return made


def dumps(scenario: Scenario) -> str:
    """Return a scenario as the text of a file that loads back equal."""
    return write(to_data(scenario), block=_BLOCK)


def save(path: Path | str, scenario: Scenario, *, overwrite: bool = False) -> None:
    """Write a scenario file whole or not at all; see `rulekit.core.saving.save_text`."""
    save_text(path, dumps(scenario), overwrite=overwrite)
