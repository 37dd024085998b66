"""How a position of 唐五 looks: both players with their two hands drawn, statuses as chips; pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import cast

from rulekit.core.position import Position
from rulekit.core.record import Change
from rulekit.core.show.sheet import Chip
from rulekit.core.show.sheet_html import (
    badge_html,
    bar_end,
    changed_class,
    delta_html,
    groups_html,
    looks,
    player_html,
    sheet_html,
)
from rulekit.core.show.sheet_text import group_lines, sheet_text
from rulekit.core.show.view import Things
from rulekit.drawing.picture import image_html, label_of
from rulekit.games.tangwu.gestures import Hand, TenStyle, gesture_svg
from rulekit.games.tangwu.limits import SECOND_HP
from rulekit.games.tangwu.sheet import TangwuPlayer, make_sheet, view_words

__all__ = ["hand_html", "position_html", "position_text"]

HAND_SIZE = 76  # pixels


def position_text(position: Position, lang: str, *, plain: bool = False) -> str:
    """Return the position as text: the headline, a block for each player, the table, an open question."""

    def block(player: TangwuPlayer) -> Iterator[str]:
        numbers = {"hp": player.life.text, "cost": player.cost.text, "digit": player.digit.text}
        yield view_words().text("text.player", lang, {"who": player.who, **numbers})
        yield from group_lines(player.groups, lang)

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
    before and after.  With
    `lean` counters that say nothing yet are left out, with `plain` the options of an open decision; `things` mark
    hands, chips and all else.
    """
    sheet = make_sheet(position, lang, highlight, plain)
    ten = cast(TenStyle, position.rulings["TW-R1"])
    top = bar_end(sheet, SECOND_HP)
    return sheet_html(sheet, lambda player: _player(player, lang, ten, top, lean, things), lean=lean, things=things)


def _player(player: TangwuPlayer, lang: str, ten: TenStyle, top: int, lean: bool, things: Things | None) -> str:
    words = view_words()
    badges = [("", words.text("html.on_turn", lang, {}))] if player.on else []
    if player.controlled_by:
        badges.append(("rk-control", words.text("head.control", lang, {"who": player.controlled_by})))
    elif player.decides:
        badges.append(("", words.text("html.decides", lang, {})))
    hands = (
        _hand("cost", player.cost, "left", lang, ten, things),
        _hand("digit", player.digit, "right", lang, ten, things),
    )
    groups = groups_html(player.groups, lean=lean, things=things)
    return player_html(
        player,
        lang,
        life=words.text("text.hp", lang, {}),
        top=top,
        badges="".join(badge_html(text, tone) for tone, text in badges),
        body=f'<div class="rk-hands">{"".join(hands)}</div>{groups or _nothing(lang)}',
        things=things,
    )


def _nothing(lang: str) -> str:
    return f'<p class="rk-soft">{escape(view_words().text("group.none", lang, {}))}</p>'


def _hand(name: str, chip: Chip, side: str, lang: str, ten: TenStyle, things: Things | None) -> str:
    label = view_words().text(f"hand.{name}", lang, {})
    picture = hand_html(int(chip.text), side, lang, ten)
    number = f"<b>{escape(chip.text)}</b> <small>{escape(label)}</small>{delta_html(chip)}"
    body = f"{picture}<div>{number}</div>" if side == "left" else f"<div>{number}</div>{picture}"
    more, attributes = looks(replace(chip, text=f"{label} {chip.text}"), things)
    return f'<div class="{" ".join((f"rk-hand{changed_class(chip)}", *more))}"{attributes}>{body}</div>'


@lru_cache(maxsize=128)
def hand_html(value: int, hand: str, lang: str, ten: TenStyle, size: int = HAND_SIZE) -> str:
    """Return the drawn gesture as an `<img>`, or a note when no gesture shows this number.

    An image survives notebooks that are not trusted; an inline SVG would be taken out of them.
    """
    try:
        svg = gesture_svg(value, hand=cast(Hand, hand), lang=lang, ten=ten, size=size)
    except ValueError:  # only in an impossible position
        return f'<span class="rk-soft">{escape(view_words().text("hand.none", lang, {}))}</span>'
    return image_html(svg, f'title="{label_of(svg)}" width="{size}" height="{size}"')
