"""Reading scenario files: every fault is refused with its place and the nearest name that would do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from rulekit.core.action import ANSWER, Action
from rulekit.core.catalogue import LANGUAGES, common_catalogue
from rulekit.core.codec import BadData, freeze, from_json, show, unknown_key
from rulekit.core.errors import (
    FileProblem,
    ImpossiblePosition,
    Problem,
    UnknownName,
    UnreadablePosition,
    nearest,
)
from rulekit.core.folder import scenario_files
from rulekit.core.record import Path
from rulekit.core.registry import find_game
from rulekit.core.scenario.checking import expected_state
from rulekit.core.scenario.model import EXPECTATIONS, Play, Reading, Scenario, Then, merged
from rulekit.core.source import Source, read_file, read_text

__all__ = ["SCENARIO_KEYS", "ImpossibleGiven", "load", "load_all", "loads", "structure"]

SCENARIO_KEYS = (
    "game",
    "title",
    "case",
    "tags",
    "allow_impossible",
    "rulings",
    "note",
    "given",
    "play",
    "then",
    "readings",
)
_REQUIRED = ("game", "title", "given", "play")
_AT = re.compile(r"([a-z_.]+)(?:#[1-9][0-9]{0,3})?\Z")


class ImpossibleGiven(FileProblem):
    """The given position is unreadable, or impossible and the file does not allow it; `problems` lists every reason."""

    def __init__(self, error: ImpossiblePosition, **place: Any) -> None:
        super().__init__(error.code, clauses=error.clauses, **place)
        self.problems: tuple[Problem, ...] = error.problems
        self._error = error

    def worded(self, lang: str) -> str:
        """Return the headline and one line per reason, each with its clause."""
        made = f"{self.place}: {self._error.text(lang)}"
        if isinstance(self._error, UnreadablePosition):
            return made
        return f"{made}\n  {common_catalogue().text('error.allow_impossible', lang, {})}"


def load(path: FilePath | str) -> Scenario:
    """Read a scenario file, or the scenario of a name, such as `tangwu/cold-wind-into-thorns`, that comes with rulekit.

    A file of that path comes first.  Raises FileProblem with file, line and column when anything is wrong.
    """
    return structure(read_file(path))


def loads(text: str, *, file: str = "<text>") -> Scenario:
    """Read a scenario from text; raises FileProblem when anything is wrong."""
    return structure(read_text(text, file=file))


def load_all(paths: Iterable[FilePath | str]) -> tuple[list[Scenario], list[FileProblem]]:
    """Return the scenarios among and below some paths, and what is wrong with those that cannot be read."""
    scenarios: list[Scenario] = []
    bad: list[FileProblem] = []
    for file in scenario_files(paths):
        try:
            scenarios.append(load(file))
        except FileProblem as problem:
            bad.append(problem)
    return scenarios, bad


def structure(source: Source) -> Scenario:
    """Build the scenario a document describes; raises FileProblem at the first fault."""
    data = source.data
    if not isinstance(data, dict):
        raise source.problem("not_scenario", value=show(data))
    return _Reader(source, data).scenario()


class _Reader:
    """Turns the parts of one document into a scenario, each fault placed where it is."""

    def __init__(self, source: Source, data: dict[str, Any]) -> None:
        self.source = source
        self.data = data
        self.fail = source.problem

    def scenario(self) -> Scenario:
        self.keys((), self.data, SCENARIO_KEYS)
        for name in _REQUIRED:
            if name not in self.data:
                raise self.fail("missing_key", name=name)
        self.game = self.named(("game",), lambda: find_game(self.text(("game",))))
        title = self.languages("title")
        rulings = self.rulings(("rulings",))
        allow = self.data.get("allow_impossible", False)
        if not isinstance(allow, bool):
            raise self.fail("not_flag", ("allow_impossible",), value=show(allow))
        given = self.mapping(("given",))
        self.state(given, ("given",))
        scenario = Scenario(
            game=self.game,
            title=title,
            given=given,
            play=self.plays(),
            then=Then(stated=False),
            rulings=rulings,
            tags=self.texts(("tags",), self.data.get("tags")),
            case=None if self.data.get("case") is None else self.text(("case",)),
            note={} if self.data.get("note") is None else self.languages("note"),
            allow_impossible=allow,
            file=self.source.file,
        )
        start = self.start(scenario)
        main: dict[str, Any] = {}
        then = scenario.then
        if self.data.get("then") is not None:
            main = self.mapping(("then",))
            then = self.expectations(("then",), main, main, start)
        readings = tuple(
            self.reading(("readings", i), main, scenario)
            for i in range(len(self.sequence(("readings",), self.data.get("readings"))))
        )
        return replace(scenario, then=then, readings=readings)

    # -- parts -------------------------------------------------------------------------------------

    def value(self, path: Path) -> Any:
        found: Any = self.data
        for part in path:
            found = found[part]
        return found

    def keys(self, path: Path, data: Mapping[str, Any], known: Sequence[str]) -> None:
        for key in data:
            if key not in known:
                code, params = unknown_key(key, known)
                raise self.fail(code, (*path, key), key=True, **params)

    def text(self, path: Path) -> str:
        value = self.value(path)
        if not isinstance(value, str) or not value.strip():
            raise self.fail("not_text", path, value=show(value))
        return value

    def mapping(self, path: Path) -> dict[str, Any]:
        value = self.value(path)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self.fail("not_mapping", path, value=show(value))
        return value

    def sequence(self, path: Path, value: Any) -> list[Any]:
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.fail("not_list", path, value=show(value))
        return value

    def texts(self, path: Path, value: Any) -> tuple[str, ...]:
        return tuple(self.text((*path, i)) for i in range(len(self.sequence(path, value))))

    def named(self, path: Path, make: Callable[[], Any], *, key: bool = False) -> Any:
        """Run `make`; a name it does not know is reported at `path`."""
        try:
            return make()
        except UnknownName as error:
            raise self.fail(error.code, path, key=key, **error.params) from None

    def languages(self, name: str) -> dict[str, str]:
        """Read text given once or per language; a missing language gets the other one."""
        value = self.data[name]
        if isinstance(value, str) and value.strip():
            return dict.fromkeys(LANGUAGES, value)
        if not isinstance(value, dict) or not value:
            raise self.fail("not_title", (name,), value=show(value), example="{zh: …, en: …}")
        self.keys((name,), value, LANGUAGES)
        texts = {lang: self.text((name, lang)) for lang in value}
        return {lang: texts.get(lang, next(iter(texts.values()))) for lang in LANGUAGES}

    def rulings(self, path: Path) -> dict[str, str]:
        made: dict[str, str] = {}
        data = self.mapping(path) if self.source.has(path) else {}
        for id, option in data.items():
            here = (*path, id)
            ruling = self.named(here, lambda id=id: self.game.rulebook.ruling(id), key=True)  # type: ignore[misc]
            chosen = str(option) if type(option) is int else self.text(here)
            made[id] = self.named(here, lambda r=ruling, c=chosen: r.option(c).key)  # type: ignore[misc]
        return made

    def clause(self, path: Path) -> str:
        id = self.text(path)
        self.named(path, lambda: self.game.rulebook.clause(id))
        return id

    def who(self, name: str, path: Path, *, key: bool, chance: bool = True) -> str:
        known = self.game.actors if chance else self.game.players
        if name not in known:
            near = nearest(name, known) or known[0]
            raise self.fail("not_choice", path, key=key, value=show(name), nearest=near, known=", ".join(known))
        return name

    # -- given and play ----------------------------------------------------------------------------

    def state(self, data: Mapping[str, Any], path: Path) -> Any:
        return self.structured(lambda: from_json(self.game.State, data), path)

    def structured(self, make: Callable[[], Any], path: Path, instead: Path = ()) -> Any:
        """Run `make`; the first fault it finds is placed below `path`, or `instead` where `path` lacks it."""
        try:
            return make()
        except BadData as error:
            faults = error.faults
        found = []
        for fault in faults:
            here = (*path, *fault.path)
            if not self.source.has(here) and instead:
                here = (*instead, *fault.path)
            found.append(self.fail(fault.code, here, key=fault.at_key, **fault.params))
        raise min(found, key=lambda p: (p.line, p.column))

    def plays(self) -> tuple[Play, ...]:
        entries = self.sequence(("play",), self.data["play"])
        return tuple(self.play(("play", i), entry) for i, entry in enumerate(entries))

    def play(self, path: Path, entry: Any) -> Play:
        example = f"{self.game.players[0]}: …"
        if isinstance(entry, str) and "：" in entry:
            raise self.fail("wide_mark", path, name=entry, mark="：", plain=":")
        if not isinstance(entry, dict) or not entry:
            raise self.fail("not_play", path, value=show(entry), example=example)
        names = [k for k in entry if k not in ("by", "rejected")]
        if len(names) != 1:
            raise self.fail("not_play", path, value=", ".join(names), example=example)
        here = (*path, names[0])
        who = self.who(names[0], here, key=True)
        by = None
        if "by" in entry:
            by = self.who(self.text((*path, "by")), (*path, "by"), key=False, chance=False)
        value = entry[who]
        if isinstance(value, dict):
            self.keys(here, value, (ANSWER,))
            action = Action(who, ANSWER, (freeze(value.get(ANSWER)),))
        else:
            text = str(value) if type(value) is int else self.text(here)
            action = self.named(here, lambda: self.game.parse(who, text))
        refused = self.refused((*path, "rejected")) if entry.get("rejected") is not None else None
        return Play(action, by, refused, self.source.at(path)[0])

    def refused(self, path: Path) -> str:
        """Read the clause an illegal action must break."""
        self.keys(path, self.mapping(path), ("clause",))
        if "clause" not in self.mapping(path):
            raise self.fail("missing_key", path, name="clause")
        return self.clause((*path, "clause"))

    def start(self, scenario: Scenario) -> Any:
        return self.possible(lambda: scenario.start().state, ("given",))

    def possible(self, make: Callable[[], Any], path: Path) -> Any:
        """Run `make`; the first reason why a position is refused is placed below `path`."""
        try:
            return make()
        except ImpossiblePosition as error:
            where = error.problems[0].params.get("where")
            who = error.problems[0].params.get("who")
            here: Path = (*path, *(where or ((who,) if isinstance(who, str) else ())))
            line, column = self.source.at(here, key=self.source.has(here))
            raise ImpossibleGiven(error, file=self.source.file, line=line, column=column) from None

    # -- then --------------------------------------------------------------------------------------

    def reading(self, path: Path, main: Mapping[str, Any], scenario: Scenario) -> Reading:
        data = self.mapping(path)
        self.keys(path, data, ("rulings", "then"))
        for name in ("rulings", "then"):
            if data.get(name) is None:
                raise self.fail("missing_key", path, name=name)
        rulings = self.rulings((*path, "rulings"))
        own = self.mapping((*path, "then"))
        other = replace(scenario, rulings={**scenario.rulings, **rulings})
        start = self.possible(lambda: other.start().state, (*path, "rulings"))
        then = self.expectations((*path, "then"), own, merged(main, own), start)
        return Reading(rulings, own, then, self.source.at(path)[0])

    def expectations(self, path: Path, own: Mapping[str, Any], whole: Mapping[str, Any], start: Any) -> Then:
        fields = [s.label for s in self.game.State.FIELDS]
        self.keys(path, own, [*EXPECTATIONS, *(f for f in fields if f not in EXPECTATIONS)])
        self.block(path, own)
        for name in ("steps", "never", "skipped", "problems"):
            for i in range(len(self.sequence((*path, name), own.get(name)))):
                self.clause((*path, name, i))
        if own.get("result") is not None:
            self.choice((*path, "result"), ("none", *self.game.results))
        if own.get("awaiting") is not None:
            self.text((*path, "awaiting"))
        if own.get("decision") is not None:
            keys = self.game.catalogue.keys()
            kinds = [k.partition(".")[2] for k in keys if k.startswith("decision.")]
            self.choice((*path, "decision"), ("none", *kinds))
        if own.get("rejected") is not None:
            self.refused((*path, "rejected"))
        for hand in self.mapping((*path, "display")) if own.get("display") is not None else ():
            self.keys((*path, "display"), {hand: 0}, tuple(self.game.display(start, self.game.defaults)))
            here = (*path, "display", hand)
            if self.text(here) not in self.game.rulebook.rulings:  # a ruling may decide what is shown
                self.clause(here)
        if own.get("measure") is not None:
            self.measures((*path, "measure"), self.game.statistics(start, self.game.defaults.choices))
        then = Then.of(whole, self.source.at(path, key=True)[0])
        expected = self.structured(lambda: expected_state(start, then.fields), path, ("then",))
        self.possible(lambda: self.game.readable(expected), path if self.source.has(path) else ("then",))
        return then

    def measures(self, path: Path, known: Mapping[str, Mapping[str, Any]]) -> None:
        """Check that the figures expected are figures the game knows of."""
        self.keys(path, self.mapping(path), tuple(known))
        for part in self.mapping(path):
            self.keys((*path, part), self.mapping((*path, part)), tuple(known[part]))

    def choice(self, path: Path, known: tuple[str, ...]) -> None:
        value = self.value(path)
        if value not in known:
            near = nearest(value, known) if isinstance(value, str) else None
            raise self.fail("not_choice", path, value=show(value), nearest=near or known[0], known=", ".join(known))

    def block(self, path: Path, own: Mapping[str, Any]) -> None:
        """Check that `at` names a kind of step of this game."""
        if own.get("at") is None:
            return
        here = (*path, "at")
        text = self.text(here)
        match = _AT.match(text)
        kinds = self.game.catalogue.keys()
        if match is None or match[1] not in kinds:
            raise self.fail("not_at", here, value=show(text), nearest=nearest(text, kinds) or "turn.end")
