"""Tasks of a report; everything is found by discovery."""

import importlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from netlemma.checks.base.inputs import nearest
from netlemma.derive.core.lemma import LemmaKey
from netlemma.graphs.base.errors import InputError
from netlemma.reporting.places import (
    family_modules,
    figure_modules,
    layout_modules,
    lemma_modules,
    model_modules,
    pattern_modules,
    registered,
    study_modules,
)
from netlemma.reporting.results.measured import in_words
from netlemma.reporting.shown_sizes import measured_sizes, shown_size

OF_NO_SUBJECT = (
    "model",
    "pattern",
    "worst case",
    "published formula",
    "comparison",
)  # kinds whose results belong to no family or paper of their name
WORD = re.compile(r"[a-z][a-z0-9-]*(?:\.[A-Za-z0-9_.-]*[A-Za-z0-9])?")  # as names of families and keys of lemmas are
KINDS: Mapping[str, tuple[str, str]] = {
    "lemma": ("lemmas", "lemma_result"),
    "statement": ("papers", "statement_result"),
    "measured": ("measured", "measured_result"),
    "bounds": ("networks", "bounds_result"),
    "deadlock": ("networks", "deadlock_result"),
    "ring deadlock": ("networks", "ring_deadlock_result"),
    "drawing": ("drawings", "drawing_result"),
    "published formula": ("published", "published_result"),
    "figure": ("figures", "figure_result"),
    "model": ("models", "model_result"),
    "pattern": ("traffic", "pattern_result"),
    "worst case": ("traffic", "worst_case_result"),
    "row": ("side_by_side", "row_result"),
    "comparison": ("side_by_side", "comparison_result"),
}


@dataclass(frozen=True)
class Task:
    """A result to compute.

    kind: Kind of the result.
    about: Arguments of the function of its kind.
    depends: Modules whose sources the result depends on, with everything they reach.
    content: Further dependencies, such as the text of a claim.
    batch: Results that share work, such as proofs of the same factors, have the same; its group if empty.
    """

    kind: str
    about: Mapping[str, Any]
    depends: tuple[str, ...] = ()
    content: str = ""
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

    @property
    def module(self) -> str:
        """The module with the function of its kind."""
        return f"netlemma.reporting.results.{KINDS[self.kind][0]}"

    def run(self) -> Any:
        """Compute the result."""
        module, function = KINDS[self.kind]
        compute: Callable[..., Any] = getattr(importlib.import_module(f"netlemma.reporting.results.{module}"), function)
        return compute(**self.about)


@dataclass(frozen=True)
class ReportTasks:
    """The tasks, and the modules of families, lemmas and registered objects by name, which texts of tasks depend on."""

    tasks: tuple[Task, ...]
    named: Mapping[str, tuple[str, ...]] = field(repr=False)
    registered: Mapping[str, Mapping[str, tuple[str, ...]]] = field(repr=False, default_factory=dict)


def work(only: Collection[str] = ()) -> ReportTasks:
    """All tasks, or those of the given families, papers and kinds.

    >>> [task.name for task in work(["ring"]).tasks][:2]
    ['lemma ring.nodes', 'lemma ring.links']
    """
    lemmas = lemma_modules()
    named = {name: [module] for name, module in family_modules().items()}
    for key, module in lemmas.items():
        modules = named.setdefault(LemmaKey.parse(key).subject, [])
        if module not in modules:
            modules.append(module)
        named[key] = [module]
    frozen = {name: tuple(modules) for name, modules in named.items()}
    tasks = [
        *_of_families(lemmas, frozen),
        *_of_papers(frozen),
        *_of_published(frozen),
        *_of_figures(),
        *_of_models(),
        *_of_traffic(frozen),
        _comparison(frozen),
    ]
    _complain(set(only), {t.group for t in tasks if t.kind not in OF_NO_SUBJECT} | {_together(t) for t in tasks})
    chosen = [t for t in tasks if not only or _together(t) in only or (t.group in only and t.kind not in OF_NO_SUBJECT)]
    return ReportTasks(tuple(chosen), frozen, registered())


def _together(task: Task) -> str:
    """What the option calls all tasks of this kind."""
    return task.kind if task.kind in ("bounds", "measured") else f"{task.kind}s"


def _complain(only: set[str], known: set[str]) -> None:
    for name in sorted(only - known):
        raise InputError(
            f"there is nothing called {name!r} to report{nearest(name, known, 3)}; netlemma list names families and papers"
        )


def _of_families(lemmas: Mapping[str, str], named: Mapping[str, tuple[str, ...]]) -> Iterator[Task]:
    from netlemma.graphs import RingFamily, families

    alike = {name: ", ".join(each.meaning for each in built.parameters) for name, built in families().items()}
    choices = registered()
    routings, loads = choices["netlemma.graphs.routings"], choices["netlemma.graphs.traffic.patterns"]
    for key in lemmas:  # which other lemmas of its family a derivation uses is looked for among all of them
        family = LemmaKey.parse(key).subject
        measured = dict.fromkeys(
            m for part in key.split(".")[1:] for m in (*routings.get(part, ()), *loads.get(part, ()))
        )
        yield Task("lemma", {"key": key}, (*named[family], *measured), batch=alike[family])
    for name, built in families().items():
        rings = isinstance(built, RingFamily)
        graph = named[name][:1]
        for size in measured_sizes(name):
            yield Task("measured", {"family": name, "size": size}, graph, batch=alike[name])
        shown = shown_size(name)
        if shown is not None:
            if not rings:
                about = {"family": name, "size": shown}
                yield Task("bounds", about, named[name], batch=alike[name])
                yield Task("row", about, (*named[name], *_every_pattern()), batch=alike[name])
            kind = "ring deadlock" if rings else "deadlock"
            yield Task(kind, {"family": name, "size": shown}, graph, batch=alike[name])
            yield Task("drawing", {"family": name, "size": shown}, (*graph, *layout_modules(name)))


@cache
def _every_pattern() -> tuple[str, ...]:
    """The modules of all patterns: networks side by side are loaded by each that fits."""
    from netlemma.graphs.traffic.patterns import patterns

    return tuple(sorted({module for name in patterns() for module in pattern_modules(name)}))


def _comparison(named: Mapping[str, tuple[str, ...]]) -> Task:
    """Networks at two numbers of ends."""
    from netlemma.reporting.results.side_by_side import NETWORKS

    graphs = (named[words.partition(" ")[0]][0] for words in NETWORKS)
    return Task("comparison", {"nodes": "1,000 and 10,000"}, (*graphs, *_every_pattern()))


def _of_papers(named: Mapping[str, tuple[str, ...]]) -> Iterator[Task]:
    from netlemma.checks.claims.judgement import JUDGES
    from netlemma.checks.claims.papers import papers
    from netlemma.derive.core.claim import Claim

    choices = registered()
    named = _joined(named, choices["netlemma.graphs.routings"], choices["netlemma.graphs.traffic.patterns"])
    for paper in papers().values():
        for key, said in paper.named.items():
            depends: dict[str, None] = {}
            for reading in said.readings:
                if isinstance(reading, Claim):
                    words = (
                        LemmaKey.parse(reading.key).subject,
                        reading.key.rpartition(".")[2],
                    )  # it may end in a routing
                    depends |= dict.fromkeys(module for word in words for module in named.get(word, ()))
                    continue
                texts = [reading.key, *reading.says.values(), *map(str, reading.parameters.values())]
                depends[f"{JUDGES}.{reading.judge}".rpartition(".")[0]] = None
                depends |= dict.fromkeys(_named_in(texts, named))
            yield Task("statement", {"paper": paper.key, "key": key}, tuple(depends), repr(said))


def _joined(*parts: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The modules of each word in any of the parts."""
    return {
        word: tuple({module: None for each in parts for module in each.get(word, ())})
        for part in parts
        for word in part
    }


def _named_in(texts: Iterable[str], named: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The modules of the families and lemmas that are named in texts: in data, which no module imports."""
    words = {word for text in texts for word in WORD.findall(text)}
    return sorted({module for word in words for module in named.get(word, named.get(word.partition(".")[0], ()))})


def _of_published(named: Mapping[str, tuple[str, ...]]) -> Iterator[Task]:
    from netlemma.checks.judging.conventions import COUNTERPARTS
    from netlemma.checks.manuscript.published_formulas import published_formulas

    choices = registered()
    named = _joined(named, choices["netlemma.graphs.routings"], choices["netlemma.graphs.traffic.patterns"])
    by_source: dict[str, list[Any]] = {}
    for each in published_formulas():
        by_source.setdefault(each.source, []).append(each)
    for source, found in by_source.items():
        texts = [text for each in found for text in (each.family, *each.quantity.split("."))]
        texts += [COUNTERPARTS[each.family][0] for each in found if each.family in COUNTERPARTS]
        depends = _named_in(texts, named)
        yield Task("published formula", {"source": source}, tuple(depends), repr(found), batch=found[0].family)


def _of_figures() -> Iterator[Task]:
    from netlemma.figures import figures

    for name, figure in figures().items():
        modules = figure_modules(figure)
        yield Task("figure", {"name": name}, modules, batch=modules[0])


def _of_models() -> Iterator[Task]:
    from netlemma.checks.performance.comparisons import study_of
    from netlemma.derive.performance.latency.latency_model import models

    for name, model in models().items():
        study = study_of(name)
        compared = study_modules(study) if study else ()
        yield Task("model", {"name": name}, (*model_modules(model), *compared))


def _of_traffic(named: Mapping[str, tuple[str, ...]]) -> Iterator[Task]:
    from netlemma.graphs.traffic.patterns import patterns
    from netlemma.reporting.results.traffic import FAMILY, FILES, ROUTINGS

    for name in patterns():
        if name not in FILES:
            yield Task("pattern", {"pattern": name}, (*pattern_modules(name), *named[FAMILY][:1], *layout_modules()))
    for routing in ROUTINGS:
        yield Task("worst case", {"routing": routing}, named[FAMILY][:1])
