"""Scenarios: one file is the bug report, the regression test, the lesson's example and the puzzle.

This is the public face; the value classes, the file format and the comparison each have a module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

from rulekit.core.action import Action
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.codec import field_to_json, to_json
from rulekit.core.errors import IllegalAction
from rulekit.core.folder import find, is_scenario
from rulekit.core.given import exact_given
from rulekit.core.playthrough import Entry, Playthrough
from rulekit.core.position import Position
from rulekit.core.record import Path, differences
from rulekit.core.saving import save_text
from rulekit.core.scenario import checking
from rulekit.core.scenario.checking import Mismatch, Refusal, Report, Run, cut_trace, run
from rulekit.core.scenario.model import Play, Reading, Scenario, Then
from rulekit.core.scenario.reading import ImpossibleGiven, load, load_all, loads
from rulekit.core.scenario.writing import dumps, save
from rulekit.core.trace import Trace

__all__ = [
    "ImpossibleGiven",
    "Mismatch",
    "Play",
    "Reading",
    "Refusal",
    "Report",
    "Run",
    "Scenario",
    "Then",
    "check",
    "cut_trace",
    "dumps",
    "find",
    "is_scenario",
    "load",
    "load_all",
    "loads",
    "record",
    "run",
    "save",
    "save_text",
]


def check(scenario: Scenario | FilePath | str) -> Report:
    """Play a scenario, or that of a file or name, under its rulings and each of its readings, and compare."""
    return checking.check(scenario if isinstance(scenario, Scenario) else load(scenario))


def record(
    start: Position, actions: Sequence[Action | str], *, title: str | Mapping[str, str], tags: Sequence[str] = ()
) -> Scenario:
    """Return a scenario whose expectations are what happened: fields changed, clauses applied, result.

    Of the clauses those are pinned by which something changed, or by which something expected did not happen,
    the first one of each step.

    A position in the middle of an action is recorded from before that action.  An illegal action becomes
    an expected refusal: the last one of the whole, an earlier one of its entry.
    A title that is empty is the name of the game.
    """
    played = Playthrough.of(start)
    for action in actions:
        played.attempt(action)
    start, game = played.start, played.start.game
    last = played.entries[-1].error if played.entries else None
    plays = [_play(entry, last) for entry in played.entries]
    return Scenario(
        game=game,
        title=_in_every_language(title) or dict(game.rulebook.name),
        given=exact_given(game, start.state, start.rulings.choices),
        play=tuple(plays),
        then=_happened(start, played.position, played.traces, last),
        rulings=start.rulings.changed,
        tags=tuple(tags),
        allow_impossible=bool(start.problems()),
    )


def _in_every_language(title: str | Mapping[str, str]) -> dict[str, str]:
    """Return a title for each language, in one that it does not have that of another; {} for an empty one."""
    names = dict.fromkeys(LANGUAGES, title) if isinstance(title, str) else title
    known = [name for name in names.values() if name]
    return {lang: names.get(lang) or known[0] for lang in LANGUAGES} if known else {}


def _play(entry: Entry, last: IllegalAction | None) -> Play:
    """Return an entry as a file has it; a refusal that is the last of all is what the whole expects."""
    decider = entry.decider if entry.decider not in (entry.action.who, None) else None
    if entry.error is None or entry.error is last:
        return Play(entry.action, decider)
    return Play(entry.action, rejected=entry.error.clauses[0])


def _happened(start: Position, end: Position, traces: Sequence[Trace], refused: IllegalAction | None) -> Then:
    fields: dict[str, Any] = {}
    state = traces[-1].end if end.pending and traces else end.state
    for change in differences(start.state, state):
        _note(fields, type(state), to_json(state), change.path)
    steps = Trace.join(traces).steps if traces else ()
    applied = {c for s in steps if s.happened for c in s.clauses}
    # What matters: the clause by which each change came about, and the one by which each expected thing did not.
    pinned = tuple(dict.fromkeys(s.clauses[0] for s in steps if s.happened and s.changes))
    skipped = tuple(dict.fromkeys(s.clauses[0] for s in steps if not s.happened))
    outcome = end.outcome()
    return Then(
        fields=fields,
        result=outcome.result if outcome is not None else "none",
        awaiting=end.game.awaiting(state) or None,
        decision=end.decision.kind if end.decision is not None else None,
        rejected=refused.clauses[0] if refused is not None else None,
        steps=pinned,
        never=tuple(c for c in skipped if c not in applied),
        skipped=skipped,
    )


def _note(fields: dict[str, Any], cls: Any, value: Mapping[str, Any], path: Path) -> None:
    """Enter what the field at `path` holds now, unless rules change it as a matter of course."""
    spec = cls.BY_LABEL[path[0]]
    if spec.kind in ("record", "maybe") and len(path) > 1:
        inside = fields.get(spec.label, {})
        _note(inside, spec.inner, value.get(spec.label, {}), path[1:])
        if inside:
            fields[spec.label] = inside
    elif not spec.volatile:
        fields[spec.label] = value[spec.label] if spec.label in value else field_to_json(spec, spec.default)
