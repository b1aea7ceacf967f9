"""Many sources followed in chunks, on all cores, with progress."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

import numpy as np

from graphs.base.parallel import Progress, cores
from graphs.loads.paths import hop_lists, search
from graphs.topology.structure import Network

Result = TypeVar("Result")


class Chunk(NamedTuple):
    """Some sources, and arrays for the results of a kernel.

    ``sums`` and ``reach`` are the sum and the greatest of the distances from each source, ``facts`` is (status, index
    of the last source).
    """

    sources: np.ndarray
    weights: np.ndarray
    sums: np.ndarray
    reach: np.ndarray
    facts: np.ndarray


class PathWork(NamedTuple):
    """Shortest paths to follow, and where their loads are added up.

    ``slot_of_hop`` is the slot of each hop, of which there are ``slots``; ``weights`` has the weight of each of the
    ``sources``; ``progress`` is called now and then with (sources done, all sources).
    """

    net: Network
    slot_of_hop: np.ndarray
    slots: int
    sources: Sequence[int]
    weights: Sequence[int]
    progress: Progress = None

    @property
    def hops(self) -> tuple[np.ndarray, ...]:
        """What a kernel follows: hops by node, nodes that forward, ends of messages, and slots of hops."""
        net = self.net
        slot = self.slot_of_hop.astype(np.uint32)
        return net.indptr.astype(np.uint64), net.target.astype(np.uint32), net.forwarding, net.is_end, slot


def _chunks(work: PathWork, cores: int) -> Iterator[Chunk]:
    """Chunks of about 10^7 hops or more, at least one for each core, at most 100."""
    net, sources, weights = work.net, work.sources, work.weights
    size = max(1, len(sources) // 100, min(-(-len(sources) // cores), 10_000_000 // (net.hop_count + 1)))
    for start in range(0, len(sources), size):
        part = np.array(sources[start : start + size], dtype=np.int64)
        weight = np.array(weights[start : start + size], dtype=np.int64)
        yield Chunk(part, weight, np.zeros_like(part), np.zeros_like(part), np.zeros(2, dtype=np.int64))


def in_chunks(work: PathWork, run: Callable[[Chunk], Result]) -> tuple[list[Result], int, int] | None:
    """Results of all chunks, the weighted sum of all distances, and the diameter; None if a kernel gave up.

    Parameters
    ----------
    work : PathWork
        Paths to follow.
    run : Callable
        Function that follows one chunk.

    Returns
    -------
    tuple of (list of Result, int, int) or None
        Results, distance sum and diameter, or None.

    Raises
    ------
    NetworkError
        If a source does not reach every node.
    """
    from graphs.loads.modular import word_kernels

    chunks = list(_chunks(work, cores()))
    results: list[Result] = []
    done = 0
    with ThreadPoolExecutor(max_workers=cores()) as pool:
        for chunk, result in zip(chunks, pool.map(run, chunks), strict=True):
            if chunk.facts[0] != word_kernels.OK:
                pool.shutdown(cancel_futures=True)
                if chunk.facts[0] == word_kernels.DISCONNECTED:
                    # raises, naming an unreached node
                    search(work.net, hop_lists(work.net), int(chunk.sources[chunk.facts[1]]))
                return None
            results.append(result)
            done += len(chunk.sources)
            if work.progress:
                work.progress(done, len(work.sources))
    distance_sum = sum(w * s for c in chunks for w, s in zip(c.weights.tolist(), c.sums.tolist(), strict=True))
    return results, distance_sum, max(int(c.reach.max()) for c in chunks)
