"""Why a position of 生灵对决 is impossible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulekit.core.bounds import out_of_bounds
from rulekit.core.errors import Problem
from rulekit.games.shengling import limits
from rulekit.games.shengling.cards import Face, faces
from rulekit.games.shengling.memory import kept
from rulekit.games.shengling.setup import deck_fault
from rulekit.games.shengling.state import PLAYERS, SLOTS, STEPS, Creature, Player, State, other
from rulekit.games.shengling.unreadable import flawed, misread
from rulekit.games.shengling.zones import power

__all__ = ["fill_in", "problems"]


def problems(state: State, rulings: Mapping[str, str]) -> list[Problem]:
    """Return every reason in field order, cards of the position first: nothing else means anything without them."""
    found = list(misread(state)) or list(flawed(state, rulings))
    if found:
        return found
    table = faces(state.own_cards)
    for who in PLAYERS:
        player = state.player(who)
        found += out_of_bounds(player, (who,), state.step)
        found += _zones(state, who, table, rulings)
        found += _fuel(player, who)
        found += _field(state, who, table, rulings)
        found += _setup(state, who, table)
    found += out_of_bounds(state, (), state.step)
    found += _turn(state)
    found += _life(state, rulings)
    found += _result(state, rulings)
    return found


def _zones(state: State, who: str, table: Mapping[str, Face], rulings: Mapping[str, str]) -> Iterator[Problem]:
    player = state.player(who)
    for zone in ("fuel", "hand", "deck", "grave"):
        for i, card in enumerate(getattr(player, zone)):
            name, reduction, marked = kept(card) if zone == "hand" else (card, 0, False)
            if reduction and rulings["SL-R14"] == "cleared":
                yield Problem("hand_keeps", "SL-4.11", where=(who, zone, i), who=who, card=card)
            if marked and rulings["SL-R15"] == "mark_lost":
                yield Problem("hand_keeps", "SL-10.8", where=(who, zone, i), who=who, card=card)
            if (reduction or marked) and not table[name].creature:
                yield Problem("strategy_keeps", "SL-4.11", where=(who, zone, i), who=who, card=card)
    total = sum(len(getattr(player, z)) for z in ("fuel", "hand", "deck", "grave")) + len(player.creatures())
    total += bool(player.resolving)
    if total > limits.DECK[1] and state.step != "setup":  # there `_setup` looks at the deck itself
        yield Problem("too_many_cards", "SL-2.1", who=who, n=total, most=limits.DECK[1])


def _fuel(player: Player, who: str) -> Iterator[Problem]:
    if len(player.fuel) > limits.COST_ZONE:
        yield Problem("zone_full", "SL-5.17", where=(who, "fuel"), who=who, n=len(player.fuel), most=limits.COST_ZONE)
    if any(not 1 <= p <= len(player.fuel) for p in player.spent) or list(player.spent) != sorted({*player.spent}):
        yield Problem("spent", "SL-4.7", where=(who, "spent"), who=who, spent=player.spent, n=len(player.fuel))
    if player.sacrificed > player.quota:
        yield Problem(
            "beyond_quota", "SL-5.8", where=(who, "sacrificed"), who=who, n=player.sacrificed, quota=player.quota
        )


def _field(state: State, who: str, table: Mapping[str, Face], rulings: Mapping[str, str]) -> Iterator[Problem]:
    for slot, creature in state.player(who).creatures():
        where: tuple[Any, ...] = (who, SLOTS[slot - 1])
        params = {"who": who, "place": f"{who}{slot}", "card": creature.card}
        yield from out_of_bounds(creature, where, state.step)
        if not table[creature.card].creature:
            yield Problem("no_creature_card", "SL-3.7", where=where, **params)
            continue
        if power(state, creature) == 0 and (creature.reduction or rulings["SL-R17"] == "not_allowed"):
            yield Problem("powerless", "SL-8.19", where=where, **params)
        yield from _moments(state, who, creature, where, params)
        if creature.entered and creature.attacked and not table[creature.card].haste:
            yield Problem("attacked_at_once", "SL-8.3", where=(*where, "attacked"), **params)


def _moments(
    state: State, who: str, creature: Creature, where: tuple[Any, ...], params: Mapping[str, Any]
) -> Iterator[Problem]:
    if creature.attacked and who == state.active and state.step == "main1":  # it stays through the opponent's turn
        yield Problem("attacked_early", "SL-8.7", where=(*where, "attacked"), **params)
    steps = [used.partition("@")[2] for used in creature.used]
    if any(STEPS.index(step) > STEPS.index(state.step) for step in steps if step):
        yield Problem("used_later", "SL-7.10", where=(*where, "used"), **params)
    if creature.blocked and (state.step != "battle" or who == state.active):
        yield Problem("blocked_outside", "SL-9.4", where=(*where, "blocked"), **params)


def _setup(state: State, who: str, table: Mapping[str, Face]) -> Iterator[Problem]:
    if state.step != "setup":
        return
    player = state.player(who)
    fault = deck_fault(player.deck, table)
    if fault is not None:
        yield Problem(fault.code, fault.clauses[0], where=(who, "deck"), who=who, **fault.params)
    if player.hand or player.fuel or player.grave or player.creatures():
        yield Problem("not_empty_yet", "SL-2.10", where=(who,), who=who)
    if player.hp != limits.START_HP:
        yield Problem("start_hp", "SL-1.2", where=(who, "hp"), who=who, hp=player.hp, start=limits.START_HP)


def _life(state: State, rulings: Mapping[str, str]) -> Iterator[Problem]:
    down = [who for who in PLAYERS if state.player(who).hp <= 0]
    for who in PLAYERS:
        if state.player(who).resolving and state.result is None:  # a strategy that ends the game stays where it is
            card = state.player(who).resolving
            yield Problem("resolving", "SL-3.7", where=(who, "resolving"), who=who, card=card)
        if state.player(who).hp < 0 and rulings["SL-R42"] == "floor_zero":
            yield Problem("negative_hp", "SL-11.4", where=(who, "hp"), who=who, hp=state.player(who).hp)
    if down and state.result is None:
        yield Problem("dead_plays_on", "SL-11.3", where=(down[0], "hp"), who=down[0])
    if state.result is None and state.step in ("untap", "draw", "end"):
        yield Problem("automatic_step", "SL-6.1", where=("step",), step=state.step)


def _turn(state: State) -> Iterator[Problem]:
    """The players take turns, whoever went first (SL-6.7)."""
    if state.step == "setup":
        return
    if state.turn == 0:
        yield Problem("no_turn", "SL-6.7", where=("turn",))
    elif state.first is not None and (state.active == state.first) != (state.turn % 2 == 1):
        params = {"turn": state.turn, "first": state.first, "who": other(state.active)}
        yield Problem("not_the_turn", "SL-6.7", where=("active",), **params)


def _result(state: State, rulings: Mapping[str, str]) -> Iterator[Problem]:
    """A result has its reason, and the reason the lives it needs (SL-1.1, SL-11.2, SL-11.5)."""
    if state.result is None or state.reason is None:
        if state.reason is not None:
            yield Problem("reason_without_result", "SL-11.3", where=("reason",), reason=state.reason)
        if state.result is not None:
            yield Problem("no_reason", "SL-11.3", where=("result",))
        return
    if state.reason == "surrender":
        if rulings["SL-R41"] == "not_a_rule" or state.result == "draw":
            yield Problem("no_surrender", "SL-11.5", where=("reason",))
        return
    down = [who for who in PLAYERS if state.player(who).hp <= 0]
    for who in PLAYERS:
        if who not in down and who != state.result:
            yield Problem("loser_lives", "SL-1.1", where=("result",), who=who, hp=state.player(who).hp)
    both = {"draw": "draw", "active_player_wins": state.active}.get(rulings["SL-R22"], other(state.active))
    if len(down) == 2 and state.result != both:
        yield Problem("both_down", "SL-11.2", where=("result",), result=state.result, due=both)
    elif down == [state.result]:
        yield Problem("winner_down", "SL-1.1", where=("result",), who=state.result)


def fill_in(given: dict[str, Any], rulings: Mapping[str, str]) -> dict[str, Any]:
    """Fill in what given fields imply: past the setup the game is in a turn."""
    made = dict(given)
    if made.get("step", "setup") != "setup" and "turn" not in made:
        made["turn"] = 5
    return made
