"""The clash, cell by cell: where both boards cancel each other."""

from __future__ import annotations

from rulekit.core.record import Path
from rulekit.drawing.svg import escape
from rulekit.ui.panel import Panel
from rulekit.ui.parts import Host

__all__ = ["ClashPanel"]


class ClashPanel(Panel):
    """A walk through the clash of the last reveal; the cell a step is about is marked on both boards."""

    name = "clash"

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.go = host.kit.button("rk-clash-play", lambda: host.walk("clash"))
        self.here = host.kit.note("rk-hint")
        self.box = host.kit.row(self.go, self.here)

    def marks(self, thing: Path) -> tuple[str, ...]:
        """Mark the cell that the step looked at is about."""
        step = self.session.step_now if not self.session.whole else None
        return ("rk-at",) if step is not None and thing[-1] == step.params.get("cell") else ()

    def paint(self) -> None:
        """Offer the walk where there was a clash, and tell the step looked at."""
        there = any(step.kind == "clash" for trace in self.session.played.traces for step in trace)
        step = self.session.step_now if not self.session.whole else None
        self.go.description = self.t("clash.go")
        self.go.disabled = not there
        words = self.session.phrasebook.step(step) if step is not None else "" if there else self.t("clash.none")
        self.here.value = f"<span>{escape(words)}</span>"
