"""How a position looks without a view of its own game: every field with its name, group by group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.core.record import FieldSpec, Path, Record
from rulekit.core.show.sheet import Chip, Group
from rulekit.core.show.view import View as Frame

__all__ = ["View"]

HEADLINE = ("turn", "step", "result", "reason")  # fields that stand in the headline or in the last line


class View(Frame):
    """Words a state by its fields: its own first, then those of every record inside it."""

    seated = ()

    def headline(self) -> Iterable[Chip]:
        """Return whose turn it is, the step, and what changed of the end."""
        who = self.game.to_act(self.state)
        if who is not None or self.delta("turn"):
            yield self.head("turn", who=self.state.turn if who is None else who)
        yield self.head("step", step=self.state.step)
        yield from self.touched(label for label in ("result", "reason") if label in self.state.BY_LABEL)

    def table(self) -> Iterable[Group]:
        """Return a group of fields for every record."""
        yield from self._groups(self.state, (), self.say("group.table"))

    def _groups(self, owner: Record, path: Path, label: str) -> Iterator[Group]:
        chips, inner = [], []
        for spec in owner.FIELDS:
            held, here = getattr(owner, spec.name), (*path, spec.label)
            if spec.kind == "record" or (spec.kind == "maybe" and held is not None):
                inner.append((held, here))
            elif spec.kind == "records":
                inner += [(item, (*here, i)) for i, item in enumerate(held)]
                chips += self.touched((spec.label,), *path)
            elif path or spec.name not in HEADLINE:
                chips.append(self._chip(owner, spec, path))
        if chips:
            yield Group(".".join(map(str, path)) or "table", label, tuple(chips))
        for record, here in inner:
            yield from self._groups(record, here, self.phrasebook.path(here))

    def _chip(self, owner: Record, spec: FieldSpec, path: Path) -> Chip:
        value, delta = getattr(owner, spec.name), self.delta(*path, spec.label)
        text = self.say("chip", label=self.phrasebook.label(spec.label), value=self.value(value, spec.label))
        faint, thing = value == spec.default and not delta, (*path, spec.label)
        items = value if isinstance(value, tuple) else ()
        parts = tuple(Chip(self.value(item, spec.label), thing=(*thing, n)) for n, item in enumerate(items))
        return Chip(text, self.tip(spec.clause), delta, faint=faint, thing=thing, parts=parts)
