"""Move cards written by people: YAML to moves that can be used at once, or the line that is wrong and why."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any, NoReturn

from rulekit.core.codec import Fault, faults, from_json, show
from rulekit.core.errors import FileProblem
from rulekit.core.record import Path
from rulekit.core.source import Source, read_file, read_text
from rulekit.games.quanjiao.game import GAME
from rulekit.games.quanjiao.moves import FLAW_CLAUSES, Flaw, Move, flaws

__all__ = ["MoveFileProblem", "load_moves"]

MOST = 50  # moves in one file


class MoveFileProblem(FileProblem):
    """A move card that is wrong: worded by the game as `card.<code>`, with the line and the clause."""

    def text(self, lang: str = "en") -> str:
        """Return `file:line:column: what is wrong [clauses]`."""
        reason = GAME.wording(lang).text(f"card.{self.code}", self.params)
        return f"{self.file}:{self.line}:{self.column}: {reason} [{', '.join(self.clauses)}]"


def load_moves(source: str | FilePath, *, rulings: Mapping[str, str] | None = None) -> tuple[Move, ...]:
    """Return the moves of a file (given as a path) or of a text: one card, or a list of them.

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
    try:
        read = read_file(source) if isinstance(source, FilePath) else read_text(source)
    except FileProblem as error:
        if error.code != "empty_file":
            raise
        raise _how_many(error.file, 0) from None
    listed = isinstance(read.data, list)
    rows: list[Any] = read.data if isinstance(read.data, list) else [read.data]
    if not rows or len(rows) > MOST:
        raise _how_many(read.file, len(rows))
    made: list[Move] = []
    for i, row in enumerate(rows):
        here: Path = (i,) if listed else ()
        move = _move(read, row, here)
        for flaw in flaws(move, rulings):
            _refuse(read, flaw, here)
        if any(m.id == move.id for m in made):
            _refuse(read, Flaw(("id",), "id_twice", {"id": move.id}), here)
        made.append(move)
    return tuple(made)


def _how_many(file: str, n: int) -> MoveFileProblem:
    return MoveFileProblem("how_many", file=file, clauses=("QJ-4.4.3",), n=n, most=MOST)


def _move(source: Source, row: Any, here: Path) -> Move:
    if not isinstance(row, dict):
        raise source.problem("not_mapping", here, value=show(row), clauses=("QJ-4.4.3",))
    try:
        return from_json(Move, row)
    except Exception as error:
        # `faults` raises again what is no fault of the card
        found = sorted(faults(error, Move, here), key=lambda f: _place(source, f))
        first = found[0]
        raise source.problem(first.code, first.path, key=first.at_key, **first.params) from None


def _place(source: Source, fault: Fault) -> tuple[int, int]:
    return source.at(fault.path, key=fault.at_key)


def _refuse(source: Source, flaw: Flaw, here: Path) -> NoReturn:
    line, column = source.at((*here, *flaw.path))
    raise MoveFileProblem(
        flaw.code,
        file=source.file,
        line=line,
        column=column,
        clauses=FLAW_CLAUSES.get(flaw.code, ("QJ-4.4.3",)),
        **flaw.params,
    ) from None
