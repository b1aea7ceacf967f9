"""Networks of Reed's figures: their sizes, and the demands of a message on their devices."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from netlemma.checks.performance.bounds import NetworkLemmas, network_lemmas
from netlemma.derive.algebra.proof import weakest
from netlemma.derive.performance.throughput_bounds import PROCESSOR, Bounds, Demand, bounds

Size = dict[str, int]


@dataclass(frozen=True)
class DrawnNetwork:
    """A family along one line of sizes.

    family: Name of the family.
    label: Label in the legend.
    runs: Parameter that runs, in words.
    first: First value of the running parameter.
    step: Step of the running parameter.
    fixed: Values of the other parameters.
    """

    family: str
    label: str
    runs: str
    first: int = 2
    step: int = 1
    fixed: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def lemmas(self) -> NetworkLemmas:
        """The lemmas about the mean distance and the visit ratios."""
        lemmas = network_lemmas(self.family)
        assert lemmas is not None
        return lemmas

    def sizes(self, least: int, most: int) -> Iterator[tuple[int, Size]]:
        """The sizes with at least ``least`` and at most ``most`` nodes."""
        number = self.first
        while (nodes := self.nodes(size := self.size(number))) <= most:
            if nodes >= least:
                yield nodes, size
            number += self.step

    def size(self, number: int) -> Size:
        """The size at a value of the running parameter."""
        values = {self.runs: number, **self.fixed}
        return {name: values[name] for name in self.lemmas.symbols}

    def nodes(self, size: Size) -> int:
        """The number of nodes."""
        return self.lemmas.distance.definition.nodes(size)

    @property
    def strength(self) -> str:
        """The strength of the weakest lemma used."""
        return weakest(lemma.strength for lemma in (self.lemmas.distance, *(c.mean for c in self.lemmas.classes)))

    def mean_distance(self, size: Size) -> Fraction:
        """The mean distance, from its lemma."""
        return self.lemmas.distance.value(size)

    def bounds(self, size: Size) -> Bounds:
        """Bounds for uniform messages and service times of one: nodes are visited 1/K times, links as in the lemmas."""
        nodes = self.nodes(size)
        links = [Demand(c.name, self.lemmas.count(c, size), c.mean.value(size), 1) for c in self.lemmas.classes]
        return bounds([Demand(PROCESSOR, nodes, Fraction(1, nodes), 1), *links])


DATA = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
NETWORKS = tuple(DrawnNetwork(**row) for row in DATA["networks"])
GRIDS_AND_CUBES = NETWORKS[1:]
