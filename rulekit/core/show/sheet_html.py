"""A sheet as HTML for inside the root element of `rulekit.drawing.theme`: the frame, life bars, groups of chips."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from rulekit.core.catalogue import common_catalogue
from rulekit.core.show.sheet import Chip, Group, P, PlayerSheet, Sheet
from rulekit.core.show.view import Things

__all__ = [
    "badge_html",
    "bar_end",
    "changed_class",
    "chip_html",
    "delta_html",
    "groups_html",
    "looks",
    "player_html",
    "sheet_html",
]

LONG_NUMBER = 9  # digits


def looks(chip: Chip, things: Things | None) -> tuple[tuple[str, ...], str]:
    """Return the classes a thing gets besides its own, and its attributes: its tip, and what `things` add."""
    if things is None or not chip.thing:
        return (), f' title="{escape(chip.tip)}"'
    return things(chip.thing, chip.text, chip.tip)


def sheet_html(sheet: Sheet[P], player: Callable[[P], str], *, lean: bool = False, things: Things | None = None) -> str:
    """Return a sheet as HTML, each player as `player` draws one; `lean` as in `groups_html`, for the table."""
    title, *rest = sheet.headline
    head = [f'<span class="rk-title">{escape(title.text)}</span>']
    for chip in rest:
        more, attributes = looks(chip, things) if things is not None and chip.thing else ((), "")
        names = " ".join((*(("rk-changed",) if chip.delta else ()), *more))
        cls = f' class="{names}"' if names else ""
        head.append(f"<span{cls}{attributes}>{escape(chip.text)}{delta_html(chip)}</span>")
    out = [
        f'<div class="rk-pos"><div class="rk-line">{" ".join(head)}</div>',
        f'<div class="rk-players">{"".join(map(player, sheet.players))}</div>',
        groups_html(sheet.groups, lean=lean, things=things),
    ]
    if sheet.question:
        out.append(f'<p class="rk-ask">{escape(sheet.question)}</p>')
    if sheet.result:
        out.append(f'<p class="rk-result">{escape(sheet.result)}</p>')
    return "".join([*out, "</div>"])


def player_html(
    player: PlayerSheet,
    lang: str,
    *,
    life: str,
    top: int,
    badges: str = "",
    body: str = "",
    things: Things | None = None,
) -> str:
    """Return a player: the name with HTML of badges, life under the name `life` with its bar, HTML of the rest.

    The bar is full at `top`; see `bar_end`.
    """
    chip = player.life
    long = " rk-long" if len(chip.text) > LONG_NUMBER else ""
    width = max(0, min(100, int(chip.text) * 100 // top))
    name = common_catalogue().text("sheet.player", lang, {"who": player.who})
    seat = things((player.who,), name) if things is not None else ((), "")
    more, attributes = looks(chip, things)
    return (
        f'<section class="rk-player{" rk-on" if player.on else ""}" aria-label="{escape(name)}">'
        '<div class="rk-line" role="heading" aria-level="4">'
        f'<span><span class="{" ".join(("rk-name", *seat[0]))}"{seat[1]}>{escape(player.who)}</span>{badges}</span>'
        "</div>"
        f'<p class="{" ".join((f"rk-life{changed_class(chip)}", *more))}"{attributes}>'
        f'<span class="rk-soft">{escape(life)}</span> '
        f'<span class="rk-hp{long}">{escape(chip.text)}</span>{delta_html(chip)}</p>'
        f'<div class="rk-bar" aria-hidden="true"><i style="width:{width}%"></i></div>'
        f"{body}</section>"
    )


def bar_end(sheet: Sheet[P], least: int) -> int:
    """Return the life at which bars are full: the most anybody has, `least` at least."""
    return max(least, *(int(player.life.text) for player in sheet.players))


def badge_html(text: str, tone: str = "") -> str:
    """Return a badge to stand behind a player's name, "" for no text; `tone` is one more class of the theme."""
    classes = f"rk-badge {tone}" if tone else "rk-badge"
    return f' <span class="{classes}">{escape(text)}</span>' if text else ""


def groups_html(groups: Iterable[Group], *, lean: bool = False, things: Things | None = None) -> str:
    """Return groups of chips as a list, "" for none; `lean` leaves out groups that say nothing new."""
    rows = []
    for group in groups:
        if not (group.chips or group.delta) or (lean and _says_nothing_new(group)):
            continue
        joint = '<span class="rk-soft" aria-hidden="true">→</span>' if group.ordered else ""
        chips = (f" {joint} " if joint else " ").join(chip_html(chip, group.tone, things) for chip in group.chips)
        rows.append(
            f'<dt>{escape(group.label)}</dt><dd class="rk-chips{changed_class(group)}">{chips}{delta_html(group)}</dd>'
        )
    return f'<dl class="rk-groups">{"".join(rows)}</dl>' if rows else ""


def _says_nothing_new(group: Group) -> bool:
    return not group.delta and all(chip.faint and not chip.delta for chip in group.chips)


def chip_html(chip: Chip, tone: str = "", things: Things | None = None) -> str:
    """Return a chip, in the tone of its group unless it is faint."""
    names = "rk-chip" + "".join(f" rk-{name}" for name in ("" if chip.faint else tone, chip.tone) if name)
    names += (" rk-gone" if chip.gone else "") + changed_class(chip) + (" rk-faint" if chip.faint else "")
    more, attributes = looks(chip, things)
    whole = things is None or "data-thing" in attributes  # a button holds no buttons
    text = escape(chip.text) if whole or things is None else _with_parts(chip, things)
    return f'<span class="{" ".join((names, *more))}"{attributes}><span>{text}</span>{delta_html(chip)}</span>'


def _with_parts(chip: Chip, things: Things) -> str:
    """Return the text of a chip with its parts marked; they stand at its end."""
    made, end = "", len(chip.text)
    for part in reversed(chip.parts):
        at = chip.text.rfind(part.text, 0, end)
        names, attributes = things(part.thing, part.text, part.tip)
        cls = f' class="{" ".join(names)}"' if names else ""
        made = f"<span{cls}{attributes}>{escape(part.text)}</span>{escape(chip.text[at + len(part.text) : end])}{made}"
        end = at
    return escape(chip.text[:end]) + made


def changed_class(shown: Chip | Group) -> str:
    """Return the class of what changed, with a space before it."""
    return " rk-changed" if shown.delta else ""


def delta_html(shown: Chip | Group) -> str:
    """Return what changed in a chip or a group with a space before it, "" for nothing."""
    return f' <strong class="rk-delta">{escape(shown.delta)}</strong>' if shown.delta else ""
