"""A decision as a graph: what led to it, the decision, and what follows on each answer in a lane of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulekit.analysis.timing_graph import Graph, graph_legend, short_label
from rulekit.core.step import Step
from rulekit.core.trace import Trace

__all__ = ["branch_graph"]

START, QUESTION = "start", "question"  # the nodes that all branches have in common, and the lane they stand in


def branch_graph(
    branches: Mapping[str, Trace],
    lang: str,
    *,
    decision: str,
    chosen: str,
    names: Mapping[str, str],
    title: str = "",
    skip: frozenset[str] = frozenset(),
) -> Graph:
    """Return traces of one action, by the answer to a decision it opens, as a graph for `rulekit.drawing.graph`.

    A trace that was never asked for a `decision` is the only branch.  `names` words every answer, the common beginning
    as `start`, the decision as `question`, and the way chosen as `way`; `title` is told of the decision, steps of the
    kinds `skip` are left out.  Every box is titled with its whole sentence and clauses.
    """
    import networkx as nx

    graph: Graph = nx.DiGraph()
    first = next(iter(branches.values()))
    _add(graph, START, first, first.steps[0], START, 0, lang)
    asked = next((s for s in first.steps if s.kind == f"choice.{decision}"), None)
    path: list[str] = [START]
    if asked is not None:
        clauses = " ".join(first.steps[1].clauses)
        graph.add_node(QUESTION, label=names[QUESTION], title=f"{title}\n{clauses}", **_choice(START, 1))
        graph.add_edge(START, QUESTION, kind="cause")
        path.append(QUESTION)
    lanes = [(START, names[START])]
    for i, (answer, trace) in enumerate(branches.items()):
        at = next((s.id for s in trace.steps if s.kind == f"choice.{decision}"), 0)
        steps = [s for s in trace.steps[at + 1 :] if s.kind not in skip]
        made = _chain(graph, path[1] if asked is not None else START, f"b{i}", trace, steps, len(path[:2]), lang)
        lanes.append((f"b{i}", names[answer]))
        path += made if answer == chosen or asked is None else []
    graph.graph.update(lanes=lanes, path=path, legend=graph_legend(graph, lang, path=path, way=names["way"]))
    return graph


def _chain(
    graph: Graph, source: str, lane: str, trace: Trace, steps: Sequence[Step], layer: int, lang: str
) -> list[str]:
    """Add the steps of a branch one below the other; what did not happen hangs on what prevented it, where one did."""
    made: list[str] = []
    last = source
    for step in steps:
        node = f"{lane}.{step.id}"
        _add(graph, node, trace, step, lane, layer + len(made), lang)
        prevented = f"{lane}.{step.because}" in made and not step.happened
        kind = "cause" if step.happened else "prevented" if prevented else "order"
        graph.add_edge(f"{lane}.{step.because}" if prevented else last, node, kind=kind)
        made.append(node)
        last = node if step.happened else last
    if trace.decision is not None:
        node = f"{lane}.open"
        question = trace.phrasebook(lang).decision(trace.decision)
        title = f"{question}\n{' '.join(trace.decision.clauses)}"
        graph.add_node(node, label=question, title=title, **_choice(lane, layer + len(made)))
        graph.add_edge(last, node, kind="cause")
        made.append(node)
    return made


def _add(graph: Graph, node: str, trace: Trace, step: Step, lane: str, layer: int, lang: str) -> None:
    phrasebook = trace.phrasebook(lang)
    tone = trace.game.steps.of(step.kind).tone if step.happened else "skip"
    lines = [phrasebook.step(step), " ".join(step.clauses), *map(phrasebook.change, step.changes)]
    label = short_label(trace, step, lang)
    graph.add_node(
        node, label=label, title="\n".join(lines), lane=lane, layer=layer, step=None, tone=tone, kind=step.kind
    )


def _choice(lane: str, layer: int) -> dict[str, Any]:
    return {"lane": lane, "layer": layer, "step": None, "tone": "choice", "kind": "decision"}
