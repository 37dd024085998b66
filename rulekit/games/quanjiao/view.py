"""How a position of 拳脚招式 looks: two action boards, hands and piles, held moves as cards; pure functions."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from html import escape
from typing import Protocol

from rulekit.core.position import Position
from rulekit.core.record import Change
from rulekit.games.quanjiao.board import CELLS, LIMBS, parse_cell
from rulekit.games.quanjiao.drawing import drawing_words, match_svg, move_card_svg
from rulekit.games.quanjiao.limits import START_LIFE
from rulekit.games.quanjiao.sheet import Chip, Group, Mark, PlayerSheet, make_sheet, view_words

__all__ = ["Clicks", "board_html", "match_svg", "move_card_svg", "position_html", "position_text"]

LONG_NUMBER = 9  # digits
CARD_HEIGHT = 164  # pixels


class Clicks(Protocol):
    """What a reader can click: the classes and, escaped, the attributes of a cell and of a card in hand."""

    def cell(self, who: str, cell: str) -> tuple[tuple[str, ...], str]:
        """Return what a cell of the board of `who` gets."""

    def card(self, who: str, face: str) -> tuple[tuple[str, ...], str]:
        """Return what the cards of one face in the hand of `who` get."""


def position_text(position: Position, lang: str, *, viewer: str | None = None) -> str:
    """Return the position as text: the headline, a block for each player, the table, an open question."""
    sheet = make_sheet(position, lang, viewer=viewer)
    words = view_words()

    def line(group: Group) -> str:
        return words.text("text.group", lang, {"group": group.label, "chips": "  ".join(c.text for c in group.chips)})

    lines = [" · ".join(chip.text for chip in sheet.headline)]
    for player in sheet.players:
        badge = words.text("text.badge", lang, {"badge": player.badge}) if player.badge else ""
        lines.append(words.text("text.player", lang, {"who": player.who, "life": player.life.text, "badge": badge}))
        lines += ["  " + line(group) for group in player.groups]
        lines += ["  " + player.total] if player.total else []
    lines += [line(group) for group in sheet.groups]
    lines += [text for text in (sheet.question, sheet.result) if text]
    return "\n".join(lines)


def position_html(
    position: Position,
    lang: str,
    *,
    highlight: Iterable[Change] = (),
    viewer: str | None = None,
    lean: bool = False,
    clicks: Clicks | None = None,
) -> str:
    """Return the position as an HTML fragment for inside the root element of `rulekit.core.theme`.

    `highlight` holds observed changes, e.g. those of one step: what they touched is marked with its value
    before and after.  `viewer` sees neither hand nor hidden board of the other player (QJ-4.2.8).  With `lean`
    the cards of the moves and empty hands and piles are left out; `clicks` makes cells and cards in hand clickable.
    """
    sheet = make_sheet(position, lang, highlight, viewer)
    title, *rest = sheet.headline
    head = [f'<span class="rk-title">{escape(title.text)}</span>']
    head += [f"<span{_changed(chip)}>{escape(chip.text)} {_delta(chip.delta)}</span>" for chip in rest]
    out = [f'<div class="rk-pos"><div class="rk-line">{" ".join(head)}</div>']
    top = max(START_LIFE, *(int(player.life.text) for player in sheet.players))
    out.append('<div class="rk-players">')
    out += [_player(player, lang, top, lean, clicks) for player in sheet.players]
    out.append(f"</div>{_groups(sheet.groups)}")
    if sheet.question:
        out.append(f'<p class="rk-ask">{escape(sheet.question)}</p>')
    if sheet.result:
        out.append(f'<p class="rk-result">{escape(sheet.result)}</p>')
    return "".join([*out, "</div>"])


def _player(player: PlayerSheet, lang: str, top: int, lean: bool, clicks: Clicks | None) -> str:
    words = view_words()
    name = words.text("html.player", lang, {"who": player.who})
    badge = f' <span class="rk-badge">{escape(player.badge)}</span>' if player.badge else ""
    life = player.life
    long = " rk-long" if len(life.text) > LONG_NUMBER else ""
    width = max(0, min(100, int(life.text) * 100 // top))
    hidden = {"board"} if clicks is None else {"board", "changed"}  # the grid shows it
    groups = [g for g in player.groups if g.key not in hidden or (g.key == "board" and _unseen(player))]
    groups = [g for g in groups if not (lean and all(c.faint for c in g.chips))]
    cards = "".join(
        _card(move.id, move_card_svg(move, lang, text=False), dict(move.text).get(lang, ""))
        for move in (() if lean else player.moves)
    )
    return (
        f'<section class="rk-player{" rk-on" if player.due else ""}" aria-label="{escape(name)}">'
        f'<h4 class="rk-line"><span><span class="rk-name">{escape(player.who)}</span>{badge}</span></h4>'
        f'<p class="rk-life{" rk-changed" if life.delta else ""}" title="{escape(life.tip)}">'
        f'<span class="rk-soft">{escape(words.text("html.life", lang, {}))}</span> '
        f'<span class="rk-hp{long}">{escape(life.text)}</span> {_delta(life.delta)}</p>'
        f'<div class="rk-bar" aria-hidden="true"><i style="width:{width}%"></i></div>'
        f"{board_html(player, lang, clicks=clicks)}"
        + (f'<p class="rk-sum">{escape(player.total)}</p>' if player.total else "")
        + _groups(groups, None if player.curtain or clicks is None else partial(clicks.card, player.who))
        + (f'<div class="rk-cards">{cards}</div>' if cards else "")
        + "</section>"
    )


def _unseen(player: PlayerSheet) -> bool:
    """Tell whether the board holds what the grid cannot show: cells beyond it, things that are no cards."""
    if player.curtain:
        return False
    shown = {cell for cell in CELLS if (p := parse_cell(cell)) is not None and p.action <= player.columns}
    board = next((len(g.chips) for g in player.groups if g.key == "board"), 0)
    return board > 0 and (not player.cells or not set(player.cells) <= shown)


# -- boards -----------------------------------------------------------------------------------------


def board_html(player: PlayerSheet, lang: str, *, clicks: Clicks | None = None) -> str:
    """Return the action board as a table, or the closed curtain where the viewer may not look behind it."""
    words, short = view_words(), drawing_words()
    if player.curtain:
        return f'<div class="rk-curtain"><span>{escape(player.curtain)}</span></div>'
    label = words.text("board.label", lang, {"who": player.who})
    rows = ["<tr><th></th>"]
    rows += [
        f'<th scope="col">{escape(words.text("column", lang, {"n": n}))}</th>' for n in range(1, player.columns + 1)
    ]
    rows.append("</tr>")
    for limb in LIMBS:
        rows.append(f'<tr><th scope="row">{escape(short.text(f"limb.{limb}", lang, {}))}</th>')
        rows += [_cell(player, f"{limb}{n}", lang, clicks) for n in range(1, player.columns + 1)]
        rows.append("</tr>")
    table = f'<table class="rk-board" aria-label="{escape(label)}">{"".join(rows)}</table>'
    return f'<div class="rk-scroll">{table}</div>{_legend(player, lang)}'


def _cell(player: PlayerSheet, cell: str, lang: str, clicks: Clicks | None) -> str:
    marks = player.cells.get(cell, ())
    names = ["rk-card-on"] if marks else []
    names += ["rk-behind"] if marks and player.behind else []
    names += ["rk-changed"] if cell in player.changed else []
    more, attributes = clicks.cell(player.who, cell) if clicks is not None else ((), "")
    names += more
    cls = f' class="{" ".join(names)}"' if names else ""
    tip = f' title="{escape(player.tips[cell])}"' if cell in player.tips and "title=" not in attributes else ""
    return f"<td{cls}{tip}{attributes}>{''.join(_symbol(mark, lang) for mark in marks)}</td>"


def _symbol(mark: Mark, lang: str) -> str:
    names = ["rk-sym"] + (["rk-leg"] if mark.symbol == "leg" else [])
    names += {
        "covered": ["rk-covered"],
        "held": ["rk-held"],
        "key": [f"rk-m{mark.slot}" if mark.slot else "rk-held"],
    }.get(mark.use, [])
    names += ["rk-counted"] if mark.counted else []
    return f'<span class="{" ".join(names)}">{escape(view_words().text(f"symbol.{mark.symbol}", lang, {}))}</span>'


def _legend(player: PlayerSheet, lang: str) -> str:
    """Explain the kinds of symbols there are, once anything is declared or cancelled."""
    marks = [m for found in player.cells.values() for m in found]
    kinds = {m.use for m in marks}
    if not kinds - {"loose"} and not any(m.counted for m in marks):
        return ""
    items = []
    for use, mark in (
        ("key", Mark("fist", "key", 1)),
        ("held", Mark("fist", "held")),
        ("covered", Mark("fist", "covered")),
    ):
        if use in kinds:
            items.append(f"<span>{_symbol(mark, lang)} {escape(view_words().text(f'legend.{use}', lang, {}))}</span>")
    if any(m.counted for m in marks):
        mark = Mark("fist", "loose", 0, True)
        items.append(f"<span>{_symbol(mark, lang)} {escape(view_words().text('legend.counted', lang, {}))}</span>")
    if "loose" in kinds:
        mark = Mark("fist", "loose")
        items.append(f"<span>{_symbol(mark, lang)} {escape(view_words().text('legend.loose', lang, {}))}</span>")
    return f'<div class="rk-legend">{"".join(items)}</div>'


# -- chips and cards --------------------------------------------------------------------------------


def _card(id: str, svg: str, says: str) -> str:
    """Return a drawn card as an image: it survives notebooks that are not trusted."""
    data, alt = _embedded(svg)
    return f'<img src="{data}" alt="{alt}" title="{escape(says)}" style="height:{CARD_HEIGHT}px;width:auto">'


@lru_cache(maxsize=256)
def _embedded(svg: str) -> tuple[str, str]:
    alt = svg.split('aria-label="', 1)[1].split('"', 1)[0]
    return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode(), alt


_Cards = Callable[[str], tuple[tuple[str, ...], str]]


def _groups(groups: Iterable[Group], cards: _Cards | None = None) -> str:
    rows = []
    for group in groups:
        chips = " ".join(_chip(chip, cards) for chip in group.chips)
        mark = " rk-changed" if group.delta else ""
        rows.append(f'<dt>{escape(group.label)}</dt><dd class="rk-chips{mark}">{chips} {_delta(group.delta)}</dd>')
    return f'<dl class="rk-groups">{"".join(rows)}</dl>' if rows else ""


def _chip(chip: Chip, cards: _Cards | None = None) -> str:
    names = "rk-chip" + (f" rk-m{chip.slot}" if chip.slot else "") + (" rk-gone" if chip.gone else "")
    names += (" rk-changed" if chip.delta else "") + (" rk-faint" if chip.faint else "")
    tip = f' title="{escape(chip.tip)}"'
    if chip.card and cards is not None:
        more, attributes = cards(chip.card)
        names, tip = " ".join((names, *more)), attributes
    return f'<span class="{names}"{tip}><span>{escape(chip.text)}</span>{_delta(chip.delta)}</span>'


def _changed(chip: Chip) -> str:
    return ' class="rk-changed"' if chip.delta else ""


def _delta(text: str) -> str:
    return f'<strong class="rk-delta">{escape(text)}</strong>' if text else ""
