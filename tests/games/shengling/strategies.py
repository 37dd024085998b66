"""Positions and actions of 生灵对决 at random, for the shared suite and the game's own properties."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from rulekit.core.action import ANSWER, CHANCE, Action
from rulekit.games.shengling import GAME, limits
from rulekit.games.shengling.cards import demo_cards, faces
from rulekit.games.shengling.decks import demo_deck
from rulekit.games.shengling.problems import problems
from rulekit.games.shengling.state import PLAYERS, Creature, Player, State, other
from tests.games.shengling.random_cards import random_cards

__all__ = ["FORKS", "GAMES", "KINDS", "odd_actions", "random_deck", "random_state"]

#: Readings under which more decisions are open in the middle than under the defaults.
FORKS = {"SL-R3": "controller_chooses", "SL-R33": "by_agreement", "SL-R34": "one_redraw"}

#: Every kind of decision that can be open in the middle.
KINDS = {
    "block",
    "draw_card",
    "first",
    "hand_limit",
    "order",
    "pick_creature",
    "pick_deck",
    "pick_fuel",
    "pick_hand",
    "redraw",
    "yes_no",
}

#: Random games in the normal run; thousands more at night.
GAMES = 14

STEPS = ("setup", "main1", "main1", "main1", "battle", "battle", "battle", "main2", "main2")


def random_deck(draw: Random, own: str = "", size: int | None = None) -> list[str]:
    """Return a legal deck in any order, own cards likelier than the others (SL-2.1, SL-2.2)."""
    known = sorted(faces(own))
    ours = [name for name in known if name not in faces("")]
    deck: Counter[str] = Counter()
    for _ in range(size or draw.randint(*limits.DECK)):
        free = [c for c in (ours if ours and draw.random() < 0.6 else known) if deck[c] < limits.COPIES]
        deck[draw.choice(free or [c for c in known if deck[c] < limits.COPIES])] += 1
    cards = list(deck.elements())
    draw.shuffle(cards)
    return cards


def random_state(draw: Random) -> State:
    """Return a possible state in which somebody must act, most often in the middle of a game."""
    while True:
        state = _state(draw)
        if not problems(state, GAME.defaults.choices):
            return state


def _state(draw: Random) -> State:
    own = random_cards(draw, draw.randint(1, 6), GAME.defaults.choices) if draw.random() < 0.5 else []
    state = State(step=draw.choice(STEPS), active=draw.choice(PLAYERS))
    state.own_cards = json.dumps(own, ensure_ascii=False, sort_keys=True) if own else ""
    state.first = draw.choice((None, *PLAYERS))
    if state.step != "setup":
        state.turn = draw.choice((1, 2, 5, 12))
        state.first = state.active if state.turn % 2 else other(state.active)
    for who in PLAYERS:
        cards = random_deck(draw, state.own_cards) if own or draw.random() < 0.7 else list(demo_deck())
        draw.shuffle(cards)
        _player(draw, state, who, cards)
    return state


def _player(draw: Random, state: State, who: str, cards: list[str]) -> None:
    player = state.player(who)
    if state.step != "setup":
        player.hp = draw.choice((1, 2, 5, 9, 10, 15, 20))
        _field(draw, state, who, cards)
        player.hand = _taken(cards, draw.choice((0, 1, 3, 3, 5, 5, 8, 23)))
        player.fuel = _taken(cards, draw.choice((0, 1, 3, 5, 8, 10)))
        player.spent = tuple(n for n in range(1, len(player.fuel) + 1) if draw.random() < 0.25)
        player.grave = _taken(cards, draw.randint(0, 4))
        if draw.random() < 0.15:
            player.grave, cards = (*player.grave, *cards), []
        player.quota = draw.choice((1, 1, 1, 2, 3))
        player.sacrificed = draw.choice((0, 0, min(1, player.quota), player.quota))
        player.duty_met = draw.random() < 0.1
    player.shuffled = len(set(cards)) > 1 and draw.random() < 0.5
    player.deck = tuple(sorted(cards) if player.shuffled else cards)


def _taken(cards: list[str], n: int) -> tuple[str, ...]:
    taken = tuple(cards[:n])
    del cards[:n]
    return taken


def _field(draw: Random, state: State, who: str, cards: list[str]) -> None:
    player: Player = state.player(who)
    table = faces(state.own_cards)
    slots = draw.sample(range(1, limits.SLOTS + 1), draw.choice((0, 1, 2, 3, 3, 4, 5)))
    for arrived, slot in enumerate(slots, 1):
        card = next((c for c in cards if table[c].creature), None)
        if card is None:
            return
        cards.remove(card)
        creature = Creature(card=card, tapped=draw.random() < 0.3, arrived=2 * arrived + (who == "B"))
        if draw.random() < 0.4:
            creature.bonus = draw.randint(0, 4)
            creature.reduction = draw.randint(0, max(0, table[card].power + creature.bonus - 1))
        creature.marked = draw.random() < 0.15
        creature.damage_bonus = draw.choice((0, 0, 0, 2))
        creature.entered = who == state.active and draw.random() < 0.2
        creature.attacked = draw.random() < 0.2 and (who != state.active or state.step != "main1")
        creature.blocked = who != state.active and state.step == "battle" and draw.random() < 0.2
        creature.used = tuple(f"{e.eid}@main1" for e in table[card].card.effects if draw.random() < 0.1)
        player.put(slot, creature)


def odd_actions(state: State, draw: Random) -> list[Action]:
    """Return actions of the game, most of them illegal here: every verb, with arguments right and wrong."""
    who = draw.choice(PLAYERS)
    card = draw.choice(demo_cards())
    hand = draw.choice(state.player(who).hand or ("稻草哨兵",))
    slot = f"{draw.choice(PLAYERS)}{draw.randint(1, limits.SLOTS)}"
    return [
        Action(who, "begin"),
        Action("table", "begin", ("now",)),
        Action("table", "end_turn"),
        Action(CHANCE, "end_turn"),
        Action("C", "end_turn"),
        Action(who, "play", (card.id,)),
        Action(who, "play", (card.number,)),
        Action(who, "play", (hand, slot)),
        Action(who, "play", (hand, "f1")),
        Action(who, "play", (hand, slot, slot)),
        Action(who, "play", ("没有这张卡",)),
        Action(who, "play"),
        Action(who, "sacrifice", (card.title("en"),)),
        Action(who, "sacrifice", (hand, f"f{draw.randint(0, 11)}")),
        Action(who, "sacrifice", (hand, slot)),
        Action(who, "sacrifice", (f"{hand}(-1†)",)),
        Action(who, "sacrifice"),
        Action(who, "activate", (slot,)),
        Action(who, "activate", (slot, "a")),
        Action(who, "activate", (slot, "z")),
        Action(who, "activate", ("A6",)),
        Action(who, "activate"),
        Action(who, "enter_battle", ("now",)),
        Action(who, "attack", (slot,)),
        Action(who, "attack", (slot, other(who))),
        Action(who, "attack", (slot, "B1")),
        Action(who, "attack", ("a1",)),
        Action(who, "attack"),
        Action(who, "end_battle", ("now",)),
        Action(who, "end_turn", ("now",)),
        Action(who, "end_turn"),
        Action(who, "surrender"),
        Action(who, "surrender", ("now",)),
        Action(who, "untap", (slot,)),
        Action(who, ANSWER, ("decline",)),
        Action(who, ANSWER, (slot,)),
    ]
