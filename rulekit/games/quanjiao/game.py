"""拳脚招式 as a game object: what the rest of the project sees of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar

from rulekit.core.action import CHANCE, Action
from rulekit.core.catalogue import read_yaml
from rulekit.core.codec import list_value, text_value, whole_value
from rulekit.core.errors import Problem
from rulekit.core.file_kind import FileKind
from rulekit.core.game import Game, Outcome
from rulekit.core.hidden import HIDDEN, hide
from rulekit.core.options import Check, for_each, number_of
from rulekit.core.phrasebook import Phrasebook
from rulekit.core.record import Path, Record
from rulekit.core.verbs import Verbs
from rulekit.games.quanjiao import limits
from rulekit.games.quanjiao.cards import sort_faces, weight
from rulekit.games.quanjiao.legality import still_open
from rulekit.games.quanjiao.move_file import MOVES
from rulekit.games.quanjiao.moves import DEMO_MOVES, issues
from rulekit.games.quanjiao.problems import fill_in, follow, problems
from rulekit.games.quanjiao.state import PLAYERS, State, other
from rulekit.games.quanjiao.statistics import CLAUSES as MEASURED
from rulekit.games.quanjiao.statistics import statistics
from rulekit.games.quanjiao.unreadable import unreadable
from rulekit.games.quanjiao.verbs import TABLE, VERBS
from rulekit.games.quanjiao.words import formatters

__all__ = ["GAME", "Quanjiao", "demo_deck", "loadouts"]


@cache
def _decks() -> Mapping[str, Any]:
    data: Mapping[str, Any] = read_yaml(files(__package__).joinpath("decks.yaml").read_text("utf-8"))
    return data


def demo_deck() -> tuple[str, ...]:
    """Return the invented deck that stands in for the lost one (QJ-4.2.4, QJ-R5)."""
    return sort_faces(list(_decks()["decks"]["demo"]["cards"]))


def loadouts() -> dict[str, tuple[str, ...]]:
    """Return the sets of moves that come with the game, by name."""
    return {name: tuple(entry["moves"]) for name, entry in _decks()["loadouts"].items()}


DUEL = ("duelA", "duelB")  # the loadouts of a duel for which nobody chose moves


def _held(name: str, rulings: Mapping[str, str]) -> tuple[str, ...]:
    """Return a set of moves, in place of those no card may have under the rulings (QJ-R13, QJ-R14) the first others."""
    moves = loadouts()[name]
    usable = [id for id, card in DEMO_MOVES.items() if not any(issues(card, rulings))]
    spare = (id for id in usable if id not in moves)
    return tuple(id if id in usable else next(spare) for id in moves)


SAMPLE_HANDS = (("F1", "F2", "F3", "L1", "L2"), ("F1", "F2", "L1", "L2", "L3"))


class Quanjiao(Game):
    """拳脚招式, the duel phase."""

    id: ClassVar[str] = "quanjiao"
    package: ClassVar[str] = "rulekit.games.quanjiao"
    State: ClassVar[type[Record]] = State
    verbs: ClassVar[Verbs] = VERBS

    @property
    def file_kinds(self) -> Sequence[FileKind]:
        """Move cards of one's own."""
        return (MOVES.file_kind,)

    @property
    def actors(self) -> tuple[str, ...]:
        """The players, chance and the table, where what happens by itself begins."""
        return (*super().actors, TABLE)

    @property
    def results(self) -> tuple[str, ...]:
        """Under QJ-R30 both_lose a duel may also be lost by both."""
        return (*super().results, "both_lose")

    options: ClassVar[Mapping[str, Check]] = {
        "columns": number_of(State.BY_LABEL["columns"]),
        "hand_size": number_of(State.BY_LABEL["hand_size"]),
        "moves": for_each(list_value(text_value)),
        "decks": for_each(list_value(text_value)),
        "life": for_each(whole_value),
        "life_source": for_each(text_value),
    }

    def start_own(
        self,
        rulings: Mapping[str, str],
        columns: int | None = None,
        hand_size: int = limits.HAND_SIZE,
        moves: Sequence[Sequence[str]] | None = None,
        decks: Sequence[Sequence[str]] | None = None,
        life: Sequence[int] = (limits.START_LIFE, limits.START_LIFE),
        life_source: Sequence[str] = ("", ""),
        **_: Any,
    ) -> Record:
        """Return the position before setup; moves, decks, life and its source (QJ-4.1.6) are given for A and B.

        Without `moves` the loadouts duelA and duelB are used, as far as the rulings allow their moves, without
        `decks` the demo deck (QJ-R5).
        """
        state = State(columns=columns, hand_size=hand_size)
        held = moves or tuple(_held(name, rulings) for name in DUEL)
        cards = decks or (demo_deck(), demo_deck())
        for i, who in enumerate(PLAYERS):
            player = state.player(who)
            player.moves, player.deck = tuple(held[i]), sort_faces(list(cards[i]))
            player.life, player.life_source = life[i], life_source[i]
        return state

    def sample(self, rulings: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Return the first placing of a duel with the demo deck, five cards drawn by each side."""
        given: dict[str, Any] = {"step": "place"}
        for who, hand, name in zip(PLAYERS, SAMPLE_HANDS, DUEL, strict=True):
            moves = _held(name, rulings or self.defaults.choices)
            left = Counter(demo_deck()) - Counter(hand)
            deck = sort_faces(list(left.elements()))
            given[who] = {"moves": list(moves), "hand": list(hand), "deck": list(deck), "drawn": True}
        return given

    def weights(self, state: Any, actions: Sequence[Action], rulings: Mapping[str, str]) -> list[int]:
        """Return in how many ways each of nature's draws can come up (QJ-4.2.7)."""
        return [weight(state, a.args[0], a.args[1:], rulings) if a.who == CHANCE else 1 for a in actions]

    def to_act(self, state: Any) -> str | None:
        """Return whose action is next; both may act while placing and declaring, then the first not done."""
        match state.step:
            case "over":
                return None
            case "draw":
                return CHANCE
            case "setup" | "reveal":
                return TABLE
        return next(iter(still_open(state)), None)

    def outcome(self, state: Any) -> Outcome | None:
        """Return the result once the duel is over (QJ-4.5.20)."""
        return None if state.step != "over" else Outcome(state.result, state.reason)

    def problems(self, state: Any, rulings: Mapping[str, str]) -> list[Problem]:
        """Return why no duel reaches this state."""
        return problems(state, rulings)

    def unreadable(self, state: Any) -> list[Problem]:
        """Return which moves, cards, cells and texts nobody knows."""
        return list(unreadable(state))

    def fill_in(self, given: dict[str, Any], rulings: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Fill in what is implied."""
        return fill_in(given)

    def follow(self, state: Any, paths: Collection[Path]) -> Mapping[Path, Any]:
        """Work the clash out anew where a board is set up after it."""
        return follow(state, paths)

    def observe(self, state: Any, viewer: str, rulings: Mapping[str, str]) -> Any:
        """Hide besides the hand, the laid cards (QJ-4.2.8) and sealed declarations (QJ-R27) what would tell them.

        All cards are known (QJ-4.1.7), so the pile would tell the hand.  Under QJ-R29 hidden_until_declared the moves
        that were not declared yet are a secret too.  Once the duel is over nothing is.
        """
        if state.step == "over":
            return state.copy()
        seen = super().observe(state, viewer, rulings)
        hidden = seen.player(other(viewer))
        if hidden.hand or hidden.laid:
            hidden.deck = hide(hidden.deck)
        if rulings["QJ-R29"] == "hidden_until_declared":
            hidden.moves = tuple(m if m in hidden.shown else HIDDEN for m in hidden.moves)
        return seen

    def statistics(self, state: Any, rulings: Mapping[str, str]) -> dict[str, dict[str, Any]]:
        """Return figures of the declarations of both sides; see `rulekit.games.quanjiao.statistics`."""
        return statistics(state, rulings)

    def statistic_clauses(self, name: str) -> tuple[str, ...]:
        """Return the clauses a figure rests on."""
        return MEASURED.get(name, ())

    def words(self, phrasebook: Phrasebook) -> Mapping[str, Callable[[Any], str]]:
        """Return how cells, cards, moves and declarations are worded."""
        return formatters(phrasebook)

    def awaiting(self, state: Any) -> str:
        """Return e.g. `A place`, `chance draw`; both players when both are due."""
        if state.step in ("place", "declare"):
            return f"{' '.join(still_open(state))} {state.step}"
        who = self.to_act(state)
        verb = "begin" if state.step == "setup" else state.step
        return "" if who is None else f"{who} {verb}"


GAME = Quanjiao()
