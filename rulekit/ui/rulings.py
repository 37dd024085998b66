"""Ruling switches: search an open question, choose a reading, see side by side what each one changes."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw

from rulekit.core.catalogue import common_catalogue
from rulekit.core.compare import Comparison
from rulekit.core.rulebook import Ruling
from rulekit.core.show.comparing import differences, table_html
from rulekit.core.show.display import Display
from rulekit.drawing.svg import escape
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
        """Show the list, the readings and the difference, to those who may know what was played."""
        host, session = self.host, self.host.session
        if session.viewer is not None:
            return
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
            mark = default_mark(lang) if option.key == ruling.default else ""
            options.append((f"{option.text[lang]}{mark}", option.key))
        if tuple(options) != tuple(self.readings.options):
            self.readings.options = options
        self.readings.value = session.start.rulings[ruling.id]
        self.table.value = difference_html(session, session.compare(ruling.id))


def difference_html(session: Session, comparison: Comparison) -> str:
    """Return a table with one column per reading: the fields and the first step in which the ends differ."""
    if comparison.same:
        return f"<p>{escape(_nothing(session))}</p>"
    return table_html(comparison, session.lang, session.start.rulings[comparison.ruling])


def _nothing(session: Session) -> str:
    if not session.line:
        return ui_text("rulings.nothing_played", session.lang)
    return common_catalogue().text("compare.same", session.lang, {})


class Readings(Display):
    """The readings of one ruling side by side for what a session played, to be shown by a notebook."""

    def __init__(self, session: Session, ruling: str) -> None:
        self.session = session
        self.ruling = session.game.rulebook.ruling(ruling)
        self.comparison = session.compare(ruling)

    @property
    def lang(self) -> str:
        """The language of the session."""
        return self.session.lang

    @property
    def ends(self) -> dict[str, Any]:
        """The state at the end under each option, the default first."""
        return {o.option: o.position.state for o in self.comparison.outcomes}

    def to_text(self, lang: str) -> str:
        """Return the question and, reading by reading, what differs."""
        lines = [f"{self.ruling.id} {self.ruling.question[lang]}"]
        if self.comparison.same:
            return "\n".join([*lines, _nothing(self.session)])
        rows = differences(self.comparison, lang)
        for place, outcome in enumerate(self.comparison.outcomes):
            mark = default_mark(lang) if outcome.option == self.ruling.default else ""
            lines.append(f"{self.ruling.option(outcome.option).text[lang]}{mark}")
            lines += [f"  {name}: {values[place]}" for name, values in rows]
        return "\n".join(lines)

    def to_html(self, lang: str) -> str:
        """Return the question and the table."""
        head = f"<p><b>{escape(self.ruling.id)}</b> {escape(self.ruling.question[lang])}</p>"
        return head + difference_html(self.session, self.comparison)


def default_mark(lang: str) -> str:
    """Return what stands behind the reading that is the default."""
    return common_catalogue().text("show.default_mark", lang, {})
