"""Exact loads of all devices: shortest paths with or without symmetry, dimension order, any routing relation."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from netlemma.graphs.base.compiled import worth_compiling
from netlemma.graphs.base.limits import require
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.loads.modular import loads_crt, loads_mod_2_64
from netlemma.graphs.loads.modular.sources import PathWork
from netlemma.graphs.loads.paths import Counted, weighted_loads
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import Orbits, orbits, trivial_orbits

MILLION = 10**6


@dataclass(frozen=True)
class Loads:
    """The visit ratio of every device: ``ratios[group[d]]`` for device d, each distinct value once."""

    group: np.ndarray
    ratios: list[Fraction]
    distance_sum: int
    diameter: int
    symmetric: bool
    sources: int

    def visit_ratio(self, device: int) -> Fraction:
        """Visit ratio of one device."""
        return self.ratios[int(self.group[range(len(self.group))[device]])]


def shortest_loads(net: Network, symmetry: bool, progress: Progress) -> Loads:
    """Loads when every shortest path is equally likely.

    With symmetry one source s_i is followed for each orbit O_i of nodes, and the load of a device l is the sum over i
    of |O_i| / |orb(l)| times the sum over l' in orb(l) of the crossings of l' by the messages of s_i: for an
    automorphism g, messages from g(s) cross g(l) as those from s cross l, so summing over the group gives every source
    and every device of the orbit equally often.

    Parameters
    ----------
    net : Network
        The network.
    symmetry : bool
        Whether to use the symmetries that the construction suggests, after checking them.
    progress : Progress
        Function called now and then with (sources done, all sources).

    Returns
    -------
    Loads
        Visit ratios.
    """
    orbit = orbits(net) if symmetry else trivial_orbits(net)
    members = np.bincount(orbit.slot)
    counted = _count(net, orbit, progress)
    return gather(net, orbit, counted, members.tolist())


def worth_plain_python(net: Network, sources: int) -> bool:
    """Whether plain Python follows this number of sources at least as fast as the compiled kernels.

    Parameters
    ----------
    net : Network
        The network.
    sources : int
        Number of sources.

    Returns
    -------
    bool
        Whether plain Python is preferable.
    """
    return not worth_compiling(sources * (net.hop_count + net.node_count) // 2)


def _count(net: Network, orbit: Orbits, progress: Progress) -> Counted:
    """Loads of the orbits of devices by the fastest of three methods, which all give the same numbers."""
    if worth_plain_python(net, len(orbit.sources)):
        return weighted_loads(net, orbit.sources, orbit.weights, orbit.slot.tolist())
    work = len(orbit.sources) * net.hop_count
    require("shortest paths", net.title, work, nodes=net.node_count)
    return count_paths(
        PathWork(net, orbit.slot[net.device], int(orbit.slot.max()) + 1, orbit.sources, orbit.weights, progress),
        net.pair_count,
    )


def count_paths(work: PathWork, bound: int) -> Counted:
    """Crossings by messages whose shortest paths are all equally likely, by compiled loops.

    Parameters
    ----------
    work : PathWork
        Messages and slots.
    bound : int
        Number of crossings that no slot exceeds for each unit of the diameter.

    Returns
    -------
    Counted
        Numerators by slot, their denominator, the sum of all distances, and the diameter seen.

    Raises
    ------
    NetworkError
        If there is no path for some messages.
    SizeError
        If the path counts are too long.
    """
    if work.net.hop_count < MILLION:  # larger networks have numbers too long for words
        counted = loads_mod_2_64.count_by_words(work)
        if counted is not None:
            return counted
    return loads_crt.count_by_primes(work, bound)


def gather(net: Network, orbit: Orbits, counted: Counted, members: Sequence[int]) -> Loads:
    """Visit ratios from the loads of slots.

    Parameters
    ----------
    net : Network
        The network.
    orbit : Orbits
        Orbits of nodes and devices.
    counted : Counted
        Load of each slot, summed over its devices.
    members : Sequence of int
        Number of devices of each slot.

    Returns
    -------
    Loads
        Visit ratios.
    """
    number: dict[tuple[int, int], int] = {}
    of_slot = [number.setdefault(key, len(number)) for key in zip(counted.loads, members, strict=True)]
    ratios = [Fraction(load, counted.denominator * net.pair_count * each) for load, each in number]
    group = np.array(of_slot, dtype=np.int32)[orbit.slot]
    symmetric = len(orbit.sources) < len(net.ends)
    return Loads(group, ratios, counted.distance_sum, counted.diameter, symmetric, len(orbit.sources))
