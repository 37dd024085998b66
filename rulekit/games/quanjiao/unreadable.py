"""What the rules of 拳脚招式 cannot read in a position: moves, cards and cells nobody knows, texts of no form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulekit.core.errors import Problem, nearest
from rulekit.games.quanjiao.board import CELLS, is_face
from rulekit.games.quanjiao.declaring import read
from rulekit.games.quanjiao.moves import Move, issues
from rulekit.games.quanjiao.placing import entries
from rulekit.games.quanjiao.state import PLAYERS, Player, State

__all__ = ["unreadable"]

# What is wrong with a move card that leaves a name unknown or nothing to match and count; other cards are forbidden.
ISSUES = (
    "no_id", "hidden_id", "rid_twice", "bad_cell", "unknown_rid", "bad_scope", "out_of_range", "no_key",
    "no_need", "term_lacks", "grey_without_rids",
)  # fmt: skip


def unreadable(state: State, rulings: Mapping[str, str]) -> list[Problem]:
    """Return every reason in field order, move cards first."""
    return list(_unreadable(state))


def _unreadable(state: State) -> Iterator[Problem]:
    for i, move in enumerate(state.own_moves):
        for issue in issues(move):
            if issue.code in ISSUES:
                worded = (issue.code, tuple(issue.params.items()))
                where = ("own_moves", i, *issue.path)
                yield Problem("bad_move_card", issue.clauses[0], where=where, move=move.id, issue=worded)
    known = state.moves()
    for who in PLAYERS:
        yield from _moves(state.player(who), who, known)
        yield from _cards(state.player(who), who)


def _moves(player: Player, who: str, known: Mapping[str, Move]) -> Iterator[Problem]:
    for zone in ("moves", "declared", "lost", "shown"):
        for i, text in enumerate(getattr(player, zone)):
            move = text
            if zone == "declared":
                found = read(text.split(), ())
                if found is None:
                    yield Problem("unread_declaration", "QJ-4.4.31", where=(who, zone, i), who=who, text=text)
                    continue
                move = found[0]
            if move not in known:
                near = nearest(move, known) or next(iter(known))
                yield Problem("unknown_move", "QJ-4.4.3", where=(who, zone, i), who=who, move=move, nearest=near)


def _cards(player: Player, who: str) -> Iterator[Problem]:
    for zone in ("hand", "deck", "used"):
        for i, face in enumerate(getattr(player, zone)):
            if not is_face(face):
                yield Problem("bad_card", "QJ-4.2.2", where=(who, zone, i), who=who, card=face)
    for i, (text, entry) in enumerate(zip(player.laid, entries(player.laid), strict=True)):
        if not is_face(entry.face) or entry.cell not in CELLS:
            yield Problem("unread_laid", "QJ-4.2.6", where=(who, "laid", i), who=who, text=text)
    for cell, face in player.board:
        if not is_face(face):
            yield Problem("bad_card", "QJ-4.2.2", where=(who, "board", cell), who=who, card=face)
