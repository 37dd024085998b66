"""The timing graph: a trace as a networkx graph laid out in time, with lanes by cause.

Node attributes: `label` (short, worded), `title` (the whole sentence with clauses, changes and rulings),
`lane`, `layer` (place in time), `step` (the step id, None for a decision and its options), `tone`, `kind`,
`clauses`, `happened`.  Edge attributes: `kind` (cause, order, prevented) and `title`.  Graph attributes:
`lanes` and `legend` (pairs of key and label), `title`, `path` (see `phase_path`), `lang`.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, TypeAlias

from rulekit.core.action import Decision
from rulekit.core.catalogue import Catalogue, texts_of
from rulekit.core.phrasebook import Phrasebook
from rulekit.core.step import Step
from rulekit.core.steps import TONES, Steps
from rulekit.core.trace import Trace

if TYPE_CHECKING:
    import networkx as nx

Graph: TypeAlias = "nx.DiGraph[Any]"

__all__ = ["DECISION", "Graph", "graph_legend", "graph_words", "phase_path", "short_label", "timing_graph"]

#: Node id of the open decision; its options are `option:0`, `option:1`, …
DECISION = "decision"
_SIDE_BY_SIDE = 5  # options up to so many have lanes of their own
_EDGES = ("cause", "order", "prevented")

graph_words = texts_of("rulekit.analysis")  # the words of drawings that belong to no game


def phase_path(trace: Trace) -> list[int]:
    """Return the steps by which the trace passed through the phases of the turn, in order."""
    phases = trace.game.steps.phases
    return [s.id for s in trace.steps if s.kind in phases and s.happened]


def short_label(trace: Trace, step: Step, lang: str) -> str:
    """Return the short label of a step, its whole sentence where the game has none."""
    return _short(trace.game.steps, trace.phrasebook(lang), step)


def timing_graph(trace: Trace, lang: str, *, skips: bool = True, max_options: int = 12) -> Graph:
    """Return the trace as a graph for `rulekit.drawing.graph`.

    A step hangs on its cause; a step that follows another under the same cause is joined to it by an order
    edge.  What did not happen hangs on the step that prevented it, where one did, else it has its order only; it
    is left out without `skips`.  An open decision stands at the end with at most `max_options` of its options as
    branches, the others counted.
    `rulekit.core.graph.plain_graph` makes of it one that any file format holds.
    """
    import networkx as nx

    game = trace.game
    kinds, phrasebook, words = game.steps, trace.phrasebook(lang), graph_words()
    graph: Graph = nx.DiGraph(lang=lang, title=_title(trace, lang))
    shown = [s for s in trace.steps if skips or s.happened]
    layers = _layers(shown, kinds)
    for step in shown:
        known = kinds.of(step.kind)
        graph.add_node(
            step.id,
            label=_short(kinds, phrasebook, step),
            title=_tooltip(phrasebook, words, step),
            lane=kinds.lane(step),
            layer=layers[step.id],
            step=step.id,
            tone=known.tone if step.happened else "skip",
            kind=step.kind,
            clauses=step.clauses,
            happened=step.happened,
        )
    _add_edges(graph, shown, words.text("graph.edge_prevented", lang, {}))
    path = phase_path(trace)
    for one, two in itertools.pairwise(path):
        if not graph.has_edge(one, two):
            graph.add_edge(one, two, kind="order")
    _add_decision(graph, trace, phrasebook, max_options)
    graph.graph["lanes"] = _lanes(graph, kinds, lang)
    graph.graph["path"] = path
    graph.graph["legend"] = graph_legend(graph, lang, path=path)
    return graph


def _title(trace: Trace, lang: str) -> str:
    words = graph_words()
    n, m = len(trace.steps), len(trace.marks)
    if not n:
        return words.text("graph.title_empty", lang, {})
    if m != 1:
        return words.text("graph.title_many", lang, {"m": m, "n": n})
    action = trace.phrasebook(lang).action(trace.marks[0].action)
    return words.text("graph.title", lang, {"action": action, "n": n})


def _short(kinds: Steps, phrasebook: Phrasebook, step: Step) -> str:
    if step.kind not in kinds.short:
        return phrasebook.step(step)
    return phrasebook.word(kinds.short, step.kind, {"who": step.who, **step.params})


def _tooltip(phrasebook: Phrasebook, words: Catalogue, step: Step) -> str:
    sentence = phrasebook.step(step)
    lines = [f"{step.id}. {sentence}"]
    if not step.happened:
        lines = [f"{step.id}. {words.text('graph.did_not_happen', phrasebook.lang, {})}: {sentence}"]
    lines.append(" ".join(step.clauses))
    lines += [phrasebook.change(change) for change in step.changes]
    lines += [phrasebook.ruling(id, option) for id, option in step.rulings.items()]
    return "\n".join(line for line in lines if line)


def _layers(steps: list[Step], kinds: Steps) -> dict[int, int]:
    """Every step takes a layer of its own; what did not happen stands beside what prevented it if it can."""
    layers: dict[int, int] = {}
    layer, lanes = -1, set[str]()
    for step in steps:
        lane = kinds.lane(step)
        if step.happened or not lanes or lane in lanes:
            layer += 1
            lanes = set()
        lanes.add(lane)
        layers[step.id] = layer
    return layers


def _add_edges(graph: Graph, steps: list[Step], prevented: str) -> None:
    """Join every step to its cause and to the step before it under the same cause, or to what prevented it."""
    before: dict[int | None, int] = {}
    for step in steps:
        elder = before.get(step.parent)
        if not step.happened:
            source = elder if elder is not None else step.parent
            if step.because is not None:
                graph.add_edge(step.because, step.id, kind="prevented", title=prevented)
            elif source is not None:
                graph.add_edge(source, step.id, kind="order")
            continue
        if step.parent is not None:
            graph.add_edge(step.parent, step.id, kind="cause")
        if elder is not None and not graph.has_edge(elder, step.id):
            graph.add_edge(elder, step.id, kind="order")
        before[step.parent] = step.id


def _add_decision(graph: Graph, trace: Trace, phrasebook: Phrasebook, max_options: int) -> None:
    decision = trace.decision
    if decision is None:
        return
    words, lang = graph_words(), phrasebook.lang
    last = [data for _, data in graph.nodes.items()]
    layer = max((data["layer"] for data in last), default=-1) + 1
    lane = trace.game.steps.of(f"choice.{decision.kind}").lane
    question = phrasebook.decision(decision)
    common = {"step": None, "tone": "choice", "clauses": decision.clauses, "happened": False}
    title = words.text("graph.decision", lang, {"question": question}) + "\n" + " ".join(decision.clauses)
    graph.add_node(DECISION, label=question, title=title, lane=lane, layer=layer, kind="decision", **common)
    happened = [s.id for s in trace.steps if s.happened]
    if happened:
        graph.add_edge(happened[-1], DECISION, kind="cause")
    branches = _branches(decision, phrasebook, max_options)
    for i, (label, title) in enumerate(branches):
        graph.add_node(
            f"option:{i}",
            label=label,
            title=title,
            lane=f"option:{i if len(branches) <= _SIDE_BY_SIDE else 0}",
            layer=layer + 1,
            kind="option",
            **common,
        )
        graph.add_edge(DECISION, f"option:{i}", kind="order")


def _branches(decision: Decision, phrasebook: Phrasebook, most: int) -> list[tuple[str, str]]:
    """Return the labels and titles of at most `most` options, with one more that counts those left out."""
    words, lang = graph_words(), phrasebook.lang
    found = []
    for option in decision.options[:most]:
        value = phrasebook.value(option)
        title = words.text("graph.option_title", lang, {"who": decision.who, "value": value})
        found.append((words.text("graph.option", lang, {"value": value}), title))
    if len(decision.options) > most:
        more = words.text("graph.more", lang, {"n": len(decision.options) - most})
        found.append((more, more))
    return found


def _lanes(graph: Graph, kinds: Steps, lang: str) -> list[tuple[str, str]]:
    """Return the lanes in use: those of the game in its order, then those of the options."""
    used = list(dict.fromkeys(data["lane"] for _, data in graph.nodes.items()))
    lanes = [(key, text[lang]) for key, text in kinds.lanes.items() if key in used]
    options = [key for key in used if key.startswith("option:")]
    words = graph_words()
    return lanes + [(key, words.text("graph.option_lane", lang, {"n": i})) for i, key in enumerate(options, 1)]


def graph_legend(
    graph: Graph, lang: str, *, path: Collection[Any] = (), current: int | None = None, way: str = ""
) -> list[tuple[str, str]]:
    """Return what of tones, edges and marks a drawing of a graph shows, with words for it, in a fixed order.

    `path` and `current` are those of the drawing; `way` says what the path is, unless it leads through the phases.
    """
    nodes = dict(graph.nodes.items())
    steps = {data["step"] for data in nodes.values() if data["step"] is not None}
    tones = {data["tone"] for data in nodes.values()}
    kinds = {data["kind"] for _, data in graph.edges.items()}
    marks = {
        "path": any(node in path for node in nodes),
        "now": current in steps,
        "later": current is not None and any(step > current for step in steps),
        "number": bool(steps),
    }
    words = graph_words()
    found = [(tone, words.text(f"tone.{tone}", lang, {})) for tone in TONES if tone in tones]
    found += [(kind, words.text(f"edge.{kind}", lang, {})) for kind in _EDGES if kind in kinds]
    said = {"path": way} if way else {}
    return found + [(m, said.get(m) or words.text(f"mark.{m}", lang, {})) for m, shown in marks.items() if shown]
