"""Whatever a page can send to a lab: every control pressed, chosen and typed into, every mark of a drawing clicked."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import ipywidgets as ipw
from ipywidgets.widgets.widget_selection import _MultipleSelection, _Selection

from rulekit.ui.explorer import Explorer

__all__ = ["Deed", "clicks", "controls", "deeds", "widgets"]

Deed = tuple[str, Callable[[], None]]  # what a reader does, in words, and how
_MARK = re.compile(r"<[^<>]*\bdata-(?:act|thing|step|id|ruling)=[^<>]*>")
_DATA = re.compile(r'data-(act|thing|value|step|id|ruling)="([^"]*)"')


def widgets(root: ipw.Widget) -> Iterator[ipw.Widget]:
    """Yield every widget below one, and that one; layouts and styles are none."""
    yield root
    for child in getattr(root, "children", ()):
        yield from widgets(child)


def named(widget: ipw.Widget) -> str:
    """Return the classes of a widget."""
    return " ".join(getattr(widget, "_dom_classes", ()))


def controls(lab: Explorer) -> list[ipw.Widget]:
    """Return every widget of a lab that takes something from a reader."""
    return [w for w in widgets(lab.frame) if hasattr(w, "value") or isinstance(w, ipw.Button)]


def hidden(lab: Explorer) -> set[int]:
    """Return what the page does not show, or shows but lets nobody use."""
    found: set[int] = set()

    def walk(widget: ipw.Widget, away: bool) -> None:
        away = away or "rk-hidden" in named(widget).split()
        if away or getattr(widget, "disabled", False):
            found.add(id(widget))
        for child in getattr(widget, "children", ()):
            walk(child, away)

    walk(lab.frame, False)
    return found


class _Swallowed(logging.Handler):
    """Keeps the errors that ipywidgets only logs."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[BaseException] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self.found.append(record.exc_info[1])


def _send(widget: Any, **data: Any) -> Callable[[], None]:
    """Return what receives a message as a kernel does; it raises whatever was raised on the way."""

    def deed() -> None:
        if widget.comm is None:
            return  # closed meanwhile: nothing of it is left on the page
        ear = _Swallowed()
        widget.log.addHandler(ear)
        try:
            widget.comm.handle_msg({"content": {"data": data}, "buffers": []})
        finally:
            widget.log.removeHandler(ear)
        for error in ear.found:
            raise error

    return deed


def update(widget: Any, **state: Any) -> Callable[[], None]:
    """Return what sends a change of a control."""
    return _send(widget, method="update", state=state, buffer_paths=[])


def _choose(widget: Any, n: int) -> Callable[[], None]:
    """Return what chooses an entry of a menu, if there still are so many."""

    def deed() -> None:
        if n < len(widget._options_labels):
            update(widget, index=n)()

    return deed


def custom(widget: Any, **content: Any) -> Callable[[], None]:
    """Return what sends a message of a control, a press for instance."""
    return _send(widget, method="custom", content=content)


def _ends(numbers: Any) -> set[int]:
    return {numbers.min, numbers.max, min(numbers.max, numbers.min + 1), numbers.value}


def deeds(widget: ipw.Widget, *, texts: tuple[str, ...] = ("", "3", "F1 x", "；：\ud800\x00")) -> Iterator[Deed]:
    """Yield everything that can be done with one control."""
    name = f"{type(widget).__name__} {named(widget)}"
    if isinstance(widget, ipw.Button):
        yield f"press {name}", custom(widget, event="click")
    elif isinstance(widget, _Selection):
        for n, label in enumerate(widget._options_labels):
            yield f"choose {label!r} in {name}", _choose(widget, n)
        yield f"choose nothing in {name}", update(widget, index=None)
    elif isinstance(widget, ipw.ToggleButton | ipw.Checkbox):
        for value in (not widget.value, widget.value):
            yield f"set {name} {value}", update(widget, value=value)
    elif isinstance(widget, ipw.BoundedIntText | ipw.IntSlider | ipw.Play):
        for value in sorted(_ends(widget)):
            yield f"set {name} {value}", update(widget, value=value)
    elif isinstance(widget, ipw.Text | ipw.Textarea):
        for text in (*texts, widget.value):
            yield f"type {text!r} into {name}", update(widget, value=text)
    elif not isinstance(widget, ipw.HTML | ipw.Box):
        assert not isinstance(widget, _MultipleSelection) and not hasattr(widget, "value"), f"what is done with {name}?"


def clicks(lab: Explorer) -> dict[str, Callable[[], None]]:
    """Return every mark that can be clicked in what is drawn."""
    found: dict[str, Callable[[], None]] = {}
    away = hidden(lab)
    for widget in widgets(lab.frame):
        if isinstance(widget, ipw.HTML) and id(widget) not in away:
            for mark in _MARK.findall(widget.value):
                data = {key: unescape(value) for key, value in _DATA.findall(mark)}
                found[f"click {data}"] = _click(lab, data)
    return found


def _click(lab: Explorer, data: dict[str, str]) -> Callable[[], None]:
    """Return the message that the bridge sends for a mark; see `rulekit/ui/bridge.js`."""
    if "ruling" in data:
        return custom(lab.bridge, type="ruling", id=data["ruling"])
    if "thing" in data:
        return custom(lab.bridge, type="act", act="thing", value=data["thing"])
    if "act" in data:
        return custom(lab.bridge, type="act", act=data["act"], value=data["value"])
    return custom(lab.bridge, type="pick", id=int(data.get("step", data.get("id", ""))))
