"""Exact loads from 64-bit words: modulo 2^64 from integers, the leading digits from floating point.

Let sigma(s,t) be the number of shortest paths, L a common multiple of all of them. A load (weighted crossings of a
slot) is a sum of terms sigma(s,u) x(v), where x(v) adds up 1/sigma(s,t) over destinations, so A = L * load is an
integer, and A modulo 2^64 follows from integers modulo 2^64, whatever overflows on the way. The same sum in floating
point has only positive terms; after k roundings in a row its relative error is below k 2^-52 (k < 2^51). If that is
less than 2^62 / A, only one number near it is right modulo 2^64."""

from __future__ import annotations

from math import lcm

import numpy as np

from graphs.loads.modular.sources import Chunk, PathWork, in_chunks
from graphs.loads.paths import Counted


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
    from graphs.loads.modular import word_kernels as kernels

    slots, hops = work.slots, work.hops

    def run(chunk: Chunk) -> tuple[int, np.ndarray, np.ndarray]:
        load, approx = np.zeros(slots, dtype=np.int64), np.zeros(slots)
        multiple = kernels.run_words(  # type: ignore[call-arg]  # numba types its calls loosely
            *hops, chunk.sources, chunk.weights, load, approx, chunk.sums, chunk.reach, chunk.facts
        )
        return int(multiple), load, approx

    ran = in_chunks(work, run)
    if ran is None:
        return None
    results, distance_sum, diameter = ran
    denominator = lcm(*(multiple for multiple, _, _ in results))
    if denominator >= 1 << 62:
        return None
    load = np.zeros(slots, dtype=np.uint64)
    approx = np.zeros(slots)
    for multiple, part, about in results:
        load += part.view(np.uint64) * np.uint64(denominator // multiple)
        approx += about * float(denominator // multiple)
    roundings = work.net.hop_count * (len(work.sources) + 1) + len(results) + 200
    error = 2.0 ** (np.log2(roundings) - 51)
    if not error * float(approx.max(initial=0.0)) < 2.0**61 or error > 0.01:
        return None
    return Counted(
        [_nearest(r, a) for r, a in zip(load.tolist(), approx.tolist(), strict=True)],
        denominator,
        distance_sum,
        diameter,
    )


def _nearest(residue: int, about: float) -> int:
    """The integer next to ``about`` that is ``residue`` modulo 2^64."""
    return residue + ((int(about) - residue + (1 << 63)) >> 64 << 64)
