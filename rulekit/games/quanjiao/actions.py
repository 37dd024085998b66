"""Which actions are legal, and why another one is not (QJ-4.2.8 to QJ-4.2.17, QJ-4.4.29 to QJ-4.4.43)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulekit.core.action import CHANCE, Action
from rulekit.core.errors import Refusal, UnknownName, nearest
from rulekit.core.number import read_digits
from rulekit.games.quanjiao.board import LIMBS, MAX_COLUMNS, Place, cell_name, parse_cell
from rulekit.games.quanjiao.cards import draws, sort_faces
from rulekit.games.quanjiao.declaring import Verdict, again, check, declarable, describe, must_declare, remaining
from rulekit.games.quanjiao.moves import flaws
from rulekit.games.quanjiao.placing import CLAUSES, PHYSICAL, Entry, Tray, entries, faults
from rulekit.games.quanjiao.state import PLAYERS, Player, State

__all__ = [
    "TABLE",
    "VERBS",
    "cell_exists",
    "legal_actions",
    "parse",
    "read_entries",
    "refusal",
    "still_open",
]

TABLE = "table"  # what happens by itself, begun by hand in a position set up before it
VERBS = {
    "setup": ("begin",),
    "draw": ("draw", "swap"),
    "place": ("lay", "take", "commit", "place"),
    "reveal": ("reveal",),
    "declare": ("declare", "withdraw", "done"),
}
KNOWN = tuple(v for verbs in VERBS.values() for v in verbs)


def legal_actions(state: State, rulings: Mapping[str, str]) -> list[Action]:
    """Return every distinct legal action in a fixed order.

    `place` (a whole submission at once) only abbreviates `lay` and `commit`, so it is not listed.
    """
    match state.step:
        case "setup":
            return [Action(TABLE, "begin")]
        case "draw":
            return _draws(state, rulings)
        case "place":
            return [a for who in PLAYERS for a in _placing(state, who, rulings)]
        case "reveal":
            return [Action(TABLE, "reveal")]
        case "declare":
            return [a for who in PLAYERS for a in _declaring(state, who, rulings)]
    return []


def _draws(state: State, rulings: Mapping[str, str]) -> list[Action]:
    made = []
    for who in PLAYERS:
        if not state.player(who).drawn:
            made = [Action(CHANCE, "draw", (who, *cards)) for cards in draws(state, who, rulings)]
            break
    return made + _swaps(state, rulings)


def _swaps(state: State, rulings: Mapping[str, str]) -> list[Action]:
    """Under QJ-R37 between_rounds held moves may change until a card of a later round is drawn."""
    if rulings["QJ-R37"] != "between_rounds" or state.round == 1 or state.drawing:
        return []
    usable = [m for m, card in state.moves().items() if not any(flaws(card, rulings))]
    return [
        Action(who, "swap", (old, new))
        for who in PLAYERS
        for old in dict.fromkeys(state.player(who).moves)
        for new in usable
        if new not in state.player(who).moves
    ]


def _cells(state: State, rulings: Mapping[str, str]) -> list[str]:
    return [cell_name(Place(row, a)) for a in range(1, state.width(rulings) + 1) for row in range(len(LIMBS))]


def _placing(state: State, who: str, rulings: Mapping[str, str]) -> list[Action]:
    player = state.player(who)
    if player.committed:
        return []
    tray, cells = _tray(state, who, rulings), _cells(state, rulings)
    made = [
        Action(who, "lay", (face, cell))
        for face in dict.fromkeys(player.hand)
        for cell in cells
        if _lay_fault(player, tray, Entry(face, cell), rulings) is None
    ]
    made += [Action(who, "take", (cell,)) for cell in dict.fromkeys(e.cell for e in entries(player.laid))]
    return [*made, Action(who, "commit")]


def _tray(state: State, who: str, rulings: Mapping[str, str]) -> Tray:
    """Return what a player has laid so far, ready for one more card."""
    player = state.player(who)
    laid = entries(player.laid)
    tray = Tray((*(e.face for e in laid), *player.hand), state.width(rulings))
    for entry in laid:
        if tray.fault(entry) is None:
            tray.add(entry)
    return tray


def _lay_fault(player: Player, tray: Tray, entry: Entry, rulings: Mapping[str, str]) -> str | None:
    """Return the fault of one more card; with QJ-R33 other than reject_all only what no table allows."""
    if entry.face not in player.hand:
        return "not_in_hand"
    code = tray.fault(entry) or ("column_full" if tray.overfills(entry) else None)
    return code if rulings["QJ-R33"] == "reject_all" or code in PHYSICAL else None


def _declaring(state: State, who: str, rulings: Mapping[str, str]) -> list[Action]:
    player = state.player(who)
    if player.done or (rulings["QJ-R27"] == "open_alternating" and who == "B" and not state.A.done):
        return []
    board = state.board_of(who, rulings)
    made = []
    for a in declarable(state, who, rulings):
        words = describe(a, board.classes).split()
        made.append(Action(who, "declare", tuple(words if rulings["QJ-R15"] == "player_chooses" else words[:1])))
    made += _hopeless(state, who, rulings)
    for move in dict.fromkeys(t.split("@")[0] for t in player.declared):
        if _withdrawal_breaks(state, who, move, rulings) is None:
            made.append(Action(who, "withdraw", (move,)))
    if must_declare(state, who, rulings) is None:
        made.append(Action(who, "done"))
    return made


def _hopeless(state: State, who: str, rulings: Mapping[str, str]) -> Iterator[Action]:
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


def _loses(verdict: Verdict, rulings: Mapping[str, str]) -> bool:
    """Tell whether a declaration that does not stand costs the move (QJ-R28)."""
    keeps = ("bad_declaration", "move_not_held", "move_already_used", "move_lost")
    return rulings["QJ-R28"] == "move_lost" and verdict.activation is None and verdict.code not in keeps


def _withdrawal_breaks(state: State, who: str, move: str, rulings: Mapping[str, str]) -> str | None:
    """Return a later declaration that rests on this one (only under QJ-R10 other_keys_ignored)."""
    if rulings["QJ-R10"] == "blocks":
        return None
    _, broken = again(state, who, remaining(state.player(who).declared, move), rulings)
    return None if broken is None else broken[0].split("@")[0]


# -- refusals ---------------------------------------------------------------------------------------


def refusal(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    """Return why an action is illegal, None when it is legal."""
    if state.step == "over":
        return Refusal("over", ("QJ-4.5.19",), {})
    if action.verb not in KNOWN:
        return Refusal("unknown_verb", ("QJ-4.0.2",), {"verb": action.verb, "known": ", ".join(KNOWN)})
    if action.verb not in VERBS[state.step]:
        late = action.verb in VERBS["place"] and state.step == "declare"
        clause = "QJ-4.2.17" if late else "QJ-4.0.2"
        return Refusal("wrong_step", (clause,), {"verb": action.verb, "step": state.step})
    players = {"begin": (TABLE,), "reveal": (TABLE,), "draw": (CHANCE,)}.get(action.verb, PLAYERS)
    if action.who not in players:
        return Refusal("wrong_player", ("QJ-4.1.15",), {"who": action.who, "known": tuple(players)})
    if any(not isinstance(a, str) for a in action.args):
        return Refusal("bad_argument", ("QJ-4.0.2",), {"value": " ".join(map(str, action.args))})
    return _CHECKS[action.verb](state, action, rulings)


def _no_arguments(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    return None if not action.args else Refusal("bad_argument", ("QJ-4.0.2",), {"value": " ".join(action.args)})


def _refuse_draw(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    who = action.args[0] if action.args else ""
    if who not in PLAYERS or state.player(who).drawn or (who == "B" and not state.A.drawn):
        return Refusal("draws_already", ("QJ-4.2.7",), {"who": who})
    cards = sort_faces(action.args[1:])
    if cards not in draws(state, who, rulings):
        return Refusal("impossible_draw", ("QJ-4.2.7", "QJ-4.6.4"), {"who": who, "cards": " ".join(cards)})
    return None


def _refuse_swap(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    if action in _swaps(state, rulings):
        return None
    return Refusal("moves_fixed", ("QJ-4.1.14",), {"who": action.who})


def _refuse_placing(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    player = state.player(action.who)
    if player.committed:
        return Refusal("already_committed", ("QJ-4.2.17",), {"who": action.who})
    if action.verb == "lay":
        if len(action.args) != 2:
            return Refusal("bad_argument", ("QJ-4.2.8",), {"value": " ".join(action.args)})
        code = _lay_fault(player, _tray(state, action.who, rulings), Entry(*action.args), rulings)
        if code is not None:
            return Refusal(code, CLAUSES[code], {"who": action.who, "card": action.args[0], "cell": action.args[1]})
        return None
    if action.verb == "take":
        laid = [e.cell for e in entries(player.laid)]
        if len(action.args) != 1 or action.args[0] not in laid:
            return Refusal("nothing_there", ("QJ-4.2.8",), {"cell": " ".join(action.args), "known": ", ".join(laid)})
        return None
    if action.verb == "commit":
        return _no_arguments(state, action, rulings)
    return _refuse_submission(state, action, rulings)


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


def _refuse_submission(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    player = state.player(action.who)
    if player.laid:
        return Refusal("half_laid", ("QJ-4.2.8",), {"who": action.who})
    submission = read_entries(action.args, player.hand)
    if submission is None:
        return Refusal("bad_argument", ("QJ-4.2.8",), {"value": " ".join(action.args)})
    found = faults(submission, player.hand, state.width(rulings))
    if rulings["QJ-R33"] != "reject_all":
        found = [(n, code) for n, code in found if code in PHYSICAL]
    if not found:
        return None
    clauses = tuple(dict.fromkeys(c for _, code in found for c in CLAUSES[code]))
    n, code = found[0]
    return Refusal(
        code, (*clauses, "QJ-4.2.19"),
        {"who": action.who, "card": submission[n].face or action.args[n].partition("@")[0], "cell": submission[n].cell,
         "codes": ", ".join(c for _, c in found)},
    )  # fmt: skip


def _refuse_declaring(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    who = action.who
    player = state.player(who)
    if player.done:
        return Refusal("declared_already", ("QJ-4.4.40",), {"who": who})
    if rulings["QJ-R27"] == "open_alternating" and who == "B" and not state.A.done:
        return Refusal("a_declares_first", ("QJ-4.4.40",), {"who": who})
    if action.verb == "withdraw":
        return _refuse_withdrawal(state, action, rulings)
    if action.verb == "done":
        due = must_declare(state, who, rulings)
        if due is not None:
            return Refusal("must_declare", ("QJ-4.4.2",), {"who": who, "move": due})
        return _no_arguments(state, action, rulings)
    verdict = check(state, who, action.args, rulings)
    if verdict.activation is not None or _loses(verdict, rulings):
        return None
    return Refusal(verdict.code, verdict.clauses, {"who": who, **verdict.params})


def _refuse_withdrawal(state: State, action: Action, rulings: Mapping[str, str]) -> Refusal | None:
    declared = [t.split("@")[0] for t in state.player(action.who).declared]
    if len(action.args) != 1 or action.args[0] not in declared:
        known = ", ".join(declared) or "-"
        return Refusal("not_declared", ("QJ-4.4.30",), {"move": " ".join(action.args), "known": known})
    broken = _withdrawal_breaks(state, action.who, action.args[0], rulings)
    if broken is not None:
        return Refusal("withdrawal_breaks", ("QJ-4.4.12",), {"move": action.args[0], "other": broken})
    return None


_CHECKS = {
    "begin": _no_arguments,
    "reveal": _no_arguments,
    "draw": _refuse_draw,
    "swap": _refuse_swap,
    "lay": _refuse_placing,
    "take": _refuse_placing,
    "commit": _refuse_placing,
    "place": _refuse_placing,
    "declare": _refuse_declaring,
    "withdraw": _refuse_declaring,
    "done": _refuse_declaring,
}

# -- text form --------------------------------------------------------------------------------------


def parse(who: str, text: str) -> Action:
    """Read `lay F2 LH1`, `place F2@LH1 L1@RL5`, `declare m01@1 LH1x1`, `done`, `draw A F1 F1`, …

    Raises UnknownName with the nearest verb.
    """
    words = text.split()
    if not words:
        raise UnknownName("empty_action", nearest="done")
    if words[0] not in KNOWN:
        raise UnknownName(
            "unknown_action", name=words[0], nearest=nearest(words[0], KNOWN) or KNOWN[0], known=", ".join(KNOWN)
        )
    return Action(who, words[0], tuple(words[1:]))


def still_open(state: State) -> list[str]:
    """Return the players whose action is due."""
    if state.step == "place":
        return [w for w in PLAYERS if not state.player(w).committed]
    return [w for w in PLAYERS if not state.player(w).done]


def cell_exists(cell: str, columns: int) -> bool:
    """Tell whether a cell is on a board of that many columns."""
    place = parse_cell(cell)
    return place is not None and 1 <= place.action <= columns
