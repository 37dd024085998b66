"""What the rules of 生灵对决 cannot read in a position: cards and effects nobody knows, cards that say nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from rulekit.core.codec import BadData, from_json
from rulekit.core.errors import CardIssue, Problem, nearest
from rulekit.core.record import Path, Record
from rulekit.games.shengling.cards import Card, Face, card_rows, demo_cards, faces, numbered_cards, spelled
from rulekit.games.shengling.issues import card_flaws, duplicate_flaws
from rulekit.games.shengling.memory import bare
from rulekit.games.shengling.state import PLAYERS, SLOTS, STEPS, Creature, State

__all__ = ["flawed", "misread", "unreadable"]

# What is wrong with a card that leaves a name unknown or nothing to carry out; other cards are forbidden.
ISSUES = (
    "no_number", "bad_name", "no_power", "bad_eid", "eid_twice", "op_lacks", "target_form",
    "no_reading", "no_clause",
)  # fmt: skip
NO_EFFECT = ("strategy_effects", (("n", 0),))


def unreadable(state: State, rulings: Mapping[str, str]) -> list[Problem]:
    """Return every reason in field order, own cards first: no name means anything without them.

    What does not have the form of a card is none; that, and own cards that are only forbidden, are told of when
    something cannot be read.
    """
    table = faces(state.own_cards)
    own = sorted(flawed(state, rulings), key=_readable)
    found = [*_searched(state, table)]
    for who in PLAYERS:
        found += _names(state, who, table)
    return [*misread(state), *own, *found] if found or not all(map(_readable, own)) else []


def _readable(problem: Problem) -> bool:
    """Tell whether a card with this issue is only forbidden."""
    issue = problem.params["issue"]
    return issue != NO_EFFECT and issue[0] not in ISSUES


def misread(state: State) -> Iterator[Problem]:
    """Yield why own cards do not have the form of a card."""
    for i, row in enumerate(card_rows(state.own_cards)):
        try:
            from_json(Card, row)
        except BadData as error:
            for fault in error.faults:
                form = (f"form.{fault.code}", tuple(fault.params.items()))
                where = ("own_cards", i, *fault.path)
                yield Problem("bad_card", _stated(fault.path), where=where, card=str(i + 1), issue=form)


def _stated(path: Sequence[str | int]) -> str:
    """Return the clause that states what a part of a card may be, that of the card face where none is nearer."""
    cls: type[Record] = Card
    clause = "SL-3.3"
    for part in path:
        spec = cls.BY_LABEL.get(part) if isinstance(part, str) else None
        if spec is not None:
            clause, cls = spec.clause or clause, spec.inner or cls
    return clause


def flawed(state: State, rulings: Mapping[str, str]) -> Iterator[Problem]:
    """Yield what is wrong under these rulings with own cards that have the form of one."""
    numbered = numbered_cards(state.own_cards)
    cards = [card for _, card in numbered]
    found: list[tuple[Path, CardIssue]] = [
        ((n, *issue.path), issue) for n, card in enumerate(cards) for issue in card_flaws(card, rulings)
    ]
    found += [(issue.path, issue) for issue in duplicate_flaws(cards, demo_cards())]
    for (n, *path), issue in found:
        row, card = numbered[int(n)]
        worded = (issue.code, tuple(issue.params.items()))
        yield Problem("bad_card", issue.clauses[0], where=("own_cards", row, *path), card=card.id, issue=worded)


def _searched(state: State, table: Mapping[str, Face]) -> Iterator[Problem]:
    """Yield the numbers of cards nobody knows that own cards search for (SL-7.28)."""
    known = {face.number for face in table.values()}
    for i, card in numbered_cards(state.own_cards):
        for j, effect in enumerate(card.effects):
            for k, op in enumerate(effect.ops):
                if op.filter is not None and op.filter.number and op.filter.number not in known:
                    where = ("own_cards", i, "effects", j, "ops", k, "filter", "number")
                    params = {"card": card.id, "number": op.filter.number}
                    yield Problem("unknown_number", "SL-7.28", where=where, **params)


def _names(state: State, who: str, table: Mapping[str, Face]) -> Iterator[Problem]:
    player = state.player(who)
    unknown = partial(_unknown, state, who, table)
    for zone in ("fuel", "hand", "deck", "grave"):
        for i, card in enumerate(getattr(player, zone)):
            yield from unknown(bare(card) if zone == "hand" else card, (who, zone, i))
    if player.resolving:
        yield from unknown(player.resolving, (who, "resolving"))
    for slot, creature in player.creatures():
        where = (who, SLOTS[slot - 1])
        yield from unknown(creature.card, (*where, "card"))
        if creature.card in table:
            yield from _used(creature, table[creature.card], where, f"{who}{slot}")
    for i, used in enumerate(player.used):
        card, _, eid = used.rpartition("/")
        if card not in table or table[card].effect(eid) is None:
            yield Problem("used_nothing", "SL-7.10", where=(who, "used", i), who=who, used=used)


def _unknown(state: State, who: str, table: Mapping[str, Face], card: str, where: Path) -> Iterator[Problem]:
    if not card:
        yield Problem("no_card", "SL-3.3", where=where, who=who)
    elif card not in table:
        meant = spelled(card, state.own_cards)  # by number or English name, which only actions may call it
        near = meant if meant in table else nearest(card, table) or next(iter(table))
        yield Problem("unknown_card", "SL-3.3", where=where, who=who, card=card, nearest=near)


def _used(creature: Creature, face: Face, where: Path, place: str) -> Iterator[Problem]:
    """Yield the effects, written `a` or `a@main1`, that a creature cannot have used."""
    for i, used in enumerate(creature.used):
        eid, at, step = used.partition("@")
        if face.effect(eid) is None or (at and step not in STEPS):
            params = {"place": place, "card": creature.card, "used": used}
            yield Problem("used_unknown", "SL-7.10", where=(*where, "used", i), **params)
