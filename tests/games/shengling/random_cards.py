"""Own cards of 生灵对决 at random: every timing, primitive, selector, condition and cost comes up."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rulekit.core.codec import from_json
from rulekit.games.shengling.cards import KEYWORDS, OPS, Card
from rulekit.games.shengling.issues import RESOLVED, TIMED, card_flaws

__all__ = ["random_card", "random_cards"]

Row = dict[str, Any]

CONDITIONS: Mapping[str, tuple[Any, ...]] = {
    "own_hp_at_most": (5, 10, 19),
    "own_hp_at_least": (3, 10),
    "own_hand_at_most": (0, 2, 5),
    "own_field_at_least": (1, 3),
    "enemy_field_at_least": (1, 2),
    "own_deck_empty": (True, False),
}
FILTERS: Mapping[str, tuple[Any, ...]] = {
    "tapped": (True, False),
    "max_power": (2, 4),
    "min_power": (2, 3),
    "max_cost": (1, 3),
    "keyword": KEYWORDS,
    "exclude_self": (True,),
}


def random_cards(draw: Random, n: int, rulings: Mapping[str, str]) -> list[Row]:
    """Return `n` cards without issue under these rulings, in the form of a file; names and numbers differ."""
    return [random_card(draw, i, rulings) for i in range(1, n + 1)]


def random_card(draw: Random, i: int, rulings: Mapping[str, str]) -> Row:
    """Return one card without issue, called `自创i`."""
    while True:
        row = _card(draw, i)
        if not any(card_flaws(from_json(Card, row), rulings)):
            return row


def _card(draw: Random, i: int) -> Row:
    row: Row = {"number": f"X-{i:02}", "name": {"zh": f"自创{i}", "en": f"Own card {i}"}, "cost": draw.randint(0, 4)}
    if draw.random() < 0.3:
        return {**row, "type": "strategy", "effects": [_effect(draw, "a", "active", strategy=True)]}
    row |= {"type": "creature", "power": draw.choice((0, 1, 1, 2, 3, 4, 6, 9))}
    row["keywords"] = [k for k in KEYWORDS if draw.random() < 0.3]
    timings = draw.choices((*RESOLVED, "static"), k=draw.randint(0, 2))
    timings = timings[:1] * len(timings) if draw.random() < 0.5 else timings  # two effects that share a moment
    row["effects"] = [_effect(draw, eid, timing) for eid, timing in zip("ab", timings, strict=False)]
    return row


def _effect(draw: Random, eid: str, timing: str, *, strategy: bool = False) -> Row:
    ops = [op for op in OPS if timing in TIMED.get(op, RESOLVED)]
    row: Row = {"eid": eid, "timing": timing, "ops": [_op(draw, draw.choice(ops), timing) for _ in range(_few(draw))]}
    if timing == "static":
        return row
    if timing != "active" and draw.random() < 0.4:
        row["optional"] = True
    if draw.random() < 0.3:
        row["limit"] = "once_per_turn"
    if draw.random() < 0.3:
        row["condition"] = _some(draw, CONDITIONS)
    if timing == "active" and not strategy and draw.random() < 0.6:
        row["cost"] = {draw.choice(("fuel_to_graveyard", "discard", "tap_fuel")): draw.randint(1, 2)}
    return row


def _few(draw: Random) -> int:
    return draw.choice((1, 1, 1, 2, 3))


def _some(draw: Random, known: Mapping[str, tuple[Any, ...]]) -> Row:
    return {key: draw.choice(known[key]) for key in draw.sample(sorted(known), draw.choice((1, 1, 2)))}


def _op(draw: Random, op: str, timing: str) -> Row:
    row: Row = {"op": op}
    if op in ("draw", "heal", "discard"):
        row["who"] = draw.choice(("self", "opponent", "both"))
    if op == "discard":
        row["who"] = draw.choice(("self", "opponent"))
        row |= draw.choice(({}, {"chooser": "random"}, {"chooser": "controller"}, {"chooser": "hand_owner"}))
    if op == "search":
        row |= draw.choice(({}, {"filter": {"type": "creature"}}, {"filter": {"max_cost": 1, "keyword": "unity"}}))
    if op in ("bounce", "destroy", "add_power", "reduce_power"):
        row["target"] = _target(draw, timing)
    if op == "reset_power":
        row["target"] = {"ref": "self"}
    if op not in ("bounce", "destroy", "reset_power", "battle_break"):
        row["n"] = draw.randint(1, 3)
    return row


def _target(draw: Random, timing: str) -> Row:
    refs = ("self", "attacker") if timing == "after_block" else ("self",)
    if draw.random() < 0.3:
        return {"ref": draw.choice(refs)}
    row: Row = {"side": draw.choice(("own", "enemy", "both")), "pick": draw.choice(("all", "choose", "choose"))}
    if row["pick"] == "choose":
        row["n"] = draw.choice((1, 1, 2))
    if draw.random() < 0.4:
        row["filter"] = _some(draw, FILTERS)
    return row
