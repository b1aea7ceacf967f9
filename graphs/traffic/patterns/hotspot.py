"""Hotspots: some nodes get a share of all messages besides uniform traffic."""

import re
from fractions import Fraction

import numpy as np

from netlemma.errors import TrafficError
from netlemma.graphs.base.text_files import exact_rate, is_whole
from netlemma.graphs.topology.structure import Network, named_by_numbers, numbers_by_name, show
from netlemma.graphs.traffic.building import from_pairs, mixture
from netlemma.graphs.traffic.building import uniform as even
from netlemma.graphs.traffic.traffic import Traffic

BETWEEN = re.compile(r",(?![^()]*\))")  # commas that are not inside of a name such as (0,1)


def share_of(text: str, pattern: str) -> Fraction:
    """A share between 0 and 1."""
    share = exact_rate(str(text))
    if share is None or not 0 < share <= 1:
        raise TrafficError(f"share={str(text)[:40]} of {pattern}: a number above 0 and up to 1, such as 1/4")
    return share


def node_numbers(net: Network, text: str, pattern: str) -> np.ndarray:
    """Nodes that are written with commas, each by its number or its name, as in ``0,5`` and ``(0,0),(1,2)``.

    Returns: The numbers, none twice.

    >>> from netlemma.graphs import network
    >>> node_numbers(network("mesh", k=3, n=2), "1,(2,2)", "hotspot")
    array([1, 8])
    """
    words, found, named = BETWEEN.split(str(text)), [], named_by_numbers(net, net.ends)
    names = None if all(map(is_whole, words)) and not named else numbers_by_name(net, net.ends)
    for word in words:
        number = (int(word) if is_whole(word) else -1) if names is None else names.get(word, -1)
        if not 0 <= number < net.node_count or not net.is_end[number]:
            legal = "names such as" if named else f"numbers from 0 to {net.node_count - 1:,}, or names such as"
            raise TrafficError(
                f"nodes={str(text)[:40]} of {pattern}: {word[:20]!r} is no node of {net.title} that gets messages; nodes are "
                f"{legal} {show(net.labels(net.ends[0]))}"
            )
        found.append(number)
    if len(set(found)) < len(found):
        raise TrafficError(f"nodes={str(text)[:40]} of {pattern}: a node is given twice")
    return np.array(found, dtype=np.int64)


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
