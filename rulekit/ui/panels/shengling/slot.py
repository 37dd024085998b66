"""One battlefield slot of a set-up: which creature stands in it, and everything the rules remember of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets as ipw

from rulekit.games.shengling import limits
from rulekit.games.shengling.state import PLAYERS, Creature, Place, State, read_place
from rulekit.ui.fields import parse_field
from rulekit.ui.panels.shengling import editing
from rulekit.ui.panels.shengling.saying import Saying
from rulekit.ui.parts import Kit, show

__all__ = ["Change", "SlotEditor"]

PLACES = [Place(who, slot) for who in PLAYERS for slot in range(1, limits.SLOTS + 1)]
NUMBERS = ("bonus", "reduction", "damage_bonus", "arrived")
FLAGS = ("tapped", "marked", "entered", "attacked", "blocked")
MOST = 10**6

Change = Callable[[Callable[[State], editing.Fields]], None]


class SlotEditor:
    """Menus for the slot and its card, numbers and ticks for the fields of the creature in it."""

    def __init__(self, kit: Kit, change: Change, picked: Callable[[Place], None]) -> None:
        self.place = PLACES[0]
        self._change = change
        self._picked = picked
        self._quiet = False
        self.places = kit.make(
            ipw.Dropdown, "rk-slot-place", width="7em", options=[(str(p), str(p)) for p in PLACES], value="A1"
        )
        self.places.observe(self._on_place, "value")
        self.card = kit.make(ipw.Dropdown, "rk-slot-card", width="16em", options=[("", "")])
        self.card.observe(self._on_card, "value")
        self.numbers = {name: kit.make(ipw.BoundedIntText, f"rk-slot-{name}", max=MOST) for name in NUMBERS}
        self.flags = {name: kit.make(ipw.Checkbox, f"rk-slot-{name}", indent=False) for name in FLAGS}
        self.used = kit.make(ipw.Text, "rk-slot-used", continuous_update=False)
        for name, control in {**self.numbers, **self.flags}.items():
            control.observe(partial(self._on_field, name), "value")
        self.used.observe(self._on_used, "value")
        self.fields = kit.row(*self.numbers.values(), *self.flags.values(), self.used, cls="rk-slot-fields")
        self.box = kit.column(kit.row(self.places, self.card), self.fields, cls="rk-slot-editor")

    # -- what a reader does ------------------------------------------------------------------------

    def set(self, name: str, value: Any) -> None:
        """Set one field of the creature in the slot."""
        self._change(lambda state: editing.set_creature(state, self.place, {name: value}))

    def _on_place(self, change: Any) -> None:
        place = read_place(change["new"] or "")
        if not self._quiet and place is not None:
            self._picked(place)

    def _on_card(self, change: Any) -> None:
        if not self._quiet and change["new"] is not None:
            self._change(lambda _state: editing.put(self.place, change["new"]))

    def _on_field(self, name: str, change: Any) -> None:
        if not self._quiet:
            self.set(name, change["new"])

    def _on_used(self, change: Any) -> None:
        if not self._quiet:
            self.set("used", parse_field(Creature.BY_LABEL["used"], change["new"]))

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, state: State, say: Saying) -> None:
        """Show the slot as it is set up."""
        creature = state.creature(self.place)
        self._quiet = True
        self.places.description = say.t("slot.place")
        self.places.value = str(self.place)
        names = editing.card_names(state, creatures=True)
        if creature is not None and creature.card not in names:
            names.append(creature.card)
        options = [(say.t("slot.empty"), ""), *((say.card(name), name) for name in names)]
        if tuple(options) != tuple(self.card.options):
            self.card.options = options
        self.card.description = say.phrasebook.label("card")
        self.card.value = creature.card if creature is not None else ""
        for name, control in {**self.numbers, **self.flags, "used": self.used}.items():
            control.description = say.phrasebook.label(name)
        if creature is not None:
            for name, control in {**self.numbers, **self.flags}.items():
                control.value = getattr(creature, name)
            self.used.value = " ".join(creature.used)
        show(self.fields, creature is not None)
        self._quiet = False
