"""Exact loads from 64-bit words: modulo 2^64 from integers, the leading digits from floating point.

Let sigma(s,t) be the number of shortest paths, L the least common multiple of all of them, and 2^e the largest power of
2 that divides L. A load (weighted crossings of a slot) is a sum of terms sigma(s,u) x(v), where x(v) adds up
1/sigma(s,t) over destinations. With sigma = 2^a m for odd m, the number 2^e / sigma = 2^(e-a) / m is known modulo 2^64,
where m has an inverse. So 2^e load follows modulo 2^64 (as a 2-adic integer), whatever overflows on the way, and so
does the integer A = L * load.

The same sum in floating point has only positive terms; after k roundings in a row its relative error is below
k 2^-52 / 1.9 (k < 2^40). If that is less than 2^63 / A, only one number near it is right modulo 2^64. The path counts
are known in the same way."""

from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from netlemma.graphs.loads.modular.sources import Chunk, PathWork, in_chunks
from netlemma.graphs.loads.paths import Counted

MAX_ROUNDINGS = 1 << 40


def count_by_words(work: PathWork) -> Counted | None:
    """Loads of all slots, or None where the numbers are too long for this method.

    Parameters
    ----------
    work : PathWork
        Paths to follow.

    Returns
    -------
    Counted or None
        Loads by slot.

    Raises
    ------
    NetworkError
        If the network is not connected.
    """
    from netlemma.graphs.loads.modular import word_kernels as kernels

    slots, hops = work.slots, work.hops

    def run(chunk: Chunk) -> _Found:
        load, approx = np.zeros(slots, dtype=np.int64), np.zeros(slots)
        shift, counts, sizes = kernels.run_words(  # type: ignore[call-arg]  # numba types its calls loosely
            *hops, chunk.sources, work.sent(chunk), load, approx, chunk.sums, chunk.reach, chunk.facts
        )
        return _Found(load.view(np.uint64), approx, int(shift), counts.view(np.uint64), sizes)

    ran = in_chunks(work, run)
    if ran is None:
        return None
    results, distance_sum, diameter = ran
    longest = max(float(found.sizes.max(initial=0.0)) for found in results)
    roundings = _roundings(work, diameter, len(results))
    if (
        roundings > MAX_ROUNDINGS or not longest * roundings < 2.0**114
    ):  # each path count is known by its residue and leading digits
        return None
    counts = {
        _nearest(r, int(a))
        for found in results
        for r, a in zip(found.counts.tolist(), found.sizes.tolist(), strict=True)
    }
    denominator = lcm(*counts)
    shift = max(found.shift for found in results)
    odd = denominator >> shift
    load = sum((found.load << np.uint64(shift - found.shift) for found in results), np.zeros(slots, dtype=np.uint64))
    approx = sum((found.approx for found in results), np.zeros(slots))
    if not Fraction(approx.max(initial=0.0)) * denominator * roundings < 2.0**115.9:
        return None
    loads = []
    for residue, about in zip(load.tolist(), approx.tolist(), strict=True):
        over, under = about.as_integer_ratio()
        loads.append(_nearest(residue * odd, over * denominator // under))
    return Counted(loads, denominator, distance_sum, diameter)


class _Found(NamedTuple):
    """Results of one chunk: loads times 2^shift modulo 2^64 and in floating point, and path counts."""

    load: np.ndarray
    approx: np.ndarray
    shift: int
    counts: np.ndarray
    sizes: np.ndarray


def _roundings(work: PathWork, diameter: int, chunks: int) -> int:
    """Number of roundings in a row that no load exceeds: of path counts (a node's first one is exact), of sums back to
    the source, of one product, and of sums over the hops of a slot, sources, groups of sources and chunks.
    """
    from netlemma.graphs.loads.modular.word_kernels import SUMMED_APART

    hops_in = int(np.bincount(work.net.target, minlength=1).max())
    hops_out = int(np.diff(work.net.indptr).max(initial=0))
    hops_of_slot = int(np.bincount(work.slot_of_hop, minlength=1).max())
    in_slot = hops_of_slot * min(SUMMED_APART, len(work.sources)) + len(work.sources) // SUMMED_APART + 2
    return diameter * (hops_in - 1 + hops_out) + in_slot + chunks + 20


def _nearest(residue: int, about: int) -> int:
    """The integer next to ``about`` that is ``residue`` modulo 2^64."""
    return residue + ((about - residue + (1 << 63)) >> 64 << 64)
