"""How long something takes, whatever else the machine does meanwhile."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable

__all__ = ["programs_seconds", "seconds"]


def seconds(deed: Callable[[], object]) -> float:
    """Return the seconds this process works on a deed."""
    begun = time.process_time()
    deed()
    return time.process_time() - begun


def programs_seconds(deed: Callable[[], object]) -> float:
    """Return the seconds that the programs a deed starts and waits for work."""

    def spent() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return children.ru_utime + children.ru_stime

    begun = spent()
    deed()
    return spent() - begun
