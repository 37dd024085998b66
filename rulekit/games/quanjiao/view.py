"""How a position of 拳脚招式 looks: two action boards, hands and piles, held moves as cards; pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from rulekit.core.position import Position
from rulekit.core.record import Change
from rulekit.core.show.sheet_html import badge_html, bar_end, groups_html, player_html, sheet_html
from rulekit.core.show.sheet_text import group_lines, sheet_text
from rulekit.core.show.view import Things
from rulekit.drawing.picture import image_html
from rulekit.games.quanjiao.board import CELLS, LIMBS, parse_cell
from rulekit.games.quanjiao.drawing import drawing_words, match_svg, move_card_svg
from rulekit.games.quanjiao.limits import START_LIFE
from rulekit.games.quanjiao.sheet import Mark, QuanjiaoPlayer, make_sheet, view_words

__all__ = ["board_html", "match_svg", "move_card_svg", "position_html", "position_text"]

CARD_HEIGHT = 164  # pixels


def position_text(position: Position, lang: str, *, plain: bool = False) -> str:
    """Return the position as text: the headline, a block for each player, the table, an open question."""
    words = view_words()

    def block(player: QuanjiaoPlayer) -> Iterator[str]:
        badge = words.text("text.badge", lang, {"badge": player.badge}) if player.badge else ""
        yield words.text("text.player", lang, {"who": player.who, "life": player.life.text, "badge": badge})
        yield from group_lines(player.groups, lang)
        if player.total:
            yield player.total

    return sheet_text(make_sheet(position, lang, plain=plain), lang, block)


def position_html(
    position: Position,
    lang: str,
    *,
    highlight: Iterable[Change] = (),
    lean: bool = False,
    plain: bool = False,
    things: Things | None = None,
) -> str:
    """Return the position as an HTML fragment for inside the root element of `rulekit.drawing.theme`.

    `highlight` holds observed changes, e.g. those of one step: what they touched is marked with its value
    before and after.  With `lean`
    the cards of the moves and empty hands and piles are left out, with `plain` what the declarations deal; `things`
    mark cells, cards and all else.
    """
    sheet = make_sheet(position, lang, highlight, plain)
    top = bar_end(sheet, START_LIFE)
    return sheet_html(sheet, lambda player: _player(player, lang, top, lean, things), things=things)


def _player(player: QuanjiaoPlayer, lang: str, top: int, lean: bool, things: Things | None) -> str:
    hidden = {"board"} if things is None else {"board", "changed"}  # the grid shows it
    groups = [g for g in player.groups if g.key not in hidden or (g.key == "board" and _unseen(player))]
    cards = "".join(
        _card(move_card_svg(move, lang, text=False), dict(move.text).get(lang, ""))
        for move in (() if lean else player.moves)
    )
    body = (
        board_html(player, lang, things=things),
        f'<p class="rk-sum">{escape(player.total)}</p>' if player.total else "",
        groups_html(groups, lean=lean, things=things),
        f'<div class="rk-cards">{cards}</div>' if cards else "",
    )
    return player_html(
        player,
        lang,
        life=view_words().text("html.life", lang, {}),
        top=top,
        badges=badge_html(player.badge),
        body="".join(body),
        things=things,
    )


def _unseen(player: QuanjiaoPlayer) -> bool:
    """Tell whether the board holds what the grid cannot show: cells beyond it, things that are no cards."""
    if player.curtain:
        return False
    shown = {cell for cell in CELLS if (p := parse_cell(cell)) is not None and p.action <= player.columns}
    board = next((len(g.chips) for g in player.groups if g.key == "board"), 0)
    return board > 0 and (not player.cells or not set(player.cells) <= shown)


# -- boards -----------------------------------------------------------------------------------------


def board_html(player: QuanjiaoPlayer, lang: str, *, things: Things | None = None) -> str:
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
        name = short.text(f"limb.{limb}", lang, {})
        rows.append(f'<tr><th scope="row">{escape(name)}</th>')
        for n in range(1, player.columns + 1):
            place = f"{name} {words.text('column', lang, {'n': n})}"
            rows.append(_cell(player, f"{limb}{n}", place, lang, things))
        rows.append("</tr>")
    table = f'<table class="rk-board" aria-label="{escape(label)}">{"".join(rows)}</table>'
    return f'<div class="rk-scroll">{table}</div>{_legend(player, lang)}'


def _cell(player: QuanjiaoPlayer, cell: str, place: str, lang: str, things: Things | None) -> str:
    marks = player.cells.get(cell, ())
    names = ["rk-card-on"] if marks else []
    names += ["rk-behind"] if marks and player.behind else []
    names += ["rk-changed"] if cell in player.changed else []
    more: tuple[str, ...] = ()
    attributes = ""
    if things is not None:
        says = " ".join((place, *(view_words().text(f"symbol.{mark.symbol}", lang, {}) for mark in marks)))
        more, attributes = things((player.who, player.zone, cell), says, player.tips.get(cell, ""))
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


def _legend(player: QuanjiaoPlayer, lang: str) -> str:
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
    if "loose" in kinds and player.total:
        mark = Mark("fist", "loose")
        says = "legend.loose_card" if player.by_card else "legend.loose"
        items.append(f"<span>{_symbol(mark, lang)} {escape(view_words().text(says, lang, {}))}</span>")
    return f'<div class="rk-legend">{" ".join(items)}</div>'


def _card(svg: str, says: str) -> str:
    return image_html(svg, f'title="{escape(says)}" style="height:{CARD_HEIGHT}px;width:auto"')
