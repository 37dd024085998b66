"""The block window as a picture: the attack, the window as a decision, and what follows on each answer."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from rulekit.analysis.branch_graph import branch_graph
from rulekit.analysis.timing_graph import Graph
from rulekit.core.action import Action, Decision
from rulekit.core.duel import Over
from rulekit.core.resolution import TracedResolution, Undecided
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

__all__ = ["MOST", "course", "shown_answers", "window_graph", "window_svg"]

MOST = 6  # branches drawn side by side; the table tells the rest
SETTLED = frozenset({"attack.settled"})  # the end of every branch, which tells nothing


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
    """Return the attack as a graph: a lane for each answer to the window, that of `chosen` emphasised."""
    names = {answer: say.words.blockers(answer) if battle.window else say.t("graph.no_window") for answer in answers}
    names |= {"start": say.t("graph.attack"), "way": say.t("graph.picked")}
    names["question"] = say.t("graph.window", who=battle.defender)
    title = say.phrasebook.text("decision.block", {"who": battle.defender, "place": str(battle.attacker)})
    branches = {answer: course(battle, answer) for answer in answers}
    return branch_graph(branches, say.lang, decision="block", chosen=chosen, names=names, title=title, skip=SETTLED)


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
