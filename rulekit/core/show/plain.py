"""How a position looks without a view of its own game: every field with its name, group by group; pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rulekit.core.catalogue import texts_of
from rulekit.core.record import Change, FieldSpec, Path, Record
from rulekit.core.show.sheet import Chip, Group, PlayerSheet, Sheet, SheetMaker
from rulekit.core.show.sheet_html import sheet_html
from rulekit.core.show.sheet_text import sheet_text
from rulekit.core.show.view import Things

if TYPE_CHECKING:
    from rulekit.core.position import Position

__all__ = ["position_html", "position_text"]

HEADLINE = ("turn", "step", "result", "reason")  # fields that stand in the headline or in the last line

_words = texts_of("rulekit.core.show", "plain.yaml")


class _Maker(SheetMaker[PlayerSheet]):
    """Words a state by its fields: its own first, then those of every record inside it."""

    seated = ()

    def player(self, who: str) -> PlayerSheet:
        raise NotImplementedError  # nobody has a sheet of one's own

    def headline(self) -> Iterable[Chip]:
        who, due = self.game.to_act(self.state), self.delta("turn")
        if who is not None or due:
            turn = self.say("head.turn", who=self.state.turn if who is None else who)
            yield Chip(turn, delta=due, thing=("turn",) if "turn" in self.state.BY_LABEL else ())
        yield Chip(self.say("head.step", step=self.state.step), delta=self.delta("step"), thing=("step",))
        for name in ("result", "reason"):
            if name in self.state.BY_LABEL and self.delta(name):
                yield Chip(self.phrasebook.label(name), delta=self.delta(name))

    def table(self) -> Iterable[Group]:
        yield from self._groups(self.state, (), self.say("group.table"))

    def _groups(self, owner: Record, path: Path, label: str) -> Iterator[Group]:
        chips, inner = [], []
        for spec in owner.FIELDS:
            held, here = getattr(owner, spec.name), (*path, spec.label)
            if spec.kind == "record" or (spec.kind == "maybe" and held is not None):
                inner.append((held, here))
            elif spec.kind == "records":
                inner += [(item, (*here, i)) for i, item in enumerate(held)]
                chips += [Chip(self.phrasebook.label(spec.label), delta=self.delta(*here))] if self.delta(*here) else []
            elif path or spec.name not in HEADLINE:
                chips.append(self._chip(owner, spec, here))
        if chips:
            yield Group(".".join(map(str, path)) or "table", label, tuple(chips))
        for record, here in inner:
            yield from self._groups(record, here, self.phrasebook.path(here))

    def _chip(self, owner: Record, spec: FieldSpec, path: Path) -> Chip:
        value, delta = getattr(owner, spec.name), self.delta(*path)
        text = self.say("chip", label=self.phrasebook.label(spec.label), value=self.value(value, spec.label))
        faint, items = value == spec.default and not delta, value if isinstance(value, tuple) else ()
        parts = tuple(Chip(self.value(item, spec.label), thing=(*path, n)) for n, item in enumerate(items))
        return Chip(text, self.tip(spec.clause), delta, faint=faint, thing=path, parts=parts)

    def result(self) -> str:
        outcome = self.game.outcome(self.state)
        if outcome is None:
            return ""
        return self.say("result", result=self.value(outcome.result, "result"), reason=self.value(outcome.reason))


def _sheet(position: Position, lang: str, highlight: Iterable[Change], plain: bool) -> Sheet[PlayerSheet]:
    return _Maker(_words(), position, lang, highlight, plain).sheet()


def _no_player(player: Any) -> Any:
    raise NotImplementedError


def position_text(position: Position, lang: str, *, plain: bool = False) -> str:
    """Return the position as text; see `rulekit.core.show.view.View`."""
    return sheet_text(_sheet(position, lang, (), plain), lang, _no_player)


def position_html(
    position: Position,
    lang: str,
    *,
    highlight: Iterable[Change] = (),
    lean: bool = False,
    plain: bool = False,
    things: Things | None = None,
) -> str:
    """Return the position as an HTML fragment; see `rulekit.core.show.view.View`."""
    return sheet_html(_sheet(position, lang, highlight, plain), _no_player, lean=lean, things=things)
