"""All legal declarations of one side in a table, one of them taken apart, two side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import ipywidgets as ipw

from rulekit.core.action import Action
from rulekit.core.position import Position
from rulekit.drawing.svg import escape
from rulekit.drawing.table import Cell, clickable, each, ids_html, row_html, table_html
from rulekit.games.quanjiao.declaring import describe
from rulekit.games.quanjiao.explain import compare, explain_declaration
from rulekit.games.quanjiao.matching import Activation
from rulekit.games.quanjiao.scoring import score
from rulekit.games.quanjiao.solver import Declaration, order_decides
from rulekit.games.quanjiao.state import PLAYERS
from rulekit.games.quanjiao.view import View
from rulekit.games.quanjiao.words import Words
from rulekit.ui.panel import Panel
from rulekit.ui.panels.quanjiao.pairs import pairs_html
from rulekit.ui.panels.quanjiao.ranking import Listed, listed
from rulekit.ui.panels.quanjiao.side import Side, declare_action, side_of
from rulekit.ui.parts import Host, show

__all__ = ["DeclarationsPanel"]

PAGE = 10


class DeclarationsPanel(Panel):
    """The table, its page, the declaration chosen and the one it is compared with (numbers from 1, 0 for none)."""

    name = "declarations"

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._key: tuple[Any, ...] | None = None
        self._drawn: tuple[Any, ...] | None = None  # what the panel shows; the same is not drawn twice
        self.found: Listed | None = None
        self.side: Side | None = None
        kit = host.kit
        self.who = self.control(ipw.ToggleButtons, "rk-decl-who", self._look, options=list(PLAYERS))
        numbers = {"width": "10em", "max": 1}
        self.first = self.control(ipw.BoundedIntText, "rk-decl-first", self._look, min=1, value=1, **numbers)
        self.second = self.control(ipw.BoundedIntText, "rk-decl-second", self._look, **numbers)
        self.page = 0
        self.earlier = kit.button("rk-decl-earlier", lambda: self.turn(-1))
        self.later = kit.button("rk-decl-later", lambda: self.turn(1))
        self.play = kit.button("rk-decl-play", self.declare)
        self.count = kit.note("rk-count")
        self.note = kit.note("rk-hint")
        self.table = kit.note("rk-decl-table")
        self.one = kit.note("rk-decl-one")
        self.two = kit.note("rk-decl-two")
        self.against = kit.note("rk-decl-compare")
        self.pairs = kit.note("rk-decl-pairs rk-scroll")
        self.body = kit.column(
            kit.row(self.first, self.second, self.earlier, self.later, self.count, self.play),
            self.table,
            self.against,
            kit.row(self.one, self.two, self.pairs, cls="rk-panes rk-sides"),
        )
        self.box = kit.column(kit.row(self.who), self.note, self.body, cls="rk-declarations")
        host.bridge.listen("first", lambda value: self.choose(first=value))
        host.bridge.listen("second", lambda value: self.choose(second=value))

    # -- what a reader does ------------------------------------------------------------------------

    def _look(self, _value: Any) -> None:
        self.page = (self.first.value - 1) // PAGE
        self.act()

    def choose(self, *, first: str = "", second: str = "") -> None:
        """Take a declaration apart, or put it beside the chosen one; the same number again puts it away."""
        with self.silence():
            if first.isdecimal():
                self.first.value = int(first)
            if second.isdecimal():
                self.second.value = 0 if self.second.value == int(second) else int(second)
        self.act()

    def turn(self, by: int) -> None:
        """Turn the page of the table."""
        self.page += by
        self.act()

    def declare(self) -> None:
        """Play the chosen declaration: take back what is not part of it, declare what is missing."""
        self.act(lambda: self.session.play_all(self.due()))

    def due(self) -> list[Action]:
        """Return the actions that lead from what is declared to the declaration chosen."""
        side, chosen = self.side, self.chosen(self.first.value)
        if side is None or chosen is None:
            return []
        if not order_decides(side.board):
            new = list((Counter(chosen) - Counter(side.declared)).elements())
            chosen = (*(Counter(side.declared) & Counter(chosen)).elements(), *new)
        keep = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(side.declared, chosen, strict=False)))
        drop = [Action(side.who, "withdraw", (a.move,)) for a in reversed(side.declared[keep:])]
        return drop + [
            declare_action(side.who, describe(a, side.board.classes), side.board.rulings) for a in chosen[keep:]
        ]

    def chosen(self, number: int) -> Declaration | None:
        """Return a declaration of the table by its number."""
        if self.found is None or not 1 <= number <= len(self.found.rows):
            return None
        return self.found.rows[number - 1][0]

    def reset(self) -> None:
        """Go back to the best declaration."""
        self._key = self._drawn = None

    # -- drawing -----------------------------------------------------------------------------------

    def paint(self) -> None:
        """List the declarations anew when the board, the moves or the rulings changed, and show the chosen."""
        session, who = self.session, self.who.value
        side = self.side = side_of(session, who)
        seen = (session.lang, who, session.sees(who), side and (side.key, side.declared, side.covered))
        if (*seen, self._numbers()) == self._drawn:
            return
        for control, key in ((self.earlier, "earlier"), (self.later, "later"), (self.play, "play")):
            control.description = self.t(f"decl.{key}")
        self.who.tooltip = self.t("name.who")
        self.first.description = self.t("decl.first")
        self.second.description = self.t("decl.second")
        key = (
            "side.hidden" if side is None else "side.covered" if side.covered else "decl.none" if not side.held else ""
        )
        self.note.value = f"<span>{escape(self.t(key))}</span>" if key else ""
        show(self.play, session.sees(who))
        show(self.body, side is not None and bool(side.held))
        if side is not None and side.held:
            self._list(side)
            self._draw_table(side)
            self._draw_chosen(side)
        self._drawn = (*seen, self._numbers())

    def _numbers(self) -> tuple[int, int, int]:
        return self.first.value, self.second.value, self.page

    def _list(self, side: Side) -> None:
        key = (side.who, side.key)
        if key != self._key:
            self._key = key
            self.found = listed(side)
            self.page = 0
            self.first.max = self.second.max = len(self.found.rows)
            self.first.value, self.second.value = 1, 0

    def _draw_table(self, side: Side) -> None:
        assert self.found is not None
        rows = self.found.rows
        pages = (len(rows) + PAGE - 1) // PAGE
        self.page = max(0, min(self.page, pages - 1))
        self.earlier.disabled, self.later.disabled = self.page == 0, self.page >= pages - 1
        key = "decl.count" if self.found.whole else "decl.count_more"
        self.count.value = escape(self.t(key, n=len(rows), page=self.page + 1, pages=pages))
        heads = ("number", "declared", "moves", "loose", "total", "beside")
        body = [
            self._row(side, n + 1, *rows[n]) for n in range(self.page * PAGE, min((self.page + 1) * PAGE, len(rows)))
        ]
        self.table.value = table_html([self.t(f"decl.{k}") for k in heads], body)

    def _row(self, side: Side, n: int, declared: Declaration, total: int) -> str:
        assert self.found is not None
        made = score(side.board, side.moves, declared)
        here = " rk-here" if n == self.first.value else " rk-beside" if n == self.second.value else ""
        star = "★ " if total == self.found.best else ""
        name = self._name(side, declared)
        mine = set(declared) == set(side.declared) and bool(declared)
        played = f' <span class="rk-badge">{escape(self.t("decl.now"))}</span>' if mine else ""
        damage = " + ".join(map(str, made.damage)) or "—"
        cells: list[str | Cell] = [
            Cell(str(n), clickable("first", n, f"{self.t('decl.first')} {n}")),
            Cell(f"{escape(name)}{played}", f' data-act="first" data-value="{n}" tabindex="-1"'),
            escape(damage),
            str(made.loose),
            f"<b>{star}{total}</b>",
            Cell("●" if n == self.second.value else "○", clickable("second", n, f"{self.t('decl.beside')} {n}")),
        ]
        return row_html(cells, f' class="rk-decl-row{here}"')

    def _name(self, side: Side, declared: Sequence[Activation]) -> str:
        words = Words(self.session.phrasebook)
        parts = [words.declaration(describe(a, side.board.classes)) for a in declared]
        return self.t("decl.join").join(parts) or self.t("decl.empty")

    def _draw_chosen(self, side: Side) -> None:
        one, two = self.chosen(self.first.value), self.chosen(self.second.value)
        self.one.value = "" if one is None else self._apart(side, self.first.value, one)
        self.two.value = "" if two is None else self._apart(side, self.second.value, two)
        show(self.two, two is not None)
        self.pairs.value = "" if one is None else pairs_html(self, side, one)
        self.against.value = "" if one is None or two is None else self._compared(side, one, two)

    def _apart(self, side: Side, number: int, declared: Declaration) -> str:
        """Return a declaration taken apart: board with its marks, symbol by symbol, the sum as a derivation."""
        session = self.session
        report = explain_declaration(side.board, side.moves, declared, session.lang)
        uses = each("li", [use.text for use in report.uses])
        lines = "".join(f"<li>{escape(line.text)} {ids_html(line.clauses)}</li>" for line in report.lines)
        sums = session.phrasebook.derivation(report.derivation)
        return (
            f'<div class="rk-name" role="heading" aria-level="4">{number}. {escape(self._name(side, declared))}</div>'
            f"{self._board(side, declared)}"
            f'<p class="rk-sum">{escape(report.text)}</p><ul class="rk-list">{lines}</ul>'
            f'<p class="rk-soft">{escape(sums)}</p><ul class="rk-list rk-uses">{uses}</ul>'
        )

    def _board(self, side: Side, declared: Declaration) -> str:
        """Return the board as it would look with a declaration made."""
        session = self.session
        trial = side.state.copy()
        player = trial.player(side.who)
        if side.covered:
            return ""
        player.declared = tuple(describe(a, side.board.classes) for a in declared)
        shown = session.current
        return View(Position(session.game, trial, shown.rulings), session.lang).board(side.who)

    def _compared(self, side: Side, one: Declaration, two: Declaration) -> str:
        made = compare(side.board, side.moves, one, two, self.session.lang)
        return f'<div class="rk-said"><b>{escape(made.headline)}</b><ul>{each("li", made.lines)}</ul></div>'
