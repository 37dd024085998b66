"""What a shown position of 拳脚招式 says, worded but not yet drawn: one sheet a player and one for the table.

Both drawings, HTML and text, are made of it, so neither can leave out what the other shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rulekit.core.catalogue import Catalogue
from rulekit.core.position import Position
from rulekit.core.record import Change, FieldSpec, Path
from rulekit.games.quanjiao.board import face_symbols, is_face, parse_cell
from rulekit.games.quanjiao.declaring import read
from rulekit.games.quanjiao.matching import Activation, Board
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.placing import entries
from rulekit.games.quanjiao.scoring import Score, looked_at, score
from rulekit.games.quanjiao.state import Player, State
from rulekit.games.quanjiao.words import HIDDEN, Words

__all__ = ["Chip", "Group", "Mark", "PlayerSheet", "Sheet", "make_sheet", "view_words"]

SLOTS = 3  # colours for moves
SHOWN_COLUMNS = 8
MOST_MARKS = 12  # as many symbols as a card can carry; more only in an impossible position


@lru_cache(maxsize=1)
def view_words() -> Catalogue:
    """Return the words of the drawn position."""
    return Catalogue.load((__package__, "view.yaml"))


@dataclass(frozen=True, slots=True)
class Chip:
    """One fact: its text, the clause text behind it, what changed (`3→5`), and how it is drawn.

    `slot` is the number of the move it belongs to, 0 for none; `gone` facts are true no longer; `card` is the
    face of a card in hand.
    """

    text: str
    tip: str = ""
    delta: str = ""
    slot: int = 0
    gone: bool = False
    faint: bool = False
    card: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Chips of one kind in order."""

    key: str
    label: str
    chips: tuple[Chip, ...]
    delta: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """One symbol on a board: `use` is valid, covered, key, held (contained in a move) or loose."""

    symbol: str
    use: str
    slot: int = 0
    counted: bool = False


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """One player: life, what is due, the board cell by cell, the sum of damage, cards of moves, groups of chips.

    `behind` tells that the cards still lie behind the curtain; `curtain` is its sentence where it is closed to
    the viewer.
    """

    who: str
    due: bool
    badge: str
    life: Chip
    columns: int
    cells: dict[str, tuple[Mark, ...]]
    tips: dict[str, str]
    changed: frozenset[str]
    behind: bool
    curtain: str
    total: str
    moves: tuple[Move, ...]
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole position: the headline, both players, the table, and what is open or decided."""

    headline: tuple[Chip, ...]
    players: tuple[PlayerSheet, ...]
    groups: tuple[Group, ...]
    question: str
    result: str


class _Maker:
    """Words one position; `changes` are the highlighted differences by path."""

    def __init__(self, position: Position, lang: str, highlight: Iterable[Change], viewer: str | None) -> None:
        self.position = position
        self.game = position.game
        self.whole: State = position.state
        rulings = position.rulings.choices
        self.state: State = self.whole if viewer is None else self.game.observe(self.whole, viewer, rulings)
        self.lang = lang
        self.wording = self.game.wording(lang)
        self.table: dict[str, Move] = {m.id: m for m in self.state.own_moves}
        self.pieces = Words(self.wording, {id: m.title(lang) for id, m in self.table.items()})
        self.table = self.state.moves()
        self.changes = _merged(highlight)
        for who in self.game.players:  # what the viewer may not see did not change for the viewer
            for spec in Player.FIELDS:
                if getattr(self.state.player(who), spec.name) != getattr(self.whole.player(who), spec.name):
                    self.changes.pop((who, spec.label), None)

    # -- words -------------------------------------------------------------------------------------

    def words(self, key: str, **params: Any) -> str:
        return self.wording.word(view_words(), key, params)

    def value(self, value: Any, field: str) -> str:
        """Word a value; lists stand without brackets, cards, moves and declarations by their names."""
        if isinstance(value, tuple) and value and not isinstance(value[0], tuple):
            maker = {"moves": self.pieces.moves, "shown": self.pieces.moves, "lost": self.pieces.moves}.get(field)
            if maker is not None:
                return maker(value)
            if field == "laid":
                return self.pieces.entries(value)
            if field == "declared":
                return self.wording.text("word.semicolon").join(map(self.pieces.declaration, value))
            return self.pieces.cards(value)
        if isinstance(value, tuple) and value:
            parts = [
                self.wording.text("value.pair", {"key": self.pieces.cell(k), "value": self._card(v)}) for k, v in value
            ]
            return self.wording.text("word.list").join(parts)
        return self.wording.value(value, field)

    def _card(self, value: Any) -> str:
        return self.pieces.card(value) if isinstance(value, str) else str(value)

    def delta(self, path: Path) -> str:
        change = self.changes.get(path)
        if change is None:
            return ""
        field = str(path[-1])
        return self.words("html.delta", before=self.value(change.before, field), after=self.value(change.after, field))

    def tip(self, spec: FieldSpec) -> str:
        if not spec.clause:
            return ""
        clause = self.game.rulebook.clause(spec.clause)
        return f"{clause.id} {clause.text[self.lang]}"

    def chip(self, spec: FieldSpec, value: Any, path: Path, *, always: bool = False) -> Chip | None:
        """Return the chip of a field, None when it has nothing to say."""
        default, delta = value == spec.default, self.delta(path)
        if default and not delta and not always:
            return None
        gone = default and not always
        shown = self.changes[path].before if gone else value
        key = f"chip.{spec.kind}"
        text = self.words(key, label=self.wording.label(spec.label), value=self.value(shown, spec.label))
        return Chip(text, self.tip(spec), delta, gone=gone, faint=default and not delta)

    # -- a player ----------------------------------------------------------------------------------

    def player(self, who: str) -> PlayerSheet:
        player = self.state.player(who)
        life = Player.BY_LABEL["life"]
        curtain = ""
        if HIDDEN in player.laid or (player.laid and player.laid != self.whole.player(who).laid):
            curtain = self.words("board.curtain", n=len(player.laid))
        board = self._board(who)
        declared = self._declared(who, board)
        made = None if board is None or declared is None else score(board, self.table, declared)
        due, badge = self._badge(who)
        cells, tips = ({}, {}) if curtain else self._cells(who, board, declared, made)
        return PlayerSheet(
            who, due, badge,
            Chip(str(player.life), self.tip(life), self.delta((who, "life"))),
            max(0, min(self.state.width(self.position.rulings.choices), SHOWN_COLUMNS)),
            cells, tips, frozenset(self._changed_cells(who)),
            bool(player.laid), curtain, self._total(player, declared, made),
            tuple(self.table[m.partition("#")[0]] for m in player.moves if m.partition("#")[0] in self.table),
            tuple(self._groups(who)),
        )  # fmt: skip

    def _badge(self, who: str) -> tuple[bool, str]:
        player, step = self.state.player(who), self.state.step
        if step == "draw" and not player.drawn:
            return True, self.words("badge.draw")
        if step == "place":
            return not player.committed, self.words("badge.committed" if player.committed else "badge.place")
        if step == "declare":
            return not player.done, self.words("badge.done" if player.done else "badge.declare")
        return False, ""

    def _board(self, who: str) -> Board | None:
        """Return the symbols of a side; None where the position is so impossible that they cannot be read."""
        for side in self.game.players:
            player = self.state.player(side)
            if any(parse_cell(cell) is None or not is_face(face) for cell, face in player.board):
                return None
        return self.state.board_of(who, self.position.rulings.choices)

    def _declared(self, who: str, board: Board | None) -> list[Activation] | None:
        """Return what a player has declared, None where it is hidden or cannot be read."""
        if board is None:
            return None
        made = []
        for text in self.state.player(who).declared:
            found = read(text.split(), board.classes)
            if found is None or found[2] is None or found[0] not in self.table or min(found[2], default=0) < 0:
                return None
            made.append(Activation(found[0], found[1], found[2]))
        return made

    def _total(self, player: Player, declared: Sequence[Activation] | None, made: Score | None) -> str:
        if (
            made is None
            or declared is None
            or not player.board
            or self.state.step in ("setup", "draw", "place", "reveal")
        ):
            return ""
        parts = [self.words("sum.loose", n=made.loose)]
        parts += [
            self.words("sum.move", move=self.pieces.move(a.move), n=n)
            for a, n in zip(declared, made.damage, strict=True)
        ]
        return self.words("sum.total", parts=" + ".join(parts), n=made.total)

    def slot(self, player: Player, move: str) -> int:
        """Return the colour of a move by its slot."""
        return player.moves.index(move) % SLOTS + 1 if move in player.moves else 0

    def _cells(
        self, who: str, board: Board | None, declared: Sequence[Activation] | None, made: Score | None
    ) -> tuple[dict[str, tuple[Mark, ...]], dict[str, str]]:
        player = self.state.player(who)
        if player.laid:
            laid = {e.cell: e.face for e in entries(player.laid) if is_face(e.face)}
            laid.update({cell: face for cell, face in player.board if is_face(face)})
            return {cell: _plain(face) for cell, face in laid.items()}, {}
        if board is None:
            return {cell: _plain(face) for cell, face in player.board if is_face(face)}, {}
        cells: dict[str, tuple[Mark, ...]] = {}
        for i, c in enumerate(board.classes):
            counted = any(
                t.term != "fixed"
                and t.count.of != "contained"
                and i in looked_at(board, self.table[a.move], a.placement, t.count)
                for a in declared or ()
                for t in self.table[a.move].damage
            )
            n = min(c.n, MOST_MARKS)
            marks: list[Mark] = []
            for a in declared or ():
                marks += [Mark(c.symbol, "key", self.slot(player, a.move), counted)] * min(a.keys[i], n)
            marks = marks[:n]
            if not c.valid:
                marks += [Mark(c.symbol, "covered", 0, counted)] * (n - len(marks))
            else:
                held = made.contained[i] if made is not None else 0
                marks += [Mark(c.symbol, "held", 0, counted)] * max(0, min(held, n) - len(marks))
                marks += [Mark(c.symbol, "loose", 0, counted)] * (n - len(marks))
            cells[c.cell] = (*cells.get(c.cell, ()), *marks)
        return cells, self._tips(player)

    def _tips(self, player: Player) -> dict[str, str]:
        return {cell: self.words("board.entry", cell=cell, card=face) for cell, face in player.board}

    def _changed_cells(self, who: str) -> Iterable[str]:
        for name in ("board", "cancelled_fists", "cancelled_legs", "laid"):
            change = self.changes.get((who, name))
            if change is not None:
                before, after = ({str(v) for v in _as_pairs(x)} for x in (change.before, change.after))
                yield from (cell for x in (change.before, change.after) for cell, v in _as_pairs(x)
                            if (str((cell, v)) in before) != (str((cell, v)) in after))  # fmt: skip

    # -- groups ------------------------------------------------------------------------------------

    def _groups(self, who: str) -> Iterable[Group]:
        player = self.state.player(who)
        specs = {s.name: s for s in Player.FIELDS}

        def group(key: str, chips: Iterable[Chip | None], delta: str = "") -> Iterable[Group]:
            made = tuple(c for c in chips if c is not None)
            if made or delta:
                yield Group(key, self.words(f"group.{key}"), made, delta)

        def chip(name: str) -> Chip | None:
            return self.chip(specs[name], getattr(player, name), (who, name))

        yield from group("body", [chip("life_source")])
        hand = [Chip(self.pieces.cards([f]) if n == 1 else self.pieces.cards([f] * n), self.tip(specs["hand"]), card=f)
                for f, n in _runs(player.hand)]  # fmt: skip
        hand = hand or [Chip(self.words("hand.empty"), faint=True)]
        yield from group("hand", hand, self.delta((who, "hand")))
        yield from group("piles", [self._pile(who, "deck"), self._pile(who, "used")])
        yield from group("board", self._board_chips(who, player))
        touched = [(n, self.delta((who, n))) for n in ("board", "cancelled_fists", "cancelled_legs", "laid")]
        yield from group("changed", [Chip(self.wording.label(n), delta=d) for n, d in touched if d])
        tip = self.tip(specs["moves"])
        yield from group(
            "moves",
            [Chip(self._move(m), tip, slot=self.slot(player, m)) for m in player.moves],
            self.delta((who, "moves")),
        )
        yield from group("declared", self._declared_chips(player), self.delta((who, "declared")))
        names = ("lost", "shown", "drawn", "committed", "done", "silenced", "dealt")
        yield from group("round", [chip(name) for name in names])

    def _move(self, move: str) -> str:
        card = self.table.get(move.partition("#")[0])
        name = self.pieces.move(move)
        if card is None or card.fixed_start is None:
            return name
        return self.wording.word(view_words(), "move.fixed", {"move": name, "start": card.fixed_start})

    def _declared_chips(self, player: Player) -> Iterable[Chip]:
        if HIDDEN in player.declared:
            yield Chip(self.words("declared.sealed", n=len(player.declared)))
            return
        tip = self.tip(Player.BY_LABEL["declared"])
        for text in player.declared:
            yield Chip(self.pieces.declaration(text), tip, slot=self.slot(player, text.split("@")[0]))

    def _pile(self, who: str, name: str) -> Chip:
        spec = Player.BY_LABEL[name]
        cards: tuple[str, ...] = getattr(self.state.player(who), name)
        key = f"pile.{name}" if cards else f"pile.{name}_empty"
        if HIDDEN in cards:
            key = f"pile.{name}_hidden"
        text = self.words(key, n=len(cards), cards=self.pieces.cards(cards) if cards else "")
        return Chip(text, self.tip(spec), self.delta((who, name)), faint=not cards)

    def _board_chips(self, who: str, player: Player) -> Iterable[Chip]:
        """Yield the board in words, for the text; drawings show it as a grid."""
        if HIDDEN in player.laid:
            yield Chip(self.words("board.curtain", n=len(player.laid)))
        else:
            for text in player.laid:
                face, _, cell = text.partition("@")
                yield Chip(self.words("board.laid", cell=cell, card=face))
        for cell, face in player.board:
            yield Chip(self.words("board.entry", cell=cell, card=face), self.tip(Player.BY_LABEL["board"]))
        for symbol, gone in (("fist", player.cancelled_fists), ("leg", player.cancelled_legs)):
            for cell, n in gone:
                yield Chip(self.words("board.cancelled", cell=cell, symbol=symbol, n=n))

    # -- the table ---------------------------------------------------------------------------------

    def groups(self) -> Iterable[Group]:
        state = self.state
        chips = [
            self.chip(spec, getattr(state, spec.name), (spec.label,), always=spec.name == "round")
            for spec in State.FIELDS
            if spec.name in ("columns", "hand_size", "quiet")
        ]
        made = tuple(c for c in chips if c is not None)
        if made:
            yield Group("duel", self.words("group.duel"), made)
        if state.own_moves:
            own = tuple(Chip(f"{m.id} {m.title(self.lang)}", dict(m.text).get(self.lang, "")) for m in state.own_moves)
            yield Group("own_moves", self.words("group.own_moves"), own)
        changed = self.position.rulings.changed
        if changed:
            book = self.game.rulebook
            chips_ = tuple(Chip(f"{id}={o}", book.ruling(id).option(o).text[self.lang]) for id, o in changed.items())
            yield Group("rulings", self.words("head.rulings"), chips_)

    def sheet(self) -> Sheet:
        state, question = self.state, ""
        if pending := self.position.pending:
            question = self.words(
                "head.ask",
                action=self.wording.action(pending.action),
                question=self.wording.decision(pending.decision),
                options=" / ".join(map(self.wording.value, pending.decision.options)),
            )
        headline = (
            Chip(self.game.rulebook.name[self.lang]),
            Chip(self.words("head.round", round=state.round), delta=self.delta(("round",))),
            Chip(self.words("head.step", step=state.step), delta=self.delta(("step",))),
        )
        over = state.result is not None or state.reason is not None
        result = self.words("result", result=state.result, reason=state.reason) if over else ""
        players = tuple(self.player(who) for who in self.game.players)
        return Sheet(headline, players, tuple(self.groups()), question, result)


def _plain(face: str) -> tuple[Mark, ...]:
    fists, legs = face_symbols(face)
    return (*[Mark("fist", "loose")] * fists, *[Mark("leg", "loose")] * legs)


def _as_pairs(value: Any) -> list[tuple[str, Any]]:
    pairs = []
    for item in value or ():
        if isinstance(item, tuple):
            pairs.append((item[0], item[1]))
        else:
            face, _, cell = str(item).partition("@")
            pairs.append((cell, face))
    return pairs


def _runs(faces: Sequence[str]) -> list[tuple[str, int]]:
    """Return equal cards together, in order of first sight."""
    return [(face, list(faces).count(face)) for face in dict.fromkeys(faces)]


def _merged(highlight: Iterable[Change]) -> dict[Path, Change]:
    """Join changes of one path: the first value before, the last one after; what came back is no change."""
    found: dict[Path, Change] = {}
    for change in highlight:
        first = found.get(change.path)
        found[change.path] = change if first is None else first._replace(after=change.after)
    return {path: change for path, change in found.items() if change.before != change.after}


def make_sheet(
    position: Position,
    lang: str,
    highlight: Iterable[Change] = (),
    viewer: str | None = None,
) -> Sheet:
    """Return what a position says in `lang`; `viewer` sees no secret of the other player."""
    return _Maker(position, lang, highlight, viewer).sheet()
