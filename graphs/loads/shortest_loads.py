"""Exact loads of all devices under shortest paths, counted from many sources on all cores: in 64-bit words, or modulo
primes for numbers of any length.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod
from typing import NamedTuple, TypeVar

import numpy as np

from netlemma.errors import NetworkError, SizeError
from netlemma.graphs.base.compiled import worth_compiling
from netlemma.graphs.base.limits import require
from netlemma.graphs.base.parallel import Progress, cores
from netlemma.graphs.loads.paths import Counted, disconnected, weighted_loads
from netlemma.graphs.routing.hop_routing import arrivals
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import Orbits, orbits, trivial_orbits

# Primes below 2^50, and integers known by their remainders.


WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23)  # enough below 3.8 * 10^18 (Jiang and Deng 2014)
_known: list[int] = []


def is_prime(n: int) -> bool:
    """Whether n < 3.8 * 10^18 is prime, by the test of Miller and Rabin with enough witnesses to be certain.

    >>> [n for n in range(30) if is_prime(n)]
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    """
    if n < 2 or any(n % w == 0 for w in WITNESSES):
        return n in WITNESSES
    odd = n - 1
    twos = (odd & -odd).bit_length() - 1
    odd >>= twos
    for witness in WITNESSES:
        power = pow(witness, odd, n)
        if power not in (1, n - 1) and all((power := power * power % n) != n - 1 for _ in range(twos - 1)):
            return False
    return True


def primes_below(count: int) -> list[int]:
    """The ``count`` largest primes below 2^50, largest first.

    >>> [2**50 - p for p in primes_below(3)]
    [27, 35, 51]
    """
    n = _known[-1] if _known else 1 << 50
    while len(_known) < count:
        n -= 1
        if is_prime(n):
            _known.append(n)
    return _known[:count]


class Remainders:
    """Integers from their remainders modulo distinct primes (Chinese remainder theorem).

    >>> Remainders([5, 7]).whole([3, 4])
    18
    """

    def __init__(self, primes: Sequence[int]) -> None:
        self.modulus = prod(primes)
        self._parts = [self.modulus // p * pow(self.modulus // p, -1, p) for p in primes]

    def whole(self, remainders: Sequence[int], factor: int = 1) -> int:
        """The number below the product of the primes with these remainders times ``factor``."""
        return sum(r * part for r, part in zip(remainders, self._parts, strict=True)) * factor % self.modulus


def whole_numbers(residues: Sequence[np.ndarray], primes: Sequence[int], factor: int) -> list[int]:
    """Numbers from their remainders times ``factor``, one array for some of the primes after the other, of shape (numbers, primes)."""
    rows, row_of = np.unique(np.concatenate(residues, axis=1), axis=0, return_inverse=True)
    known = Remainders(primes)
    numbers = [known.whole(row, factor) for row in rows.tolist()]
    return [numbers[r] for r in row_of.ravel().tolist()]


# Many sources followed in chunks, on all cores, with progress.


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
    """Results of all chunks, the weighted sum of all distances, and the diameter; None if a kernel gave up."""
    from netlemma.graphs.loads import word_kernels

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
    from netlemma.graphs.loads import word_kernels

    at = int(chunk.facts[1])
    source, sent = int(chunk.sources[at]), np.broadcast_to(work.sent(chunk)[at], work.net.node_count)
    indptr, target, forwards, is_end, slot = work.hops
    distance, *room = word_kernels.search_room(len(is_end), len(target))
    word_kernels.search(indptr, target, forwards, slot, source, distance, *room)
    other = int(np.argmax((distance < 0) & is_end & (sent != 0)))
    return disconnected(work.net, *((other, source) if work.messages else (source, other)))


# Exact loads from 64-bit words: modulo 2^64 from integers, the leading digits from floating point.
#
# Let sigma(s,t) be the number of shortest paths, L the least common multiple of all of them, and 2^e the largest power of
# 2 that divides L. A load (weighted crossings of a slot) is a sum of terms sigma(s,u) x(v), where x(v) adds up
# 1/sigma(s,t) over destinations. With sigma = 2^a m for odd m, the number 2^e / sigma = 2^(e-a) / m is known modulo 2^64,
# where m has an inverse. So 2^e load follows modulo 2^64 (as a 2-adic integer), whatever overflows on the way, and so
# does the integer A = L * load.
#
# The same sum in floating point has only positive terms; after k roundings in a row its relative error is below
# k 2^-52 / 1.9 (k < 2^40). If that is less than 2^63 / A, only one number near it is right modulo 2^64. The path counts
# are known in the same way.


MAX_ROUNDINGS = 1 << 40


def count_by_words(work: PathWork) -> Counted | None:
    """Loads of all slots, or None where the numbers are too long for this method."""
    from netlemma.graphs.loads import word_kernels as kernels

    slots, hops = work.slots, work.hops

    def run(chunk: Chunk) -> _WordLoads:
        load, approx = np.zeros(slots, dtype=np.int64), np.zeros(slots)
        shift, counts, sizes = kernels.run_words(  # type: ignore[call-arg]  # numba types its calls loosely
            *hops, chunk.sources, work.sent(chunk), load, approx, chunk.sums, chunk.reach, chunk.facts
        )
        return _WordLoads(load.view(np.uint64), approx, int(shift), counts.view(np.uint64), sizes)

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


class _WordLoads(NamedTuple):
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
    from netlemma.graphs.loads.word_kernels import SUMMED_APART

    hops_in = int(np.bincount(work.net.target, minlength=1).max())
    hops_out = int(np.diff(work.net.indptr).max(initial=0))
    hops_of_slot = int(np.bincount(work.slot_of_hop, minlength=1).max())
    in_slot = hops_of_slot * min(SUMMED_APART, len(work.sources)) + len(work.sources) // SUMMED_APART + 2
    return diameter * (hops_in - 1 + hops_out) + in_slot + chunks + 20


def _nearest(residue: int, about: int) -> int:
    """The integer next to ``about`` that is ``residue`` modulo 2^64."""
    return residue + ((about - residue + (1 << 63)) >> 64 << 64)


# Exact loads from residues modulo many primes of 50 bits, for numbers of any length.
#
# With sigma(s,t) the number of shortest paths and L the least common multiple of all of them, A = L * load is an integer
# (see graphs.loads.shortest_loads), and 0 <= A <= L * W, where W is a bound for a load: all N(N-1)
# messages cross a slot of m devices at most min(m, diameter) times each, since a shortest path meets a device once. The
# kernel gives the load modulo each prime p that divides no sigma (1/sigma is the inverse modulo p), so A modulo the
# product of the primes is known, and A itself once that product exceeds L * W. L is exact too: the sigma are known modulo
# the first primes, whose product exceeds the product over all distances of the largest number of hops that enter one node
# on shortest paths, which no sigma exceeds.


LANES, MAX_PRIMES, PRIME_BITS = 8, 4096, 49


def count_by_primes(work: PathWork, bound: int) -> Counted:
    """Loads of all slots."""
    from netlemma.graphs.loads import prime_kernels

    hops, nodes = work.hops, work.net.node_count

    def run(chunk: Chunk) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        load, widest = np.zeros((work.slots, lanes), dtype=np.int64), np.zeros(nodes, dtype=np.int64)
        counts = prime_kernels.run_primes(  # type: ignore[call-arg]  # numba types its calls loosely
            *hops, chunk.sources, work.sent(chunk), modulus, 1.0 / modulus, load, chunk.sums, chunk.reach, widest,
            chunk.facts,
        )  # fmt: skip
        return load, widest, counts

    primes: list[int] = []
    residues: list[np.ndarray] = []
    used, lanes, limit, denominator = 0, LANES, 0, 1
    while prod(primes) <= limit or not primes:
        more = primes_below(used + lanes)[used:]
        modulus, used = np.array(more, dtype=np.int64), used + lanes
        if used > MAX_PRIMES:
            raise SizeError(
                f"{work.net.title} has shortest paths in numbers too long to count exactly: measure a smaller size"
            )
        ran = in_chunks(work, run)
        if ran is None:  # a prime divides some path count: take others
            continue
        results, distance_sum, diameter = ran
        if not primes:  # the first primes must tell path counts apart
            most = prod(np.maximum.reduce([widest for _, widest, _ in results])[1 : diameter + 1].tolist())
            if most >= prod(more):
                lanes = LANES * (1 + most.bit_length() // (PRIME_BITS * LANES))
                continue
            known, counts = Remainders(more), np.unique(np.concatenate([each for _, _, each in results]), axis=0)
            denominator = lcm(*(known.whole(key) for key in counts.tolist()))
            limit = denominator * bound * diameter
        lanes = LANES
        primes += more
        residues.append(sum((load for load, _, _ in results), np.zeros_like(results[0][0])) % modulus)
    return Counted(whole_numbers(residues, primes, denominator), denominator, distance_sum, diameter)


# Exact loads of messages that take any hop that leads nearer, all equally likely at each node.
#
# A message on a shortest path is once at each distance from its destination. The probability of a path is the product,
# over these distances, of 1 / number of hops that lead nearer there. So the product D, over all distances, of the least
# common multiple of these numbers at all nodes and for all destinations is a common denominator of all loads, and D times
# a load is an integer of at most D times all messages times the diameter. Its remainders modulo enough primes determine
# it (Chinese remainder theorem). No prime divides a number of hops, since all are larger.


LEVELS, MOST_HOPS = 4096, 1024  # distances, and hops of one node, for which there is room
HOP_BITS = 49  # of each prime, at least
SOME = 16  # destinations by which the length of the numbers is estimated


def count_by_hops(work: PathWork, messages: int, one: bool = False) -> Counted | None:
    """Loads of all slots.

    >>> from netlemma.graphs import network
    >>> net = network("mesh", k=2, n=2)
    >>> one_each = PathWork(net, np.zeros(8, dtype=int), 1, range(4), [1] * 4, None, lambda to: [1] * 4)
    >>> found = count_by_hops(one_each, 12)
    >>> found.loads[0] / found.denominator
    16.0
    """
    some = work._replace(sources=work.sources[:SOME], weights=work.weights[:SOME], progress=None)
    estimate = _run(some, primes_below(1), one)
    if estimate is None:
        return None
    primes: list[int] = []
    residues: list[np.ndarray] = []
    most = _denominator(estimate[1]) * messages * work.net.node_count
    while prod(primes) <= most:
        lanes = 1 + (most // prod(primes)).bit_length() // HOP_BITS
        more = primes_below(len(primes) + lanes)[len(primes) :]
        found = _run(work, more, one)
        if found is None:
            return None
        load, splits, distance_sum, diameter = found
        denominator = _denominator(splits)
        most = denominator * messages * diameter
        primes += more
        residues.append(load)
    return Counted(whole_numbers(residues, primes, denominator), denominator, distance_sum, diameter)


def _denominator(splits: np.ndarray) -> int:
    return prod(lcm(*np.flatnonzero(level).tolist()) for level in splits[splits.any(axis=1)])


def _run(work: PathWork, primes: list[int], one: bool) -> tuple[np.ndarray, np.ndarray, int, int] | None:
    """Loads modulo primes, splits by distance, sum of the distances and diameter."""
    from netlemma.graphs.loads import prime_kernels

    hops, modulus = work.hops, np.array(primes, dtype=np.int64)
    share = np.array([[pow(n, -1, p) if n else 0 for p in primes] for n in range(MOST_HOPS)], dtype=np.int64)

    def run(chunk: Chunk) -> tuple[np.ndarray, np.ndarray]:
        load = np.zeros((work.slots, len(primes)), dtype=np.int64)
        splits = np.zeros((min(LEVELS, work.net.node_count), MOST_HOPS), dtype=bool)
        prime_kernels.run_hops(  # type: ignore[call-arg]  # numba types its calls loosely
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


# Exact loads of all devices under shortest paths, with or without symmetry.


MILLION = 10**6


@dataclass(frozen=True)
class Loads:
    """The visit ratio of every device: ``ratios[group[d]]`` for device d, each distinct value once."""

    group: np.ndarray
    ratios: list[Fraction]
    distance_sum: int
    diameter: int
    symmetric: bool
    sources: int

    def visit_ratio(self, device: int) -> Fraction:
        """Visit ratio of one device."""
        return self.ratios[int(self.group[range(len(self.group))[device]])]


def shortest_loads(net: Network, symmetry: bool, progress: Progress) -> Loads:
    """Loads when every shortest path is equally likely.

    With symmetry one source s_i is followed for each orbit O_i of nodes, and the load of a device l is the sum over i
    of |O_i| / |orb(l)| times the sum over l' in orb(l) of the crossings of l' by the messages of s_i: for an
    automorphism g, messages from g(s) cross g(l) as those from s cross l, so summing over the group gives every source
    and every device of the orbit equally often.
    """
    orbit = orbits(net) if symmetry else trivial_orbits(net)
    members = np.bincount(orbit.slot)
    counted = _count(net, orbit, progress)
    return gather(net, orbit, counted, members.tolist())


def worth_plain_python(net: Network, sources: int) -> bool:
    """Whether plain Python follows this number of sources at least as fast as the compiled kernels."""
    return not worth_compiling(sources * (net.hop_count + net.node_count) // 2)


def _count(net: Network, orbit: Orbits, progress: Progress) -> Counted:
    """Loads of the orbits of devices by the fastest of three methods, which all give the same numbers."""
    if worth_plain_python(net, len(orbit.sources)):
        return weighted_loads(net, orbit.sources, orbit.weights, orbit.slot.tolist())
    work = len(orbit.sources) * net.hop_count
    require("shortest paths", net.title, work, nodes=net.node_count)
    return count_paths(
        PathWork(net, orbit.slot[net.device], int(orbit.slot.max()) + 1, orbit.sources, orbit.weights, progress),
        net.pair_count,
    )


def count_paths(work: PathWork, bound: int) -> Counted:
    """Crossings by messages whose shortest paths are all equally likely, by compiled loops."""
    if work.net.hop_count < MILLION:  # larger networks have numbers too long for words
        counted = count_by_words(work)
        if counted is not None:
            return counted
    return count_by_primes(work, bound)


def gather(net: Network, orbit: Orbits, counted: Counted, members: Sequence[int]) -> Loads:
    """Visit ratios from the loads of slots."""
    number: dict[tuple[int, int], int] = {}
    of_slot = [number.setdefault(key, len(number)) for key in zip(counted.loads, members, strict=True)]
    ratios = [Fraction(load, counted.denominator * net.pair_count * each) for load, each in number]
    group = np.array(of_slot, dtype=np.int32)[orbit.slot]
    symmetric = len(orbit.sources) < len(net.ends)
    return Loads(group, ratios, counted.distance_sum, counted.diameter, symmetric, len(orbit.sources))
