"""Why a position of 拳脚招式 is impossible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rulekit.core.bounds import out_of_bounds
from rulekit.core.errors import Problem
from rulekit.core.record import Path
from rulekit.games.quanjiao import limits
from rulekit.games.quanjiao.board import CELLS, MAX_COLUMNS, accepts, face_symbols, is_face, is_mixed, parse_cell
from rulekit.games.quanjiao.declaring import again
from rulekit.games.quanjiao.legality import cell_exists
from rulekit.games.quanjiao.move_file import MOVES
from rulekit.games.quanjiao.moves import DEMO_MOVES, Move
from rulekit.games.quanjiao.placing import CLAUSES, PHYSICAL, entries, faults
from rulekit.games.quanjiao.state import PLAYERS, State, other

__all__ = ["fill_in", "follow", "problems"]


def problems(state: State, rulings: Mapping[str, str]) -> list[Problem]:
    """Return every reason in field order, players first."""
    found: list[Problem] = []
    for who in PLAYERS:
        player = state.player(who)
        found += out_of_bounds(player, (who,), state.step)
        found += _life(state, who, rulings)
        found += _moves(state, who, rulings)
        found += _cards(state, who, rulings)
        found += _laid(state, who, rulings)
        found += _board(state, who, rulings)
        found += _declared(state, who, rulings)
    found += out_of_bounds(state, (), state.step)
    found += _cards_of_moves(state, rulings)
    found += _rounds(state, rulings)
    found += _by_itself(state)
    found += _over(state, rulings) if state.step == "over" else ()
    return found


def _life(state: State, who: str, rulings: Mapping[str, str]) -> Iterator[Problem]:
    player = state.player(who)
    if state.step == "setup":
        if player.life != limits.START_LIFE and not player.life_source:
            yield Problem("life_without_source", "QJ-4.1.6", where=(who, "life"), who=who, life=player.life)
        if not 1 <= player.life <= limits.MOST_LIFE:
            yield Problem("range", "QJ-4.1.4", where=(who, "life"), value=player.life, low=1, high=limits.MOST_LIFE)
        return
    if player.life > limits.MOST_LIFE:  # nothing gives life
        yield Problem("range", "QJ-4.1.4", where=(who, "life"), value=player.life, low="-∞", high=limits.MOST_LIFE)
    if state.step != "over" and player.life <= 0:
        yield Problem("down_while_playing", "QJ-4.5.19", where=(who, "life"), who=who, life=player.life)
    if player.life < 0 and rulings["QJ-R36"] == "floor_zero":
        yield Problem("negative_life", "QJ-4.1.5", where=(who, "life"), who=who, life=player.life)


def _moves(state: State, who: str, rulings: Mapping[str, str]) -> Iterator[Problem]:
    player = state.player(who)
    if len(player.moves) > limits.MOVES_HELD:
        yield Problem(
            "too_many_moves", "QJ-4.1.3", where=(who, "moves"), who=who, n=len(player.moves), most=limits.MOVES_HELD
        )
    for move, n in Counter(player.moves).items():
        if n > 1 and rulings["QJ-R26"] == "distinct_only":
            yield Problem("duplicate_move", "QJ-4.1.14", where=(who, "moves"), who=who, move=move)


def _cards(state: State, who: str, rulings: Mapping[str, str]) -> Iterator[Problem]:
    player = state.player(who)
    faces = [*player.hand, *player.deck, *player.used, *(f for _, f in player.board)]
    faces += [e.face for e in entries(player.laid)]
    for face in dict.fromkeys(faces):
        if is_mixed(face) and rulings["QJ-R6"] == "homogeneous":
            yield Problem("mixed_card", "QJ-4.2.2", who=who, card=face)
    if len(faces) > 60:
        yield Problem("deck_size", "QJ-4.1.10", who=who, n=len(faces))
    drawn = len(player.hand) + len(player.laid) + len(player.board)
    if drawn > state.hand_size and rulings["QJ-R2"] != "keep_and_draw_five":  # there hands may grow from round to round
        yield Problem("hand_too_large", "QJ-4.2.7", where=(who, "hand"), who=who, n=drawn, most=state.hand_size)


def _laid(state: State, who: str, rulings: Mapping[str, str]) -> Iterator[Problem]:
    """What lies behind the curtain could be laid (QJ-4.2.8 to QJ-4.2.14), under QJ-R33 also against the rules."""
    player = state.player(who)
    laid = entries(player.laid)
    found = faults(laid, [*player.hand, *(e.face for e in laid)], state.width(rulings))
    for n, code in found:
        if rulings["QJ-R33"] == "reject_all" or code in PHYSICAL:
            where, params = (who, "laid", n), {"card": laid[n].face, "cell": laid[n].cell}
            yield Problem("laid_wrong", CLAUSES[code][0], where=where, who=who, fault=code, **params)


def _board(state: State, who: str, rulings: Mapping[str, str]) -> Iterator[Problem]:
    player = state.player(who)
    columns = min(max(state.width(rulings), 1), MAX_COLUMNS)
    filled: Counter[int] = Counter()
    for cell, face in player.board:
        place = parse_cell(cell)
        if place is None or not cell_exists(cell, columns):
            yield Problem("off_board", "QJ-4.2.5", where=(who, "board"), who=who, cell=cell, columns=columns)
            continue
        filled[place.action] += 1
        if not accepts(place.row, face):
            yield Problem(
                "wrong_limb",
                "QJ-4.2.9" if place.row < 2 else "QJ-4.2.10",
                where=(who, "board"),
                who=who,
                card=face,
                cell=cell,
            )
    for action, n in sorted(filled.items()):
        if n > limits.COLUMN_CAP:
            yield Problem(
                "column_full", "QJ-4.2.14", where=(who, "board"), who=who, action=action, n=n, most=limits.COLUMN_CAP
            )
    yield from _cancelled(state, who)


def _cancelled(state: State, who: str) -> Iterator[Problem]:
    """Equal symbols on one cell of both boards cancel one for one, and no others do (QJ-4.3.2 to QJ-4.3.6).

    A board may be looked at without the other one; then what was cancelled is taken as it is.
    """
    player, theirs = state.player(who), dict(state.player(other(who)).board)
    mine = dict(player.board)
    for at, symbol in enumerate(("fist", "leg")):
        gone = dict((player.cancelled_fists, player.cancelled_legs)[at])
        for cell in CELLS:
            n = gone.get(cell, 0)
            have = face_symbols(mine[cell])[at] if cell in mine else 0
            due = min(have, face_symbols(theirs[cell])[at]) if cell in theirs else 0
            where = (who, "cancelled_fists" if symbol == "fist" else "cancelled_legs")
            params = {"where": where, "who": who, "cell": cell, "symbol": symbol, "n": n}
            if cell in gone and not 0 < n <= have:
                yield Problem("too_many_markers", "QJ-4.3.6", have=have, **params)
            elif theirs and n != due:
                yield Problem("other_markers", "QJ-4.3.2", due=due, **params)


def _declared(state: State, who: str, rulings: Mapping[str, str]) -> Iterator[Problem]:
    player = state.player(who)
    refused = rulings["QJ-R25"] == "mandatory" and rulings["QJ-R38"] == "consent_needed"
    for move in dict.fromkeys(player.lost):
        if not (refused or rulings["QJ-R28"] == "move_lost") or move not in player.moves:
            yield Problem("not_lost", "QJ-4.4.41", where=(who, "lost"), who=who, move=move)
    if player.silenced and (player.board or rulings["QJ-R33"] != "lose_round"):
        yield Problem("not_silenced", "QJ-4.2.19", where=(who, "silenced"), who=who)
    waits = rulings["QJ-R27"] == "open_alternating" and who == "B" and state.step == "declare" and not state.A.done
    if waits and (player.declared or player.lost or (player.done and player.moves)):
        yield Problem("a_declares_first", "QJ-4.4.40", where=(who,))
    if not player.declared:
        return
    declared, broken = again(state, who, player.declared, rulings)
    if broken is not None:
        text, verdict = broken
        yield Problem(
            "illegal_declaration", "QJ-4.4.29", where=(who, "declared"), who=who, text=text, fault=verdict.code
        )
    elif declared != player.declared:
        text = next(old for old, new in zip(player.declared, declared, strict=True) if old != new)
        yield Problem(
            "illegal_declaration", "QJ-4.4.31", where=(who, "declared"), who=who, text=text, fault="wrong_key_tokens"
        )


def _cards_of_moves(state: State, rulings: Mapping[str, str]) -> Iterator[Problem]:
    own = {move.id for move in state.own_moves}
    held = dict.fromkeys(m for who in PLAYERS for m in state.player(who).moves if m not in own)
    cards: list[tuple[Path, Move, Sequence[Move]]]
    cards = [(("own_moves", i), move, state.own_moves[:i]) for i, move in enumerate(state.own_moves)]
    cards += [((), DEMO_MOVES[id], ()) for id in held]
    for home, move, before in cards:
        for issue in MOVES.issues(move, before, rulings):
            worded = (issue.code, tuple(issue.params.items()))
            where = (*home, *issue.path)
            yield Problem("bad_move_card", issue.clauses[0], move=move.id, where=where, issue=worded)


def _rounds(state: State, rulings: Mapping[str, str]) -> Iterator[Problem]:
    """What was dealt is that of the last round; rounds without damage are counted, QJ-R34 may end at five."""
    dealt = [who for who in PLAYERS if state.player(who).dealt]
    over = state.step == "over"
    for who in dealt if state.round == 1 and not over else ():
        n = state.player(who).dealt
        yield Problem("dealt_early", "QJ-4.5.17", where=(who, "dealt"), who=who, n=n)
    if state.quiet >= state.round + over:
        yield Problem("quiet_too_long", "QJ-4.6.12", where=("quiet",), n=state.quiet, round=state.round)
    if state.quiet and dealt and not over:
        yield Problem("quiet_after_damage", "QJ-4.6.12", where=("quiet",), n=state.quiet, who=dealt[0])
    if state.quiet >= limits.QUIET_ROUNDS and rulings["QJ-R34"] == "stalemate_draw" and not over:
        yield Problem("quiet_ended", "QJ-4.6.12", where=("quiet",), n=state.quiet, limit=limits.QUIET_ROUNDS)
    nobody = state.step == "draw" and not state.A.drawn and not state.B.drawn
    if state.drawing and (nobody or state.round == 1 or rulings["QJ-R37"] != "between_rounds"):
        yield Problem("not_drawing", "QJ-4.1.14", where=("drawing",))


def _by_itself(state: State) -> Iterator[Problem]:
    """When both are ready the table goes on by itself (QJ-4.1.15, QJ-4.2.18, QJ-4.5.1)."""
    a, b = state.A, state.B
    for step, field, code, clause in (
        ("draw", "drawn", "both_drawn", "QJ-4.1.15"),
        ("place", "committed", "both_committed", "QJ-4.2.18"),
        ("declare", "done", "both_done", "QJ-4.5.1"),
    ):
        if state.step == step and getattr(a, field) and getattr(b, field):
            yield Problem(code, clause, where=("A", field))


def _over(state: State, rulings: Mapping[str, str]) -> Iterator[Problem]:
    """A result has its reason, and the reason the state it needs (QJ-4.5.20, QJ-4.6.9, QJ-4.6.12, QJ-R30)."""
    if state.result is None or state.reason is None:
        yield Problem("over_without_result", "QJ-4.5.19")
        return
    drawn = state.result in ("draw", "both_lose")
    if state.result == "both_lose" and (state.reason != "life" or rulings["QJ-R30"] != "both_lose"):
        yield Problem("not_both_lose", "QJ-4.5.20", where=("result",))
    if state.reason == "life":
        for who in PLAYERS:
            if who != state.result and state.player(who).life > 0:
                yield Problem("loser_stands", "QJ-4.5.20", where=("result",), who=who, life=state.player(who).life)
    if state.reason == "quiet" and (not drawn or state.quiet < limits.QUIET_ROUNDS):
        yield Problem("not_quiet", "QJ-4.6.12", where=("reason",), n=state.quiet, limit=limits.QUIET_ROUNDS)
    if state.reason == "quiet" and rulings["QJ-R34"] != "stalemate_draw":
        yield Problem("no_stalemate", "QJ-4.6.12", where=("reason",))
    if state.reason == "no_cards" and rulings["QJ-R4"] != "lose":
        yield Problem("no_loss_of_cards", "QJ-4.6.9", where=("reason",))


def fill_in(given: dict[str, object], rulings: Mapping[str, str]) -> dict[str, object]:
    """Fill in what given fields imply: who holds no move has nothing to declare."""
    made = dict(given)
    if made.get("step") == "declare":
        for who in PLAYERS:
            fields = made.get(who, {})
            if isinstance(fields, dict) and not fields.get("moves"):
                made[who] = {"done": True, **fields}
    return made


def follow(state: State, paths: Collection[Path]) -> dict[Path, Any]:
    """Return what cancels once a board is set up (QJ-4.3.2), and that nothing is declared on it yet."""
    if not any(path[1:2] == ("board",) for path in paths):
        return {}
    boards = {who: {c: face_symbols(f) for c, f in state.player(who).board if is_face(f)} for who in PLAYERS}
    made: dict[Path, Any] = {(who, "declared"): [] for who in PLAYERS if state.player(who).declared}
    for at, field in enumerate(("cancelled_fists", "cancelled_legs")):
        both = {c: min(boards["A"][c][at], boards["B"][c][at]) for c in boards["A"] if c in boards["B"]}
        made |= {(who, field): {c: n for c, n in both.items() if n} for who in PLAYERS}
    return made
