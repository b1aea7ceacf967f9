"""Tasks of a report; everything is found by discovery."""

import importlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from netlemma.base.names import nearest
from netlemma.derive.core.lemma import LemmaKey
from netlemma.errors import InputError
from netlemma.reporting.results.networks import in_words
from netlemma.reporting.shown_sizes import measured_sizes, shown_size

OF_NO_SUBJECT = (
    "model",
    "pattern",
    "worst case",
    "published formula",
    "comparison",
)  # kinds whose results belong to no family or paper of their name
KINDS: Mapping[str, tuple[str, str]] = {
    "lemma": ("lemmas", "lemma_result"),
    "statement": ("papers", "statement_result"),
    "measured": ("networks", "measured_result"),
    "bounds": ("networks", "bounds_result"),
    "deadlock": ("networks", "deadlock_result"),
    "ring deadlock": ("networks", "ring_deadlock_result"),
    "drawing": ("networks", "drawing_result"),
    "published formula": ("papers", "published_result"),
    "figure": ("figures", "figure_result"),
    "model": ("models", "model_result"),
    "pattern": ("traffic", "pattern_result"),
    "worst case": ("traffic", "worst_case_result"),
    "row": ("networks", "row_result"),
    "comparison": ("networks", "comparison_result"),
}


@dataclass(frozen=True)
class Task:
    """A result to compute.

    kind: Kind of the result.
    about: Arguments of the function of its kind.
    batch: Results that share work, such as proofs of the same factors, have the same; its group if empty.
    """

    kind: str
    about: Mapping[str, Any]
    batch: str = ""

    @property
    def name(self) -> str:
        """Its name in the ledger and in progress messages.

        >>> Task("measured", {"family": "ring", "size": {"K": 5}}).name
        'measured ring K=5'
        """
        words = (in_words(each) if isinstance(each, Mapping) else str(each) for each in self.about.values())
        return " ".join([self.kind, *words]).rstrip()

    @property
    def group(self) -> str:
        """The family, paper or figure of the result."""
        return str(next(iter(self.about.values()))).partition(".")[0]

    def run(self) -> Any:
        """Compute the result."""
        module, function = KINDS[self.kind]
        compute: Callable[..., Any] = getattr(importlib.import_module(f"netlemma.reporting.results.{module}"), function)
        return compute(**self.about)


def work(only: Collection[str] = ()) -> tuple[Task, ...]:
    """All tasks, or those of the given families, papers and kinds.

    >>> [task.name for task in work(["ring"])][:2]
    ['lemma ring.nodes', 'lemma ring.links']
    """
    tasks = [
        *_of_families(),
        *_of_papers(),
        *_of_published(),
        *_of_figures(),
        *_of_models(),
        *_of_traffic(),
        Task("comparison", {"nodes": "1,000 and 10,000"}),
    ]
    _complain(set(only), {t.group for t in tasks if t.kind not in OF_NO_SUBJECT} | {_together(t) for t in tasks})
    return tuple(
        t for t in tasks if not only or _together(t) in only or (t.group in only and t.kind not in OF_NO_SUBJECT)
    )


def _together(task: Task) -> str:
    """What the option calls all tasks of this kind."""
    return task.kind if task.kind in ("bounds", "measured") else f"{task.kind}s"


def _complain(only: set[str], known: set[str]) -> None:
    for name in sorted(only - known):
        raise InputError(
            f"there is nothing called {name!r} to report{nearest(name, known, 3)}; netlemma list names families and papers"
        )


def _of_families() -> Iterator[Task]:
    from netlemma.derive.discovery import builders
    from netlemma.graphs import families

    alike = {name: ", ".join(each.meaning for each in built.parameters) for name, built in families().items()}
    for key in builders():
        yield Task("lemma", {"key": key}, batch=alike[LemmaKey.parse(key).subject])
    for name, built in families().items():
        for size in measured_sizes(name):
            yield Task("measured", {"family": name, "size": size}, batch=alike[name])
        shown = shown_size(name)
        if shown is not None:
            about = {"family": name, "size": shown}
            if built.has_channels:
                yield Task("bounds", about, batch=alike[name])
                yield Task("row", about, batch=alike[name])
            yield Task("deadlock" if built.has_channels else "ring deadlock", about, batch=alike[name])
            yield Task("drawing", about)


def _of_papers() -> Iterator[Task]:
    from netlemma.checks.claims.papers import papers

    for paper in papers().values():
        for key in paper.named:
            yield Task("statement", {"paper": paper.key, "key": key})


def _of_published() -> Iterator[Task]:
    from netlemma.checks.manuscript.published_formulas import published_formulas

    for source, family in {each.source: each.family for each in reversed(published_formulas())}.items():
        yield Task("published formula", {"source": source}, batch=family)


def _of_figures() -> Iterator[Task]:
    from netlemma.figures import figures

    for name in figures():
        yield Task("figure", {"name": name}, batch=name.partition("-")[0])


def _of_models() -> Iterator[Task]:
    from netlemma.derive.performance.latency.latency_model import models

    for name in models():
        yield Task("model", {"name": name})


def _of_traffic() -> Iterator[Task]:
    from netlemma.graphs.traffic.patterns import patterns
    from netlemma.reporting.results.traffic import FILES, ROUTINGS

    for name in patterns():
        if name not in FILES:
            yield Task("pattern", {"pattern": name})
    for routing in ROUTINGS:
        yield Task("worst case", {"routing": routing})
