"""The timing graph in the lab: the drawing of the trace with the current step marked; boxes can be clicked."""

from __future__ import annotations

from rulekit.ui.parts import Host
from rulekit.ui.static import trace_svg
from rulekit.ui.svg import escape

__all__ = ["GraphPanel"]


class GraphPanel:
    """The graph of the trace looked at; clicks arrive through the bridge, slider and list do the same."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.hint = host.kit.note("rk-hint")
        self.picture = host.kit.note("rk-graph-box rk-scroll")
        self.box = host.kit.column(self.hint, self.picture, cls="rk-graph-panel")

    def draw(self) -> None:
        """Draw the graph at the current step."""
        session = self.host.session
        trace = session.trace
        if trace is None:
            self.hint.value = escape(self.host.t("stepper.empty"))
            self.picture.value = ""
            return
        self.hint.value = escape(self.host.t("graph.hint"))
        current = None if session.whole else session.at
        self.picture.value = trace_svg(trace, session.lang, current=current)
