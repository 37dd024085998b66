"""The stepper: position at the step, the trace as a tree, controls to walk it, and the step in detail."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw

from rulekit.core.show.printers import NOT, step_text
from rulekit.core.step import Step
from rulekit.core.trace import Trace
from rulekit.drawing.svg import escape
from rulekit.drawing.table import each
from rulekit.ui.panel import Part, offer
from rulekit.ui.parts import Host, show

__all__ = ["Stepper", "tree_html"]

PACE = 1100  # milliseconds from step to step while playing


def tree_html(trace: Trace, lang: str, current: int | None) -> str:
    """Return the trace as an indented list whose rows can be clicked; one row takes the keyboard focus."""
    phrasebook = trace.phrasebook(lang)
    starts = {mark.step: mark.action for mark in trace.marks}
    focus = current if current is not None and current >= 0 else 0
    rows = []
    for step in trace.steps:
        if step.id in starts:
            rows.append(f'<li class="rk-act" role="presentation">{escape(phrasebook.action(starts[step.id]))}</li>')
        words = step_text(trace, step, lang)
        here = step.id == current
        mark = ' aria-current="step"' if here else ""
        names = "rk-row" + (" rk-here" if here else "") + ("" if step.happened else " rk-not")
        changes = "".join(f'<span class="rk-moved">{escape(phrasebook.change(c))}</span>' for c in step.changes)
        cross = "" if step.happened else f"{NOT} "
        rows.append(
            f'<li class="{names}" role="treeitem" aria-level="{trace.depth(step.id) + 1}" data-step="{step.id}" '
            f'style="--rk-depth:{trace.depth(step.id)}" tabindex="{0 if step.id == focus else -1}"'
            f"{mark}>"
            f'<span class="rk-step-number">{step.id}</span><span>{cross}{escape(words.sentence)} '
            f'<span class="rk-ids">{escape(" ".join(step.clauses))}</span> {changes}</span></li>'
        )
    return f'<ul class="rk-tree" role="tree">{"".join(rows)}</ul>'


class Stepper(Part[Host]):
    """Tree, controls and detail of the trace looked at."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        session = host.session
        kit = host.kit
        self.start = kit.button("rk-start", lambda: host.act(session.to_start))
        self.previous = kit.button("rk-back", lambda: host.act(session.back))
        self.next = kit.button("rk-next", lambda: host.act(session.step))
        self.over = kit.button("rk-over", lambda: host.act(session.over))
        self.into = kit.button("rk-into", lambda: host.act(session.into))
        self.out = kit.button("rk-out", lambda: host.act(session.out))
        self.end = kit.button("rk-end", lambda: host.act(session.to_end))
        places = {"min": -1, "max": -1, "value": -1}
        clock = "rk-player-clock rk-hidden"
        self.player = self.control(ipw.Play, clock, self._go, interval=PACE, show_repeat=False, **places)
        self.player.observe(lambda _change: self._name_play(), "playing")
        self.play = kit.button("rk-play", self.toggle)
        self.slider = self.control(ipw.IntSlider, "rk-slider", self._go, width="16em", readout=False, **places)
        self.count = kit.note("rk-count")
        self.list = self.control(ipw.Dropdown, "rk-steps", self._go, width="26em", options=[("", -1)])
        self.scope = self.control(ipw.ToggleButtons, "rk-scope", self._on_scope, options=[("", "last"), ("", "all")])
        self.target = kit.make(ipw.Dropdown, "rk-target", width="16em", options=[("", "")])
        self.run = kit.button("rk-run", self.run_to_target)
        self.again = kit.button("rk-fork", lambda: host.act(session.restart_here, host.t("done.restarted")))
        self.texts = self.control(ipw.ToggleButton, "rk-clause-texts", lambda _: self.draw(), value=True)
        self.tree = kit.note("rk-tree-box rk-scroll")
        self.detail = kit.note("rk-detail")
        self.empty = kit.note("rk-empty")
        walk = (self.start, self.previous, self.next, self.over, self.into, self.out, self.end, self.play)
        self.controls = kit.column(
            kit.row(*walk, self.player, cls="rk-walk"),
            kit.row(self.slider, self.count, self.list, cls="rk-places"),
            kit.row(self.target, self.run, self.scope, self.again, cls="rk-more"),
        )
        self.panes = kit.row(self.tree, kit.column(self.texts, self.detail, cls="rk-detail-box"), cls="rk-panes")
        self.box = kit.column(self.empty, self.controls, self.panes, cls="rk-stepper")

    # -- what a reader does ------------------------------------------------------------------------

    def toggle(self) -> None:
        """Play on by itself, or stop; from the end begin again."""
        session = self.session
        if not self.player.playing and session.trace is not None and session.at >= len(session.trace) - 1:
            self.act(session.to_start)
        self.player.playing = not self.player.playing

    def run_to_target(self) -> None:
        """Run on to what the list of targets names."""
        target = self.target.value
        if not target:
            return
        what, name = target
        find: dict[str, Any] = {what: tuple(name) if what == "field" else name}
        session = self.session

        def change() -> None:
            self._missed = not session.run_to(**find)

        self._missed = False
        self.act(change)
        if self._missed:
            self.act(done=self.t("stepper.not_found"))

    def _go(self, id: int) -> None:
        session = self.session
        if session.trace is not None and -1 <= id < len(session.trace):
            self.act(lambda: session.jump(id))

    def _on_scope(self, scope: Any) -> None:
        self.act(lambda: self.session.set_scope(scope))

    # -- drawing -----------------------------------------------------------------------------------

    def paint(self) -> None:
        """Show where the reader is in the trace."""
        trace = self.session.trace
        for control, key in (
            (self.start, "start"),
            (self.previous, "back"),
            (self.next, "next"),
            (self.over, "over"),
            (self.into, "into"),
            (self.out, "out"),
            (self.end, "end"),
            (self.run, "run"),
            (self.again, "fork"),
        ):
            control.description = self.t(f"stepper.{key}")
            control.tooltip = self.t(f"stepper.{key}_tip")
        self._name_play()
        self.texts.description = self.t("stepper.texts")
        offer(self.scope, [(self.t("stepper.last"), "last"), (self.t("stepper.all"), "all")], self.session.scope)
        for named, key in (
            (self.slider, "step"),
            (self.player, "step"),
            (self.list, "steps"),
            (self.target, "target"),
            (self.scope, "scope"),
        ):
            named.tooltip = self.t(f"name.{key}")
        if trace is None:
            self._draw_empty()
        else:
            self._draw_trace(trace)

    def _name_play(self) -> None:
        self.play.description = self.t("stepper.pause" if self.player.playing else "stepper.play")

    def _draw_empty(self) -> None:
        self.empty.value = f"<p>{escape(self.t('stepper.empty'))}</p>"
        self.player.playing = False
        for part in (self.controls, self.panes):
            show(part, False)

    def _draw_trace(self, trace: Trace) -> None:
        session = self.session
        last = len(trace) - 1
        self.empty.value = ""
        for part in (self.controls, self.panes):
            show(part, True)
        current = None if session.whole else session.at
        for bounded in (self.slider, self.player):
            bounded.max = max(last, bounded.max)
            bounded.value = session.at
            bounded.max = last
        phrasebook = session.phrasebook
        names = [(self.t("stepper.before"), -1)]
        names += [(f"{s.id}. {phrasebook.step(s)}", s.id) for s in trace.steps]
        offer(self.list, names, session.at)
        offer(self.target, _targets(trace, session.lang, self.host))
        self.count.value = escape(self.t("stepper.count", at=session.at if session.at >= 0 else "—", last=last))
        self.tree.value = tree_html(trace, session.lang, current)
        self.detail.value = self._detail(trace)

    def _detail(self, trace: Trace) -> str:
        session = self.session
        if session.whole:
            items = each("li", map(session.phrasebook.change, session.highlight))
            return f"<p><b>{escape(self.t('stepper.whole', n=len(trace)))}</b></p><ul>{items}</ul>"
        step = session.step_now
        if step is None:
            return each("p", [self.t("stepper.before_first")])
        return step_html(self.host, trace, step, texts=self.texts.value)


def step_html(host: Host, trace: Trace, step: Step, *, texts: bool) -> str:
    """Return one step in full: sentence, changes, numbers, clauses with their text, rulings consulted."""
    lang = host.session.lang
    book = trace.game.rulebook
    words = step_text(trace, step, lang)
    parts = [f"<p><b>{step.id}. {escape(words.sentence)}</b></p>"]
    lines = [d for d in words.details if d.kind != "ruling"]
    if lines:
        parts.append(f"<ul>{each('li', [d.text for d in lines])}</ul>")
    if texts:
        parts += [
            f'<blockquote class="rk-law"><b>{escape(id)}</b> {escape(book.clause(id).text[lang])}</blockquote>'
            for id in step.clauses
        ]
    else:
        parts.append(f'<p class="rk-ids">{escape("  ".join(step.clauses))}</p>')
    for id, option in step.rulings.items():
        ruling = book.ruling(id)
        chosen = host.t("stepper.ruling", id=id, question=ruling.question[lang])
        parts.append(
            f'<div class="rk-consulted" data-ruling="{escape(id)}" role="button" tabindex="0">'
            f"{escape(chosen)}<br><b>{escape(ruling.option(option).text[lang])}</b></div>"
        )
    return "".join(parts)


def _targets(trace: Trace, lang: str, host: Host) -> list[tuple[str, Any]]:
    phrasebook = trace.phrasebook(lang)
    fields = dict.fromkeys(c.path for s in trace.steps for c in s.changes)
    found: list[tuple[str, Any]] = [(host.t("stepper.target"), "")]
    found += [(host.t("stepper.field", name=phrasebook.path(p)), ("field", p)) for p in fields]
    found += [(id, ("clause", id)) for id in dict.fromkeys(trace.clauses())]
    return found
