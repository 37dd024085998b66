"""What a shown position is made of: chips, a fact each, and groups of chips; worded but not yet drawn."""

from __future__ import annotations

from dataclasses import dataclass

from rulekit.core.record import Path

__all__ = ["Chip", "Group"]


@dataclass(frozen=True, slots=True)
class Chip:
    """One fact: its text, the clause text behind it, what changed (`3→5`), and how it is drawn.

    `gone` facts are true no longer, `faint` ones say nothing new; `tone` is a class of the style sheet, without
    its `rk-`; `thing` is the place in the state it stands for, by which a reader may click it, `parts` are pieces at
    the end of its text, in their order, that stand for places of their own.
    """

    text: str
    tip: str = ""
    delta: str = ""
    gone: bool = False
    faint: bool = False
    tone: str = ""
    thing: Path = ()
    parts: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Chips of one kind in order; `ordered` ones resolve first to last, `tone` is that of all but the faint."""

    key: str
    label: str
    chips: tuple[Chip, ...]
    delta: str = ""
    ordered: bool = False
    tone: str = ""
