"""Loops that run as plain Python on small work and compiled on large work."""

import sys
from collections.abc import Callable
from functools import cache, partial, update_wrapper
from types import FunctionType
from typing import Any

import numpy as np

SMALL = 10_000  # steps that plain Python takes in about the time of a call that loads compiled code
SMALL_UNLOADED = 300_000  # the same as long as Numba is not loaded


def worth_compiling(steps: int) -> bool:
    """Whether work of this many steps of a loop is worth loading compiled code.

    >>> worth_compiling(100), worth_compiling(10**7)
    (False, True)
    """
    return steps > (SMALL if numba_is_loaded() else SMALL_UNLOADED)


def numba_is_loaded() -> bool:
    """Whether compiled code can be called without loading Numba."""
    return "numba" in sys.modules


def _usual() -> dict[str, Any]:
    return {"cache": True, "nogil": True}


class Kernel:
    """A loop that may call others of its kind. Calls run as plain Python; ``best`` is compiled once that has been asked for.

    loop: Function of a module. Its results must not depend on whether sums of 32-bit integers are 64-bit.
    options: Function without parameters that gives the options of Numba.

    >>> @Kernel
    ... def double(x):
    ...     return 2 * x
    >>> double(3), double.best(3)
    (6, 6)
    """

    def __init__(self, loop: Callable[..., Any], options: Callable[[], dict[str, Any]] = _usual) -> None:
        self.best = self.loop = loop
        self.options = options
        update_wrapper(self, loop)

    def __call__(self, *given: Any) -> Any:
        """The result of the function as plain Python."""
        return self.loop(*given)

    def compiled(self) -> Callable[..., Any]:
        """The function compiled by Numba, together with the loops that it calls."""
        if self.best is self.loop:
            from netlemma.graphs.base.jit import njit

            self.best = njit(**self.options())(_with_compiled_loops(self.loop))
        return self.best


def _with_compiled_loops(loop: Callable[..., Any]) -> Callable[..., Any]:
    """The function, for Numba: with compiled functions in the place of the loops that it calls."""
    code, names = loop.__code__, loop.__globals__
    called = {name: names[name].compiled() for name in code.co_names if isinstance(names.get(name), Kernel)}
    if not called:
        return loop
    return update_wrapper(FunctionType(code, names | called, loop.__name__, loop.__defaults__), loop)


@cache
def compiled(loop: Callable[..., Any]) -> Callable[..., Any]:
    """A function on arrays compiled by Numba, which keeps the machine code on disk and runs it without the lock of the
    interpreter.
    """
    return Kernel(loop).compiled()


def looped(loop: Callable[..., Any], steps: int) -> Callable[..., Any]:
    """A function on arrays, compiled if the work is large.

    Returns: The compiled function, or one that runs as plain Python, to which lists are faster than arrays: its arrays
    become lists, so what it writes is in its result alone.
    """
    return compiled(loop) if worth_compiling(steps) else partial(_on_lists, loop)


def _on_lists(loop: Callable[..., Any], *given: Any) -> Any:
    return loop(*(each.tolist() if isinstance(each, np.ndarray) else each for each in given))
