"""The command line run in this process: what it says, how it ends, how wide it is, who had the keyboard."""

from __future__ import annotations

import re

from rich.cells import cell_len
from typer.testing import CliRunner, Result

from rulekit.cli.app import app

__all__ = ["letters", "run", "screens", "told", "widest"]


def run(*args: object, keys: str | None = None, code: int = 0, columns: int | None = None) -> Result:
    """Run the command line in a terminal so wide; demand an exit code and no exception."""
    env = {} if columns is None else {"COLUMNS": str(columns)}
    result = CliRunner().invoke(app, [str(a) for a in args], input=keys, env=env)
    assert result.exit_code == code, (result.output, result.stderr, result.exception)
    assert isinstance(result.exception, SystemExit | None) and "Traceback" not in result.output + result.stderr
    return result


def told(*args: object, keys: str | None = None) -> str:
    """Return everything that the command line says, however it ends; an exception is no end."""
    result = CliRunner().invoke(app, [str(a) for a in args], input=keys)
    assert isinstance(result.exception, SystemExit | None), (args, result.exception)
    return result.stdout + result.stderr


def letters(*args: object, columns: int) -> list[str]:
    """Return everything printed but blanks and lines, in order of the alphabet: the same in every terminal."""
    return sorted(re.sub(r"[\s│├└─]", "", run(*args, columns=columns).output))


def widest(shown: str) -> int:
    """Return how many columns the widest line takes, without what was typed."""
    return max(cell_len(line.split("> ")[-1].rstrip()) for line in shown.splitlines())


def screens(shown: str) -> list[tuple[str, str]]:
    """Return who had the keyboard and what the screen said, turn by turn."""
    parts = re.split(r"把键盘和屏幕交给 ([AB])", shown)
    return list(zip(parts[1::2], parts[2::2], strict=True))
