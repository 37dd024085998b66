"""Running scenarios and comparing what happened with what is expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from rulekit.core.action import ANSWER, Action
from rulekit.core.catalogue import common_catalogue
from rulekit.core.codec import from_json, to_json
from rulekit.core.errors import IllegalAction
from rulekit.core.playthrough import Playthrough
from rulekit.core.position import Position
from rulekit.core.record import Path, differences
from rulekit.core.scenario.model import Reading, Scenario, Then
from rulekit.core.show.answers import due_text
from rulekit.core.show.display import Display
from rulekit.core.trace import Trace
from rulekit.drawing.visible import visible

__all__ = [
    "Mismatch",
    "Refusal",
    "Report",
    "Run",
    "check",
    "check_reading",
    "cut_trace",
    "expected_state",
    "judge",
    "named",
    "run",
]


class Refusal(NamedTuple):
    """An action refused as its entry expects: the entry's number, how many traces came before, why."""

    play: int
    traces: int
    error: IllegalAction


@dataclass(frozen=True, repr=False)
class Run(Display):
    """A scenario played under one set of rulings.

    `positions` holds the start and the position after each play entry, `traces` one trace per action
    (an action with answers counts once).  `refusals` are those that entries expect: the position after
    such an entry is the one before it.  `error` is why the entry after the last position was refused.
    """

    scenario: Scenario
    then: Then
    positions: tuple[Position, ...]
    traces: tuple[Trace, ...]
    error: IllegalAction | None = None
    refusals: tuple[Refusal, ...] = ()

    @cached_property
    def trace(self) -> Trace | None:
        """The joined trace of all actions; None when nothing was played."""
        return Trace.join(self.traces) if self.traces else None

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """Every refusal, expected or not, in order."""
        if self.error is None:
            return self.refusals
        return (*self.refusals, Refusal(len(self.positions) - 1, len(self.traces), self.error))

    @cached_property
    def cut(self) -> int | None:
        """The id in `trace` of the last step before the comparison; None when the named block is missing."""
        if self.trace is None:
            return -1
        if self.then.at is None or self.error is not None:
            return len(self.trace) - 1
        last = self.traces[-1]
        kind, _, count = self.then.at.partition("#")
        found = [s.id for s in last if s.kind == kind and s.happened]
        n = int(count or 1)
        if n > len(found):
            return None
        return len(self.trace) - len(last) + last.last_within(found[n - 1])

    @cached_property
    def compared(self) -> Any:
        """The state the expectations are compared with; while a decision is open, the one in the middle."""
        if self.trace is None or self.cut is None or self.cut == len(self.trace) - 1:
            return self.trace.end if self.trace is not None and self.positions[-1].pending else self.positions[-1].state
        return self.trace.state_at(self.cut)

    def to_text(self, lang: str) -> str:
        """Return the title, how much was played and what is due then."""
        numbers = {"n": len(self.traces), "m": sum(map(len, self.traces))}
        params = {"title": self.scenario.title[lang], **numbers}
        lines = [common_catalogue().text("show.run", lang, params)]
        if self.error is not None:
            lines.append(common_catalogue().text("show.refused", lang, {"why": self.error.reason(lang)}))
        return "\n".join([*lines, due_text(self.positions[-1], lang)])

    def to_html(self, lang: str) -> str:
        """Return the same with the trace."""
        return super().to_html(lang) + ("" if self.trace is None else self.trace.to_html(lang))


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One expectation that was not met.

    `what` is field, steps, never, skipped, result, awaiting, decision, rejected, display, measure, problems, error,
    decider or at; `step` is the id in the run's joined trace of the first wrong step, None when there is none to
    point at; `reading` are the rulings of the reading it belongs to; `play` is the entry it is about, if any.
    `mentioned` is false for a field that the file does not name: it should have stayed as it was.
    """

    what: str
    path: str
    expected: Any
    actual: Any
    reading: Mapping[str, str]
    step: int | None = None
    fields: Path = ()
    error: IllegalAction | None = None
    play: int | None = None
    mentioned: bool = True


@dataclass(frozen=True, repr=False)
class Report(Display):
    """What a check found; `runs` are the main one and one per reading."""

    scenario: Scenario
    runs: tuple[Run, ...]
    mismatches: tuple[Mismatch, ...]

    @property
    def ok(self) -> bool:
        """True when everything is as expected."""
        return not self.mismatches

    def to_text(self, lang: str) -> str:
        """Return the findings, one a line."""
        return "\n".join(self.lines(lang))

    def lines(self, lang: str = "zh") -> list[str]:
        """Return the findings as sentences, one a line."""
        text = common_catalogue().text
        title = self.scenario.title[lang]
        if self.ok:
            return [visible(text("mismatch.ok", lang, {"title": title}))]
        made = [text("mismatch.failed", lang, {"title": title, "n": len(self.mismatches)})]
        under: Mapping[str, str] = {}
        for found in self.mismatches:
            if found.reading != under:
                under = found.reading
                words = ", ".join(f"{k}={v}" for k, v in under.items())
                made.append(text("mismatch.reading", lang, {"rulings": words}))
            made.append("  " + self.sentence(found, lang))
        return [visible(line) for line in made]

    def sentence(self, found: Mismatch, lang: str = "zh") -> str:
        """Return one finding as a sentence."""
        phrasebook = self.runs[0].positions[0].phrasebook(lang)
        legal = common_catalogue().text("mismatch.legal", lang, {})
        path = phrasebook.path(found.fields) if found.fields else found.path
        if found.play is not None:
            action = phrasebook.action(self.scenario.play[found.play].action)
            path = common_catalogue().text("mismatch.play", lang, {"n": found.play, "action": action})
        actual = found.error.reason(lang) if found.error is not None else found.actual
        params = {"path": path, "expected": found.expected, "actual": actual}
        for name, value in params.items():
            params[name] = legal if value == "legal" else value if name == "path" else _word(phrasebook, value)
        key = f"mismatch.{found.what}" if found.mentioned else "mismatch.unmentioned"
        sentence = common_catalogue().text(key, lang, params)
        if found.step is None:
            return sentence
        return sentence + common_catalogue().text("mismatch.step", lang, {"step": found.step})


def _word(phrasebook: Any, value: Any) -> str:
    if isinstance(value, str):
        return str(phrasebook.value(value)) if f"value.{value}" in phrasebook.catalogue else value
    return str(phrasebook.value(value))


def run(scenario: Scenario, rulings: Mapping[str, str] | None = None, *, then: Then | None = None) -> Run:
    """Play a scenario, traced, under its own rulings with `rulings` on top.

    Stops at the first illegal entry that does not expect to be refused; one that does but is legal is played.
    `then` replaces the expectations that say where to compare.
    """
    played = Playthrough(scenario.start(rulings))
    for play in scenario.play:
        refused = played.attempt(_answer(played.position, play.action))
        if refused is not None and play.rejected is None:
            played.undo()
            return _ran(scenario, then, played, refused)
    return _ran(scenario, then, played, None)


def _ran(scenario: Scenario, then: Then | None, played: Playthrough, error: IllegalAction | None) -> Run:
    refusals = tuple(
        Refusal(i, len(played.traces_to(i)), entry.error)
        for i, entry in enumerate(played.entries)
        if entry.error is not None
    )
    return Run(scenario, then or scenario.then, tuple(played.positions), played.traces, error, refusals)


def _answer(position: Position, action: Action) -> Action:
    """Take an action written as plain words for the answer it names while a decision is open."""
    if position.decision is None or action.verb == ANSWER:
        return action
    text = position.game.format(action)
    for option in position.decision.options:
        if str(option) == text:
            return Action(action.who, ANSWER, (option,))
    return action


def check(scenario: Scenario) -> Report:
    """Play a scenario under its rulings and under each of its readings, and compare."""
    reports = [check_reading(scenario, reading) for reading in (None, *scenario.readings)]
    return Report(
        scenario,
        tuple(r for report in reports for r in report.runs),
        tuple(m for report in reports for m in report.mismatches),
    )


def check_reading(scenario: Scenario, reading: Reading | None = None) -> Report:
    """Play a scenario under one reading (None: its own rulings) and compare."""
    return judge(run(scenario, {} if reading is None else reading.rulings), reading)


def judge(ran: Run, reading: Reading | None = None) -> Report:
    """Compare what a run came to with what a reading (None: the main part of its file) expects of it."""
    if reading is not None:
        ran = replace(ran, then=reading.then)
    rulings = {} if reading is None else dict(reading.rulings)
    return Report(ran.scenario, (ran,), tuple(_compare(ran, rulings)))


def _compare(ran: Run, reading: Mapping[str, str]) -> Iterator[Mismatch]:
    then = ran.then
    if then.problems is not None:
        actual = tuple(sorted({p.clause for p in ran.positions[0].problems()}))
        expected = tuple(sorted(set(then.problems)))
        if actual != expected:
            yield Mismatch("problems", "given", expected, actual, reading)
    yield from _compare_refusals(ran, reading)
    yield from _compare_refusal(ran, reading)
    yield from _compare_deciders(ran, reading)
    played = len(ran.positions) - 1
    due = len(ran.scenario.play) - (then.rejected is not None)
    if played < due or not then.stated:
        return
    if ran.cut is None:
        yield Mismatch("at", "at", then.at, None, reading)
        return
    yield from _compare_state(ran, reading)
    yield from _compare_steps(ran, reading)


def _compare_refusals(ran: Run, reading: Mapping[str, str]) -> Iterator[Mismatch]:
    """Compare the refusals that single entries expect."""
    met = {refusal.play: refusal for refusal in ran.refusals}
    for i, play in enumerate(ran.scenario.play[: len(ran.positions) - 1]):
        if play.rejected is None:
            continue
        path = f"play[{i}] ({play.action})"
        if i not in met:
            yield Mismatch("rejected", path, play.rejected, "legal", reading)
        elif play.rejected not in met[i].error.clauses:
            steps = sum(map(len, ran.traces[: met[i].traces]))
            error = met[i].error
            step = steps - 1 if steps else None
            yield Mismatch("rejected", path, play.rejected, error.clauses, reading, step, (), error)


def _compare_refusal(ran: Run, reading: Mapping[str, str]) -> Iterator[Mismatch]:
    plays = ran.scenario.play
    played = len(ran.positions) - 1
    wanted = ran.then.rejected
    if ran.error is not None and (wanted is None or played < len(plays) - 1):
        path = f"play[{played}] ({plays[played].action})"
        yield Mismatch("error", path, "legal", ran.error.code, reading, _first_of_last(ran), (), ran.error, played)
    elif wanted is not None and ran.error is None:
        path = f"play[{played - 1}] ({plays[played - 1].action})" if plays else "play"
        step = len(ran.trace) - len(ran.traces[-1]) if ran.trace is not None else None
        yield Mismatch("rejected", path, wanted, "legal", reading, step, play=played - 1 if plays else None)
    elif wanted is not None and ran.error is not None and wanted not in ran.error.clauses:
        path = f"play[{played}] ({plays[played].action})"
        last = _first_of_last(ran)
        yield Mismatch("rejected", path, wanted, ran.error.clauses, reading, last, (), ran.error, played)


def _first_of_last(ran: Run) -> int | None:
    """Return the last step there is: what came after it was refused."""
    return len(ran.trace) - 1 if ran.trace is not None else None


def _compare_deciders(ran: Run, reading: Mapping[str, str]) -> Iterator[Mismatch]:
    for i, (play, before) in enumerate(zip(ran.scenario.play, ran.positions, strict=False)):
        decider = before.decides_for(play.action.who)
        if play.by is not None and play.by != decider:
            yield Mismatch("decider", f"play[{i}] ({play.action})", play.by, decider, reading, play=i)


def expected_state(start: Any, fields: Mapping[str, Any]) -> Any:
    """Return the start state with the expected fields laid over it; raises what `from_json` raises."""
    return from_json(type(start), _laid_over(type(start), to_json(start), fields))


def _laid_over(cls: Any, below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    made = dict(below)
    for label, value in above.items():
        spec = cls.BY_LABEL.get(label)
        inside = spec is not None and spec.kind in ("record", "maybe") and isinstance(value, Mapping)
        made[label] = _laid_over(spec.inner, made.get(label) or {}, value) if inside else value
    return made


def named(fields: Any, path: Path) -> bool:
    """Tell whether expected fields say something about the field at a path."""
    for part in path:
        if not isinstance(fields, Mapping):
            return True
        if part not in fields:
            return False
        fields = fields[part]
    return True


def _volatile(cls: Any, path: Path) -> bool:
    spec = cls.BY_LABEL[path[0]]
    if spec.kind in ("record", "maybe") and len(path) > 1:
        return _volatile(spec.inner, path[1:])
    return bool(spec.volatile)


def _compare_state(ran: Run, reading: Mapping[str, str]) -> Iterator[Mismatch]:
    then, state, game = ran.then, ran.compared, ran.scenario.game
    start = ran.positions[0].state
    for change in differences(expected_state(start, then.fields), state):
        path = change.path
        mentioned = named(then.fields, path)
        if not mentioned and _volatile(type(state), path):
            continue
        yield Mismatch(
            "field",
            ".".join(map(str, path)),
            change.before,
            change.after,
            reading,
            _last_change(ran, path),
            path,
            mentioned=mentioned,
        )
    outcome = game.outcome(state)
    result = outcome.result if outcome is not None else "none"
    if then.result is not None and then.result != result:
        yield Mismatch("result", "result", then.result, result, reading, _last_change(ran, ("result",)))
    awaiting = game.awaiting(state)
    if then.awaiting is not None and then.awaiting != awaiting:
        yield Mismatch("awaiting", "awaiting", then.awaiting, awaiting, reading, ran.cut)
    decision = ran.positions[-1].decision
    kind = decision.kind if decision is not None else "none"
    if then.decision is not None and then.decision != kind:
        yield Mismatch("decision", "decision", then.decision, kind, reading, ran.cut)
    if then.display:
        shown = game.display(state, ran.positions[0].rulings.choices)
        for hand, clause in then.display.items():
            if shown.get(hand) != clause:
                yield Mismatch("display", hand, clause, shown.get(hand), reading)
    yield from _compare_measures(ran, reading)


def _compare_measures(ran: Run, reading: Mapping[str, str]) -> Iterator[Mismatch]:
    if not ran.then.measure:
        return
    actual = ran.scenario.game.statistics(ran.compared, ran.positions[0].rulings.choices)
    for part, figures in ran.then.measure.items():
        for name, wanted in figures.items():
            found = actual.get(part, {}).get(name)
            if found != wanted:
                yield Mismatch("measure", f"{part}.{name}", wanted, found, reading, ran.cut)


def _last_change(ran: Run, path: Path) -> int | None:
    """Return the last step, up to the comparison, that changed the field."""
    if ran.trace is None or ran.cut is None:
        return None
    for step in reversed(ran.trace.steps[: ran.cut + 1]):
        if any(c.path[: len(path)] == path or path[: len(c.path)] == c.path for c in step.changes):
            return step.id
    return None


def _compare_steps(ran: Run, reading: Mapping[str, str]) -> Iterator[Mismatch]:
    then = ran.then
    steps = ran.trace.steps if ran.trace is not None else ()
    applied = [(c, s.id) for s in steps if s.happened for c in s.clauses]
    rest = iter(applied)
    reached: int | None = None
    for clause in then.steps:
        found = next((id for c, id in rest if c == clause), None)
        if found is None:
            actual = tuple(dict.fromkeys(c for c, id in applied if reached is None or id >= reached))
            yield Mismatch("steps", clause, then.steps, actual, reading, reached)
            break
        reached = found
    for clause in then.never:
        id = next((id for c, id in applied if c == clause), None)
        if id is not None:
            yield Mismatch("never", clause, clause, clause, reading, id)
    mentioned = tuple(dict.fromkeys(c for s in steps if not s.happened for c in s.clauses))
    for clause in then.skipped:
        if clause not in mentioned:
            yield Mismatch("skipped", clause, clause, mentioned, reading)


def cut_trace(trace: Trace, last: int | None) -> Trace:
    """Return the trace down to step `last` (all of it for None), for printing."""
    if last is None:
        return trace
    end = trace.state_at(last)
    marks = tuple(m for m in trace.marks if m.step <= last)
    return replace(trace, steps=trace.steps[: last + 1], marks=marks, end=end, decision=None)
