"""Numba's ``njit``, loaded without SciPy's linear algebra.

Numba imports ``scipy.linalg`` to learn whether ``np.correlate`` and ``np.convolve`` can use a BLAS, and that takes as long
as Numba itself. Without it they are plain loops; other functions that need a BLAS still find it."""

import sys

_loaded = sys.modules.get("scipy.linalg")
sys.modules["scipy.linalg"] = _loaded  # type: ignore[assignment]  # if None, an import of it fails
try:
    import numba.np.arraymath  # noqa: F401
    from numba import njit as njit
finally:
    if _loaded is None:
        del sys.modules["scipy.linalg"]
