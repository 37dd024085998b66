"""Whole games of 生灵对决 at random, everything looked at after every step."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from rulekit.core.action import Decision
from rulekit.core.resolution import TracedResolution
from rulekit.games.shengling import GAME
from rulekit.games.shengling.state import PLAYERS, State
from tests.games.shengling.random_cards import random_cards
from tests.games.shengling.strategies import random_deck
from tests.properties.registry import random_rulings

__all__ = ["CAP", "belongings", "opening", "play"]

CAP = 5_000  # actions; most games take some hundreds
Look = Callable[[State, str], None]  # told the state at every step, and the step's kind


class _Watched(TracedResolution):
    """A traced run that draws every decision on the spot and shows the state at every step."""

    __slots__ = ("draw", "look")
    draw: Random
    look: Look

    def choose(self, decision: Decision) -> Any:
        weights = decision.weights or (1,) * len(decision.options)
        answer = self.draw.choices(decision.options, weights)[0]
        self.step(f"choice.{decision.kind}", *decision.clauses, who=decision.who, answer=answer)
        return answer

    def _record(self, kind: str, *rest: Any) -> int:
        self.look(self.state, kind)
        made = super()._record(kind, *rest)
        assert self.steps[made].happened or not self.steps[made].changes, (
            f"{kind} did not happen, yet changed something"
        )
        return made


def opening(draw: Random, rulings: Mapping[str, str]) -> State:
    """Return a start with random decks, every other time with own cards that these readings allow."""
    state = State(first=draw.choice((None, *PLAYERS)))
    if draw.random() < 0.7:
        rows = random_cards(draw, draw.randint(3, 12), {**GAME.defaults.choices, **rulings})
        state.own_cards = json.dumps(rows, ensure_ascii=False, sort_keys=True)
    for who in PLAYERS:
        player = state.player(who)
        player.shuffled = draw.random() < 0.5
        deck = random_deck(draw, state.own_cards)
        player.deck = tuple(sorted(deck) if player.shuffled else deck)
    return state


def belongings(state: State, who: str) -> Counter[str]:
    """Return the cards of a player over all zones, by name alone."""
    player = state.player(who)
    cards = [*player.fuel, *player.hand, *player.deck, *player.grave, *filter(None, [player.resolving])]
    return Counter([c.partition("(")[0] for c in cards] + [c.card for _, c in player.creatures()])


def play(seed: int, look: Callable[[Mapping[str, str]], Look]) -> State:
    """Play one game at random, under random readings in two of three; returns its last state.

    In one of six nobody uses cards or attacks for the first 80 turns, unless SL-R26 makes them, so that hands fill
    up and decks run out; without end it would be, as two points healed a turn are the two that fatigue takes.
    `look` is told the readings once and returns what is called at every step, and with the kind "settled"
    after every action.
    """
    draw = Random(seed)
    readings = random_rulings(GAME, draw) if seed % 3 else {}
    rulings = {**GAME.defaults.choices, **readings}
    state = opening(draw, readings)
    watch = look(rulings)
    hoarding = seed % 6 == 5 and rulings["SL-R26"] == "players_choice"
    for _ in range(CAP):
        legal = GAME.verbs.legal_actions(state, rulings)
        if not legal:
            return state
        rare = {"surrender"} if draw.random() < 0.95 else set()
        rare |= {"play", "attack"} if hoarding and state.turn < 80 else set()
        legal = [a for a in legal if a.verb not in rare] or legal
        run = _Watched(state, rulings)
        run.draw, run.look = draw, watch
        GAME.resolve(run, draw.choice(legal))
        watch(state, "settled")
    raise AssertionError(f"the game of seed {seed} did not end")
