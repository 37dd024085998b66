"""Positions and actions of 拳脚招式 at random, for the shared suite."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rulekit.core.action import CHANCE, Action
from rulekit.core.position import Position
from rulekit.games.quanjiao import GAME
from rulekit.games.quanjiao.board import CELLS, LIMBS, Place, accepts, cell_name
from rulekit.games.quanjiao.cards import sort_faces
from rulekit.games.quanjiao.moves import DEMO_MOVES
from rulekit.games.quanjiao.opening import demo_deck
from rulekit.games.quanjiao.placing import Entry, faults
from rulekit.games.quanjiao.state import PLAYERS, Player, State

__all__ = ["FORKS", "GAMES", "KINDS", "odd_actions", "pick", "random_state"]

#: Readings under which a decision is left to a player in the middle of a resolution.
FORKS = {"QJ-R38": "consent_needed"}

#: Every kind of decision that can be open in the middle.
KINDS = {"consent", "reshuffle"}

#: Random games in the normal run; thousands more at night.
GAMES = 20

COLUMNS = 5


def random_state(draw: Random) -> State:
    """Return a possible state in which somebody must act, most often with cards on the boards."""
    state = State(step=draw.choice(("setup", "draw", "place", "reveal", "reveal", "declare", "declare", "declare")))
    state.round = draw.choice((1, 1, 2, 7))
    for who in PLAYERS:
        _player(draw, state, state.player(who))
    if state.step == "draw":
        state.A.drawn = state.round > 1 and draw.random() < 0.3
    if state.step == "place":
        state.A.committed = draw.random() < 0.3
    if state.step != "declare":
        return state
    state.step = "reveal"
    position = Position(GAME, state).play(Action("table", "reveal"))
    for _ in range(draw.randint(0, 2)):
        legal = [a for a in position.legal_actions() if a.verb == "declare"]
        if legal:
            position = position.play(draw.choice(legal))
    made: State = position.state.copy()
    if made.A.done and made.B.done:
        made.A.done = False
    return made


def _player(draw: Random, state: State, player: Player) -> None:
    player.life = draw.choice((1, 3, 7, 12, 25))
    player.moves = tuple(draw.sample(sorted(DEMO_MOVES), draw.choice((1, 2, 3, 3))))
    cards = list(demo_deck())
    draw.shuffle(cards)
    if state.step == "setup":
        player.life_source = "" if player.life == 25 else "marker"
        player.deck = sort_faces(cards)
        return
    hand, rest = cards[:5], cards[5:]
    used = draw.choice((0, 0, 4, 8, 10))
    player.used, player.deck = sort_faces(rest[:used]), sort_faces(rest[used:])
    if state.step == "draw":
        kept = draw.randint(0, 4) if state.round > 1 else 0
        left = [*player.deck, *hand[kept:]]
        spent = draw.choice((0, 0, len(left) - 2))  # what leaves a pile too small to draw from alone
        player.hand, player.deck = sort_faces(hand[:kept]), sort_faces(left[spent:])
        player.used = sort_faces([*player.used, *left[:spent]])
        return
    player.drawn = True
    entries: list[Entry] = []
    for face in hand[: draw.randint(0, 5)]:
        row = draw.choice([r for r in range(len(LIMBS)) if accepts(r, face)])
        entry = Entry(face, cell_name(Place(row, draw.randint(1, COLUMNS))))
        if not faults([*entries, entry], hand, COLUMNS):
            entries.append(entry)
    for entry in entries:
        hand.remove(entry.face)
    player.hand = sort_faces(hand)
    player.committed = state.step != "place"
    entries.sort(key=lambda e: CELLS.index(e.cell))
    player.laid = tuple(f"{e.face}@{e.cell}" for e in entries)


def pick(legal: Sequence[Action], draw: Random) -> Action:
    """Return an action at random, committing sooner: a hand of 15 laid aimlessly is void for ever under QJ-R33."""
    commits = [a for a in legal if a.verb == "commit"]
    return draw.choice(commits if commits and draw.random() < 0.2 else legal)


def odd_actions(state: State, draw: Random) -> list[Action]:
    """Return actions of the game, most of them illegal here: every verb, with arguments right and wrong."""
    who = draw.choice(PLAYERS)
    move = draw.choice(sorted(DEMO_MOVES))
    cell = draw.choice(CELLS)
    return [
        Action(who, "begin"),
        Action("table", "begin", ("now",)),
        Action("table", "reveal", ("now",)),
        Action(who, "reveal"),
        Action(CHANCE, "draw", (who, "F3", "F3", "F3", "F3", "F3")),
        Action(CHANCE, "draw", ("C",)),
        Action(CHANCE, "draw"),
        Action(who, "draw", (who,)),
        Action(who, "swap", (move, "m01")),
        Action(who, "lay", ("F6", cell)),
        Action(who, "lay", ("F1", "LH9")),
        Action(who, "lay", ("L1", "LH1")),
        Action(who, "lay", ("F1",)),
        Action(who, "lay", ("Fist", "somewhere")),
        Action(who, "take", ("LH9",)),
        Action(who, "commit", ("now",)),
        Action(who, "place", ("F1-LH1",)),
        Action(who, "place", ("#9@LH1",)),
        Action(who, "place", ("L1@LH9",)),
        Action(who, "declare", (f"{move}@99",)),
        Action(who, "declare", (f"{move}@1", "LH1x9")),
        Action(who, "declare", (f"{move}@1~",)),
        Action(who, "declare", ("nothing",)),
        Action(who, "declare"),
        Action(who, "withdraw", ("m99",)),
        Action(who, "withdraw"),
        Action(who, "done", ("now",)),
        Action(who, "dance"),
        Action("C", "done"),
    ]
