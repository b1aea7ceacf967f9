"""Exact loads from residues modulo many primes of 50 bits, for numbers of any length.

With sigma(s,t) the number of shortest paths and L the least common multiple of all of them, A = L * load is an integer
(see :mod:`netlemma.graphs.loads.modular.loads_mod_2_64`), and 0 <= A <= L * W, where W is a bound for a load: all N(N-1)
messages cross a slot of m devices at most min(m, diameter) times each, since a shortest path meets a device once. The
kernel gives the load modulo each prime p that divides no sigma (1/sigma is the inverse modulo p), so A modulo the
product of the primes is known, and A itself once that product exceeds L * W. L is exact too: the sigma are known modulo
the first primes, whose product exceeds the product over all distances of the largest number of hops that enter one node
on shortest paths, which no sigma exceeds."""

from math import lcm, prod
from typing import NamedTuple

import numpy as np

from netlemma.graphs.base.errors import SizeError
from netlemma.graphs.loads.modular.primes import Remainders, primes_below
from netlemma.graphs.loads.modular.sources import Chunk, PathWork, in_chunks
from netlemma.graphs.loads.paths import Counted

LANES, MAX_PRIMES, BITS = 8, 4096, 49


def count_by_primes(work: PathWork, bound: int) -> Counted:
    """Loads of all slots.

    Parameters
    ----------
    work : PathWork
        Paths to follow.
    bound : int
        Number of crossings that no slot exceeds for each unit of the diameter.

    Returns
    -------
    Counted
        Loads by slot.

    Raises
    ------
    NetworkError
        If the network is not connected.
    SizeError
        If the path counts are too long.
    """
    run = _Run(work)
    lanes = LANES
    while True:  # the first run must know the path counts exactly
        found = run(lanes)
        if found.most_paths < prod(found.primes):
            break
        lanes = LANES * (1 + found.most_paths.bit_length() // (BITS * LANES))
    known = Remainders(found.primes)
    denominator = lcm(*(known.whole(key) for key in found.counts))
    limit = denominator * bound * found.diameter
    primes, residues = list(found.primes), [found.residues]
    while prod(primes) <= limit:
        more = run(LANES)
        primes += more.primes
        residues.append(more.residues)
    rows, row_of = np.unique(np.concatenate(residues, axis=1), axis=0, return_inverse=True)
    known = Remainders(primes)
    numbers = [known.whole(row, denominator) for row in rows.tolist()]
    return Counted([numbers[r] for r in row_of.ravel().tolist()], denominator, found.distance_sum, found.diameter)


class _Found(NamedTuple):
    """Results of one run: residues (slot, prime), the distinct path counts modulo the primes, and bounds."""

    primes: list[int]
    residues: np.ndarray
    counts: list[list[int]]
    most_paths: int
    distance_sum: int
    diameter: int


class _Run:
    """Runs over all sources, each with primes not used before."""

    def __init__(self, work: PathWork) -> None:
        self.work, self.used = work, 0

    def __call__(self, lanes: int) -> _Found:
        from netlemma.graphs.loads.modular import prime_kernels

        net, work, hops = self.work.net, self.work, self.work.hops
        while True:
            start, self.used = self.used, self.used + lanes
            if self.used > MAX_PRIMES:
                raise SizeError(
                    f"{net.title} has shortest paths in numbers too long to count exactly: measure a smaller size"
                )
            primes = np.array(primes_below(self.used)[start:], dtype=np.int64)

            def run(chunk: Chunk, primes: np.ndarray = primes) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
                load = np.zeros((work.slots, lanes), dtype=np.int64)
                widest = np.zeros(net.node_count, dtype=np.int64)
                counts = prime_kernels.run_primes(  # type: ignore[call-arg]  # numba types its calls loosely
                    *hops,
                    chunk.sources,
                    work.sent(chunk),
                    primes,
                    1.0 / primes,
                    load,
                    chunk.sums,
                    chunk.reach,
                    widest,
                    chunk.facts,
                )
                return load, widest, counts

            ran = in_chunks(work, run)
            if ran is None:  # a prime divides some path count: take others
                continue
            results, distance_sum, diameter = ran
            load = sum((part for part, _, _ in results), np.zeros_like(results[0][0])) % primes
            widest = np.maximum.reduce([w for _, w, _ in results])[1 : diameter + 1].tolist()
            counts = np.unique(np.concatenate([c for _, _, c in results]), axis=0).tolist()
            return _Found(primes.tolist(), load, counts, prod(widest), distance_sum, diameter)
