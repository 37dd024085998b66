"""The two action boards to be clicked: cards laid and taken back in play, boards and hands set up."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets as ipw

from rulekit.core.action import Action
from rulekit.core.errors import Refusal
from rulekit.core.record import Path
from rulekit.drawing.svg import escape
from rulekit.games.quanjiao.board import CELLS, parse_cell
from rulekit.games.quanjiao.limits import MOVES_HELD
from rulekit.games.quanjiao.state import PLAYERS, State
from rulekit.games.quanjiao.verbs import VERBS
from rulekit.games.quanjiao.view import View
from rulekit.games.quanjiao.words import Words
from rulekit.ui.panel import Panel
from rulekit.ui.panels.quanjiao import editing
from rulekit.ui.parts import Host, show

__all__ = ["TablePanel"]


class TablePanel(Panel):
    """What is picked, a card and a cell, by clicks on the drawn boards or by the menus above them.

    In play a card of a hand and a cell lay the card, a cell with a card takes it back.  When setting up, the
    cards come from a palette of all cards, and the same limits hold.
    """

    name = "table"

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.cell: tuple[str, str] | None = None  # player and cell
        self.card: tuple[str, str] | None = None  # player ("" for one of the palette) and face
        kit = host.kit
        self.mode = kit.make(ipw.ToggleButtons, "rk-mode", options=[("", "play"), ("", "set")])
        self.mode.observe(self._on_mode, "value")
        self.who = kit.make(ipw.ToggleButtons, "rk-table-who", options=list(PLAYERS))
        self.who.observe(self._on_mode, "value")
        self.cells = kit.make(ipw.Dropdown, "rk-table-cell", width="12em", options=[("", "")])
        self.cards = kit.make(ipw.Dropdown, "rk-table-card", width="9em", options=[("", "")])
        self.lay = kit.button("rk-lay", self._press_lay)
        self.take = kit.button("rk-take", self._press_take)
        self.give = kit.button("rk-give", self._press_give)
        self.commits = {who: kit.button(f"rk-commit-{who}", partial(self.commit, who)) for who in PLAYERS}
        self.clash = kit.button("rk-clash-play", lambda: host.walk("clash"))
        self.palette = kit.note("rk-palette")
        self.hint = kit.note("rk-hint rk-table-hint")
        self.lives = {who: kit.make(ipw.BoundedIntText, f"rk-life-{who}", width="8em", max=10**9) for who in PLAYERS}
        self.slots: dict[tuple[str, int], Any] = {}
        for who in PLAYERS:
            self.lives[who].observe(partial(self._on_life, who), "value")
            for slot in range(MOVES_HELD):
                menu = kit.make(ipw.Dropdown, f"rk-move-{who}-{slot + 1}", width="12em", options=[("", "")])
                menu.observe(partial(self._on_slot, who, slot), "value")
                self.slots[who, slot] = menu
        self.labels = {who: kit.note("rk-group-head") for who in PLAYERS}
        self.setting = kit.column(
            self.palette,
            *(
                kit.row(self.labels[who], self.lives[who], *(self.slots[who, n] for n in range(MOVES_HELD)))
                for who in PLAYERS
            ),
            cls="rk-setting",
        )
        self.box = kit.column(
            kit.row(self.mode, self.clash, *self.commits.values()),
            kit.row(self.who, self.cards, self.cells, self.lay, self.take, self.give, cls="rk-by-menu"),
            self.setting,
            self.hint,
            cls="rk-table",
        )
        host.bridge.listen("cell", lambda value: self.pick_cell(*_two(value)))
        host.bridge.listen("card", lambda value: self.pick_card(*_two(value)))

    # -- where things stand ------------------------------------------------------------------------

    @property
    def setting_up(self) -> bool:
        """Whether clicks change the set-up and not the game; never while one player's secrets are kept."""
        return self.mode.value == "set" and self.host.session.viewer is None

    @property
    def laying(self) -> bool:
        """Whether cards can be laid in play: the position shown is the one to be played on."""
        session = self.host.session
        here = session.debugger is None or session.whole
        return here and session.ready and session.position.pending is None and session.position.state.step == "place"

    @property
    def state(self) -> State:
        """The state that clicks are about."""
        session = self.host.session
        state: State = session.start.state if self.setting_up else session.position.state
        return state

    @property
    def live(self) -> bool:
        """Whether the boards can be clicked."""
        return self.setting_up or self.laying

    def _closed(self, who: str) -> bool:
        """Whether a side is hidden from the one looking."""
        return self.host.session.viewer not in (None, who)

    # -- what a reader does ------------------------------------------------------------------------

    def pick_cell(self, who: str, cell: str) -> None:
        """Pick a cell: a card picked before goes there; else a card lying there is taken, an empty cell marked."""
        if not self.live or who not in PLAYERS or parse_cell(cell) is None or self._closed(who):
            return
        if self.card is not None and self.card[0] in ("", who):
            self.put(who, self.card[1], cell)
        elif cell in editing.at(self.state, who):
            self.lift(who, cell)
        else:
            self.cell = None if self.cell == (who, cell) else (who, cell)
            self.host.act(lambda: None)

    def pick_card(self, who: str, face: str) -> None:
        """Pick a card of a hand, or of the palette (""): it goes to the cell picked before, else it is marked."""
        if not self.live or (who and self._closed(who)):
            return
        if face not in (self.state.player(who).hand if who in PLAYERS else editing.FACES if self.setting_up else ()):
            return
        if self.setting_up and who:
            self.change(lambda: editing.take_from_hand(self.state, who, face))
        elif self.cell is not None and who in ("", self.cell[0]):
            self.put(self.cell[0], face, self.cell[1])
        else:
            self.card = None if self.card == (who, face) else (who, face)
            self.host.act(lambda: None)

    def put(self, who: str, face: str, cell: str) -> None:
        """Lay a card; a refusal stands in the status line with its clause, and the card stays picked."""
        if self.setting_up:
            rulings = self.host.session.start.rulings
            self.change(lambda: editing.lay(self.state, who, face, cell, rulings))
            return
        self.host.act(lambda: self._then_forget(lambda: self.host.session.play(Action(who, "lay", (face, cell)))))

    def lift(self, who: str, cell: str) -> None:
        """Take a card off a cell."""
        if self.setting_up:
            rulings = self.host.session.start.rulings
            self.change(lambda: editing.take(self.state, who, cell, rulings))
            return
        self.host.act(lambda: self._then_forget(lambda: self.host.session.play(Action(who, "take", (cell,)))))

    def commit(self, who: str) -> None:
        """Close the curtain of a player."""
        self.host.act(lambda: self._then_forget(lambda: self.host.session.play(Action(who, "commit"))))

    def change(self, fields: Callable[[], dict[Path, Any]]) -> None:
        """Set the fields of the set-up that a function returns."""
        self.host.act(lambda: self._then_forget(lambda: self.host.session.set_fields(fields())))

    def _then_forget(self, change: Callable[[], object]) -> None:
        change()
        self.reset()

    def reset(self) -> None:
        """Let go of what was picked."""
        self.cell = self.card = None

    def _press_lay(self) -> None:
        if self.cards.value and self.cells.value:
            self.put(self.who.value, self.cards.value, self.cells.value)

    def _press_take(self) -> None:
        if self.cells.value:
            self.lift(self.who.value, self.cells.value)

    def _press_give(self) -> None:
        if self.cards.value:
            self.change(lambda: editing.add_to_hand(self.state, self.who.value, self.cards.value))

    def _on_mode(self, _change: Any) -> None:
        if not self._quiet:
            self.reset()
            self.host.act(lambda: None)

    def _on_life(self, who: str, change: Any) -> None:
        if not self._quiet and self.setting_up:
            self.host.act(lambda: self.host.session.set_field((who, "life"), change["new"]))

    def _on_slot(self, who: str, slot: int, change: Any) -> None:
        if not self._quiet and self.setting_up and change["new"] is not None:
            self.change(lambda: editing.hold(self.state, who, slot, change["new"]))

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show the controls; the boards are drawn by `html`."""
        session = self.host.session
        lang = session.lang
        self._quiet = True
        self.mode.options = [(self.t("mode.play"), "play"), (self.t("mode.set"), "set")]
        self.mode.tooltip = self.host.t("name.mode")
        self.mode.disabled = session.viewer is not None
        for control, key in ((self.lay, "lay"), (self.take, "take"), (self.give, "give"), (self.clash, "clash")):
            control.description = self.t(f"table.{key}")
        show(self.clash, any(s.kind == "clash" for t in session.played.traces for s in t))
        state = self.state
        for who, button in self.commits.items():
            button.description = self.t("table.commit", who=who)
            show(button, self.laying and not self.setting_up and not state.player(who).committed)
        show(self.setting, self.setting_up)
        show(self.give, self.setting_up)
        for control in (self.who, self.cards, self.cells, self.lay, self.take):
            show(control, self.live)
        if self.live:
            self._draw_menus(state, lang)
        if self.setting_up:
            self._draw_setting(state, lang)
        self.hint.value = f"<span>{escape(self._hint())}</span>"
        self._quiet = False

    def _draw_menus(self, state: State, lang: str) -> None:
        phrasebook = self.host.session.phrasebook
        for menu, key in ((self.who, "who"), (self.cards, "card"), (self.cells, "cell")):
            menu.tooltip = self.t(f"table.{key}")
        picked = self.cell or (self.card if self.card and self.card[0] else None)
        if picked is not None or self.host.session.viewer is not None:
            self.who.value = picked[0] if picked is not None else self.host.session.viewer
        self.who.disabled = self.host.session.viewer is not None
        columns = max(0, min(state.width(self.host.session.start.rulings), 8))
        cells = [(self.t("table.cell"), ""), *((phrasebook.value(c), c) for c in CELLS[: 4 * columns])]
        _options(self.cells, cells, self.cell[1] if self.cell else "")
        faces = editing.FACES if self.setting_up else dict.fromkeys(state.player(self.who.value).hand)
        cards = [(self.t("table.card"), ""), *((phrasebook.value(f), f) for f in faces if f != "?")]
        _options(self.cards, cards, self.card[1] if self.card else "")

    def _draw_setting(self, state: State, lang: str) -> None:
        session = self.host.session
        phrasebook, words = session.game.phrasebook(lang), Words(session.phrasebook)
        chips = []
        for face in editing.FACES:
            names, attributes = self.card_attributes("", face)
            chips.append(
                f'<span class="{" ".join(("rk-chip", *names))}"{attributes}>{escape(phrasebook.value(face))}</span>'
            )
        self.palette.value = f'<span class="rk-soft">{escape(self.t("table.palette"))}</span> {" ".join(chips)}'
        table = state.moves()
        moves = [(words.move(id), id) for id in table]
        for who in PLAYERS:
            player = state.player(who)
            self.labels[who].value = f"<b>{who}</b>"
            self.lives[who].description = phrasebook.label("life")
            self.lives[who].value = player.life
            for slot in range(MOVES_HELD):
                menu = self.slots[who, slot]
                menu.tooltip = self.t("table.slot", who=who, n=slot + 1)
                held = player.moves[slot] if slot < len(player.moves) and player.moves[slot] in table else ""
                _options(menu, [(self.t("table.no_move"), ""), *moves], held)
                show(menu, slot <= len(player.moves))

    def _hint(self) -> str:
        session = self.host.session
        if not self.live:
            return self.t("hint.off") if session.position.state.step == "place" else ""
        phrasebook = session.phrasebook
        if self.card is not None:
            return self.t("hint.card", card=phrasebook.value(self.card[1]))
        if self.cell is not None:
            return self.t("hint.cell", who=self.cell[0], cell=phrasebook.value(self.cell[1]))
        return self.t("hint.set" if self.setting_up else "hint.play")

    def html(self) -> str:
        """Return both boards, clickable where something can be done."""
        session = self.host.session
        clicks = self if self.live else _Looking(self)
        state: State = session.start.state if self.setting_up else session.current.state
        if self.setting_up:
            head = f'<p class="rk-soft">{escape(self.t("table.start"))}</p>'
            return head + View.position_html(session.start, session.lang, things=_Attributes(clicks, state), lean=True)
        return View.position_html(
            session.current,
            session.lang,
            highlight=session.highlight,
            things=_Attributes(clicks, state),
        )

    def cell_attributes(self, who: str, cell: str) -> tuple[tuple[str, ...], str]:
        """Return classes and attributes of a cell: whether the card picked may go there, and why not."""
        session = self.host.session
        if self._closed(who):
            return (), ""
        phrasebook = session.phrasebook
        names = ["rk-pick", f"rk-cell-{who}-{cell}"]
        title = phrasebook.value(cell)
        on = editing.at(self.state, who).get(cell)
        if on is not None:
            title += f" {phrasebook.value(on)}"
        if self.cell == (who, cell):
            names.append("rk-chosen")
        if self.card is not None and self.card[0] in ("", who):
            refused = self.refused(who, self.card[1], cell)
            names.append("rk-can" if refused is None else "rk-cannot")
            title += "" if refused is None else f": {self.refusal(refused)}"
        first = cell == CELLS[0]
        return tuple(names), _attributes("cell", f"{who} {cell}", title, 0 if first else -1)

    def refused(self, who: str, face: str, cell: str) -> Refusal | None:
        """Return why a card may not go to a cell, None when it may."""
        rulings = self.host.session.start.rulings
        if self.setting_up:
            return editing.fault(self.state, who, face, cell, rulings)
        return VERBS.refusal(self.state, Action(who, "lay", (face, cell)), rulings)

    def card_attributes(self, who: str, face: str) -> tuple[tuple[str, ...], str]:
        """Return classes and attributes of a card of a hand or of the palette ("")."""
        session = self.host.session
        if face == "?" or (who and self._closed(who)):
            return (), ""
        chosen = ("rk-chosen",) if self.card == (who, face) else ()
        phrasebook = session.phrasebook
        names = ("rk-pick", f"rk-card-{who or 'palette'}-{face}", *chosen)
        return names, _attributes("card", f"{who or '-'} {face}", phrasebook.value(face), 0)


class _Looking:
    """Boards that are only looked at; the cell that the step is about is marked."""

    def __init__(self, panel: TablePanel) -> None:
        step = panel.host.session.step_now if not panel.host.session.whole else None
        self.cell = step.params.get("cell") if step is not None else None

    def cell_attributes(self, who: str, cell: str) -> tuple[tuple[str, ...], str]:
        return (("rk-at",) if cell == self.cell else ()), ""

    def card_attributes(self, who: str, face: str) -> tuple[tuple[str, ...], str]:
        return (), ""


class _Attributes:
    """The form in which the drawing asks for them."""

    def __init__(self, source: TablePanel | _Looking, state: State) -> None:
        self.source = source
        self.state = state

    def __call__(self, path: Path, label: str, tip: str = "") -> tuple[tuple[str, ...], str]:
        found: tuple[tuple[str, ...], str] = (), ""
        if len(path) == 3 and path[1] in ("board", "laid"):
            found = self.source.cell_attributes(str(path[0]), str(path[2]))
        elif len(path) == 3 and path[1] == "hand" and isinstance(path[2], int):
            who = str(path[0])
            found = self.source.card_attributes(who, self.state.player(who).hand[path[2]])
        return found if found[1] or not tip else (found[0], f' title="{escape(tip)}"')


def _attributes(act: str, value: str, title: str, tab: int) -> str:
    return (
        f' data-act="{act}" data-value="{escape(value)}" role="button" tabindex="{tab}" '
        f'title="{escape(title)}" aria-label="{escape(title)}"'
    )


def _two(value: str) -> tuple[str, str]:
    """Read `A LH1`; a hyphen stands for nobody."""
    first, _, second = value.partition(" ")
    return ("" if first == "-" else first), second


def _options(menu: Any, options: list[tuple[str, str]], value: str) -> None:
    """Set options and value of a menu, in one go and only where they differ."""
    if tuple(options) != tuple(menu.options):
        menu.options = options
    if menu.value != value and any(v == value for _, v in options):
        menu.value = value
