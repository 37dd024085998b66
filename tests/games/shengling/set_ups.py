"""Positions of 生灵对决 to try what is not allowed in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import rulekit
from rulekit import Position

SENTRY, VOLE, GUARDS = "稻草哨兵", "抱团田鼠", "同心双卫"


def position(rulings: Mapping[str, str] | None = None, **given: Any) -> Position:
    return rulekit.setup("shengling", given, rulings)


def on(card: str, **more: Any) -> dict[str, Any]:
    return {"card": card, **more}


def full(card: str = SENTRY, **more: Any) -> dict[str, Any]:
    return {f"slot{n}": on(card, **more) for n in range(1, 6)}


def battle(rulings: Mapping[str, str] | None = None, **creature: Any) -> Position:
    return position(rulings, step="battle", A={"slot2": on("战鼓獾", **creature)}, B={"slot1": on(SENTRY)})


def main(rulings: Mapping[str, str] | None = None, step: str = "main1", **own: Any) -> Position:
    made = {"hand": [SENTRY, GUARDS, "献身"], **own}
    return position(rulings, step=step, A=made, B={"deck": [SENTRY] * 4, "hand": [VOLE]})
