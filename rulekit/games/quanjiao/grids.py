"""Action boards and move cards as text grids: limbs down, actions across; pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulekit.core.show.view import view_words
from rulekit.drawing.width import padded
from rulekit.games.quanjiao.board import LIMBS, face_symbols
from rulekit.games.quanjiao.drawing import drawing_words
from rulekit.games.quanjiao.moves import Move, Need, Region, card_cell
from rulekit.games.quanjiao.placing import entries
from rulekit.games.quanjiao.state import Player

__all__ = ["board_grid", "move_grid"]

EMPTY, GONE, BLACK, GREY, MORE = "·", "×", "■", "□", "="
GAP = 2


def board_grid(player: Player, columns: int, lang: str) -> str:
    """Return a board: a fist or leg is one letter, a cancelled one a cross; cards behind the curtain included."""
    cells = {cell: _symbols(face, 0, 0, lang) for cell, face in ((e.cell, e.face) for e in entries(player.laid))}
    fists, legs = dict(player.cancelled_fists), dict(player.cancelled_legs)
    cells |= {cell: _symbols(face, fists.get(cell, 0), legs.get(cell, 0), lang) for cell, face in player.board}
    head = [view_words(__package__).text("column", lang, {"n": n}) for n in range(1, columns + 1)]
    return _grid(head, {(row, n): cells.get(f"{limb}{n + 1}", EMPTY) for row, limb in enumerate(LIMBS)
                        for n in range(columns)}, lang)  # fmt: skip


def _symbols(face: str, gone_fists: int, gone_legs: int, lang: str) -> str:
    made = ""
    for symbol, n, gone in zip(("fist", "leg"), face_symbols(face), (gone_fists, gone_legs), strict=True):
        made += view_words(__package__).text(f"symbol.{symbol}", lang, {}) * max(0, n - gone) + GONE * min(n, gone)
    return made


def move_grid(move: Move, lang: str) -> str:
    """Return a move card: what key cells need, black and grey cells; a long cell goes on with `=`."""
    cells: dict[tuple[int, int], str] = {}
    for region in move.regions:
        for i, name in enumerate(region.cells):
            cell = card_cell(name)
            if cell is not None:
                cells[cell] = _sign(region, lang) if i == 0 else MORE
    head = [f"+{n}" for n in range(move.width)]
    made = {(row, n): cells.get((row, n), EMPTY) for row in range(len(LIMBS)) for n in range(move.width)}
    return _grid(head, made, lang)


def _sign(region: Region, lang: str) -> str:
    match region.acts_as:
        case "key":
            return "+".join(_need(need, lang) for need in region.need)
        case "black":
            return BLACK
        case "grey":
            return GREY
    return EMPTY


def _need(need: Need, lang: str) -> str:
    """Return e.g. `拳2`, with a cross behind when cancelled symbols serve (only), a question mark when any do."""
    status = {"valid": "", "cancelled": GONE, "any": "?"}[need.state]
    return drawing_words().text(f"symbol.{need.symbol}", lang, {}) + str(need.count) + status


def _grid(head: Sequence[str], cells: Mapping[tuple[int, int], str], lang: str) -> str:
    labels = [drawing_words().text(f"limb.{limb}", lang, {}) for limb in LIMBS]
    rows = [["", *head]]
    rows += [[label, *(cells[row, n] for n in range(len(head)))] for row, label in enumerate(labels)]
    return "\n".join((" " * GAP).join(row).rstrip() for row in padded(rows))
