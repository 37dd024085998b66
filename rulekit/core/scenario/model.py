"""Scenarios as values: a position, what is played in it and what is expected to come of it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from rulekit.core.action import Action
from rulekit.core.errors import RulekitError
from rulekit.core.game import Game
from rulekit.core.given import set_up, state_of
from rulekit.core.phrasebook import Phrasebook
from rulekit.core.position import Position
from rulekit.core.rulebook import Rulings
from rulekit.core.show.display import Display
from rulekit.drawing.svg import escape

__all__ = ["EXPECTATIONS", "Play", "Reading", "Scenario", "Then", "merged"]

# Keys of `then` that are no fields of the state; `result` is both and means the outcome here.
EXPECTATIONS = (
    "at",
    "steps",
    "never",
    "skipped",
    "result",
    "awaiting",
    "decision",
    "rejected",
    "display",
    "measure",
    "problems",
)
_STEPS = ("steps", "never", "skipped")
_NOT_INHERITED = (*_STEPS, "measure")


@dataclass(frozen=True, slots=True)
class Play:
    """One action; `by` names who is expected to decide it when that is not the player who acts.

    `rejected` is a clause the action must break: it is refused, the state stays as it is and play goes on.
    """

    action: Action
    by: str | None = None
    rejected: str | None = None
    line: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Then:
    """What is expected: fields of the state in JSON form, clauses, result.

    `stated` is false when the file says nothing at all, so that nothing is compared.  `at` names the
    block of the last action's trace at whose end the state is compared, None the final state: in the middle of
    the last action when a decision is open, whose kind `decision` names ("none": no decision is).  `measure`
    holds figures of the compared state by part and name, as `Game.statistics` gives them.
    """

    fields: Mapping[str, Any] = field(default_factory=dict)
    at: str | None = None
    steps: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    result: str | None = None
    awaiting: str | None = None
    decision: str | None = None
    rejected: str | None = None
    display: Mapping[str, str] = field(default_factory=dict)
    measure: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    problems: tuple[str, ...] | None = None
    stated: bool = True
    line: int = field(default=1, compare=False)

    @classmethod
    def of(cls, data: Mapping[str, Any], line: int = 1) -> Then:
        """Read the JSON form, already validated."""
        problems = data.get("problems")
        return cls(
            fields={k: v for k, v in data.items() if k not in EXPECTATIONS},
            at=data.get("at"),
            steps=tuple(data.get("steps") or ()),
            never=tuple(data.get("never") or ()),
            skipped=tuple(data.get("skipped") or ()),
            result=data.get("result"),
            awaiting=data.get("awaiting"),
            decision=data.get("decision"),
            rejected=(data.get("rejected") or {}).get("clause"),
            display=dict(data.get("display") or {}),
            measure={part: dict(figures) for part, figures in (data.get("measure") or {}).items()},
            problems=None if problems is None else tuple(problems),
            line=line,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form, without what is not stated."""
        data: dict[str, Any] = {"at": self.at} if self.at else {}
        data.update(self.fields)
        for name in ("result", "awaiting", "decision"):
            if getattr(self, name) is not None:
                data[name] = getattr(self, name)
        if self.rejected is not None:
            data["rejected"] = {"clause": self.rejected}
        for name in _STEPS:
            if getattr(self, name):
                data[name] = list(getattr(self, name))
        if self.display:
            data["display"] = dict(self.display)
        if self.measure:
            data["measure"] = {part: dict(figures) for part, figures in self.measure.items()}
        if self.problems is not None:
            data["problems"] = list(self.problems)
        return data


@dataclass(frozen=True, slots=True)
class Reading:
    """The expectations under other rulings: `data` as written, `then` merged over the main ones."""

    rulings: Mapping[str, str]
    data: Mapping[str, Any]
    then: Then
    line: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True, repr=False)
class Scenario(Display):
    """One edge case: given, play, then, and what differs under other readings of the rules.

    `given` holds only what is stated, in JSON form; `start` completes it.
    """

    game: Game
    title: Mapping[str, str]
    given: Mapping[str, Any]
    play: tuple[Play, ...]
    then: Then
    readings: tuple[Reading, ...] = ()
    rulings: Mapping[str, str] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    case: str | None = None
    note: Mapping[str, str] = field(default_factory=dict)
    allow_impossible: bool = False
    file: str | None = field(default=None, compare=False)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions played, without those whose own entry expects a refusal: they change nothing."""
        return tuple(p.action for p in self.play if p.rejected is None)

    def start(self, rulings: Mapping[str, str] | None = None) -> Position:
        """Return the position before the first action; `rulings` are changed on top of the file's own.

        Raises ImpossiblePosition unless the scenario allows it, UnreadablePosition always, UnknownName for a bad
        ruling.
        """
        chosen = Rulings(self.game.rulebook, {**self.rulings, **(rulings or {})})
        position = set_up(self.game, self.given, chosen)
        return position if self.allow_impossible else position.check()

    def phrasebook(self, lang: str) -> Phrasebook:
        """Return the sentences of the game, with words for what the set-up brings along where it can be read."""
        state = None
        with suppress(RulekitError):
            state = state_of(self.game, self.given, self.game.defaults.replace(self.rulings).choices)
        return self.game.phrasebook(lang, state)

    def to_text(self, lang: str) -> str:
        """Return the title, what is played and the clauses expected."""
        phrasebook = self.phrasebook(lang)
        names = {"name": self.game.rulebook.name[lang], "value": self.title[lang]}
        lines = [phrasebook.text("show.colon", names)]
        lines += ["  " + phrasebook.ruling(id, option) for id, option in self.rulings.items()]
        if self.play:
            lines.append("  " + phrasebook.text("show.played", {"actions": _listed(phrasebook, self)}))
        if self.then.steps:
            lines.append("  " + phrasebook.text("show.expected", {"clauses": ", ".join(self.then.steps)}))
        return "\n".join(lines)

    def to_html(self, lang: str) -> str:
        """Return the same with the set-up drawn, where it can be played."""
        drawn = ""
        with suppress(RulekitError):
            drawn = self.start().to_html(lang)
        return f"<pre>{escape(self.to_text(lang))}</pre>{drawn}"


def _listed(phrasebook: Phrasebook, scenario: Scenario) -> str:
    return " → ".join(phrasebook.action(play.action) for play in scenario.play)


def merged(main: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return `then` of a reading laid over the main one: mappings field by field, the rest replaced.

    What was said of steps and figures does not carry over: another reading takes another way.
    """
    made = {k: v for k, v in main.items() if k not in _NOT_INHERITED}
    for key, value in over.items():
        old = made.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        made[key] = {**old, **value} if both else value  # type: ignore[dict-item]
    return made
