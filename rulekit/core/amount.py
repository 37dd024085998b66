"""Numbers that remember how they came about: a base value and the operations on it, each with its clause."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import NamedTuple

__all__ = ["OPERATIONS", "Amount", "Operation"]


class Operation(NamedTuple):
    """One line of a derivation: apply `op` with `operand` under `clause`, giving `result`."""

    op: str
    operand: int
    result: int
    clause: str


class Amount(int):
    """An int that remembers how it was derived; arithmetic on it gives plain ints."""

    derivation: tuple[Operation, ...]

    def __new__(cls, value: int, derivation: tuple[Operation, ...] = ()) -> Amount:
        """Make the number `value` with its derivation."""
        made = super().__new__(cls, value)
        made.derivation = derivation
        return made


OPERATIONS: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/up": lambda a, b: -(-a // b),  # quotient rounded up
    "/down": operator.floordiv,
    "max": max,
    "min": min,
    "=": lambda _, b: b,
}
