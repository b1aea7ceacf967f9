"""Work distributed over the processors of this machine, with progress reports."""

import os
from collections.abc import Callable
from multiprocessing import parent_process

Progress = Callable[[int, int], None] | None


def cores() -> int:
    """Number of processors that this process may use; one if it is itself among several that share the work.

    >>> cores() >= 1
    True
    """
    if parent_process() is not None:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
