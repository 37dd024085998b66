"""A move card written as YAML and used at once; a wrong one is refused with its line and the reason."""

from __future__ import annotations

from functools import partial
from typing import Any

import ipywidgets as ipw

from rulekit.core import source
from rulekit.core.codec import to_json
from rulekit.core.errors import FileProblem
from rulekit.games.quanjiao.move_file import load_moves
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.state import PLAYERS, State
from rulekit.games.quanjiao.view import move_card_svg
from rulekit.ui.panels.quanjiao import editing
from rulekit.ui.panels.quanjiao.side import move_words, panel_text
from rulekit.ui.parts import Host
from rulekit.ui.svg import escape

__all__ = ["CardFilePanel"]

ROWS = 16
START = """id: mine
name: {zh: 自创一式, en: My own}
width: 2
regions:
  - {rid: k1, kind: key, cells: [LH+0], need: [{symbol: fist, count: 1, state: valid}]}
  - {rid: b1, kind: black, cells: [LL+0]}
  - {rid: g1, kind: grey, cells: [LH+1]}
damage:
  - {term: fixed, value: 2}
  - {term: per, each: 2, max: 6, count: {of: grey, rids: [g1], symbol: fist, state: valid}}
text:
  zh: 左手起手，同动左腿须空；下一动左手每有一拳加 2 点。
  en: A left fist, the left leg empty; 2 more for each left fist of the next action.
"""


class CardFilePanel:
    """The text, what is wrong with it, the card it makes, and buttons that put it into a player's hands."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._quiet = False
        kit = host.kit
        self.template = kit.make(ipw.Dropdown, "rk-card-template", width="16em", options=[("", "")])
        self.template.observe(self._on_template, "value")
        self.text = kit.make(ipw.Textarea, "rk-card-text rk-code", width="100%", rows=ROWS, value=START)
        self.text.observe(self._on_text, "value")
        self.message = kit.note("rk-card-message")
        self.picture = kit.note("rk-card-picture")
        self.uses = {who: kit.button(f"rk-card-use-{who}", partial(self.use, who)) for who in PLAYERS}
        self.box = kit.column(
            kit.row(self.template, *self.uses.values()),
            self.message,
            kit.row(kit.column(self.text, cls="rk-card-writing"), self.picture, cls="rk-panes"),
            cls="rk-cardfile",
        )

    # -- what a reader does ------------------------------------------------------------------------

    def read(self) -> tuple[Move, ...]:
        """Return the moves written; raises FileProblem with line and column."""
        return load_moves(self.text.value, rulings=self.host.session.start.rulings)

    def use(self, who: str) -> None:
        """Put the moves written into the set-up and into the hands of a player."""
        session = self.host.session

        def change() -> None:
            session.set_fields(editing.use_moves(session.start.state, who, self.read()))

        self.host.act(change, self.t("card.used", who=who))

    def _on_template(self, change: Any) -> None:
        if self._quiet or not change["new"]:
            return
        state: State = self.host.session.start.state
        move = state.moves().get(change["new"])
        self._quiet = True
        self.text.value = START if move is None else as_text(move)
        self._quiet = False
        self.draw()

    def _on_text(self, _change: Any) -> None:
        if not self._quiet:
            self.draw()

    def reset(self) -> None:
        """Nothing is forgotten: what a reader wrote stays."""

    # -- drawing -----------------------------------------------------------------------------------

    def t(self, key: str, **params: Any) -> str:
        """Return a sentence of the panels in the session's language."""
        return panel_text(key, self.host.session.lang, **params)

    def draw(self) -> None:
        """Show what the text makes, or where it is wrong."""
        session = self.host.session
        state: State = session.start.state
        words = move_words(session, state.moves())
        self._quiet = True
        options = [(self.t("card.template"), ""), *((f"{id} {words.move(id)}", id) for id in state.moves())]
        if tuple(options) != tuple(self.template.options):
            self.template.options = options
        for who, button in self.uses.items():
            button.description = self.t("card.use", who=who)
        self._quiet = False
        try:
            moves = self.read()
        except FileProblem as error:
            where = self.t("card.where", line=error.line, column=error.column)
            said = error.text(session.lang).removeprefix(f"{error.file}:{error.line}:{error.column}: ")
            self.message.value = f'<div class="rk-said rk-failed">{escape(f"{where}{said}")}</div>'
            self.picture.value = ""
            for button in self.uses.values():
                button.disabled = True
            return
        names = self.t("card.join").join(m.title(session.lang) for m in moves)
        self.message.value = f'<div class="rk-said rk-right">{escape(self.t("card.fine", names=names))}</div>'
        self.picture.value = "".join(move_card_svg(m, session.lang) for m in moves)
        for button in self.uses.values():
            button.disabled = False


def as_text(move: Move) -> str:
    """Return a move as a reader would write it."""
    return source.write(to_json(move), block=frozenset({"regions", "damage"}))
