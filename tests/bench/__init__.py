"""Measurements, as ratios within one run; `pytest tests/bench --benchmark-only` prints the table."""
