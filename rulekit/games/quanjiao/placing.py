"""Laying cards in secret, committing, revealing and cancelling (QJ-4.2.8 to QJ-4.3.14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulekit.core.resolution import Resolution
from rulekit.games.quanjiao import limits
from rulekit.games.quanjiao.board import LIMBS, Place, accepts, cell_name, face_symbols, parse_cell, sort_cells
from rulekit.games.quanjiao.cards import sort_faces
from rulekit.games.quanjiao.state import PLAYERS, Player, State

__all__ = ["PHYSICAL", "Entry", "Tray", "commit", "entries", "faults", "lay", "reveal", "take"]

# Faults that no table allows at all; the others are found at the reveal where QJ-R33 lets them be laid.
PHYSICAL = ("off_board", "not_in_hand", "card_placed_twice")
CLAUSES = {
    "off_board": ("QJ-4.2.5", "QJ-4.2.6"),
    "not_in_hand": ("QJ-4.2.7", "QJ-4.2.8"),
    "card_placed_twice": ("QJ-4.2.11",),
    "wrong_limb": ("QJ-4.2.9", "QJ-4.2.10"),
    "cell_occupied": ("QJ-4.2.12",),
    "column_full": ("QJ-4.2.14", "QJ-4.2.15"),
}


class Entry(NamedTuple):
    """One card laid on a cell; `index` is its place in the hand when it was named by number."""

    face: str
    cell: str
    index: int | None = None  # type: ignore[assignment]  # the field hides tuple.index, which nobody needs


def entries(laid: Sequence[str]) -> list[Entry]:
    """Read `F2@LH1` texts as kept in the state."""
    return [Entry(face, cell) for face, _, cell in (t.partition("@") for t in laid)]


class Tray:
    """Cards being laid from a hand: what one more card would break, given those laid before (QJ-4.2.9 to QJ-4.2.14)."""

    def __init__(self, hand: Sequence[str], columns: int) -> None:
        self.hand = hand
        self.columns = columns
        self._left = Counter(hand)
        self._used: set[int] = set()
        self._taken: set[str] = set()
        self._filled: Counter[int] = Counter()

    def fault(self, entry: Entry) -> str | None:
        """Return the code of what is wrong with one more card; whether its column is full is not asked here."""
        place = parse_cell(entry.cell)
        if place is None or not 1 <= place.action <= self.columns:
            return "off_board"
        if (entry.index is not None and not 0 <= entry.index < len(self.hand)) or entry.face not in self.hand:
            return "not_in_hand"
        if entry.index in self._used or self._left[entry.face] < 1:
            return "card_placed_twice"
        if not accepts(place.row, entry.face):
            return "wrong_limb"
        return "cell_occupied" if entry.cell in self._taken else None

    def overfills(self, entry: Entry) -> bool:
        """Tell whether a card without a fault would be the first one too many in its column (QJ-4.2.14)."""
        place = parse_cell(entry.cell)
        return place is not None and self._filled[place.action] == limits.COLUMN_CAP

    def add(self, entry: Entry) -> None:
        """Lay a card that has no fault."""
        place = parse_cell(entry.cell)
        assert place is not None
        self._left[entry.face] -= 1
        if entry.index is not None:
            self._used.add(entry.index)
        self._taken.add(entry.cell)
        self._filled[place.action] += 1


def faults(submission: Sequence[Entry], hand: Sequence[str], columns: int) -> list[tuple[int, str]]:
    """Return (entry number, code) for every fault, each entry at most one; full columns come last (QJ-4.2.14)."""
    found: list[tuple[int, str]] = []
    tray = Tray(hand, columns)
    for n, entry in enumerate(submission):
        code = tray.fault(entry)
        if code is not None:
            found.append((n, code))
            continue
        if tray.overfills(entry):
            found.append((n, "column_full"))
        tray.add(entry)
    return sorted(found, key=lambda f: (f[1] == "column_full", f[0]))


def lay(res: Resolution, who: str, entry: Entry) -> None:
    """Lay one card on the own board, hidden from the opponent (QJ-4.2.8 to QJ-4.2.15)."""
    state: State = res.state
    player = state.player(who)
    hand = list(player.hand)
    hand.remove(entry.face)
    player.hand = tuple(hand)
    player.laid = (*player.laid, f"{entry.face}@{entry.cell}")
    if res.ruling("QJ-R33") == "reject_all":  # the order of laying means nothing then
        player.laid = tuple(f"{f}@{c}" for c, f in sort_cells((e.cell, e.face) for e in entries(player.laid)))
    row = parse_cell(entry.cell)
    assert row is not None
    clause = "QJ-4.2.9" if row.row < 2 else "QJ-4.2.10"
    res.step("laid", "QJ-4.2.8", clause, "QJ-4.2.11", "QJ-4.2.12", "QJ-4.2.14", who=who, cell=entry.cell)


def take(res: Resolution, who: str, cell: str) -> None:
    """Take a card back before committing (QJ-4.2.8)."""
    player: Player = res.state.player(who)
    at = max(i for i, e in enumerate(entries(player.laid)) if e.cell == cell)
    face = entries(player.laid)[at].face
    player.laid = (*player.laid[:at], *player.laid[at + 1 :])
    player.hand = sort_faces([*player.hand, face])
    res.step("taken_back", "QJ-4.2.8", who=who, cell=cell)


def commit(res: Resolution, who: str) -> None:
    """Close the curtain: nothing moves before the round ends (QJ-4.2.16, QJ-4.2.17); both done, reveal."""
    state: State = res.state
    player = state.player(who)
    player.committed = True
    with res.step("committed", "QJ-4.2.16", "QJ-4.2.17", *_cap_clauses(player), who=who, n=len(player.laid)):
        if player.hand:
            res.skip("cards.not_placed", "QJ-4.2.13", who=who, n=len(player.hand))
    if state.A.committed and state.B.committed:
        reveal(res)


def _cap_clauses(player: Player) -> tuple[str, ...]:
    """The cap counts the cards of a column, neither symbols nor the cards of a row (QJ-4.2.15)."""
    places = [p for p in (parse_cell(e.cell) for e in entries(player.laid)) if p is not None]
    columns, rows = Counter(p.action for p in places), Counter(p.row for p in places)
    at_cap = limits.COLUMN_CAP in columns.values() or any(n > limits.COLUMN_CAP for n in rows.values())
    return ("QJ-4.2.15",) if at_cap else ()


def reveal(res: Resolution) -> None:
    """Uncover both boards together, then cancel (QJ-4.2.18, QJ-4.3.13)."""
    state: State = res.state
    if state.columns is None and any(state.player(who).laid for who in PLAYERS):
        res.ruling("QJ-R1")  # what lies beyond the board is found now
    with res.step("revealed", "QJ-4.2.18"):
        for who in PLAYERS:
            _uncover(res, who)
    _clash(res)
    state.step = "declare"
    for who in PLAYERS:
        if not state.player(who).moves:
            state.player(who).done = True
    res.step("moves.opened", "QJ-4.3.12", "QJ-4.3.13", "QJ-4.4.1", "QJ-4.4.2")


def _uncover(res: Resolution, who: str) -> None:
    state: State = res.state
    player = state.player(who)
    if not player.laid:
        return
    laid = entries(player.laid)
    hand = [*player.hand, *(e.face for e in laid)]
    bad = faults(laid, hand, state.width(res.rulings))
    player.laid = ()
    if bad and res.ruling("QJ-R33") == "lose_round":
        player.hand = sort_faces(hand)
        player.silenced = True
        res.step("placement.void", "QJ-4.2.19", who=who, faults=tuple(code for _, code in bad))
        return
    wrong = {n for n, _ in bad}
    kept = [(e.cell, e.face) for n, e in enumerate(laid) if n not in wrong]
    player.board = sort_cells(kept)
    player.hand = sort_faces([*player.hand, *(e.face for n, e in enumerate(laid) if n in wrong)])
    res.step("board.shown", "QJ-4.2.18", who=who, n=len(kept))
    for n, code in bad:
        res.step("placement.removed", "QJ-4.2.19", *CLAUSES[code], who=who, cell=laid[n].cell, fault=code)


# -- cancellation -----------------------------------------------------------------------------------


def _clash(res: Resolution) -> None:
    """Cancel column by column, equal symbols one for one (QJ-4.3.1 to QJ-4.3.10)."""
    state: State = res.state
    boards = {who: dict(state.player(who).board) for who in PLAYERS}
    with res.step("clash", "QJ-4.3.1", "QJ-4.3.10"):
        for action in range(1, state.width(res.rulings) + 1):
            cells = [cell_name(Place(row, action)) for row in range(len(LIMBS))]
            if not any(cell in boards[who] for cell in cells for who in PLAYERS):
                continue
            with res.step("clash.column", "QJ-4.3.1", action=action):
                for cell in cells:
                    _clash_cell(res, cell, boards)


def _clash_cell(res: Resolution, cell: str, boards: Mapping[str, Mapping[str, str]]) -> None:
    faces = [boards[who].get(cell) for who in PLAYERS]
    a, b = faces
    if a is None and b is None:
        return
    if a is None or b is None:
        res.skip("clash.alone", "QJ-4.3.2", "QJ-4.3.8", who="A" if a else "B", cell=cell)
        return
    ours, theirs = face_symbols(a), face_symbols(b)
    hit = False
    for at, symbol in enumerate(("fist", "leg")):
        n = min(ours[at], theirs[at])
        if n == 0:
            continue
        hit = True
        for who in PLAYERS:
            player = res.state.player(who)
            name = "cancelled_fists" if symbol == "fist" else "cancelled_legs"
            setattr(player, name, sort_cancelled([*getattr(player, name), (cell, n)]))
        res.step(
            "clash.cell", "QJ-4.3.2", "QJ-4.3.3", "QJ-4.3.4", "QJ-4.3.6", "QJ-4.3.9",
            *(("QJ-4.3.5",) if {ours[at], theirs[at]} == {2, 3} else ()),
            *(("QJ-4.3.11",) if symbol == "leg" else ()),
            cell=cell, symbol=symbol, a=ours[at], b=theirs[at], n=n, left_a=ours[at] - n, left_b=theirs[at] - n,
        )  # fmt: skip
    if not hit:
        res.skip("clash.no_match", "QJ-4.3.3", cell=cell)


def sort_cancelled(pairs: Sequence[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Order cancel markers as the board is read."""
    amounts = dict(pairs)  # a cell at most once, also in a position that holds markers before the reveal
    order = sort_cells([(cell, "") for cell in amounts])
    return tuple((cell, amounts[cell]) for cell, _ in order)
