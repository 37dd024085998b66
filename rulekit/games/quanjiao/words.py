"""How cells, cards, moves and declarations of 拳脚招式 are worded."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rulekit.core.catalogue import LANGUAGES
from rulekit.core.hidden import HIDDEN
from rulekit.core.phrasebook import Formatters
from rulekit.games.quanjiao.board import LIMBS, face_symbols, is_face
from rulekit.games.quanjiao.moves import DEMO_MOVES, Move

if TYPE_CHECKING:
    from rulekit.core.phrasebook import Phrasebook

__all__ = ["Words", "titles_text"]

_CELL = re.compile(rf"({'|'.join(LIMBS)})(-?[0-9]{{1,3}})([FL]?)")
_KEY = re.compile(rf"((?:{'|'.join(LIMBS)})[0-9]{{1,2}})([FL]?)x([0-9]+)(c?)")
_HEAD = re.compile(r"([^@\s]+)@(-?[0-9]{1,3})(~?)")


def titles_text(moves: Iterable[Move]) -> str:
    """Return, as one text, the names of those moves that do not come with the game; "" for none."""
    own = {m.id: {lang: m.title(lang) for lang in LANGUAGES} for m in moves if DEMO_MOVES.get(m.id) != m}
    return json.dumps(own, ensure_ascii=False) if own else ""


class Words(Formatters):
    """The formatters of 拳脚招式; those of moves know the moves that a position brings along."""

    def __init__(self, phrasebook: Phrasebook) -> None:
        super().__init__(phrasebook)
        self.titles = {id: move.title(phrasebook.lang) for id, move in DEMO_MOVES.items()}
        self.titles |= {id: names[phrasebook.lang] for id, names in json.loads(phrasebook.custom or "{}").items()}

    def cell(self, cell: Any) -> str:
        """Word `LH2` as left hand, action 2."""
        if cell == HIDDEN:
            return self.word("some_cell")
        found = _CELL.fullmatch(str(cell))
        return str(cell) if found is None else self.word("cell", limb=found[1], action=int(found[2]))

    def cells(self, cells: Any) -> str:
        """Word several cells; a start, `3~`, is no cell but lies among them."""
        parts = [self.start(c) if re.fullmatch(r"-?[0-9]+~?", c) else self.cell(c) for c in cells]
        return self.word("cells").join(parts) or self.phrasebook.value(())

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
        return self.phrasebook.counted(map(self.card, faces))

    def move(self, move: Any) -> str:
        """Word a move by its name; an unknown id stays as it is."""
        return self.word("some_move") if move == HIDDEN else self.titles.get(str(move), str(move))

    def start(self, start: Any) -> str:
        """Word a placement, `3` or `3~`."""
        text = str(start)
        return self.word("mirrored", n=text[:-1]) if text.endswith("~") else self.word("start", n=text)

    def entry(self, entry: Any) -> str:
        """Word a card with its cell, `F2@LH1`."""
        face, at, cell = str(entry).partition("@")
        return self.word("laid", card=face, cell=cell) if at else self.card(face)

    def entries(self, entries: Any) -> str:
        """Word several cards with their cells."""
        return self.phrasebook.listed(map(self.entry, entries))

    def declaration(self, declared: Any) -> str:
        """Word a declaration, `m01@1 LH1x1`, given as a text or as its words."""
        words = declared.split() if isinstance(declared, str) else [str(w) for w in declared]
        if words[:1] == [HIDDEN]:
            return self.word("some_move")
        laying = self._laying(words)
        if laying is None:
            return " ".join(words) or self.phrasebook.value(())
        return self.word("declaration", move=words[0].partition("@")[0], laying=laying)

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
        start = head[2] + head[3]
        if not keys:
            return self.word("laying", start=start)
        return self.word("laying_keys", start=start, keys=self.word("cells").join(self._key(k) for k in keys if k))

    def _key(self, key: re.Match[str]) -> str:
        cell, kind, n, gone = key.groups()
        symbol = "fist" if (kind or ("F" if cell[1] == "H" else "L")) == "F" else "leg"
        return self.word("key_cancelled" if gone else "key", cell=cell, n=n, symbol=symbol)

    def plain(self, value: Any) -> str:
        """Word a value of some field: a card, a cell, a move, what was laid or declared, or a term."""
        text = str(value)
        if text == HIDDEN:
            return text
        if is_face(text):
            return self.card(text)
        if _CELL.fullmatch(text):
            return self.cell(text)
        if text in self.titles:
            return self.move(text)
        head, at, _ = text.partition("@")
        if at:
            return self.entry(text) if is_face(head) or head == HIDDEN else self.declaration(text)
        return self.phrasebook.term(value)

    def source(self, source: Any) -> str:
        """Word why a life is what it is; silence means the rules' default."""
        return str(source) or self.word("no_source")
