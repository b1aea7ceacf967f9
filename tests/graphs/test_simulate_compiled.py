"""Compiled loops of the simulator: no code of before an edit, and no arrays of their own."""

import os

import numpy as np
import pytest
from numba.core.errors import NumbaError

from graphs.simulate.kernels.compiled import OPTIONS, forget_stale, kernel


def test_compiled_code_older_than_a_module_is_forgotten(tmp_path):
    """Also if it is another module that was edited, from which functions were taken; not if a module is of something else."""
    cache = tmp_path / "__pycache__"
    cache.mkdir()
    module, other, run = tmp_path / "clock_kernel.py", tmp_path / "flit_kernel.py", tmp_path / "run.py"
    old, fresh = cache / "clock_kernel.run_cycles.nbi", cache / "draw.draw.nbi"
    for file, time in ((module, 100), (other, 100), (run, 900), (old, 200), (fresh, 400)):
        file.touch()
        os.utime(file, (time, time))
    assert forget_stale(tmp_path) == []
    os.utime(other, (300, 300))
    assert forget_stale(tmp_path) == [old.name] and not old.exists() and fresh.exists()
    assert forget_stale(tmp_path) == []


@pytest.mark.skipif("_nrt" not in OPTIONS, reason="this Numba always counts references")
def test_references_are_not_counted():
    """So a kernel that makes an array is refused."""

    def makes():
        return np.zeros(3).sum()

    with pytest.raises(NumbaError, match="Only accept returning of array passed into the function"):
        kernel(makes)()
