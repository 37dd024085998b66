"""The sacrifice duty: how it stands, why the next gate is closed, and the ways to open it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rulekit.core.action import Action
from rulekit.core.errors import Refusal
from rulekit.drawing.svg import escape
from rulekit.drawing.table import each, ids_html, sign
from rulekit.games.shengling import limits
from rulekit.games.shengling.state import State
from rulekit.games.shengling.turn import DUTY_CLAUSES, duty
from rulekit.games.shengling.verbs import VERBS
from rulekit.ui.actions import ActionRow
from rulekit.ui.panel import Panel
from rulekit.ui.panels.shengling.saying import Saying
from rulekit.ui.parts import Host

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
    """The reasons one by one, the quota, the gate with its refusal, and the sacrifices themselves."""

    name = "duty"

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        kit = host.kit
        self.head = kit.note("rk-duty-head")
        self.list = kit.note("rk-duty-list")
        self.advice = kit.note("rk-duty-advice")
        self.ways = ActionRow(host)
        self.box = kit.column(self.head, self.list, self.advice, self.ways.box, cls="rk-duty")

    def paint(self) -> None:
        """Show how the duty of the turn player stands after what was played."""
        session = self.session
        known, rulings = session.known, session.position.rulings.choices
        state: State = known.state
        say = Saying(self, state)
        gate = _gate_of(state)
        if gate is None or session.position.pending is not None or not session.ready:
            key = "duty.battle" if state.step == "battle" and session.position.pending is None else "duty.elsewhere"
            self.head.value = each("p", [self.t(key, who=state.active)])
            self.list.value = self.advice.value = ""
            self.ways.clear()
            return
        refused = VERBS.refusal(state, Action(state.active, gate), rulings)
        stands = duty(state.player(state.active), rulings)
        key = "duty.closed" if refused is not None else "duty.open"
        words = self.t(key, who=state.active, gate=say.phrasebook.value(gate, "verb"))
        self.head.value = f'<p class="{"rk-no" if refused is not None else "rk-ok"}"><b>{escape(words)}</b></p>'
        self.list.value = self._list(state, rulings, say)
        self.advice.value = self._advice(state, stands, refused, say, rulings)
        found = [a for group in known.candidates() for a in group.actions if a.verb in ("sacrifice", gate)]
        self.ways.draw("", [(a, say.phrasebook.action(a), known.why_illegal(a)) for a in found], [])

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
