"""Lower bounds of the least worst case: lengths of channels for each pair of nodes.

Let f(c, s, t) >= 0 be the length of channel c for messages from s to t, and g(c) the largest sum of lengths of c for the
messages of one source, or to one destination. Then f(c, ., .) / g(c) is an admissible traffic. The mean load of the channels,
with weights g(c), each under its own traffic, is the sum over all pairs of what their messages travel by these lengths, divided
by the sum of g. It is at least the sum of distances divided by the sum of g, whatever the routing, and some channel gets that.
"""

from fractions import Fraction

import numpy as np

from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.optimal.flows import Commodities, distances
from netlemma.graphs.traffic.optimal.program import fractions_near


def bound(classes: Commodities, lengths: np.ndarray) -> Fraction:
    """Load that some channel gets under some admissible traffic, whatever the routing.

    lengths (ndarray of int64, shape (classes, channels)): Lengths of all channels for the messages of the first pair of
    each class, from 0 on.

    D. Applegate and E. Cohen, Making intra-domain routing robust to changing and uncertain traffic demands, 2003.
    """
    symmetry, count = classes.symmetry, classes.symmetry.network.node_count
    first = np.array(classes.first)
    total = 0
    for channel, size in symmetry.channel_sizes.items():
        matrix = classes.on_channel(lengths, channel).reshape(count, count)
        total += size * int(max(matrix.sum(axis=0).max(), matrix.sum(axis=1).max()))
    if not total:
        return Fraction(0)
    far = distances(symmetry.network, first // count, lengths[:, symmetry.of_hops])[
        np.arange(len(first)), first % count
    ]
    return Fraction(sum(size * each for size, each in zip(classes.sizes, far.tolist(), strict=True)), total)


def best_lengths(classes: Commodities, values: np.ndarray) -> tuple[Fraction, np.ndarray]:
    """Exact lengths near those of a floating-point solution, with the greatest bound among several roundings.

    values (ndarray of float, shape (classes, channels)): The lengths.

    Returns: The bound, and the lengths.
    """
    scaled = np.maximum(values, 0) / max(float(values.max(initial=0)), 1e-300)
    rounded = [each for each, _ in fractions_near(scaled.ravel())] + [
        np.round(scaled.ravel() * (1 << 24)).astype(np.int64)
    ]
    found = [each.reshape(values.shape) for each in rounded]
    bounds = [bound(classes, each) for each in found]
    best = max(range(len(found)), key=lambda i: bounds[i])
    return bounds[best], found[best] // max(int(np.gcd.reduce(found[best], axis=None)), 1)


def cut_lengths(classes: Commodities) -> list[np.ndarray]:
    """Lengths that count the channels out of one half of a product: one array for each of its dimensions.

    Returns: The lengths.
    """
    symmetry = classes.symmetry
    net: Network = symmetry.network
    first, found = np.array(classes.first), []
    digits = np.indices([factor.size for factor in net.factors]).reshape(len(net.factors), -1) if net.factors else ()
    for factor, digit in zip(net.factors, digits, strict=True):
        lengths = np.zeros((len(first), int(symmetry.of_hops.max()) + 1), dtype=np.int64)
        halves = {half.tobytes(): half for half in (digit < factor.size // 2)[symmetry.nodes]}
        for half in [*halves.values(), *(~half for half in halves.values())]:
            crossed = np.unique(symmetry.of_hops[half[net.origin] & ~half[net.target]])
            parted = half[first // net.node_count] & ~half[first % net.node_count]
            lengths[np.ix_(parted, crossed)] += 1
        found.append(lengths)
    return found
