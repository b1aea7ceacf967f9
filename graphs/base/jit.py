"""Numba's ``njit``, loaded without SciPy.

Numba imports ``scipy`` for its version, and ``scipy.linalg`` to learn whether ``np.correlate`` and ``np.convolve`` can use a
BLAS, which takes as long as Numba itself. Without it they are plain loops; other functions that need a BLAS still find it."""

import sys

_loaded = {name: sys.modules.get(name) for name in ("scipy", "scipy.linalg")}
sys.modules.update(_loaded)  # type: ignore[arg-type]  # an import of what is None fails
try:
    import numba.np.arraymath  # noqa: F401
    from numba import njit as njit
finally:
    for name, module in _loaded.items():
        if module is None:
            del sys.modules[name]
