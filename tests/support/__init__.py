"""What tests of many rooms need."""

from pathlib import Path

__all__ = ["ROOT", "SCENARIOS"]

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "scenarios"
