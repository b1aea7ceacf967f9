"""The workers that a user asks for, checked, and work given to them."""

from collections.abc import Generator, Iterable
from typing import Any

from netlemma.graphs.base.errors import WorkerError
from netlemma.graphs.base.workers.cluster import checked_address, on_cluster
from netlemma.graphs.base.workers.pool import Work, on_this_machine

MOST_WORKERS = 1024


def check_workers(workers: int | None, dask: str) -> None:
    """Refuse a number of processes that is not legal, or a cluster whose address is not one.

    Parameters
    ----------
    workers : int or None
        Number of processes.
    dask : str
        Scheduler of a Dask cluster, "" for none.

    Raises
    ------
    WorkerError
        If they cannot work.
    """
    if workers is not None and dask:
        raise WorkerError(
            "the workers of a Dask cluster are started there: give a number of workers or a cluster, not both"
        )
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise WorkerError(f"workers={workers}: 1 to {MOST_WORKERS} processes can be used")
    if dask:
        checked_address(dask)


def fan_out(work: Work, keys: Iterable[str], workers: int, dask: str = "") -> Generator[Any, None, None]:
    """Results of the work on all keys, in the order in which they arrive.

    Parameters
    ----------
    work : Callable
        Function of a module from a key to its result.
    keys : Iterable of str
        The keys.
    workers : int
        Number of processes; one worker is this process itself.
    dask : str, default ''
        Scheduler of a Dask cluster that works instead.

    Yields
    ------
    object
        Results.

    Raises
    ------
    WorkerError
        If workers cannot be used, or are lost.

    Examples
    --------
    >>> list(fan_out(len, ["a", "bb"], 1))
    [1, 2]
    """
    check_workers(None if dask else workers, dask)
    yield from on_cluster(work, keys, dask) if dask else on_this_machine(work, keys, workers)
