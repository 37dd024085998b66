"""The rest of a set-up: whose turn it is and which step, life, fuel and deck, cards into and out of the zones."""

from __future__ import annotations

from functools import partial
from typing import Any

import ipywidgets as ipw

from rulekit.drawing.svg import escape
from rulekit.games.shengling import limits
from rulekit.games.shengling.state import PLAYERS, State
from rulekit.ui.panels.shengling import editing
from rulekit.ui.panels.shengling.saying import Saying
from rulekit.ui.panels.shengling.slot import Change
from rulekit.ui.parts import Kit

__all__ = ["ZonesEditor"]

STEPS = ("setup", "main1", "battle", "main2")  # those in which somebody acts
MOST_TURNS = 999  # that can be entered; a longer game is shown as so many
NUMBERS = ("hp", "fuel", "spent", "deck", "sacrificed", "quota")


class ZonesEditor:
    """Menus for the turn, numbers for both players, and a card to put into a zone or to take out of it."""

    def __init__(self, kit: Kit, change: Change) -> None:
        self._change = change
        self._quiet = False
        self.active = kit.make(ipw.Dropdown, "rk-zone-active", width="9em", options=list(PLAYERS))
        self.step = kit.make(ipw.Dropdown, "rk-zone-step", width="13em", options=[(s, s) for s in STEPS])
        self.turn = kit.make(ipw.BoundedIntText, "rk-zone-turn", max=MOST_TURNS)
        for name, control in (("active", self.active), ("step", self.step), ("turn", self.turn)):
            control.observe(partial(self._on_state, name), "value")
        self.heads = {who: kit.note("rk-zone-name") for who in PLAYERS}
        self.numbers = {
            (who, name): kit.make(ipw.BoundedIntText, f"rk-zone-{name}-{who}", max=_most(name))
            for who in PLAYERS
            for name in NUMBERS
        }
        for (who, name), control in self.numbers.items():
            control.observe(partial(self._on_number, who, name), "value")
        self.who = kit.make(ipw.Dropdown, "rk-zone-who", width="6em", options=list(PLAYERS))
        self.zone = kit.make(ipw.Dropdown, "rk-zone-zone", width="9em", options=[(z, z) for z in editing.ZONES])
        self.card = kit.make(ipw.Dropdown, "rk-zone-card", width="16em", options=[("", "")])
        self.add = kit.button("rk-zone-add", partial(self._press, editing.add))
        self.remove = kit.button("rk-zone-remove", partial(self._press, editing.remove))
        rows = [
            kit.row(self.heads[who], *(self.numbers[who, name] for name in NUMBERS), cls="rk-zone-row")
            for who in PLAYERS
        ]
        self.box = kit.column(
            kit.row(self.step, self.active, self.turn),
            *rows,
            kit.row(self.card, self.who, self.zone, self.add, self.remove),
            cls="rk-zone-editor",
        )

    # -- what a reader does ------------------------------------------------------------------------

    def _on_state(self, name: str, change: Any) -> None:
        if not self._quiet and change["new"] is not None:
            self._change(lambda _state: {(name,): change["new"]})

    def _on_number(self, who: str, name: str, change: Any) -> None:
        if not self._quiet:
            self.set(who, name, change["new"])

    def set(self, who: str, name: str, n: int) -> None:
        """Set a number of a player: cards are added to a zone, or taken off it, to have so many."""
        if name in ("fuel", "deck"):
            self._change(lambda state: editing.set_count(state, who, name, n))
        elif name == "spent":
            self._change(lambda state: editing.set_tapped(state, who, n))
        else:
            self._change(lambda _state: {(who, name): n})

    def _press(self, how: Any) -> None:
        if self.card.value:
            self._change(lambda state: how(state, self.who.value, self.zone.value, self.card.value))

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, state: State, say: Saying) -> None:
        """Show the set-up."""
        phrasebook = say.phrasebook
        self._quiet = True
        for name, control in (("active", self.active), ("step", self.step), ("turn", self.turn)):
            control.description = phrasebook.label(name)
        steps = STEPS if state.step in STEPS else (*STEPS, state.step)
        _options(self.step, [(phrasebook.value(s, "step"), s) for s in steps], state.step)
        self.active.value = state.active
        self.turn.value = max(0, min(state.turn, MOST_TURNS))
        for who in PLAYERS:
            player = state.player(who)
            self.heads[who].value = f"<b>{escape(who)}</b>"
            found = {
                "hp": player.hp, "fuel": len(player.fuel), "spent": len(player.spent), "deck": len(player.deck),
                "sacrificed": player.sacrificed, "quota": player.quota,
            }  # fmt: skip
            for name, n in found.items():
                control = self.numbers[who, name]
                control.description = phrasebook.label(name)
                control.value = max(0, min(n, control.max))
        self.who.description = say.t("zones.who")
        _options(self.zone, [(phrasebook.label(z), z) for z in editing.ZONES], self.zone.value)
        names = [(say.t("zones.which"), ""), *((say.card(n), n) for n in editing.card_names(state))]
        _options(self.card, names, self.card.value)
        self.card.tooltip = say.t("zones.which")
        self.zone.tooltip = say.t("zones.zone")
        self.add.description = say.t("zones.add")
        self.remove.description = say.t("zones.remove")
        self._quiet = False


def _most(name: str) -> int:
    return {"hp": limits.MAX_HP, "fuel": limits.COST_ZONE, "spent": limits.COST_ZONE}.get(name, limits.DECK[1])


def _options(menu: Any, options: list[tuple[str, str]], value: str) -> None:
    """Set options and value of a menu, where they differ."""
    if tuple(options) != tuple(menu.options):
        menu.options = options
    wanted = value if any(v == value for _, v in options) else options[0][1]
    if menu.value != wanted:
        menu.value = wanted
