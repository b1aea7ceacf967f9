"""What the model of adaptive routing assumes, and what is watched: counts agree with the fast simulator and with conservation."""

import importlib.util
import sys
from pathlib import Path

import pytest

from netlemma.checks.performance.comparisons.adaptive import routing_of
from netlemma.graphs.simulate import simulate

SPEC = importlib.util.spec_from_file_location(
    "bench_adaptive", Path(__file__).parents[2] / "benchmarks" / "bench_adaptive.py"
)
bench = sys.modules["bench_adaptive"] = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(bench)
QUANTITIES, assumptions, blocking = bench.QUANTITIES, bench.assumptions, bench.blocking

FLITS, LOAD, CYCLES = 16, 0.03, 6000


@pytest.fixture(scope="module")
def cube():
    return routing_of("hypercube", (("n", 3),), 3)


@pytest.mark.in_turn
def test_watched_messages_are_those_of_the_fast_simulator(cube) -> None:
    seen = blocking(cube, FLITS, LOAD, CYCLES)
    fast = simulate(cube, flits=FLITS, load=LOAD, cycles=CYCLES, seed=1)
    assert seen.messages == pytest.approx(fast.messages, abs=8)  # those on their way at the end are not watched
    assert seen.network_latency == pytest.approx(fast.network_latency - 1, rel=0.01)
    assert seen.source_wait == pytest.approx(fast.source_wait, abs=0.1)
    assert seen.multiplexing == pytest.approx(fast.multiplexing, rel=1e-9)


@pytest.mark.in_turn
def test_busy_channels_obey_littles_law(cube) -> None:
    """Busy channels of a link are the messages that cross it in a cycle times how long they hold one."""
    seen = blocking(cube, FLITS, LOAD, CYCLES)
    mean = sum(v * p for v, p in enumerate(seen.busy))
    crossings = LOAD * (12 / 7) / 3
    assert sum(seen.busy) == pytest.approx(1) and mean == pytest.approx(crossings * seen.held, rel=0.05)
    assert seen.held > FLITS


@pytest.mark.in_turn
def test_nothing_is_blocked_without_load_and_more_with_more(cube) -> None:
    still, some, more = (blocking(cube, FLITS, load, CYCLES) for load in (1e-4, 0.02, 0.04))
    assert (still.times_blocked, still.wait, still.source_wait) == (0, 0, 0)
    assert 0 < some.times_blocked < more.times_blocked and some.wait > 0


@pytest.mark.in_turn
def test_the_model_is_beside_it() -> None:
    found = assumptions({"k": 2, "n": 3, "flits": 32, "vcs": 3}, 0.8, 6000)
    assert tuple(found) == QUANTITIES
    model, seen = zip(*(found[name] for name in ("network latency", "wait at the source")), strict=True)
    assert (sum(model), sum(seen)) == pytest.approx(found["latency"])
    assert found["times blocked"][0] > found["times blocked"][1]
    assert found["channel held"][0] < found["channel held"][1]
