"""Numba's ``njit``, loaded without SciPy.

Numba imports ``scipy`` for its version, and ``scipy.linalg`` to learn whether ``np.correlate`` and ``np.convolve`` can use a
BLAS, which takes as long as Numba itself. Without it they are plain loops; other functions that need a BLAS still find it."""

import sys
from typing import Any

from netlemma.base.compilations import announce

_loaded = {name: sys.modules.get(name) for name in ("scipy", "scipy.linalg")}
sys.modules.update(_loaded)  # type: ignore[arg-type]  # an import of what is None fails
try:
    import numba.np.arraymath  # noqa: F401
    from numba import njit as njit
    from numba.core.event import Listener, register
finally:
    for name, module in _loaded.items():
        if module is None:
            del sys.modules[name]


class _Announcing(Listener):  # type: ignore[misc]  # Numba has no types
    """Announces each function that is compiled; those that are loaded from the disk are not."""

    inside = count = 0

    def on_start(self, event: Any) -> None:
        self.inside += 1
        loop = event.data["dispatcher"].py_func
        if not loop.__module__.startswith("numba."):
            self.count += 1
            name = loop.__name__.strip("_").replace("_", " ")
            announce(f"compiling loop {self.count}, {name}; this is done once and kept")

    def on_end(self, event: Any) -> None:
        self.inside -= 1
        if not self.inside:
            announce("")


register("numba:compile", _Announcing())
