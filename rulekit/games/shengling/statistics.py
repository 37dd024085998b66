"""Figures that follow from a position: powers as shown, fuel left, the duty, who may attack and block."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.games.shengling import limits
from rulekit.games.shengling.blocking import may_block
from rulekit.games.shengling.cards import faces
from rulekit.games.shengling.legality import attack_fault
from rulekit.games.shengling.state import PLAYERS, State
from rulekit.games.shengling.turn import duty
from rulekit.games.shengling.zones import power

__all__ = ["CLAUSES", "shade", "statistics"]

CLAUSES: Mapping[str, tuple[str, ...]] = {
    "fuel_ready": ("SL-5.1", "SL-4.7"),
    "duty": ("SL-5.9", "SL-5.26"),
    "attackers": ("SL-8.1", "SL-8.3", "SL-8.5"),
    "blockers": ("SL-9.3", "SL-9.4"),
    **{f"power{n}": ("SL-8.15", "SL-8.22") for n in range(1, limits.SLOTS + 1)},
    **{f"shade{n}": ("SL-8.20",) for n in range(1, limits.SLOTS + 1)},
}


def shade(printed: int, now: int) -> str:
    """Return how a power is shown: `green` above the printed one, `red` below, else `plain` (SL-8.20)."""
    return "green" if now > printed else "red" if now < printed else "plain"


def statistics(state: State, rulings: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Return the figures of both players; a slot without a creature has none."""
    return {who: _player(state, who, rulings) for who in PLAYERS}


def _player(state: State, who: str, rulings: Mapping[str, str]) -> dict[str, Any]:
    player = state.player(who)
    table = faces(state.own_cards)
    made: dict[str, Any] = dict.fromkeys(CLAUSES)
    for slot, creature in player.creatures():
        now = power(state, creature)
        made[f"power{slot}"] = now
        made[f"shade{slot}"] = shade(table[creature.card].power, now)
    creatures = [(f"{who}{slot}", c) for slot, c in player.creatures()]
    made["fuel_ready"] = len(player.fuel) - len(player.spent)
    made["duty"] = duty(player, rulings)
    made["attackers"] = [p for p, c in creatures if attack_fault(state, c, p, rulings) is None]
    made["blockers"] = [p for p, c in creatures if may_block(c, rulings)]
    return made
