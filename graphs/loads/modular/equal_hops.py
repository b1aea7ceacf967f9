"""Exact loads of messages that take any hop that leads nearer, all equally likely at each node.

A message on a shortest path is once at each distance from its destination. The probability of a path is the product,
over these distances, of 1 / number of hops that lead nearer there. So the product D, over all distances, of the least
common multiple of these numbers at all nodes and for all destinations is a common denominator of all loads, and D times
a load is an integer of at most D times all messages times the diameter. Its remainders modulo enough primes determine
it (Chinese remainder theorem). No prime divides a number of hops, since all are larger."""

from math import lcm, prod

import numpy as np

from netlemma.graphs.loads.modular.primes import Remainders, primes_below
from netlemma.graphs.loads.modular.sources import Chunk, PathWork, in_chunks
from netlemma.graphs.loads.paths import Counted

LEVELS, MOST_HOPS = 4096, 1024  # distances, and hops of one node, for which there is room
BITS = 49  # of each prime, at least
SOME = 16  # destinations by which the length of the numbers is estimated


def count_by_hops(work: PathWork, messages: int, one: bool = False) -> Counted | None:
    """Loads of all slots.

    Parameters
    ----------
    work : PathWork
        Destinations and the messages to each.
    messages : int
        Number of all messages.
    one : bool, default False
        Whether messages take the first of the hops that lead nearer instead, that of the least number.

    Returns
    -------
    Counted or None
        Loads by slot, or None if distances or numbers of hops are too large.

    Raises
    ------
    NetworkError
        If a node does not reach a destination of its messages.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> net = network("mesh", k=2, n=2)
    >>> one_each = PathWork(net, np.zeros(8, dtype=int), 1, range(4), [1] * 4, None, lambda to: [1] * 4)
    >>> found = count_by_hops(one_each, 12)
    >>> found.loads[0] / found.denominator
    16.0
    """
    slots, work = work.slot_of_hop, work._replace(slot_of_hop=np.arange(work.net.hop_count), slots=work.net.hop_count)
    some = work._replace(sources=work.sources[:SOME], weights=work.weights[:SOME], progress=None)
    estimate = _run(some, primes_below(1), one)
    if estimate is None:
        return None
    primes: list[int] = []
    residues: list[np.ndarray] = []
    most = _denominator(estimate[1]) * messages * work.net.node_count
    while prod(primes) <= most:
        lanes = 1 + (most // prod(primes)).bit_length() // BITS
        more = primes_below(len(primes) + lanes)[len(primes) :]
        found = _run(work, more, one)
        if found is None:
            return None
        load, splits, distance_sum, diameter = found
        denominator = _denominator(splits)
        most = denominator * messages * diameter
        primes += more
        residues.append(load)
    rows, row_of = np.unique(np.concatenate(residues, axis=1), axis=0, return_inverse=True)
    known = Remainders(primes)
    numbers = [known.whole(row, denominator) for row in rows.tolist()]
    loads = [0] * (int(slots.max()) + 1)
    for slot, row in zip(slots.tolist(), row_of.ravel().tolist(), strict=True):
        loads[slot] += numbers[row]
    return Counted(loads, denominator, distance_sum, diameter)


def _denominator(splits: np.ndarray) -> int:
    return prod(lcm(*np.flatnonzero(level).tolist()) for level in splits[splits.any(axis=1)])


def _run(work: PathWork, primes: list[int], one: bool) -> tuple[np.ndarray, np.ndarray, int, int] | None:
    """Loads modulo primes, splits by distance, sum of the distances and diameter."""
    from netlemma.graphs.loads.modular import hop_kernels

    hops, modulus = work.hops, np.array(primes, dtype=np.int64)
    share = np.array([[pow(n, -1, p) if n else 0 for p in primes] for n in range(MOST_HOPS)], dtype=np.int64)

    def run(chunk: Chunk) -> tuple[np.ndarray, np.ndarray]:
        load = np.zeros((work.slots, len(primes)), dtype=np.int64)
        splits = np.zeros((min(LEVELS, work.net.node_count), MOST_HOPS), dtype=bool)
        hop_kernels.run_hops(  # type: ignore[call-arg]  # numba types its calls loosely
            *hops, chunk.sources, work.sent(chunk), one, modulus, 1.0 / modulus, share, load, chunk.sums, chunk.reach,
            splits, chunk.facts,
        )  # fmt: skip
        return load, splits

    ran = in_chunks(work, run)
    if ran is None:
        return None
    results, distance_sum, diameter = ran
    load = sum((part for part, _ in results), np.zeros_like(results[0][0])) % modulus
    return load, np.logical_or.reduce([splits for _, splits in results]), distance_sum, diameter
