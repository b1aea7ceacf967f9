"""What is known of the channel dependencies of a routing whose packets were followed."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from netlemma.graphs.base.errors import SizeError
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.dependency import DependencyGraph
from netlemma.graphs.routing.following.channel_orbits import ChannelOrbits

MOST_DEPENDENCIES = 3 * 10**8


@dataclass(frozen=True, eq=False)
class Followed:
    """Dependencies of all packets.

    Attributes
    ----------
    inside : DependencyGraph
        Dependencies of channels, or of their orbits if these are known: all, or some with a shortest cycle if there is any.
    used : ndarray of bool, shape (C,)
        Whether packets take each channel.
    packets : int
        Number of triples of a source, a destination and a label.
    orbits : ChannelOrbits, optional
        Orbits of channels under translations of the routing.
    more : int, default 0
        Number of dependencies that are not inside.
    whole : Callable, optional
        Function without parameters that gives all dependencies, if not all are inside.
    numbers : ndarray of int64, shape (C,), optional
        Longest chain of dependencies that leads to each channel, if not all are inside and they form no cycle.
    """

    inside: DependencyGraph
    used: np.ndarray
    packets: int
    orbits: ChannelOrbits | None = None
    more: int = 0
    whole: Callable[[], DependencyGraph] | None = None
    numbers: np.ndarray | None = None

    @cached_property
    def found(self) -> DependencyGraph:
        """The dependencies of channels; those of their orbits, if these are known."""
        return self.inside if self.whole is None else self.whole()

    @cached_property
    def graph(self) -> DependencyGraph:
        """The channel dependency graph; the witness of a dependency is a packet that reaches it after the fewest channels, to
        the first such destination if there are no orbits.
        """
        return self.found if self.orbits is None else self.orbits.expanded(self.found)

    @property
    def with_cycle(self) -> DependencyGraph:
        """The channel dependency graph, or a part of it with a shortest cycle."""
        return self.graph if self.whole is None else self.inside

    @property
    def dependencies(self) -> int:
        """Number of dependencies."""
        return (self.inside.dependencies + self.more) * (1 if self.orbits is None else self.orbits.cells)

    def numbering(self) -> np.ndarray | None:
        """As :meth:`netlemma.graphs.routing.dependency.DependencyGraph.numbering` of the graph.

        A chain of dependencies of orbits is that of some channels, which goes on for ever if it comes back to an orbit.
        """
        if self.whole is not None:
            return self.numbers
        numbers = self.inside.numbering()
        return numbers if numbers is None or self.orbits is None else numbers[self.orbits.orbit]


def require_dependencies(routing: ChannelRouting, count: int) -> None:
    """Refuse to keep too many dependencies.

    Parameters
    ----------
    routing : ChannelRouting
        Their routing.
    count : int
        Their number.

    Raises
    ------
    SizeError
        If there are too many.
    """
    if count > MOST_DEPENDENCIES:
        raise SizeError(
            f"{routing.title} has {count:,} channel dependencies: at most {MOST_DEPENDENCIES:,} can be kept"
        )
