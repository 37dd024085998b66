"""Messages of the page that come in several threads at once, as from a kernel with subshells."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import pytest

from rulekit.ui.explorer import Explorer, lab

WAIT = 10.0  # seconds; nothing here takes as long


def receive(widget: Any, **data: Any) -> None:
    """Receive a message of the page as a kernel does."""
    widget.comm.handle_msg({"content": {"data": data}, "buffers": []})


def change(widget: Any, value: Any) -> None:
    """Receive what the page sends when a reader changes a control."""
    receive(widget, method="update", state={"value": value}, buffer_paths=[])


@pytest.fixture
def explorer() -> Explorer:
    given = {"turn": "A", "step": "act", "A": {"cost": 5, "digit": 3}, "B": {"hp": 10}}
    return lab("tangwu", given=given, play=["寒风"])


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return what lets a second message come in another thread while the first is still being drawn."""

    def both(first: Callable[[], None], second: Callable[[], None]) -> None:
        drawing, go_on = Event(), Event()
        draw = Explorer._draw_viewer

        def stop_once(self: Explorer) -> None:
            if not drawing.is_set():
                drawing.set()
                assert go_on.wait(WAIT)
            draw(self)

        monkeypatch.setattr(Explorer, "_draw_viewer", stop_once)
        threads = [Thread(target=first), Thread(target=second)]
        threads[0].start()
        assert drawing.wait(WAIT)
        threads[1].start()
        threads[1].join(0.2)
        go_on.set()
        for thread in threads:
            thread.join(WAIT)
            assert not thread.is_alive()

    return both


def test_a_number_typed_while_a_tick_is_drawn_is_kept(explorer: Explorer, meanwhile: Callable[..., None]) -> None:
    fields = explorer.editor.fields
    tick, text = fields[("B", "无敌")].check, fields[("B", "hp")].text
    meanwhile(lambda: change(tick, True), lambda: change(text, "7"))
    assert explorer.session.given["B"] == {"hp": 7, "无敌": True}
    assert text is not None and text.value == "7"


def test_a_click_while_a_number_is_drawn_is_kept(explorer: Explorer, meanwhile: Callable[..., None]) -> None:
    text, bridge = explorer.editor.fields[("B", "hp")].text, explorer.bridge
    pick = {"type": "pick", "id": 0}
    meanwhile(lambda: change(text, "7"), lambda: receive(bridge, method="custom", content=pick))
    assert explorer.session.at == 0
