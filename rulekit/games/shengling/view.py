"""How a position of 生灵对决 looks: battlefields, cost zones and hands with their cards drawn; pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Protocol

from rulekit.core.position import Position
from rulekit.core.record import Change
from rulekit.core.show.sheet import Chip, Group
from rulekit.core.show.sheet_html import (
    badge_html,
    bar_end,
    changed_class,
    delta_html,
    groups_html,
    player_html,
    sheet_html,
)
from rulekit.core.show.sheet_text import folded, group_lines, sheet_text
from rulekit.games.shengling.card_face import Look, back_html, card_html, mini_html, view_words
from rulekit.games.shengling.limits import MAX_HP
from rulekit.games.shengling.sheet import ShenglingPlayer, Slot, make_sheet

__all__ = ["Clicks", "position_html", "position_text"]

WIDTH = 60  # columns of a narrow terminal
INNER = WIDTH - 2  # the lines of a player are indented
DRAWN = ("fuel", "hand")  # groups that are drawn as cards


class Clicks(Protocol):
    """What a reader can click: the classes and, escaped, the attributes of a slot and of a small card."""

    def slot(self, who: str, slot: int) -> tuple[tuple[str, ...], str]:
        """Return what a battlefield slot of `who`, counted from 1, gets."""

    def card(self, who: str, zone: str, n: int) -> tuple[tuple[str, ...], str]:
        """Return what card `n`, counted from 1, of the zone `fuel` or `hand` of `who` gets."""


# -- text -------------------------------------------------------------------------------------------


def position_text(position: Position, lang: str, *, plain: bool = False) -> str:
    """Return the position as text for narrow terminals: headline, both players, the table, an open question."""
    words = view_words()

    def block(player: ShenglingPlayer) -> Iterator[str]:
        badges = "".join(words.text("text.badge", lang, {"badge": badge}) for badge in player.badges)
        numbers = {"who": player.who, "hp": player.life.text, "most": MAX_HP, "badges": badges}
        yield words.text("text.player", lang, numbers)
        yield from _field_lines(player, lang)
        yield from group_lines(player.groups, lang, INNER)

    return sheet_text(make_sheet(position, lang, plain=plain), lang, block, WIDTH)


def _field_lines(player: ShenglingPlayer, lang: str) -> Iterator[str]:
    words = view_words()
    for slot in player.slots:
        if slot.look is not None:
            name = words.text("text.creature", lang, {"place": slot.place, "card": slot.look.name})
            yield from folded([name, *_facts(slot.look, lang)], INNER)
    free = [slot.place for slot in player.slots if slot.look is None]
    if free:
        yield words.text("slot.free", lang, {"places": " ".join(free)})


def _facts(look: Look, lang: str) -> Iterator[str]:
    power = str(look.power)
    if look.parts:
        power = view_words().text("text.power", lang, {"power": look.power, "sum": look.parts})
    yield power
    yield from (chip.text for chip in (*look.tags, *look.states) if not chip.gone)


# -- HTML -------------------------------------------------------------------------------------------


def position_html(
    position: Position,
    lang: str,
    *,
    highlight: Iterable[Change] = (),
    lean: bool = False,
    plain: bool = False,
    clicks: Clicks | None = None,
) -> str:
    """Return the position as an HTML fragment for inside the root element of `rulekit.drawing.theme`.

    `highlight` holds observed changes, e.g. those of one step: what they touched is marked with its value
    before and after.  With `lean` empty hands
    and piles are left out, with `plain` how the duty to sacrifice stands; `clicks` makes slots and cards clickable.
    """
    sheet = make_sheet(position, lang, highlight, plain)
    top = bar_end(sheet, MAX_HP)
    return sheet_html(sheet, lambda player: _player(player, lang, top, lean, clicks), lean=lean)


def _player(player: ShenglingPlayer, lang: str, top: int, lean: bool, clicks: Clicks | None) -> str:
    groups = {group.key: group for group in player.groups}
    zones = [
        _zone(player, "fuel", player.fuel_title, player.fuel, groups.get("fuel"), lang, lean, clicks),
        _zone(player, "hand", player.hand_title, player.hand, groups.get("hand"), lang, lean, clicks),
    ]
    rest = groups_html([group for group in player.groups if group.key not in DRAWN], lean=lean)
    front = f'<div class="rk-front">{_field(player, lang, clicks)}{rest}</div>'
    body = f'{front}<div class="rk-zones">{"".join(zones)}</div>'
    return player_html(
        player,
        lang,
        life=view_words().text("html.hp", lang, {}),
        top=top,
        badges="".join(map(badge_html, player.badges)),
        body=f'<div class="rk-arena">{body}</div>',
    )


def _field(player: ShenglingPlayer, lang: str, clicks: Clicks | None) -> str:
    """Return the five battlefield slots, left to right (SL-2.6)."""
    label = view_words().text("zone.field", lang, {"who": player.who})
    slots = "".join(_slot(player.who, n, slot, lang, clicks) for n, slot in enumerate(player.slots, 1))
    return f'<div class="rk-battlefield" role="group" aria-label="{escape(label)}">{slots}</div>'


def _slot(who: str, n: int, slot: Slot, lang: str, clicks: Clicks | None) -> str:
    more, attributes = clicks.slot(who, n) if clicks is not None else ((), "")
    names = " ".join(("rk-slot", *(("rk-changed",) if slot.delta else ()), *more))
    head = f'<span class="rk-slotname">{escape(slot.place)}{delta_html(Chip("", delta=slot.delta))}</span>'
    if slot.look is not None:
        body = card_html(slot.look)
    elif slot.left:
        body = f'<span class="rk-noone rk-gone"><span>{escape(slot.left)}</span></span>'
    else:
        body = f'<span class="rk-noone">{escape(view_words().text("slot.empty", lang, {}))}</span>'
    return f'<div class="{names}"{attributes}>{head} {body}</div>'


def _zone(
    player: ShenglingPlayer,
    zone: str,
    title: str,
    looks: tuple[Look | None, ...],
    group: Group | None,
    lang: str,
    lean: bool,
    clicks: Clicks | None,
) -> str:
    shown = group if group is not None else Group(zone, title, ())
    if lean and not looks and not shown.delta:
        return ""
    cards = []
    for n, look in enumerate(looks, 1):
        classes, attributes = clicks.card(player.who, zone, n) if clicks is not None else ((), "")
        if look is None:
            cards.append(back_html(lang, zone == "fuel" and n in player.spent))
        else:
            cards.append(mini_html(look, lang, power=zone == "hand", classes=classes, attributes=attributes))
    row = f'<div class="rk-minis">{"".join(cards)}</div>' if cards else ""
    return (
        f'<div class="rk-zone{changed_class(shown)}"><span class="rk-soft">{escape(title)}</span>'
        f"{delta_html(shown)}{row}</div>"
    )
