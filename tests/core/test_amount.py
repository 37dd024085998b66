"""Numbers with their derivation: what was derived before is carried on."""

from __future__ import annotations

from rulekit.core.resolution import Resolution, TracedResolution
from tests.nim.state import State


def test_a_number_derived_before_keeps_how() -> None:
    run = TracedResolution(State(), {})
    once = run.derive(run.number(1, "NM-2"), "+", 1, "NM-3")
    again = run.derive(run.number(once, "NM-2"), "*", 3, "NM-4")
    assert again == 6 and [(op.op, op.operand, op.clause) for op in again.derivation] == [  # type: ignore[attr-defined]
        ("=", 1, "NM-2"),
        ("+", 1, "NM-3"),
        ("*", 3, "NM-4"),
    ]


def test_without_a_trace_numbers_are_plain() -> None:
    run = Resolution(State(), {})
    assert type(run.derive(run.number(1, "NM-2"), "+", 1, "NM-3")) is int
