"""The games under test, and what each of them contributes: positions and odd actions at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from importlib import import_module
from importlib.resources import files
from pathlib import Path as FilePath
from random import Random
from typing import Any, Protocol, cast

import pytest

from rulekit import GAMES, Action, Position, load_game
from rulekit.core.game import Game
from rulekit.core.record import FieldSpec, Path, Record
from rulekit.games import known_games
from tests.nim import GAME as NIM
from tests.support import ROOT

__all__ = ["Samples", "every_game", "leaves", "pick", "random_position", "random_rulings", "samples", "scenarios"]


class Samples(Protocol):
    """What `tests/games/<game>/strategies.py` offers; and `pick` where an action at random leads nowhere.

    A game whose secrets the next action opens also says how many pairs of positions that differ in them can be found:
    `LEAST`, see `test_secrecy`.
    """

    GAMES: int  # random games in the normal run, so many that more find nothing new
    FORKS: Mapping[str, str]  # readings that leave decisions open in the middle
    KINDS: Set[str]  # the kinds of all those decisions

    @staticmethod
    def random_state(draw: Random) -> Any:
        """Return a possible state in which somebody must act."""

    @staticmethod
    def odd_actions(state: Any, draw: Random) -> list[Action]:
        """Return actions that mostly are illegal in `state`."""


#: Games from outside are tried as well, see RULEKIT_GAMES.
ALL = {game.id: game for game in [NIM, *map(load_game, known_games())]}

every_game = pytest.mark.parametrize("game", ALL.values(), ids=ALL)


def samples(game: Game) -> Samples:
    """Return the generators of a game; one from outside brings its own."""
    package = f"tests.games.{game.id}" if game.id in GAMES else game.package
    return cast(Samples, import_module(f"{package}.strategies"))


def scenarios(game: Game) -> FilePath:
    """Return the folder with the scenarios of a game; one from outside brings its own."""
    return ROOT / "scenarios" / game.id if game.id in GAMES else FilePath(str(files(game.package))) / "scenarios"


def pick(game: Game, legal: Sequence[Action], draw: Random) -> Action:
    """Return one of the legal actions, as the game's own strategies pick it, else each as likely as the others."""
    chosen: Action = getattr(samples(game), "pick", lambda some, by: by.choice(some))(legal, draw)
    return chosen


def random_position(game: Game, draw: Random, rulings: Mapping[str, str] | None = None) -> Position:
    """Return a position in which somebody must act and that is possible under the rulings."""
    while True:
        position = Position(game, samples(game).random_state(draw), game.defaults.replace(rulings or {}))
        if not position.problems():
            return position


def random_rulings(game: Game, draw: Random, chance: float = 0.3) -> dict[str, str]:
    """Return a random set of readings, each ruling off its default with the given chance."""
    return {
        ruling.id: draw.choice([o.key for o in ruling.options if o.key != ruling.default])
        for ruling in game.rulebook.rulings.values()
        if len(ruling.options) > 1 and draw.random() < chance
    }


def leaves(record: Record, path: Path = ()) -> Iterator[tuple[Record, FieldSpec, Path]]:
    """Yield every field that holds no record, with its owner and its path; also one that may hold a record."""
    for spec in record.FIELDS:
        value = getattr(record, spec.name)
        if spec.kind == "record":
            yield from leaves(value, (*path, spec.label))
        elif spec.kind == "maybe":
            yield record, spec, (*path, spec.label)
            yield from leaves(value, (*path, spec.label)) if value is not None else ()
        elif spec.kind == "records":
            for i, item in enumerate(value):
                yield from leaves(item, (*path, spec.label, i))
        else:
            yield record, spec, (*path, spec.label)
