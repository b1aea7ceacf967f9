"""Results computed in a pool of processes, or taken from the ledger if nothing they depend on has changed."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.connection import wait as wait_for_process
from time import perf_counter
from typing import Any

from netlemma.reporting.ledger import Ledger
from netlemma.reporting.sources import ModuleFacts, ModuleSources, data_beside, files, module_facts, versions
from netlemma.reporting.work import ReportTasks, Task

Say = Callable[[str], None]
AHEAD = 2  # batches handed out for each process
BATCH = 12  # tasks that share what one process has built and measured
LONG = 5.0  # seconds, from which on a task is a batch of its own
UNKNOWN_SECONDS = {"figure": 10.0, "lemma": 1.0, "deadlock": 1.0, "model": 5.0}  # for tasks that were never computed


@dataclass(frozen=True)
class Computed:
    """A result, or the line that says why there is none."""

    task: Task
    result: Any
    seconds: float
    kept: bool
    error: str = ""


def compute(
    work: ReportTasks, ledger: Ledger, say: Say = lambda line: None, processes: int | None = None
) -> list[Computed]:
    """The results of all tasks, in their order; each new result is kept immediately.

    Parameters
    ----------
    work : ReportTasks
        Tasks of the report.
    ledger : Ledger
        Ledger of kept results.
    say : Say, default lambda line: None
        Called with a line on the progress.
    processes : int or None, optional
        Number of processes; one for each core if None.

    Returns
    -------
    list of Computed
        Results.
    """
    sources = known_sources(work, ledger)
    digests = {
        task.name: sources.digest(task.module, task.depends, f"{task.name}\n{task.content}") for task in work.tasks
    }
    found: dict[str, Computed] = {}
    for task in work.tasks:
        kept = ledger.find(task.name, digests[task.name])
        if kept is not None:
            found[task.name] = Computed(task, kept, 0.0, True)
    missing = [task for task in work.tasks if task.name not in found]
    say(f"{len(found)} results are kept, {len(missing)} are computed")
    batches = _batches(missing, ledger.seconds())
    for number, each in enumerate(_computed(batches, processes or os.cpu_count() or 1), 1):
        if not each.error:
            ledger.keep(each.task.name, digests[each.task.name], each.seconds, each.result)
        found[each.task.name] = each
        say(
            f"{number} of {len(missing)}: {each.task.name}, {each.seconds:.1f} s"
            + (f": {each.error}" if each.error else "")
        )
    return [found[task.name] for task in work.tasks]


def known_sources(work: ReportTasks, ledger: Ledger) -> ModuleSources:
    """The sources of netlemma; their imports are remembered in the ledger.

    Parameters
    ----------
    work : ReportTasks
        Tasks of the report.
    ledger : Ledger
        Ledger of kept results.

    Returns
    -------
    ModuleSources
        Sources with their dependencies.
    """
    paths = files()
    texts = {name: path.read_bytes() for name, path in paths.items()}
    digests = {name: hashlib.sha256(texts[name] + data_beside(path)).hexdigest() for name, path in paths.items()}
    new: dict[str, ModuleFacts] = {}
    reader = digests[ModuleFacts.__module__]  # what is remembered was read by this very code

    def read(name: str, digest: str) -> ModuleFacts:
        mark = f"{digest} {reader}"
        known = new.get(mark) or ledger.facts(mark)
        if known is None:
            known = new[mark] = module_facts(texts[name].decode("utf-8"))
        return known

    for name, digest in digests.items():
        read(name, digest)
    ledger.remember(new)
    return ModuleSources(digests, read, work.named, versions(), work.registered)


def _batches(tasks: list[Task], seconds: Mapping[str, float]) -> list[list[Task]]:
    """Tasks about the same thing together, unless one takes long; the longest batches first."""
    expected = {task.name: seconds.get(task.name, UNKNOWN_SECONDS.get(task.kind, 0.1)) for task in tasks}
    open_ones: dict[tuple[str, ...], list[Task]] = {}
    batches = []
    for task in tasks:
        about = task.depends[:1] if task.kind == "figure" else (task.kind, task.group)
        if expected[task.name] >= LONG and task.kind != "figure":
            batches.append([task])
            continue
        batch = open_ones.get(about)
        if batch is None or len(batch) == BATCH:
            batch = open_ones[about] = []
            batches.append(batch)
        batch.append(task)
    return sorted(batches, key=lambda batch: -sum(expected[task.name] for task in batch))


def _computed(batches: list[list[Task]], processes: int) -> Iterator[Computed]:
    """The results as they come."""
    if not batches:
        return
    with _pool(min(processes, len(batches))) as pool:
        waiting = iter(batches)
        open_ones: dict[Future[list[tuple[Any, float, str]]], list[Task]] = {}
        while True:
            for batch in waiting:
                open_ones[pool.submit(_run_all, batch)] = batch
                if len(open_ones) >= AHEAD * processes:
                    break
            if not open_ones:
                return
            for future in wait(open_ones, return_when=FIRST_COMPLETED).done:
                for task, (result, seconds, error) in zip(open_ones.pop(future), future.result(), strict=True):
                    yield Computed(task, result, seconds, False, error)


@contextmanager
def _pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that end when this one does, however it ends."""
    method = "fork" if "fork" in get_all_start_methods() else "spawn"  # a fork has all modules loaded
    pool = ProcessPoolExecutor(processes, mp_context=get_context(method), initializer=_end_with_parent)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _end_with_parent() -> None:
    """A killed parent cannot end its processes: each of them watches it."""
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        wait_for_process([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _run_all(batch: list[Task]) -> list[tuple[Any, float, str]]:
    return [_run(task) for task in batch]


def _run(task: Task) -> tuple[Any, float, str]:
    """The result with its seconds, or the error: whatever it is, it is shown in the report and not kept."""
    start = perf_counter()
    try:
        result, error = task.run(), ""
    except Exception as failure:
        result, error = None, f"{type(failure).__name__}: {failure}"
    return result, perf_counter() - start, error
