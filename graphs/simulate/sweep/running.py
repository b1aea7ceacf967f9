"""Points of a sweep simulated on processes or a cluster."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Any

from netlemma.errors import SweepError, WorkerError, WorkersLost
from netlemma.graphs.base.parallel import cores
from netlemma.graphs.base.worker_pool import check_cluster, check_workers, fan_out, program_version
from netlemma.graphs.simulate.layouts.layout import layout
from netlemma.graphs.simulate.simulation import run_simulation
from netlemma.graphs.simulate.sweep.planning import in_running_order, plan
from netlemma.graphs.simulate.sweep.rows import Outcome, Row, Rows, SweepPoint
from netlemma.graphs.simulate.sweep.store import Store, check_file
from netlemma.graphs.sources.place import routing_of

# The work of a worker: the simulation of one point by its key, with the network and routes of the last points kept.


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


# A sweep from its plan to its rows: stored results are kept, the others are simulated and stored as they arrive.


CONTINUED = "the results so far are stored, and the same sweep continues from there"
Progress = Callable[[int, int], None]  # points stored, points in all


@contextmanager
def _as_sweep() -> Iterator[None]:
    """Errors of workers as those of a sweep."""
    try:
        yield
    except SweepError:
        raise
    except WorkersLost as error:
        raise SweepError(f"{error}: {CONTINUED}") from None
    except WorkerError as error:
        raise SweepError(str(error)) from None


@_as_sweep()
def sweep(
    subject: Any,
    routing: Any = None,
    *,
    results: str | Path | None = None,
    workers: int | None = None,
    dask: str = "",
    repair: bool = False,
    progress: Progress | None = None,
    **asked: Any,
) -> Rows:
    """Simulate wormhole switching at many points in parallel.

    Parameters are those of :func:`netlemma.sweep`.

    >>> rows = sweep("mesh", k=4, flits=8, loads=[0.004, 0.008], seeds=[1, 2], cycles=5000, workers=1)
    >>> [(row.point.load, row.point.seed, row.state) for row in rows]
    [(0.004, 1, 'stable'), (0.004, 2, 'stable'), (0.008, 1, 'stable'), (0.008, 2, 'stable')]
    """
    check_workers(workers, dask)
    points = plan(subject, routing, **asked)
    path = None if results is None else Path(results)
    if dask and path is not None:  # a missing file is created only if the cluster that is to fill it is usable
        check_file(path, write=True)
        if not path.exists():
            check_cluster(dask)
    with Store(path) as store:
        if repair:
            store.repair()
        return Rows(run_sweep(points, store, workers, dask, progress))


@_as_sweep()
def run_sweep(
    points: Sequence[SweepPoint],
    store: Store,
    workers: int | None = None,
    dask: str = "",
    progress: Progress | None = None,
) -> list[Row]:
    """Simulate the points that the store does not have; the rows of all points."""
    check_workers(workers, dask)
    version = program_version()
    _same_version(store, version)
    missing = {point.digest: point for point in in_running_order(points) if point not in store}
    done = len(points) - len(missing)
    if progress:
        progress(done, len(points))
    if missing:
        store.require_sound()
        keys = (point.key for point in missing.values() if point not in store)  # another sweep may store some meanwhile
        local = min(workers or cores(), len(missing))
        with closing(fan_out(simulate_point, keys, local, dask)) as outcomes:
            for outcome in outcomes:
                if outcome["version"] != version:
                    raise SweepError(
                        f"a worker has {outcome['version']}, and this is {version}: install the same there"
                    )
                store.add(missing[outcome["digest"]], outcome)
                done += 1
                if progress:
                    progress(done, len(points))
    return [store[point] for point in points]


def _same_version(store: Store, version: str) -> None:
    """Refuse to mix numbers of several versions in one file."""
    for other in store.versions() - {version}:
        raise SweepError(
            f"{store.name} has results of {other}, and this is {version}, whose numbers may differ: use another file"
        )
