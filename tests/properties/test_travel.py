"""Values travel whole: through pickle, copy and deepcopy, into another process and, raised there, out of it."""

from __future__ import annotations

import copy
import importlib
import multiprocessing
import pickle
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

import rulekit
from rulekit import GAMES, Action, IllegalAction, Position, RulekitError, load_game
from rulekit.analysis.explore import random_game
from rulekit.core import card_file, scenario
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.codec import from_json
from rulekit.core.compare import compare
from rulekit.core.debugger import Debugger
from rulekit.core.errors import UnknownName
from rulekit.core.game import Game
from rulekit.core.record import Record
from rulekit.core.resolution import BadAnswer, Undecided
from rulekit.core.source import read_file, read_text
from tests.properties.registry import every_game, pick, random_position, samples, scenarios

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)


def ways(value: Any) -> Iterator[Any]:
    """Yield what each way of copying makes of a value."""
    yield copy.copy(value)
    yield copy.deepcopy(value)
    for protocol in PROTOCOLS:
        yield pickle.loads(pickle.dumps(value, protocol))


def check_travels(value: Any) -> None:
    """Check that a value comes back equal, of the same class, and with an equal hash where it has one."""
    for back in ways(value):
        assert type(back) is type(value) and back == value, value
        try:
            mark = hash(value)
        except TypeError:
            continue
        assert hash(back) == mark


def pending_positions(game: Game, draw: Random) -> Iterator[Position]:
    """Yield positions of random games in the middle of an action, one for each kind of decision met."""
    met: set[str] = set()
    for n in range(120):
        if n >= 12 and (met or not samples(game).KINDS):
            return
        position = Position(game, game.start(), game.defaults.replace(samples(game).FORKS if n % 2 else {}))
        for _ in range(150):
            legal = position.legal_actions()
            if not legal:
                break
            position = position.play(pick(game, legal, draw))
            if position.decision is not None and position.decision.kind not in met:
                met.add(position.decision.kind)
                yield position


@every_game
def test_positions_and_traces_travel(game: Game) -> None:
    draw = Random(51)
    for position in [*pending_positions(game, draw), *(random_position(game, draw) for _ in range(5))]:
        action = position.legal_actions()[0]
        after, trace = position.play_traced(action)
        for value in (position, position.state, position.current, position.pending, position.decision, action):
            check_travels(value)
        for value in (position.rulings, after, trace, *trace, *trace.marks, after.outcome()):
            check_travels(value)
        for back in ways(position):
            assert hash(back) == hash(position) and len({back, position}) == 1
            assert back.legal_actions() == position.legal_actions() and back.play(action) == after
            assert back.game is game and back.rulings.book is game.rulebook
            with pytest.raises(RulekitError):
                back.state.result = "A"
        walk = Debugger(trace, len(trace) - 1)
        for back in ways(walk):
            assert (back.at, back.state, back.trace) == (walk.at, walk.state, walk.trace)
            back.jump(-1)
            assert walk.at == len(trace) - 1


@every_game
def test_records_travel_as_what_they_are(game: Game) -> None:
    state = samples(game).random_state(Random(52))
    for back in ways(state):
        assert back == state
        back.result = None  # a record may be changed, as the one it was made of
    fixed = state.fixed()
    for back in ways(fixed):
        assert back == fixed == state
        with pytest.raises(RulekitError):
            back.result = None


@every_game
def test_games_travel_by_name(game: Game) -> None:
    for value in (game, game.rulebook, {"games": [game]}):
        assert all(back == value for back in ways(value))
    assert all(back is game for back in ways(game))
    assert len(pickle.dumps(game)) < 200
    for value in (game.catalogue, game.steps, *game.rulebook.clauses.values(), *game.rulebook.rulings.values()):
        assert all(type(back) is type(value) for back in ways(value))
    for term in (*game.rulebook.glossary.values(), *game.rulebook.rulings.values()):
        check_travels(term)
    for lang in LANGUAGES:
        phrasebook = game.phrasebook(lang, game.start())
        action = random_game(game, 1).actions[0]
        assert all(back.lang == lang and back.action(action) == phrasebook.action(action) for back in ways(phrasebook))


@every_game
def test_scenarios_and_their_reports_travel(game: Game) -> None:
    files = sorted(scenarios(game).rglob("*.yaml"))
    for file in files[:: max(1, len(files) // 40)]:
        case = scenario.load(file)
        check_travels(case)
        report = scenario.check(case)
        check_travels(report)
        for ran in report.runs:
            check_travels(ran)
            assert all(back.trace == ran.trace and back.compared == ran.compared for back in ways(ran))
        for back in ways(report):
            assert all(back.lines(lang) == report.lines(lang) for lang in LANGUAGES)
    other = scenario.check(_wrong(game))
    assert not other.ok
    check_travels(other)
    found = compare(case.start(), case.actions[:1], next(iter(game.rulebook.rulings)))
    check_travels(found)


def _wrong(game: Game) -> scenario.Scenario:
    """Return a scenario that differs in more than one way and in which an action is refused."""
    played = random_game(game, 2)
    odd = next(a for a in samples(game).odd_actions(played.start.state, Random(1)) if played.start.why_illegal(a))
    case = scenario.record(played.start, [odd, *played.actions[:1]], title="x")
    return replace(case, then=replace(case.then, result="A", rejected=next(iter(game.rulebook.clauses))))


# -- another process -----------------------------------------------------------------------------------


def _known(position: Position, among: set[Position]) -> tuple[bool, Position]:
    return position in among and hash(position) == hash(
        Position(position.game, position.state, position.rulings)
    ), position


def test_positions_are_found_again_in_a_process_that_hashes_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Random(53)
    positions = {random_position(load_game(id), draw) for id in GAMES for _ in range(5)}
    assert all(hash(position) for position in positions)  # so that each has been asked for its hash
    monkeypatch.setenv("PYTHONHASHSEED", "77")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        for found, back in pool.starmap(_known, [(p, positions) for p in positions]):
            assert found and back in positions


# -- errors ----------------------------------------------------------------------------------------------

CARD = {
    "quanjiao": "id: x\nregions: []\ndamage: []\n",
    "shengling": "number: X1\nname: {zh: x}\ntype: creature\ncost: -1\n",
}


def illegal(id: str) -> Any:
    position = rulekit.new_game(id)
    return position.play(Action("A", "fly", ("x",)))


def bad_answer(id: str) -> Any:
    position = next(pending_positions(load_game(id), Random(54)))
    assert position.decision is not None
    return position.play(Action(position.decision.who, "answer", ("no such answer",)))


def not_open(id: str) -> Any:
    return next(pending_positions(load_game(id), Random(55))).play(Action("A", "fly", ("x",)))


def impossible(id: str) -> Any:
    state: Any = rulekit.new_game(id).state.copy()
    state.A = state.A.copy()
    for spec in state.FIELDS:
        if spec.name in ("result", "reason"):
            setattr(state, spec.name, spec.choices[0])
    setattr(state.A, "hp" if hasattr(state.A, "hp") else "life", 10**6)
    return Position(load_game(id), state).check()


def impossible_given(id: str) -> Any:
    life = "hp" if id != "quanjiao" else "life"
    return scenario.loads(f"game: {id}\ntitle: x\ngiven: {{result: A, A: {{{life}: -5}}}}\nplay: []\n")


def read_only(id: str) -> Any:
    rulekit.new_game(id).state.A = None
    raise AssertionError


def card(id: str) -> Any:
    from rulekit.games.quanjiao.move_file import load_moves
    from rulekit.games.shengling.card_file import load_cards

    return {"quanjiao": load_moves, "shengling": load_cards}.get(id, lambda _: load_moves("[]"))(CARD.get(id, ""))


def told(id: str) -> Any:
    from rulekit.cli.play import _Told

    raise _Told(f"你好 {id}")


def cli(id: str) -> Any:
    from rulekit.cli.output import CliError

    raise CliError("unknown_command_any", name=id, known="x")


def lab_error(id: str) -> Any:
    from rulekit.ui.words import LabError

    raise LabError("no_decision")


def bad_given(id: str) -> Any:
    from rulekit.core.given import state_of

    return state_of(load_game(id), {"A": [], "nonsense": 1}, load_game(id).defaults.choices)


def unreadable(id: str) -> Any:
    game = load_game(id if id in CARD else "quanjiao")
    state: Any = game.start()
    state.A.hand = (id,)
    return game.readable(state)


def step(id: str) -> None:
    from rulekit.ui.session import Session

    Session(load_game(id)).jump(9)


def search(id: str) -> Any:
    from rulekit.analysis.solve import SearchTooLarge

    raise SearchTooLarge(len(id))


def casebook(id: str) -> Any:
    from rulekit.casebook import CasebookError

    raise CasebookError("empty")


RAISERS: Mapping[str, Callable[[str], Any]] = {
    "missing file": lambda id: scenario.load(f"no/such/{id}.yaml"),
    "bad YAML": lambda id: read_text(f"a: [{id}", file=f"{id}.yaml"),
    "a folder": lambda id: read_file("."),
    "bad scenario": lambda id: scenario.loads(f"game: {id}\ntitle: x\ngiven: {{A: 3}}\nplay: []\n"),
    "unknown game": lambda id: load_game(id + "x"),
    "unknown clause": lambda id: load_game(id).rulebook.clause("XX-1"),
    "unknown ruling": lambda id: rulekit.new_game(id, rulings={"XX-R1": "x"}),
    "unknown action": lambda id: load_game(id).parse("A", "fly to the moon"),
    "bad data": lambda id: from_json(load_game(id).State, {"A": {"nonsense": 1}}),
    "wrong document": lambda id: Position.from_json(load_game(id), {}),
    "bad option": lambda id: rulekit.new_game(id, seed="x", life=3, bans=3, decks=3),
    "no rulings": lambda id: rulekit.new_game(id, rulings=3),  # type: ignore[arg-type]
    "bad argument": lambda id: rulekit.new_game(id).pending_trace(),
    "illegal": illegal,
    "bad answer": bad_answer,
    "not open": not_open,
    "impossible": impossible,
    "impossible given": impossible_given,
    "unreadable": unreadable,
    "read only": read_only,
    "card": card,
    "told": told,
    "command line": cli,
    "lab": lab_error,
    "bad given": bad_given,
    "search": search,
    "step": step,
    "casebook": casebook,
}


def caught(name: str, id: str) -> RulekitError:
    """Return the error that a raiser raises."""
    with pytest.raises(RulekitError) as found:
        RAISERS[name](id)
    return found.value


def run(name: str, id: str) -> Any:
    """Raise the error: what a worker process is asked to do."""
    return RAISERS[name](id)


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("name", RAISERS)
def test_errors_travel_whole(name: str, id: str) -> None:
    error = caught(name, id)
    check_travels(error)
    for back in ways(error):
        assert back is not error
        assert vars(back) == vars(error) and back.args == error.args
        assert all(back.text(lang) == error.text(lang) for lang in LANGUAGES) and str(back) == str(error)
        if isinstance(error, IllegalAction):
            assert all(back.reason(lang) == error.reason(lang) for lang in LANGUAGES)


def test_a_worker_hands_its_errors_back() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        for name in RAISERS:
            for id in GAMES:
                with pytest.raises(RulekitError) as found:
                    pool.apply_async(run, (name, id)).get(timeout=60)
                mine = caught(name, id)
                assert type(found.value) is type(mine) and found.value == mine, name
                assert found.value.text("zh") == mine.text("zh")


def test_no_class_of_error_is_left_out() -> None:
    for module in pkgutil.walk_packages(rulekit.__path__, "rulekit."):
        if not module.name.endswith(("__main__", "setup")):
            importlib.import_module(module.name)
    tried = {type(caught(name, id)) for name in RAISERS for id in GAMES}
    assert tried == set(_below(RulekitError))
    assert card_file.CardProblem in tried and UnknownName in tried


def _below(cls: type[RulekitError]) -> Iterator[type[RulekitError]]:
    yield cls
    for sub in cls.__subclasses__():
        if sub.__module__.startswith("rulekit."):
            yield from _below(sub)


@every_game
def test_what_stops_a_run_travels(game: Game) -> None:
    met = list(islice(pending_positions(game, Random(56)), 1))
    assert bool(met) == bool(samples(game).KINDS)
    for position in met:
        assert position.decision is not None
        for back in ways(Undecided(position.decision)):
            assert back.decision == position.decision
        for back in ways(BadAnswer(position.decision, ("x", 3))):
            assert (back.decision, back.answer) == (position.decision, ("x", 3))


def test_records_in_lists_travel() -> None:
    state: Record = load_game("quanjiao").start()
    check_travels(state)
