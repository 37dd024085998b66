"""The bridge from clicks and keys in drawings to Python; what it adds, slider and list can do too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

import anywidget

__all__ = ["Bridge"]


class Bridge(anywidget.AnyWidget):
    """An invisible widget inside a lab; calls the handler of a message's `type` with the message."""

    _esm = files(__package__).joinpath("bridge.js").read_text("utf-8")

    def __init__(self, handlers: Mapping[str, Callable[[Mapping[str, Any]], None]]) -> None:
        super().__init__()
        self._on = dict(handlers)
        self.on_msg(self._receive)

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        if isinstance(content, Mapping):
            handler = self._on.get(str(content.get("type")))
            if handler is not None:
                handler(content)

    def copy(self, text: str) -> None:
        """Put text on the reader's clipboard where the front end allows it."""
        self.send({"type": "copy", "text": text})
