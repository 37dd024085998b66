"""A title and the case it was given to, so that it can be told when the title no longer fits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulekit.core.action import Action
from rulekit.core.given import state_of

if TYPE_CHECKING:
    from rulekit.ui.line import PlayedLine

__all__ = ["Caption"]


@dataclass(frozen=True, slots=True)
class Caption:
    """A title, by language, with set-up, rulings and actions of what it speaks of."""

    title: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()

    def strays(self, line: PlayedLine, asked: tuple[Action, ...]) -> tuple[str, ...]:
        """Return what of a line, in which `asked` were to be played, is other than the title says.

        These are `rulings`, `given` and `actions`; further actions than those it speaks of are none.
        """
        if not self.title:
            return ()
        game = line.game
        rulings = game.defaults.replace(self.rulings)
        # a set-up may leave out what its rulings imply, so that only states can be compared
        same = self.given == line.given or state_of(game, self.given, rulings.choices) == line.start.state
        found = {
            "rulings": rulings.changed != line.rulings,
            "given": not same,
            "actions": asked[: len(self.actions)] != self.actions,
        }
        return tuple(what for what, is_other in found.items() if is_other)
