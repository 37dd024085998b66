"""Coverage: which clauses the code cites and the scenarios exercise, and which rulings they tell apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from itertools import combinations
from typing import Any, NamedTuple

from rulekit.core.catalogue import common_catalogue
from rulekit.core.errors import ImpossiblePosition
from rulekit.core.game import Game
from rulekit.core.scenario import Report, Run, Scenario, check, run
from rulekit.core.show.display import Display

__all__ = ["Citation", "Coverage", "Pair", "citations", "coverage", "exercised", "pairs"]

NO_CITATION = ("rulebook.", "messages.", "new.", "new_")  # files of the package that only tell people


class Citation(NamedTuple):
    """A line of code or component data that cites a clause or a ruling; `file` begins at the top package."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


MOST = 12  # clauses, rulings or files that a line names


@dataclass(frozen=True, slots=True)
class Pair:
    """Two options of a ruling that lead a scenario to different outcomes."""

    ruling: str
    options: tuple[str, str]
    scenario: str


@dataclass(frozen=True, slots=True, repr=False)
class Coverage(Display):
    """What is covered of one game, everything in rulebook order.

    `clauses` are those that state a rule; `by_clause` names for each the passing scenarios that exercise
    it; `pairs` holds for each ruling one differing pair per two options that were told apart.
    """

    game: Game
    clauses: tuple[str, ...]
    cited: frozenset[str]
    by_clause: Mapping[str, tuple[str, ...]]
    pairs: Mapping[str, tuple[Pair, ...]]
    failing: tuple[str, ...] = ()

    @property
    def informative(self) -> tuple[str, ...]:
        """Clauses that state no rule, so that nothing can cite or exercise them."""
        return tuple(c.id for c in self.game.rulebook.clauses.values() if c.informative)

    @property
    def uncited(self) -> tuple[str, ...]:
        """Clauses that state a rule and that no code or component data cites."""
        return tuple(c for c in self.clauses if c not in self.cited)

    @property
    def unexercised(self) -> tuple[str, ...]:
        """Clauses that state a rule and that no passing scenario exercises."""
        return tuple(c for c in self.clauses if not self.by_clause[c])

    @property
    def unpaired(self) -> tuple[str, ...]:
        """Rulings that can matter and for which no passing scenario differs between two options."""
        return tuple(id for id, found in self.pairs.items() if not found and not self.game.rulebook.rulings[id].idle)

    @property
    def idle(self) -> tuple[str, ...]:
        """Rulings whose options no position can tell apart, as the rulebook says with the reason."""
        return tuple(id for id in self.pairs if self.game.rulebook.rulings[id].idle)

    @property
    def indistinct(self) -> tuple[tuple[str, str], ...]:
        """Options, with their ruling, that no passing scenario tells from the default."""
        missing = []
        for id, found in self.pairs.items():
            ruling = self.game.rulebook.ruling(id)
            if ruling.idle:
                continue
            apart = {o for p in found if ruling.default in p.options for o in p.options}
            missing += [(id, o) for o in ruling.keys if o != ruling.default and o not in apart]
        return tuple(missing)

    @property
    def ok(self) -> bool:
        """True when every clause is cited and exercised, and every ruling that can matter has its pair."""
        return not (self.uncited or self.unexercised or self.unpaired)

    def to_text(self, lang: str) -> str:
        """Return how much is cited, exercised and told apart, and what is missing."""
        text, all_clauses = common_catalogue().text, len(self.clauses)
        numbers = {
            "cited": (all_clauses - len(self.uncited), all_clauses, self.uncited),
            "exercised": (all_clauses - len(self.unexercised), all_clauses, self.unexercised),
            "paired": (len(self.pairs) - len(self.unpaired), len(self.pairs), self.unpaired),
            "failing": (len(self.failing), None, self.failing),
        }
        lines = [self.game.rulebook.name[lang]]
        for key, (n, total, ids) in numbers.items():
            if total is not None or n:
                lines.append("  " + text(f"show.coverage.{key}", lang, {"n": n, "total": total}))
                more = text("show.more", lang, {"n": len(ids) - MOST}) if len(ids) > MOST else ""
                lines += [f"    {', '.join(ids[:MOST])} {more}".rstrip()] if ids else []
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the findings as JSON values."""
        return {
            "game": self.game.id,
            "ok": self.ok,
            "clauses": len(self.clauses),
            "informative": list(self.informative),
            "uncited": list(self.uncited),
            "unexercised": list(self.unexercised),
            "rulings": len(self.pairs),
            "unpaired": list(self.unpaired),
            "idle": list(self.idle),
            "indistinct": [list(i) for i in self.indistinct],
            "failing": list(self.failing),
            "by_clause": {c: list(names) for c, names in self.by_clause.items()},
            "pairs": {id: [[*p.options, p.scenario] for p in found] for id, found in self.pairs.items()},
        }


def coverage(game: Game, scenarios: Iterable[Scenario], *, progress: Callable[[], None] | None = None) -> Coverage:
    """Run all scenarios of a game and return what they cover; failing ones count for nothing.

    `progress` is called after each scenario.
    """
    book = game.rulebook
    clauses = tuple(c.id for c in book.clauses.values() if not c.informative)
    by_clause: dict[str, list[str]] = {c: [] for c in clauses}
    apart: dict[str, dict[tuple[str, str], Pair]] = {id: {} for id in book.rulings}
    failing: list[str] = []
    for scenario in scenarios:
        if scenario.game is game:
            report = check(scenario)
            name = _name(scenario)
            if report.ok:
                for clause in dict.fromkeys(exercised(report)):
                    if clause in by_clause:
                        by_clause[clause].append(name)
                for pair in pairs(scenario):
                    apart[pair.ruling].setdefault(pair.options, pair)
            else:
                failing.append(name)
        if progress is not None:
            progress()
    return Coverage(
        game,
        clauses,
        frozenset(citations(game).keys() & book.clauses.keys()),
        {c: tuple(names) for c, names in by_clause.items()},
        {id: tuple(found[k] for k in sorted(found)) for id, found in apart.items()},
        tuple(failing),
    )


def _name(scenario: Scenario) -> str:
    return scenario.file or scenario.title["en"]


def citations(game: Game) -> Mapping[str, tuple[Citation, ...]]:
    """Return for each clause and ruling the lines of the game's modules and component files that cite it.

    Texts for people and files to start from are left out; what nothing cites has no entry.
    """
    pattern = re.compile(re.escape(game.rulebook.prefix) + r"-[A-Z0-9]+(?:\.[A-Z0-9]+)*")
    known = game.rulebook.clauses.keys() | game.rulebook.rulings.keys()
    folder = game.package.replace(".", "/")
    found: dict[str, list[Citation]] = {}
    for item in sorted(files(game.package).iterdir(), key=lambda item: item.name):
        if item.name.endswith((".py", ".yaml")) and not item.name.startswith(NO_CITATION):
            for n, line in enumerate(item.read_text("utf-8").splitlines(), 1):
                for id in dict.fromkeys(pattern.findall(line)):
                    found.setdefault(id, []).append(Citation(f"{folder}/{item.name}", n))
    return {id: tuple(lines) for id, lines in found.items() if id in known}


def exercised(report: Report) -> Iterator[str]:
    """Yield the clauses a scenario exercises: applied, said not to apply, refusing, shown, measured, forbidding."""
    for ran in report.runs:
        if ran.trace is not None:
            yield from ran.trace.clauses()
        if ran.error is not None:
            yield from ran.error.clauses
        for refusal in ran.refusals:
            yield from refusal.error.clauses
        for figures in ran.then.measure.values():
            for name in figures:
                yield from report.scenario.game.statistic_clauses.get(name, ())
        yield from ran.then.display.values()
        yield from ran.then.problems or ()


def pairs(scenario: Scenario) -> Iterator[Pair]:
    """Yield the pairs of options that a scenario tells apart, for every ruling it or its readings name.

    Each such ruling is set to all of its options in turn, the reading's other rulings as they are.
    """
    for id, context in _questions(scenario):
        ruling = scenario.game.rulebook.ruling(id)
        ends = {option: _outcome(scenario, {**context, id: option}) for option in ruling.keys}
        for one, two in combinations(ruling.keys, 2):
            if ends[one] != ends[two]:
                yield Pair(id, (one, two), _name(scenario))


def _questions(scenario: Scenario) -> list[tuple[str, dict[str, str]]]:
    """Return each ruling a scenario names with the other rulings to vary it under."""
    found: list[tuple[str, dict[str, str]]] = []
    named = dict.fromkeys([*scenario.rulings, *(id for r in scenario.readings for id in r.rulings)])
    contexts: list[Mapping[str, str]] = [{}, *(reading.rulings for reading in scenario.readings)]
    for id in named:
        for context in contexts:
            question = (id, {k: v for k, v in context.items() if k != id})
            if question not in found:
                found.append(question)
    return found


def _outcome(scenario: Scenario, rulings: Mapping[str, str]) -> Any:
    """Return a value equal for runs that end alike in everything a scenario can state but its clauses."""
    try:
        ran = run(scenario, rulings)
    except ImpossiblePosition as error:
        return ("impossible", tuple((p.code, p.clause) for p in error.problems))
    return _end(ran, scenario.game)


def _end(ran: Run, game: Game) -> Any:
    last = ran.positions[-1]
    refused = [(r.play, r.error.code, r.error.clauses) for r in ran.refusals]
    refused += [(len(ran.positions), ran.error.code, ran.error.clauses)] if ran.error else []
    problems = tuple((p.code, p.clause) for p in ran.positions[0].problems())
    shown = tuple(sorted(game.display(last.state, last.rulings.choices).items()))
    pending = last.pending and last.pending.decision.kind
    return (tuple(refused), last.state.key(), ran.compared.key(), pending, problems, shown)
