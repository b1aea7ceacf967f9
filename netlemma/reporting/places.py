"""Modules of objects found by discovery: families, lemmas, routings, figures, models and studies.

No import leads from a result to these modules, so its task names them as dependencies.
"""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any


def family_modules() -> dict[str, str]:
    """The module that defines each family, by the family's name.

    >>> family_modules()["toroid"]
    'netlemma.graphs.families.toroid'
    """
    from netlemma.graphs import families

    known = families()
    return {
        module.FAMILY.name: module.__name__
        for module in _loaded("netlemma.graphs.families")
        if module.FAMILY.name in known
    }


def lemma_modules() -> dict[str, str]:
    """The module that defines each lemma, by the lemma's key.

    >>> lemma_modules()["toroid.mean_distance"]
    'netlemma.derive.lemmas.toroid'
    """
    from netlemma.derive.discovery import builders

    known = builders()
    return {
        key: module.__name__ for module in _loaded("netlemma.derive.lemmas") for key in module.LEMMAS if key in known
    }


def figure_modules(figure: Any) -> tuple[str, ...]:
    """The modules that define a figure."""
    return _having("netlemma.figures", lambda module: any(each is figure for each in getattr(module, "FIGURES", ())))


def model_modules(model: Any) -> tuple[str, ...]:
    """The modules that define a latency model."""
    return _having("netlemma.derive.performance.latency.models", lambda module: getattr(module, "MODEL", None) is model)


def routing_modules(name: str) -> tuple[str, ...]:
    """The modules that define a routing with this name.

    >>> routing_modules("duato")
    ('netlemma.graphs.routings.duato',)
    """
    from netlemma.graphs.routings import channel_routings

    channel_routings()  # loads the modules of all routings
    return _having(
        "netlemma.graphs.routings",
        lambda module: name in getattr(module, "ROUTINGS", {}) or name in getattr(module, "RING_ROUTINGS", {}),
    )


def pattern_modules(name: str) -> tuple[str, ...]:
    """The modules that define a traffic pattern with this name.

    >>> pattern_modules("tornado")
    ('netlemma.graphs.traffic.patterns.shifts',)
    """
    from netlemma.graphs.traffic.patterns import patterns

    patterns()  # loads the modules of all patterns
    return _having("netlemma.graphs.traffic.patterns", lambda module: name in getattr(module, "PATTERNS", {}))


def layout_modules(family: str = "") -> tuple[str, ...]:
    """The modules of layouts by structure, which drawings try one after the other, and that of a family."""
    from netlemma.drawing.layouts import of_families, structures

    own = [place for name, place in of_families().items() if name == family]
    return tuple(sorted({place.__module__ for place in (*structures().values(), *own)}))


def study_modules(study: Any) -> tuple[str, ...]:
    """The modules that define a comparison of models with simulations."""
    return _having("netlemma.checks.performance.comparisons", lambda module: getattr(module, "STUDY", None) is study)


def registered() -> dict[str, dict[str, tuple[str, ...]]]:
    """For each module with a registry, the modules that define its entries by name, except families and lemmas."""
    from netlemma.checks.performance.comparisons import studies
    from netlemma.derive.performance.latency.latency_model import models
    from netlemma.graphs.routings import channel_routings, ring_routings
    from netlemma.graphs.traffic.patterns import patterns

    return {
        "netlemma.checks.performance.comparisons": {name: study_modules(study) for name, study in studies().items()},
        "netlemma.derive.performance.latency.latency_model": {
            name: model_modules(model) for name, model in models().items()
        },
        "netlemma.graphs.routings": {name: routing_modules(name) for name in (*channel_routings(), *ring_routings())},
        "netlemma.graphs.traffic.patterns": {name: pattern_modules(name) for name in patterns()},
    }


def _having(package: str, has: Callable[[ModuleType], bool]) -> tuple[str, ...]:
    """The modules of a package that have something of their own, and not from another of them; the package itself if none."""
    having = [module for module in _loaded(package) if has(module)]
    own = [module for module in having if not any(module is not each and _has(module, each) for each in having)]
    return tuple(module.__name__ for module in own) or (package,)


def _has(module: ModuleType, other: ModuleType) -> bool:
    return any(value is other for value in vars(module).values())


def _loaded(package: str) -> list[ModuleType]:
    """The modules in a package; whatever was found there has loaded them."""
    return [module for name, module in sorted(sys.modules.items()) if name.rpartition(".")[0] == package]
