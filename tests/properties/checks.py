"""The checks themselves, on a trace, an action, a refusal; the tests choose what to run them on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import count

from rulekit import Action, Position, Step, Trace
from rulekit.core.action import Decision
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.debugger import Debugger
from rulekit.core.game import Game

__all__ = ["check_action", "check_debugger", "check_position", "check_trace", "same_result"]


def check_action(position: Position, action: Action, *, possible: bool = True) -> Position:
    """Play a legal action with and without a trace, check everything about it, return the position after."""
    key, mark = position.key(), hash(position)
    after = position.play(action)
    traced, trace = position.play_traced(action)
    assert traced == after, f"{action}: tracing changed the result"
    assert position.key() == key and hash(position) == mark, f"{action}: changed the position it was played in"
    check_trace(trace)
    if after.pending is None:
        assert trace.end == after.state
        assert trace.decision is None
    else:
        assert trace.decision == after.decision
        assert after.state == position.state
        check_decision(position.game, after.pending.decision)
    check_position(after)
    if possible:
        problems = after.problems()
        assert not problems, f"{action} led to an impossible position: {problems}"
    return after


def _causes(trace: Trace, id: int) -> Iterator[Step]:
    """Yield the steps above step `id`, nearest first."""
    parent = trace.steps[id].parent
    while parent is not None:
        yield trace.steps[parent]
        parent = trace.steps[parent].parent


def check_trace(trace: Trace) -> None:
    """Check the steps, their bookkeeping, their sentences, and that they lead from the start to the end."""
    book = trace.game.rulebook
    assert trace.steps, "an action that says nothing"
    for i, step in enumerate(trace.steps):
        assert step.id == i
        assert step.clauses, f"{step.kind} cites no clause"
        for clause in step.clauses:
            book.clause(clause)
        for id, option in step.rulings.items():
            assert book.ruling(id).option(option).key == option
        assert step.parent is None or 0 <= step.parent < i
        assert step.happened or not step.changes, f"{step.kind} did not happen, yet changed {step.changes}"
        cited = {c for cause in [step, *_causes(trace, i)] for c in cause.clauses}
        for operations in step.derivations.values():
            assert {op.clause for op in operations} <= cited, f"{step.kind}: a derivation's clause is cited nowhere"
        for name, operations in step.derivations.items():
            assert operations[-1].result == step.params[name]
    assert trace.state_at(len(trace) - 1) == trace.end, "the changes do not lead to the end"
    _check_read_back(trace)
    for step in trace:
        _check_words(trace.game, step)


_READ: set[str] = set()  # forms of steps that were read back already: the same is read the same with other numbers
_NUMBER = re.compile(r"\d+")
_ANYWAY = 10  # of so many traces one is read back whatever its form
_traces = count()


def _check_read_back(trace: Trace) -> None:
    """Check that a trace can be read from what is written of it, where one of its steps has a new form."""
    data = trace.to_json()
    forms = {f"{trace.game.id} {_NUMBER.sub('0', json.dumps(step))}" for step in data["steps"]}
    if not forms <= _READ or next(_traces) % _ANYWAY == 0:
        assert Trace.from_json(trace.game, json.loads(json.dumps(data, ensure_ascii=False))) == trace
        _READ.update(forms)


_WORDED: set[str] = set()  # what was checked already: the same step or change is worded the same again


def _check_words(game: Game, step: Step) -> None:
    """Check that a step and its changes are sentences in every language."""
    said = f"{game.id} {step.kind} {step.who} {step.params}"
    changes = {f"{game.id} {change}": change for change in step.changes}
    for phrasebook in map(game.phrasebook, LANGUAGES):
        if said not in _WORDED:
            _sentence(phrasebook.step(step))
        for change in (made for text, made in changes.items() if text not in _WORDED):
            _sentence(phrasebook.change(change))
    _WORDED.update((said, *changes))


def _sentence(text: str) -> None:
    assert text and "{" not in text and "None" not in text, text


def check_position(position: Position) -> None:
    """Check that a position survives JSON, with everything that hangs on its value."""
    text = json.dumps(position.to_json(), ensure_ascii=False)
    back = Position.from_json(position.game, json.loads(text))
    assert back == position and hash(back) == hash(position) and back.key() == position.key()
    assert back.decision == position.decision
    assert json.dumps(back.to_json(), ensure_ascii=False) == text
    legal = position.legal_actions()
    assert len(set(legal)) == len(legal)
    over = position.outcome() is not None
    assert over is (not legal) is (position.to_act is None)


def check_decision(game: Game, decision: Decision) -> None:
    """Check that an open decision is a real question that can be put to a person."""
    assert decision.options and len(set(decision.options)) == len(decision.options)
    assert decision.clauses
    for clause in decision.clauses:
        game.rulebook.clause(clause)
    for lang in LANGUAGES:
        _sentence(game.phrasebook(lang).decision(decision))


def same_result(one: Position, two: Position) -> bool:
    """Tell whether two actions of one position came to the same; they may be worded differently."""
    if one.pending is None or two.pending is None:
        return one == two
    return (one.state, one.pending.decision, one.pending.answers) == (
        two.state,
        two.pending.decision,
        two.pending.answers,
    )


def check_debugger(trace: Trace) -> None:
    """Check that walking a trace forward, back and about gives the states of the trace."""
    debugger = Debugger(trace)
    states = [trace.state_at(i) for i in range(-1, len(trace))]
    assert debugger.state == trace.start
    for i in range(len(trace)):
        assert debugger.next() and debugger.at == i
        assert debugger.state == states[i + 1]
    assert not debugger.next()
    assert debugger.state == trace.end
    for i in reversed(range(-1, len(trace) - 1)):
        assert debugger.back() and debugger.at == i
        assert debugger.state == states[i + 1]
    assert not debugger.back()
    _check_jumps(debugger, states, [len(trace) - 1, 0, len(trace) // 2, -1])
    for i in range(len(trace)):
        debugger.jump(i)
        debugger.over()
        assert debugger.at == min(trace.last_within(i) + 1, len(trace) - 1)
        assert debugger.state == states[debugger.at + 1]


def _check_jumps(debugger: Debugger, states: list[object], places: Iterable[int]) -> None:
    for place in places:
        debugger.jump(place)
        assert debugger.state == states[place + 1]
