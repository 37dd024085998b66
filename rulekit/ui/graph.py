"""The timing graph in the lab: the drawing of the trace with the current step marked; boxes can be clicked."""

from __future__ import annotations

from rulekit.core.trace import Trace
from rulekit.drawing.svg import escape
from rulekit.ui.panel import Part
from rulekit.ui.parts import Host
from rulekit.ui.static import trace_svg

__all__ = ["GraphPanel"]


class GraphPanel(Part[Host]):
    """The graph of the trace looked at; clicks arrive through the bridge, slider and list do the same."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.hint = host.kit.note("rk-hint")
        self.picture = host.kit.note("rk-graph-box rk-scroll")
        self._drawn: tuple[Trace | None, str, int | None] | None = None  # the same is not drawn twice
        self.box = host.kit.column(self.hint, self.picture, cls="rk-graph-panel")

    def paint(self) -> None:
        """Draw the graph at the current step."""
        session = self.session
        trace = session.trace
        wanted = (trace, session.lang, None if session.whole else session.at)
        if self._drawn is not None and wanted[0] is self._drawn[0] and wanted[1:] == self._drawn[1:]:
            return
        self._drawn = wanted
        if trace is None:
            self.hint.value = escape(self.t("stepper.empty"))
            self.picture.value = ""
            return
        self.hint.value = escape(self.t("graph.hint"))
        self.picture.value = trace_svg(trace, session.lang, current=wanted[2])
