"""The move explorer: a card slid along a board, each cell with its reason, and ways to declare the move there."""

from __future__ import annotations

from functools import partial
from typing import Any

import ipywidgets as ipw

from rulekit.core.action import Action
from rulekit.core.number import read_whole
from rulekit.drawing.svg import escape
from rulekit.drawing.table import clickable, each, ids_html, row_html, sign, table_html
from rulekit.games.quanjiao.declaring import describe
from rulekit.games.quanjiao.explain import FitReport, explain_fit
from rulekit.games.quanjiao.matching import Placement, mirrors_itself
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.state import PLAYERS
from rulekit.games.quanjiao.verbs import VERBS
from rulekit.games.quanjiao.view import match_svg, move_card_svg
from rulekit.games.quanjiao.words import Words
from rulekit.ui.panel import Panel, judge, offer
from rulekit.ui.panels.quanjiao.pairs import pairs_html
from rulekit.ui.panels.quanjiao.side import Side, declare_action, side_of
from rulekit.ui.parts import Host, show

__all__ = ["SlidePanel"]

MOST = 12  # key assignments that get a button; the rest stand in the table of declarations


class SlidePanel(Panel):
    """One move over one side: card, laid card with green, red and grey cells, all placements with what fails."""

    name = "slide"

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._drawn: tuple[Any, ...] | None = None  # what the panel shows; the same is not drawn twice
        self.reports: list[FitReport] = []
        self.actions: list[Action] = []
        kit = host.kit
        self.who = self.control(ipw.ToggleButtons, "rk-slide-who", self._look, options=list(PLAYERS))
        self.move = self.control(ipw.Dropdown, "rk-slide-move", self._look, width="16em", options=[("", "")])
        self.start = self.control(ipw.IntSlider, "rk-slide-start", self._look, width="22em", min=1, max=1, value=1)
        self.mirrored = self.control(ipw.Checkbox, "rk-slide-mirrored", self._look, indent=False)
        self.note = kit.note("rk-hint")
        self.card = kit.note("rk-slide-card")
        self.laid = kit.note("rk-slide-laid")
        self.cells = kit.note("rk-slide-cells")
        self.table = kit.note("rk-slide-table")
        self.pairs = kit.note("rk-slide-pairs rk-scroll")
        self.label = kit.note("rk-ways")
        self.buttons = [kit.button(f"rk-declare rk-declare-{n}", partial(self.declare, n)) for n in range(MOST)]
        self.reasons = kit.note("rk-reasons")
        self.body = kit.column(
            kit.row(self.card, self.laid, self.cells, cls="rk-panes rk-drawings"),
            kit.row(self.label, *self.buttons, self.reasons, cls="rk-group"),
            kit.row(self.table, self.pairs, cls="rk-panes"),
        )
        self.box = kit.column(
            kit.row(self.who, self.move, self.start, self.mirrored), self.note, self.body, cls="rk-slide"
        )
        host.bridge.listen("start", self._on_row)

    # -- what a reader does ------------------------------------------------------------------------

    def _look(self, _value: Any) -> None:
        self.act()

    def _on_row(self, value: str) -> None:
        number = read_whole(value.removesuffix("~"))
        if number is not None and self.start.min <= number <= self.start.max:
            with self.silence():
                self.mirrored.value = value.endswith("~")
                self.start.value = number
            self.act()

    def declare(self, n: int) -> None:
        """Declare the move with the n-th way to take its key marks."""
        if n < len(self.actions):
            action = self.actions[n]
            self.act(lambda: self.session.play(action))

    def reset(self) -> None:
        """Side, move and start are questions and no part of a set-up: they stay; all is drawn anew."""
        self._drawn = None

    # -- drawing -----------------------------------------------------------------------------------

    @property
    def placement(self) -> Placement:
        """Where the card lies."""
        return Placement(self.start.value, self.mirrored.value)

    def paint(self) -> None:
        """Show the move over the side at the step looked at."""
        session = self.session
        who = self.who.value
        side = side_of(session, who)
        seen = (session.lang, who, session.sees(who), session.position, side and (side.key, side.covered))
        if (*seen, self.move.value, self.placement) == self._drawn:
            return
        self.who.tooltip = self.t("name.who")
        self.move.tooltip = self.t("slide.move")
        self.start.description = self.t("slide.start")
        self.mirrored.description = self.t("slide.mirrored")
        self.note.value = self._note(side)
        show(self.body, side is not None)
        if side is not None:
            self._draw_moves(side)
            move = side.moves.get(self.move.value or "")
            show(self.body, move is not None)
            if move is not None:
                self._draw_move(side, move)
        self._drawn = (*seen, self.move.value, self.placement)

    def _note(self, side: Side | None) -> str:
        key = "side.hidden" if side is None else "side.covered" if side.covered else ""
        return f"<span>{escape(self.t(key))}</span>" if key else ""

    def _draw_moves(self, side: Side) -> None:
        words = Words(self.session.phrasebook)
        held = [m.id for m in side.held]
        names = [(f"★ {words.move(m)}", m) for m in dict.fromkeys(held)]
        names += [(words.move(m), m) for m in side.moves if m not in held]
        offer(self.move, names)

    def _draw_move(self, side: Side, move: Move) -> None:
        lang = self.lang
        low, high = 2 - move.width, max(side.board.columns, 1)
        mirror = side.board.rulings["QJ-R12"] == "mirror_left_right" and not mirrors_itself(move)
        self._bounds(low, high)
        show(self.mirrored, mirror)
        if not mirror:
            self.mirrored.value = False
        self.reports = [
            explain_fit(side.board, move, Placement(start, swapped), lang, side.declared)
            for start in range(low, high + 1)
            for swapped in ((False, True) if mirror else (False,))
        ]
        now = next(r for r in self.reports if r.fit.placement == self.placement)
        self.card.value = move_card_svg(move, lang)
        self.laid.value = match_svg(side.board, move, self.placement, lang, side.declared)
        self.cells.value = "<ul>" + "".join(_cell_row(c.mark, c.text) for c in now.cells if c.mark != "free") + "</ul>"
        self.table.value = self._placements()
        self.pairs.value = pairs_html(self, side, [(move.id, self.placement)])
        self._draw_ways(side, now)

    def _bounds(self, low: int, high: int) -> None:
        value = min(max(self.start.value, low), high)
        self.start.min, self.start.max = min(low, self.start.min), max(high, self.start.max)
        self.start.value = value
        self.start.min, self.start.max = low, high

    def _placements(self) -> str:
        rows = []
        for report in self.reports:
            placement = report.fit.placement
            here = " rk-here" if placement == self.placement else ""
            why = "".join(f"<div>{escape(r.text)} {ids_html(r.clauses)}</div>" for r in report.reasons)
            cells = (f"{sign(report.ok)} {escape(report.headline)}", why)
            rows.append(row_html(cells, f' class="rk-placement{here}"{clickable("start", placement)}'))
        return table_html([self.t(f"slide.{k}") for k in ("at", "why")], rows)

    def _draw_ways(self, side: Side, now: FitReport) -> None:
        session = self.session
        words = Words(session.phrasebook)
        found = now.fit.activations if session.sees(side.who) else ()  # why the other may not tells what is sealed
        described = [describe(a, side.board.classes) for a in found]
        self.actions = list(dict.fromkeys(declare_action(side.who, d, side.board.rulings) for d in described))
        state, rulings = session.position.state, session.start.rulings
        refused = [self.refusal(VERBS.refusal(state, a, rulings)) for a in self.actions[:MOST]]
        for n, button in enumerate(self.buttons):
            show(button, n < len(self.actions))
            if n < len(self.actions):
                button.description = words.declaration(self.actions[n].args)
                judge(button, refused[n])
        self.label.value = escape(self.t("slide.ways", n=len(found)))
        reasons = list(dict.fromkeys(filter(None, refused)))
        if len(self.actions) > MOST:
            reasons.append(self.t("slide.more", n=len(self.actions) - MOST))
        self.reasons.value = each("div", reasons[:3])


_COLOURS = {
    "met": "rk-ok",
    "clear": "rk-ok",
    "short": "rk-no",
    "off_board": "rk-no",
    "blocked": "rk-no",
    "counted": "rk-soft",
}


def _cell_row(mark: str, text: str) -> str:
    return f'<li class="{_COLOURS[mark]} rk-mark-{mark}">{escape(text)}</li>'
