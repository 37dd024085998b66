"""What a shown position of 唐五 says, worded but not yet drawn: one sheet a player and one for the table.

Both drawings, HTML and text, are made of it, so neither can leave out what the other shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rulekit.core.catalogue import Catalogue
from rulekit.core.position import Position
from rulekit.core.record import Change, FieldSpec, Path
from rulekit.core.wording import Wording
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.state import Player, State

__all__ = ["Chip", "Group", "PlayerSheet", "Sheet", "make_sheet", "view_words"]

# Groups in the order they are shown, and the groups whose chips stand there even at their defaults.
PLAYER_GROUPS = ("buff", "debuff", "dummy", "wait", "bet", "count")
ALWAYS = frozenset(("streak", "total", "turn_damage", "idle", "actions"))
CLASSES = {"buff": "buff", "debuff": "debuff", "dummy": "dummy", "wait": "wait", "bet": "bet"}


@lru_cache(maxsize=1)
def view_words() -> Catalogue:
    """Return the words of the drawn position."""
    return Catalogue.load((__package__, "view.yaml"))


@dataclass(frozen=True, slots=True)
class Chip:
    """One fact: its text, the clause text behind it, what changed (`3→5`), and how it is drawn.

    `gone` facts are true no longer, `faint` ones say nothing new, a `pip` is one of a row of equals.
    """

    text: str
    tip: str = ""
    delta: str = ""
    gone: bool = False
    faint: bool = False
    pip: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Chips of one kind in order; `ordered` ones resolve first to last."""

    key: str
    label: str
    chips: tuple[Chip, ...]
    ordered: bool = False
    delta: str = ""


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """One player: the three numbers with what changed in them, and the groups of chips."""

    who: str
    on_turn: bool
    decides: bool
    controlled_by: str
    hp: Chip
    cost: Chip
    digit: Chip
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole position: the headline, both players, the table, and what is open or decided."""

    headline: tuple[Chip, ...]
    players: tuple[PlayerSheet, ...]
    groups: tuple[Group, ...]
    question: str
    result: str


class _Maker:
    """Words one position; `changes` are the highlighted differences by path."""

    def __init__(self, position: Position, lang: str, highlight: Iterable[Change], viewer: str | None) -> None:
        self.position = position
        self.game = position.game
        self.whole: State = position.state
        rulings = position.rulings.choices
        self.state: State = self.whole if viewer is None else self.game.observe(self.whole, viewer, rulings)
        self.wording: Wording = self.game.wording(lang)
        self.changes = _merged(highlight)
        for who in self.game.players:
            if self.state.player(who).pick != self.whole.player(who).pick:
                self.changes.pop((who, "pick"), None)  # TW-3.1.3: kept secret from this viewer

    def words(self, key: str, **params: Any) -> str:
        return self.wording.word(view_words(), key, params)

    def delta(self, path: Path) -> str:
        change = self.changes.get(path)
        if change is None:
            return ""
        before, after = self.value(change.before), self.value(change.after)
        return self.words("html.delta", before=before, after=after)

    def value(self, value: Any) -> str:
        """Word a value; lists stand without brackets, each of their items worded by itself."""
        if isinstance(value, tuple) and value:
            return ("、" if self.wording.lang == "zh" else ", ").join(map(self.wording.value, value))
        return self.wording.value(value)

    def tip(self, spec: FieldSpec) -> str:
        if not spec.clause:
            return ""
        clause = self.game.rulebook.clause(spec.clause)
        return f"{clause.id} {clause.text[self.wording.lang]}"

    def chip(self, spec: FieldSpec, value: Any, path: Path) -> Chip | None:
        """Return the chip of a field, None when it has nothing to say."""
        default = value == spec.default
        delta = self.delta(path)
        if default and not delta and spec.name not in ALWAYS:
            return None
        gone = default and spec.name not in ALWAYS
        shown = self.changes[path].before if gone else value
        return Chip(self._text(spec, shown), self.tip(spec), delta, gone, default and not delta)

    def _text(self, spec: FieldSpec, value: Any) -> str:
        label = self.wording.label(spec.label)
        key = f"chip.{spec.name}"
        if key not in view_words():
            key = "chip.flag" if spec.kind == "layers" and value == 1 else f"chip.{spec.kind}"
        high = limits.QUIET_TURNS if spec.name == "idle" else spec.high
        return self.words(key, label=label, value=self.wording.value(value), high=high)

    def sequence(self, spec: FieldSpec, values: tuple[Any, ...], path: Path) -> tuple[tuple[Chip, ...], str]:
        """Return the chips of a list field and what changed in it."""
        key = f"chip.{spec.name}"
        tip = self.tip(spec)
        worded = [
            self.words(key, value=self.wording.value(v)) if key in view_words() else self.wording.value(v)
            for v in values
        ]
        pip = spec.name == "dummies"
        return tuple(Chip(text, tip, pip=pip) for text in worded), self.delta(path)

    # -- a player --------------------------------------------------------------------------------------

    def player(self, who: str) -> PlayerSheet:
        player = self.state.player(who)
        specs = {s.name: s for s in Player.FIELDS}

        def number(name: str) -> Chip:
            spec = specs[name]
            return Chip(str(getattr(player, name)), self.tip(spec), self.delta((who, spec.label)))

        state = self.state
        on_turn = self.game.to_act(state) == who
        return PlayerSheet(
            who,
            on_turn,
            self.position.decider == who and not (on_turn and state.controller is None),
            (state.controller or "") if on_turn else "",
            number("hp"),
            number("cost"),
            number("digit"),
            tuple(self._player_groups(who, player)),
        )

    def _player_groups(self, who: str, player: Player) -> Iterable[Group]:
        for key in PLAYER_GROUPS:
            chips: list[Chip] = []
            delta = ""
            for spec in Player.FIELDS:
                if (("wait" if spec.name == "delayed" else spec.group) or "") != key:
                    continue
                value = getattr(player, spec.name)
                if isinstance(value, tuple):
                    made, delta = self.sequence(spec, value, (who, spec.label))
                    chips += made
                else:
                    chip = self.chip(spec, value, (who, spec.label))
                    chips += [chip] if chip else []
            if chips or delta:
                yield Group(key, self.words(f"group.{key}"), tuple(chips), key == "wait", delta)
        if self.state.step == "ban" or player.pick is not None:
            yield self._pick(who, player)

    def _pick(self, who: str, player: Player) -> Group:
        """The secret pick: shown to its owner and to a referee, to others only that it is made."""
        spec = Player.BY_LABEL["pick"]
        label = self.words("group.secret")
        if player.pick is not None:
            chip = Chip(self.wording.term(player.pick), self.tip(spec), self.delta((who, "pick")))
        else:
            made = self.whole.player(who).pick is not None
            chip = Chip(self.words("chip.picked" if made else "chip.not_picked"), self.tip(spec), faint=not made)
        return Group("secret", label, (chip,))

    # -- the table -------------------------------------------------------------------------------------

    def table(self) -> Iterable[Group]:
        state = self.state
        specs = {s.name: s for s in State.FIELDS}
        for name, key in (("chain", "chain"), ("banned", "bans")):
            chips, delta = self.sequence(specs[name], getattr(state, name), (name,))
            if chips or delta:
                yield Group(key, self.words(f"group.{key}"), chips, name == "chain", delta)
        for key in ("turn", "game"):
            made = [
                self.chip(spec, getattr(state, spec.name), (spec.label,))
                for spec in State.FIELDS
                if spec.group == key and spec.name not in ("chain", "banned", "result", "reason")
            ]
            yield Group(key, self.words(f"group.{key}"), tuple(c for c in made if c is not None))
        changed = self.position.rulings.changed
        if changed:
            book = self.game.rulebook
            lang = self.wording.lang
            chips = tuple(
                Chip(f"{id}={option}", book.ruling(id).option(option).text[lang]) for id, option in changed.items()
            )
            yield Group("rulings", self.words("head.rulings"), chips)

    def headline(self) -> Iterable[Chip]:
        state, words = self.state, self.words
        yield Chip(self.game.rulebook.name[self.wording.lang])
        if state.step not in ("setup", "over"):
            yield Chip(words("head.turn", who=self.game.to_act(state)), delta=self.delta(("turn",)))
        yield Chip(words("head.step", step=state.step), delta=self.delta(("step",)))
        if state.controller is not None:
            yield Chip(words("head.control", who=state.controller), delta=self.delta(("controller",)))

    def result(self) -> str:
        state = self.state
        if state.step != "over":
            return ""
        key = "result.draw" if state.result == "draw" else "result.won"
        return self.words(key, result=state.result, reason=state.reason)

    def sheet(self) -> Sheet:
        question = ""
        if pending := self.position.pending:
            question = self.words(
                "head.ask",
                action=self.wording.action(pending.action),
                question=self.wording.decision(pending.decision),
                options=" / ".join(map(self.wording.value, pending.decision.options)),
            )
        return Sheet(
            tuple(self.headline()),
            tuple(self.player(who) for who in self.game.players),
            tuple(self.table()),
            question,
            self.result(),
        )


def _merged(highlight: Iterable[Change]) -> dict[Path, Change]:
    """Join changes of one path: the first value before, the last one after; what came back is no change."""
    found: dict[Path, Change] = {}
    for change in highlight:
        first = found.get(change.path)
        found[change.path] = change if first is None else first._replace(after=change.after)
    return {path: change for path, change in found.items() if change.before != change.after}


def make_sheet(
    position: Position,
    lang: str,
    highlight: Iterable[Change] = (),
    viewer: str | None = None,
) -> Sheet:
    """Return what a position says in `lang`; `viewer` sees no secret of the other player."""
    return _Maker(position, lang, highlight, viewer).sheet()
