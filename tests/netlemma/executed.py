"""What a task of the report really uses: the modules whose functions run, and the families, models and studies that are looked at."""

import sys
from collections.abc import Iterable, Iterator
from cProfile import Profile
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from netlemma.derive.discovery import builders, lemma
from netlemma.reporting.places import lemma_modules
from netlemma.reporting.sources import files
from netlemma.reporting.work import Task

FOUND = {
    "netlemma.graphs.families": "FAMILY",
    "netlemma.derive.performance.latency": "MODEL",
    "netlemma.checks.performance.comparisons": "STUDY",
}  # data, no functions
INDEX = ("name", "models")  # by what they are found among all others


def executed(tasks: Iterable[Task], processes: int = 1) -> Iterator[tuple[Task, set[str]]]:
    """Each task with the modules that it uses; each runs in a process of its own, in which nothing was computed before:
    it does not come from this one, whose caches may know a part of the result already."""
    tasks = list(tasks)
    fresh = get_context("forkserver")
    fresh.set_forkserver_preload([__name__, *imported()])
    with fresh.Pool(processes, maxtasksperchild=1) as pool:
        yield from zip(tasks, pool.imap(_used, tasks, chunksize=1), strict=True)


def imported() -> list[str]:
    return [name for name in files() if name != "netlemma.__main__"]


def _used(task: Task) -> set[str]:
    """In a process of its own, in which all modules are imported, since an import would look like a use."""
    for name in imported():
        import_module(name)
    modules = {str(path): name for name, path in files().items()}
    looked_at: set[str] = set()
    _watch(looked_at)
    with Profile(builtins=False) as profile:
        task.run()
    paths = {each.code.co_filename for each in profile.getstats()}
    return ({modules[path] for path in paths & modules.keys()} | looked_at) - {Task.__module__}


def _watch(looked_at: set[str]) -> None:
    """Lemmas tell when they are derived; families, models and studies, when anything but their names is asked of them."""
    for key, module in lemma_modules().items():
        lemmas = sys.modules[module].LEMMAS
        lemmas[key] = lambda build=lemmas[key], module=module: (looked_at.add(module), build())[1]
    lemma.cache_clear()
    builders.cache_clear()
    for name, module in list(sys.modules.items()):
        found = vars(module).get(FOUND.get(name.rpartition(".")[0], ""))
        if found is not None:
            object.__setattr__(found, "__class__", _watched(type(found), name, looked_at))


def _watched(kind: type, module: str, looked_at: set[str]) -> type:
    def tell(self: Any, name: str) -> Any:
        if name not in INDEX and not name.startswith("__"):
            looked_at.add(module)
        return object.__getattribute__(self, name)

    return type(kind.__name__, (kind,), {"__getattribute__": tell, "__module__": kind.__module__})
