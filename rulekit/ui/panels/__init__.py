"""What a game adds to the explorer: panels of its own, found by the id of the game.

The explorer knows no game.  A game that has more to show than fields, actions and traces has a module
`rulekit.ui.panels.<id>` with a tuple `PANELS`; every other game is shown by the common parts alone.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from rulekit.ui.panel import Panel

__all__ = ["panels_of"]


@cache
def panels_of(game: str) -> tuple[type[Panel], ...]:
    """Return the panels of a game in the order in which they are shown; none for most games."""
    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return ()
    panels: tuple[type[Panel], ...] = import_module(name).PANELS
    return panels
