"""Compiled loops of the simulator: no code of before an edit, and no arrays of their own."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba.core.errors import NumbaError

from netlemma.graphs.simulate.kernels.compiled import forget_stale, kernel, options


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


@pytest.mark.skipif("_nrt" not in options(), reason="this Numba always counts references")
def test_references_are_not_counted():
    """So a kernel that makes an array is refused."""

    def makes():
        return np.zeros(3).sum()

    with pytest.raises(NumbaError, match="Only accept returning of array passed into the function"):
        kernel(makes).compiled()()


BOTH = """
import random, sys
from netlemma.graphs.simulate import simulate
from netlemma.graphs.simulate.engines import worms
from netlemma.graphs.simulate.layouts import goal_tables, layout

def results(fast):
    worms.worth_compiling = goal_tables.worth_compiling = lambda steps: fast
    for job in JOBS:
        layout._layout.cache_clear()
        layout._tables.cache_clear()
        found = simulate("mesh", n=2, cycles=200, warmup=0, **job)
        yield found.as_json(), found.deadlock

drawn = random.Random(4)
ROUTINGS = [("dimension-order", 1), ("dimension-order", 2), ("odd-even", 1), ("duato", 3)]
JOBS = [
    {"routing": routing, "vcs": vcs, "k": drawn.randint(2, 5), "flits": drawn.choice([1, 4, 16]), "seed": drawn.randrange(100),
     "load": drawn.choice([0.01, 0.05]), "buffers": drawn.choice([1, 2, 3])}
    for routing, vcs in ROUTINGS for _ in range(int(sys.argv[1]))
]
plain = list(results(False))
assert "numba" not in sys.modules
assert plain == list(results(True)) and "numba" in sys.modules
"""


@pytest.mark.parametrize("each", [2, pytest.param(40, marks=pytest.mark.long)])
@pytest.mark.in_turn
def test_plain_and_compiled_loops_give_the_same(each):
    """Every engine, in a process that has not loaded Numba; numbers of 32 bits that overflow would warn."""
    command = [sys.executable, "-W", "error", "-c", BOTH, str(each)]
    subprocess.run(command, check=True, cwd=Path(__file__).parents[2])


@pytest.mark.in_turn
def test_the_first_cycles_of_a_small_network_need_no_numba():
    words = [
        "simulate",
        "mesh",
        "k=32",
        "flits=16",
        "--load",
        "0.001",
        "--cycles",
        "10",
        "--warmup",
        "0",
        "--seed",
        "2",
    ]
    code = "import sys; from netlemma.cli import main\ntry: main()\nfinally: assert 'numba' not in sys.modules"
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=Path(__file__).parents[2], capture_output=True, text=True
    )
    assert "unstable" in done.stdout and "AssertionError" not in done.stderr, done.stderr
