"""Symbols against needs as a picture: the game's pairs, the graph made of them, the common drawing."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.analysis.matching_graph import matching_graph
from rulekit.drawing.bipartite import bipartite_svg
from rulekit.games.quanjiao.matching import Activation, Placement
from rulekit.games.quanjiao.pairing import matching_data
from rulekit.ui.panel import Panel
from rulekit.ui.panels.quanjiao.side import Side

__all__ = ["pairs_html"]


WORDS = ("left", "right", "chosen", "possible", "unmet", "used", "off")


def pairs_html(panel: Panel, side: Side, laid: Sequence[Activation | tuple[str, Placement]]) -> str:
    """Return the drawing of which symbol serves which need; empty where no move is laid."""
    if not laid:
        return ""
    graph = matching_graph(matching_data(side.board, side.moves, laid, panel.lang))
    words = {key: panel.t(f"pairs.{key}") for key in WORDS}
    return bipartite_svg(graph, title=graph.graph["title"], words=words)
