"""Messages of the page, one at a time: a kernel may receive them in several threads at once."""

from __future__ import annotations

from threading import RLock
from typing import Any, TypeVar

import ipywidgets as ipw

__all__ = ["TURN", "in_turn"]

#: Held while a message is received, with all that is changed and drawn because of it.
TURN = RLock()

W = TypeVar("W", bound=ipw.Widget)


def in_turn(widget: W) -> W:
    """Let a widget receive its messages only while no other receives one, and return it.

    A kernel with subshells takes the first message of a widget in the main thread and later ones in another.
    Else a message that came while another was still being drawn would count as the drawing's own and be lost.
    """
    received = widget._handle_msg

    def receive(message: Any) -> None:
        with TURN:
            received(message)

    widget.comm.on_msg(receive)
    return widget
