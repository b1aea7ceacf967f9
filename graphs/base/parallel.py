"""Work distributed over the processors of this machine, with progress reports."""

import os
from collections.abc import Callable

Progress = Callable[[int, int], None] | None


def cores() -> int:
    """Number of processors that this process may use.

    >>> cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
