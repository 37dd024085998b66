"""How cells, cards, moves and declarations of 拳脚招式 are worded; parameters of sentences name these formatters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rulekit.core.hidden import HIDDEN
from rulekit.games.quanjiao.board import LIMBS, face_symbols, is_face
from rulekit.games.quanjiao.moves import DEMO_MOVES

if TYPE_CHECKING:
    from rulekit.core.phrasebook import Phrasebook

__all__ = ["Words", "formatters"]

_CELL = re.compile(rf"({'|'.join(LIMBS)})(-?[0-9]{{1,3}})([FL]?)")
_KEY = re.compile(rf"((?:{'|'.join(LIMBS)})[0-9]{{1,2}})([FL]?)x([0-9]+)(c?)")
_HEAD = re.compile(r"([^@\s]+)@(-?[0-9]{1,3})(~?)")
_CARD_CELL = re.compile(rf"({'|'.join(LIMBS)})\+([0-9]{{1,2}})")


class Words:
    """The words of one language; every formatter takes what a step holds and leaves what it cannot read as it is."""

    def __init__(self, phrasebook: Phrasebook, titles: Mapping[str, str] | None = None) -> None:
        self.phrasebook = phrasebook
        self.titles = titles or {}

    def word(self, key: str, **params: Any) -> str:
        """Return one of the pieces `word.*`."""
        return self.phrasebook.text(f"word.{key}", params)

    def cell(self, cell: Any) -> str:
        """Word `LH2` as left hand, action 2."""
        if cell == HIDDEN:
            return self.word("some_cell")
        found = _CELL.fullmatch(str(cell))
        if found is None:
            return str(cell)
        return self.word("cell", limb=self.word(found[1]), action=int(found[2]))

    def cells(self, cells: Any) -> str:
        """Word several cells, given as a sequence or as one text with spaces, plus signs or commas between."""
        parts = re.split(r"[\s+,]+", cells) if isinstance(cells, str) else list(cells)
        return self._list([self._place(p) for p in parts if p not in ("", "-")], "cells")

    def _place(self, part: str) -> str:
        if part == "~":
            return self.word("swapped")
        return self.start(part) if re.fullmatch(r"-?[0-9]+~?", part) else self.cell(part)

    def card(self, face: Any) -> str:
        """Word `F2` as its symbols."""
        if face == HIDDEN:
            return self.word("some_card")
        if not is_face(str(face)):
            return str(face)
        fists, legs = face_symbols(str(face))
        parts = [self.word(f"{symbol}_{n}") for symbol, n in (("fist", fists), ("leg", legs)) if n]
        if str(face).startswith("L"):
            parts.reverse()
        return parts[0] if len(parts) == 1 else self.word("mixed", one=parts[0], two=parts[1])

    def cards(self, faces: Any) -> str:
        """Word several cards, equal ones together."""
        words = faces.split() if isinstance(faces, str) else faces
        counted = Counter(map(self.card, words))
        return self._list([w if n == 1 else self.word("repeated", word=w, n=n) for w, n in counted.items()])

    def move(self, move: Any) -> str:
        """Word a move by its name; an unknown id stays as it is."""
        if move == HIDDEN:
            return self.word("some_move")
        id = str(move)
        if id in self.titles:
            return self.titles[id]
        return DEMO_MOVES[id].title(self.phrasebook.lang) if id in DEMO_MOVES else id

    def moves(self, moves: Any) -> str:
        """Word several moves."""
        parts = re.split(r"[\s,]+", moves) if isinstance(moves, str) else moves
        return self._list([self.move(m) for m in parts if m not in ("", "-")])

    def start(self, start: Any) -> str:
        """Word a placement, `3` or `3~`."""
        text = str(start)
        return self.word("mirrored", n=text[:-1]) if text.endswith("~") else self.word("start", n=text)

    def entries(self, entries: Any) -> str:
        """Word cards with their cells, `F2@LH1`."""
        made = []
        for entry in entries.split() if isinstance(entries, str) else entries:
            face, at, cell = str(entry).partition("@")
            made.append(self.word("laid", card=self.card(face), cell=self.cell(cell)) if at else self.card(face))
        return self._list(made)

    def declaration(self, declared: Any) -> str:
        """Word a declaration, `m01@1 LH1x1`, given as a text or as its words."""
        words = declared.split() if isinstance(declared, str) else [str(w) for w in declared]
        if words[:1] == [HIDDEN]:
            return self.word("some_move")
        laying = self._laying(words)
        if laying is None:
            return " ".join(words) or self._list([])
        return self.word("declaration", move=self.move(words[0].partition("@")[0]), laying=laying)

    def laying(self, declared: Any) -> str:
        """Word where a declared move lies and what its key marks are."""
        words = str(declared).split()
        if words[:1] == [HIDDEN]:
            return self.word("laying_hidden")
        return self._laying(words) or str(declared)

    def _laying(self, words: list[str]) -> str | None:
        head = _HEAD.fullmatch(words[0]) if words else None
        keys = [_KEY.fullmatch(w) for w in words[1:]]
        if head is None or None in keys:
            return None
        start = self.start(head[2] + head[3])
        if not keys:
            return self.word("laying", start=start)
        return self.word("laying_keys", start=start, keys=self._list([self._key(k) for k in keys if k], "cells"))

    def _key(self, key: re.Match[str]) -> str:
        cell, kind, n, gone = key.groups()
        kind = kind or ("F" if cell[1] == "H" else "L")
        symbol = self.phrasebook.value("fist" if kind == "F" else "leg")
        return self.word("key_cancelled" if gone else "key", cell=self.cell(cell), n=n, symbol=symbol)

    def plain(self, value: Any) -> str:
        """Word a value of some field: a card, a cell, a move, what was laid or declared, or a term."""
        text = str(value)
        if text == HIDDEN:
            return text
        if is_face(text):
            return self.card(text)
        if _CELL.fullmatch(text):
            return self.cell(text)
        if text in self.titles or text in DEMO_MOVES:
            return self.move(text)
        head, at, _ = text.partition("@")
        if at:
            return self.entries([text]) if is_face(head) or head == HIDDEN else self.declaration(text)
        return self.phrasebook.term(value)

    def source(self, source: Any) -> str:
        """Word why a life is what it is; silence means the rules' default."""
        return str(source) or self.word("no_source")

    def issue(self, issue: Any) -> str:
        """Word what is wrong with a move card, given as its code and its parameters."""
        code, params = issue
        return self.phrasebook.text(f"card.{code}", dict(params))

    def _list(self, parts: list[str], separator: str = "list") -> str:
        return self.word(separator).join(parts) if parts else self.phrasebook.value(())


def formatters(phrasebook: Phrasebook) -> Mapping[str, Callable[[Any], str]]:
    """Return the word formatters of the game by the name a sentence calls them by."""
    words = Words(phrasebook)
    return {
        "cell": words.cell,
        "cells": words.cells,
        "card": words.card,
        "cards": words.cards,
        "move": words.move,
        "moves": words.moves,
        "start": words.start,
        "entries": words.entries,
        "declaration": words.declaration,
        "laying": words.laying,
        "source": words.source,
        "plain": words.plain,
        "issue": words.issue,
        "label": phrasebook.label,
        "verb": lambda v: phrasebook.value(v, "verb"),
        "result": lambda v: phrasebook.value(v, "result"),
        "values": lambda vs: phrasebook.text("word.list").join(map(phrasebook.value, vs)),
    }
