"""A playthrough as Python code that anybody can paste and run."""

from __future__ import annotations

from pprint import pformat

from rulekit.core.action import Action, plain
from rulekit.core.errors import RulekitError
from rulekit.core.given import shortest_given
from rulekit.core.playthrough import Playthrough
from rulekit.core.position import Position
from rulekit.core.show.answers import written

__all__ = ["code"]

WIDTH = 100  # columns of a set-up that is broken into lines


def code(played: Playthrough) -> str:
    """Return the import, the set-up and the actions, a line each where they are short."""
    start = played.start
    given = pformat(shortest_given(start), sort_dicts=False, width=WIDTH, compact=True)
    options = [f", rulings={start.rulings.changed!r}"] if start.rulings.changed else []
    options += [", allow_impossible=True"] if start.problems() else []
    entries = [(before, e.action) for before, e in zip(played.positions, played.entries, strict=False) if not e.error]
    actions = ", ".join(_argument(before, action) for before, action in entries)
    lines = [
        "import rulekit as rk",
        f"game = rk.Playthrough(rk.setup({start.game.id!r}, {given}{''.join(options)}))",
        f"game.play({actions})" if actions else "game",
    ]
    return "\n".join(lines) + "\n"


def _argument(before: Position, action: Action) -> str:
    """Return an action as it is written; as a value where reading that would give another one."""
    text = written(before, action)
    try:
        same = plain(before.read(text)) == plain(action)
    except RulekitError:
        same = False
    return repr(text) if same else f"rk.Action({action.who!r}, {action.verb!r}, {action.args!r})"
