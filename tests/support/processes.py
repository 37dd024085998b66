"""Programs in processes of their own, with the rulekit of this checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from tests.support import ROOT

__all__ = ["RULEKIT", "loaded_by", "program", "python", "shell", "surroundings", "under_hash_seeds"]

#: How a shell starts the command line.
RULEKIT = f"{sys.executable} -m rulekit"


def surroundings(**env: str) -> dict[str, str]:
    """Return the environment of a process, in which `rulekit` is the one of this checkout."""
    found = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": found, "PYTHONIOENCODING": "utf-8", **env}


def _run(command: list[str], keys: Any, encoding: str | None, env: dict[str, str]) -> subprocess.CompletedProcess[Any]:
    return subprocess.run(
        command, input=keys, capture_output=True, encoding=encoding, env=surroundings(**env), check=False
    )


def program(*args: object, keys: Any = None, encoding: str | None = "utf-8", **env: str) -> Any:
    """Run the command line; with `encoding` None it is read and written as bytes."""
    keys = (b"" if encoding is None else "") if keys is None else keys
    return _run([sys.executable, "-m", "rulekit", *map(str, args)], keys, encoding, env)


def shell(line: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a line of a shell."""
    return _run(["sh", "-c", line], "", "utf-8", env)


def python(code: str, *args: object, **env: str) -> str:
    """Run a piece of Python and return what it prints; it must not fail."""
    done = _run([sys.executable, "-c", code, *map(str, args)], "", "utf-8", env)
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


def under_hash_seeds(code: str, seeds: tuple[int, ...] = (1, 2)) -> set[str]:
    """Return what a piece of Python prints where sets are in another order."""
    return {python(code, PYTHONHASHSEED=str(seed)) for seed in seeds}


def loaded_by(code: str) -> set[str]:
    """Return the modules that a piece of Python loads."""
    return set(python(f"{code}\nimport sys; print(*sorted(sys.modules))").splitlines()[-1].split())
