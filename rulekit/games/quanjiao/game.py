"""拳脚招式, the duel phase, as a game object: what the rest of the project sees of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulekit.core.action import CHANCE, TABLE, Action
from rulekit.core.codec import list_value, text_value, whole_value
from rulekit.core.game import Game, Outcome
from rulekit.core.hidden import HIDDEN, hide
from rulekit.core.options import for_each, number_of
from rulekit.games.quanjiao.cards import weight
from rulekit.games.quanjiao.legality import still_open
from rulekit.games.quanjiao.move_file import MOVES
from rulekit.games.quanjiao.opening import opening, sample
from rulekit.games.quanjiao.problems import fill_in, follow, problems
from rulekit.games.quanjiao.state import PLAYERS, State, other
from rulekit.games.quanjiao.statistics import CLAUSES, statistics
from rulekit.games.quanjiao.unreadable import unreadable
from rulekit.games.quanjiao.verbs import VERBS
from rulekit.games.quanjiao.words import Words, titles_text

__all__ = ["GAME"]


def weights(state: State, actions: Sequence[Action], rulings: Mapping[str, str]) -> list[int]:
    """Return in how many ways each of nature's draws can come up (QJ-4.2.7)."""
    return [weight(state, a.args[0], a.args[1:], rulings) if a.who == CHANCE else 1 for a in actions]


def to_act(state: State) -> str | None:
    """Return whose action is next; both may act while placing and declaring, then the first not done."""
    match state.step:
        case "over":
            return None
        case "draw":
            return CHANCE
        case "setup" | "reveal":
            return TABLE
    return next(iter(still_open(state)), None)


def outcome(state: Any) -> Outcome | None:
    """Return the result once the duel is over (QJ-4.5.20)."""
    return None if state.step != "over" else Outcome(state.result, state.reason)


def hide_more(state: State, seen: State, viewer: str, rulings: Mapping[str, str]) -> State:
    """Hide besides the hand, the laid cards (QJ-4.2.8) and sealed declarations (QJ-R27) what would tell them.

    All cards are known (QJ-4.1.7), so the pile would tell the hand.  Under QJ-R29 hidden_until_declared the moves that
    were not declared yet are a secret too.  Once the duel is over nothing is.
    """
    if state.step == "over":
        return state.copy()
    hidden = seen.player(other(viewer))
    if hidden.hand or hidden.laid:
        hidden.deck = hide(hidden.deck)
    if rulings["QJ-R29"] == "hidden_until_declared":
        hidden.moves = tuple(m if m in hidden.shown else HIDDEN for m in hidden.moves)
    return seen


GAME = Game(
    id="quanjiao",
    package="rulekit.games.quanjiao",
    State=State,
    verbs=VERBS,
    actors=(*PLAYERS, CHANCE, TABLE),
    results=(*PLAYERS, "draw", "both_lose"),  # the last under QJ-R30 both_lose
    options={
        "columns": number_of(State.BY_LABEL["columns"]),
        "hand_size": number_of(State.BY_LABEL["hand_size"]),
        "moves": for_each(list_value(text_value)),
        "decks": for_each(list_value(text_value)),
        "life": for_each(whole_value),
        "life_source": for_each(text_value),
    },
    file_kinds=(MOVES.file_kind,),
    statistic_clauses=CLAUSES,
    formatters=Words,
    opening=opening,
    sample=sample,
    fill_in=fill_in,
    follow=follow,
    problems=problems,
    unreadable=unreadable,
    to_act=to_act,
    due=lambda state: still_open(state) if state.step in ("place", "declare") else (),
    outcome=outcome,
    weights=weights,
    hide_more=hide_more,
    custom=lambda state: titles_text(state.own_moves),
    statistics=statistics,
)
