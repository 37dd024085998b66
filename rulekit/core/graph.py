"""Graphs whose attributes every file format of networkx can hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from rulekit.core.codec import to_json
from rulekit.core.record import Record
from rulekit.drawing.visible import xml_text

if TYPE_CHECKING:
    import networkx as nx

Graph: TypeAlias = "nx.Graph[Any]"

__all__ = ["plain_attributes", "plain_graph"]


def plain_graph(graph: Graph) -> Graph:
    """Return a graph, e.g. one made for drawing, to be written as GraphML, GEXF, GML or node-link JSON.

    Attributes are changed as by `plain_attributes`.
    """
    made: Graph = graph.__class__(**plain_attributes(graph.graph))
    for node, data in graph.nodes.items():
        made.add_node(node, **plain_attributes(data))
    for (one, two), data in graph.edges.items():
        made.add_edge(one, two, **plain_attributes(data))
    return made


def plain_attributes(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return attributes as text, numbers, true and false.

    None is left out; lists, mappings and records become their JSON text.
    """
    return {name: _plain(value) for name, value in data.items() if value is not None}


def _plain(value: Any) -> Any:
    if isinstance(value, (bool, int, float)):
        return value
    return xml_text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=_inside))


def _inside(value: Any) -> Any:
    return to_json(value) if isinstance(value, Record) else dict(value)
