"""Reads the conformance data: states, actions and counts of an independent implementation of 唐五.

Skills that came after it are banned everywhere, so that it can be compared with all the same.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rulekit.core.action import Action
from rulekit.core.codec import from_json
from rulekit.games.tangwu import GAME
from rulekit.games.tangwu.skills import SKILLS
from rulekit.games.tangwu.state import State

HERE = Path(__file__).parents[2] / "data" / "conformance"
RULINGS = {
    "TW-R21": "buff_off_charge_kept",
    "TW-R24": "greedy_same_first",
    "TW-R30": "void_cast",
    "TW-R33": "damage_114514",
}
PLAYERS = "AB"
SAME = (
    "荆棘 无敌 强化 鄙视 淬毒 假人唐化 幻雾 假人作战 假人已用 赌命已用 赌命额外行动已用 "
    "盈能 双倍圣水 呼吸回血 赌命 冰封 嘲讽 假人"
).split()
QUEUE = {"小烈焰": "灼烧", "淬毒": "毒"}
REASONS = {"hp-zero": "hp_zero", "duming-timeout": "bet_timeout", "no-action-draw": "quiet"}


def folder() -> Path:
    """Return the folder to test against: RULEKIT_CONFORMANCE, or the copy kept here."""
    return Path(os.environ.get("RULEKIT_CONFORMANCE") or HERE) / "tangwu"


def lines(name: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON lines of a file; none when the folder lacks it."""
    path = folder() / name
    if path.exists():
        yield from _lines(path)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)


@cache
def later_skills() -> tuple[str, ...]:
    """Return the skills that the copy kept here knows nothing of."""
    known = {word for line in _lines(HERE / "tangwu" / "steps.jsonl.gz") for word in line["do"]}
    return tuple(name for name in SKILLS if name not in known)


def start(first: int, bans: list[str]) -> State:
    """Return the opening with these bans."""
    made = GAME.start(first=PLAYERS[first], bans=tuple(bans)).copy()
    made.banned += later_skills()
    return made


def player(data: dict[str, Any]) -> dict[str, Any]:
    """Translate one player into our field names; fields unknown here raise."""
    status = dict(data["status"])
    made = {"hp": data["hp"], "cost": data["cost"], "digit": data["digit"], "streak": data["streak"]}
    made |= {"total": data["total_damage"], "turn_damage": data["turn_damage"]}
    made |= {name: status.pop(name) for name in SAME if name in status}
    delayed = []
    for name, amount in status.pop("延迟", []):
        assert amount == {"小烈焰": 2, "淬毒": 1}[name]
        delayed.append(QUEUE[name])
    steps = status.pop("七步", 0)
    if steps:
        delayed.append(f"七步{steps}")
    made["延迟"] = delayed
    made["尤里"] = status.pop("尤里", None) is not None
    assert not status, f"unknown statuses {status}"
    return made


def state(data: dict[str, Any], bans: tuple[str, ...] = ()) -> State:
    """Translate a state into ours."""
    chain = data["chain"]
    turn = data["turn"]
    controller = data["controller"]
    winner = data["winner"]
    kinds = chain["digits"]
    digits = kinds[:1] * (chain["count"] - len(kinds)) + kinds  # the data names kinds and a count, not an order
    made = {
        "turn": PLAYERS[turn],
        "step": data["step"],
        "controller": None if controller in (None, turn) else PLAYERS[controller],
        "A": player(data["players"][0]),
        "B": player(data["players"][1]),
        "chain": digits,
        "digit_cast": bool(digits),
        "linked_seven": chain["reached_seven"],
        "actions": data["actions_used"],
        "acted": data["acted_this_turn"],
        "hurt": data["hurt_this_turn"],
        "idle": data["quiet_turns"],
        "banned": [*dict.fromkeys(bans), *later_skills()],
        "result": "draw" if winner == "draw" else None if winner is None else PLAYERS[winner],
        "reason": REASONS[data["reason"]] if data["reason"] else None,
    }
    return from_json(State, made)


def facts(value: State, *, over: bool) -> State:
    """Return a copy with only what the data states: the chain as kinds and length, no marks of our own."""
    made = value.copy()
    kinds = tuple(sorted(set(made.chain)))
    made.chain = kinds[:1] * (len(made.chain) - len(kinds)) + kinds
    made.digit_cast = False
    for who in PLAYERS:
        # A dispelled charge is no status in the data; a later recast shows it.
        made.player(who).stored_charge = 0
        one = made.player(who)
        steps = tuple(e for e in one.delayed if e.startswith("七步"))
        one.delayed = tuple(e for e in one.delayed if not e.startswith("七步")) + steps
    if over:  # counters of the turn in progress carry no meaning once the game is over
        made.actions, made.chain, made.hurt, made.acted, made.idle = 0, (), False, False, 0
        made.linked_seven = False
    return made


def action(who: str, do: list[str]) -> Action:
    """Translate an action of the player on turn."""
    return Action(who, do[0], tuple(do[1:]))
