"""How a position of 生灵对决 looks: battlefields, cost zones and hands with their cards drawn; pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

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
from rulekit.core.show.view import Things
from rulekit.games.shengling.card_face import Look, back_html, card_html, mini_html, view_words
from rulekit.games.shengling.limits import MAX_HP
from rulekit.games.shengling.sheet import ShenglingPlayer, Slot, make_sheet
from rulekit.games.shengling.state import SLOTS

__all__ = ["position_html", "position_text"]

WIDTH = 60  # columns of a narrow terminal
INNER = WIDTH - 2  # the lines of a player are indented
DRAWN = ("fuel", "hand")  # groups that are drawn as cards


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
    things: Things | None = None,
) -> str:
    """Return the position as an HTML fragment for inside the root element of `rulekit.drawing.theme`.

    `highlight` holds observed changes, e.g. those of one step: what they touched is marked with its value
    before and after.  With `lean` empty hands
    and piles are left out, with `plain` how the duty to sacrifice stands; `things` mark slots, cards and all else.
    """
    sheet = make_sheet(position, lang, highlight, plain)
    top = bar_end(sheet, MAX_HP)
    return sheet_html(sheet, lambda player: _player(player, lang, top, lean, things), lean=lean, things=things)


def _player(player: ShenglingPlayer, lang: str, top: int, lean: bool, things: Things | None) -> str:
    groups = {group.key: group for group in player.groups}
    zones = [
        _zone(player, "fuel", player.fuel_title, player.fuel, groups.get("fuel"), lang, lean, things),
        _zone(player, "hand", player.hand_title, player.hand, groups.get("hand"), lang, lean, things),
    ]
    rest = groups_html([group for group in player.groups if group.key not in DRAWN], lean=lean, things=things)
    front = f'<div class="rk-front">{_field(player, lang, things)}{rest}</div>'
    body = f'{front}<div class="rk-zones">{"".join(zones)}</div>'
    return player_html(
        player,
        lang,
        life=view_words().text("html.hp", lang, {}),
        top=top,
        badges="".join(map(badge_html, player.badges)),
        body=f'<div class="rk-arena">{body}</div>',
        things=things,
    )


def _field(player: ShenglingPlayer, lang: str, things: Things | None) -> str:
    """Return the five battlefield slots, left to right (SL-2.6)."""
    label = view_words().text("zone.field", lang, {"who": player.who})
    slots = "".join(_slot(player.who, n, slot, lang, things) for n, slot in enumerate(player.slots, 1))
    return f'<div class="rk-battlefield" role="group" aria-label="{escape(label)}">{slots}</div>'


def _slot(who: str, n: int, slot: Slot, lang: str, things: Things | None) -> str:
    label = slot.place if slot.look is None else f"{slot.place} {slot.look.name}"
    more, attributes = things((who, SLOTS[n - 1]), label) if things is not None else ((), "")
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
    things: Things | None,
) -> str:
    shown = group if group is not None else Group(zone, title, ())
    if lean and not looks and not shown.delta:
        return ""
    cards = []
    for n, look in enumerate(looks, 1):
        if look is None:
            cards.append(back_html(lang, zone == "fuel" and n in player.spent))
        else:
            thing = (player.who, zone, n - 1)
            classes, attributes = things(thing, look.name, look.tip) if things is not None else ((), "")
            cards.append(mini_html(look, lang, power=zone == "hand", classes=classes, attributes=attributes))
    names, about = things((player.who, zone), title) if things is not None else ((), "")
    row = f'<div class="rk-minis">{"".join(cards)}</div>' if cards else ""
    return (
        f'<div class="rk-zone{changed_class(shown)}"><span class="{" ".join(("rk-soft", *names))}"{about}>'
        f"{escape(title)}</span>"
        f"{delta_html(shown)}{row}</div>"
    )
