"""Hotspots: some nodes get a share of all messages besides uniform traffic."""

from fractions import Fraction

import numpy as np

from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.building import from_pairs, mixture
from netlemma.graphs.traffic.building import uniform as even
from netlemma.graphs.traffic.options import node_numbers, share_of
from netlemma.graphs.traffic.traffic import Traffic


def hotspot(net: Network, nodes: str, share: str = "1/4", pairs: str = "others") -> Traffic:
    """A share of the messages of every end to the hot nodes, each of them alike, the others uniform.

    A hot node sends to the hot nodes, too; its messages to itself never move.

    G. F. Pfister and V. A. Norton, "Hot spot" contention and combining in multistage interconnection networks, 1985.

    >>> from netlemma.graphs import network
    >>> hotspot(network("ring", K=5), "0", "1/2").between(1, 0)
    Fraction(5, 8)
    """
    hot, part = node_numbers(net, nodes, "hotspot"), share_of(share, "hotspot")
    source = np.repeat(np.asarray(net.ends), len(hot))
    single = from_pairs(net, source, np.tile(hot, len(net.ends)), np.ones(len(source), dtype=np.int64), len(hot))
    return mixture([(part, single), (Fraction(1) - part, even(net, everybody=pairs == "all"))])


PATTERNS = {"hotspot": hotspot}
