"""A state machine: whatever is done to a position, legal or not, it stays a position of 唐五."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rulekit import Action, IllegalAction, Position
from rulekit.core.action import ANSWER, CHANCE
from rulekit.core.debugger import Debugger
from rulekit.core.hidden import HIDDEN
from rulekit.games.tangwu import GAME
from rulekit.games.tangwu.skills import DISPELLABLE, SKILLS
from tests.games.tangwu.strategies import FORKS, random_state
from tests.properties.checks import check_action
from tests.support.positions import check_refusal

RANDOM = st.randoms(use_true_random=False)
WORDS = st.sampled_from((*SKILLS, *DISPELLABLE, "cost", "digit", "A", "B", "react", "end", "", "<b>", "寒凤"))
VERBS = st.sampled_from(("add", "cast", "pass", "start", "ban", "first", ANSWER, "", "fly"))
ACTIONS = st.builds(
    Action,
    st.sampled_from(("A", "B", CHANCE, "C")),
    VERBS,
    st.lists(st.one_of(WORDS, st.integers(), st.none()), max_size=3).map(tuple),
)
OPTIONS = [(r.id, o.key) for r in GAME.rulebook.rulings.values() for o in r.options if len(r.options) > 1]
READINGS = st.lists(st.sampled_from(OPTIONS), max_size=6).map(dict)


class Table(RuleBasedStateMachine):
    """Two people at a table who may try anything, undo, save and load, and change their readings."""

    def __init__(self) -> None:
        super().__init__()
        self.position = Position(GAME, GAME.start())
        self.history: list[tuple[Position, dict[str, Any]]] = []
        self.sure = True  # nobody has changed a reading in the middle: the position is one a game can reach

    @initialize(draw=RANDOM, fork=st.booleans(), fresh=st.booleans())
    def set_up(self, draw: Random, fork: bool, fresh: bool) -> None:
        state = GAME.start() if fresh else random_state(draw)
        self.position = Position(GAME, state, GAME.defaults.replace(FORKS if fork else {}))

    def _moved(self, after: Position) -> None:
        self.history.append((self.position, self.position.to_json()))
        self.position = after

    @precondition(lambda self: self.position.legal_actions())
    @rule(draw=RANDOM)
    def play_something_legal(self, draw: Random) -> None:
        action = draw.choice(self.position.legal_actions())
        self._moved(check_action(self.position, action, possible=self.sure))

    @precondition(lambda self: self.position.legal_actions())
    @rule(draw=RANDOM, n=st.integers(2, 12))
    def play_on_for_a_while(self, draw: Random, n: int) -> None:
        for _ in range(n):
            if self.position.legal_actions():
                self.play_something_legal(draw)

    @rule(action=ACTIONS)
    def try_anything(self, action: Action) -> None:
        if action in self.position.legal_actions():
            self._moved(check_action(self.position, action, possible=self.sure))
            return
        try:
            after = self.position.play(action)
        except IllegalAction:
            check_refusal(self.position, action)
        else:  # fewer buffs named than the rules fill in
            assert action.args[0] == "公平正义"
            self._moved(after)

    @precondition(lambda self: self.history)
    @rule()
    def undo(self) -> None:
        self.position, data = self.history.pop()
        assert self.position.to_json() == data

    @rule()
    def save_and_load(self) -> None:
        text = json.dumps(self.position.to_json(), ensure_ascii=False)
        self.position = Position.from_json(GAME, json.loads(text))

    @rule(readings=READINGS)
    def change_the_readings(self, readings: dict[str, str]) -> None:
        before = self.position
        after = before.under(readings)
        assert before.under({}) == before
        self._moved(after)
        self.sure = self.sure and readings == {}

    @precondition(lambda self: self.history)
    @rule(draw=RANDOM)
    def look_into_the_last_action(self, draw: Random) -> None:
        legal = self.position.legal_actions()
        if not legal:
            return
        trace = self.position.trace(draw.choice(legal))
        place = draw.randrange(len(trace))
        debugger = Debugger(trace, place)
        assert debugger.state == trace.state_at(place)
        assert debugger.fork().game is GAME

    @invariant()
    def what_is_shown_is_what_is(self) -> None:
        position = self.position
        assert (position.outcome() is None) is bool(position.legal_actions())
        assert position == Position(GAME, position.state.copy(), position.rulings, position.pending)
        for who in "AB":
            player = position.state.player(who)
            assert 0 <= player.cost <= 11 and 0 <= player.digit <= 9
        shown = GAME.observe(position.state, "A", position.rulings.choices)
        picked = position.state.B.pick is not None
        assert shown.step != "ban" or shown.B.pick == (HIDDEN if picked else None)


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=max(120, settings().max_examples), stateful_step_count=25)
