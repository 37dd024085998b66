"""The command line: `rulekit --help` lists the commands."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command line and leave with its exit code: 0 done, 1 a check failed, 2 wrong use or a bad file."""
    from rulekit.cli.app import app

    app()
