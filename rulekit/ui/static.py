"""The static form of what the explorer shows, for places that run no widgets: position, trace and graph."""

from __future__ import annotations

from collections.abc import Collection

from rulekit.analysis.timing_graph import Graph, graph_legend, timing_graph
from rulekit.core.catalogue import texts_of
from rulekit.core.position import Position, Snapshot
from rulekit.core.record import Change
from rulekit.core.show import printers
from rulekit.core.trace import Trace
from rulekit.drawing.graph import graph_svg
from rulekit.drawing.layout import Metrics
from rulekit.drawing.svg import escape, img_tag
from rulekit.drawing.theme import styled

__all__ = ["MAX_EM", "graph_image", "static_html", "trace_details", "trace_svg"]

#: How wide a label may grow before it is broken, in em: English words need more room than Chinese ones.
MAX_EM = {"zh": 9.5, "en": 11.0}

_words = texts_of("rulekit.ui", "static.yaml")


def trace_svg(trace: Trace, lang: str, *, current: int | None = None, path: Collection[int | str] | None = None) -> str:
    """Return the timing graph of a trace as SVG; `path` defaults to its way through the phases."""
    return _draw(timing_graph(trace, lang), lang, current, path)


def _draw(graph: Graph, lang: str, current: int | None, path: Collection[int | str] | None) -> str:
    way = graph.graph["path"] if path is None else path
    return graph_svg(
        graph,
        lanes=graph.graph["lanes"],
        title=graph.graph["title"],
        legend=graph_legend(graph, lang, path=way, current=current),
        path=way,
        current=current,
        lang=lang,
        metrics=Metrics(max_em=MAX_EM[lang]),
    )


def graph_image(
    trace: Trace, lang: str, *, current: int | None = None, path: Collection[int | str] | None = None
) -> str:
    """Return the timing graph as an `<img>`, which notebooks that are not trusted keep."""
    graph = timing_graph(trace, lang)
    return img_tag(_draw(graph, lang, current, path), graph.graph["title"])


def trace_details(trace: Trace, lang: str, *, current: int | None = None, opened: bool = False) -> str:
    """Return the trace under a heading that folds it, as an HTML fragment."""
    heading = _words().text("static.trace", lang, {"n": len(trace.steps)})
    tree = printers.html(trace, lang, current=current)
    return f"<details{' open' if opened else ''}><summary>{escape(heading)}</summary>{tree}</details>"


def static_html(
    position: Position,
    trace: Trace | None = None,
    lang: str = "zh",
    current: int | None = None,
    path: Collection[int | str] | None = None,
) -> str:
    """Return position, trace tree and timing graph as one HTML fragment without scripts.

    What step `current` changed is marked in the position, without one whatever the whole trace changed.
    Everything worded by users is escaped and nothing is loaded from elsewhere.
    """
    highlight: tuple[Change, ...] = ()
    if trace is not None and trace.steps:
        steps = trace.steps if current is None else trace.steps[max(current, 0) : current + 1]
        highlight = tuple(change for step in steps for change in step.changes)
        if position.pending is not None:  # its own state is the one before the action under way
            at = len(trace.steps) - 1 if current is None else current
            seen = Snapshot(position.game, trace.state_at(at), position.rulings, position.pending)
            position = seen if position.viewer is None else seen.seen_by(position.viewer)
    parts = [position.game.view.position_html(position, lang, highlight=highlight)]
    if trace is not None and trace.steps:
        parts.append(trace_details(trace, lang, current=current, opened=True))
        heading = _words().text("static.graph", lang, {})
        parts.append(
            f"<details open><summary>{escape(heading)}</summary>"
            f'<div class="rk-scroll">{graph_image(trace, lang, current=current, path=path)}</div></details>'
        )
    return styled("".join(parts), lang)
