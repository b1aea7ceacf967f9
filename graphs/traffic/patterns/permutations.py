"""Permutations: a random one, or one of a file."""

import numpy as np

from netlemma.errors import TrafficError
from netlemma.graphs.topology.structure import Network, show
from netlemma.graphs.traffic.building import permutation as to_each
from netlemma.graphs.traffic.files import numbered_permutation, rows_of
from netlemma.graphs.traffic.traffic import Traffic


def permutation(net: Network, file: str | None = None, seed: int = 1, sha256: str = "") -> Traffic:
    """Every end sends to one end, and every end gets the messages of one: at random, or as a file says.

    >>> from netlemma.graphs import network
    >>> found = permutation(network("ring", K=5), seed=3)
    >>> sorted(found.destination.tolist())
    [0, 1, 2, 3, 4]
    """
    ends = np.asarray(net.ends)
    if file is None:
        return to_each(net, np.random.default_rng(seed).permutation(ends))
    if not sha256 and file != "-" and (found := numbered_permutation(net, file)) is not None:
        return to_each(net, found)
    there = dict(zip(ends.tolist(), ends.tolist(), strict=True))
    text, rows = rows_of(net, file, sha256)
    seen: set[int] = set()
    for line, source, destination, rate in rows:
        if rate != 1:
            text.refuse(line, "a permutation has lines of a source and a destination, without rates")
        if source in seen:
            text.refuse(line, f"node {show(net.labels(source))} sends twice: that is no permutation")
        seen.add(source)
        there[source] = destination
    if len(set(there.values())) < len(there):
        twice = next(v for v in there.values() if list(there.values()).count(v) > 1)
        raise TrafficError(
            f"{file}: node {show(net.labels(twice))} is the destination of two nodes (nodes that are not named send to "
            "themselves): that is no permutation"
        )
    return to_each(net, np.array([there[end] for end in ends.tolist()]))


PATTERNS = {"permutation": permutation}
