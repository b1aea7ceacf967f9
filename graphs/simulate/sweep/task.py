"""The work of a worker: the simulation of one point by its key, with the network and routes of the last points kept."""

from dataclasses import asdict
from time import perf_counter
from typing import Any

from netlemma.graphs.base.worker_pool import program_version
from netlemma.graphs.simulate.layouts.layout import layout
from netlemma.graphs.simulate.simulation import run_simulation
from netlemma.graphs.simulate.sweep.point import SweepPoint
from netlemma.graphs.simulate.sweep.row import Outcome
from netlemma.graphs.sources.place import routing_of


def simulate_point(key: str) -> dict[str, Any]:
    """Simulate the point with this key: its digest, the result, the seconds it took and the version, as plain data.

    The seconds are those of the simulation itself, with packets followed to destinations that this worker has not met before.

    >>> from netlemma.graphs.simulate.sweep.planning import plan
    >>> [point] = plan("mesh", k=4, flits=16, loads=0.002, cycles=20000)
    >>> found = simulate_point(point.key)
    >>> found["state"], found["digest"] == point.digest
    ('stable', True)
    """
    point = SweepPoint.from_key(key)
    routing = routing_of(point.network)
    layout(routing, point.injection_vcs)
    begun = perf_counter()
    found = run_simulation(routing, point)
    seconds = perf_counter() - begun
    before, after = found.backlog
    outcome = Outcome(
        found.state, found.reason, found.latency, found.half_width, found.network_latency, found.multiplexing, found.messages,
        backlog=after, growth=after - before, throughput=found.throughput, seconds=seconds, version=program_version(),
    )  # fmt: skip
    return {"digest": point.digest, **asdict(outcome)}
