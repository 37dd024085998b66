"""How a position of 唐五 looks: both players with their two hands drawn, statuses as chips; pure functions."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import cast

from rulekit.core.position import Position
from rulekit.core.record import Change
from rulekit.games.tangwu.gestures import Hand, TenStyle, gesture_svg
from rulekit.games.tangwu.limits import SECOND_HP
from rulekit.games.tangwu.sheet import CLASSES, Chip, Group, PlayerSheet, make_sheet, view_words

__all__ = ["hand_html", "position_html", "position_text"]

HAND_SIZE = 76  # pixels
LONG_NUMBER = 9  # digits


def position_text(position: Position, lang: str, *, viewer: str | None = None) -> str:
    """Return the position as text: the headline, a block for each player, the table, an open question."""
    sheet = make_sheet(position, lang, viewer=viewer)

    def line(group: Group) -> str:
        shown = " → " if group.ordered else "  "
        chips = shown.join(chip.text for chip in group.chips)
        return "  " + view_words().text("text.group", lang, {"group": group.label, "chips": chips})

    lines = [" · ".join(chip.text for chip in sheet.headline)]
    for player in sheet.players:
        numbers = {name: getattr(player, name).text for name in ("hp", "cost", "digit")}
        lines.append(view_words().text("text.player", lang, {"who": player.who, **numbers}))
        lines += [line(group) for group in player.groups]
    lines += [line(group).removeprefix("  ") for group in sheet.groups if group.chips]
    lines += [text for text in (sheet.question, sheet.result) if text]
    return "\n".join(lines)


def position_html(
    position: Position,
    lang: str,
    *,
    highlight: Iterable[Change] = (),
    viewer: str | None = None,
    lean: bool = False,
) -> str:
    """Return the position as an HTML fragment for inside the root element of `rulekit.core.theme`.

    `highlight` holds observed changes, e.g. those of one step: what they touched is marked with its value
    before and after.  `viewer` sees no secret pick of the other player (TW-3.1.3).  With
    `lean` counters that say nothing yet are left out.
    """
    sheet = make_sheet(position, lang, highlight, viewer)
    ten = cast(TenStyle, position.rulings["TW-R1"])
    title, *rest = sheet.headline
    head = [f'<span class="rk-title">{escape(title.text)}</span>']
    head += [f"<span{_changed(chip)}>{escape(chip.text)} {_delta(chip.delta)}</span>" for chip in rest]
    out = [f'<div class="rk-pos"><div class="rk-line">{" ".join(head)}</div>']
    top = max(SECOND_HP, *(int(player.hp.text) for player in sheet.players))
    out.append('<div class="rk-players">')
    out += [_player(player, lang, ten, top, lean) for player in sheet.players]
    out.append(f"</div>{_groups(sheet.groups, lean)}")
    if sheet.question:
        out.append(f'<p class="rk-ask">{escape(sheet.question)}</p>')
    if sheet.result:
        out.append(f'<p class="rk-result">{escape(sheet.result)}</p>')
    return "".join([*out, "</div>"])


def _player(player: PlayerSheet, lang: str, ten: TenStyle, top: int, lean: bool) -> str:
    words = view_words()
    name = words.text("html.player", lang, {"who": player.who})
    badges = [("", words.text("html.on_turn", lang, {}))] if player.on_turn else []
    if player.controlled_by:
        badges.append(("rk-control", words.text("head.control", lang, {"who": player.controlled_by})))
    elif player.decides:
        badges.append(("", words.text("html.decides", lang, {})))
    marks = "".join(f' <span class="rk-badge {cls}">{escape(text)}</span>' for cls, text in badges)
    hp = player.hp
    long = " rk-long" if len(hp.text) > LONG_NUMBER else ""
    width = max(0, min(100, int(hp.text) * 100 // top))
    hp_label = words.text("text.hp", lang, {})
    hands = "".join(
        _hand(value, chip, side, lang, ten)
        for value, chip, side in (
            ("cost", player.cost, "left"),
            ("digit", player.digit, "right"),
        )
    )
    return (
        f'<section class="rk-player{" rk-on" if player.on_turn else ""}" aria-label="{escape(name)}">'
        f'<h4 class="rk-line"><span><span class="rk-name">{escape(player.who)}</span>{marks}</span></h4>'
        f'<p class="rk-life{" rk-changed" if hp.delta else ""}" title="{escape(hp.tip)}">'
        f'<span class="rk-soft">{escape(hp_label)}</span> '
        f'<span class="rk-hp{long}">{escape(hp.text)}</span> {_delta(hp.delta)}</p>'
        f'<div class="rk-bar" aria-hidden="true"><i style="width:{width}%"></i></div>'
        f'<div class="rk-hands">{hands}</div>{_groups(player.groups, lean) or _nothing(lang)}</section>'
    )


def _nothing(lang: str) -> str:
    return f'<p class="rk-soft">{escape(view_words().text("group.none", lang, {}))}</p>'


def _hand(name: str, chip: Chip, side: str, lang: str, ten: TenStyle) -> str:
    label = escape(view_words().text(f"hand.{name}", lang, {}))
    picture = hand_html(int(chip.text), side, lang, ten)
    number = f"<b>{escape(chip.text)}</b><small>{label}</small> {_delta(chip.delta)}"
    body = f"{picture}<div>{number}</div>" if side == "left" else f"<div>{number}</div>{picture}"
    return f'<div class="rk-hand{" rk-changed" if chip.delta else ""}" title="{escape(chip.tip)}">{body}</div>'


@lru_cache(maxsize=128)
def hand_html(value: int, hand: str, lang: str, ten: TenStyle, size: int = HAND_SIZE) -> str:
    """Return the drawn gesture as an `<img>`, or a note when no gesture shows this number.

    An image survives notebooks that are not trusted; an inline SVG would be taken out of them.
    """
    try:
        svg = gesture_svg(value, hand=cast(Hand, hand), lang=lang, ten=ten, size=size)
    except ValueError:  # only in an impossible position
        return f'<span class="rk-soft">{escape(view_words().text("hand.none", lang, {}))}</span>'
    label = svg.split('aria-label="', 1)[1].split('"', 1)[0]
    data = b64encode(svg.encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{label}" title="{label}" width="{size}" height="{size}">'


def _groups(groups: Iterable[Group], lean: bool) -> str:
    rows = []
    for group in groups:
        if not (group.chips or group.delta) or (lean and all(chip.faint for chip in group.chips) and not group.delta):
            continue
        cls = f" rk-{CLASSES[group.key]}" if group.key in CLASSES else ""
        joint = '<span class="rk-soft" aria-hidden="true">→</span>' if group.ordered else ""
        chips = f" {joint}".join(_chip(chip, cls) for chip in group.chips)
        mark = " rk-changed" if group.delta else ""
        rows.append(f'<dt>{escape(group.label)}</dt><dd class="rk-chips{mark}">{chips} {_delta(group.delta)}</dd>')
    return f'<dl class="rk-groups">{"".join(rows)}</dl>' if rows else ""


def _chip(chip: Chip, cls: str) -> str:
    names = "rk-chip" + ("" if chip.faint else cls) + (" rk-gone" if chip.gone else "")
    names += (" rk-changed" if chip.delta else "") + (" rk-faint" if chip.faint else "")
    names += " rk-pip" if chip.pip else ""
    return (
        f'<span class="{names}" title="{escape(chip.tip)}"><span>{escape(chip.text)}</span>{_delta(chip.delta)}</span>'
    )


def _changed(chip: Chip) -> str:
    return ' class="rk-changed"' if chip.delta else ""


def _delta(text: str) -> str:
    return f'<strong class="rk-delta">{escape(text)}</strong>' if text else ""
