"""Keys sent to workers and results received as they arrive: in this process, or on processes of this machine."""

import gc
import os
import signal
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from netlemma.graphs.base.errors import WorkersLost

Work = Callable[[str], Any]  # a function of a module
AHEAD = 2  # keys that wait for each worker
COLLECTED = (50_000, 20, 50)  # new objects between collections: results that workers keep are many and long-lived


def as_they_come(submit: Callable[[str], Future[Any]], keys: Iterable[str], at_once: int) -> Generator[Any, None, None]:
    """Results in the order in which they arrive; at most ``at_once`` keys are in progress.

    Parameters
    ----------
    submit : Callable
        Function that starts the work on a key.
    keys : Iterable of str
        Keys of the work.
    at_once : int
        Number of keys in progress.

    Yields
    ------
    Any
        Results.

    Examples
    --------
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

    Parameters
    ----------
    work : Callable
        Function of a module from a key to its result.
    keys : Iterable of str
        Keys of the work.
    workers : int
        Number of processes.

    Yields
    ------
    Any
        Results, in the order of arrival.

    Raises
    ------
    WorkersLost
        If a process dies.
    """
    if workers == 1:
        yield from map(work, keys)
        return
    context = get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(reader,))
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


def _begin(parent: Connection) -> None:
    """In a worker: leave Ctrl-C to the parent, and end when the parent does or closes its end of the pipe."""
    gc.set_threshold(*COLLECTED)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Connection) -> None:
    with suppress(EOFError):
        parent.recv_bytes()
    os._exit(0)
