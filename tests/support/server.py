"""Servers of notebooks: a port of their own, questions to them, waiting until they answer."""

from __future__ import annotations

import json
import socket
import time
import urllib.request
from typing import Any

__all__ = ["TOKEN", "WAIT", "asked", "free_port", "waited"]

TOKEN = "0123456789abcdef"
WAIT = 120.0  # seconds; the machine may be busy
_PAUSE = 0.1


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def asked(port: int, path: str, body: Any = None) -> Any:
    """Return what a server started with the token answers."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, {"Authorization": f"token {TOKEN}"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def waited(test: Any) -> Any:
    """Return what a test returns as soon as it is something."""
    deadline = time.monotonic() + WAIT
    while time.monotonic() < deadline:
        try:
            if found := test():
                return found
        except OSError:
            pass
        time.sleep(_PAUSE)
    raise AssertionError("it took too long")
