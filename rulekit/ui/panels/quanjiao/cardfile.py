"""A move card written as YAML and used at once; see `rulekit.ui.panels.card_writing`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulekit.core import source
from rulekit.core.codec import to_json
from rulekit.core.record import Path
from rulekit.games.quanjiao.limits import MOVES_HELD
from rulekit.games.quanjiao.move_file import load_moves
from rulekit.games.quanjiao.moves import Move
from rulekit.games.quanjiao.state import PLAYERS, State
from rulekit.games.quanjiao.view import move_card_svg
from rulekit.games.quanjiao.words import Words
from rulekit.ui.panels.card_writing import CardWriting
from rulekit.ui.parts import Host

__all__ = ["CardFilePanel", "use_moves"]

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


class CardFilePanel(CardWriting[Move, str]):
    """A move written by the reader; it goes into the hands of a player."""

    def __init__(self, host: Host) -> None:
        super().__init__(host, START, {who: f"rk-card-use-{who}" for who in PLAYERS})

    def read(self) -> tuple[Move, ...]:
        """Return the moves written; raises FileProblem with line and column."""
        return load_moves(self.text.value, rulings=self.session.start.rulings)

    def name_of(self, card: Move) -> str:
        """Return the name of a move."""
        return card.title(self.lang)

    def draw_card(self, card: Move) -> str:
        """Return the drawn move card."""
        return move_card_svg(card, self.lang)

    def templates(self) -> Sequence[tuple[str, str]]:
        """Return every move of the position."""
        session = self.session
        moves = session.start.state.moves()
        words = Words(session.phrasebook)
        return [(f"{id} {words.move(id)}", id) for id in moves]

    def begin_with(self, template: str) -> str:
        """Return a move as a reader would write it."""
        move = self.session.start.state.moves().get(template)
        return START if move is None else source.write(to_json(move), block=frozenset({"regions", "damage"}))

    def fields(self, cards: tuple[Move, ...], use: str) -> Mapping[Path, Any]:
        """Return the set-up with the moves in the hands of the player `use`."""
        return use_moves(self.session.start.state, use, cards)

    def label(self, use: str) -> str:
        """Return what stands on the button of a player."""
        return self.t("card.use", who=use)

    def used(self, use: str) -> str:
        """Return that the player holds the move now."""
        return self.t("card.used", who=use)


def use_moves(state: State, who: str, new: tuple[Move, ...]) -> dict[Path, Any]:
    """Return the fields that change when a player takes over move cards, the last slots making room."""
    ids = [m.id for m in new]
    own = [m for m in state.own_moves if m.id not in ids] + list(new)
    held = [m for m in state.player(who).moves if m not in ids][: max(0, MOVES_HELD - len(ids))] + ids[:MOVES_HELD]
    made: dict[Path, Any] = {("own_moves",): [to_json(m) for m in own], (who, "moves"): held}
    if state.step == "declare" and state.player(who).done:
        made[who, "done"] = False
    return made
