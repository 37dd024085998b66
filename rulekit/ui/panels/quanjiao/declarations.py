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
from rulekit.games.quanjiao.declaring import describe
from rulekit.games.quanjiao.explain import compare, explain_declaration
from rulekit.games.quanjiao.matching import Activation
from rulekit.games.quanjiao.scoring import score
from rulekit.games.quanjiao.sheet import make_sheet
from rulekit.games.quanjiao.solver import Declaration, order_decides
from rulekit.games.quanjiao.state import PLAYERS
from rulekit.games.quanjiao.view import board_html
from rulekit.ui.panels.quanjiao.pairs import pairs_html
from rulekit.ui.panels.quanjiao.ranking import Listed, listed
from rulekit.ui.panels.quanjiao.side import Side, declare_action, move_words, panel_text, side_of
from rulekit.ui.parts import Host, show

__all__ = ["DeclarationsPanel"]

PAGE = 10


class DeclarationsPanel:
    """The table, its page, the declaration chosen and the one it is compared with (numbers from 1, 0 for none)."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._quiet = False
        self._key: tuple[Any, ...] | None = None
        self._drawn: tuple[Any, ...] | None = None  # what the panel shows; the same is not drawn twice
        self.found: Listed | None = None
        self.side: Side | None = None
        kit = host.kit
        self.who = kit.make(ipw.ToggleButtons, "rk-decl-who", options=list(PLAYERS))
        self.first = kit.make(ipw.BoundedIntText, "rk-decl-first", width="10em", min=1, max=1, value=1)
        self.second = kit.make(ipw.BoundedIntText, "rk-decl-second", width="10em", min=0, max=0, value=0)
        for control in (self.who, self.first, self.second):
            control.observe(self._on_change, "value")
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

    def _on_change(self, _change: Any) -> None:
        if not self._quiet:
            self.page = (self.first.value - 1) // PAGE
            self.host.act(lambda: None)

    def choose(self, *, first: str = "", second: str = "") -> None:
        """Take a declaration apart, or put it beside the chosen one; the same number again puts it away."""
        self._quiet = True
        if first.isdecimal():
            self.first.value = int(first)
        if second.isdecimal():
            self.second.value = 0 if self.second.value == int(second) else int(second)
        self._quiet = False
        self.host.act(lambda: None)

    def turn(self, by: int) -> None:
        """Turn the page of the table."""
        self.page += by
        self.host.act(lambda: None)

    def declare(self) -> None:
        """Play the chosen declaration: take back what is not part of it, declare what is missing."""
        self.host.act(lambda: self.host.session.play_all(self.due()))

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

    def t(self, key: str, **params: Any) -> str:
        """Return a sentence of the panels in the session's language."""
        return panel_text(key, self.host.session.lang, **params)

    def draw(self) -> None:
        """List the declarations anew when the board, the moves or the rulings changed, and show the chosen."""
        session = self.host.session
        side = self.side = side_of(session, self.who.value)
        wanted = (
            session.lang,
            (self.who.value, session.viewer),
            side and (side.key, side.declared, side.covered),
            self._numbers(),
        )
        if wanted == self._drawn:
            return
        self._quiet = True
        for control, key in ((self.earlier, "earlier"), (self.later, "later"), (self.play, "play")):
            control.description = self.t(f"decl.{key}")
        self.who.tooltip = self.host.t("name.who")
        self.first.description = self.t("decl.first")
        self.second.description = self.t("decl.second")
        side = self.side = side_of(session, self.who.value)
        key = (
            "side.hidden" if side is None else "side.covered" if side.covered else "decl.none" if not side.held else ""
        )
        self.note.value = f"<span>{escape(self.t(key))}</span>" if key else ""
        show(self.play, session.viewer in (None, self.who.value))
        show(self.body, side is not None and bool(side.held))
        if side is not None and side.held:
            self._list(side)
            self._draw_table(side)
            self._draw_chosen(side)
        self._quiet = False
        self._drawn = (*wanted[:3], self._numbers())

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
        head = "".join(f'<th scope="col">{escape(self.t(f"decl.{k}"))}</th>' for k in heads)
        self.table.value = (
            f'<table class="rk-table"><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table>'
        )

    def _row(self, side: Side, n: int, declared: Declaration, total: int) -> str:
        assert self.found is not None
        made = score(side.board, side.moves, declared)
        here = " rk-here" if n == self.first.value else " rk-beside" if n == self.second.value else ""
        star = "★ " if total == self.found.best else ""
        name = self._name(side, declared)
        mine = set(declared) == set(side.declared) and bool(declared)
        played = f' <span class="rk-badge">{escape(self.t("decl.now"))}</span>' if mine else ""
        beside = "●" if n == self.second.value else "○"
        damage = " + ".join(map(str, made.damage)) or "—"
        return (
            f'<tr class="rk-decl-row{here}"><td data-act="first" data-value="{n}" role="button" tabindex="0" '
            f'aria-label="{escape(self.t("decl.first"))} {n}">{n}</td>'
            f'<td data-act="first" data-value="{n}" tabindex="-1">{escape(name)}{played}</td><td>{escape(damage)}</td>'
            f"<td>{made.loose}</td><td><b>{star}{total}</b></td>"
            f'<td data-act="second" data-value="{n}" role="button" tabindex="0" '
            f'aria-label="{escape(self.t("decl.beside"))} {n}">{beside}</td></tr>'
        )

    def _name(self, side: Side, declared: Sequence[Activation]) -> str:
        words = move_words(self.host.session, side.moves)
        parts = [words.declaration(describe(a, side.board.classes)) for a in declared]
        return self.t("decl.join").join(parts) or self.t("decl.empty")

    def _draw_chosen(self, side: Side) -> None:
        one, two = self.chosen(self.first.value), self.chosen(self.second.value)
        lang = self.host.session.lang
        self.one.value = "" if one is None else self._apart(side, self.first.value, one)
        self.two.value = "" if two is None else self._apart(side, self.second.value, two)
        show(self.two, two is not None)
        self.pairs.value = "" if one is None else pairs_html(side, one, lang)
        self.against.value = "" if one is None or two is None else self._compared(side, one, two)

    def _apart(self, side: Side, number: int, declared: Declaration) -> str:
        """Return a declaration taken apart: board with its marks, symbol by symbol, the sum as a derivation."""
        session = self.host.session
        report = explain_declaration(side.board, side.moves, declared, session.lang)
        uses = "".join(f"<li>{escape(use.text)}</li>" for use in report.uses)
        lines = "".join(
            f'<li>{escape(line.text)} <span class="rk-ids">{escape(" ".join(line.clauses))}</span></li>'
            for line in report.lines
        )
        sums = session.wording.derivation(report.derivation)
        return (
            f'<div class="rk-name" role="heading" aria-level="4">{number}. {escape(self._name(side, declared))}</div>'
            f"{self._board(side, declared)}"
            f'<p class="rk-sum">{escape(report.text)}</p><ul class="rk-list">{lines}</ul>'
            f'<p class="rk-soft">{escape(sums)}</p><ul class="rk-list rk-uses">{uses}</ul>'
        )

    def _board(self, side: Side, declared: Declaration) -> str:
        """Return the board as it would look with a declaration made."""
        session = self.host.session
        trial = side.state.copy()
        player = trial.player(side.who)
        if side.covered:
            return ""
        player.declared = tuple(describe(a, side.board.classes) for a in declared)
        shown = session.shown
        sheet = make_sheet(Position(session.game, trial, shown.rulings), session.lang)
        return board_html(next(p for p in sheet.players if p.who == side.who), session.lang)

    def _compared(self, side: Side, one: Declaration, two: Declaration) -> str:
        made = compare(side.board, side.moves, one, two, self.host.session.lang)
        items = "".join(f"<li>{escape(line)}</li>" for line in made.lines)
        return f'<div class="rk-said"><b>{escape(made.headline)}</b><ul>{items}</ul></div>'
