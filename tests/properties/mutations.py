"""Scenario files spoilt at random: parts deleted, doubled, swapped, taken from other files or replaced by anything."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from rulekit.core.game import Game
from rulekit.core.source import read_file
from tests.properties.registry import random_rulings, scenarios

__all__ = ["documents", "mutated", "spoilt"]

ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 5, 9, 12, 24, 60, 99, 10**18, "", "?", "x", "A", "B", "draw", "none", "A1", "B5",
    "f3", "LH1", "ZZ9", "F1", "F2@LH1", "L9", "m01", "m01@1", "m01@1 LH1x1", "{a0}", "<b>", "\u202e", [], {},
    [[]], {"x": 1},
)  # fmt: skip
LETTERS = "0123456789ABFLHRx@~#.:,-[]{}'\"！牌\u00a0\t\n\x9b"
Place = tuple[Any, Any]  # a mapping or list and a key or index of it


@cache
def documents(game: Game) -> tuple[dict[str, Any], ...]:
    """Return what the scenario files of a game hold."""
    return tuple(read_file(path).data for path in sorted(scenarios(game).glob("*.yaml")))


@cache
def _parts(game: Game) -> dict[str, list[Any]]:
    """Return by key what stands under it in the files of a game."""
    found: dict[str, list[Any]] = {}
    for document in documents(game):
        for holder, key in _places(document):
            if isinstance(key, str):
                found.setdefault(key, []).append(holder[key])
    return found


def _places(data: Any) -> Iterator[Place]:
    """Yield every place inside a document."""
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from _places(data[key])


def mutated(game: Game, draw: Random) -> dict[str, Any]:
    """Return a scenario file's document with a few things about it changed, most of them in the set-up."""
    document = copy.deepcopy(draw.choice(documents(game)))
    document["allow_impossible"] = draw.random() < 0.6
    for key in ("then", "readings"):  # what no longer comes true says nothing
        if draw.random() < 0.7:
            document.pop(key, None)
    if draw.random() < 0.3:
        document["rulings"] = random_rulings(game, draw)
    for _ in range(draw.choice((1, 1, 2, 3, 5))):
        part = document.get(draw.choice(("given", "given", "given", "play"))) if draw.random() < 0.9 else None
        places = list(_places(part or document))
        if places:
            _mutate(game, *draw.choice(places), draw)
    return document


def spoilt(text: str, draw: Random) -> str:
    """Return a text with one letter gone, doubled or another."""
    at = draw.randrange(len(text) + 1)
    return text[:at] + draw.choice(("", text[at : at + 1] * 2, draw.choice(LETTERS))) + text[at + 1 :]


def _mutate(game: Game, holder: Any, key: Any, draw: Random) -> None:
    match draw.choice(("delete", "double", "odd", "other", "shift", "add", "swap", "letter")):
        case "delete":
            del holder[key]
        case "double" if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        case "odd":
            holder[key] = copy.deepcopy(draw.choice(ODD))
        case "other" if isinstance(key, str):
            holder[key] = copy.deepcopy(draw.choice(_parts(game).get(key, [None])))
        case "shift" if isinstance(holder[key], int):
            holder[key] = holder[key] + draw.choice((-2, -1, 1, 2))
        case "add" if isinstance(holder, dict):
            name = draw.choice(sorted(_parts(game)))
            holder[name] = copy.deepcopy(draw.choice(_parts(game)[name]))
        case "letter" if isinstance(holder[key], str):
            holder[key] = spoilt(holder[key], draw)
        case "swap":
            other = draw.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
            holder[key], holder[other] = holder[other], holder[key]
