"""Packets of the butterfly fabric followed for whole rounds, as in the paper's derivations."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from netlemma.graphs import RingNetwork, ring_network

SHORT = "short"


@dataclass(frozen=True)
class Rounds:
    """Counts with one packet for each ordered pair of processors.

    Parameters
    ----------
    packets : int
        Number of packets.
    first_send : dict from str to Fraction
        Packets that cross a link of each class in the first round.
    first_rings : Counter of str
        Rings of each class that packets enter in the first round.
    new_later : Counter of str
        Links of each class that begin a ring, among those after the first link of the first round.
    later : int
        Links after the first one in the first round.
    second_links : int
        Links crossed after the first round.
    second_rings : int
        Short rings begun after the first round.
    met : Fraction
        Targets of a source that are met before the first round ends.
    too_many : Fraction
        Number of short rings counted in excess.
    entries : ndarray
        Rings entered at each node, of shape (nodes,).
    links : dict from str to int
        Number of links of each class.
    """

    packets: int
    first_send: dict[str, Fraction]
    first_rings: Counter[str]
    new_later: Counter[str]
    later: int
    second_links: int
    second_rings: int
    met: Fraction
    too_many: Fraction
    entries: np.ndarray
    links: dict[str, int]


class Walk:
    """A packet on its route: its node, and its links with their classes."""

    def __init__(self, net: RingNetwork, node: int) -> None:
        self.net, self.node = net, node
        self.hops: list[tuple[int, int]] = []

    def turn(self, digit: int) -> None:
        """Take the link that sets the digit of the stage."""
        stage = self.net.labels(self.node)[0]
        links = range(self.net.fanout)
        (link,) = (x for x in links if self._row(int(self.net.successor[self.node, x]))[stage] == digit)
        self.hops.append((self.node, link))
        self.node = int(self.net.successor[self.node, link])

    def _row(self, node: int) -> list[int]:
        return row(self.net, node)

    def entered(self) -> list[tuple[int, int]]:
        """The hops that begin a ring."""
        ring = self.net.ring
        return [hop for i, hop in enumerate(self.hops) if i == 0 or ring[hop] != ring[self.hops[i - 1]]]


def row(net: RingNetwork, node: int) -> list[int]:
    """The digits of a node's row, that of stage 0 first.

    Parameters
    ----------
    net : RingNetwork
        Butterfly of rings.
    node : int
        Number of the node.

    Returns
    -------
    list of int
        Digits.
    """
    f, r, number = net.parameters["f"], net.parameters["r"], int(node) % net.parameters["f"] ** net.parameters["r"]
    return [number // f ** (r - 1 - i) % f for i in range(r)]


@cache
def two_rounds(family: str, f: int, r: int) -> Rounds:
    """Follow every packet: one round in which it sets digit after digit, and then along its target's row.

    Parameters
    ----------
    family : str
        Name of the family.
    f : int
        Fanout: links of each node.
    r : int
        Number of stages or digits.

    Returns
    -------
    Rounds
        Counts of all packets.

    Examples
    --------
    >>> found = two_rounds("deadfly", 2, 2)
    >>> found.first_send["long"], found.met, found.second_links
    (Fraction(8, 1), Fraction(3, 1), 32)
    """
    net = ring_network(family, f=f, r=r)
    names = net.class_names
    classes = {(u, x): names[net.link_class[u, x]] for u in range(net.node_count) for x in range(f)}
    crossed: Counter[tuple[int, int]] = Counter()
    first_rings: Counter[str] = Counter()
    new_later: Counter[str] = Counter()
    entries = np.zeros(net.node_count, dtype=np.int64)
    packets = later = second_links = second_rings = met = too_many = 0
    ends = np.flatnonzero(net.processors).tolist()
    for source in ends:
        for target in ends:
            weight = int(net.processors[source] * net.processors[target])
            walk, seen, digits = Walk(net, source), [source], row(net, target)
            for _ in range(r):
                walk.turn(digits[int(net.stage[walk.node])])
                seen.append(walk.node)
            first = list(walk.hops)
            entered = walk.entered()
            while walk.node != target:
                walk.turn(digits[int(net.stage[walk.node])])
            whole, meeting = walk.entered(), seen.index(target) if target in seen else None
            packets += weight
            later += weight * (r - 1)
            crossed.update(dict.fromkeys(first, weight))
            first_rings.update(dict.fromkeys(names, 0))
            for hop in entered:
                first_rings[classes[hop]] += weight
                new_later[classes[hop]] += weight * (hop != first[0])
            second_links += weight * (len(walk.hops) - r)
            went_on = len(whole) - len(entered)
            # on arrival a packet whose last link was long begins its target's short ring, even to go no further
            starts = went_on or classes[first[-1]] != SHORT
            second_rings += weight * bool(starts)
            if meeting is not None:
                met += weight * (meeting < r)
                walk.hops = first[:meeting]
                too_many += weight * (len(entered) + bool(starts) - len(walk.entered()))
            for u, _ in entered:
                entries[u] += weight
    every: dict[str, set[int]] = {}
    for hop, name in classes.items():
        every.setdefault(name, set()).add(crossed[hop])
    sources = int(net.processors.sum())
    return Rounds(
        packets,
        {name: Fraction(min(values)) for name, values in every.items() if len(values) == 1},
        first_rings,
        new_later,
        later,
        second_links,
        second_rings,
        Fraction(met, sources),
        Fraction(too_many, sources),
        entries,
        dict(net.classes),
    )
