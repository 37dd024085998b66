"""What a game adds to the explorer: panels of its own, found by the id of the game.

The explorer knows no game.  A game that has more to show than fields, actions and traces has a module
`rulekit.ui.panels.<id>` with a tuple `PANELS`; every other game is shown by the common parts alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, Protocol

import ipywidgets as ipw

from rulekit.ui.parts import Host

__all__ = ["Panel", "PanelEntry", "Table", "panels_of"]


class Panel(Protocol):
    """One panel: built once, drawn whenever something changed, never rebuilt."""

    box: ipw.Widget

    def draw(self) -> None:
        """Bring everything shown up to date."""

    def reset(self) -> None:
        """Forget what was chosen, after the set-up was replaced."""


class Table(Panel, Protocol):
    """A panel in which the drawn position itself is clicked: `box` stands above it."""

    def html(self) -> str:
        """Return the position as an HTML fragment in place of the common one."""


class PanelEntry(NamedTuple):
    """How a panel is made: a short name, its heading, whether it is open at first, the panel for a host.

    A panel called `table` goes with the drawn position and has no heading of its own.
    """

    name: str
    title: Callable[[str], str]
    make: Callable[[Host], Panel]
    opened: bool = True


@cache
def panels_of(game: str) -> tuple[PanelEntry, ...]:
    """Return the panels of a game in the order in which they are shown; none for most games."""
    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return ()
    panels: tuple[PanelEntry, ...] = import_module(name).PANELS
    return panels
