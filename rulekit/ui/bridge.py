"""The bridge from clicks and keys in drawings to Python; what it adds, slider and list can do too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, ClassVar

import anywidget
from traitlets import Dict

from rulekit.core.catalogue import LANGUAGES
from rulekit.ui.lock import in_turn
from rulekit.ui.words import ui_text

__all__ = ["Bridge"]


class Bridge(anywidget.AnyWidget):
    """An invisible widget inside a lab; calls the handler of a message's `type` with the message.

    An element with `data-act` and `data-value` that is clicked calls what listens to the act with the value.
    `sources` names by CSS class the code (module:class) that draws a part; the page has it as `data-source`.
    """

    _esm = files(__package__).joinpath("bridge.js").read_text("utf-8")
    lost = Dict().tag(sync=True)  # what the page says, by language, when the kernel does not answer
    sources = Dict().tag(sync=True)
    common: ClassVar[list[Bridge]] = []

    def __init__(self, handlers: Mapping[str, Callable[[Mapping[str, Any]], None]]) -> None:
        super().__init__(lost={lang: ui_text("lost", lang) for lang in LANGUAGES})
        self._on = {"act": self._act, "ping": lambda _message: self.send({"type": "pong"}), **handlers}
        self._acts: dict[str, Callable[[str], None]] = {}
        self.on_msg(self._receive)
        in_turn(self)

    @classmethod
    def shared(cls) -> Bridge:
        """Return the one of all views in which nothing drawn is clicked; it is never closed with a view."""
        if not cls.common or cls.common[0].comm is None:
            cls.common[:] = [cls({})]
        return cls.common[0]

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

    def show(self, selector: str) -> None:
        """Bring a part of the lab into sight, once it is drawn."""
        self.send({"type": "show", "selector": selector})

    def copy(self, text: str) -> None:
        """Put text on the reader's clipboard where the front end allows it."""
        self.send({"type": "copy", "text": text})
