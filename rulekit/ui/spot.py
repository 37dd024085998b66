"""A place of the lab: what is done there is answered there, besides in the status line, which may be out of sight."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from rulekit.core.record import Path
from rulekit.ui.bridge import Bridge
from rulekit.ui.parts import Host, Kit, show
from rulekit.ui.session import Session

if TYPE_CHECKING:
    from rulekit.core.scenario import Scenario

__all__ = ["Spot"]


class Lab(Host, Protocol):
    """The explorer as its spots need it."""

    spot: Spot | None  # where the last change was made

    def act(self, change: Callable[[], object], done: str = "", *, spot: Spot | None = None) -> None:
        """Run a change, and say what came of it at the spot too."""

    def walk(self, kind: str, *, spot: Spot | None = None) -> None:
        """Go before the first step of a kind and play on from there by itself."""


class Spot:
    """The explorer as one of its parts sees it; `reply` is where that part is answered."""

    def __init__(self, explorer: Lab) -> None:
        self.explorer = explorer
        self.session: Session = explorer.session
        self.kit: Kit = explorer.kit
        self.bridge: Bridge = explorer.bridge
        self.reply = explorer.kit.note("rk-reply")
        show(self.reply, False)

    @property
    def panels(self) -> Mapping[str, Any]:
        """The game's own panels by their names."""
        return self.explorer.panels

    @property
    def said(self) -> str:
        """What the last change had to say, as HTML, where it was made here; else empty."""
        return self.explorer.said if self.explorer.spot is self else ""

    def act(self, change: Callable[[], object], done: str = "") -> None:
        """Run a change of the session; see `Explorer.act`."""
        self.explorer.act(change, done, spot=self)

    def t(self, key: str, **params: Any) -> str:
        """Return a sentence of the lab in the session's language."""
        return self.explorer.t(key, **params)

    def replace(self, source: str | Scenario) -> None:
        """Load a scenario or its file in place of what is shown."""
        self.explorer.replace(source)

    def open(self, path: Path) -> None:
        """Open the editor at a field of the set-up."""
        self.explorer.open(path)

    def walk(self, kind: str) -> None:
        """Go before the first step of a kind and play on from there by itself."""
        self.explorer.walk(kind, spot=self)

    def draw(self) -> None:
        """Show the answer, if there is one."""
        self.reply.value = self.said
        show(self.reply, bool(self.said))
