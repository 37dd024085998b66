"""Move cards, and a move laid over a board, as SVG: pure functions, equal input gives equal bytes.

Both are grids of limbs and actions.  A fist is a disc, a leg a square, a cancelled symbol is covered by a
marker; a long cell is one box.  Colours follow the system's choice of light or dark, and the theme of
JupyterLab where the drawing stands in the page itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any
from unicodedata import east_asian_width

from rulekit.core.catalogue import texts_of
from rulekit.drawing.svg import FONT_STACK, escape, number
from rulekit.games.quanjiao.board import LIMBS, Place, cell_name
from rulekit.games.quanjiao.explain import CellReport, Teller, explain_fit
from rulekit.games.quanjiao.matching import Activation, Board, Placement, images
from rulekit.games.quanjiao.moves import Move, Need, Region

__all__ = ["drawing_words", "match_svg", "move_card_svg"]

CELL_W, CELL_H, GAP, PAD = 70, 42, 4, 12
ROW_LABEL, HEADER = 46, 18
RADIUS = 8.25
TEXT = 12.5
MANY = 3  # more symbols than these are written as one and a number
_LIGHT = (
    "--q-bg:#ffffff;--q-ink:#1b2430;--q-soft:#566173;--q-line:#c3ccd8;--q-cell:#f5f7fa;--q-fist:#b4481a;"
    "--q-leg:#1d5fa8;--q-on:#ffffff;--q-key:#fff4e3;--q-keyline:#d9a04c;--q-black:#1f2732;--q-onblack:#f2f4f7;"
    "--q-grey:#c9d0d9;--q-ongrey:#2a3340;--q-good:#1a7f43;--q-goodbg:#dff4e6;--q-bad:#b3202d;--q-badbg:#fde4e6;"
    "--q-either:#5d4a8a"
)
_DARK = (
    "--q-bg:#14181f;--q-ink:#e9edf3;--q-soft:#a3aebd;--q-line:#465264;--q-cell:#1d232d;--q-fist:#f0935f;"
    "--q-leg:#7fb4f5;--q-on:#14181f;--q-key:#3a2f1c;--q-keyline:#c08a3c;--q-black:#000000;--q-onblack:#cfd6df;"
    "--q-grey:#566170;--q-ongrey:#f0f3f7;--q-good:#79d99b;--q-goodbg:#173524;--q-bad:#ff9a9f;--q-badbg:#45191f;"
    "--q-either:#c3aef2"
)
_STYLE = (
    f".rk-qj{{{_LIGHT};font-family:{FONT_STACK}}}@media (prefers-color-scheme:dark){{.rk-qj{{{_DARK}}}}}"
    f'[data-jp-theme-light="true"] .rk-qj{{{_LIGHT}}}[data-jp-theme-light="false"] .rk-qj{{{_DARK}}}'
)

drawing_words = texts_of(__package__, "drawing.yaml")  # the short words on drawings


def _say(lang: str, key: str, **params: Any) -> str:
    return drawing_words().text(key, lang, params)


def _em(text: str) -> float:
    return sum(1.0 if east_asian_width(c) in "WF" else 0.52 for c in text)


def _wrap(text: str, width: float) -> list[str]:
    """Break a text into lines of at most `width` em; Latin words stay whole unless one is too long."""
    lines, line = [], ""
    for token in re.findall(r"[!-~\u00a1-\u024f]+|\s+|.", " ".join(text.split())):
        pieces = [token] if _em(token) <= width else list(token)
        for piece in pieces:
            closing = piece in "，。、；：？！）”’,.;:)"
            if line and _em(line + piece) > width and not closing:
                lines.append(line.strip())
                line = ""
            line += piece
    return [*lines, line.strip()] if line.strip() or not lines else lines


# -- pieces -----------------------------------------------------------------------------------------


def _text(
    x: float, y: float, text: str, *, size: float = TEXT, fill: str = "ink", anchor: str = "middle", bold: bool = False
) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}"{weight} '
        f'style="fill:var(--q-{fill})" dominant-baseline="central">{escape(text)}</text>'
    )


def _box(x: float, y: float, w: float, h: float, fill: str, line: str, *, width: float = 1, dash: str = "") -> str:
    stroke = f'stroke-width="{number(width)}"' + (f' stroke-dasharray="{dash}"' if dash else "")
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" rx="6" {stroke} '
        f'style="fill:{f"var(--q-{fill})" if fill else "none"};stroke:var(--q-{line})"/>'
    )


def _symbol(x: float, y: float, symbol: str, state: str, lang: str) -> str:
    """Draw one symbol: solid when valid, covered by a cross when cancelled, dashed when either will do."""
    colour = f"var(--q-{symbol})"
    r = RADIUS
    solid = state == "valid"
    paint = f"fill:{colour};stroke:{colour}" if solid else f"fill:var(--q-bg);stroke:{colour}"
    dash = ' stroke-dasharray="3 2"' if state == "any" else ""
    if symbol == "leg":
        shape = f'<rect x="{number(x - r)}" y="{number(y - r)}" width="{number(2 * r)}" height="{number(2 * r)}" rx="3"'
    else:
        shape = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"'
    word = _say(lang, f"symbol.{symbol}")
    size = 11.5 if _em(word) < 1.2 else 8
    ink = "var(--q-on)" if solid else colour
    out = f'{shape} stroke-width="1.4"{dash} style="{paint}"/>'
    out += (
        f'<text x="{number(x)}" y="{number(y + 0.5)}" font-size="{number(size)}" font-weight="700" '
        f'text-anchor="middle" dominant-baseline="central" style="fill:{ink}">{escape(word)}</text>'
    )
    if state == "cancelled":
        d = r * 0.95
        line = f"M{number(x - d)} {number(y + d)}L{number(x + d)} {number(y - d)}"
        for colour, width in (("bg", 4.5), ("ink", 1.8)):
            out += f'<path d="{line}" stroke-width="{width}" stroke-linecap="round" style="stroke:var(--q-{colour})"/>'
    return out


def _symbols(x: float, y: float, found: Sequence[tuple[str, str, int]], lang: str, room: float) -> str:
    """Draw runs of (symbol, state, number) in one centred line; too many become one with a number."""
    step = 2 * RADIUS + 2.5
    total = sum(n for _, _, n in found)
    short = total * step > room or any(n > MANY for _, _, n in found)
    items: list[tuple[str, str, int]] = list(found) if short else [(s, t, 1) for s, t, n in found for _ in range(n)]
    widths = [step + (15 if n > 1 else 0) for _, _, n in items]
    at = x - sum(widths) / 2
    out = []
    for (symbol, state, n), width in zip(items, widths, strict=True):
        out.append(_symbol(at + RADIUS + 1, y, symbol, state, lang))
        if n > 1:
            out.append(_text(at + 2 * RADIUS + 3, y, _say(lang, "need.count", n=n), size=11, anchor="start", bold=True))
        at += width
    return "".join(out)


def _frame(width: float, height: float, label: str, body: Iterable[str]) -> str:
    name = escape(label)
    w, h = number(width), number(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rk-qj" role="img" aria-label="{name}" '
        f'viewBox="0 0 {w} {h}" width="{w}" height="{h}"><title>{name}</title>'
        f"<style>{_STYLE}</style>{_box(0.5, 0.5, width - 1, height - 1, 'bg', 'line')}{''.join(body)}</svg>"
    )


class _Grid:
    """Where rows and columns lie; column 0 is the first one drawn."""

    def __init__(self, top: float, columns: int, lang: str) -> None:
        self.top, self.columns, self.lang = top, columns, lang
        self.left: float = PAD + ROW_LABEL
        self.width = self.left + columns * CELL_W + PAD
        self.bottom = top + HEADER + 4 * CELL_H

    def rect(self, rows: Sequence[int], columns: Sequence[int]) -> tuple[float, float, float, float]:
        """Return the box over rows and columns, gaps around it left out."""
        x = self.left + min(columns) * CELL_W + GAP / 2
        y = self.top + HEADER + min(rows) * CELL_H + GAP / 2
        w = (max(columns) - min(columns) + 1) * CELL_W - GAP
        return x, y, w, (max(rows) - min(rows) + 1) * CELL_H - GAP

    def heads(self, titles: Sequence[str]) -> Iterable[str]:
        """Draw the names of rows and columns."""
        for row, limb in enumerate(LIMBS):
            y = self.top + HEADER + (row + 0.5) * CELL_H
            yield _text(PAD, y, _say(self.lang, f"limb.{limb}"), fill="soft", anchor="start", size=12)
        for i, title in enumerate(titles):
            yield _text(self.left + (i + 0.5) * CELL_W, self.top + HEADER / 2, title, fill="soft", size=11)


# -- move cards -------------------------------------------------------------------------------------


def move_card_svg(move: Move, lang: str, *, text: bool = True) -> str:
    """Draw a move card: its cells by kind, its name, where it may start and, with `text`, what it says."""
    columns = max(1, min(move.width, 8))
    name = move.title(lang)
    start = _say(lang, "card.free") if move.fixed_start is None else _say(lang, "card.fixed", n=move.fixed_start)
    need = max(_em(name) * 15 + 2 * PAD, _em(start) * 11 + 2 * PAD + 8, 214 if text else 0)
    grid = _Grid(46, columns, lang)
    width = max(grid.width, need)
    grid.left += (width - grid.width) / 2
    body = [
        _text(PAD, 17, name, size=15, anchor="start", bold=True),
        _text(PAD, 35, start, size=11, anchor="start", fill="soft"),
    ]
    titles = [
        _say(lang, "column.board", n=move.fixed_start + i) if move.fixed_start is not None
        else _say(lang, "column.later", n=i) if i else _say(lang, "column.first")
        for i in range(columns)
    ]  # fmt: skip
    body += grid.heads(titles)
    covered: set[Place] = set()
    for region in move.regions:
        places = [p for p in images(region, Placement(0)) if 0 <= p.action < columns]
        if places and region.acts_as != "blank":
            covered |= set(places)
            body.append(_region(grid, region, places, lang))
    for row in range(4):
        for column in range(columns):
            if Place(row, column) not in covered:
                body.append(_box(*grid.rect([row], [column]), "", "line", dash="2 4"))
    y = grid.bottom + 6
    if text:
        says = dict(move.text).get(lang) or next(iter(dict(move.text).values()), "")
        for line in _wrap(says, (width - 2 * PAD) / 12) if says else []:
            body.append(_text(PAD, y + 8, line, size=12, anchor="start"))
            y += 17
    return _frame(width, y + PAD - 4, _say(lang, "card.label", name=name), body)


def _region(grid: _Grid, region: Region, places: Sequence[Place], lang: str) -> str:
    box = grid.rect([p.row for p in places], [p.action for p in places])
    x, y, w, h = box
    middle = (x + w / 2, y + h / 2)
    kind = region.acts_as
    if kind == "black":
        word = _say(lang, "cell.black")
        return _box(*box, "black", "soft", width=1.5) + _text(*middle, word, fill="onblack", size=11.5)
    if kind == "grey":
        return _box(*box, "grey", "soft") + _text(*middle, _say(lang, "cell.grey"), fill="ongrey", size=12, bold=True)
    out = _box(*box, "key", "keyline", width=2.2 if region.kind == "long" else 1.4)
    return out + _needs(middle, region.need, lang, w, pooled=region.kind == "long")


def _needs(middle: tuple[float, float], needs: Sequence[Need], lang: str, room: float, *, pooled: bool) -> str:
    found = [(n.symbol, n.state, n.count) for n in needs]
    x, y = middle
    if not pooled:
        return _symbols(x, y, found, lang, room)
    return _symbols(x, y - 6, found, lang, room) + _text(x, y + 11, _say(lang, "need.pool"), size=10, fill="soft")


# -- a move over a board ----------------------------------------------------------------------------

_PAINT = {  # ground, line and width of a cell by its mark
    "met": ("goodbg", "good", 2.4),
    "short": ("badbg", "bad", 2.4),
    "off_board": ("badbg", "bad", 2.4),
    "clear": ("black", "good", 2.4),
    "blocked": ("black", "bad", 3.2),
    "counted": ("grey", "soft", 1.6),
    "free": ("", "line", 1),
}
_SIGNS = {"met": "✓", "short": "✗", "off_board": "✗", "clear": "✓", "blocked": "✗"}


def match_svg(board: Board, move: Move, placement: Placement, lang: str, declared: Sequence[Activation] = ()) -> str:
    """Draw a move laid over a board: every cell by whether its demand is met, the reasons written below.

    Green is met, red fails, a black cell is framed green or red, a grey one shows what it counts; cells
    without demand stay plain.  `declared` are moves that may spare black cells (QJ-R10).  Columns off the board
    are drawn where the card reaches there.
    """
    report = explain_fit(board, move, placement, lang, declared)
    first = max(min(1, placement.start), 1 - 8)
    last = min(max(board.columns, placement.start + move.width - 1), board.columns + 8)
    actions = range(first, last + 1)
    grid = _Grid(48, len(actions), lang)
    name = move.title(lang)
    tell = Teller(lang)
    start = tell("fit.ok_one" if report.ok else "fit.fails", start=placement)
    body = [
        _text(PAD, 17, name, size=15, anchor="start", bold=True),
        _text(PAD, 36, f"{'✓' if report.ok else '✗'} {start}", size=12.5, anchor="start", bold=True,
              fill="good" if report.ok else "bad"),
    ]  # fmt: skip
    body += grid.heads(
        [_say(lang, "column.board", n=a) if board.on_board(Place(0, a)) else _say(lang, "column.off") for a in actions]
    )
    cells = {c.place: c for c in report.cells}
    for at, action in enumerate(actions):
        for row in range(4):
            place = Place(row, action)
            body.append(_match_cell(grid, board, cells.get(place), place, at, lang))
    body += _long_frames(grid, move, placement, first)
    y = grid.bottom + 10
    y, drawn = _legend(grid, y, dict.fromkeys(c.mark for c in report.cells), lang)
    body += drawn
    for reason in report.reasons:
        for i, line in enumerate(_wrap(reason.text, (grid.width - 2 * PAD - 14) / 12)):
            if i == 0:
                sign, colour = ("✓", "good") if report.ok else ("✗", "bad")
                body.append(_text(PAD, y + 8, sign, size=12, anchor="start", fill=colour, bold=True))
            body.append(_text(PAD + 15, y + 8, line, size=12, anchor="start"))
            y += 17
    verdict = _say(lang, "match.ok" if report.ok else "match.fails")
    params = {"name": name, "start": placement, "verdict": verdict}
    label = tell.phrasebook.word(drawing_words(), "match.label", params)
    return _frame(grid.width, y + PAD - 4, label, body)


def _match_cell(grid: _Grid, board: Board, cell: CellReport | None, place: Place, at: int, lang: str) -> str:
    box = grid.rect([place.row], [at])
    x, y, w, h = box
    on = board.on_board(place)
    ground, line, width = _PAINT[cell.mark] if cell else ("", "line", 1.0)
    if not on and (cell is None or cell.mark == "free"):
        out = _box(*box, "", "line", dash="1 5")
    else:
        out = _box(*box, ground or ("cell" if on else ""), line, width=width, dash="" if on else "4 3")
    found = [
        (c.symbol, "valid" if c.valid else "cancelled", c.n) for c in (board.classes[i] for i in board.at([place]))
    ]
    tip = f"<title>{escape(cell.text if cell else cell_name(place))}</title>"
    sign = _SIGNS.get(cell.mark, "") if cell else ""
    black = cell is not None and cell.kind == "black"
    if black and found:
        out += _box(x + 7, y + 7, w - 14, h - 14, "bg", "soft")
    out += _symbols(x + w / 2, y + h / 2, found, lang, w - 4) if found else ""
    if cell is not None and cell.mark == "counted":
        out += f'<circle cx="{number(x + w - 6)}" cy="{number(y + 6)}" r="7.5" style="fill:var(--q-ongrey)"/>'
        out += _text(x + w - 6, y + 6.5, str(cell.n), size=10, fill="grey", bold=True)
    if sign:
        colour = "bad" if sign == "✗" else "good"
        out += f'<circle cx="{number(x + w - 6)}" cy="{number(y + 6)}" r="7" style="fill:var(--q-{colour})"/>'
        out += _text(x + w - 6, y + 6.5, sign, size=9.5, fill="bg", bold=True)
    return f"<g>{tip}{out}</g>"


def _long_frames(grid: _Grid, move: Move, placement: Placement, first: int) -> Iterable[str]:
    """Frame long cells, whose cells count together."""
    for region in move.regions:
        if region.kind == "long":
            places = images(region, placement)
            columns = [p.action - first for p in places if 0 <= p.action - first < grid.columns]
            if columns:
                x, y, w, h = grid.rect([p.row for p in places], columns)
                yield _box(x - 1.5, y - 1.5, w + 3, h + 3, "", "keyline", width=2, dash="6 3")


def _legend(grid: _Grid, y: float, marks: Iterable[str], lang: str) -> tuple[float, list[str]]:
    shown = list(dict.fromkeys("short" if m == "off_board" else m for m in marks))
    out: list[str] = []
    x = float(PAD)
    for mark in ("met", "short", "clear", "blocked", "counted", "free"):
        if mark not in shown:
            continue
        word = _say(lang, f"legend.{mark}")
        width = 22 + _em(word) * 11 + 10
        if x + width > grid.width - PAD + 10 and x > PAD:
            x, y = float(PAD), y + 18
        ground, line, stroke = _PAINT[mark]
        out.append(_box(x, y + 2, 15, 12, ground or "cell", line, width=min(stroke, 2)))
        out.append(_text(x + 20, y + 8, word, size=11, anchor="start", fill="soft"))
        x += width
    return y + 22, out
