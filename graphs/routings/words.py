"""Routings of networks whose nodes are words: by overlaps in de Bruijn and Kautz graphs, by cycles in star graphs."""

from collections.abc import Callable

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routings.hops import Marks, on_channels
from netlemma.graphs.routings.virtual import any_channel
from netlemma.graphs.routings.virtual import words as of_channels
from netlemma.graphs.topology.structure import Network

SHIFTED = ("de-bruijn", "undirected-de-bruijn", "kautz", "undirected-kautz")
OVERLAP = "the letters of the destination shifted in behind its longest beginning that ends the word"
CYCLES = "the first symbol to its place, or exchanged with the leftmost one that is not in its place"


def overlap(net: Network, vcs: int = 1) -> ChannelRouting:
    """Shift in the letters of the destination that do not overlap with the end of the word.

    In one-way graphs this is the only shortest path. Graphs with links in both directions may have shorter ones.

    M. R. Samatham and D. K. Pradhan, The de Bruijn multiprocessor network, 1989.

    >>> from netlemma.graphs import network
    >>> routing = overlap(network("kautz", d=2, D=2))
    >>> [routing.channel_name(c) for c, _ in routing.next_channels(0, None, 5, None)]
    ['(0,1)->(1,2)']
    """
    if net.family not in SHIFTED:
        raise RoutingError(f"overlap is a routing of de Bruijn and Kautz graphs, {net.title} is none: use shortest")
    letters = np.array([net.labels(u) for u in range(net.node_count)])
    length = letters.shape[1]

    def following(destination: int) -> np.ndarray:
        goal = letters[destination]
        shared = np.zeros(net.node_count, dtype=np.int64)
        for size in range(1, length):
            shared[(letters[:, length - size :] == goal[:size]).all(axis=1)] = size
        return np.column_stack([letters[:, 1:], goal[shared]])

    return _to_words("overlap", net, letters, following, vcs, OVERLAP)


def star_cycles(net: Network, vcs: int = 1) -> ChannelRouting:
    """Of the star graph: the first symbol goes to its place; if it is there, the leftmost symbol out of place comes first.

    These are shortest paths: each cycle of symbols is opened once, and closed place by place.

    S. B. Akers, D. Harel and B. Krishnamurthy, The star graph: an attractive alternative to the n-cube, 1987.

    >>> from netlemma.graphs import network
    >>> routing = star_cycles(network("permutation-star", n=3))
    >>> [routing.channel_name(c) for c, _ in routing.next_channels(1, None, 0, None)]
    ['(1,3,2)->(3,1,2)']
    """
    if net.family != "permutation-star":
        raise RoutingError(f"star-cycles is a routing of the permutation-star, {net.title} is none: use shortest")
    symbols = np.array([net.labels(u) for u in range(net.node_count)])
    node, places = np.arange(net.node_count), np.arange(symbols.shape[1])

    def following(destination: int) -> np.ndarray:
        wanted = np.argsort(symbols[destination])[symbols - 1]  # place of each symbol in the destination
        out = np.argmax(wanted != places, axis=1)
        place = np.where(wanted[:, 0] > 0, wanted[:, 0], out)
        found = symbols.copy()
        found[node, 0], found[node, place] = symbols[node, place], symbols[:, 0]
        return found

    return _to_words("star-cycles", net, symbols, following, vcs, CYCLES)


def _to_words(
    name: str, net: Network, letters: np.ndarray, following: Callable[[int], np.ndarray], vcs: int, way: str
) -> ChannelRouting:
    """The routing that goes to the word that follows, for each destination."""

    def marks_to(destination: int) -> Marks:
        taken = (letters[net.target] == following(destination)[net.origin]).all(axis=1)
        return Marks(taken.astype(np.uint32))

    kind = "deterministic" if vcs == 1 else "oblivious"
    return on_channels(name, net, kind, marks_to, any_channel(net), vcs, f"{way}; {of_channels('none', vcs)}")


ROUTINGS = {"overlap": overlap, "star-cycles": star_cycles}
USUAL = {"de-bruijn": "overlap", "kautz": "overlap", "permutation-star": "star-cycles"}
