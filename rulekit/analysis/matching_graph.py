"""Symbols and needs as a bipartite networkx graph, the matching flagged on its edges.

Reads the plain structure a game provides: `title`, `symbols` and `needs` (mappings with `id` and `label`,
further keys become node attributes) and `edges` (symbol id, need id, whether it is chosen).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import networkx as nx

Graph: TypeAlias = "nx.Graph[Any]"

__all__ = ["Graph", "chosen_edges", "matching_graph"]


def matching_graph(data: Mapping[str, Any]) -> Graph:
    """Return the bipartite graph: symbols have `bipartite` 0, needs 1, edges of the matching `chosen`.

    `rulekit.core.graph.plain_graph` makes of it one that any file format holds.
    """
    import networkx as nx

    graph: Graph = nx.Graph(title=data["title"])
    for side, name in enumerate(("symbols", "needs")):
        for node in data[name]:
            graph.add_node(node["id"], bipartite=side, **{k: v for k, v in node.items() if k != "id"})
    for symbol, need, chosen in data["edges"]:
        graph.add_edge(symbol, need, chosen=chosen)
    return graph


def chosen_edges(graph: Graph) -> list[tuple[str, str]]:
    """Return the edges of the matching as (symbol, need), in the order of the graph."""
    sides = graph.nodes
    return [(a, b) if sides[a]["bipartite"] == 0 else (b, a) for a, b, chosen in graph.edges(data="chosen") if chosen]
