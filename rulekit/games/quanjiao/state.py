"""What a position of 拳脚招式 is: two players with their cards, boards and declarations, and the round."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.core.duel import PLAYERS, other
from rulekit.core.record import Record, attr, record
from rulekit.games.quanjiao import limits
from rulekit.games.quanjiao.board import CELLS, DEMO_FACES, MAX_COLUMNS, SymbolClass, accepts, classes
from rulekit.games.quanjiao.matching import Board
from rulekit.games.quanjiao.moves import Move, move_table

__all__ = ["PLAYERS", "STEPS", "Player", "State", "other"]

STEPS = ("setup", "draw", "place", "reveal", "declare", "over")
DRAWN = STEPS[1:]  # from the first drawing on
LAYING = ("place", "reveal")  # cards lie behind the curtain
SHOWN = ("declare", "over")  # the boards are open


def _faces(_state: State) -> tuple[str, ...]:
    return DEMO_FACES


def _moves(state: State) -> Mapping[str, Move]:
    return state.moves()


def _layings(state: State) -> list[str]:
    cells = CELLS[: 4 * (state.columns or max(limits.COLUMNS.values()))]
    return [f"{face}@{cell}" for cell in cells for face in DEMO_FACES if accepts(CELLS.index(cell) % 4, face)]


@record
class Player(Record):
    """One player: life, cards by zone, the board, the moves held and what was declared this round."""

    life: int = attr(default=limits.START_LIFE, clause="QJ-4.1.4", group="body")
    life_source: str = attr(default="", clause="QJ-4.1.6", group="body", volatile=True)
    moves: tuple[str, ...] = attr(default=(), kind="texts", names=_moves, clause="QJ-4.1.3", group="body")
    hand: tuple[str, ...] = attr(
        default=(),
        kind="texts",
        names=_faces,
        clause="QJ-4.2.7",
        group="cards",
        volatile=True,
        steps=DRAWN,
        seen="owner",
    )
    deck: tuple[str, ...] = attr(
        default=(), kind="texts", names=_faces, clause="QJ-4.1.11", group="cards", volatile=True
    )
    used: tuple[str, ...] = attr(
        default=(), kind="texts", names=_faces, clause="QJ-4.6.2", group="cards", volatile=True, steps=DRAWN
    )
    drawn: bool = attr(default=False, clause="QJ-4.2.7", group="cards", volatile=True, steps=DRAWN)
    laid: tuple[str, ...] = attr(
        default=(),
        kind="texts",
        names=_layings,
        clause="QJ-4.2.8",
        group="board",
        volatile=True,
        steps=LAYING,
        seen="owner",
    )
    committed: bool = attr(
        default=False, clause="QJ-4.2.17", group="board", volatile=True, steps=("place", "reveal", "declare", "over")
    )
    board: tuple[tuple[str, str], ...] = attr(
        default=(), choices=CELLS, names=_faces, clause="QJ-4.2.6", group="board", volatile=True, steps=SHOWN
    )
    cancelled_fists: tuple[tuple[str, int], ...] = attr(
        default=(), choices=CELLS, clause="QJ-4.3.6", group="board", volatile=True, steps=SHOWN
    )
    cancelled_legs: tuple[tuple[str, int], ...] = attr(
        default=(), choices=CELLS, clause="QJ-4.3.6", group="board", volatile=True, steps=SHOWN
    )
    declared: tuple[str, ...] = attr(
        default=(),
        kind="texts",
        clause="QJ-4.4.31",
        group="round",
        volatile=True,
        steps=SHOWN,
        seen={"QJ-R27": "independent"},
    )
    lost: tuple[str, ...] = attr(
        default=(), kind="texts", clause="QJ-4.4.41", group="round", volatile=True, steps=SHOWN
    )
    done: bool = attr(default=False, clause="QJ-4.4.40", group="round", volatile=True, steps=SHOWN)
    silenced: bool = attr(default=False, clause="QJ-4.2.19", group="round", volatile=True, steps=SHOWN)
    shown: tuple[str, ...] = attr(
        default=(), kind="texts", clause="QJ-4.1.13", group="round", volatile=True, steps=DRAWN
    )
    dealt: int = attr(default=0, low=0, clause="QJ-4.5.17", group="round", volatile=True, steps=DRAWN)

    @property
    def supply(self) -> int:
        """How many cards could be drawn: the pile, then the used pile (QJ-4.6.6)."""
        return len(self.deck) + len(self.used)

    def classes(self) -> tuple[SymbolClass, ...]:
        """Return the symbol classes of the board (QJ-4.4.44)."""
        return classes(self.board, self.cancelled_fists, self.cancelled_legs)


@record
class State(Record):
    """A position: the step of the round, both players, and the parameters of the duel (QJ-4.0.1)."""

    step: str = attr(default="setup", kind="choice", choices=STEPS, volatile=True)
    A: Player = attr(default_factory=Player)
    B: Player = attr(default_factory=Player)
    columns: int | None = attr(default=None, low=3, high=MAX_COLUMNS, clause="QJ-4.2.5", group="game")
    hand_size: int = attr(default=limits.HAND_SIZE, low=1, high=10, clause="QJ-4.2.7", group="game")
    own_moves: list[Move] = attr(default_factory=list, clause="QJ-4.4.3", group="game")
    round: int = attr(default=1, low=1, clause="QJ-4.0.2", group="game", volatile=True, steps=DRAWN)
    drawing: bool = attr(default=False, clause="QJ-4.1.14", group="game", volatile=True, steps=DRAWN)
    quiet: int = attr(default=0, low=0, clause="QJ-4.6.12", group="game", volatile=True, steps=DRAWN)
    result: str | None = attr(
        default=None,
        kind="choice",
        choices=("A", "B", "draw", "both_lose"),
        clause="QJ-4.5.19",
        volatile=True,
        steps=("over",),
    )
    reason: str | None = attr(
        default=None,
        kind="choice",
        choices=("life", "no_cards", "quiet"),
        clause="QJ-4.5.19",
        volatile=True,
        steps=("over",),
    )

    @property
    def zone(self) -> str:
        """The field that holds the cards on cells: behind the curtain before the reveal, on the board after it."""
        return "board" if self.step in SHOWN else "laid"

    def player(self, who: str) -> Player:
        """Return the player called `who`."""
        return self.A if who == "A" else self.B

    def width(self, rulings: Mapping[str, str]) -> int:
        """Return the number of action columns: given, or by QJ-R1."""
        given = self.columns if self.columns is not None else limits.COLUMNS[rulings["QJ-R1"]]
        return max(0, min(given, MAX_COLUMNS))  # beyond it only in an impossible position

    def moves(self) -> dict[str, Move]:
        """Return every move known here by id."""
        return move_table(self.own_moves)

    def board_of(self, who: str, rulings: Mapping[str, str]) -> Board:
        """Return a side's symbols ready for matching (QJ-4.4.13)."""
        return Board(self.player(who).classes(), self.width(rulings), rulings, self.player(other(who)).classes())

    def held(self, who: str) -> list[Move]:
        """Return the moves a player holds, slot by slot."""
        table = self.moves()
        return [table[m] for m in self.player(who).moves]
