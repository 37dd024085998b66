"""What a shown position says, worded but not yet drawn: one sheet a player and one for the table.

Every drawing, HTML and text, is made of it, so none can leave out what another shows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rulekit.core.catalogue import Catalogue
from rulekit.core.hidden import HIDDEN
from rulekit.core.position import Position
from rulekit.core.record import Change, FieldSpec, Path, Record

__all__ = ["Chip", "Group", "PlayerSheet", "Sheet", "SheetMaker"]


@dataclass(frozen=True, slots=True)
class Chip:
    """One fact: its text, the clause text behind it, what changed (`3→5`), and how it is drawn.

    `gone` facts are true no longer, `faint` ones say nothing new; `tone` is a class of the style sheet, without
    its `rk-`; `thing` is the place in the state it stands for, by which a reader may click it, `parts` are pieces at
    the end of its text, in their order, that stand for places of their own.
    """

    text: str
    tip: str = ""
    delta: str = ""
    gone: bool = False
    faint: bool = False
    tone: str = ""
    thing: Path = ()
    parts: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Chips of one kind in order; `ordered` ones resolve first to last, `tone` is that of all but the faint."""

    key: str
    label: str
    chips: tuple[Chip, ...]
    delta: str = ""
    ordered: bool = False
    tone: str = ""


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """One player: whether it is this one's turn to do something, life, and the groups of chips.

    A game adds what else its players have.
    """

    who: str
    on: bool
    life: Chip
    groups: tuple[Group, ...]


P = TypeVar("P", bound=PlayerSheet)


@dataclass(frozen=True, slots=True)
class Sheet(Generic[P]):
    """A whole position: the headline, game first, the players, the table, and what is open or decided."""

    headline: tuple[Chip, ...]
    players: tuple[P, ...]
    groups: tuple[Group, ...]
    question: str
    result: str


class SheetMaker(ABC, Generic[P]):
    """Words one position as it stands; a game adds its headline, its players, its table and how it words a result.

    `words` is the game's catalogue of the drawn position: `group.<key>` names a group, `chip.<field>` or
    `chip.<kind>` words a field.  `state` is what the viewer may see; `changes` are
    the highlighted differences by path, without those of fields hidden from the viewer.  A `plain` sheet says what
    lies on the table and nothing that the rules make of it.
    """

    def __init__(
        self,
        words: Catalogue,
        position: Position,
        lang: str,
        highlight: Iterable[Change],
        plain: bool = False,
    ) -> None:
        position = position.current
        self.catalogue = words
        self.position = position
        self.lang = lang
        self.plain = plain
        self.game: Any = position.game
        self.phrasebook = position.phrasebook(lang)
        self.state: Any = position.state
        self.changes = _merged(highlight)
        for path in position.covered:
            self.changes.pop(path, None)

    # -- what a game adds --------------------------------------------------------------------------

    @property
    def seated(self) -> tuple[str, ...]:
        """The players that have a sheet of their own."""
        players: tuple[str, ...] = self.game.players
        return players

    @abstractmethod
    def headline(self) -> Iterable[Chip]:
        """Return what stands behind the name of the game, e.g. the turn and its step."""

    @abstractmethod
    def player(self, who: str) -> P:
        """Return the sheet of one player."""

    @abstractmethod
    def table(self) -> Iterable[Group]:
        """Return the groups that belong to no player; the rulings off their defaults follow by themselves."""

    @abstractmethod
    def result(self) -> str:
        """Return how the game ended, "" while it goes on."""

    # -- words -------------------------------------------------------------------------------------

    def say(self, key: str, **params: Any) -> str:
        """Return a sentence of the game's catalogue of the drawn position."""
        return self.phrasebook.word(self.catalogue, key, params)

    def value(self, value: Any, field: str = "") -> str:
        """Word the value of a field; lists stand without brackets, each of their items worded by itself."""
        if isinstance(value, tuple) and value:
            return ("、" if self.lang == "zh" else ", ").join(self.phrasebook.value(item, field) for item in value)
        return self.phrasebook.value(value, field)

    def delta(self, *path: str | int) -> str:
        """Return what changed at a path (`3→5`), "" for no highlighted change."""
        change = self.changes.get(path)
        if change is None:
            return ""
        field = str(path[-1])
        before, after = self.value(change.before, field), self.value(change.after, field)
        return self.phrasebook.text("sheet.delta", {"before": before, "after": after})

    def tip(self, clause: str) -> str:
        """Return a clause with its text, "" for none."""
        return f"{clause} {self.game.rulebook.clause(clause).text[self.lang]}" if clause else ""

    def high(self, spec: FieldSpec) -> int | None:
        """Return the most a field is shown to reach."""
        return spec.high

    # -- chips and groups --------------------------------------------------------------------------

    def number(self, owner: Record, label: str, *above: str | int) -> Chip:
        """Return a field as its plain value; `above` is the path to the record."""
        spec = owner.BY_LABEL[label]
        path = (*above, label)
        return Chip(str(getattr(owner, spec.name)), self.tip(spec.clause), self.delta(*path), thing=path)

    def chip(self, owner: Record, label: str, *above: str | int, always: bool = False) -> Chip | None:
        """Return a field with its name; None at its default, unless that changed or is shown `always`."""
        spec = owner.BY_LABEL[label]
        path = (*above, label)
        value, delta = getattr(owner, spec.name), self.delta(*path)
        default = value == spec.default
        if (default and not delta and not always) or value == HIDDEN:
            return None
        gone = default and not always
        shown = self.changes[path].before if gone else value
        words, tip = self._text(spec, shown), self.tip(spec.clause)
        return Chip(words, tip, delta, gone=gone, faint=default and not delta, thing=path)

    def _text(self, spec: FieldSpec, value: Any) -> str:
        key = f"chip.{spec.name}"
        if key not in self.catalogue:
            key = "chip.flag" if spec.kind == "layers" and value == 1 else f"chip.{spec.kind}"
        label = self.phrasebook.label(spec.label)
        return self.say(key, label=label, value=self.value(value, spec.label), high=self.high(spec))

    def items(self, owner: Record, label: str, *above: str | int, tone: str = "") -> tuple[Chip, ...]:
        """Return the items of a list field, a chip each; `above` is the path to the record."""
        spec = owner.BY_LABEL[label]
        key, tip = f"chip.{spec.name}", self.tip(spec.clause)
        words = [self.value(item, label) for item in getattr(owner, spec.name)]
        if key in self.catalogue:
            words = [self.say(key, value=word) for word in words]
        return tuple(Chip(word, tip, tone=tone, thing=(*above, label, n)) for n, word in enumerate(words))

    def group(
        self, key: str, chips: Iterable[Chip | None], delta: str = "", *, ordered: bool = False, tone: str = ""
    ) -> Iterable[Group]:
        """Yield the group named `group.<key>`; none when nothing is in it and nothing of it changed."""
        made = tuple(chip for chip in chips if chip is not None)
        if made or delta:
            yield Group(key, self.say(f"group.{key}"), made, delta, ordered, tone)

    # -- the whole ---------------------------------------------------------------------------------

    def sheet(self) -> Sheet[P]:
        """Return the position in words."""
        return Sheet(
            (Chip(self.game.rulebook.name[self.lang]), *self.headline()),
            tuple(self.player(who) for who in self.seated),
            (*self.table(), *self._rulings()),
            self._question(),
            self.result(),
        )

    def _rulings(self) -> Iterable[Group]:
        changed = self.position.rulings.changed
        read = {id: self.game.rulebook.ruling(id).option(option).text[self.lang] for id, option in changed.items()}
        chips = tuple(Chip(f"{id} {text}", self.phrasebook.ruling(id, changed[id])) for id, text in read.items())
        if chips:
            yield Group("rulings", self.phrasebook.text("sheet.rulings"), chips)

    def _question(self) -> str:
        pending = self.position.pending
        if pending is None:
            return ""
        decision = pending.decision
        words = {"action": self.phrasebook.action(pending.action), "question": self.phrasebook.decision(decision)}
        if self.plain:
            return self.phrasebook.text("sheet.asked", words)
        words["options"] = " / ".join(map(self.phrasebook.value, decision.options))
        return self.phrasebook.text("sheet.question", words)


def _merged(highlight: Iterable[Change]) -> dict[Path, Change]:
    """Join changes of one path: the first value before, the last one after; what came back is no change."""
    found: dict[Path, Change] = {}
    for change in highlight:
        first = found.get(change.path)
        found[change.path] = change if first is None else first._replace(after=change.after)
    return {path: change for path, change in found.items() if change.before != change.after}
