"""Attack and block: an attacker, blockers to tick, what comes of it at once, and every other way to block."""

from __future__ import annotations

from functools import partial
from typing import Any

import ipywidgets as ipw

from rulekit.core.record import Path
from rulekit.drawing.svg import escape
from rulekit.drawing.table import each
from rulekit.games.shengling import limits
from rulekit.games.shengling.blocking import DECLINE, may_block
from rulekit.games.shengling.forecast import Forecast
from rulekit.games.shengling.state import PLACES, Place, read_place
from rulekit.ui.panel import CLAIMED, Panel, judge, offer
from rulekit.ui.panels.shengling.battle import Battle, Sight
from rulekit.ui.panels.shengling.branches import shown_answers, window_svg
from rulekit.ui.panels.shengling.outcome import outcome_lines, outcome_table
from rulekit.ui.panels.shengling.saying import Saying
from rulekit.ui.parts import Host, show

__all__ = ["BlocksPanel"]


class BlocksPanel(Panel):
    """Menu and ticks above, the verdict and its outcome, the table of all sets, the window as a graph."""

    name = "blocks"

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.sight = Sight(host.session)
        self._drawn: tuple[Any, ...] | None = None  # what the table and the graph show; the same is not drawn twice
        kit = host.kit
        self.attacker = self.control(ipw.Dropdown, "rk-block-attacker", self._on_attacker, width="20em", options=[""])
        self.label = kit.note("rk-group-head")
        self.ticks = [
            self.control(ipw.Checkbox, f"rk-block-tick rk-block-tick-{n}", partial(self._on_tick, n), indent=False)
            for n in range(1, limits.SLOTS + 1)
        ]
        self.none = kit.button("rk-block-none", lambda: self.choose(DECLINE))
        self.phase = kit.note("rk-block-phase")
        self.verdict = kit.note("rk-block-verdict")
        self.go = kit.button("rk-block-go", self.play)
        self.declare = kit.button("rk-block-declare", self.attack)
        self.illegal = self.control(ipw.Checkbox, "rk-block-illegal", self._redraw, indent=False, value=True)
        self.count = kit.note("rk-count")
        self.table = kit.note("rk-block-table rk-scroll")
        self.branches = self.control(ipw.ToggleButton, "rk-block-branches", self._redraw, value=True)
        self.hint = kit.note("rk-hint")
        self.graph = kit.note("rk-graph-box rk-block-graph rk-scroll")
        self.body = kit.column(
            kit.row(self.attacker, self.label, *self.ticks, self.none, cls="rk-block-picks"),
            self.phase,
            self.verdict,
            kit.row(self.go, self.declare, cls="rk-block-play"),
            kit.row(self.count, self.illegal),
            self.table,
            kit.row(self.branches, self.hint),
            self.graph,
        )
        self.empty = kit.note("rk-hint")
        self.box = kit.column(self.empty, self.body, cls="rk-blocks")
        host.bridge.listen("set", self.choose)

    # -- the drawn position ------------------------------------------------------------------------

    def claim(self, thing: Path) -> bool:
        """Let a click on the battlefield tick a blocker, in battle also pick the attacker, who else is only shown.

        A decision other than that on the block is answered by the click instead.
        """
        decision, battle = self.session.position.decision, self.sight.battle()
        place = next((p for p in PLACES if p.path == thing), None)
        if place is None or battle is None or (decision is not None and decision.kind != "block"):
            return False
        if place.who == battle.defender:
            self.sight.tick(place)
            return place in battle.blockers
        self.sight.pick(place)
        return place in self.sight.attackers() and self.session.position.state.step == "battle"

    def marks(self, thing: Path) -> tuple[str, ...]:
        """Mark who attacks, who is ticked and who may still block."""
        decision, battle = self.session.position.decision, self.sight.battle()
        place = next((p for p in PLACES if p.path == thing), None)
        if place is None or battle is None or (decision is not None and decision.kind != "block"):
            return ()
        fought = battle.phase != "over"
        if fought and place == battle.attacker:
            shown = self.sight.picked or battle.refused is None
            return (CLAIMED, "rk-attacking") if shown else (CLAIMED,)
        if fought and place in self.sight.ticked(battle):
            return CLAIMED, "rk-blocking"
        creature = battle.state.creature(place)
        if place in battle.blockers and creature is not None and battle.phase == "open":
            return (CLAIMED, "rk-can") if may_block(creature, battle.rulings) else (CLAIMED,)
        return (CLAIMED,) if place in battle.blockers or place in self.sight.attackers() else ()

    # -- what a reader does ------------------------------------------------------------------------

    def pick(self, place: Place) -> None:
        """Look at the attack of a creature."""
        self.act(lambda: self.sight.pick(place))

    def tick(self, place: Place) -> None:
        """Take a creature among the blockers, or out of them."""
        self.act(lambda: self.sight.tick(place))

    def choose(self, answer: str) -> None:
        """Tick the blockers of a whole set."""
        self.act(lambda: self.sight.choose(answer))

    def play(self) -> None:
        """Carry out what is left of the attack with the blockers ticked; an illegal set is refused with its reason."""
        battle = self.sight.battle()
        if battle is not None:
            self.act(lambda: self.session.play_all(self.sight.actions(battle)))

    def attack(self) -> None:
        """Declare the attack only: the block window opens."""
        battle = self.sight.battle()
        if battle is not None and battle.phase == "coming":
            self.act(lambda: self.session.play_all(self.sight.actions(battle)[:1]))

    def _on_attacker(self, text: str) -> None:
        place = read_place(text)
        if place is not None:
            self.pick(place)

    def _on_tick(self, slot: int, _ticked: bool) -> None:
        battle = self.sight.battle()
        if battle is not None:
            self.tick(Place(battle.defender, slot))

    def _redraw(self, _value: bool) -> None:
        self.draw()

    def reset(self) -> None:
        """What was picked is let go by itself where it is no longer there; all is drawn anew."""
        self._drawn = None

    # -- drawing -----------------------------------------------------------------------------------

    def paint(self) -> None:
        """Show the attack looked at, or why there is none."""
        battle = self.sight.battle()
        show(self.body, battle is not None)
        show(self.empty, battle is None)
        if battle is None:
            self.empty.value = escape(self.t("blocks.nobody"))
            return
        say = Saying(self, battle.state)
        told = battle.foretell(self.sight.ticked(battle))
        self._draw_picks(battle, say)
        self._draw_buttons(battle, told, say)
        self.phase.value = self._phase(battle, say)
        self.verdict.value = outcome_lines(battle, told, say)
        self._draw_table(battle, told.answer, say)

    def _draw_picks(self, battle: Battle, say: Saying) -> None:
        places = [battle.attacker] if battle.phase == "open" else self.sight.attackers()
        now = Saying(self, self.session.position.state)
        options = [(now.strong(p), str(p)) for p in places]
        if battle.phase == "over":  # the attacker may be gone, or another one is to be picked
            options = [(self.t("blocks.settled", attacker=say.strong(battle.attacker)), ""), *options]
        offer(self.attacker, options, "" if battle.phase == "over" else str(battle.attacker))
        self.attacker.description = self.t("blocks.attacker")
        self.label.value = escape(self.t("blocks.blockers", who=battle.defender))
        ticked = self.sight.ticked(battle)
        for n, tick in enumerate(self.ticks, 1):
            place = Place(battle.defender, n)
            here = place in battle.blockers
            show(tick, here)
            tick.description = say.strong(place) if here else str(place)
            tick.value = place in ticked
        self.none.description = self.t("blocks.none")
        self.none.disabled = not ticked

    def _draw_buttons(self, battle: Battle, told: Forecast, say: Saying) -> None:
        key = "blocks.go_open" if battle.phase == "open" else "blocks.go" if battle.window else "blocks.go_free"
        answer = say.words.blockers(told.answer)
        self.go.description = self.t(key, attacker=str(battle.attacker), who=battle.defender, answer=answer)
        judge(self.go, say.refusal(battle.refused or told.refusal))
        self.declare.description = self.t("blocks.declare")
        show(self.go, battle.phase != "over")
        show(self.declare, battle.phase == "coming" and battle.window and battle.refused is None)

    def _phase(self, battle: Battle, say: Saying) -> str:
        lines = []
        if battle.refused is not None:
            why = self.t("blocks.refused", reason=say.refusal(battle.refused))
            lines.append(f'<p class="rk-no">{escape(why)}</p>')
        if battle.phase == "open":
            lines.append(f"<p>{each('b', [self.t('blocks.open', who=battle.defender)])}</p>")
        if battle.phase == "over":
            key = "blocks.over" if self.session.position.pending is None else "blocks.waiting"
            key += "" if battle.window else "_free"
            lines.append(each("p", [self.t(key, answer=say.words.blockers(battle.played or DECLINE))]))
        elif not battle.window:
            lines.append(each("p", [self.t("blocks.no_window", who=battle.defender)]))
        return "".join(lines)

    def _draw_table(self, battle: Battle, chosen: str, say: Saying) -> None:
        wanted = (
            self.lang, battle.state.key(), battle.attacker, tuple(battle.rulings.items()), battle.phase,
            battle.played, chosen, self.illegal.value, self.branches.value,
        )  # fmt: skip
        if wanted == self._drawn:
            return
        self._drawn = wanted
        found = battle.all()
        legal = [f.answer for f in found if f.refusal is None]
        self.illegal.description = self.t("blocks.show_illegal", n=len(found) - len(legal))
        show(self.illegal, len(found) > len(legal))
        self.count.value = escape(self.t("blocks.count", n=len(legal)))
        shown = found if self.illegal.value else [f for f in found if f.refusal is None]
        self.table.value = outcome_table(battle, shown, chosen, say)
        self.branches.description = f"{'▾' if self.branches.value else '▸'} {self.t('blocks.branches')}"
        show(self.graph, self.branches.value)
        answers = shown_answers(legal, chosen)
        left = len(legal) - len(answers)
        self.hint.value = escape(self.t("blocks.more_branches", n=left)) if left and self.branches.value else ""
        self.graph.value = window_svg(battle, answers, chosen, say) if self.branches.value else ""
