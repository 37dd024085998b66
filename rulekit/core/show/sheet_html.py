"""Chips and groups of chips as HTML for inside the root element of `rulekit.drawing.theme`."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Protocol

from rulekit.core.record import Path
from rulekit.core.show.sheet import Chip, Group
from rulekit.core.things import thing_text

__all__ = [
    "Things",
    "badge_html",
    "changed_class",
    "chip_html",
    "delta_html",
    "groups_html",
    "marked",
    "tag_attributes",
]


class Things(Protocol):
    """What a drawing adds to a thing where things are marked; a static one has none (`marked`)."""

    def __call__(self, path: Path, label: str, tip: str = "") -> tuple[tuple[str, ...], str]:
        """Return classes and, escaped and with a space before each, attributes, `title` among them if any.

        `label` is what the thing is called, `tip` what is said of it besides.
        """


def marked(path: Path, label: str, tip: str = "") -> tuple[tuple[str, ...], str]:
    """Mark every thing with its path, and no more."""
    title = f' title="{escape(tip)}"' if tip else ""
    return (), f' data-thing="{escape(thing_text(path))}"{title}'


def tag_attributes(
    names: Iterable[str], tip: str | None = None, thing: Path = (), label: str = "", things: Things | None = None
) -> str:
    """Return the attributes of an element: its classes and its title, None for no title.

    One that stands for a thing, called `label`, has what `things` add where things are marked.
    """
    more: tuple[str, ...] = ()
    attributes = "" if tip is None else f' title="{escape(tip)}"'
    if things is not None and thing:
        more, attributes = things(thing, label, tip or "")
    classes = " ".join(filter(None, (*names, *more)))
    return f' class="{classes}"{attributes}' if classes else attributes


def badge_html(text: str, tone: str = "") -> str:
    """Return a badge to stand behind a player's name, "" for no text; `tone` is as that of a chip."""
    classes = f"rk-badge rk-{tone}" if tone else "rk-badge"
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
    attributes = tag_attributes([names], chip.tip, chip.thing, chip.text, things)
    whole = things is None or "data-thing" in attributes  # a button holds no buttons
    text = escape(chip.text) if whole or things is None else _with_parts(chip, things)
    return f"<span{attributes}><span>{text}</span>{delta_html(chip)}</span>"


def _with_parts(chip: Chip, things: Things) -> str:
    """Return the text of a chip with its parts marked; they stand at its end, and are called by what stands before."""
    starts: list[int] = []
    end = len(chip.text)
    for part in reversed(chip.parts):
        end = chip.text.rfind(part.text, 0, end)
        starts.insert(0, end)
    made, done = escape(chip.text[:end]), end
    for n, (part, at) in enumerate(zip(chip.parts, starts, strict=True), 1):
        name = f"{chip.text[:end]}{n}: {part.text}"
        attributes = tag_attributes((), part.tip, part.thing, name, things)
        made += f"{escape(chip.text[done:at])}<span{attributes}>{escape(part.text)}</span>"
        done = at + len(part.text)
    return made + escape(chip.text[done:])


def changed_class(shown: Chip | Group) -> str:
    """Return the class of what changed, with a space before it."""
    return " rk-changed" if shown.delta else ""


def delta_html(shown: Chip | Group) -> str:
    """Return what changed in a chip or a group with a space before it, "" for nothing."""
    return f' <strong class="rk-delta">{escape(shown.delta)}</strong>' if shown.delta else ""
