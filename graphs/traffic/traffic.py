"""Traffic: exact rates of messages between the ends of a network, with a name and a description."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from netlemma.base.displays import Facts, Part, Shown
from netlemma.graphs.loads.rates import Rates

LARGEST = 1 << 62  # of rates as whole numbers over their common denominator


@dataclass(frozen=True, eq=False)
class Traffic(Rates, Shown):
    """Rates of messages; each end sends at most one message per unit of time in all. Those to itself count as sent.

    staying: Messages per unit of time of all ends to themselves, besides those among the pairs.
    description: Definition of the pattern.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.traffic.building import from_rates
    >>> found = from_rates(network("ring", K=4), {(0, 1): Fraction(1, 2), (2, 2): 1}, "example")
    >>> found.between(0, 1), found.between(1, 0), found.sent, found.moved
    (Fraction(1, 2), Fraction(0, 1), Fraction(3, 2), Fraction(1, 2))
    """

    staying: Fraction = Fraction(0)
    description: str = ""

    def _parts(self) -> list[Part]:
        rows = [("traffic", self.name), ("network", self.network.title), ("definition", self.description)]
        return [Facts([*rows, ("messages per unit of time", self.sent), ("of these to other nodes", self.moved)])]

    @cached_property
    def sent(self) -> Fraction:
        """Messages per unit of time of all ends, those to themselves too."""
        return self.moved + self.staying + Fraction(int(self.rate[self._still].sum()), self.denominator)

    @cached_property
    def received(self) -> tuple[Fraction, ...]:
        """Messages per unit of time that each end gets, those from itself too, in the order of the ends."""
        single = np.zeros(self.network.node_count, dtype=np.int64)
        np.add.at(single, self.destination, self.rate)
        alike = self.uniform + self.staying / len(self.network.ends)
        return tuple(alike + Fraction(int(single[end]), self.denominator) for end in self.network.ends)

    def with_name(self, name: str, description: str) -> Traffic:
        """The same rates under another name."""
        return replace(self, name=name, description=description)
