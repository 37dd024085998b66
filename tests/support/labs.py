"""Labs read and clicked."""

from __future__ import annotations

from typing import Any, TypeVar

import ipywidgets as ipw
from ipywidgets.widgets import widget as widget_module

from rulekit.ui.explorer import Explorer
from tests.support.hands import widgets

__all__ = ["HOSTILE", "click", "hidden", "html_of", "models", "offered", "panel"]

P = TypeVar("P")

HOSTILE = '<script>alert(1)</script><img src=x onerror="alert(2)">'


def models() -> int:
    """Return how many widgets there are in the kernel."""
    return len(widget_module._instances)


def click(lab: Explorer, act: str, value: str) -> None:
    """Do what the bridge does when an element with this act and value is clicked."""
    lab.bridge._receive(None, {"type": "act", "act": act, "value": value}, ())


def panel(lab: Explorer, name: str, kind: type[P]) -> P:
    """Return a panel of the game, which is of this class."""
    found: Any = lab.panels[name]
    assert isinstance(found, kind)
    return found


def offered(lab: Explorer) -> dict[str, ipw.Button]:
    """Return the buttons offered beside the drawn position, by what they say."""
    return {slot.button.description: slot.button for slot in lab.table.ways.slots if slot.action is not None}


def hidden(widget: Any) -> bool:
    """Tell whether a widget is not shown."""
    return "rk-hidden" in widget._dom_classes


def html_of(lab: Any) -> str:
    """Return all HTML that is shown below a frame, in any widget that reads HTML."""
    return "\n".join(w.value for w in widgets(lab.frame) if isinstance(w, ipw.HTML))
