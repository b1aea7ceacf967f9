"""What a task of the report really uses: the modules whose functions run, and the families, models and studies that are looked at."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from derive.lemma import builders, lemma
from netlemma.report.places import lemma_modules
from netlemma.report.sources import files
from netlemma.report.work import Task

FOUND = {"graphs.families": "FAMILY", "derive.latency": "MODEL", "checks.comparisons": "STUDY"}  # data, no functions
INDEX = ("name", "models")  # by what they are found among all others


def executed(tasks: Iterable[Task], folder: Path, processes: int = 1) -> Iterator[tuple[Task, set[str]]]:
    """Each task with the modules that it uses; each runs in a process of its own, in which nothing was computed before."""
    running: dict[int, tuple[Task, Path]] = {}
    for number, task in enumerate(tasks):
        if len(running) == processes:
            yield _ended(running)
        file = folder / f"{number}.json"
        child = os.fork()
        if not child:
            _run(task, file)
        running[child] = task, file
    while running:
        yield _ended(running)


def _ended(running: dict[int, tuple[Task, Path]]) -> tuple[Task, set[str]]:
    child, status = os.wait()
    task, file = running.pop(child)
    assert status == 0, f"{task.name} failed"
    return task, set(json.loads(file.read_text()))


def _run(task: Task, file: Path) -> None:
    """In a process of its own: write down what is used, and end."""
    status = 1
    try:
        modules = {str(path): name for name, path in files().items()}
        paths: set[str] = set()
        looked_at: set[str] = set()
        _watch(looked_at)
        sys.setprofile(_profile(paths.add))
        task.run()
        sys.setprofile(None)
        used = {modules[path] for path in paths & modules.keys()} | looked_at
        file.write_text(json.dumps(sorted(used - {Task.__module__})))
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def _profile(add: Callable[[str], None]) -> Callable[[FrameType, str, Any], None]:
    def seen(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            add(frame.f_code.co_filename)

    return seen


def _watch(looked_at: set[str]) -> None:
    """Lemmas tell when they are derived; families, models and studies, when anything but their names is asked of them."""
    lemma.cache_clear()
    written = lemma_modules()
    for key, build in list(builders().items()):
        builders()[key] = lambda key=key, build=build: (looked_at.add(written[key]), build())[1]
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
