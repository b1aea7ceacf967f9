"""Compilation of the loops of the simulator: without reference counts of arrays, and never from outdated cached code.

Each time an array is named, Numba counts a reference to it, by an atomic operation, and again when the name is gone.
Loops that do little with many arrays spend most of their time on that: two to four times as many cycles a second are
simulated without. The caller holds all arrays here, so nothing needs to be counted; in turn a kernel cannot make
arrays, which Numba refuses.

Numba keeps compiled code on disk, and checks only the module of a function for changes, not those of the functions and
constants that it uses. So code older than any module of kernels is removed before they are compiled."""

from functools import cache, partial
from pathlib import Path
from typing import Any

from netlemma.graphs.base.compiled import Kernel

HERE = Path(__file__).parent
# modules on which compiled code depends
TAKEN_IN = ("*_kernel.py", "arrays.py", "compiled.py", "../options.py")


@cache
def options() -> dict[str, Any]:
    """Options of Numba for kernels; outdated cached code is removed before they are used."""
    from numba.core.options import DefaultOptions

    forget_stale(HERE)
    found = {"cache": True, "nogil": True}
    return found | {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else found  # not public: loops are only slower


kernel = partial(Kernel, options=options)
inlined = partial(Kernel, options=lambda: {"inline": "always", **options()})


def forget_stale(folder: Path) -> list[str]:
    """Remove the indices of compiled code that are older than a module of the folder, and return their names.

    >>> forget_stale(Path("/nowhere"))
    []
    """
    modules = [each.stat().st_mtime for pattern in TAKEN_IN for each in folder.glob(pattern)]
    stale = [each for each in folder.glob("__pycache__/*.nbi") if each.stat().st_mtime < max(modules, default=0)]
    for each in stale:
        each.unlink(missing_ok=True)
    return sorted(each.name for each in stale)
