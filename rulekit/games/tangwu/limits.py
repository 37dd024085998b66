"""The numbers of 唐五, each with the clause that states it."""

from typing import Final

__all__ = [
    "ACTION_LIMIT",
    "BET_BONUS",
    "BET_THRESHOLD",
    "BET_TURNS",
    "BLOCK_HEAL",
    "BURN_DAMAGE",
    "CHARGE_MAX",
    "CHARGE_START",
    "COMBO_CASTS",
    "COMBO_DAMAGE",
    "COMBO_KINDS",
    "COST_MAX",
    "DIGIT_MAX",
    "DUMMY_BOOST",
    "DUMMY_HP",
    "FIRST_HP",
    "FORTIFY_HEAL",
    "FREEZE_TURNS",
    "INCOME",
    "QUIET_TURNS",
    "SECOND_HP",
    "START_COST",
    "START_DIGIT",
    "STEPS_DAMAGE",
    "STEPS_WEAKENED",
    "STREAK_LIMIT",
    "TAUNT_BASE",
    "VENOM_DAMAGE",
]

COST_MAX: Final = 11  # TW-1.2, TW-5.1.1
DIGIT_MAX: Final = 9  # TW-1.5
START_COST: Final = 2  # TW-3.1
START_DIGIT: Final = 1  # TW-3.1
FIRST_HP: Final = 20  # TW-3.2
SECOND_HP: Final = 21  # TW-3.2
INCOME: Final = 1  # TW-4.2
STREAK_LIMIT: Final = 24  # TW-4.14
ACTION_LIMIT: Final = 50  # TW-8.2
QUIET_TURNS: Final = 24  # TW-8.16
BLOCK_HEAL: Final = 2  # TW-5.2.2
BURN_DAMAGE: Final = 2  # TW-5.3.1
VENOM_DAMAGE: Final = 1  # TW-5.3.2
STEPS_DAMAGE: Final = 3  # TW-6.D7.1
STEPS_WEAKENED: Final = 2  # TW-5.3.8
DUMMY_HP: Final = 1  # TW-5.5.1
DUMMY_BOOST: Final = 2  # TW-5.5.5
FREEZE_TURNS: Final = 2  # TW-5.7.1
FORTIFY_HEAL: Final = 2  # TW-6.1
TAUNT_BASE: Final = 4  # TW-6.D2.4
CHARGE_START: Final = 3  # TW-6.D6.1
CHARGE_MAX: Final = 6  # TW-6.D6.2
COMBO_CASTS: Final = 3  # TW-6.D6.7
COMBO_KINDS: Final = 2  # TW-6.D6.7
COMBO_DAMAGE: Final = 114514  # TW-6.D6.7
BET_TURNS: Final = 6  # TW-6.D8.6
BET_BONUS: Final = 3  # TW-6.D8.7
BET_THRESHOLD: Final = 9  # TW-6.D8.9
