"""How a position looks: the frame every game is drawn in, as HTML and as text, and what follows from the fields.

A game's module `view` holds a class `View` on top of this one.  It says what is its own: the headline, the groups of
facts of a player and of the table, and what is drawn of them beside chips; the frame does the rest.  Both forms are
made of the same chips, so neither can leave out what the other shows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from html import escape
from typing import Any, ClassVar

from rulekit.core.catalogue import Catalogue, common_catalogue, layered
from rulekit.core.hidden import HIDDEN
from rulekit.core.position import Position
from rulekit.core.record import Change, FieldSpec, Path, Record
from rulekit.core.show.sheet import Chip, Group
from rulekit.core.show.sheet_html import Things, badge_html, delta_html, groups_html, marked, tag_attributes
from rulekit.core.show.sheet_text import folded, group_lines
from rulekit.drawing.visible import visible

__all__ = ["Things", "View", "marked", "view_words"]

LONG_NUMBER = 9  # digits
INDENT = "  "  # of the lines of a player
OR = " / "  # between the options of a question


def view_words(package: str) -> Catalogue:
    """Return the words of the drawn positions of a game: those of its `view.yaml`, any other as for all games."""
    return layered(package, "view.yaml", "rulekit.core.show")


class View(ABC):
    """One position as it stands, worded and drawn in one language.

    The words are those of the game's `view.yaml`: `group.<key>` names a group, `chip.<field>` or `chip.<kind>` words a
    field, `text.player` begins the block of a player.  `state` is what the viewer may see; `changes` are the
    highlighted differences by path, without those of fields hidden from the viewer.
    """

    LIFE: ClassVar[str] = "hp"  # the field of a player that is drawn as a bar
    FULL: ClassVar[int] = 1  # the life at which bars are full, unless somebody has more
    WIDTH: ClassVar[int | None] = None  # terminal cells at which lines of the text are broken

    def __init__(
        self,
        position: Position,
        lang: str,
        highlight: Iterable[Change] = (),
        *,
        lean: bool = False,
        plain: bool = False,
        things: Things | None = None,
    ) -> None:
        position = position.current
        self.position = position
        self.lang = lang
        self.lean = lean
        self.plain = plain
        self.things = things
        self.game: Any = position.game
        self.catalogue = view_words(self.game.package)
        self.phrasebook = position.phrasebook(lang)
        self.state: Any = position.state
        self.changes = _merged(highlight)
        for path in position.covered:
            self.changes.pop(path, None)

    @classmethod
    def position_html(
        cls,
        position: Position,
        lang: str,
        *,
        highlight: Iterable[Change] = (),
        lean: bool = False,
        plain: bool = False,
        things: Things | None = None,
    ) -> str:
        """Return the position as an HTML fragment styled by `rulekit.drawing.theme`, all text escaped.

        What the changes in `highlight` touched is marked with its value before and after.  With `lean` counters that
        say nothing yet are left out, with `plain` everything that the rules make of what lies on the table: the
        options of an open decision, duties, sums.  With `things` what stands for a place in the state is marked as
        they say.  While a decision is open the position is shown as it stands in the middle of the action, with the
        question.
        """
        return cls(position, lang, highlight, lean=lean, plain=plain, things=things).html()

    @classmethod
    def position_text(cls, position: Position, lang: str, *, plain: bool = False) -> str:
        """Return the position as text: every field that differs from its default, in a fixed order.

        `plain` as in `position_html`.
        """
        return cls(position, lang, plain=plain).text()

    # -- what a game adds --------------------------------------------------------------------------

    @property
    def seated(self) -> tuple[str, ...]:
        """The players that are drawn one by one."""
        players: tuple[str, ...] = self.game.players
        return players

    @property
    def inner(self) -> int | None:
        """Terminal cells at which the lines of a player are broken."""
        return None if self.WIDTH is None else self.WIDTH - len(INDENT)

    @abstractmethod
    def headline(self) -> Iterable[Chip]:
        """Return what stands behind the name of the game, e.g. the turn and its step."""

    def on(self, who: str) -> bool:
        """Tell whether it is a player's turn to do something."""
        return bool(self.game.to_act(self.state) == who)

    def badges(self, who: str) -> Iterable[Chip]:
        """Return what stands behind the name of a player."""
        return ()

    def groups(self, who: str) -> Iterable[Group]:
        """Return the facts of a player."""
        return ()

    def body(self, who: str) -> str:
        """Return what is drawn of a player below life, as HTML."""
        return groups_html(self.groups(who), lean=self.lean, things=self.things)

    def lines(self, who: str) -> Iterable[str]:
        """Return the lines of a player below the first."""
        return group_lines(self.groups(who), self.lang, self.inner)

    def table(self) -> Iterable[Group]:
        """Return the groups that belong to no player; the rulings off their defaults follow by themselves."""
        return ()

    def result(self) -> str:
        """Return how the game ended, "" while it goes on."""
        outcome = self.game.outcome(self.state)
        return self.say("result", **outcome._asdict()) if outcome is not None else ""

    # -- words -------------------------------------------------------------------------------------

    def say(self, key: str, **params: Any) -> str:
        """Return a sentence of the words of the drawn position."""
        return self.phrasebook.word(self.catalogue, key, params)

    def value(self, value: Any, field: str = "") -> str:
        """Word the value of a field; lists stand without brackets, each of their items worded by itself."""
        if isinstance(value, tuple) and value:
            return self.phrasebook.listed(self.phrasebook.value(item, field) for item in value)
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

    def field_tip(self, owner: Record | type[Record], label: str) -> str:
        """Return the clause of a field with its text."""
        return self.tip(owner.BY_LABEL[label].clause)

    def high(self, spec: FieldSpec) -> int | None:
        """Return the most a field is shown to reach."""
        return spec.high

    # -- chips and groups --------------------------------------------------------------------------

    def head(self, label: str, **params: Any) -> Chip:
        """Return a field of the headline, worded by `head.<label>`."""
        return Chip(
            self.say(f"head.{label}", **params),
            delta=self.delta(label),
            thing=(label,) if label in self.state.BY_LABEL else (),
        )

    def number(self, owner: Record, label: str, *above: str | int) -> Chip:
        """Return a field as its plain value; `above` is the path to the record."""
        spec = owner.BY_LABEL[label]
        text, tip = str(getattr(owner, spec.name)), self.tip(spec.clause)
        return Chip(text, tip, self.delta(*above, label), thing=(*above, label))

    def chip(self, owner: Record, label: str, *above: str | int, always: bool = False, tone: str = "") -> Chip | None:
        """Return a field with its name; None at its default, unless that changed or is shown `always`.

        What is true no longer has no tone.
        """
        spec = owner.BY_LABEL[label]
        value, delta = getattr(owner, spec.name), self.delta(*above, label)
        default = value == spec.default
        if (default and not delta and not always) or value == HIDDEN:
            return None
        gone = default and not always
        text = self._text(spec, self.changes[(*above, label)].before if gone else value)
        faint, thing = default and not delta, (*above, label)
        return Chip(text, self.tip(spec.clause), delta, gone=gone, faint=faint, tone="" if gone else tone, thing=thing)

    def chips(self, owner: Record, labels: Iterable[str], *above: str | int) -> list[Chip | None]:
        """Return several fields of one record, as `chip` does."""
        return [self.chip(owner, label, *above) for label in labels]

    def touched(self, labels: Iterable[str], *above: str | int) -> list[Chip]:
        """Return by their names the fields that changed, for those whose values are drawn elsewhere."""
        found = [(label, self.delta(*above, label)) for label in labels]
        return [Chip(self.phrasebook.label(label), delta=delta) for label, delta in found if delta]

    def _text(self, spec: FieldSpec, value: Any) -> str:
        key = f"chip.{spec.name}"
        if key not in self.catalogue:
            key = "chip.flag" if spec.kind == "layers" and value == 1 else f"chip.{spec.kind}"
        label = self.phrasebook.label(spec.label)
        return self.say(key, label=label, value=self.value(value, spec.label), high=self.high(spec))

    def items(self, owner: Record, label: str, *above: str | int, tone: str = "") -> tuple[Chip, ...]:
        """Return the items of a list field, a chip each."""
        spec = owner.BY_LABEL[label]
        key, tip = f"chip.{spec.name}", self.tip(spec.clause)
        words = [self.value(item, label) for item in getattr(owner, spec.name)]
        if key in self.catalogue:
            words = [self.say(key, value=word) for word in words]
        return tuple(Chip(word, tip, tone=tone, thing=(*above, label, i)) for i, word in enumerate(words))

    def group(
        self, key: str, chips: Iterable[Chip | None], delta: str = "", *, ordered: bool = False, tone: str = ""
    ) -> Iterable[Group]:
        """Yield the group named `group.<key>`; none when nothing is in it and nothing of it changed."""
        made = tuple(chip for chip in chips if chip is not None)
        if made or delta:
            yield Group(key, self.say(f"group.{key}"), made, delta, ordered, tone)

    def attributes(self, names: Iterable[str], thing: Path = (), label: str = "", tip: str | None = None) -> str:
        """Return the attributes of an element, which may stand for a thing; see `tag_attributes`."""
        return tag_attributes(names, tip, thing, label, self.things)

    # -- the frame ---------------------------------------------------------------------------------

    def _head(self) -> list[Chip]:
        return [Chip(self.game.rulebook.name[self.lang]), *self.headline()]

    def _table(self) -> list[Group]:
        return [*self.table(), *self._rulings()]

    def _rulings(self) -> Iterable[Group]:
        changed = self.position.rulings.changed
        read = {id: self.game.rulebook.ruling(id).option(option).text[self.lang] for id, option in changed.items()}
        chips = tuple(Chip(f"{id} {text}", self.phrasebook.ruling(id, changed[id])) for id, text in read.items())
        if chips:
            yield Group("rulings", self.phrasebook.text("sheet.rulings"), chips)

    def question(self) -> str:
        """Return the open question, "" for none."""
        pending = self.position.pending
        if pending is None:
            return ""
        decision = pending.decision
        words = {"action": self.phrasebook.action(pending.action), "question": self.phrasebook.decision(decision)}
        if self.plain:
            return self.phrasebook.text("sheet.asked", words)
        words["options"] = OR.join(map(self.phrasebook.value, decision.options))
        return self.phrasebook.text("sheet.question", words)

    def html(self) -> str:
        """Return the position as HTML."""
        title, *rest = self._head()
        head = [f'<span class="rk-title">{escape(title.text)}</span>']
        for chip in rest:
            attributes = self.attributes(["rk-changed"] if chip.delta else [], chip.thing, chip.text)
            head.append(f"<span{attributes}>{escape(chip.text)}{delta_html(chip)}</span>")
        out = [
            f'<div class="rk-pos"><div class="rk-line">{" ".join(head)}</div>',
            f'<div class="rk-players">{"".join(map(self._player_html, self.seated))}</div>',
            groups_html(self._table(), lean=self.lean, things=self.things),
        ]
        for cls, text in (("rk-ask", self.question()), ("rk-result", self.result())):
            out += [f'<p class="{cls}">{escape(text)}</p>'] if text else []
        return "".join([*out, "</div>"])

    def _player_html(self, who: str) -> str:
        """Return a player: the name with its badges, life with its bar, and the rest."""
        players = {seated: self.state.player(seated) for seated in self.seated}
        chip = self.number(players[who], self.LIFE, who)
        top = max(self.FULL, *(getattr(player, self.LIFE) for player in players.values()))
        width = max(0, min(100, int(chip.text) * 100 // top))
        name = common_catalogue().text("sheet.player", self.lang, {"who": who})
        badges = "".join(badge_html(badge.text, badge.tone) for badge in self.badges(who))
        life = ["rk-life", *(["rk-changed"] if chip.delta else [])]
        long = " rk-long" if len(chip.text) > LONG_NUMBER else ""
        return (
            f'<section class="rk-player{" rk-on" if self.on(who) else ""}" aria-label="{escape(name)}">'
            '<div class="rk-line" role="heading" aria-level="4">'
            f"<span><span{self.attributes(['rk-name'], (who,), name)}>{escape(who)}</span>{badges}</span></div>"
            f"<p{self.attributes(life, chip.thing, chip.text, chip.tip)}>"
            f'<span class="rk-soft">{escape(self.phrasebook.label(self.LIFE))}</span> '
            f'<span class="rk-hp{long}">{escape(chip.text)}</span>{delta_html(chip)}</p>'
            f'<div class="rk-bar" aria-hidden="true"><i style="width:{width}%"></i></div>'
            f"{self.body(who)}</section>"
        )

    def text(self) -> str:
        """Return the position as text."""
        lines = [" · ".join(chip.text for chip in self._head())]
        for who in self.seated:
            lines += [self._player_line(who), *(INDENT + line for line in self.lines(who))]
        lines += group_lines(self._table(), self.lang, self.WIDTH)
        for text in (self.question(), self.result()):
            if text:
                lines += folded(text.split(OR), self.WIDTH, OR)
        return visible("\n".join(lines))

    def _player_line(self, who: str) -> str:
        player = self.state.player(who)
        numbers = {spec.name: getattr(player, spec.name) for spec in player.FIELDS if spec.kind == "int"}
        badges = "".join(self.say("text.badge", badge=badge.text) for badge in self.badges(who) if badge.text)
        return self.say("text.player", **numbers, who=who, badges=badges, full=self.FULL)


def _merged(highlight: Iterable[Change]) -> dict[Path, Change]:
    """Join changes of one path: the first value before, the last one after; what came back is no change."""
    found: dict[Path, Change] = {}
    for change in highlight:
        first = found.get(change.path)
        found[change.path] = change if first is None else first._replace(after=change.after)
    return {path: change for path, change in found.items() if change.before != change.after}
