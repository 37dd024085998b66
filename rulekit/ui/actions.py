"""All actions of the moment: legal ones as buttons, illegal ones greyed with the reason; or an open decision."""

from __future__ import annotations

import ipywidgets as ipw

from rulekit.core.action import Action, ActionGroup
from rulekit.core.errors import IllegalAction
from rulekit.core.show.answers import due_text
from rulekit.drawing.svg import escape
from rulekit.drawing.table import each
from rulekit.ui.fields import slug
from rulekit.ui.panel import Part, judge, offer
from rulekit.ui.parts import Acting, replace_class, show

__all__ = ["ActionRow", "Actions", "Entry"]

Entry = tuple[Action, str, IllegalAction | None]  # with its label and why it is illegal
MANY = 24  # a group of more actions than these is a menu


class _Slot:
    """One button, lent to another action whenever the position changes; it is never rebuilt."""

    def __init__(self, host: Acting) -> None:
        self.host = host
        self.action: Action | None = None
        self.button = host.kit.button("rk-action", self.press)
        self._class = ""

    def press(self) -> None:
        """Carry out the action, or say in the status line why it is illegal."""
        action = self.action
        if action is not None:
            self.host.act(lambda: self.host.session.play(action))

    def draw(self, action: Action, label: str, refused: str) -> None:
        """Show an action; `refused` is why it is illegal."""
        self.action = action
        self.button.description = label
        wanted = f"rk-action-{slug(self.host.session.game.format(action))}"
        if wanted != self._class:
            if self._class:
                self.button.remove_class(self._class)
            self.button.add_class(wanted)
            self._class = wanted
        judge(self.button, refused, self.host.session.phrasebook.action(action))
        show(self.button, True)

    def clear(self) -> None:
        """Hide the button and leave nothing in it of the action it was lent to."""
        self.action = None
        self.button.description = self.button.tooltip = ""
        if self._class:
            self.button.remove_class(self._class)
            self._class = ""
        show(self.button, False)


class ActionRow:
    """A heading, its buttons, and the reasons of the illegal ones; too many actions for buttons become a menu."""

    def __init__(self, host: Acting) -> None:
        self.host = host
        self.head = host.kit.note("rk-group-head")
        self.slots: list[_Slot] = []
        self.buttons = host.kit.row(cls="rk-group-buttons")
        self.reasons = host.kit.note("rk-reasons")
        self.listed: list[Action] = []
        self.menu = host.kit.make(ipw.Dropdown, "rk-action-menu", width="24em", options=[("", -1)])
        self.do = host.kit.button("rk-action-do", self.press)
        self.choice = host.kit.row(self.menu, self.do, cls="rk-group-menu")
        self.box = host.kit.row(self.head, self.buttons, self.choice, self.reasons, cls="rk-group")

    def press(self) -> None:
        """Carry out the action chosen in the menu."""
        place = self.menu.value
        if place is not None and 0 <= place < len(self.listed):
            action = self.listed[place]
            self.host.act(lambda: self.host.session.play(action))

    def draw(self, title: str, actions: list[Entry], above: list[str]) -> list[str]:
        """Show a group of actions with the error each would raise; returns the reasons.

        Where they are those `above`, in the group before, that is all it says.
        """
        lang = self.host.session.lang
        self.head.value = escape(title)
        show(self.head, bool(title))
        long = len(actions) > MANY
        self._draw_menu(actions if long else [])
        show(self.choice, long)
        show(self.buttons, not long)
        actions = [] if long else actions
        while len(self.slots) < len(actions):
            self.slots.append(_Slot(self.host))
            self.buttons.children = [s.button for s in self.slots]
        reasons: dict[str, list[str]] = {}
        for slot, (action, label, error) in zip(self.slots, actions, strict=False):
            why = error.reason(lang) if error else ""
            slot.draw(action, label, why)
            if error:
                reasons.setdefault(error.code, []).append(why)
        for slot in self.slots[len(actions) :]:
            slot.clear()
        lines = []
        for found in reasons.values():
            more = len(found) - 1
            lines.append(found[0] + (self.host.t("actions.more", n=more) if more else ""))
        firsts = [found[0] for found in reasons.values()]
        same = bool(lines) and firsts == above
        replace_class(self.reasons, "rk-brief", same)
        if same:
            lines = [self.host.t("actions.as_above")]
        self.reasons.value = each("div", lines)
        replace_class(self.box, "rk-none-legal", bool(actions) and all(error for _, _, error in actions))
        show(self.box, True)
        return firsts

    def clear(self) -> None:
        """Hide the group and leave nothing in it of the actions it showed."""
        self.head.value = self.reasons.value = ""
        self._draw_menu([])
        for slot in self.slots:
            slot.clear()
        show(self.box, False)

    def _draw_menu(self, actions: list[Entry]) -> None:
        self.listed = [action for action, _, _ in actions]
        names = [(self.host.t("actions.choose", n=len(actions)), -1)]
        names += [(f"{label} ✗" if error else label, n) for n, (_, label, error) in enumerate(actions)]
        offer(self.menu, names)
        self.menu.tooltip = names[0][0]
        self.do.description = self.host.t("actions.do")


class Actions(Part[Acting]):
    """The actions after the line so far."""

    def __init__(self, host: Acting) -> None:
        super().__init__(host)
        self.due = host.kit.note("rk-due")
        self.groups: list[ActionRow] = []
        self.body = host.kit.column(cls="rk-groups-of-actions")
        self.all = self.control(ipw.Checkbox, "rk-show-illegal", lambda _: self.draw(), indent=False, value=True)
        self.refused = host.kit.note("rk-not-playable")
        self.box = host.kit.column(host.kit.row(self.due, self.all), self.refused, self.body, cls="rk-actions")

    def shown(self) -> list[ActionGroup]:
        """Return the groups to show: those of all actions that may be known."""
        session = self.session
        return session.known.candidates() if session.ready else []

    def paint(self) -> None:
        """Show every action with what stands against it."""
        session = self.session
        phrasebook = session.phrasebook
        self.due.value = f"<b>{escape(due_text(session.position, session.lang))}</b>"
        if session.trace is not None and session.at < len(session.trace) - 1:  # the position shown is an earlier one
            self.due.value += f" {escape(self.t('actions.from_the_end'))}"
        self.all.description = self.t("actions.show_illegal")
        self.refused.value = "" if session.ready else escape(self.t("actions.not_played"))
        known = session.known  # why a hand card forbids something is not for the other player
        legal = frozenset(known.legal_actions()) if session.ready else frozenset()
        used = 0
        reasons: list[str] = []
        for group in self.shown():
            entries = []
            for action in group.actions:
                error = None if action in legal else known.why_illegal(action)
                if error is not None and not self.all.value:
                    continue
                entries.append((action, phrasebook.label_of(action), error))
            if not entries:
                continue
            if used == len(self.groups):
                self.groups.append(ActionRow(self.host))
                self.body.children = [g.box for g in self.groups]
            pending = group.code == "answers"
            title = self.t("actions.answers") if pending else phrasebook.text(f"group.{group.code}", group.params)
            reasons = self.groups[used].draw(title, entries, reasons)
            used += 1
        for spare in self.groups[used:]:
            spare.clear()
        show(self.body, session.ready)

    def reasons(self) -> dict[str, str]:
        """Return the reason of every illegal action shown, by the action as a scenario file writes it."""
        session = self.session
        return {
            session.game.format(slot.action): slot.button.tooltip
            for group in self.groups
            for slot in group.slots
            if slot.action is not None and "rk-illegal" in slot.button._dom_classes
        }
