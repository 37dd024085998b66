"""The numbers of 生灵对决, each with the clause that states it."""

from typing import Final

__all__ = [
    "BASE_QUOTA",
    "COPIES",
    "COST_ZONE",
    "DECK",
    "DRAW",
    "FATIGUE",
    "FUSE",
    "HAND_LIMIT",
    "MAX_HP",
    "OPENING_HAND",
    "POWER_CAP",
    "SECOND_EXTRA",
    "SLOTS",
    "START_HP",
]

START_HP: Final = 20  # SL-1.2
MAX_HP: Final = 20  # SL-1.3
FATIGUE: Final = 1  # SL-1.4
DECK: Final = (40, 60)  # SL-2.1
COPIES: Final = 3  # SL-2.2
OPENING_HAND: Final = 5  # SL-2.3
SECOND_EXTRA: Final = 1  # SL-2.4
SLOTS: Final = 5  # SL-2.6
COST_ZONE: Final = 10  # SL-2.6, SL-5.17
DRAW: Final = 2  # SL-6.3
BASE_QUOTA: Final = 1  # SL-5.8
HAND_LIMIT: Final = 20  # SL-7.6
FUSE: Final = 50  # SL-R28 fuse_limit
POWER_CAP: Final = 1000  # safety of the tool, not a rule: a printed number beyond it is refused (SL-3.8)
