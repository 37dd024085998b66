"""Ruling switches: search an open question, choose a reading, see side by side what each one changes."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw

from rulekit.analysis.compare import Comparison, Outcome
from rulekit.core.phrasebook import Wording
from rulekit.core.record import Path, value_at
from rulekit.core.rulebook import Ruling
from rulekit.drawing.svg import escape
from rulekit.drawing.theme import styled
from rulekit.drawing.visible import visible
from rulekit.ui.parts import Host
from rulekit.ui.session import Session
from rulekit.ui.words import ui_text

__all__ = ["Readings", "RulingsPanel", "difference_html"]


class RulingsPanel:
    """A searchable list of rulings, the readings of the chosen one, and what they change in the line."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._quiet = False
        kit = host.kit
        self.search = kit.make(ipw.Text, "rk-search", width="18em", continuous_update=True)
        self.search.observe(lambda _change: self._search(), "value")
        self.used = kit.make(ipw.Checkbox, "rk-consulted-only", indent=False)
        self.used.observe(lambda _change: self._search(), "value")
        self.list = kit.make(ipw.Select, "rk-ruling-list", width="100%", options=[], rows=8)
        self.list.observe(self._on_pick, "value")
        self.readings = kit.make(ipw.RadioButtons, "rk-readings", options=[])
        self.readings.observe(self._on_reading, "value")
        self.defaults = kit.button("rk-defaults", lambda: host.act(host.session.reset_rulings, host.t("done.defaults")))
        self.question = kit.note("rk-question")
        self.table = kit.note("rk-difference rk-scroll")
        self.box = kit.column(
            kit.row(self.search, self.used, self.defaults),
            self.list,
            self.question,
            self.readings,
            self.table,
            cls="rk-rulings",
        )

    # -- what a reader does ------------------------------------------------------------------------

    @property
    def chosen(self) -> Ruling | None:
        """The ruling looked at."""
        id = self.list.value
        return self.host.session.game.rulebook.ruling(id) if id else None

    def open(self, id: str) -> None:
        """Look at a ruling, whatever the search says."""
        self._quiet = True
        self.search.value = ""
        self.used.value = False
        self._quiet = False
        self.draw(choose=id)

    def _search(self) -> None:
        if not self._quiet:
            self.draw()

    def _on_pick(self, _change: Any) -> None:
        if not self._quiet:
            self.draw()

    def _on_reading(self, change: Any) -> None:
        ruling = self.chosen
        if not self._quiet and ruling is not None and change["new"] is not None:
            self.host.act(lambda: self.host.session.set_ruling(ruling.id, change["new"]))

    # -- drawing -----------------------------------------------------------------------------------

    def found(self) -> list[Ruling]:
        """Return the rulings the search and the filter leave, those this line consulted first."""
        session = self.host.session
        book = session.game.rulebook
        rulings = book.find_rulings(self.search.value)
        consulted = self._consulted()
        if self.used.value:
            rulings = [r for r in rulings if r.id in consulted or r.id in session.rulings]
        return sorted(rulings, key=lambda r: (r.id not in session.rulings, r.id not in consulted))

    def _consulted(self) -> dict[str, str]:
        trace = self.host.session.trace
        return trace.consulted() if trace is not None else {}

    def draw(self, *, choose: str | None = None) -> None:
        """Show the list, the readings and the difference."""
        host, session = self.host, self.host.session
        lang = session.lang
        self._quiet = True
        self.search.placeholder = self.search.tooltip = host.t("rulings.search")
        self.list.tooltip = host.t("name.rulings")
        self.readings.tooltip = host.t("name.readings")
        self.used.description = host.t("rulings.consulted")
        self.defaults.description = host.t("rulings.defaults")
        self.defaults.disabled = not session.rulings
        consulted = self._consulted()
        wanted = choose or self.list.value
        options = []
        for ruling in self.found():
            signs = ("● " if ruling.id in session.rulings else "") + ("◆ " if ruling.id in consulted else "")
            options.append((f"{signs}{ruling.id} {ruling.question[lang]}", ruling.id))
        if tuple(options) != tuple(self.list.options):
            self.list.options = options
        ids = [id for _label, id in options]
        self.list.value = wanted if wanted in ids else next(iter(ids), None)
        self._draw_chosen()
        self._quiet = False

    def _draw_chosen(self) -> None:
        host, session = self.host, self.host.session
        lang = session.lang
        ruling = self.chosen
        if ruling is None:
            self.question.value = escape(host.t("rulings.none"))
            self.readings.options = []
            self.table.value = ""
            return
        clauses = escape(" ".join(ruling.clauses))
        more = [host.t("rulings.recorded", reading=option.text[lang]) for option in ruling.recorded]
        more += [ruling.idle[lang]] if ruling.idle else []
        self.question.value = (
            f"<p><b>{escape(ruling.id)}</b> {escape(ruling.question[lang])} <span class='rk-ids'>{clauses}</span></p>"
            f"<p class='rk-soft'>{escape(ruling.why[lang])}</p>" + "".join(f"<p>{escape(line)}</p>" for line in more)
        )
        options = []
        for option in ruling.options:
            mark = host.t("rulings.default_mark") if option.key == ruling.default else ""
            options.append((f"{option.text[lang]}{mark}", option.key))
        if tuple(options) != tuple(self.readings.options):
            self.readings.options = options
        self.readings.value = session.start.rulings[ruling.id]
        self.table.value = difference_html(session, session.compare(ruling.id))


def difference_html(session: Session, comparison: Comparison) -> str:
    """Return a table with one column per reading: the fields and the first step in which the ends differ."""
    lang = session.lang
    ruling = session.game.rulebook.ruling(comparison.ruling)
    if _all_same(comparison):
        return f"<p>{escape(_nothing(session))}</p>"
    now = session.start.rulings[ruling.id]
    heads = "".join(
        f'<th scope="col" class="{"rk-now-reading" if o.option == now else "rk-other-reading"}">'
        f"{escape(ruling.option(o.option).text[lang])}</th>"
        for o in comparison.outcomes
    )
    rows = [f'<tr><td scope="row"></td>{heads}</tr>']
    rows += [_row(name, values) for name, values in _differences(session, comparison)]
    return f'<table class="rk-table rk-grid">{"".join(rows)}</table>'


def _all_same(comparison: Comparison) -> bool:
    first, *others = comparison.outcomes
    return first.error is None and all(o.same and o.error is None for o in others)


def _nothing(session: Session) -> str:
    return ui_text("rulings.same" if session.line else "rulings.nothing_played", session.lang)


def _differences(session: Session, comparison: Comparison) -> list[tuple[str, list[str]]]:
    """Return what differs between the readings: its name and what it is under each."""
    lang, outcomes = session.lang, comparison.outcomes
    wording = session.wording
    paths = dict.fromkeys(c.path for o in outcomes for c in o.changes)
    rows = [(wording.path(path), [wording.value(_value(o, path)) for o in outcomes]) for path in paths]
    steps = [_first(wording, o, outcomes[0], lang) for o in outcomes]
    rows.append((ui_text("rulings.first_step", lang), steps))
    if any(o.error for o in outcomes):
        refused = [o.error.reason(lang) if o.error else "—" for o in outcomes]
        rows.append((ui_text("rulings.illegal", lang), refused))
    return rows


class Readings:
    """The readings of one ruling side by side for what a session played, to be shown by a notebook."""

    def __init__(self, session: Session, ruling: str) -> None:
        self.session = session
        self.ruling = session.game.rulebook.ruling(ruling)
        self.comparison = session.compare(ruling)

    @property
    def ends(self) -> dict[str, Any]:
        """The state at the end under each option, the default first."""
        return {o.option: o.position.state for o in self.comparison.outcomes}

    def __repr__(self) -> str:
        lang = self.session.lang
        lines = [f"{self.ruling.id} {self.ruling.question[lang]}"]
        if _all_same(self.comparison):
            return visible("\n".join([*lines, _nothing(self.session)]))
        rows = _differences(self.session, self.comparison)
        for place, outcome in enumerate(self.comparison.outcomes):
            mark = ui_text("rulings.default_mark", lang) if outcome.option == self.ruling.default else ""
            lines.append(f"{self.ruling.option(outcome.option).text[lang]}{mark}")
            lines += [f"  {name}: {values[place]}" for name, values in rows]
        return visible("\n".join(lines))

    def _repr_html_(self) -> str:
        lang = self.session.lang
        head = f"<p><b>{escape(self.ruling.id)}</b> {escape(self.ruling.question[lang])}</p>"
        return styled(head + difference_html(self.session, self.comparison), lang)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}


def _row(name: str, values: list[str]) -> str:
    cells = "".join(f'<td class="{"rk-equal" if v == values[0] else "rk-differs"}">{escape(v)}</td>' for v in values)
    return f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>'


def _value(outcome: Outcome, path: Path) -> Any:
    return value_at(outcome.position.state, path)


def _first(wording: Wording, outcome: Outcome, base: Outcome, lang: str) -> str:
    if outcome is base:
        return "—"
    if outcome.step is None:
        return ui_text("rulings.no_step", lang)
    steps = outcome.trace.steps if outcome.trace else ()
    if outcome.step >= len(steps):
        return ui_text("rulings.stops", lang, n=outcome.step)
    step = steps[outcome.step]
    return f"{step.id}. {wording.step(step)} [{', '.join(step.clauses)}]"
