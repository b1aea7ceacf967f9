"""Loops that run as plain Python on small work and compiled on large work."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

SMALL = 20_000  # steps that plain Python takes in about the time of a call that loads compiled code
SMALL_UNLOADED = 300_000  # the same as long as Numba is not loaded


def worth_compiling(steps: int) -> bool:
    """Whether work of this many steps of a loop is worth loading compiled code.

    Parameters
    ----------
    steps : int
        Estimated number of steps.

    Returns
    -------
    bool
        Whether compiled code is preferable.

    Examples
    --------
    >>> worth_compiling(100), worth_compiling(10**7)
    (False, True)
    """
    return steps > (SMALL if "numba" in sys.modules else SMALL_UNLOADED)


@cache
def compiled(loop: Callable[..., Any]) -> Callable[..., Any]:
    """A function on arrays compiled by Numba, which keeps the machine code on disk and runs it without the lock of the
    interpreter.

    Parameters
    ----------
    loop : Callable
        Function of a module that calls no other function of it.

    Returns
    -------
    Callable
        The compiled function.
    """
    from numba import njit

    made: Callable[..., Any] = njit(cache=True, nogil=True)(loop)
    return made
