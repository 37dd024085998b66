"""生灵对决 as a game object, a whole game from the decks to the end: what the rest of the project sees of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.core.action import CHANCE, TABLE, Decision
from rulekit.core.codec import choice_value, whole_value
from rulekit.core.errors import Refusal
from rulekit.core.game import Game
from rulekit.games.shengling.blocking import block_fault, read_block
from rulekit.games.shengling.card_file import CARDS
from rulekit.games.shengling.cards import spelled
from rulekit.games.shengling.deck_file import DECKS
from rulekit.games.shengling.memory import in_hand
from rulekit.games.shengling.opening import cards_given, decks_given, opening, sample
from rulekit.games.shengling.problems import fill_in, problems
from rulekit.games.shengling.state import PLAYERS, State
from rulekit.games.shengling.statistics import CLAUSES, statistics
from rulekit.games.shengling.unreadable import unreadable
from rulekit.games.shengling.verbs import VERBS
from rulekit.games.shengling.words import Words

__all__ = ["GAME"]


def read_answer(state: State, decision: Decision, answer: Any) -> Any:
    """Take blockers in any order and cards by number or English name."""
    if answer in decision.options or not isinstance(answer, str):
        return answer
    if decision.kind == "block":
        return read_block(answer)
    return in_hand(spelled(answer, state.own_cards), decision.options)


def refuse_answer(state: State, decision: Decision, answer: Any, rulings: Mapping[str, str]) -> Refusal | None:
    """Say which creature and which clause make a blocking set illegal (SL-9.7)."""
    return block_fault(state, str(answer), rulings) if decision.kind == "block" else None


def to_act(state: State) -> str | None:
    """Return the turn player; the table begins a game that is set up."""
    if state.result is not None:
        return None
    return TABLE if state.step == "setup" else state.active


def display(state: State, rulings: Mapping[str, str]) -> dict[str, str]:
    """Return by what each zone is open or hidden: SL-4.10, or SL-R40 where it turns fuel face down."""
    fuel = "SL-R40" if rulings["SL-R40"] == "fuel_face_down" else "SL-4.10"
    zones = {"fuel": fuel, "hand": "SL-4.10", "deck": "SL-4.10", "grave": "SL-4.10"}
    return {f"{who}.{zone}": clause for who in PLAYERS for zone, clause in zones.items()}


GAME = Game(
    id="shengling",
    package="rulekit.games.shengling",
    State=State,
    verbs=VERBS,
    actors=(*PLAYERS, CHANCE, TABLE),
    options={"decks": decks_given, "cards": cards_given, "first": choice_value(PLAYERS), "seed": whole_value},
    file_kinds=(DECKS, CARDS.file_kind),
    statistic_clauses=CLAUSES,
    formatters=Words,
    opening=opening,
    sample=sample,
    fill_in=fill_in,
    problems=problems,
    unreadable=unreadable,
    to_act=to_act,
    read_answer=read_answer,
    refuse_answer=refuse_answer,
    custom=lambda state: str(state.own_cards),
    display=display,
    statistics=statistics,
)
