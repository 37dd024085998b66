"""The numbers of 拳脚招式, each with the clause that states it."""

from typing import Final

__all__ = [
    "COLUMNS",
    "COLUMN_CAP",
    "HAND_SIZE",
    "LOOSE_DAMAGE",
    "MOST_LIFE",
    "MOVES_HELD",
    "QUIET_ROUNDS",
    "START_LIFE",
]

HAND_SIZE: Final = 5  # QJ-4.2.7
COLUMN_CAP: Final = 3  # QJ-4.2.14
MOVES_HELD: Final = 3  # QJ-4.1.3
START_LIFE: Final = 25  # QJ-4.1.4
MOST_LIFE: Final = 99  # QJ-4.1.4
LOOSE_DAMAGE: Final = 1  # QJ-4.5.3
QUIET_ROUNDS: Final = 5  # QJ-R34 stalemate_draw
COLUMNS: Final = {"n5": 5, "n4": 4, "n3": 3}  # QJ-R1
