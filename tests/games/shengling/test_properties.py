"""What must hold in every game of 生灵对决, checked at every step of games at random under random readings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Any

import pytest

from rulekit import Action, Position
from rulekit.games.shengling import GAME
from rulekit.games.shengling.cards import faces
from rulekit.games.shengling.forecast import forecasts
from rulekit.games.shengling.state import PLAYERS, Creature, State, other, read_place
from tests.games.shengling.play import Look, belongings, play
from tests.games.shengling.strategies import random_state
from tests.properties.registry import random_rulings

pytestmark = pytest.mark.slow

NIGHTLY = 6_000
BATCHES = 30


class Watch:
    """Everything that must hold at every step of one game."""

    def __init__(self, rulings: Mapping[str, str]) -> None:
        self.rulings = rulings
        self.owned: dict[str, Counter[str]] = {}
        self.sacrifices = 0

    def __call__(self, state: State, kind: str) -> None:
        for who in PLAYERS:
            self.cards(state, who)
            self.player(state, who, kind)
        if kind == "turn_begin":
            self.sacrifices = 0
        if kind == "sacrifice":
            self.sacrifices += 1
            assert self.sacrifices <= state.player(state.active).quota, "SL-5.8"
        if kind == "settled":
            self.settled(state)

    def cards(self, state: State, who: str) -> None:
        """Check that every card is in exactly one place (SL-4.1)."""
        owned = belongings(state, who)
        assert owned == self.owned.setdefault(who, owned), f"cards of {who} came or went"

    def player(self, state: State, who: str, kind: str) -> None:
        player = state.player(who)
        assert player.hp <= 20, "SL-1.3"
        assert player.hp >= 0 or self.rulings["SL-R42"] == "negative", "SL-11.4"
        assert len(player.fuel) <= 10, "SL-5.17"
        assert list(player.spent) == sorted({*player.spent} & {*range(1, len(player.fuel) + 1)}), "SL-4.7"
        assert player.sacrificed <= player.quota, "SL-5.8"
        if kind == "turn_end" and who == state.active:
            assert len(player.hand) <= 20, "SL-7.6"

    def settled(self, state: State) -> None:
        """Check what holds only once an action is settled."""
        table = faces(state.own_cards)
        for who in PLAYERS:
            player = state.player(who)
            assert state.result is not None or not player.resolving, "SL-3.7"
            assert (player.hp > 0) or state.result is not None, "SL-1.1"
            for slot, creature in player.creatures():
                printed = table[creature.card].power
                power = printed + creature.bonus - creature.reduction
                unborn = printed == 0 and self.rulings["SL-R17"] == "allowed_until_reduced" and not creature.reduction
                assert power > 0 or unborn or state.result is not None, f"SL-8.19: {who}{slot}"
        if state.result is None:
            assert state.step in ("main1", "battle", "main2"), "SL-6.1"


def look(rulings: Mapping[str, str]) -> Look:
    return Watch(rulings)


def test_games() -> None:
    ends = Counter((end.result, end.reason) for end in (play(seed, look) for seed in range(36)))
    assert len(ends) > 1


@pytest.mark.nightly
@pytest.mark.parametrize("batch", range(BATCHES))
def test_many_games(batch: int) -> None:
    for seed in range(1000 + batch, 1000 + NIGHTLY, BATCHES):
        play(seed, look)


# -- the block window ---------------------------------------------------------------------------------


def battles(seed: int, n: int) -> Iterator[Position]:
    """Yield positions in which creatures can attack, every other one under readings at random."""
    draw = Random(seed)
    while n > 0:
        state = random_state(draw)
        readings = random_rulings(GAME, draw) if n % 2 else {}
        if state.step == "battle" and any(
            a.verb == "attack" for a in GAME.verbs.legal_actions(state, GAME.defaults.choices)
        ):
            n -= 1
            yield Position(GAME, state, GAME.defaults.replace(readings))


def attacks(position: Position) -> Iterator[tuple[Action, Position]]:
    for action in position.legal_actions():
        if action.verb == "attack":
            yield action, position.play(action)


def sets_by_hand(position: Position) -> set[str]:
    """Return every blocking set by asking each of all subsets, as the rule has it (SL-9.3 to SL-9.5)."""
    state, rulings = position.state, position.rulings
    who = other(state.active)
    row: list[Creature | None] = [getattr(state.player(who), f"slot{n}") for n in range(1, 6)]
    found = set()
    for size in range(1, 6):
        for slots in combinations(range(5), size):
            chosen = [row[i] for i in slots]
            if any(c is None or c.tapped for c in chosen):
                continue
            if rulings["SL-R39"] == "once_per_battle" and any(c is not None and c.blocked for c in chosen):
                continue
            united = [c is not None and "unity" in faces(state.own_cards)[c.card].card.keywords for c in chosen].count(
                True
            )
            most = size if rulings["SL-R6"] == "one_unity_enough" else 1
            if size == 1 or (united and size - united <= most):
                found.add(" ".join(f"{who}{i + 1}" for i in slots))
    return found


def test_the_block_window_offers_what_trying_every_subset_finds() -> None:
    seen: Counter[int] = Counter()
    for position in battles(61, 400):
        wanted = sets_by_hand(position)
        seen[len(wanted)] += 1
        for action, after in attacks(position):
            decision = after.decision
            if not wanted:
                assert decision is None or decision.kind != "block", action
                continue
            assert decision is not None and decision.kind == "block" and decision.who == other(action.who)
            assert len(decision.options) == len(wanted) + 1
            assert set(decision.options) == {*wanted, "decline"}
            every = {f"{decision.who}{n}" for n in range(1, 6)}
            for size in range(6):
                for chosen in map(" ".join, combinations(sorted(every), size)):
                    legal = after.why_illegal(Action(decision.who, "answer", (chosen,))) is None
                    assert legal is (chosen in wanted), chosen
            break
    assert {0, 1, 2, 3} <= set(seen) and max(seen) >= 11


# -- what comes of a block ----------------------------------------------------------------------------


def plain(draw: Random) -> State:
    """Return a battle between creatures whose cards have no effects, only keywords."""
    rows = [
        {
            "number": f"V-{n}",
            "name": {"zh": f"素{n}"},
            "type": "creature",
            "cost": 1,
            "power": power,
            "keywords": [k for k, on in (("unity", unity), ("splash", splash)) if on],
        }
        for n, (power, unity, splash) in enumerate(
            (p, u, s) for p in range(1, 7) for u in (True, False) for s in (True, False)
        )
    ]
    names = [row["name"]["zh"] for row in rows]  # type: ignore[index]
    state = State(step="battle", active=draw.choice(PLAYERS), turn=5, own_cards=json.dumps(rows, sort_keys=True))
    for who in PLAYERS:
        player = state.player(who)
        player.hp = draw.randint(1, 20)
        for slot in draw.sample(range(1, 6), draw.randint(1, 5)):
            creature = Creature(card=draw.choice(names), bonus=draw.choice((0, 0, 1, 3)), tapped=draw.random() < 0.2)
            creature.damage_bonus = draw.choice((0, 0, 2))
            if faces(state.own_cards)[creature.card].power + creature.bonus > 2:
                creature.reduction = draw.choice((0, 1, 2))
            player.put(slot, creature)
    return state


def fight(state: State, attacker: str, answer: str) -> dict[str, Any]:
    """Return what comes of an attack, in plain arithmetic (SL-7.16, SL-7.32, SL-8.10, SL-9.6 to SL-9.13)."""
    me, foe = attacker[0], other(attacker[0])
    cards = {row["name"]["zh"]: row for row in json.loads(state.own_cards)}

    def power(place: str) -> int:
        creature = getattr(state.player(place[0]), f"slot{place[1]}")
        return int(cards[creature.card]["power"] + creature.bonus - creature.reduction)

    blockers = [] if answer == "decline" else answer.split()
    attack, total = power(attacker), sum(map(power, blockers))
    fighter = getattr(state.player(me), f"slot{attacker[1]}")
    splash = "splash" in cards[fighter.card]["keywords"]
    lost = attack + fighter.damage_bonus if not blockers else max(0, attack - total) if splash else 0
    dead = []
    if blockers and attack >= total:
        dead += blockers
    if blockers and attack <= total:
        dead.append(attacker)
    left = max(0, state.player(foe).hp - lost)
    return {"hp": {me: state.player(me).hp, foe: left}, "dead": sorted(dead), "tapped": sorted({attacker, *blockers}),
            "result": me if left == 0 else None}  # fmt: skip


def outcome(before: State, after: State, involved: list[str]) -> dict[str, Any]:
    places = [f"{who}{slot}" for who in PLAYERS for slot, _ in before.player(who).creatures()]
    dead = [p for p in places if getattr(after.player(p[0]), f"slot{p[1]}") is None]
    for who in PLAYERS:
        gone = Counter(getattr(before.player(who), f"slot{p[1]}").card for p in dead if p[0] == who)
        assert Counter(after.player(who).grave) == gone
    tapped = [p for p in involved if p in dead or getattr(after.player(p[0]), f"slot{p[1]}").tapped]
    return {"hp": {who: after.player(who).hp for who in PLAYERS}, "dead": sorted(dead), "tapped": sorted(tapped),
            "result": after.result}  # fmt: skip


def test_what_comes_of_every_block_is_plain_arithmetic() -> None:
    draw = Random(62)
    found: Counter[str] = Counter()
    for _ in range(150):
        position = Position(GAME, plain(draw))
        assert position.problems() == []
        for action, open_ in attacks(position):
            attacker = action.args[0]
            told = {f.answer: f for f in forecasts(position.state, read_place(attacker), position.rulings.choices)}
            for answer in open_.decision.options if open_.decision is not None else ("decline",):
                after = open_ if open_.decision is None else open_.play(Action(other(action.who), "answer", (answer,)))
                wanted = fight(position.state, attacker, answer)
                assert outcome(position.state, after.state, wanted["tapped"]) == wanted, (position, action, answer)
                assert sorted(map(str, told[answer].destroyed)) == wanted["dead"]
                assert told[answer].result == wanted["result"] and told[answer].open is None
                foe = other(action.who)
                assert told[answer].damage == position.state.player(foe).hp - wanted["hp"][foe]
                found["game over" if wanted["result"] else f"{len(wanted['dead'])} dead"] += 1
    assert all(found[kind] > 20 for kind in ("game over", "0 dead", "1 dead", "2 dead", "3 dead")), found


def test_illegal_sets_are_told_as_illegal() -> None:
    for position in battles(63, 60):
        wanted = sets_by_hand(position)
        for action, _ in attacks(position):
            told = forecasts(position.state, read_place(action.args[0]), position.rulings.choices)
            assert {f.answer for f in told if f.refusal is None} == {*wanted, "decline"}
            assert len({f.answer for f in told}) == len(told)
