"""What a shown position of 拳脚招式 says: the sheets of its players with their boards, and of its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rulekit.core.catalogue import texts_of
from rulekit.core.hidden import HIDDEN
from rulekit.core.position import Position
from rulekit.core.record import Change
from rulekit.core.show.sheet import Chip, Group, PlayerSheet, Sheet, SheetMaker
from rulekit.games.quanjiao.board import face_symbols, is_face, parse_cell
from rulekit.games.quanjiao.declaring import read
from rulekit.games.quanjiao.matching import Activation, Board
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.placing import entries
from rulekit.games.quanjiao.scoring import Score, score
from rulekit.games.quanjiao.state import Player, State
from rulekit.games.quanjiao.words import Words

__all__ = ["Mark", "QuanjiaoPlayer", "make_sheet", "view_words"]

SLOTS = 3  # colours for moves
SHOWN_COLUMNS = 8
MOST_MARKS = 12  # as many symbols as a card can carry; more only in an impossible position

view_words = texts_of(__package__, "view.yaml")  # the words of the drawn position


@dataclass(frozen=True, slots=True)
class Mark:
    """One symbol on a board: `use` is valid, covered, key, held (contained in a move) or loose."""

    symbol: str
    use: str
    slot: int = 0
    counted: bool = False


@dataclass(frozen=True, slots=True)
class QuanjiaoPlayer(PlayerSheet):
    """One player: what is due, the board cell by cell, the sum of damage, cards of moves.

    `by_card` tells that loose damage is counted by card (QJ-R9), `behind` that the cards still lie behind the
    curtain; `curtain` is its sentence where it is closed to the viewer, `zone` the field that holds the cards.
    """

    badge: str
    columns: int
    zone: str
    cells: dict[str, tuple[Mark, ...]]
    tips: dict[str, str]
    changed: frozenset[str]
    behind: bool
    by_card: bool
    curtain: str
    total: str
    moves: tuple[Move, ...]


class _Maker(SheetMaker[QuanjiaoPlayer]):
    state: State
    whole: State

    def __init__(self, position: Position, lang: str, highlight: Iterable[Change], plain: bool) -> None:
        super().__init__(view_words(), position, lang, highlight, plain)
        self.pieces = Words(self.phrasebook, {m.id: m.title(lang) for m in self.state.own_moves})
        self.moves = self.state.moves()

    # -- words -------------------------------------------------------------------------------------

    def value(self, value: Any, field: str = "") -> str:
        """Word the value of a field; lists stand without brackets, cards, moves and declarations by their names."""
        if isinstance(value, tuple) and value and not isinstance(value[0], tuple):
            formatter = {"moves": self.pieces.moves, "shown": self.pieces.moves, "lost": self.pieces.moves}.get(field)
            if formatter is not None:
                return formatter(value)
            if field == "laid":
                return self.pieces.entries(value)
            if field == "declared":
                return self.phrasebook.text("word.semicolon").join(map(self.pieces.declaration, value))
            return self.pieces.cards(value)
        if isinstance(value, tuple) and value:
            parts = [
                self.phrasebook.text("value.pair", {"key": self.pieces.cell(k), "value": self._card(v)})
                for k, v in value
            ]
            return self.phrasebook.text("word.list").join(parts)
        return self.phrasebook.value(value, field)

    def _card(self, value: Any) -> str:
        return self.pieces.card(value) if isinstance(value, str) else str(value)

    # -- a player ----------------------------------------------------------------------------------

    def player(self, who: str) -> QuanjiaoPlayer:
        player = self.state.player(who)
        curtain = ""
        if HIDDEN in player.laid:
            curtain = self.say("board.curtain", n=len(player.laid))
        board = self._board(who)
        declared = self._declared(who, board)
        made = None if board is None or declared is None or self.plain else score(board, self.moves, declared)
        due, badge = self._badge(who)
        cells, tips = ({}, {}) if curtain else self._cells(who, board, declared, made)
        return QuanjiaoPlayer(
            who,
            due,
            self.number(player, "life", who),
            tuple(self._groups(who)),
            badge=badge,
            columns=max(0, min(self.state.width(self.position.rulings.choices), SHOWN_COLUMNS)),
            zone=self.state.zone,
            cells=cells,
            tips=tips,
            changed=frozenset(self._changed_cells(who)),
            behind=bool(player.laid),
            by_card=self.position.rulings["QJ-R9"] == "per_card",
            curtain=curtain,
            total=self._total(player, declared, made),
            moves=tuple(self.moves[m] for m in player.moves if m in self.moves),
        )

    def _badge(self, who: str) -> tuple[bool, str]:
        player, step = self.state.player(who), self.state.step
        if step == "draw" and not player.drawn:
            return True, self.say("badge.draw")
        if step == "place":
            return not player.committed, self.say("badge.committed" if player.committed else "badge.place")
        if step == "declare":
            return not player.done, self.say("badge.done" if player.done else "badge.declare")
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
            if found is None or found[2] is None or found[0] not in self.moves or min(found[2], default=0) < 0:
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
        parts = [self.say("sum.loose", n=made.loose)]
        parts += [
            self.say("sum.move", move=self.pieces.move(a.move), n=n) for a, n in zip(declared, made.damage, strict=True)
        ]
        return self.say("sum.total", parts=" + ".join(parts), n=made.total)

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
            counted = made is not None and any(
                found.term.count.of != "contained" and found.by_class.get(i) for terms in made.terms for found in terms
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
        return {cell: self.say("board.entry", cell=cell, card=face) for cell, face in player.board}

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
        yield from self.group("body", [self.chip(player, "life_source", who)])
        yield from self.group("hand", self._hand(who, player), self.delta(who, "hand"))
        yield from self.group("piles", [self._pile(who, "deck"), self._pile(who, "used")])
        yield from self.group("board", self._board_chips(who, player))
        touched = [(n, self.delta(who, n)) for n in ("board", "cancelled_fists", "cancelled_legs", "laid")]
        yield from self.group("changed", [Chip(self.phrasebook.label(n), delta=d) for n, d in touched if d])
        tip = self._tip("moves")
        moves = [
            Chip(self._move(m), tip, tone=self._tone(player, m), thing=(who, "moves", n))
            for n, m in enumerate(player.moves)
        ]
        yield from self.group("moves", moves, self.delta(who, "moves"))
        yield from self.group("declared", self._declared_chips(who, player), self.delta(who, "declared"))
        names = ("lost", "shown", "drawn", "committed", "done", "silenced", "dealt")
        yield from self.group("round", [self.chip(player, name, who) for name in names])

    def _hand(self, who: str, player: Player) -> Iterable[Chip]:
        tip = self._tip("hand")
        for face, n in Counter(player.hand).items():
            yield Chip(self.pieces.cards([face] * n), tip, thing=(who, "hand", player.hand.index(face)))
        if not player.hand:
            yield Chip(self.say("hand.empty"), faint=True, thing=(who, "hand"))

    def _tip(self, label: str) -> str:
        return self.tip(Player.BY_LABEL[label].clause)

    def _tone(self, player: Player, move: str) -> str:
        slot = self.slot(player, move)
        return f"m{slot}" if slot else ""

    def _move(self, move: str) -> str:
        card = self.moves.get(move)
        name = self.pieces.move(move)
        if card is None or card.fixed_start is None:
            return name
        return self.say("move.fixed", move=name, start=card.fixed_start)

    def _declared_chips(self, who: str, player: Player) -> Iterable[Chip]:
        if HIDDEN in player.declared:
            yield Chip(self.say("declared.sealed", n=len(player.declared)))
            return
        tip = self._tip("declared")
        for n, text in enumerate(player.declared):
            tone = self._tone(player, text.split("@")[0])
            yield Chip(self.pieces.declaration(text), tip, tone=tone, thing=(who, "declared", n))

    def _pile(self, who: str, name: str) -> Chip:
        cards: tuple[str, ...] = getattr(self.state.player(who), name)
        key = f"pile.{name}" if cards else f"pile.{name}_empty"
        if HIDDEN in cards:
            key = f"pile.{name}_hidden"
        text = self.say(key, n=len(cards), cards=self.pieces.cards(cards) if cards else "")
        return Chip(text, self._tip(name), self.delta(who, name), faint=not cards, thing=(who, name))

    def _board_chips(self, who: str, player: Player) -> Iterable[Chip]:
        """Yield the board in words, for the text; drawings show it as a grid."""
        if HIDDEN in player.laid:
            yield Chip(self.say("board.curtain", n=len(player.laid)))
        else:
            for text in player.laid:
                face, _, cell = text.partition("@")
                yield Chip(self.say("board.laid", cell=cell, card=face))
        for cell, face in player.board:
            yield Chip(self.say("board.entry", cell=cell, card=face), self._tip("board"))
        for symbol, gone in (("fist", player.cancelled_fists), ("leg", player.cancelled_legs)):
            for cell, n in gone:
                yield Chip(self.say("board.cancelled", cell=cell, symbol=symbol, n=n))

    # -- the table ---------------------------------------------------------------------------------

    def table(self) -> Iterable[Group]:
        state = self.state
        yield from self.group("duel", [self.chip(state, name) for name in ("columns", "hand_size", "drawing", "quiet")])
        own = [
            Chip(f"{m.id} {m.title(self.lang)}", dict(m.text).get(self.lang, ""), thing=("own_moves", n))
            for n, m in enumerate(state.own_moves)
        ]
        yield from self.group("own_moves", own)

    def headline(self) -> Iterable[Chip]:
        state = self.state
        yield Chip(self.say("head.round", round=state.round), delta=self.delta("round"), thing=("round",))
        yield Chip(self.say("head.step", step=state.step), delta=self.delta("step"), thing=("step",))

    def result(self) -> str:
        state = self.state
        over = state.result is not None or state.reason is not None
        return self.say("result", result=state.result, reason=state.reason) if over else ""


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


def make_sheet(
    position: Position,
    lang: str,
    highlight: Iterable[Change] = (),
    plain: bool = False,
) -> Sheet[QuanjiaoPlayer]:
    """Return what a position says in `lang`.

    A `plain` one says neither what is dealt nor which symbols a move contains or counts.
    """
    return _Maker(position, lang, highlight, plain).sheet()
