"""Exploring: counts of what can follow a position, every position within reach, and random games."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulekit.core.action import CHANCE, Action, Decision
from rulekit.core.errors import RulekitError
from rulekit.core.game import Game
from rulekit.core.playthrough import Playthrough
from rulekit.core.position import Position
from rulekit.core.resolution import Resolution, TracedResolution

__all__ = ["CAP", "RandomPlay", "perft", "random_game", "random_play", "reachable"]

CAP = 20_000  # actions; a random game of any system here is far shorter

Progress = Callable[[int, int, int], None]  # depth from 1, positions of that depth done, of how many


@dataclass(frozen=True, slots=True)
class RandomPlay:
    """What a run of random play did: how many actions, and how many games came to their end."""

    actions: int
    games: int


def perft(
    position: Position,
    depth: int,
    *,
    progress: Progress | None = None,
    visit: Callable[[Position], None] | None = None,
) -> list[int]:
    """Return the number of leaves at depth 1, 2, … `depth`.

    Every legal action (every answer, while a decision is open) is an edge; a finished game counts as one leaf
    at every deeper depth.  Equal positions are expanded once and counted as often as they are reached.  What
    nature may draw counts once for each result, however likely; `visit` is told of every position expanded.

    >>> from rulekit import new_game
    >>> perft(new_game("tangwu", first="A", bans=("98K", "尤里")), 4)
    [2, 10, 23, 68]
    """
    counts: list[int] = []
    finished = 0
    layer: dict[Any, tuple[Position, int]] = {position.key(): (position, 1)}
    for level in range(1, depth + 1):
        below: dict[Any, tuple[Position, int]] = {}
        for done, (here, times) in enumerate(layer.values()):
            if progress is not None and not done % 256:
                progress(level, done, len(layer))
            actions = here.legal_actions()
            if visit is not None:
                visit(here)
            if not actions:
                finished += times
            for action in actions:
                after = here.play(action)
                key = after.key()
                known = below.get(key)
                below[key] = (after, times) if known is None else (known[0], known[1] + times)
        counts.append(finished + sum(times for _, times in below.values()))
        if progress is not None:
            progress(level, len(layer), len(layer))
        layer = below
    return counts


def reachable(position: Position, depth: int) -> dict[Position, tuple[Action, ...]]:
    """Return every distinct position at most `depth` actions away, each with a shortest way to it.

    The position itself comes first; the order is that of the search and always the same.
    """
    found: dict[Position, tuple[Action, ...]] = {position: ()}
    layer = [position]
    for _ in range(depth):
        below: list[Position] = []
        for here in layer:
            for action in here.legal_actions():
                after = here.play(action)
                if after not in found:
                    found[after] = (*found[here], action)
                    below.append(after)
        layer = below
    return found


def _drawn(position: Position, legal: Sequence[Action], draw: random.Random) -> Action:
    """Draw one action: each is equally likely, but nature's are as likely as the game says."""
    if legal[0].who != CHANCE:
        return legal[draw.randrange(len(legal))]
    return draw.choices(legal, position.weights(legal))[0]


def random_game(
    game: Game,
    seed: int,
    *,
    rulings: Mapping[str, str] | None = None,
    cap: int = CAP,
    start: Position | None = None,
) -> Playthrough:
    """Play one game at random to its end; the same seed gives the same game everywhere.

    Raises RulekitError (`endless` or `repeats`) when `cap` actions did not end it: a position that came up
    again is named with the length of the loop.
    """
    draw = random.Random(seed)
    if start is None:
        chosen = game.defaults.replace(rulings or {})
        start = Position(game, game.start(rulings=chosen.choices), chosen)
    elif rulings:
        start = start.under(rulings)
    played = Playthrough(start, traced=False)
    seen: dict[int, int] = {}
    loop = n = 0
    while legal := (position := played.position).legal_actions():
        if n >= cap:
            if loop:
                raise RulekitError("repeats", seed=seed, n=n, loop=loop)
            raise RulekitError("endless", seed=seed, n=n)
        mark = hash(position)
        loop = loop or (n - seen[mark] if mark in seen else 0)
        seen[mark] = n
        played.play(_drawn(position, legal, draw))
        n += 1
    return played


class _Drawn(Resolution):
    """A run in which every decision is drawn on the spot, so that no copy is needed to run again."""

    __slots__ = ("draw",)
    draw: random.Random

    def choose(self, decision: Decision) -> Any:
        options = decision.options
        answer = (
            self.draw.choices(options, decision.weights)[0]
            if decision.weights
            else options[self.draw.randrange(len(options))]
        )
        self.step(f"choice.{decision.kind}", *decision.clauses, who=decision.who, answer=answer)
        return answer


class _DrawnTraced(TracedResolution):
    """The same with a trace."""

    __slots__ = ("draw",)
    draw: random.Random

    choose = _Drawn.choose


def random_play(
    game: Game, n_actions: int, seed: int, traced: bool = False, *, rulings: Mapping[str, str] | None = None
) -> RandomPlay:
    """Play `n_actions` random actions as fast as the game allows, one game after another.

    The state is changed in place and no position is kept: this is the measure of a resolver's speed.
    """
    draw = random.Random(seed)
    choices = game.defaults.replace(rulings or {}).choices
    kind: Any = _DrawnTraced if traced else _Drawn
    state: Any = game.start(rulings=choices)
    done = games = 0
    while done < n_actions:
        legal = game.verbs.legal_actions(state, choices)
        if not legal:
            games += 1
            state = game.start(rulings=choices)
            continue
        run = kind(state, choices)
        run.draw = draw
        if legal[0].who == CHANCE:
            pick = draw.choices(legal, game.weights(state, legal, choices))[0]
        else:
            pick = legal[int(draw.random() * len(legal))]
        game.resolve(run, pick)
        done += 1
    return RandomPlay(done, games)
