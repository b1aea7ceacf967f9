"""Many sources followed in chunks, on all cores, with progress."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

import numpy as np

from netlemma.graphs.base.errors import NetworkError
from netlemma.graphs.base.parallel import Progress, cores
from netlemma.graphs.loads.paths import disconnected
from netlemma.graphs.routing.hop_routing import arrivals
from netlemma.graphs.topology.structure import Network

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

    If ``messages`` are given, the sources are destinations, ``messages(destination)`` has what each node sends to it, and
    paths are followed backwards.

    ``slot_of_hop`` is the slot of each hop, of which there are ``slots``; ``weights`` has the weight of each of the
    ``sources``; ``progress`` is called now and then with (sources done, all sources).
    """

    net: Network
    slot_of_hop: np.ndarray
    slots: int
    sources: Sequence[int]
    weights: Sequence[int]
    progress: Progress = None
    messages: Callable[[int], Sequence[int] | np.ndarray] | None = None

    @property
    def hops(self) -> tuple[np.ndarray, ...]:
        """What a kernel follows: hops by node, nodes that forward, ends of messages, and slots of hops."""
        net = self.net
        first, to, slot = net.indptr, net.target, self.slot_of_hop
        if self.messages:
            into = arrivals(net)
            first, to, slot = into.into, into.before, slot[into.hop]
        return first.astype(np.uint64), to.astype(np.uint32), net.forwarding, net.is_end, slot.astype(np.uint32)

    def sent(self, chunk: Chunk) -> np.ndarray:
        """Messages between each source and each node, shape (sources, N), or between it and any other end, shape
        (sources, 1).
        """
        if self.messages is None:
            return chunk.weights[:, None]
        return np.array([self.messages(source) for source in chunk.sources.tolist()], dtype=np.int64)


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
    from netlemma.graphs.loads.modular import word_kernels

    chunks = list(_chunks(work, cores()))
    results: list[Result] = []
    done = 0
    with ThreadPoolExecutor(max_workers=cores()) as pool:
        for chunk, result in zip(chunks, pool.map(run, chunks), strict=True):
            if chunk.facts[0] != word_kernels.OK:
                pool.shutdown(cancel_futures=True)
                if chunk.facts[0] == word_kernels.DISCONNECTED:
                    raise _unreached(work, chunk)
                return None
            results.append(result)
            done += len(chunk.sources)
            if work.progress:
                work.progress(done, len(work.sources))
    distance_sum = sum(w * s for c in chunks for w, s in zip(c.weights.tolist(), c.sums.tolist(), strict=True))
    return results, distance_sum, max(int(c.reach.max()) for c in chunks)


def _unreached(work: PathWork, chunk: Chunk) -> NetworkError:
    """The error that names the last source of a chunk and a node that it does not reach."""
    from netlemma.graphs.loads.modular import word_kernels

    at = int(chunk.facts[1])
    source, sent = int(chunk.sources[at]), np.broadcast_to(work.sent(chunk)[at], work.net.node_count)
    indptr, target, forwards, is_end, slot = work.hops
    distance, first = np.empty(len(is_end), dtype=np.int32), np.empty(len(is_end) + 1, dtype=np.uint64)
    order, head, loaded = (np.empty(size, dtype=np.uint32) for size in (len(is_end), len(target), len(target)))
    word_kernels.search(indptr, target, forwards, slot, source, distance, order, first, head, loaded)
    other = int(np.argmax((distance < 0) & is_end & (sent != 0)))
    return disconnected(work.net, *((other, source) if work.messages else (source, other)))
