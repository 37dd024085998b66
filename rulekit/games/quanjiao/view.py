"""How a position of 拳脚招式 looks: two action boards, hands and piles, held moves as cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from typing import Any, ClassVar, NamedTuple

from rulekit.core.hidden import HIDDEN
from rulekit.core.show.sheet import Chip, Group
from rulekit.core.show.sheet_html import groups_html
from rulekit.core.show.view import View as Frame
from rulekit.drawing.svg import image_html
from rulekit.games.quanjiao.board import CELLS, LIMBS, face_symbols, is_face, parse_cell
from rulekit.games.quanjiao.declaring import read
from rulekit.games.quanjiao.drawing import drawing_words, match_svg, move_card_svg
from rulekit.games.quanjiao.limits import START_LIFE
from rulekit.games.quanjiao.matching import Activation, Board
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.placing import entries
from rulekit.games.quanjiao.scoring import Score, score
from rulekit.games.quanjiao.state import Player, State
from rulekit.games.quanjiao.words import Words

__all__ = ["View", "match_svg", "move_card_svg"]

CARD_HEIGHT = 164  # pixels
SLOTS = 3  # colours for moves
SHOWN_COLUMNS = 8
MOST_MARKS = 12  # as many symbols as a card can carry; more only in an impossible position
ON_BOARD = ("board", "cancelled_fists", "cancelled_legs", "laid")  # fields that the grid shows


class Mark(NamedTuple):
    """One symbol on a board: `use` is valid, covered, key, held (contained in a move) or loose."""

    symbol: str
    use: str
    slot: int = 0
    counted: bool = False


class Dealt(NamedTuple):
    """The symbols of a side, what is declared on it, and what that deals; None where it is hidden or unreadable."""

    board: Board | None
    declared: Sequence[Activation] | None
    score: Score | None


class View(Frame):
    """One position of 拳脚招式; a plain one says neither what is dealt nor which symbols a move contains or counts."""

    state: State
    LIFE: ClassVar[str] = "life"
    FULL: ClassVar[int] = START_LIFE

    # -- words -------------------------------------------------------------------------------------

    @cached_property
    def moves(self) -> Mapping[str, Move]:
        """The moves there are, by id."""
        return self.state.moves()

    @cached_property
    def pieces(self) -> Words:
        """How cells, cards, moves and declarations are worded."""
        return Words(self.phrasebook)

    def value(self, value: Any, field: str = "") -> str:
        """Word the value of a field; lists stand without brackets, cards, moves and declarations by their names."""
        if not isinstance(value, tuple) or not value:
            return self.phrasebook.value(value, field)
        if isinstance(value[0], tuple):
            parts = [
                self.phrasebook.text("word.pair", {"key": self.pieces.cell(k), "value": self._card(v)})
                for k, v in value
            ]
            return self.phrasebook.listed(parts)
        match field:
            case "moves" | "shown" | "lost":
                return self.phrasebook.listed(map(self.pieces.move, value))
            case "laid":
                return self.pieces.entries(value)
            case "declared":
                return self.phrasebook.text("word.semicolon").join(map(self.pieces.declaration, value))
        return self.pieces.cards(value)

    def _card(self, value: Any) -> str:
        return self.pieces.card(value) if isinstance(value, str) else str(value)

    # -- a player ----------------------------------------------------------------------------------

    def on(self, who: str) -> bool:
        """Tell whether a player still has to draw, to lay or to declare."""
        player = self.state.player(who)
        done = {"draw": player.drawn, "place": player.committed, "declare": player.done}
        return not done.get(self.state.step, True)

    def badges(self, who: str) -> Iterable[Chip]:
        """Return what a player has to do, or that it is done."""
        step, on = self.state.step, self.on(who)
        if step in ("place", "declare"):
            yield Chip(self.say(f"badge.{step}" if on else "badge.committed" if step == "place" else "badge.done"))
        elif on:
            yield Chip(self.say("badge.draw"))

    def lines(self, who: str) -> Iterator[str]:
        """Return the facts of a player, and the sum of damage."""
        yield from super().lines(who)
        total = self.total(who)
        if total:
            yield total

    def body(self, who: str) -> str:
        """Return the board, the sum of damage, the facts beside it and the cards of the moves."""
        player = self.state.player(who)
        hidden = {"board"} if self.things is None else {"board", "changed"}  # the grid shows it
        groups = [g for g in self.groups(who) if g.key not in hidden or (g.key == "board" and self._unseen(who))]
        total = self.total(who)
        held = () if self.lean else [self.moves[m] for m in player.moves if m in self.moves]
        cards = "".join(_card(move_card_svg(m, self.lang, text=False), dict(m.text).get(self.lang, "")) for m in held)
        body = (
            self.board(who),
            f'<p class="rk-sum">{escape(total)}</p>' if total else "",
            groups_html(groups, lean=self.lean, things=self.things),
            f'<div class="rk-cards">{cards}</div>' if cards else "",
        )
        return "".join(body)

    def _unseen(self, who: str) -> bool:
        """Tell whether the board holds what the grid cannot show: cells beyond it, things that are no cards."""
        player = self.state.player(who)
        if HIDDEN in player.laid:
            return False
        shown = {cell for cell in CELLS if (p := parse_cell(cell)) is not None and p.action <= self.columns}
        cells, chips = self._cells(who), list(self._board_chips(player))
        return bool(chips) and (not cells or not set(cells) <= shown)

    # -- the board ---------------------------------------------------------------------------------

    @property
    def columns(self) -> int:
        """How many actions a drawn board has."""
        return max(0, min(self.state.width(self.position.rulings.choices), SHOWN_COLUMNS))

    @cached_property
    def dealt(self) -> Mapping[str, Dealt]:
        """What the board of each player holds, what is declared on it and what that deals."""
        return {who: self._dealt(who) for who in self.seated}

    def _dealt(self, who: str) -> Dealt:
        board = self._symbols(who)
        declared = None if board is None else self._declared(who, board)
        if board is None or declared is None or self.plain:
            return Dealt(board, declared, None)
        return Dealt(board, declared, score(board, self.moves, declared))

    def _symbols(self, who: str) -> Board | None:
        """Return the symbols of a side; None where the position is so impossible that they cannot be read."""
        for side in self.game.players:
            if any(parse_cell(cell) is None or not is_face(face) for cell, face in self.state.player(side).board):
                return None
        return self.state.board_of(who, self.position.rulings.choices)

    def _declared(self, who: str, board: Board) -> list[Activation] | None:
        """Return what a player has declared, None where it is hidden or cannot be read."""
        made = []
        for text in self.state.player(who).declared:
            found = read(text.split(), board.classes)
            if found is None or found[2] is None or found[0] not in self.moves or min(found[2], default=0) < 0:
                return None
            made.append(Activation(found[0], found[1], found[2]))
        return made

    def total(self, who: str) -> str:
        """Return the damage declared so far as a sum, "" before the boards are open."""
        _, declared, made = self.dealt[who]
        if made is None or declared is None or not self.state.player(who).board:
            return ""
        if self.state.step in ("setup", "draw", "place", "reveal"):
            return ""
        parts = [self.say("sum.loose", n=made.loose)]
        parts += [
            self.say("sum.move", move=self.pieces.move(a.move), n=n) for a, n in zip(declared, made.damage, strict=True)
        ]
        return self.say("sum.total", parts=" + ".join(parts), n=made.total)

    def _cells(self, who: str) -> dict[str, tuple[Mark, ...]]:
        """Return the symbols by cell, each with what becomes of it."""
        player = self.state.player(who)
        board, declared, made = self.dealt[who]
        if player.laid or board is None:
            lying = {e.cell: e.face for e in entries(player.laid)} | dict(player.board)
            return {cell: _plain(face) for cell, face in lying.items() if is_face(face)}
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
        return cells

    def slot(self, player: Player, move: str) -> int:
        """Return the colour of a move by its slot."""
        return player.moves.index(move) % SLOTS + 1 if move in player.moves else 0

    def _changed_cells(self, who: str) -> Iterable[str]:
        for name in ON_BOARD:
            change = self.changes.get((who, name))
            if change is not None:
                before, after = ({str(v) for v in _as_pairs(x)} for x in (change.before, change.after))
                yield from (cell for x in (change.before, change.after) for cell, v in _as_pairs(x)
                            if (str((cell, v)) in before) != (str((cell, v)) in after))  # fmt: skip

    def board(self, who: str) -> str:
        """Return the action board as a table, or the closed curtain where the viewer may not look behind it."""
        player = self.state.player(who)
        if HIDDEN in player.laid:
            return f'<div class="rk-curtain"><span>{escape(self._curtain(player))}</span></div>'
        cells, changed = self._cells(who), set(self._changed_cells(who))
        readable = self.dealt[who].board is not None and not player.laid
        tips = {c: self.say("board.entry", cell=c, card=face) for c, face in player.board} if readable else {}
        numbers = range(1, self.columns + 1)
        rows = ["<tr><th></th>"]
        rows += [f'<th scope="col">{escape(self.say("column", n=n))}</th>' for n in numbers]
        rows.append("</tr>")
        for limb in LIMBS:
            name = drawing_words().text(f"limb.{limb}", self.lang, {})
            rows.append(f'<tr><th scope="row">{escape(name)}</th>')
            for n in numbers:
                cell = f"{limb}{n}"
                marks = cells.get(cell, ())
                names = ["rk-card-on"] if marks else []
                names += ["rk-behind"] if marks and player.laid else []
                names += ["rk-changed"] if cell in changed else []
                label = " ".join((name, self.say("column", n=n), *(self.say(f"symbol.{m.symbol}") for m in marks)))
                attributes = self.attributes(names, (who, self.state.zone, cell), label, tips.get(cell))
                rows.append(f"<td{attributes}>{''.join(map(self._symbol, marks))}</td>")
            rows.append("</tr>")
        label = escape(self.say("board.label", who=who))
        table = f'<table class="rk-board" aria-label="{label}">{"".join(rows)}</table>'
        every = [mark for found in cells.values() for mark in found]
        return f'<div class="rk-scroll">{table}</div>{self._legend(every, dealt=bool(self.total(who)))}'

    def _curtain(self, player: Player) -> str:
        return self.say("board.curtain", n=len(player.laid))

    def _symbol(self, mark: Mark) -> str:
        names = ["rk-sym"] + (["rk-leg"] if mark.symbol == "leg" else [])
        names += {
            "covered": ["rk-covered"],
            "held": ["rk-held"],
            "key": [f"rk-m{mark.slot}" if mark.slot else "rk-held"],
        }.get(mark.use, [])
        names += ["rk-counted"] if mark.counted else []
        return f'<span class="{" ".join(names)}">{escape(self.say(f"symbol.{mark.symbol}"))}</span>'

    def _legend(self, marks: Sequence[Mark], *, dealt: bool) -> str:
        """Explain the kinds of symbols there are, once anything is declared or cancelled."""
        kinds, counted = {m.use for m in marks}, any(m.counted for m in marks)
        if not kinds - {"loose"} and not counted:
            return ""
        told = [
            (use, Mark("fist", use, slot)) for use, slot in (("key", 1), ("held", 0), ("covered", 0)) if use in kinds
        ]
        told += [("counted", Mark("fist", "loose", 0, True))] if counted else []
        if "loose" in kinds and dealt:  # counted by symbol or by card
            by_card = self.position.rulings["QJ-R9"] == "per_card"
            told.append(("loose_card" if by_card else "loose", Mark("fist", "loose")))
        items = [f"<span>{self._symbol(mark)} {escape(self.say(f'legend.{key}'))}</span>" for key, mark in told]
        return f'<div class="rk-legend">{" ".join(items)}</div>'

    # -- groups ------------------------------------------------------------------------------------

    def groups(self, who: str) -> Iterable[Group]:
        """Return the cards by zone, the board in words, the moves, and what is declared and counted."""
        player = self.state.player(who)
        yield from self.group("body", [self.chip(player, "life_source", who)])
        yield from self.group("hand", self._hand(who, player), self.delta(who, "hand"))
        yield from self.group("piles", [self._pile(who, "deck"), self._pile(who, "used")])
        yield from self.group("board", self._board_chips(player))
        yield from self.group("changed", self.touched(ON_BOARD, who))
        tip = self.field_tip(player, "moves")
        moves = [
            Chip(self._move(m), tip, tone=self._tone(player, m), thing=(who, "moves", i))
            for i, m in enumerate(player.moves)
        ]
        yield from self.group("moves", moves, self.delta(who, "moves"))
        yield from self.group("declared", self._declared_chips(who, player), self.delta(who, "declared"))
        names = ("lost", "shown", "drawn", "committed", "done", "silenced", "dealt")
        yield from self.group("round", self.chips(player, names, who))

    def _hand(self, who: str, player: Player) -> Iterable[Chip]:
        tip = self.field_tip(player, "hand")
        for face, n in Counter(player.hand).items():
            thing = (who, "hand", player.hand.index(face))
            yield Chip(self.pieces.cards([face] * n), tip, thing=thing)
        if not player.hand:
            yield Chip(self.say("hand.empty"), faint=True, thing=(who, "hand"))

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
        tip = self.field_tip(player, "declared")
        for i, text in enumerate(player.declared):
            tone, thing = self._tone(player, text.split("@")[0]), (who, "declared", i)
            yield Chip(self.pieces.declaration(text), tip, tone=tone, thing=thing)

    def _pile(self, who: str, name: str) -> Chip:
        player = self.state.player(who)
        cards: tuple[str, ...] = getattr(player, name)
        kind = "_hidden" if HIDDEN in cards else "" if cards else "_empty"
        text = self.say(f"pile.{name}{kind}", n=len(cards), cards=self.pieces.cards(cards) if cards else "")
        tip, thing = self.field_tip(player, name), (who, name)
        return Chip(text, tip, self.delta(who, name), faint=not cards, thing=thing)

    def _board_chips(self, player: Player) -> Iterable[Chip]:
        """Yield the board in words, for the text; drawings show it as a grid."""
        if HIDDEN in player.laid:
            yield Chip(self._curtain(player))
        else:
            for text in player.laid:
                face, _, cell = text.partition("@")
                yield Chip(self.say("board.laid", cell=cell, card=face))
        for cell, face in player.board:
            yield Chip(self.say("board.entry", cell=cell, card=face), self.field_tip(player, "board"))
        for symbol, gone in (("fist", player.cancelled_fists), ("leg", player.cancelled_legs)):
            for cell, n in gone:
                yield Chip(self.say("board.cancelled", cell=cell, symbol=symbol, n=n))

    # -- the table ---------------------------------------------------------------------------------

    def headline(self) -> Iterable[Chip]:
        """Return the round and its step."""
        yield self.head("round", round=self.state.round)
        yield self.head("step", step=self.state.step)

    def table(self) -> Iterable[Group]:
        """Return what holds for the whole duel, and moves brought along."""
        state = self.state
        yield from self.group("duel", self.chips(state, ("columns", "hand_size", "drawing", "quiet")))
        own = [
            Chip(f"{m.id} {m.title(self.lang)}", dict(m.text).get(self.lang, ""), thing=("own_moves", n))
            for n, m in enumerate(state.own_moves)
        ]
        yield from self.group("own_moves", own)

    def result(self) -> str:
        """Return how the duel ended, also where a position says so too early."""
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


def _card(svg: str, says: str) -> str:
    return image_html(svg, f'title="{escape(says)}" style="height:{CARD_HEIGHT}px;width:auto"')
