"""One step of a run, as data: what happened or did not, under which clauses, and what it changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulekit.core.amount import Operation
from rulekit.core.record import Change
from rulekit.core.show.display import Display

__all__ = ["Step"]


@dataclass(frozen=True, slots=True, repr=False)
class Step(Display):
    """One step: what happened (or, with `happened` false, what did not) and the clauses that say so.

    `clauses` are those the resolver cites and those a number was derived under here, not in a cause of the step.
    `parent` is the id of the step that caused it; `because`, of one that did not happen, that of the step that
    prevented it, None where no single one did; `rulings` are those consulted; `derivations` tell for numeric
    parameters how the number came about.  One that was asked of a trace by number has in `words` what words it in a
    language.
    """

    id: int
    parent: int | None
    kind: str
    clauses: tuple[str, ...]
    who: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    rulings: Mapping[str, str] = field(default_factory=dict)
    derivations: Mapping[str, tuple[Operation, ...]] = field(default_factory=dict)
    happened: bool = True
    because: int | None = None
    words: Callable[[Step, str], str] | None = field(default=None, compare=False)

    def to_text(self, lang: str) -> str:
        """Return its number, sentence and clauses with what it changed; without a trace, what it is made of."""
        if self.words is not None:
            return self.words(self, lang)
        changes = [f"{'.'.join(map(str, c.path))} {c.before!r}→{c.after!r}" for c in self.changes]
        parts = [f"{self.id}", "" if self.happened else "✗", self.kind, self.who or ""]
        parts += [f"{name}={value!r}" for name, value in self.params.items()]
        return " ".join(part for part in [*parts, f"[{', '.join(self.clauses)}]", *changes] if part)
