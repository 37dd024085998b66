"""What somebody may put before the program: files that are none, names and texts that steer a terminal."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

__all__ = ["HOSTILE", "HOSTILE_KEY", "HOSTILE_NAME", "ODD", "lock", "make_odd"]

#: Clears the screen, renames the window, rings, goes back, ends text, steers by one letter, turns the direction,
#: breaks the line where no line ends, is half a character.
HOSTILE = (
    "\x1b[2J\x1b]0;owned\x07\x08\x00\x7f\x9b31m\x9d0;x\x9c\r\x85\u202e\u2066\u2028\u2029\u200b\ufeff\U000e0041\ud800"
)
HOSTILE_NAME = HOSTILE.replace("\x00", "").replace("\ud800", "") + "\n"
HOSTILE_KEY = HOSTILE.replace("\ud800", "") + "\n✓"

#: Files that are none by name, and what is said of each in English.
ODD = {
    "broken-link.yaml": "this link points to does not exist",
    "circle.yaml": "leads back to itself",
    "pipe.yaml": "a pipe or a device",
    "device.yml": "a pipe or a device",
}


def make_odd(folder: Path) -> None:
    """Put the odd files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "broken-link.yaml").symlink_to("nowhere.yaml")
    (folder / "circle.yaml").symlink_to("circle.yaml")
    os.mkfifo(folder / "pipe.yaml")
    (folder / "device.yml").symlink_to("/dev/zero")


def lock(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let no folder of a name be looked into, as if it had another owner; whoever runs tests may own everything."""

    def refusing(look: Any) -> Any:
        def refused(path: Any = ".") -> Any:
            if os.path.basename(os.fspath(path)) == name:
                raise PermissionError(13, "Permission denied", os.fspath(path))
            return look(path)

        return refused

    for function in ("scandir", "listdir"):
        monkeypatch.setattr(os, function, refusing(getattr(os, function)))
