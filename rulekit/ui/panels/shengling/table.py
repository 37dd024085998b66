"""The battlefield to be clicked: attackers and blockers picked, cards played, positions set up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import ipywidgets as ipw

from rulekit.core.action import Action, Decision
from rulekit.core.number import read_digits
from rulekit.core.record import Path
from rulekit.drawing.svg import escape
from rulekit.games.shengling import limits
from rulekit.games.shengling.blocking import may_block
from rulekit.games.shengling.card_face import printed
from rulekit.games.shengling.cards import faces
from rulekit.games.shengling.memory import bare
from rulekit.games.shengling.state import PLAYERS, SLOTS, Place, State, read_place
from rulekit.games.shengling.verbs import VERBS
from rulekit.games.shengling.view import View
from rulekit.ui.panel import Panel
from rulekit.ui.panels.shengling import editing
from rulekit.ui.panels.shengling.blocks import BlocksPanel
from rulekit.ui.panels.shengling.saying import Saying
from rulekit.ui.panels.shengling.slot import SlotEditor
from rulekit.ui.panels.shengling.zones import ZonesEditor
from rulekit.ui.parts import Host, replace_class, show
from rulekit.ui.session_text import problem_text

__all__ = ["TablePanel"]

Looks = tuple[tuple[str, ...], str]


class TablePanel(Panel):
    """Clicks on the drawn position: in play they pick, play and answer, when setting up they choose what to edit.

    A click means what the moment asks for: an answer to an open decision, else a hand card to use, else the
    creature that attacks or blocks in the panel below.
    """

    name = "table"

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._picked: tuple[int, str] = (0, "")  # place in the hand, from 1, and card
        kit = host.kit
        self.mode = kit.make(ipw.ToggleButtons, "rk-mode", options=[("", "play"), ("", "set")])
        self.mode.observe(self._on_mode, "value")
        self.use = kit.button("rk-hand-play", lambda: self.hand_action("play"))
        self.sacrifice = kit.button("rk-hand-sacrifice", lambda: self.hand_action("sacrifice"))
        self.reasons = kit.note("rk-reasons")
        self.hand = kit.row(self.use, self.sacrifice, self.reasons, cls="rk-hand-ways")
        self.slot = SlotEditor(kit, self.change, self.edit)
        self.zones = ZonesEditor(kit, self.change)
        self.problems = kit.note("rk-problems")
        self.setting = kit.column(self.slot.box, self.zones.box, self.problems, cls="rk-setting")
        self.hint = kit.note("rk-hint rk-table-hint")
        self.box = kit.column(kit.row(self.mode), self.setting, self.hint, self.hand, cls="rk-table-panel")
        host.bridge.listen("slot", self._on_slot)
        host.bridge.listen("hand", lambda value: self.pick_card(*_two(value)))
        host.bridge.listen("fuel", lambda value: self.pick_fuel(*_two(value)))

    # -- where things stand ------------------------------------------------------------------------

    @property
    def setting_up(self) -> bool:
        """Whether clicks change the set-up and not the game; never while one player's secrets are kept."""
        return self.mode.value == "set" and self.host.session.viewer is None

    @property
    def live(self) -> bool:
        """Whether the drawn position can be clicked: it is the one to be played on, or the set-up."""
        session = self.host.session
        trace = session.trace
        at_end = trace is None or session.whole or session.at == len(trace) - 1
        return self.setting_up or (session.ready and at_end)

    @property
    def state(self) -> State:
        """The state that is drawn."""
        session = self.host.session
        state: State = session.start.state if self.setting_up else session.current.state
        return state

    @property
    def decision(self) -> Decision | None:
        """The decision that a click may answer."""
        return None if self.setting_up else self.host.session.position.decision

    @property
    def card(self) -> str:
        """The hand card of the turn player that is picked, "" for none and for who may not see it."""
        n, card = self._picked
        who = self.state.active
        hand = self.state.player(who).hand
        there = 1 <= n <= len(hand) and hand[n - 1] == card and self.decision is None
        return card if there and self.host.session.viewer in (None, who) else ""

    @property
    def blocks(self) -> BlocksPanel:
        """The panel in which attackers and blockers are picked."""
        return cast(BlocksPanel, self.host.panels["blocks"])

    # -- what a reader does ------------------------------------------------------------------------

    def _on_slot(self, value: str) -> None:
        place = read_place(value)
        if place is not None and self.live:
            self.pick_slot(place)

    def pick_slot(self, place: Place) -> None:
        """Do what a click on a slot means now."""
        state, decision = self.state, self.decision
        if self.setting_up:
            self.edit(place)
        elif decision is not None and str(place) in decision.options and decision.kind != "block":
            self.answer(str(place))
        elif self.card and place.who == state.active:
            self.play_to(place)
        elif state.creature(place) is not None and place.who != state.active:
            self.blocks.tick(place)
        elif state.creature(place) is not None and decision is None:
            self.blocks.pick(place)

    def pick_card(self, who: str, n: int) -> None:
        """Pick a hand card, by its place, to use or to sacrifice; answer with it, or take it out of a set-up."""
        state, decision = self.state, self.decision
        if not self.live or who not in PLAYERS or self.host.session.viewer not in (None, who):
            return
        hand = state.player(who).hand
        if not 1 <= n <= len(hand):
            return
        card = hand[n - 1]
        if self.setting_up:
            self.change(lambda state: editing.remove(state, who, "hand", card))
        elif decision is not None:
            if decision.kind in ("pick_hand", "hand_limit") and card in decision.options:
                self.answer(card)
        elif who == state.active:
            self._picked = (0, "") if self.card and self._picked[0] == n else (n, card)
            self.host.act(lambda: None)

    def pick_fuel(self, who: str, n: int) -> None:
        """Answer with a fuel card, replace it by the hand card picked, or turn it in a set-up."""
        decision, place = self.decision, f"f{n}"
        if not self.live or who not in PLAYERS:
            return
        if self.setting_up:
            self.change(lambda state: editing.toggle_fuel(state, who, n))
        elif decision is not None:
            if decision.kind == "pick_fuel" and decision.who == who and place in decision.options:
                self.answer(place)
        elif self.card and who == self.state.active:
            self.play(Action(who, "sacrifice", (self.card, place)))

    def hand_action(self, verb: str) -> None:
        """Use or sacrifice the hand card picked."""
        if self.card:
            self.play(Action(self.state.active, verb, (self.card,)))

    def play_to(self, place: Place) -> None:
        """Use the hand card picked; the slot is named only where the rulings ask for it (SL-R43, SL-R30)."""
        state, rulings = self.state, self.host.session.position.rulings.choices
        plain = Action(place.who, "play", (self.card,))
        named = Action(place.who, "play", (self.card, str(place)))
        self.play(named if VERBS.refusal(state, named, rulings) is None else plain)

    def play(self, action: Action) -> None:
        """Carry an action out; a refusal stands in the status line with its clause, and the card stays picked."""

        def change() -> None:
            self.host.session.play(action)
            self.reset()

        self.host.act(change)

    def answer(self, option: str) -> None:
        """Answer the open decision."""
        self.host.act(lambda: self.host.session.answer(option))

    def edit(self, place: Place) -> None:
        """Show a slot in the editor of slots."""
        self.slot.place = place
        self.host.act(lambda: None)

    def change(self, fields: Callable[[State], editing.Fields]) -> None:
        """Set the fields of the set-up that a function of it returns."""
        session = self.host.session

        def change() -> None:
            made = fields(session.start.state)
            if made:
                session.set_fields(made)

        self.host.act(change)

    def reset(self) -> None:
        """Let go of what was picked."""
        self._picked = (0, "")

    def _on_mode(self, _change: Any) -> None:
        if not self._quiet:
            self.reset()
            self.host.act(lambda: None)

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show the controls; the position is drawn by `html`."""
        session = self.host.session
        say = Saying(self, self.state)
        self._quiet = True
        self.mode.options = [(self.t("mode.play"), "play"), (self.t("mode.set"), "set")]
        self.mode.tooltip = self.host.t("name.mode")
        self.mode.disabled = session.viewer is not None
        self._quiet = False
        show(self.setting, self.setting_up)
        show(self.hand, self.live and not self.setting_up and bool(self.card))
        if self.setting_up:
            self.slot.draw(self.state, say)
            self.zones.draw(self.state, say)
            items = "".join(f"<li>{escape(problem_text(session, p))}</li>" for p in session.problems)
            head = escape(self.host.t("editor.not_played"))
            self.problems.value = f'<p class="rk-bad-head">{head}</p><ul>{items}</ul>' if items else ""
        self._draw_hand(say)
        self.hint.value = f"<span>{escape(self._hint(say))}</span>"

    def _draw_hand(self, say: Saying) -> None:
        state, rulings = self.state, self.host.session.position.rulings.choices
        lines = []
        for verb, button in (("play", self.use), ("sacrifice", self.sacrifice)):
            card = self.card
            refused = VERBS.refusal(state, Action(state.active, verb, (card,)), rulings) if card else None
            button.description = self.t(f"hand.{verb}", card=say.card(card)) if card else ""
            button.tooltip = "" if refused is None else say.refusal(refused)
            replace_class(button, "rk-legal", refused is None)
            replace_class(button, "rk-illegal", refused is not None)
            if refused is not None:
                lines.append(say.refusal(refused))
        self.reasons.value = "".join(f"<div>{escape(line)}</div>" for line in dict.fromkeys(lines))

    def _hint(self, say: Saying) -> str:
        if not self.live:
            return self.t("hint.off")
        state, decision = self.state, self.decision
        if self.setting_up:
            return self.t("hint.set")
        if decision is not None:
            known = ("block", "pick_creature", "pick_hand", "hand_limit", "pick_fuel")
            return self.t(f"hint.{decision.kind}", who=decision.who) if decision.kind in known else ""
        if self.card:
            full = len(state.player(state.active).fuel) >= limits.COST_ZONE
            creature = faces(state.own_cards)[bare(self.card)].creature
            key = "hint.card_full" if full else "hint.creature" if creature else "hint.strategy"
            return self.t(key, card=say.card(self.card))
        if state.result is not None or state.step == "setup":
            return ""
        return self.t("hint.battle" if state.step == "battle" else "hint.main", who=state.active)

    def html(self) -> str:
        """Return the position, clickable where something can be done."""
        session = self.host.session
        clicks = _Clicks(self, Saying(self, self.state)) if self.live else None
        if self.setting_up:
            head = f'<p class="rk-soft">{escape(self.t("table.start"))}</p>'
            return head + View.position_html(session.start, session.lang, things=clicks)
        return View.position_html(session.current, session.lang, highlight=session.highlight, things=clicks)

    def marks(self, place: Place) -> tuple[str, ...]:
        """Return how a slot is marked: what is edited, who attacks, who is ticked, who may be picked."""
        decision = self.decision
        if self.setting_up:
            return ("rk-chosen",) if place == self.slot.place else ()
        if decision is not None and decision.kind == "pick_creature":
            return ("rk-can",) if str(place) in decision.options else ()
        sight = self.blocks.sight
        battle = sight.battle()
        if battle is None or battle.phase == "over" or place not in (battle.attacker, *battle.blockers):
            return ()
        if place == battle.attacker:
            return ("rk-attacking",) if sight.picked or battle.refused is None else ()
        if place in sight.ticked(battle):
            return ("rk-blocking",)
        creature = battle.state.creature(place)
        able = creature is not None and may_block(creature, battle.rulings)
        return ("rk-can",) if able and battle.phase == "open" else ()

    def chosen(self, who: str, n: int) -> bool:
        """Whether a hand card, by its place, is the one picked."""
        return bool(self.card) and who == self.state.active and self._picked[0] == n


class _Clicks:
    """What can be clicked, as the drawing asks for it."""

    def __call__(self, path: Path, label: str, tip: str = "") -> Looks:
        if len(path) == 2 and path[1] in SLOTS:
            return self.slot(str(path[0]), SLOTS.index(str(path[1])) + 1)
        if len(path) == 3 and path[1] in ("hand", "fuel") and isinstance(path[2], int):
            return self.card(str(path[0]), str(path[1]), path[2] + 1)
        return (), f' title="{escape(tip)}"' if tip else ""

    def __init__(self, panel: TablePanel, say: Saying) -> None:
        self.panel = panel
        self.say = say

    def slot(self, who: str, slot: int) -> Looks:
        place = Place(who, slot)
        filled = self.say.state.creature(place) is not None
        title = self.say.strong(place) if filled else self.say.t("slot.named", place=str(place))
        return (f"rk-slot-{place}", *self.panel.marks(place)), _attributes("slot", str(place), title)

    def card(self, who: str, zone: str, n: int) -> Looks:
        name = getattr(self.say.state.player(who), zone)[n - 1]
        tip = printed(self.say.words.table[bare(name)], self.say.phrasebook, self.panel.session.start.rulings).tip
        chosen = ("rk-chosen",) if zone == "hand" and self.panel.chosen(who, n) else ()
        return (f"rk-{zone}-{who}-{n}", *chosen), _attributes(zone, f"{who} {n}", tip)


def _attributes(act: str, value: str, title: str) -> str:
    return (
        f' data-act="{act}" data-value="{escape(value)}" role="button" tabindex="0" '
        f'title="{escape(title)}" aria-label="{escape(title)}"'
    )


def _two(value: str) -> tuple[str, int]:
    who, _, number = value.partition(" ")
    return who, read_digits(number) or 0
