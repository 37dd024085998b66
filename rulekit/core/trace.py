"""Traces: what happened, step by step, as data; how it is printed lives elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self, overload

from rulekit.core.action import Action, Decision
from rulekit.core.amount import Amount, Operation
from rulekit.core.codec import change_to_json, freeze, to_json
from rulekit.core.errors import BadArgument, NoStep
from rulekit.core.graph import plain_attributes
from rulekit.core.record import apply_change
from rulekit.core.resolution import TracedResolution
from rulekit.core.show.display import Display
from rulekit.core.step import Step

if TYPE_CHECKING:
    import networkx as nx

    from rulekit.core.game import Game
    from rulekit.core.phrasebook import Phrasebook

__all__ = ["READ", "SCHEMA", "Citing", "Mark", "Trace"]

SCHEMA = 2
_SHOWN = ("kind", "clauses", "who", "happened", "changes", "rulings", "params")  # of a step in a graph
READ = (1, SCHEMA)  # in version 1 a step that did not happen does not say what prevented it


@dataclass(frozen=True, slots=True)
class Mark:
    """Where an action begins: the id of its first step."""

    step: int
    action: Action


@dataclass(frozen=True, slots=True, repr=False)
class Trace(Display):
    """A run: the state it began with, its steps in order, and the open decision if it stopped at one.

    `start` and `end` are states, read-only.
    """

    game: Game
    rulings: Mapping[str, str]
    start: Any
    steps: tuple[Step, ...]
    end: Any
    marks: tuple[Mark, ...] = ()
    decision: Decision | None = None

    def __post_init__(self) -> None:
        for name in ("start", "end"):
            object.__setattr__(self, name, getattr(self, name).fixed())

    @classmethod
    def of(cls, game: Game, run: TracedResolution, start: Any, action: Action, decision: Decision | None) -> Trace:
        """Freeze what a traced run recorded."""
        run.close()
        steps: list[Step] = []
        for id, raw in enumerate(run.steps):
            derivations = {k: v.derivation for k, v in raw.params.items() if type(v) is Amount}
            derived = [c for operations in derivations.values() for c in _new_clauses(operations, raw.parent, steps)]
            steps.append(
                Step(
                    id,
                    raw.parent,
                    raw.kind,
                    tuple(dict.fromkeys([*raw.clauses, *derived])),
                    raw.who,
                    freeze(raw.params),
                    tuple(raw.changes),
                    raw.rulings,
                    derivations,
                    raw.happened,
                    raw.because,
                )
            )
        defaults = game.defaults.choices
        changed = {} if run.rulings is defaults else {k: v for k, v in run.rulings.items() if defaults[k] != v}
        return cls(game, changed, start, tuple(steps), run.state.fix(), (Mark(0, action),), decision)

    @staticmethod
    def join(traces: Sequence[Trace]) -> Trace:
        """Return one trace of several that follow one another; raises BadArgument for none at all."""
        if not traces:
            raise BadArgument("no_trace")
        steps: list[Step] = []
        marks: list[Mark] = []
        for trace in traces:
            shift = len(steps)
            marks += [replace(m, step=m.step + shift) for m in trace.marks]
            steps += [_shifted(step, shift) for step in trace.steps]
        last = traces[-1]
        return replace(traces[0], steps=tuple(steps), marks=tuple(marks), end=last.end, decision=last.decision)

    def seen_by(self, viewer: str | None) -> Trace:
        """Return the trace as a player may be told it, None for everybody; raises UnknownName for no player."""
        from rulekit.core.seen import seen_by

        return seen_by(self, viewer)

    def phrasebook(self, lang: str) -> Phrasebook:
        """Return the sentences of the game in `lang`, with words for what the run's start brought along."""
        return self.game.phrasebook(lang, self.start)

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    @overload
    def __getitem__(self, key: int) -> Step: ...

    @overload
    def __getitem__(self, key: str) -> Citing: ...

    def __getitem__(self, key: int | str) -> Step | Citing:
        """Return the step of a number, or the steps that cite a clause or consulted a ruling.

        Raises NoStep and UnknownName for what is not there.
        """
        if isinstance(key, str):
            return Citing(self, key)
        if not -len(self.steps) <= key < len(self.steps):
            raise NoStep(key, len(self.steps))
        return replace(self.steps[key], words=self._told)

    def _told(self, step: Step, lang: str) -> str:
        from rulekit.core.show import printers

        return printers.text_lines(self, [step], lang)

    def children(self, id: int | None) -> list[Step]:
        """Return the steps caused directly by step `id`, the roots for None."""
        return [s for s in self.steps if s.parent == id]

    def depth(self, id: int) -> int:
        """Return how many causes a step has above it."""
        depth = 0
        parent = self.steps[id].parent
        while parent is not None:
            depth += 1
            parent = self.steps[parent].parent
        return depth

    def last_within(self, id: int) -> int:
        """Return the id of the last step inside the block of step `id` (itself when it has none)."""
        last = id
        for step in self.steps[id + 1 :]:
            if step.parent is None or step.parent < id:
                break
            last = step.id
        return last

    def state_at(self, id: int) -> Any:
        """Return a copy of the state right after step `id`; -1 is the start."""
        state = self.start.copy()
        for step in self.steps[: id + 1]:
            for change in step.changes:
                apply_change(state, change)
        return state

    def clauses(self, happened: bool | None = None) -> tuple[str, ...]:
        """Return the cited clauses in order, with repeats; `happened` narrows to steps that did or did not."""
        return tuple(c for s in self.steps if happened is None or s.happened is happened for c in s.clauses)

    def consulted(self) -> dict[str, str]:
        """Return every ruling that was looked up and the option it gave."""
        return {k: v for s in self.steps for k, v in s.rulings.items()}

    def to_json(self) -> dict[str, Any]:
        """Return the trace as JSON values with a schema version."""
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "game": self.game.id,
            "rulings": dict(self.rulings),
            "start": to_json(self.start),
            "end": to_json(self.end),
            "marks": [[m.step, *_action_out(m.action)] for m in self.marks],
            "steps": [_step_out(s) for s in self.steps],
        }
        if self.decision is not None:
            d = self.decision
            data["decision"] = {
                "kind": d.kind,
                "who": d.who,
                "options": _thaw(d.options),
                "clauses": list(d.clauses),
                "params": _thaw(d.params),
                **({"weights": list(d.weights)} if d.weights else {}),
            }
        return data

    @classmethod
    def from_json(cls, game: Game, data: Any) -> Trace:
        """Read a trace back, also one of an older schema; raises BadData with the path to what is wrong."""
        from rulekit.core.trace_reading import read_trace

        return read_trace(game, data)

    def to_text(self, lang: str) -> str:
        """Return the trace as a drawn tree."""
        from rulekit.core.show import printers

        return printers.text_tree(self, lang)

    def to_html(self, lang: str) -> str:
        """Return the trace as nested lists."""
        from rulekit.core.show import printers

        return printers.html(self, lang)

    def to_networkx(self) -> nx.DiGraph[int]:
        """Return the trace as a networkx graph that can be written as GraphML, GEXF, GML or node-link JSON.

        Nodes are step ids with the attributes kind, clauses, who, happened, depth, changes, rulings, params,
        root (the id of the outermost cause); edges have kind "cause" (parent to child), "prevented" (to a step that
        did not happen from the one that prevented it, be this its parent too) or "order" (to the next step).
        Attributes are text, numbers and true or false: who is left out where it is none; clauses, changes, rulings
        and params are JSON text.
        """
        import networkx as nx

        graph: nx.DiGraph[int] = nx.DiGraph(**plain_attributes({"game": self.game.id, "rulings": self.rulings}))
        root: dict[int, int] = {}
        for s in self.steps:
            root[s.id] = s.id if s.parent is None else root[s.parent]
            attributes = {name: getattr(s, name) for name in _SHOWN}
            graph.add_node(s.id, **plain_attributes(attributes), depth=self.depth(s.id), root=root[s.id])
        for s in self.steps:
            if s.parent is not None:
                graph.add_edge(s.parent, s.id, kind="cause")
            if s.because is not None:
                graph.add_edge(s.because, s.id, kind="prevented")
            if s.id and not graph.has_edge(s.id - 1, s.id):
                graph.add_edge(s.id - 1, s.id, kind="order")
        return graph


class Citing(Display, tuple[Step, ...]):
    """Steps of a trace that cite a clause or consulted a ruling, in order."""

    trace: Trace
    id: str

    def __new__(cls, trace: Trace, id: str) -> Self:
        """Find the steps; raises UnknownName for a clause or ruling that does not exist."""
        id = trace.game.rulebook[id].id
        made = super().__new__(cls, (s for s in trace.steps if id in s.clauses or id in s.rulings))
        made.trace, made.id = trace, id
        return made

    def __getnewargs__(self) -> tuple[Trace, str]:
        return self.trace, self.id

    def to_text(self, lang: str) -> str:
        """Return a line for each step, its sentence and clauses, and what it changed."""
        from rulekit.core.show import printers

        none = self.trace.phrasebook(lang).text("show.none_cites", {"id": self.id})
        return printers.text_lines(self.trace, self, lang) or none


def _new_clauses(operations: tuple[Operation, ...], parent: int | None, steps: Sequence[Step]) -> list[str]:
    """Return the clauses of what this step adds to a number that a cause of it had already derived so far."""
    known = 0
    while parent is not None:
        for before in steps[parent].derivations.values():
            if operations[: len(before)] == before:
                known = max(known, len(before))
        parent = steps[parent].parent
    return [op.clause for op in operations[known:]]


def _shifted(step: Step, by: int) -> Step:
    """Return a step with its number and those of the steps it names moved on."""
    parent, because = (None if id is None else id + by for id in (step.parent, step.because))
    return replace(step, id=step.id + by, parent=parent, because=because)


def _action_out(action: Action) -> list[Any]:
    return [action.who, action.verb, _thaw(action.args)]


def _thaw(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_thaw(v) for v in value]
    if isinstance(value, Mapping):
        return {k: _thaw(v) for k, v in value.items()}
    return value


def _step_out(s: Step) -> dict[str, Any]:
    data: dict[str, Any] = {"parent": s.parent, "kind": s.kind, "clauses": list(s.clauses)}
    if s.who is not None:
        data["who"] = s.who
    if s.params:
        data["params"] = _thaw(s.params)
    if s.changes:
        data["changes"] = [change_to_json(c) for c in s.changes]
    if s.rulings:
        data["rulings"] = dict(s.rulings)
    if s.derivations:
        data["derivations"] = {k: [list(op) for op in v] for k, v in s.derivations.items()}
    if not s.happened:
        data["happened"] = False
    if s.because is not None:
        data["because"] = s.because
    return data
