"""The numbers in the rules of nim."""

__all__ = ["HEAPS", "MOST"]

HEAPS = (3, 4, 5)  # matches in each heap at the start (NM-2)
MOST = 3  # matches a player may take at once (NM-3)
