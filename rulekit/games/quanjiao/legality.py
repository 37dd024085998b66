"""Which actions are legal, and why another one is not (QJ-4.2.8 to QJ-4.2.17, QJ-4.4.29 to QJ-4.4.43)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from rulekit.core.action import CHANCE, Action
from rulekit.core.errors import Refusal
from rulekit.core.number import read_digits
from rulekit.games.quanjiao.board import LIMBS, MAX_COLUMNS, Place, cell_name, parse_cell
from rulekit.games.quanjiao.cards import draws, sort_faces
from rulekit.games.quanjiao.declaring import Verdict, again, check, declarable, describe, must_declare, remaining
from rulekit.games.quanjiao.moves import issues
from rulekit.games.quanjiao.placing import CLAUSES, PHYSICAL, Entry, Tray, entries, faults
from rulekit.games.quanjiao.state import PLAYERS, Player, State

__all__ = [
    "cell_exists",
    "committed",
    "declaration_fault",
    "declarations",
    "declared",
    "draw_fault",
    "draw_options",
    "half_laid",
    "lay_fault",
    "lays",
    "read_draw",
    "read_entries",
    "read_lay",
    "read_submission",
    "read_swap",
    "read_take",
    "read_withdrawal",
    "still_open",
    "submission_fault",
    "swap_fault",
    "swaps",
    "takes",
    "unfinished",
    "withdrawal_fault",
    "withdrawals",
]

Rulings = Mapping[str, str]


# -- what is legal ----------------------------------------------------------------------------------


def draw_options(state: State, who: str, rulings: Rulings) -> list[Action]:
    """Return every hand nature can give the next player who draws, A before B (QJ-4.2.7)."""
    due = next((w for w in PLAYERS if not state.player(w).drawn), None)
    if who != CHANCE or due is None:
        return []
    return [Action(CHANCE, "draw", (due, *cards)) for cards in draws(state, due, rulings)]


def swaps(state: State, who: str, rulings: Rulings) -> list[Action]:
    """Under QJ-R37 between_rounds held moves may change until a card of a later round is drawn."""
    if who == CHANCE or rulings["QJ-R37"] != "between_rounds" or state.round == 1 or state.drawing:
        return []
    usable = [m for m, card in state.moves().items() if not any(issues(card, rulings))]
    return [
        Action(who, "swap", (old, new))
        for old in dict.fromkeys(state.player(who).moves)
        for new in usable
        if new not in state.player(who).moves
    ]


@cache
def _cells(columns: int) -> tuple[str, ...]:
    return tuple(cell_name(Place(row, a)) for a in range(1, columns + 1) for row in range(len(LIMBS)))


def lays(state: State, who: str, rulings: Rulings) -> list[Action]:
    """Return every card in every cell where it may be laid (QJ-4.2.8)."""
    player = state.player(who)
    if player.committed:
        return []
    tray, cells = _tray(state, who, rulings), _cells(state.width(rulings))
    return [
        Action(who, "lay", (face, cell))
        for face in dict.fromkeys(player.hand)
        for cell in cells
        if _lay_code(player, tray, Entry(face, cell), rulings) is None
    ]


def takes(state: State, who: str, rulings: Rulings) -> list[Action]:
    """Return every cell a card can be taken back from (QJ-4.2.8)."""
    player = state.player(who)
    cells = () if player.committed else dict.fromkeys(e.cell for e in entries(player.laid))
    return [Action(who, "take", (cell,)) for cell in cells]


def _tray(state: State, who: str, rulings: Rulings) -> Tray:
    """Return what a player has laid so far, ready for one more card."""
    player = state.player(who)
    laid = entries(player.laid)
    tray = Tray((*(e.face for e in laid), *player.hand), state.width(rulings))
    for entry in laid:
        if tray.fault(entry) is None:
            tray.add(entry)
    return tray


def _lay_code(player: Player, tray: Tray, entry: Entry, rulings: Rulings) -> str | None:
    """Return the fault of one more card; with QJ-R33 other than reject_all only what no table allows."""
    if entry.face not in player.hand:
        return "not_in_hand"
    code = tray.fault(entry) or ("column_full" if tray.overfills(entry) else None)
    return code if rulings["QJ-R33"] == "reject_all" or code in PHYSICAL else None


def declarations(state: State, who: str, rulings: Rulings) -> list[Action]:
    """Return every declaration that stands, and under QJ-R28 move_lost one that loses its move (QJ-4.4.30)."""
    if declared(state, who, rulings) is not None:
        return []
    board = state.board_of(who, rulings)
    made = []
    for a in declarable(state, who, rulings):
        words = describe(a, board.classes).split()
        made.append(Action(who, "declare", tuple(words if rulings["QJ-R15"] == "player_chooses" else words[:1])))
    return [*made, *_hopeless(state, who, rulings)]


def withdrawals(state: State, who: str, rulings: Rulings) -> list[Action]:
    """Return every declaration that can be taken back (QJ-4.4.30)."""
    if declared(state, who, rulings) is not None:
        return []
    return [
        Action(who, "withdraw", (move,))
        for move in dict.fromkeys(t.split("@")[0] for t in state.player(who).declared)
        if _withdrawal_breaks(state, who, move, rulings) is None
    ]


def _hopeless(state: State, who: str, rulings: Rulings) -> Iterator[Action]:
    """Under QJ-R28 move_lost, yield for each move that can be lost the first start at which it does not stand."""
    if rulings["QJ-R28"] != "move_lost":
        return
    known = state.moves()
    for move in dict.fromkeys(m for m in state.player(who).moves if m in known):
        for start in range(1, MAX_COLUMNS + 2):
            words = (f"{move}@{start}",)
            if _loses(check(state, who, words, rulings), rulings):
                yield Action(who, "declare", words)
                break


def _loses(verdict: Verdict, rulings: Rulings) -> bool:
    """Tell whether a declaration that does not stand costs the move (QJ-R28)."""
    keeps = ("bad_declaration", "move_not_held", "move_already_used", "move_lost")
    return rulings["QJ-R28"] == "move_lost" and verdict.activation is None and verdict.code not in keeps


def _withdrawal_breaks(state: State, who: str, move: str, rulings: Rulings) -> str | None:
    """Return a later declaration that rests on this one (only under QJ-R10 other_keys_ignored)."""
    if rulings["QJ-R10"] == "blocks":
        return None
    _, broken = again(state, who, remaining(state.player(who).declared, move), rulings)
    return None if broken is None else broken[0].split("@")[0]


# -- why not ----------------------------------------------------------------------------------------


def read_draw(state: State, action: Action) -> Refusal | tuple[str, tuple[str, ...]]:
    """Return who draws and the cards, in their order (QJ-4.2.7)."""
    who = action.args[0] if action.args else ""
    if who not in PLAYERS or state.player(who).drawn or (who == "B" and not state.A.drawn):
        return Refusal("draws_already", ("QJ-4.2.7",), {"who": who})
    return who, sort_faces(action.args[1:])


def draw_fault(state: State, chance: str, rulings: Rulings, who: str, cards: tuple[str, ...]) -> Refusal | None:
    """Return why nature cannot give that hand (QJ-4.6.4)."""
    if cards in draws(state, who, rulings):
        return None
    return Refusal("impossible_draw", ("QJ-4.2.7", "QJ-4.6.4"), {"who": who, "cards": tuple(cards)})


def read_swap(state: State, action: Action) -> Refusal | tuple[str, str]:
    """Return the move given up and the one taken for it."""
    if len(action.args) != 2:
        return Refusal("moves_fixed", ("QJ-4.1.14",), {"who": action.who})
    return action.args[0], action.args[1]


def swap_fault(state: State, who: str, rulings: Rulings, old: str, new: str) -> Refusal | None:
    """Return why held moves cannot change so (QJ-4.1.14, QJ-R37)."""
    if Action(who, "swap", (old, new)) in swaps(state, who, rulings):
        return None
    return Refusal("moves_fixed", ("QJ-4.1.14",), {"who": who})


def committed(state: State, who: str, rulings: Rulings) -> Refusal | None:
    """Return that a player has finished laying (QJ-4.2.17)."""
    return Refusal("already_committed", ("QJ-4.2.17",), {"who": who}) if state.player(who).committed else None


def read_lay(state: State, action: Action) -> Refusal | tuple[Entry]:
    """Return the card and the cell it is laid on."""
    if len(action.args) != 2:
        return Refusal("bad_argument", ("QJ-4.2.8",), {"value": " ".join(action.args)})
    return (Entry(*action.args),)


def lay_fault(state: State, who: str, rulings: Rulings, entry: Entry) -> Refusal | None:
    """Return why a card cannot be laid there (QJ-4.2.8 to QJ-4.2.16)."""
    code = _lay_code(state.player(who), _tray(state, who, rulings), entry, rulings)
    return None if code is None else Refusal(code, CLAUSES[code], {"who": who, "card": entry.face, "cell": entry.cell})


def read_take(state: State, action: Action) -> Refusal | tuple[str]:
    """Return the cell whose card is taken back; one of the own cards must lie there."""
    laid = [e.cell for e in entries(state.player(action.who).laid)]
    if len(action.args) != 1 or action.args[0] not in laid:
        return Refusal("nothing_there", ("QJ-4.2.8",), {"cell": " ".join(action.args), "known": tuple(laid)})
    return (action.args[0],)


def half_laid(state: State, who: str, rulings: Rulings) -> Refusal | None:
    """Return why nothing can be laid all at once: it is over, or has begun card by card."""
    over = committed(state, who, rulings)
    return over or (Refusal("half_laid", ("QJ-4.2.8",), {"who": who}) if state.player(who).laid else None)


def read_entries(words: Sequence[str], hand: Sequence[str]) -> list[Entry] | None:
    """Read `F2@LH1` or `#0@LH1` (the card's number in the hand, from 0); None when unreadable."""
    made = []
    for word in words:
        face, at, cell = word.partition("@")
        if not at:
            return None
        if face.startswith("#"):
            index = read_digits(face[1:])
            if index is None:
                return None
            made.append(Entry(hand[index] if index < len(hand) else "", cell, index))
        else:
            made.append(Entry(face, cell))
    return made


def read_submission(state: State, action: Action) -> Refusal | tuple[list[Entry]]:
    """Return all cards that are laid at once."""
    submission = read_entries(action.args, state.player(action.who).hand)
    if submission is None:
        return Refusal("bad_argument", ("QJ-4.2.8",), {"value": " ".join(action.args)})
    return (submission,)


def submission_fault(state: State, who: str, rulings: Rulings, submission: list[Entry]) -> Refusal | None:
    """Return why cards cannot be laid so, with everything that is wrong with them (QJ-4.2.19)."""
    player = state.player(who)
    found = faults(submission, player.hand, state.width(rulings))
    if rulings["QJ-R33"] != "reject_all":
        found = [(n, code) for n, code in found if code in PHYSICAL]
    if not found:
        return None
    clauses = tuple(dict.fromkeys(c for _, code in found for c in CLAUSES[code]))
    n, code = found[0]
    return Refusal(
        code, (*clauses, "QJ-4.2.19"),
        {"who": who, "card": submission[n].face or f"#{submission[n].index}", "cell": submission[n].cell,
         "codes": ", ".join(c for _, c in found)},
    )  # fmt: skip


def declared(state: State, who: str, rulings: Rulings) -> Refusal | None:
    """Return why a player declares no more, or not yet (QJ-4.4.40, QJ-R27)."""
    if state.player(who).done:
        return Refusal("declared_already", ("QJ-4.4.40",), {"who": who})
    if rulings["QJ-R27"] == "open_alternating" and who == "B" and not state.A.done:
        return Refusal("a_declares_first", ("QJ-4.4.40",), {"who": who})
    return None


def unfinished(state: State, who: str, rulings: Rulings) -> Refusal | None:
    """Return why a player cannot finish declaring (QJ-4.4.2)."""
    early = declared(state, who, rulings)
    due = must_declare(state, who, rulings) if early is None else None
    return early if due is None else Refusal("must_declare", ("QJ-4.4.2",), {"who": who, "move": due})


def declaration_fault(state: State, who: str, rulings: Rulings, words: tuple[str, ...]) -> Refusal | None:
    """Return why a declaration is refused; one that only costs the move is not (QJ-R28)."""
    verdict = check(state, who, words, rulings)
    if verdict.activation is not None or _loses(verdict, rulings):
        return None
    return Refusal(verdict.code, verdict.clauses, {"who": who, **verdict.params})


def read_withdrawal(state: State, action: Action) -> Refusal | tuple[str]:
    """Return the declared move that is taken back."""
    there = [t.split("@")[0] for t in state.player(action.who).declared]
    if len(action.args) != 1 or action.args[0] not in there:
        return Refusal("not_declared", ("QJ-4.4.30",), {"move": " ".join(action.args), "known": tuple(there)})
    return (action.args[0],)


def withdrawal_fault(state: State, who: str, rulings: Rulings, move: str) -> Refusal | None:
    """Return that a later declaration rests on this one (QJ-4.4.12)."""
    broken = _withdrawal_breaks(state, who, move, rulings)
    return None if broken is None else Refusal("withdrawal_breaks", ("QJ-4.4.12",), {"move": move, "other": broken})


def still_open(state: State) -> list[str]:
    """Return the players whose action is due."""
    if state.step == "place":
        return [w for w in PLAYERS if not state.player(w).committed]
    return [w for w in PLAYERS if not state.player(w).done]


def cell_exists(cell: str, columns: int) -> bool:
    """Tell whether a cell is on a board of that many columns."""
    place = parse_cell(cell)
    return place is not None and 1 <= place.action <= columns
