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
from rulekit.drawing.table import each
from rulekit.ui.panel import Part, offer
from rulekit.ui.parts import Host
from rulekit.ui.session import Session
from rulekit.ui.words import ui_text

__all__ = ["Readings", "RulingsPanel", "difference_html"]


class RulingsPanel(Part[Host]):
    """A searchable list of rulings, the readings of the chosen one, and what they change in the line."""

    tells_all = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        kit = host.kit
        self.search = self.control(ipw.Text, "rk-search", self._look, width="18em", continuous_update=True)
        self.used = self.control(ipw.Checkbox, "rk-consulted-only", self._look, indent=False)
        self.list = self.control(ipw.Select, "rk-ruling-list", self._look, width="100%", options=[], rows=8)
        self.readings = self.control(ipw.RadioButtons, "rk-readings", self._on_reading, options=[])
        self.defaults = kit.button("rk-defaults", lambda: self.act(self.session.reset_rulings, self.t("done.defaults")))
        self.question = kit.note("rk-question")
        self.table = kit.note("rk-difference rk-scroll")
        self._wanted = ""  # the ruling to look at, of those listed from now on
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
        return self.session.game.rulebook.ruling(id) if id else None

    def open(self, id: str) -> None:
        """Look at a ruling, whatever the search says."""
        with self.silence():
            self.search.value = ""
            self.used.value = False
        self._wanted = id
        self.draw()

    def _look(self, _value: Any) -> None:
        self.draw()

    def _on_reading(self, option: str) -> None:
        ruling = self.chosen
        if ruling is not None:
            self.act(lambda: self.session.set_ruling(ruling.id, option))

    # -- drawing -----------------------------------------------------------------------------------

    def found(self) -> list[Ruling]:
        """Return the rulings the search and the filter leave, those this line consulted first."""
        session = self.session
        book = session.game.rulebook
        rulings = book.find_rulings(self.search.value)
        consulted = self._consulted()
        if self.used.value:
            rulings = [r for r in rulings if r.id in consulted or r.id in session.rulings]
        return sorted(rulings, key=lambda r: (r.id not in session.rulings, r.id not in consulted))

    def _consulted(self) -> dict[str, str]:
        trace = self.session.trace
        return trace.consulted() if trace is not None else {}

    def paint(self) -> None:
        """Show the list, the readings and the difference."""
        session, lang = self.session, self.lang
        self.search.placeholder = self.search.tooltip = self.t("rulings.search")
        self.list.tooltip = self.t("name.rulings")
        self.readings.tooltip = self.t("name.readings")
        self.used.description = self.t("rulings.consulted")
        self.defaults.description = self.t("rulings.defaults")
        self.defaults.disabled = not session.rulings
        consulted = self._consulted()
        options = []
        for ruling in self.found():
            signs = ("● " if ruling.id in session.rulings else "") + ("◆ " if ruling.id in consulted else "")
            options.append((f"{signs}{ruling.id} {ruling.question[lang]}", ruling.id))
        offer(self.list, options, self._wanted or None)
        self._wanted = ""
        self._draw_chosen()

    def _draw_chosen(self) -> None:
        session, lang = self.session, self.lang
        ruling = self.chosen
        if ruling is None:
            self.question.value = escape(self.t("rulings.none"))
            self.readings.options = []
            self.table.value = ""
            return
        clauses = escape(" ".join(ruling.clauses))
        more = [self.t("rulings.recorded", reading=option.text[lang]) for option in ruling.recorded]
        more += [ruling.idle[lang]] if ruling.idle else []
        self.question.value = (
            f"<p><b>{escape(ruling.id)}</b> {escape(ruling.question[lang])} <span class='rk-ids'>{clauses}</span></p>"
            f"<p class='rk-soft'>{escape(ruling.why[lang])}</p>" + each("p", more)
        )
        options = []
        for option in ruling.options:
            mark = default_mark(lang) if option.key == ruling.default else ""
            options.append((f"{option.text[lang]}{mark}", option.key))
        offer(self.readings, options, session.start.rulings[ruling.id])
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
