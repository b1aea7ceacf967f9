"""Keys sent to the workers of a Dask cluster. Dask is imported only when needed."""

import logging
import re
import socket
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from typing import Any

import numpy as np

from netlemma.graphs.base.errors import WorkerError, WorkersLost
from netlemma.graphs.base.workers.pool import Work, as_they_come

SECONDS = 5.0  # for the scheduler to answer, and to have a worker
AT_ONCE = 1000  # keys that the scheduler has
LONGEST_GREETING = 1 << 16  # bytes
LOGS = ("distributed", "distributed.client", "distributed.core", "distributed.comm", "tornado.application")
_ADDRESS = re.compile(r"tcp://(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9_.-]+)):([0-9]{1,5})")


@cache
def program_version() -> str:
    """The versions on which the numbers depend: of netlemma, and of NumPy, whose generator makes the messages.

    >>> program_version().partition(" ")[0]
    'netlemma'
    """
    return f"netlemma {version('netlemma')}, numpy {np.__version__}"


def on_cluster(work: Work, keys: Iterable[str], address: str) -> Generator[Any, None, None]:
    """Results of the workers of a cluster; the keys of a worker that is lost go to others.

    Parameters
    ----------
    work : Callable
        Function of a module from a key to its result.
    keys : Iterable of str
        Keys of the work.
    address : str
        Address of the scheduler.

    Yields
    ------
    Any
        Results, in the order of arrival.

    Raises
    ------
    WorkerError
        If Dask is not installed, there is no scheduler or worker, a worker has another version, or the cluster was
        lost.
    """
    with _quiet(), _client(address) as client:
        executor = client.get_executor()
        try:
            yield from as_they_come(lambda key: executor.submit(work, key), keys, AT_ONCE)
        finally:
            executor.shutdown(wait=False)  # unfinished keys are cancelled


def check_cluster(address: str) -> None:
    """Raise the errors of :func:`on_cluster` that show before any work begins."""
    with _quiet(), _client(address):
        pass


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A client of a cluster whose workers have this program, and its errors in one line."""
    try:
        from distributed import CancelledError as Cancelled
        from distributed import Client, KilledWorker
    except ImportError:
        raise WorkerError('work on a cluster needs Dask: pip install "netlemma[cluster]"') from None
    _greeted(address)
    client = Client(address, timeout=SECONDS, set_as_default=False)
    try:
        _check_workers(client, address)
        yield client
    except KilledWorker:
        raise WorkersLost(f"several workers of {address} died on the same key, possibly for lack of memory") from None
    except (Cancelled, CancelledError, OSError):
        raise WorkersLost(f"the scheduler {address} was lost") from None
    finally:
        client.close()


def checked_address(address: str) -> tuple[str, int]:
    """Host and port of an address.

    Raises
    ------
    WorkerError
        If it is not ``tcp://host:port``.

    Examples
    --------
    >>> checked_address("tcp://127.0.0.1:8786")
    ('127.0.0.1', 8786)
    """
    match = _ADDRESS.fullmatch(address)
    if not match or not 1 <= int(match[3]) <= 65535:
        raise WorkerError(
            f"the Dask scheduler {address[:60]!r} is no address: write tcp://host:port, such as tcp://127.0.0.1:8786"
        )
    return match[1] or match[2], int(match[3])


def _greeted(address: str) -> None:
    """Refuse an address where no Dask scheduler answers.

    A scheduler speaks first: the length of the following message, in 8 bytes. Dask's own client waits for that without
    limit.
    """
    try:
        with socket.create_connection(checked_address(address), SECONDS) as line:
            line.settimeout(SECONDS)
            length = line.recv(8, socket.MSG_WAITALL)
    except OSError:
        raise WorkerError(f"no Dask scheduler answers at {address} within {SECONDS:g} seconds") from None
    if len(length) < 8 or int.from_bytes(length, "little") > LONGEST_GREETING:
        raise WorkerError(f"the program that answers at {address} is not a Dask scheduler")


def _check_workers(client: Any, address: str) -> None:
    """Refuse a cluster without workers, and one where a worker has another version."""
    try:
        client.wait_for_workers(1, timeout=SECONDS)
    except TimeoutError:
        raise WorkerError(
            f"the Dask scheduler {address} has no workers: start some with dask worker {address}"
        ) from None
    ours = program_version()
    for worker, theirs in client.run(program_version, on_error="return").items():
        if isinstance(theirs, Exception):
            raise WorkerError(f"worker {worker} of {address} cannot import {ours}: install it there ({theirs})")
        if theirs != ours:
            raise WorkerError(f"worker {worker} of {address} has {theirs}, and this is {ours}: install the same there")


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress Dask's logging of errors, since they are raised in one line."""
    logs = [logging.getLogger(name) for name in LOGS]
    levels = [log.level for log in logs]
    try:
        for log in logs:
            log.setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for log, level in zip(logs, levels, strict=True):
            log.setLevel(level)
