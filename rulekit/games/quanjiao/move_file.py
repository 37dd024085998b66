"""Move cards written by people: YAML to moves that can be used at once, or the line that is wrong and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rulekit.core.card_file import CardForm
from rulekit.core.errors import CardIssue
from rulekit.games.quanjiao.moves import FORMAT, Move, issues

__all__ = ["MOVES", "load_moves"]


def _issues(move: Move, before: Sequence[Move], rulings: Mapping[str, str]) -> Iterator[CardIssue]:
    yield from issues(move, rulings)
    if any(m.id == move.id for m in before):
        yield CardIssue(("id",), "id_twice", {"id": move.id}, FORMAT)


MOVES = CardForm("quanjiao", Move, FORMAT[0], _issues)


def load_moves(source: str | Path, *, rulings: Mapping[str, str] | None = None) -> tuple[Move, ...]:
    """Return the moves of a file (given as a path or by its name) or of a text: one card, or a list of them.

    `rulings` narrow what long cells may be (QJ-R13, QJ-R14).  Raises FileProblem with line and column for
    the first thing that is wrong.

    >>> [move] = load_moves('''
    ... id: jab
    ... name: {zh: 短拳, en: Jab}
    ... regions: [{rid: k, kind: key, cells: [LH+0], need: [{symbol: fist, count: 1}]}]
    ... damage: [{term: fixed, value: 2}]
    ... ''')
    >>> move.title("en"), move.width
    ('Jab', 1)
    """
    return MOVES.load(source, rulings)
