"""What a card may not be: every issue with its place in the card and the clause it goes against (SL-3.*, SL-7.*)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from rulekit.core.errors import CardIssue
from rulekit.core.hidden import HIDDEN
from rulekit.core.record import out_of_range
from rulekit.core.rulebook import Rulebook
from rulekit.games.shengling import limits
from rulekit.games.shengling.cards import Card, Effect, Op, Reading, Selector
from rulekit.games.shengling.memory import bare
from rulekit.games.shengling.state import read_fuel, read_place

__all__ = ["RESOLVED", "TIMED", "card_flaws", "duplicate_flaws"]

Path = tuple[str | int, ...]

RESOLVED = ("on_enter", "turn_start", "after_attack", "after_block", "active")
# When each primitive may come, and which of its parameters it needs (SL-7.18).
TIMED: Mapping[str, tuple[str, ...]] = {
    "search": ("on_enter", "active"),
    "reset_power": ("after_attack",),
    "extra_sacrifice": ("active", "on_enter"),
    "direct_damage_bonus": ("static",),
    "battle_break": ("static",),
}
NEEDS: Mapping[str, tuple[str, ...]] = {
    "draw": ("who", "n"),
    "heal": ("who", "n"),
    "discard": ("who", "n"),
    "search": ("n",),
    "bounce": ("target",),
    "destroy": ("target",),
    "add_power": ("target", "n"),
    "reduce_power": ("target", "n"),
    "reset_power": ("target",),
    "extra_sacrifice": ("n",),
    "direct_damage_bonus": ("n",),
    "battle_break": (),
}
ALLOWS: Mapping[str, tuple[str, ...]] = {"search": ("filter",), "discard": ("chooser",)}
CLAUSES: Mapping[str, str] = {
    "draw": "SL-7.25",
    "heal": "SL-7.26",
    "discard": "SL-7.27",
    "search": "SL-7.28",
    "bounce": "SL-7.29",
    "destroy": "SL-4.12",
    "add_power": "SL-7.30",
    "reduce_power": "SL-7.31",
    "reset_power": "SL-7.33",
    "extra_sacrifice": "SL-5.10",
    "direct_damage_bonus": "SL-7.32",
    "battle_break": "SL-10.1",
}


def card_flaws(card: Card, rulings: Mapping[str, str]) -> Iterator[CardIssue]:
    """Yield everything that makes a card unusable under these rulings (SL-R17, SL-R28), in the order of the card."""
    yield from _face_issues(card, rulings)
    if card.type == "strategy":
        yield from _strategy_issues(card)
    seen: set[str] = set()
    for i, effect in enumerate(card.effects):
        here: Path = ("effects", i)
        if not effect.eid or any(c.isspace() or c in "@/" for c in effect.eid):
            yield CardIssue((*here, "eid"), "bad_eid", {"eid": effect.eid}, ("SL-7.23",))
        if effect.eid in seen:
            yield CardIssue((*here, "eid"), "eid_twice", {"eid": effect.eid}, ("SL-7.23",))
        seen.add(effect.eid)
        yield from _effect_issues(card, effect, here, rulings)


def duplicate_flaws(cards: Sequence[Card], known: Iterable[Card]) -> Iterator[CardIssue]:
    """Yield the numbers and names used twice, among cards and against the known ones; paths begin with the index."""
    called = {spelling for card in known for spelling in _spellings(card)}
    for i, card in enumerate(cards):
        if card.number.casefold() in called:
            yield CardIssue((i, "number"), "number_twice", {"number": card.number}, ("SL-2.2",))
        for lang, name in card.name:
            if name.casefold() in called:
                yield CardIssue((i, "name", lang), "name_twice", {"name": name}, ("SL-3.3",))
        called |= _spellings(card)


def _spellings(card: Card) -> set[str]:
    """Return what a card may be called by, in small letters."""
    return {card.number.casefold(), *(name.casefold() for _, name in card.name)}


def _face_issues(card: Card, rulings: Mapping[str, str]) -> Iterator[CardIssue]:
    if not card.number.strip():
        yield CardIssue(("number",), "no_number", {}, ("SL-2.2", "SL-3.3"))
    for lang, name in card.name:
        plain = name.isprintable() and name == name.strip() and name not in ("", HIDDEN) and bare(name) == name
        if not plain or any(map(_is_place, name.split())) or any(c in name for c in ",[]{}"):
            yield CardIssue(("name", lang), "bad_name", {"name": name}, ("SL-3.3",))
    if not card.name:
        yield CardIssue(("name",), "bad_name", {"name": ""}, ("SL-3.3",))
    if not 0 <= card.cost <= limits.COST_ZONE:
        params = {"cost": card.cost, "most": limits.COST_ZONE}
        yield CardIssue(("cost",), "cost_range", params, ("SL-3.5",))
    if card.type == "creature":
        lowest = 0 if rulings["SL-R17"] == "allowed_until_reduced" else 1
        if card.power is None:
            yield CardIssue((), "no_power", {}, ("SL-3.3", "SL-3.8"))
        elif card.power < lowest:
            yield CardIssue(("power",), "power_low", {"power": card.power, "least": lowest}, ("SL-3.8", "SL-8.19"))
        elif card.power > limits.POWER_CAP:
            yield CardIssue(("power",), "power_high", {"power": card.power, "most": limits.POWER_CAP}, ("SL-3.8",))


def _is_place(word: str) -> bool:
    """Tell whether a word of an action would be read as a slot or a fuel card."""
    return read_place(word) is not None or read_fuel(word) is not None


def _strategy_issues(card: Card) -> Iterator[CardIssue]:
    if card.power is not None:
        yield CardIssue(("power",), "strategy_power", {}, ("SL-3.3",))
    if card.keywords:
        yield CardIssue(("keywords",), "strategy_keywords", {}, ("SL-3.3",))
    if len(card.effects) != 1:
        yield CardIssue(("effects",) if card.effects else (), "strategy_effects", {"n": len(card.effects)}, ("SL-3.7",))
    for i, effect in enumerate(card.effects):
        if effect.timing != "active":
            yield CardIssue(("effects", i, "timing"), "strategy_timing", {"timing": effect.timing}, ("SL-7.9",))
        if not effect.cost.free:
            yield CardIssue(("effects", i, "cost"), "strategy_cost", {}, ("SL-7.34",))
        if effect.limit is not None:
            yield CardIssue(("effects", i, "limit"), "strategy_limit", {}, ("SL-7.10",))


def _effect_issues(card: Card, effect: Effect, here: Path, rulings: Mapping[str, str]) -> Iterator[CardIssue]:
    timing = effect.timing
    if timing == "end_of_turn":
        yield CardIssue((*here, "timing"), "end_of_turn", {}, ("SL-7.3",))
        return
    if effect.optional and timing in ("active", "static"):
        yield CardIssue((*here, "optional"), "optional_active", {"timing": timing}, ("SL-7.12",))
    if timing != "active" and not effect.cost.free:
        yield CardIssue((*here, "cost"), "cost_not_active", {"timing": timing}, ("SL-7.34",))
    more = [name for name in ("limit", "condition", "readings") if getattr(effect, name)]
    if timing == "static" and more:
        yield CardIssue((*here, more[0]), "static_plain", {}, ("SL-7.4",))
    endless = card.type == "creature" and timing == "active" and effect.limit is None and effect.cost.free
    if endless and rulings["SL-R28"] == "validator_rejects":
        yield CardIssue(here, "endless", {"eid": effect.eid}, ("SL-7.10",))
    for record, at in ((effect.cost, "cost"), (effect.condition, "condition")):
        for spec, value in out_of_range(record) if record is not None else ():
            yield CardIssue((*here, at, spec.label), "out_of_range", _range(spec.label, value, spec.low), ("SL-7.34",))
    if not effect.ops:
        yield CardIssue((*here, "ops") if effect.ops != [] else here, "no_ops", {}, ("SL-7.18",))
    for j, op in enumerate(effect.ops):
        yield from _op_issues(card, op, timing, (*here, "ops", j))
    for k, reading in enumerate(effect.readings):
        yield from _reading_issues(card, reading, timing, (*here, "readings", k))
    for k, clause in enumerate(effect.clauses):
        if clause not in _rulebook().clauses:
            yield CardIssue((*here, "clauses", k), "no_clause", {"clause": clause}, ("SL-3.3",))


@cache
def _rulebook() -> Rulebook:
    return Rulebook.load(__package__)


def _reading_issues(card: Card, reading: Reading, timing: str, here: Path) -> Iterator[CardIssue]:
    ruling = _rulebook().rulings.get(reading.ruling)
    if ruling is None or reading.option not in ruling.keys:
        params = {"ruling": reading.ruling, "option": reading.option}
        yield CardIssue((*here, "ruling" if ruling is None else "option"), "no_reading", params, ("SL-3.3",))
    if not (reading.ops or reading.text):
        yield CardIssue(here, "empty_reading", {}, ("SL-7.18",))
    for j, op in enumerate(reading.ops):
        yield from _op_issues(card, op, timing, (*here, "ops", j))


def _range(field: str, value: int, low: int | None) -> dict[str, Any]:
    return {"field": field, "value": value, "low": low, "high": limits.POWER_CAP}


def _op_issues(card: Card, op: Op, timing: str, here: Path) -> Iterator[CardIssue]:
    clause = CLAUSES[op.op]
    allowed = TIMED.get(op.op, RESOLVED)
    if timing not in allowed:
        params = {"op": op.op, "timing": timing, "allowed": allowed}
        yield CardIssue((*here, "op"), "op_timing", params, (clause, "SL-7.4"))
    needs = NEEDS[op.op]
    for name in needs:
        if getattr(op, name) is None:
            yield CardIssue(here, "op_lacks", {"op": op.op, "field": name}, (clause,))
    for name in ("who", "n", "target", "filter", "chooser"):
        if getattr(op, name) is not None and name not in (*needs, *ALLOWS.get(op.op, ())):
            yield CardIssue((*here, name), "op_field", {"op": op.op, "field": name}, (clause,))
    if op.n is not None and not 1 <= op.n <= limits.POWER_CAP:
        yield CardIssue((*here, "n"), "out_of_range", {"field": "n", "value": op.n, "low": 1, "high": limits.POWER_CAP},
                   (clause,))  # fmt: skip
    if op.op == "discard" and op.who == "both":
        yield CardIssue((*here, "who"), "discard_both", {}, (clause,))
    if op.target is not None:
        yield from _target_issues(card, op, op.target, timing, (*here, "target"))


def _target_issues(card: Card, op: Op, target: Selector, timing: str, here: Path) -> Iterator[CardIssue]:
    if (target.ref is None) == (target.side is None and target.pick is None):
        yield CardIssue(here, "target_form", {}, ("SL-7.24",))
        return
    if target.ref is None and (target.side is None or target.pick is None):
        yield CardIssue(here, "target_form", {}, ("SL-7.24",))
    for name in ("n", "filter") if target.ref is not None else ("n",) if target.pick == "all" else ():
        if getattr(target, name) != getattr(Selector(), name):
            yield CardIssue((*here, name), "target_extra", {"field": name}, ("SL-7.24",))
    if target.ref == "attacker" and timing != "after_block":
        yield CardIssue((*here, "ref"), "attacker_ref", {"timing": timing}, ("SL-7.22", "SL-9.23"))
    if target.ref == "self" and card.type == "strategy":
        yield CardIssue((*here, "ref"), "self_in_strategy", {}, ("SL-7.24", "SL-3.7"))
    if op.op == "reset_power" and target.ref != "self":
        yield CardIssue(here, "reset_other", {}, ("SL-7.33", "SL-8.17"))
    if not 1 <= target.n <= 2 * limits.SLOTS:
        yield CardIssue(
            (*here, "n"), "out_of_range", {"field": "n", "value": target.n, "low": 1, "high": 10}, ("SL-2.6",)
        )
    wanted = target.filter
    for spec, value in out_of_range(wanted):
        yield CardIssue(
            (*here, "filter", spec.label), "out_of_range", _range(spec.label, value, spec.low), ("SL-7.24",)
        )
    least, most = wanted.min_power or 0, wanted.max_power
    if most is not None and (most < least or most == 0):
        yield CardIssue(
            (*here, "filter"), "filter_empty", {"least": max(1, least), "most": most}, ("SL-7.24", "SL-8.19")
        )
