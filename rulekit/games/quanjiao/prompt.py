"""What helps a player of 拳脚招式 at the keyboard: move cards, near misses, spellings, short lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar

from rulekit.core.action import Action
from rulekit.core.errors import UnknownName, nearest
from rulekit.core.hidden import HIDDEN
from rulekit.core.prompt import Prompt as Base
from rulekit.core.prompt import Question
from rulekit.games.quanjiao.board import LIMBS, classes, sort_cells
from rulekit.games.quanjiao.declaring import activations, describe
from rulekit.games.quanjiao.explain import explain_move
from rulekit.games.quanjiao.grids import board_grid, move_grid
from rulekit.games.quanjiao.matching import Board
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.placing import entries
from rulekit.games.quanjiao.solver import best
from rulekit.games.quanjiao.state import PLAYERS, State, other
from rulekit.games.quanjiao.view import View

__all__ = ["Prompt"]

LIMB_NAMES = {"左手": "LH", "右手": "RH", "左腿": "LL", "右腿": "RL"}
_CELL = re.compile(rf"({'|'.join((*LIMB_NAMES, *LIMBS))})第?([1-9])动?(.*)", re.IGNORECASE)
_FACE = re.compile(r"(?:拳+|腿+)+|[FL][1-9](?:[FL][1-9])?", re.IGNORECASE)


class Prompt(Base):
    """One position of 拳脚招式 at the keyboard."""

    # -- what is seen ------------------------------------------------------------------------------

    @property
    def columns(self) -> int:
        """How many actions a board has."""
        state: State = self.seen.state
        return state.width(self.position.rulings.choices)

    def table(self) -> str:
        """Return the boards the viewer may see as grids, the opponent's above; nothing before a card is laid."""
        state: State = self.seen.state
        parts = []
        for who in (other(self.viewer), self.viewer):
            player = state.player(who)
            if player.board or (player.laid and HIDDEN not in player.laid):
                parts += [self.say("board.title", who=who), board_grid(player, self.columns, self.lang)]
        if any(state.player(who).cancelled_fists or state.player(who).cancelled_legs for who in PLAYERS):
            parts.append(self.say("board.legend"))
        return "\n".join(parts)

    def glance(self) -> str:
        """Return the own board, hand and declarations, and the damage so far."""
        board = board_grid(self.seen.state.player(self.viewer), self.columns, self.lang)
        total = View(self.seen, self.lang).total(self.viewer)
        lines = (self.say("board.title", who=self.viewer), board, *self.groups("hand", "declared"), total)
        return "\n".join(filter(None, lines))

    # -- questions ---------------------------------------------------------------------------------

    @cached_property
    def known(self) -> State:
        """The state before the action under way, as the viewer may know it."""
        state: State = self.position.before.seen_by(self.viewer).state
        return state

    def _find(self, text: str) -> Move:
        """Return the move called `text`, by id or by its name in either language."""
        table = self.known.moves()
        by_name = {title.casefold(): m for m in table.values() for title in (m.id, m.title("zh"), m.title("en"))}
        found = by_name.get(text.casefold())
        if found is None:
            raise UnknownName("unknown_move", name=text, nearest=nearest(text, by_name) or next(iter(table)))
        return found

    def moves(self, rest: str) -> Iterable[str]:
        """Show move cards: the own ones, those of a player, or one."""
        who = rest.upper() if rest.upper() in PLAYERS else self.viewer
        if rest and rest.upper() not in PLAYERS:
            shown = [self._find(rest)]
        else:
            held, table = self.known.player(who).moves, self.known.moves()
            shown = [table[m] for m in dict.fromkeys(held) if m in table]
            secret = held.count(HIDDEN)
            if secret:
                yield self.say("card.secret", n=secret)
            elif not held:
                yield self.say("card.none", who=who)
        for move in shown:
            key = "card.title" if move.fixed_start is None else "card.fixed"
            yield self.say(key, id=move.id, name=move.title(self.lang), start=move.fixed_start)
            yield move_grid(move, self.lang)
            text = dict(move.text)
            if text:
                yield text.get(self.lang) or next(iter(text.values()))
        if shown:
            yield self.say("card.legend")

    def _board(self) -> Board:
        """Return the own symbols; before the reveal those behind the curtain, nothing cancelled."""
        player, rulings = self.known.player(self.viewer), self.position.rulings.choices
        if not player.laid:
            return self.known.board_of(self.viewer, rulings)
        laid = sort_cells((e.cell, e.face) for e in entries(player.laid))
        return Board(classes(laid, (), ()), self.known.width(rulings), rulings)

    def fits(self, rest: str) -> Iterable[str]:
        """Say at which starts a move fits, and what is missing at the others."""
        if not rest:
            yield self.say("fits.usage")
            return
        move, board = self._find(rest), self._board()
        if self.known.player(self.viewer).laid:
            yield self.say("fits.before")
        if not board.classes:
            yield self.say("fits.empty")
        reports = explain_move(board, move, self.lang, activations(self.known, self.viewer, board))
        if not reports:
            yield self.say("fits.none", move=move.id)
        for report in reports:
            yield f"{'✓' if report.ok else '✗'} {report.headline}"
            if report.ok:
                yield from (f"    {describe(a, board.classes)}" for a in report.fit.activations)
            else:
                yield from (f"    {reason.text} [{', '.join(reason.clauses)}]" for reason in report.reasons)

    def best(self, rest: str) -> Iterable[str]:
        """Give the declaration with most damage."""
        if self.known.step != "declare":
            yield self.say("best.later")
            return
        board = self.known.board_of(self.viewer, self.position.rulings.choices)
        made, found = best(board, self.known.held(self.viewer))
        if not made:
            yield self.say("best.nothing", n=found.total)
            return
        yield self.say("best.line", n=found.total)
        yield from (f"    declare {describe(a, board.classes)}" for a in made)

    QUESTIONS: ClassVar[tuple[Question, ...]] = (
        Question(moves, ("moves", "招式", "m")),
        Question(fits, ("fits", "试招", "f")),
        Question(best, ("best", "提示", "hint")),
    )

    # -- writing and listing actions ---------------------------------------------------------------

    def renamed(self, line: str) -> str:
        """Return a line with moves by their ids."""
        for move in self.position.state.moves().values():
            for title in dict(move.name).values():
                line = re.sub(re.escape(title), move.id, line, flags=re.IGNORECASE)
        return line

    def word(self, word: str) -> str:
        """Read one word: a card, a cell, a key mark, or a card and its cell with @ between."""
        head, at, tail = word.partition("@")
        if at and _FACE.fullmatch(head):
            return f"{self.word(head)}@{self.word(tail)}"
        if _FACE.fullmatch(word):
            return _face(word)
        cell = _CELL.fullmatch(word)
        if cell is None:
            return word
        limb = LIMB_NAMES.get(cell[1], cell[1].upper())
        rest = re.sub(r"[fl]", lambda m: m[0].upper(), cell[3].lower()) if cell[3] else ""
        return f"{limb}{cell[2]}{rest}"

    def meant(self, verb: str, words: Sequence[str]) -> str:
        """Take the same word for taking back a card and a declaration."""
        if verb in ("take", "withdraw") and len(words) == 1:
            return "take" if _CELL.fullmatch(words[0]) else "withdraw"
        return verb

    def params(self, action: Action) -> dict[str, Any]:
        """Return what headings and items may name; of a declaration its words as one, and the move; the last cell."""
        words = [str(a) for a in action.args]
        code, cell = " ".join(words), words[-1] if words else ""
        parts = {"code": code, "move": code.partition("@")[0], "limb": cell[:2], "action": cell[2:]}
        return {**super().params(action), **parts}


def _face(word: str) -> str:
    if word[0] not in "拳腿":
        return word.upper()
    runs = re.findall(r"拳+|腿+", word)
    return "".join(("F" if run[0] == "拳" else "L") + str(len(run)) for run in runs)
