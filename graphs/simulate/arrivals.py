"""Texts of arrival processes: "poisson", or "mmpp sigma1=0.2 sigma2=0.8"."""

import re
from dataclasses import asdict
from functools import lru_cache

from netlemma.errors import SimulationError
from netlemma.graphs.simulate.messages import ModulatedSources, Modulation, PoissonSources, UniformPairs

NUMBER = re.compile(r"[0-9]{0,17}(\.[0-9]{0,22})?(e[-+]?[0-9]{1,2})?")  # every way in which Python writes a float
LEGAL = "sources are poisson, or mmpp sigma1=0.2 sigma2=0.8, with ratio=mu2/mu1 if messages come in state 2 too"


@lru_cache(maxsize=64)
def modulation(text: str) -> Modulation | None:
    """Modulation of the rate of sources; None for Poisson sources.

    >>> modulation("mmpp sigma1=0.2 sigma2=0.8 ratio=0.5")
    Modulation(sigma1=0.2, sigma2=0.8, ratio=0.5)
    >>> modulation("mmpp sigma1=0.2")
    Traceback (most recent call last):
        ...
    netlemma.errors.SimulationError: sources 'mmpp sigma1=0.2' lack sigma2: sources are poisson, or mmpp sigma1=0.2 ...
    """
    kind, *words = text.split() or [""]
    if kind not in ("poisson", "mmpp"):
        raise SimulationError(f"sources {text[:60]!r}: {LEGAL}")
    legal = ("sigma1", "sigma2", "ratio") if kind == "mmpp" else ()
    given: dict[str, float] = {}
    for word in words:
        name, _, number = word.partition("=")
        try:
            if name not in legal or name in given or not NUMBER.fullmatch(number):
                raise ValueError
            given[name] = float(number)
        except ValueError:
            raise SimulationError(f"{word[:40]!r} behind {kind}: {LEGAL}") from None
    for name in legal[:2]:
        if name not in given:
            raise SimulationError(f"sources {text[:60]!r} lack {name}: {LEGAL}")
    return Modulation(**given) if kind == "mmpp" else None


def in_full(text: str) -> str:
    """The canonical text of the same sources, with all of their parameters.

    >>> in_full("mmpp sigma2=.8 sigma1=2e-1")
    'mmpp sigma1=0.2 sigma2=0.8 ratio=0.0'
    """
    how = modulation(text)
    return (
        "poisson" if how is None else " ".join(["mmpp", *(f"{name}={value!r}" for name, value in asdict(how).items())])
    )


def sources_in_words(text: str, ends: int, load: float, seed: int, pairs: UniformPairs | None = None) -> PoissonSources:
    """The sources of a text."""
    how = modulation(text)
    return ModulatedSources(ends, load, seed, how, pairs) if how else PoissonSources(ends, load, seed, pairs)
