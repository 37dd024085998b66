"""How actions are written in scenario files, and the cards in them called by number or English name."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.core.action import ANSWER, Action
from rulekit.core.errors import UnknownName, nearest
from rulekit.games.shengling.blocking import DECLINE, read_block
from rulekit.games.shengling.cards import spelled
from rulekit.games.shengling.held import bare
from rulekit.games.shengling.state import PLAYERS, State, read_fuel, read_place

__all__ = ["ALL", "in_hand", "parse", "respell"]

ALL = (
    "begin", "sacrifice", "play", "activate", "enter_battle", "attack", "end_battle", "end_turn", "surrender",
)  # fmt: skip
ANSWERS = ("block", DECLINE, "choose", "yes", "no")


def parse(who: str, text: str) -> Action:
    """Read `play 战鼓獾`, `sacrifice 稻草哨兵 f3`, `attack A1`, `block B1 B2`, `decline`, `choose 献身`, …

    Cards may be called by number or English name.  Raises UnknownName with the nearest verb.
    """
    words = text.split()
    if not words:
        raise UnknownName("empty_action", nearest="end_turn")
    verb, rest = words[0], words[1:]
    if verb == "block":
        return Action(who, ANSWER, (read_block(" ".join(rest)),))
    if verb in (DECLINE, "yes", "no") and not rest:
        return Action(who, ANSWER, (verb,))
    if verb == "choose" and rest:
        return Action(who, ANSWER, (spelled(" ".join(rest)),))
    if verb not in ALL:
        known = (*ALL, *ANSWERS)
        near = nearest(verb, known) or ALL[0]
        raise UnknownName("unknown_action", name=verb, nearest=near, known=", ".join(known))
    if verb in ("play", "sacrifice") and rest:
        last = rest[-1]
        tail = (last,) if len(rest) > 1 and (read_place(last) or read_fuel(last) is not None) else ()
        name = " ".join(rest[: len(rest) - len(tail)])
        return Action(who, verb, (spelled(name), *tail))
    return Action(who, verb, tuple(rest))


def respell(state: State, action: Action) -> Action:
    """Return the action with a hand card called as it stands in the hand, however it was called."""
    if action.verb not in ("play", "sacrifice") or action.who not in PLAYERS:
        return action
    if not action.args or not isinstance(action.args[0], str):
        return action
    name = in_hand(spelled(action.args[0], state.own_cards), state.player(action.who).hand)
    return Action(action.who, action.verb, (name, *action.args[1:]))


def in_hand(name: str, cards: Sequence[str]) -> str:
    """Return the one card called `name` that keeps something of the battlefield, where only that one is there."""
    if name in cards:
        return name
    found = list(dict.fromkeys(c for c in cards if bare(c) == name))
    return found[0] if len(found) == 1 else name
