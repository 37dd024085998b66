"""The sacrifice duty: how it stands, why the next gate is closed, and the ways to open it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import ipywidgets as ipw

from rulekit.core.action import Action
from rulekit.core.errors import Refusal
from rulekit.drawing.svg import escape
from rulekit.drawing.table import each, ids_html, sign
from rulekit.games.shengling import limits
from rulekit.games.shengling.state import State
from rulekit.games.shengling.turn import DUTY_CLAUSES, duty
from rulekit.games.shengling.verbs import VERBS
from rulekit.ui.panel import Panel, judge, offer
from rulekit.ui.panels.shengling.saying import Saying
from rulekit.ui.parts import Host, show

__all__ = ["DutyPanel"]

GATES = {"main1": "enter_battle", "main2": "end_turn"}


class _Reason(NamedTuple):
    """One way to meet the duty: its code, whether it holds, the clause, and the figures of its sentence."""

    code: str
    holds: bool
    clause: str
    params: dict[str, Any]


def _gate_of(state: State) -> str | None:
    """Return the verb that leaves the main phase, None outside the main phases (SL-5.9)."""
    return GATES.get(state.step) if state.result is None else None


def _reasons(state: State, rulings: Any) -> Iterator[_Reason]:
    """Yield the three ways the duty is met, and the fourth that only SL-R18 latched_once_met knows."""
    player = state.player(state.active)
    params = {"n": player.sacrificed, "quota": player.quota}
    yield _Reason("sacrificed", player.sacrificed >= 1, DUTY_CLAUSES["sacrificed"], params)
    yield _Reason("hand_empty", not player.hand, DUTY_CLAUSES["hand_empty"], {"n": len(player.hand)})
    full = len(player.fuel) >= limits.COST_ZONE
    yield _Reason("zone_full", full, DUTY_CLAUSES["zone_full"], {"n": len(player.fuel), "most": limits.COST_ZONE})
    if rulings["SL-R18"] == "latched_once_met":
        yield _Reason("latched", player.duty_met, DUTY_CLAUSES["latched"], {})


class DutyPanel(Panel):
    """The reasons one by one, the quota, the gate with its refusal, and the sacrifice itself."""

    name = "duty"

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        kit = host.kit
        self.head = kit.note("rk-duty-head")
        self.list = kit.note("rk-duty-list")
        self.advice = kit.note("rk-duty-advice")
        self.card = self.control(ipw.Dropdown, "rk-duty-card", lambda _: self.draw(), width="16em", options=[""])
        self.fuel = self.control(ipw.Dropdown, "rk-duty-fuel", lambda _: self.draw(), width="18em", options=[""])
        self.do = kit.button("rk-duty-do", self.sacrifice)
        self.gate = kit.button("rk-duty-gate", self.leave)
        self.reasons = kit.note("rk-reasons")
        self.ways = kit.row(self.card, self.fuel, self.do, self.gate, self.reasons, cls="rk-duty-ways")
        self.box = kit.column(self.head, self.list, self.advice, self.ways, cls="rk-duty")

    # -- what a reader does ------------------------------------------------------------------------

    def action(self) -> Action | None:
        """Return the sacrifice chosen in the menus, None while no card is chosen."""
        state: State = self.session.position.state
        if not self.card.value:
            return None
        return Action(state.active, "sacrifice", (self.card.value, *([self.fuel.value] if self.fuel.value else [])))

    def sacrifice(self) -> None:
        """Sacrifice the card chosen."""
        action = self.action()
        if action is not None:
            self.act(lambda: self.session.play(action))

    def leave(self) -> None:
        """Go through the gate: to the battle phase, or to the end of the turn."""
        state: State = self.session.position.state
        verb = _gate_of(state)
        if verb is not None:
            self.act(lambda: self.session.play(Action(state.active, verb)))

    # -- drawing -----------------------------------------------------------------------------------

    def paint(self) -> None:
        """Show how the duty of the turn player stands after what was played."""
        session = self.session
        state: State = session.known.state
        rulings = session.position.rulings.choices
        say = Saying(self, state)
        gate = _gate_of(state)
        if gate is None or session.position.pending is not None or not session.ready:
            key = "duty.battle" if state.step == "battle" and session.position.pending is None else "duty.elsewhere"
            self.head.value = each("p", [self.t(key, who=state.active)])
            for note in (self.list, self.advice, self.reasons):
                note.value = ""
            self._draw_menus(state, say, ())
            show(self.ways, False)
            return
        show(self.ways, True)
        refused = VERBS.refusal(state, Action(state.active, gate), rulings)
        stands = duty(state.player(state.active), rulings)
        key = "duty.closed" if refused is not None else "duty.open"
        words = self.t(key, who=state.active, gate=say.phrasebook.value(gate, "verb"))
        self.head.value = f'<p class="{"rk-no" if refused is not None else "rk-ok"}"><b>{escape(words)}</b></p>'
        self.list.value = self._list(state, rulings, say)
        self.advice.value = self._advice(state, stands, refused, say, rulings)
        self._draw_ways(state, gate, refused, say)

    def _list(self, state: State, rulings: Any, say: Saying) -> str:
        book = self.session.game.rulebook
        rows = []
        for reason in _reasons(state, rulings):
            tip = f"{reason.clause} {book.clause(reason.clause).text[say.lang]}"
            words = self.t(f"duty.{reason.code}", who=state.active, **reason.params)
            said = f"{sign(reason.holds)} {escape(words)} {ids_html([reason.clause])}"
            rows.append(f'<li title="{escape(tip)}">{said}</li>')
        return f"{each('p', [self.t('duty.any')])}<ul>{''.join(rows)}</ul>"

    def _advice(self, state: State, stands: str, refused: Refusal | None, say: Saying, rulings: Any) -> str:
        player = state.player(state.active)
        left = player.quota - player.sacrificed
        lines = []
        if refused is not None:
            lines.append(say.refusal(refused))
        if stands == "open":
            lines.append(self.t("duty.do", who=state.active))
        if left > 0 and player.hand:
            key = "duty.replace" if len(player.fuel) >= limits.COST_ZONE else "duty.left"
            lines.append(self.t(key, n=left, quota=player.quota))
        elif player.hand:
            lines.append(self.t("duty.used_up", quota=player.quota))
        kept = rulings["SL-R18"] == "latched_once_met" and stands not in ("open", "sacrificed")
        if state.step == "main1" and not kept:
            lines.append(self.t("duty.again"))
        return each("p", lines)

    def _draw_ways(self, state: State, gate: str, refused: Refusal | None, say: Saying) -> None:
        session = self.session
        player = state.player(state.active)
        hidden = not session.sees(state.active)
        full = len(player.fuel) >= limits.COST_ZONE
        self._draw_menus(state, say, () if hidden else player.hand)
        for control in (self.card, self.do):
            show(control, not hidden and bool(player.hand))
        show(self.fuel, full and not hidden and bool(player.hand))
        action = self.action()
        why = VERBS.refusal(state, action, session.position.rulings.choices) if action is not None else None
        self.do.description = self.t("duty.sacrifice")
        self.do.disabled = action is None
        self.gate.description = say.phrasebook.value(gate, "verb")
        judge(self.do, say.refusal(why), ready=action is not None)
        judge(self.gate, say.refusal(refused))
        self.reasons.value = each("div", [say.refusal(why)]) if why is not None else ""

    def _draw_menus(self, state: State, say: Saying, hand: Sequence[str]) -> None:
        player = state.player(state.active)
        spent = say.words.word("tapped")
        fuel = [
            (f"{n}. {say.card(c)}{f' ({spent})' if n in player.spent else ''}", f"f{n}")
            for n, c in enumerate(player.fuel, 1)
        ]
        self.card.tooltip, self.fuel.tooltip = self.t("duty.which"), self.t("duty.replaced")
        offer(self.card, [(self.t("duty.which"), ""), *((say.card(c), c) for c in dict.fromkeys(hand))])
        offer(self.fuel, [(self.t("duty.replaced"), ""), *(fuel if len(fuel) >= limits.COST_ZONE else [])])
