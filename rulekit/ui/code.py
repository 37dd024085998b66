"""A session as Python code that anybody can paste and run."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulekit.ui.session import Session

__all__ = ["python_code"]


def python_code(session: Session) -> str:
    """Return code that sets up the position of `session` and plays its actions."""
    return session.played.to_python()
