"""生灵对决 as a game object: what the rest of the project sees of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from rulekit.core.action import Decision
from rulekit.core.codec import choice_value, to_json, whole_value
from rulekit.core.errors import Problem, Refusal
from rulekit.core.file_kind import FileKind
from rulekit.core.game import Game
from rulekit.core.options import Check
from rulekit.core.phrasebook import Phrasebook
from rulekit.core.record import Record
from rulekit.core.verbs import Verbs
from rulekit.games.shengling.blocking import block_fault, read_block
from rulekit.games.shengling.card_file import CARDS
from rulekit.games.shengling.cards import spelled
from rulekit.games.shengling.deck_file import DECKS
from rulekit.games.shengling.memory import in_hand
from rulekit.games.shengling.opening import AnyCard, AnyDeck, cards_given, decks_given, opening
from rulekit.games.shengling.problems import fill_in, problems
from rulekit.games.shengling.state import PLAYERS, State
from rulekit.games.shengling.statistics import CLAUSES as MEASURED
from rulekit.games.shengling.statistics import statistics
from rulekit.games.shengling.unreadable import unreadable
from rulekit.games.shengling.verbs import TABLE, VERBS
from rulekit.games.shengling.words import formatters

__all__ = ["GAME", "Shengling"]


class Shengling(Game):
    """生灵对决, a whole game from the decks to the end."""

    id: ClassVar[str] = "shengling"
    package: ClassVar[str] = "rulekit.games.shengling"
    State: ClassVar[type[Record]] = State
    verbs: ClassVar[Verbs] = VERBS
    options: ClassVar[Mapping[str, Check]] = {
        "decks": decks_given,
        "cards": cards_given,
        "first": choice_value(PLAYERS),
        "seed": whole_value,
    }

    @property
    def file_kinds(self) -> Sequence[FileKind]:
        """Decks and cards of one's own."""
        return (DECKS, CARDS.file_kind)

    @property
    def actors(self) -> tuple[str, ...]:
        """The players, chance and the table, where what happens by itself begins."""
        return (*super().actors, TABLE)

    def start_own(
        self,
        rulings: Mapping[str, str],
        decks: Sequence[AnyDeck] = ("deck_40", "deck_40"),
        cards: Sequence[AnyCard] = (),
        first: str | None = None,
        seed: int | None = None,
        **_: Any,
    ) -> Record:
        """Return the position before the setup.

        `decks` is one deck for both players or one for each: a `Deck`, a deck file, `deck_40` or `deck_60`, or cards
        by name or number; without it both play the demo deck of 40.  `cards` are cards of one's own or files of them,
        besides those that decks bring along.  With `seed` the decks lie in the order that seed shuffles them to, so
        that a game can be replayed; without it nature decides card by card (SL-2.8).
        """
        return opening(decks, cards, first, seed)

    def sample(self, rulings: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Return the opening with two demo decks in a known order, A to begin."""
        return to_json(self.start(first="A", seed=1))

    def read_answer(self, state: Any, decision: Decision, answer: Any) -> Any:
        """Take blockers in any order and cards by number or English name."""
        if answer in decision.options or not isinstance(answer, str):
            return answer
        if decision.kind == "block":
            return read_block(answer)
        return in_hand(spelled(answer, state.own_cards), decision.options)

    def refuse_answer(self, state: Any, decision: Decision, answer: Any, rulings: Mapping[str, str]) -> Refusal | None:
        """Say which creature and which clause make a blocking set illegal (SL-9.7)."""
        if decision.kind == "block":
            return block_fault(state, str(answer), rulings)
        return None

    def to_act(self, state: Any) -> str | None:
        """Return the turn player; the table begins a game that is set up."""
        if state.result is not None:
            return None
        return TABLE if state.step == "setup" else str(state.active)

    def problems(self, state: Any, rulings: Mapping[str, str]) -> list[Problem]:
        """Return why no game reaches this state."""
        return problems(state, rulings)

    def unreadable(self, state: Any) -> list[Problem]:
        """Return which cards and effects nobody knows, and which own cards are none."""
        return unreadable(state, self.defaults.choices)

    def fill_in(self, given: dict[str, Any], rulings: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Fill in what is implied."""
        return fill_in(given)

    def display(self, state: Any, rulings: Mapping[str, str]) -> dict[str, str]:
        """Return by what each zone is open or hidden: SL-4.10, or SL-R40 where it turns fuel face down."""
        fuel = "SL-R40" if rulings["SL-R40"] == "fuel_face_down" else "SL-4.10"
        zones = {"fuel": fuel, "hand": "SL-4.10", "deck": "SL-4.10", "grave": "SL-4.10"}
        return {f"{who}.{zone}": clause for who in PLAYERS for zone, clause in zones.items()}

    def statistics(self, state: Any, rulings: Mapping[str, str]) -> dict[str, dict[str, Any]]:
        """Return powers, fuel, duty, attackers and blockers; see `rulekit.games.shengling.statistics`."""
        return statistics(state, rulings)

    def statistic_clauses(self, name: str) -> tuple[str, ...]:
        """Return the clauses a figure rests on."""
        return MEASURED.get(name, ())

    def custom(self, state: Any) -> str:
        """Return the cards a position brings along."""
        return str(state.own_cards)

    def words(self, phrasebook: Phrasebook) -> Mapping[str, Callable[[Any], str]]:
        """Return how cards, places and lists of them are worded."""
        return formatters(phrasebook)

    def awaiting(self, state: Any) -> str:
        """Return e.g. `A main1`, `table begin`."""
        who = self.to_act(state)
        return "" if who is None else f"{who} {'begin' if state.step == 'setup' else state.step}"


GAME = Shengling()
