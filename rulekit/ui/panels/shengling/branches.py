"""The block window as a picture: the attack, the window as a decision, and what follows on each answer."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias

from rulekit.analysis.timing_graph import graph_legend, short_label
from rulekit.core.action import Action, Decision
from rulekit.core.duel import Over
from rulekit.core.resolution import TracedResolution, Undecided
from rulekit.core.step import Step
from rulekit.core.trace import Trace
from rulekit.drawing.graph import graph_svg
from rulekit.drawing.layout import Metrics
from rulekit.games.shengling.attack import attack
from rulekit.games.shengling.blocking import DECLINE
from rulekit.games.shengling.ending import last_check
from rulekit.games.shengling.game import GAME
from rulekit.ui.panels.shengling.battle import Battle
from rulekit.ui.panels.shengling.saying import Saying
from rulekit.ui.static import MAX_EM

if TYPE_CHECKING:
    import networkx as nx

    Graph: TypeAlias = "nx.DiGraph[Any]"

__all__ = ["MOST", "course", "shown_answers", "window_graph", "window_svg"]

MOST = 6  # branches drawn side by side; the table tells the rest
WINDOW = "window"
SETTLED = "attack.settled"  # the end of every branch, which tells nothing


def course(battle: Battle, answer: str) -> Trace:
    """Return the trace of the attack with an answer, as far as it goes without another decision."""
    run = TracedResolution(battle.state.copy(), battle.rulings, (answer,) if battle.window else ())
    decision: Decision | None = None
    try:
        with suppress(Over):
            attack(run, battle.attacker)
            last_check(run)
    except Undecided as stop:
        decision = stop.decision
    action = Action(battle.attacker.who, "attack", (str(battle.attacker),))
    return Trace.of(GAME, run, battle.state, action, decision)


def shown_answers(answers: Sequence[str], chosen: str, most: int = MOST) -> list[str]:
    """Return the answers to draw: in their order the first ones, the chosen one and declining in any case."""
    kept = {a for a in (chosen, DECLINE) if a in answers}
    room = most - len(kept)
    first = [a for a in answers if a not in kept][: max(0, room)]
    return [a for a in answers if a in kept or a in first]


def window_graph(battle: Battle, answers: Sequence[str], chosen: str, say: Saying) -> Graph:
    """Return the attack as a graph for `rulekit.drawing.graph`: a lane for each answer to the window.

    `chosen` names the branch to emphasise; every box is titled with its whole sentence and clauses.
    """
    import networkx as nx

    graph: Graph = nx.DiGraph()
    traces = [course(battle, answer) for answer in answers]
    _add(graph, "attack", traces[0], traces[0].steps[0], "attack", 0, say)
    if not battle.window:
        _chain(graph, "attack", "b0", traces[0], traces[0].steps[1:], "b0", 1, say)
        names = [("attack", say.t("graph.attack")), ("b0", say.t("graph.no_window"))]
        return _finish(graph, names, list(graph), say)
    question = traces[0].steps[1] if len(traces[0].steps) > 1 else None
    graph.add_node(
        WINDOW,
        label=say.t("graph.window", who=battle.defender),
        title=say.phrasebook.text("decision.block", {"who": battle.defender, "place": str(battle.attacker)})
        + (f"\n{' '.join(question.clauses)}" if question is not None else ""),
        lane="attack", layer=1, step=None, tone="choice", kind="decision",
    )  # fmt: skip
    graph.add_edge("attack", WINDOW, kind="cause")
    lanes, path = [("attack", say.t("graph.attack"))], ["attack", WINDOW]
    for i, (answer, trace) in enumerate(zip(answers, traces, strict=True)):
        at = next((n for n, step in enumerate(trace.steps) if step.kind == "choice.block"), len(trace.steps))
        made = _chain(graph, WINDOW, f"b{i}", trace, trace.steps[at + 1 :], f"b{i}", 2, say)
        lanes.append((f"b{i}", say.words.blockers(answer)))
        path += made if answer == chosen else []
    return _finish(graph, lanes, path, say)


def window_svg(battle: Battle, answers: Sequence[str], chosen: str, say: Saying) -> str:
    """Return the drawing of `window_graph`."""
    graph = window_graph(battle, answers, chosen, say)
    given = graph.graph
    return graph_svg(
        graph,
        lanes=given["lanes"],
        title=say.t("graph.title", attacker=say.creature(battle.attacker)),
        legend=given["legend"],
        path=given["path"],
        lang=say.lang,
        metrics=Metrics(max_em=MAX_EM[say.lang]),
    )


def _chain(
    graph: Graph, source: str, name: str, trace: Trace, steps: Sequence[Step], lane: str, layer: int, say: Saying
) -> list[str]:
    """Add the steps of a branch one below the other; what did not happen hangs on what prevented it, where one did."""
    made: list[str] = []
    last = source
    for step in steps:
        if step.kind == SETTLED:
            continue
        node = f"{name}.{step.id}"
        _add(graph, node, trace, step, lane, layer + len(made), say)
        if step.happened:
            graph.add_edge(last, node, kind="cause")
        elif f"{name}.{step.because}" in made:
            graph.add_edge(f"{name}.{step.because}", node, kind="prevented")
        else:
            graph.add_edge(last, node, kind="order")
        made.append(node)
        last = node if step.happened else last
    if trace.decision is not None:
        node = f"{name}.open"
        question = say.phrasebook.decision(trace.decision)
        graph.add_node(node, label=question, title=f"{question}\n{' '.join(trace.decision.clauses)}", lane=lane,
                       layer=layer + len(made), step=None, tone="choice", kind="decision")  # fmt: skip
        graph.add_edge(last, node, kind="cause")
        made.append(node)
    return made


def _add(graph: Graph, node: str, trace: Trace, step: Step, lane: str, layer: int, say: Saying) -> None:
    tone = GAME.steps.of(step.kind).tone if step.happened else "skip"
    sentence = say.phrasebook.step(step)
    moved = [say.phrasebook.change(change) for change in step.changes]
    graph.add_node(
        node,
        label=short_label(trace, step, say.lang),
        title="\n".join([sentence, " ".join(step.clauses), *moved]),
        lane=lane, layer=layer, step=None, tone=tone, kind=step.kind,
    )  # fmt: skip


def _finish(graph: Graph, lanes: list[tuple[str, str]], path: list[str], say: Saying) -> Graph:
    legend = graph_legend(graph, say.lang, path=path, way=say.t("graph.picked"))
    graph.graph.update(lanes=lanes, path=path, legend=legend)
    return graph
