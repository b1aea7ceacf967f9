"""Random selections without a generator: a hash of the purpose of the selection, independent of the order in which
worms are visited."""

import numpy as np

from netlemma.graphs.base.compiled import worth_compiling
from netlemma.graphs.simulate.kernels.compiled import inlined, kernel

STEPS_OF_A_DRAW = 4
ROUTE = 1 << 62  # in the place of the cycle: a draw of the route, which does not depend on time
GOLDEN, FIRST, SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@inlined
def _mixed(x):
    """The output function of SplitMix64 (Steele, Lea and Flood 2014), a bijection of 64-bit words."""
    x = (x ^ (x >> np.uint64(30))) * FIRST
    x = (x ^ (x >> np.uint64(27))) * SECOND
    return x ^ (x >> np.uint64(31))


@kernel
def draw(seed, message, position, cycle, count):
    """A pseudorandom number below ``count`` for the header of a message at a position of its path in a cycle, uniformly
    distributed.

    Parameters
    ----------
    seed : int
        Seed of the simulation.
    message : int
        Number of the message.
    position : int
        Position of the header on its path.
    cycle : int
        The cycle.
    count : int
        Number of alternatives.

    Returns
    -------
    int
        A number from 0 to count - 1.

    References
    ----------
    G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators, 2014.

    Examples
    --------
    >>> [int(draw(1, 7, 2, cycle, 3)) for cycle in range(110, 120)]
    [0, 0, 1, 2, 1, 1, 0, 2, 2, 2]
    """
    x = _mixed(np.uint64(seed) * GOLDEN + np.uint64(message) + GOLDEN)
    x = _mixed(x * GOLDEN + np.uint64(position) + GOLDEN)
    x = _mixed(x * GOLDEN + np.uint64(cycle) + GOLDEN)
    return np.int64(x % np.uint64(count))


@kernel
def _draw_routes(seed, first, found):
    """Write the numbers of :func:`draw_routes`."""
    for i in range(len(found)):
        found[i] = draw(seed, first + i, 0, ROUTE, 1 << 62)


@np.errstate(over="ignore")
def draw_routes(seed: int, first: int, count: int) -> np.ndarray:
    """Numbers below 2^62 that choose the labels of messages: the remainder by the number of labels is that of the label.

    Returns: A number for each message.

    >>> (draw_routes(1, 0, 5) % 3).tolist(), (draw_routes(1, 3, 2) % 3).tolist()
    ([1, 0, 1, 0, 1], [0, 1])
    """
    found = np.empty(count, dtype=np.int64)
    if worth_compiling(STEPS_OF_A_DRAW * count):
        _draw_routes.compiled()
    _draw_routes.best(seed % 2**64, first, found)
    return found
