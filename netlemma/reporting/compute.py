"""Results computed in a pool of processes, or taken from the ledger if neither netlemma's sources nor its libraries have changed."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Any

from netlemma.console import in_options, with_options
from netlemma.graphs.base.parallel import cores
from netlemma.graphs.base.worker_pool import fan_out
from netlemma.reporting.ledger import Ledger
from netlemma.reporting.sources import tree_digest
from netlemma.reporting.work import Task

Say = Callable[[str], None]
RESULTS_REMEMBERED = "30000"  # by each function of SymPy; its 1,000 are too few for the lemmas of a family
LINES = 10  # said on the progress of a report
LONG = 90.0  # seconds of processor time of a batch: tasks that share what one process has built, measured and proved
UNKNOWN_SECONDS = {"figure": 5.0, "comparison": 8.0, "worst case": 1.0, "model": 1.0, "pattern": 0.3, "lemma": 0.2,
                   "published formula": 0.2, "row": 0.2}  # for tasks that were never computed; of others 0.1  # fmt: skip


@dataclass(frozen=True)
class Computed:
    """A result, or the line that says why there is none."""

    task: Task
    result: Any
    seconds: float
    kept: bool
    error: str = ""


def compute(
    work: Sequence[Task], ledger: Ledger, say: Say = lambda line: None, workers: int | None = None, dask: str = ""
) -> list[Computed]:
    """The results of all tasks, in their order; each new result is kept immediately."""
    os.environ.setdefault("SYMPY_CACHE_SIZE", RESULTS_REMEMBERED)  # of the processes that are started
    digest = tree_digest()
    found: dict[str, Computed] = {}
    for task in work:
        kept = ledger.find(task.name, digest)
        if kept is not None:
            found[task.name] = Computed(task, kept, 0.0, True)
    missing = [task for task in work if task.name not in found]
    say(f"{len(found)} results are kept, {len(missing)} are computed")
    known, start, done, number, told = ledger.seconds(), perf_counter(), 0.0, 0, 0
    expected = {task.name: known.get(task.name) or UNKNOWN_SECONDS.get(task.kind, 0.1) for task in missing}
    for batch in _computed(_batches(missing, expected), workers or cores(), dask):
        done += sum(expected[each.task.name] for each in batch)
        part = done / sum(expected.values())
        for each in batch:
            number += 1
            if not each.error:
                ledger.keep(each.task.name, digest, each.seconds, each.result)
            found[each.task.name] = each
            if each.error:
                say(f"{each.task.name}, {each.seconds:.1f} s: {each.error}")
        if sys.stderr.isatty() and int(LINES * part) > told:
            told = int(LINES * part)
            left = (perf_counter() - start) * max(1 / part - 1, 0.0)
            say(f"{number} of {len(missing)} are computed; about {left:.0f} s left")
    return [found[task.name] for task in work]


def _batches(tasks: list[Task], expected: Mapping[str, float]) -> list[list[Task]]:
    """Tasks about the same thing together, as long as they take no longer; the longest batches first."""
    batches: list[list[Task]] = []
    open_ones: dict[str, tuple[list[Task], float]] = {}
    for task in tasks:
        about = task.batch or task.group
        batch, taken = open_ones.get(about, ([], LONG))
        if taken + expected[task.name] > LONG:
            batch, taken = [], 0.0
            batches.append(batch)
        batch.append(task)
        open_ones[about] = batch, taken + expected[task.name]
    return sorted(batches, key=lambda batch: -sum(expected[task.name] for task in batch))


def _computed(batches: list[list[Task]], workers: int, dask: str) -> Iterator[list[Computed]]:
    """The results of the batches as they come."""
    keys = (json.dumps([i, [[task.kind, task.about] for task in batch]]) for i, batch in enumerate(batches))
    with closing(fan_out(run_batch, keys, min(workers, max(1, len(batches))), dask)) as results:
        for number, found in results:
            yield [
                Computed(task, result, seconds, False, error)
                for task, (result, seconds, error) in zip(batches[number], found, strict=True)
            ]


def run_batch(key: str) -> tuple[int, list[tuple[Any, float, str]]]:
    """Results of some tasks with their seconds, or errors, for a worker.

    >>> number, [(result, seconds, error)] = run_batch('[7, [["lemma", {"key": "ring.diameter"}]]]')
    >>> number, error
    (7, '')
    """
    number, tasks = json.loads(key, object_hook=_sizes)
    return number, [_run(Task(kind, about)) for kind, about in tasks]


def _sizes(data: dict[str, Any]) -> dict[str, Any]:
    """Sizes that are several numbers as tuples, which JSON has not."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}


def _run(task: Task) -> tuple[Any, float, str]:
    """The result with its seconds, or the error: whatever it is, it is shown in the report and not kept."""
    start = process_time()
    try:
        result, error = in_options(task.run()), ""
    except Exception as failure:
        result, error = None, f"{type(failure).__name__}: {with_options(str(failure))}"
    return result, process_time() - start, error
