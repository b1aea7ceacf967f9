"""Networks of Reed's figures: their sizes, and the demands of a message on their devices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from derive.algebra.expressions.proof import weakest
from derive.discovery import lemma
from derive.performance.bounds.asymptotic_bounds import PROCESSOR, Bounds, Demand, bounds

Size = dict[str, int]


@dataclass(frozen=True)
class DrawnNetwork:
    """A family along one line of sizes.

    Parameters
    ----------
    family : str
        Name of the family.
    label : str
        Label in the legend.
    runs : str
        Parameter that runs, in words.
    first : int
        First value of the running number.
    step : int
        Step of the running number.
    size : callable
        Function from the running number to the size.
    devices : mapping from str to callable
        Function for the number of devices of each class.
    """

    family: str
    label: str
    runs: str
    first: int
    step: int
    size: Callable[[int], Size]
    devices: Mapping[str, Callable[..., int]]

    def sizes(self, least: int, most: int) -> Iterator[tuple[int, Size]]:
        """The sizes with at least ``least`` and at most ``most`` nodes.

        Parameters
        ----------
        least : int
            Least number of nodes.
        most : int
            Greatest number of nodes.

        Yields
        ------
        tuple of (int, mapping from str to int)
            Number of nodes, and size.
        """
        number = self.first
        while (nodes := self.nodes(size := self.size(number))) <= most:
            if nodes >= least:
                yield nodes, size
            number += self.step

    def nodes(self, size: Size) -> int:
        """The number of nodes."""
        return lemma(f"{self.family}.mean_distance").definition.nodes(size)

    @property
    def strength(self) -> str:
        """The strength of the weakest lemma used."""
        quantities = ["mean_distance", *(f"visit_ratio.{name}" for name in self.devices)]
        return weakest(lemma(f"{self.family}.{quantity}").strength for quantity in quantities)

    def mean_distance(self, size: Size) -> Fraction:
        """The mean distance, from its lemma."""
        return lemma(f"{self.family}.mean_distance").value(size)

    def bounds(self, size: Size) -> Bounds:
        """Bounds for uniform messages and service times of one: nodes are visited 1/K times, links as in the lemmas."""
        nodes = self.nodes(size)
        links = [
            Demand(name, count(**size), lemma(f"{self.family}.visit_ratio.{name}").value(size), 1)
            for name, count in self.devices.items()
        ]
        return bounds([Demand(PROCESSOR, nodes, Fraction(1, nodes), 1), *links])


def _wide(w: int) -> Size:
    return {"w": w, "D": 3}


# The dual-bus hypercube in steps of 2: where D-1 = 2 divides w, all its buses of a class have the same visit ratio. At
# odd w the directions of its second buses occur unequally often, and the mean over the class is not the greatest.
RING = DrawnNetwork("ring", "simple ring", "K", 8, 8, lambda K: {"K": K}, {"link": lambda K: K})
GRIDS_AND_CUBES = (
    DrawnNetwork(
        "spanning-bus-hypercube", "spanning bus hypercube", "w", 2, 1, _wide, {"bus": lambda w, D: D * w ** (D - 1)}
    ),
    DrawnNetwork(
        "dual-bus-hypercube",
        "dual bus hypercube",
        "w",
        2,
        2,
        _wide,
        {"bus-0": lambda w, D: w ** (D - 1), "bus-other": lambda w, D: w ** (D - 1)},
    ),
    DrawnNetwork("toroid", "toroid", "w", 2, 1, _wide, {"link": lambda w, D: D * w**D}),
    DrawnNetwork(
        "cube-connected-cycles",
        "cube-connected cycles",
        "D",
        2,
        1,
        lambda D: {"D": D},
        {"cube": lambda D: D * 2 ** (D - 1), "ring": lambda D: D * 2**D},
    ),
    DrawnNetwork(
        "r-ary-m-cube",
        "R-ary M-cube",
        "M",
        2,
        1,
        lambda M: {"R": 2, "M": M},
        {"cylinder": lambda R, M: M * (R - 1) * R**M, "column": lambda R, M: M * R**M},
    ),
)
NETWORKS = (RING, *GRIDS_AND_CUBES)
