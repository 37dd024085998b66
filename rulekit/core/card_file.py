"""Cards written by people: YAML to records that can be used at once, or the line that is wrong and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, Generic, TypeVar

from rulekit.core.codec import BadData, from_json, show
from rulekit.core.errors import CardIssue, FileProblem
from rulekit.core.file_kind import FileKind, Hint
from rulekit.core.record import Path, Record
from rulekit.core.registry import find_game
from rulekit.core.source import Source
from rulekit.core.source import read as read_source

__all__ = ["CardForm", "CardProblem", "read_record"]

MOST = 50  # cards in one file

R = TypeVar("R", bound=Record)


class CardProblem(FileProblem):
    """A card that is wrong: worded by its game as `card.<code>`, with the place and the clauses it goes against."""

    def __init__(self, code: str, *, game: str, clauses: tuple[str, ...], **place_and_params: Any) -> None:
        super().__init__(code, clauses=clauses, **place_and_params)
        self._game = game

    def worded(self, lang: str) -> str:
        """Return `file:line:column: what is wrong [clauses]`."""
        reason = find_game(self._game).phrasebook(lang).text(f"card.{self.code}", self.params)
        return f"{self.place}: {reason} [{', '.join(self.clauses)}]"


@dataclass(frozen=True, slots=True)
class CardForm(Generic[R]):
    """How the cards of a game are written, as records of class `cls`.

    `issues` yields what makes a card unusable among the cards before it, under rulings; `clause` states the format
    as a whole; `hints` are what cards that can be used could do better.
    """

    game: str
    cls: type[R]
    clause: str
    issues: Callable[[R, Sequence[R], Mapping[str, str]], Iterable[CardIssue]]
    hints: Callable[[Sequence[R], str], Iterable[Hint]] = lambda cards, lang: ()

    def load(self, source: str | FilePath, rulings: Mapping[str, str] | None = None) -> tuple[R, ...]:
        """Return the cards of a file (given as a path or by its name) or of a text: one card, or a list of them.

        `rulings` differ from the defaults.  Raises FileProblem with line and column for the first thing that is wrong.
        """
        try:
            read = read_source(source)
        except FileProblem as error:
            if error.code != "empty_file":
                raise
            raise self._how_many(Source(error.file, None), (), 0) from None
        return self.read(read, read.data, (), rulings)

    def read(
        self, source: Source, data: Any, here: Path = (), rulings: Mapping[str, str] | None = None
    ) -> tuple[R, ...]:
        """Return the cards that the part `data` of a document describes, which stands at `here`."""
        listed = isinstance(data, list)
        rows = data if isinstance(data, list) else [data]
        if not rows or len(rows) > MOST:
            raise self._how_many(source, here, len(rows))
        chosen = find_game(self.game).defaults.replace(rulings or {}).choices
        made: list[R] = []
        for i, row in enumerate(rows):
            place: Path = (*here, i) if listed else here
            card = read_record(source, self.cls, row, place, (self.clause,))
            for issue in self.issues(card, made, chosen):
                raise self._problem(source, (*place, *issue.path), issue.code, issue.clauses, issue.params)
            made.append(card)
        return tuple(made)

    @property
    def file_kind(self) -> FileKind:
        """The kind of file that holds such cards, by which a file can be told from others."""

        def params(cards: Sequence[Any], lang: str) -> Mapping[str, Any]:
            return {"n": len(cards), "names": [card.title(lang) for card in cards]}

        keys = tuple(spec.label for spec in self.cls.FIELDS)
        return FileKind(
            self.game, "cards", keys, lambda source, _: self.read(source, source.data), params, hints=self.hints
        )

    def _how_many(self, source: Source, here: Path, n: int) -> CardProblem:
        return self._problem(source, here, "how_many", (self.clause,), {"n": n, "most": MOST})

    def _problem(
        self, source: Source, path: Path, code: str, clauses: tuple[str, ...], params: Mapping[str, Any]
    ) -> CardProblem:
        line, column = source.at(path)
        return CardProblem(code, game=self.game, clauses=clauses, file=source.file, line=line, column=column, **params)


def read_record(source: Source, cls: type[R], data: Any, here: Path = (), clauses: tuple[str, ...] = ()) -> R:
    """Return the record that the part `data` of a document at `here` describes.

    Raises FileProblem at the first place where its form is wrong; `clauses` are cited when it is no mapping at all.
    """
    if not isinstance(data, dict):
        raise source.problem("not_mapping", here, value=show(data), clauses=clauses)
    try:
        return from_json(cls, data)
    except BadData as error:
        found = [fault.below(here) for fault in error.faults]
    first = min(found, key=lambda f: source.at(f.path, key=f.at_key))
    raise source.problem(first.code, first.path, key=first.at_key, **first.params)
