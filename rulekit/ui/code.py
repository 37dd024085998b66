"""A session as Python code that anybody can paste and run."""

from __future__ import annotations

from pprint import pformat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulekit.ui.session import Session

__all__ = ["python_code"]


def python_code(session: Session) -> str:
    """Return code that sets up the position of `session`, plays its actions and shows the last trace."""
    game = session.game
    given = pformat(session.minimal_given(), sort_dicts=False, width=88)
    check = "" if session.allow_impossible else ".check()"
    lines = [
        "from rulekit import Action, Position, load_game",
        "from rulekit.core.codec import from_json",
        "",
        f"game = load_game({game.id!r})",
        f"given = {given}",
        f"rulings = game.defaults.replace({dict(session.rulings)!r})",
        "state = from_json(game.State, game.complete(given, rulings))",
        f"position = Position(game, state, rulings){check}",
    ]
    if session.line:
        lines.append("for action in [")
        lines += [f"    Action({a.who!r}, {a.verb!r}, {a.args!r})," for a in session.actions]
        lines += ["]:", "    position, trace = position.play_traced(action)", "trace"]
    else:
        lines.append("position")
    return "\n".join(lines) + "\n"
