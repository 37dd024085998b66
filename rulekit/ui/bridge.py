"""The bridge from clicks and keys in drawings to Python; what it adds, slider and list can do too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

import anywidget

from rulekit.ui.turn import in_turn

__all__ = ["Bridge"]


class Bridge(anywidget.AnyWidget):
    """An invisible widget inside a lab; calls the handler of a message's `type` with the message.

    An element with `data-act` and `data-value` that is clicked calls what listens to the act with the value.
    """

    _esm = files(__package__).joinpath("bridge.js").read_text("utf-8")

    def __init__(self, handlers: Mapping[str, Callable[[Mapping[str, Any]], None]]) -> None:
        super().__init__()
        self._on = {"act": self._act, **handlers}
        self._acts: dict[str, Callable[[str], None]] = {}
        self.on_msg(self._receive)
        in_turn(self)

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        if isinstance(content, Mapping):
            handler = self._on.get(str(content.get("type")))
            if handler is not None:
                handler(content)

    def listen(self, act: str, handler: Callable[[str], None]) -> None:
        """Call `handler` with the value of every element clicked that has this act."""
        self._acts[act] = handler

    def _act(self, message: Mapping[str, Any]) -> None:
        handler = self._acts.get(str(message.get("act")))
        if handler is not None:
            handler(str(message.get("value")))

    def copy(self, text: str) -> None:
        """Put text on the reader's clipboard where the front end allows it."""
        self.send({"type": "copy", "text": text})
