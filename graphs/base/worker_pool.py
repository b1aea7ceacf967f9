"""Work on many keys at once: in this process, on processes of this machine, or on the workers of a Dask cluster (Dask
is imported only when needed).
"""

import gc
import logging
import os
import re
import signal
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import cache, partial
from importlib.metadata import version
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np

from netlemma.definitions import Definition
from netlemma.errors import WorkerError, WorkersLost
from netlemma.plugins import add_plugins, plugin_definitions, plugin_files

# Keys sent to workers and results received as they arrive: in this process, or on processes of this machine.


Work = Callable[[str], Any]  # a function of a module
AHEAD = 2  # keys that wait for each worker
COLLECTED = (50_000, 20, 50)  # new objects between collections: results that workers keep are many and long-lived


def as_they_come(submit: Callable[[str], Future[Any]], keys: Iterable[str], at_once: int) -> Generator[Any, None, None]:
    """Results in the order in which they arrive; at most ``at_once`` keys are in progress.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as pool:
    ...     sorted(as_they_come(lambda key: pool.submit(len, key), ["a", "bb", "ccc"], 2))
    [1, 2, 3]
    """
    left = iter(keys)
    waiting = {submit(key) for key in islice(left, at_once)}
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in sorted(done, key=_failed):  # results come before a failure ends the work
            yield future.result()
        waiting |= {submit(key) for key in islice(left, at_once - len(waiting))}


def _failed(future: Future[Any]) -> bool:
    return future.cancelled() or future.exception() is not None


def on_this_machine(work: Work, keys: Iterable[str], workers: int) -> Generator[Any, None, None]:
    """Results of ``workers`` processes; one worker is this process itself.

    The processes are started afresh and end with this one, however it ends.
    """
    if workers == 1:
        yield from map(work, keys)
        return
    context = get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    plugins: tuple[Path | Definition, ...] = (*plugin_files(), *plugin_definitions())
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(reader, plugins))
    try:
        yield from as_they_come(partial(_submit, pool, work), keys, AHEAD * workers)
    except BrokenProcessPool:
        raise WorkersLost(
            "a worker process died, possibly for lack of memory "
            '(a script that uses several workers does so under if __name__ == "__main__")'
        ) from None
    finally:
        writer.close()  # ends the workers at once, those in the middle of a key too
        pool.shutdown(cancel_futures=True)
        reader.close()


def _submit(pool: ProcessPoolExecutor, work: Work, key: str) -> Future[Any]:
    """Submit a key with Ctrl-C deferred: this may start a worker, which must not be interrupted while it loads."""
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(work, key)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, key)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(parent: Connection, plugins: Iterable[Path | Definition]) -> None:
    """In a worker: leave Ctrl-C to the parent, and end when the parent does or closes its end of the pipe."""
    gc.set_threshold(*COLLECTED)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    add_plugins(plugins)


def _end_with(parent: Connection) -> None:
    with suppress(EOFError):
        parent.recv_bytes()
    os._exit(0)


# Keys sent to the workers of a Dask cluster. Dask is imported only when needed.


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
    """Results of the workers of a cluster; the keys of a worker that is lost go to others."""
    with _quiet(), _client(address) as client:
        if plugins := (*plugin_files(), *plugin_definitions()):
            client.run(add_plugins, plugins)
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


# The workers that a user asks for, checked, and work given to them.


MOST_WORKERS = 1024


def check_workers(workers: int | None, dask: str) -> None:
    """Refuse a number of processes that is not legal, or a cluster whose address is not one."""
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

    >>> list(fan_out(len, ["a", "bb"], 1))
    [1, 2]
    """
    check_workers(None if dask else workers, dask)
    yield from on_cluster(work, keys, dask) if dask else on_this_machine(work, keys, workers)
