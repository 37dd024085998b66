"""The move explorer: a card slid along a board, each cell with its reason, and ways to declare the move there."""

from __future__ import annotations

from functools import partial
from typing import Any

import ipywidgets as ipw

from rulekit.core.action import Action
from rulekit.core.number import read_whole
from rulekit.drawing.svg import escape
from rulekit.games.quanjiao.declaring import describe
from rulekit.games.quanjiao.explain import FitReport, explain_fit
from rulekit.games.quanjiao.matching import Placement, mirrors_itself
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.state import PLAYERS
from rulekit.games.quanjiao.verbs import VERBS
from rulekit.games.quanjiao.view import match_svg, move_card_svg
from rulekit.ui.panels.quanjiao.pairs import pairs_html
from rulekit.ui.panels.quanjiao.side import Side, declare_action, move_words, panel_text, refusal_text, side_of
from rulekit.ui.parts import Host, replace_class, show

__all__ = ["SlidePanel"]

MOST = 12  # key assignments that get a button; the rest stand in the table of declarations


class SlidePanel:
    """One move over one side: card, laid card with green, red and grey cells, all placements with what fails."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._quiet = False
        self._drawn: tuple[Any, ...] | None = None  # what the panel shows; the same is not drawn twice
        self.reports: list[FitReport] = []
        self.actions: list[Action] = []
        kit = host.kit
        self.who = kit.make(ipw.ToggleButtons, "rk-slide-who", options=list(PLAYERS))
        self.move = kit.make(ipw.Dropdown, "rk-slide-move", width="16em", options=[("", "")])
        self.start = kit.make(ipw.IntSlider, "rk-slide-start", width="22em", min=1, max=1, value=1)
        self.mirrored = kit.make(ipw.Checkbox, "rk-slide-mirrored", indent=False)
        for control in (self.who, self.move, self.start, self.mirrored):
            control.observe(self._on_change, "value")
        self.note = kit.note("rk-hint")
        self.card = kit.note("rk-slide-card")
        self.laid = kit.note("rk-slide-laid")
        self.cells = kit.note("rk-slide-cells")
        self.table = kit.note("rk-slide-table")
        self.pairs = kit.note("rk-slide-pairs rk-scroll")
        self.label = kit.note("rk-ways")
        self.buttons = [kit.button(f"rk-declare rk-declare-{n}", partial(self.declare, n)) for n in range(MOST)]
        self.refusal = kit.note("rk-reasons")
        self.body = kit.column(
            kit.row(self.card, self.laid, self.cells, cls="rk-panes rk-drawings"),
            kit.row(self.label, *self.buttons, self.refusal, cls="rk-group"),
            kit.row(self.table, self.pairs, cls="rk-panes"),
        )
        self.box = kit.column(
            kit.row(self.who, self.move, self.start, self.mirrored), self.note, self.body, cls="rk-slide"
        )
        host.bridge.listen("start", self._on_row)

    # -- what a reader does ------------------------------------------------------------------------

    def _on_change(self, _change: Any) -> None:
        if not self._quiet:
            self.host.act(lambda: None)

    def _on_row(self, value: str) -> None:
        number = read_whole(value.removesuffix("~"))
        if number is not None and self.start.min <= number <= self.start.max:
            self._quiet = True
            self.mirrored.value = value.endswith("~")
            self.start.value = number
            self._quiet = False
            self.host.act(lambda: None)

    def declare(self, n: int) -> None:
        """Declare the move with the n-th way to take its key marks."""
        if n < len(self.actions):
            action = self.actions[n]
            self.host.act(lambda: self.host.session.play(action))

    def reset(self) -> None:
        """Side, move and start are questions and no part of a set-up: they stay; all is drawn anew."""
        self._drawn = None

    # -- drawing -----------------------------------------------------------------------------------

    @property
    def placement(self) -> Placement:
        """Where the card lies."""
        return Placement(self.start.value, self.mirrored.value)

    def t(self, key: str, **params: Any) -> str:
        """Return a sentence of the panels in the session's language."""
        return panel_text(key, self.host.session.lang, **params)

    def draw(self) -> None:
        """Show the move over the side at the step looked at."""
        session = self.host.session
        side = side_of(session, self.who.value)
        seen = (session.lang, self.who.value, session.viewer, session.position, side and (side.key, side.covered))
        if (*seen, self.move.value, self.placement) == self._drawn:
            return
        self._quiet = True
        self.who.tooltip = self.host.t("name.who")
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
        self._quiet = False
        self._drawn = (*seen, self.move.value, self.placement)

    def _note(self, side: Side | None) -> str:
        key = "side.hidden" if side is None else "side.covered" if side.covered else ""
        return f"<span>{escape(self.t(key))}</span>" if key else ""

    def _draw_moves(self, side: Side) -> None:
        words = move_words(self.host.session, side.moves)
        held = [m.id for m in side.held]
        names = [(f"★ {words.move(m)}", m) for m in dict.fromkeys(held)]
        names += [(words.move(m), m) for m in side.moves if m not in held]
        if tuple(names) != tuple(self.move.options):
            before = self.move.value
            self.move.options = names
            ids = [m for _, m in names]
            self.move.value = before if before in ids else next(iter(ids), None)

    def _draw_move(self, side: Side, move: Move) -> None:
        lang = self.host.session.lang
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
        self.pairs.value = pairs_html(side, [(move.id, self.placement)], lang)
        self._draw_ways(side, now)

    def _bounds(self, low: int, high: int) -> None:
        value = min(max(self.start.value, low), high)
        self.start.min, self.start.max = min(low, self.start.min), max(high, self.start.max)
        self.start.value = value
        self.start.min, self.start.max = low, high

    def _placements(self) -> str:
        heads = "".join(f'<th scope="col">{escape(self.t(f"slide.{k}"))}</th>' for k in ("at", "why"))
        rows = []
        for report in self.reports:
            placement = report.fit.placement
            here = " rk-here" if placement == self.placement else ""
            sign = '<b class="rk-ok">✓</b>' if report.ok else '<b class="rk-no">✗</b>'
            why = "".join(
                f'<div>{escape(r.text)} <span class="rk-ids">{escape(" ".join(r.clauses))}</span></div>'
                for r in report.reasons
            )
            rows.append(
                f'<tr class="rk-placement{here}" data-act="start" data-value="{placement}" role="button" tabindex="0">'
                f"<td>{sign} {escape(report.headline)}</td><td>{why}</td></tr>"
            )
        return f'<table class="rk-table"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'

    def _draw_ways(self, side: Side, now: FitReport) -> None:
        session = self.host.session
        wording, words = session.wording, move_words(session, side.moves)
        closed = session.viewer not in (None, side.who)  # why the other may not declare tells what is sealed
        found = () if closed else now.fit.activations
        described = [describe(a, side.board.classes) for a in found]
        self.actions = list(dict.fromkeys(declare_action(side.who, d, side.board.rulings) for d in described))
        refused = [VERBS.refusal(session.position.state, a, session.start.rulings) for a in self.actions[:MOST]]
        for n, button in enumerate(self.buttons):
            show(button, n < len(self.actions))
            if n < len(self.actions):
                button.description = words.declaration(self.actions[n].args)
                why = refused[n]
                button.tooltip = "" if why is None else refusal_text(why, wording)
                replace_class(button, "rk-legal", why is None)
                replace_class(button, "rk-illegal", why is not None)
        self.label.value = escape(self.t("slide.ways", n=len(found)))
        reasons = list(dict.fromkeys(refusal_text(r, wording) for r in refused if r is not None))
        if len(self.actions) > MOST:
            reasons.append(self.t("slide.more", n=len(self.actions) - MOST))
        self.refusal.value = "".join(f"<div>{escape(r)}</div>" for r in reasons[:3])


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
