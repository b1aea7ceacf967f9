"""Networks whose switches have coordinates: tori and rings, meshes, hypercubes, HyperX and full meshes.

Coordinates are found from one switch outwards: its neighbours are told apart by their common neighbours, and each further
place goes to the switch that most neighbours of the place are joined to. Cables that deviate are outvoted.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import heappop, heappush
from itertools import combinations, permutations, product
from math import inf, prod

from netlemma.graphs.fabrics.shapes import SWAP, Labelling, Shape, mode
from netlemma.graphs.fabrics.wiring import Wiring

RING, CLIQUE, LINE = "ring", "clique", "line"
MOST_DIMENSIONS, MOST_SEEDS, MOST_SIZES = 6, 8, 12
MOST_SWITCHES, MOST_PROFILES, FEW, SMALL = 5000, 5, 12, 100
MOST_MOVES = 4  # of each switch, on average
Place = tuple[int, ...]


def grids(
    wiring: Wiring, wanted: tuple[str, tuple[int, ...]] | None = None, most: Callable[[], float] = lambda: inf
) -> Iterator[Shape]:
    """The grids that a fabric may be; of the kind and sizes that are wanted, if they are given.

    most: Number of cables to handle from which on a grid is of no interest any more.
    """
    count = len(wiring.switches)
    if not 2 <= count <= MOST_SWITCHES:
        return
    parallel = mode(map(len, wiring.between.values()), 1)
    cables = len(wiring.inside) / parallel
    pairs = count * (count - 1) // 2
    if wanted is None and cables >= 0.8 * pairs:
        whole = Labelling(wiring, dict.fromkeys(wiring.switches, 0), lambda _: {0: parallel})
        yield Shape("full mesh", _sizes(wiring, {"switches": count}, parallel), (), whole.difference())
    for factor in (CLIQUE, RING, LINE):
        if wanted and wanted[0] != factor:
            continue
        sizes = [wanted[1]] if wanted else _candidates(factor, count, cables)
        for dims in _by_distances(wiring, factor, sizes)[:MOST_SIZES]:
            if wanted is None and _least_handled(wiring, factor, dims, parallel) > most():
                continue
            if (found := _aligned(wiring, factor, dims, parallel)) is not None:
                yield found
                if found.difference.size <= FEW:
                    break


def _by_distances(wiring: Wiring, factor: str, sizes: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Sizes, first those whose numbers of places at each distance from a corner are nearest to those of the switches."""
    if len(sizes) < 2:
        return sizes
    profiles = []
    degree = {RING: mode(len(each) for each in wiring.beside.values()), CLIQUE: 0, LINE: 0}[factor]
    least = min(map(len, wiring.beside.values())) if factor == LINE else degree
    some = [s for s in wiring.switches if not least or len(wiring.beside[s]) == least][:MOST_PROFILES]
    for switch in some:
        profiles.append(Counter(_far(switch, wiring.beside).values()))
    ranked = []
    for number, dims in enumerate(sizes):
        line = {
            RING: lambda k: [min(x, k - x) for x in range(k)],
            CLIQUE: lambda k: [0] + [1] * (k - 1),
            LINE: lambda k: range(k),
        }
        wanted = Counter({0: 1})
        for k in dims:
            wanted = _sum(wanted, Counter(line[factor](k)))
        apart = [sum(abs(each[d] - wanted[d]) for d in {*each, *wanted}) for each in profiles]
        ranked.append((min(apart, default=0), number, dims))
    return [dims for *_, dims in sorted(ranked)]


def _sum(one: Counter[int], other: Counter[int]) -> Counter[int]:
    """The numbers of pairs by the sums of their distances."""
    found: Counter[int] = Counter()
    for a, m in one.items():
        for b, n in other.items():
            found[a + b] += m * n
    return found


def _far(start: int, beside: Mapping[int, Mapping[int, int]]) -> dict[int, int]:
    far, border = {start: 0}, [start]
    for node in border:
        for other in beside[node]:
            if other not in far:
                far[other] = far[node] + 1
                border.append(other)
    return far


def _candidates(factor: str, count: int, cables: float) -> list[tuple[int, ...]]:
    """Sizes with this number of switches and about this number of cables, the nearest first."""
    room = max(4, 0.1 * cables)
    least = {RING: 3, CLIQUE: 2, LINE: 2}[factor]
    found = []
    for dims in _factorisations(count, least, MOST_DIMENSIONS if factor != CLIQUE else 12):
        if factor == CLIQUE and len(dims) == 1:
            continue  # a full mesh
        if factor == LINE and set(dims) == {2} and len(dims) > 1:
            continue  # a hypercube
        difference = abs(_cables(factor, dims) - cables)
        if difference <= room:
            found.append((difference, len(dims), dims))
    return [dims for *_, dims in sorted(found)]


def _cables(factor: str, dims: tuple[int, ...]) -> float:
    count = prod(dims)
    each = {RING: lambda k: count, CLIQUE: lambda k: count * (k - 1) / 2, LINE: lambda k: count * (k - 1) / k}[factor]
    return sum(each(k) for k in dims)


def _factorisations(count: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """All ways to write a number as a product of factors that do not fall.

    >>> list(_factorisations(12, 2, 3))
    [(2, 2, 3), (2, 6), (3, 4), (12,)]
    """
    for first in range(least, int(count**0.5) + 1):
        if count % first == 0 and most > 1:
            for rest in _factorisations(count // first, first, most - 1):
                yield (first, *rest)
    if count >= least:
        yield (count,)


def _least_handled(wiring: Wiring, factor: str, dims: tuple[int, ...], parallel: int) -> int:
    """How many cables are to be handled at least, by the numbers of cables at switches."""
    cables = {
        RING: lambda k: Counter({min(2, k - 1): k}),
        CLIQUE: lambda k: Counter({k - 1: k}),
        LINE: lambda k: Counter({1: 2, 2: k - 2}),
    }
    wanted = Counter({0: 1})
    for k in dims:
        wanted = _sum(wanted, cables[factor](k))
    there = sorted(each.total() for each in wiring.beside.values())
    apart = [n - parallel * m for n, m in zip(there, sorted(wanted.elements()), strict=True)]
    return max(sum(n for n in apart if n > 0), sum(-n for n in apart if n < 0)) // 2


def _neighbours(factor: str, dims: tuple[int, ...]) -> dict[Place, list[Place]]:
    """The places beside each place of a grid."""
    found: dict[Place, list[Place]] = {}
    for place in product(*map(range, dims)):
        found[place] = []
        for d, k in enumerate(dims):
            x = place[d]
            if factor == CLIQUE:
                steps = [y for y in range(k) if y != x]
            elif factor == RING:
                steps = list(dict.fromkeys([(x + 1) % k, (x - 1) % k]))
            else:
                steps = [y for y in (x + 1, x - 1) if 0 <= y < k]
            found[place] += [(*place[:d], y, *place[d + 1 :]) for y in steps]
    return found


def _aligned(wiring: Wiring, factor: str, dims: tuple[int, ...], parallel: int) -> Shape | None:
    """The fabric with coordinates that leave the fewest deviations."""
    if prod(dims) != len(wiring.switches):
        return None
    places = _neighbours(factor, dims)
    best: Labelling | None = None
    size = agreed = 0
    for start in _starts(wiring, factor, dims):
        found = Labelling(
            wiring,
            {switch: place for place, switch in _spread(wiring, places, start).items()},
            lambda label: dict.fromkeys(places[label], parallel),  # type: ignore[index]
        )
        mine = found.settle()[0].size if len(places) <= SMALL else found.difference().size
        agreed += best is not None and mine == size
        if best is None or mine < size:
            best, size, agreed = found, mine, 0
        if size == 0 or (agreed == 2 and size <= SWAP):
            break
    if best is None:
        return None
    settled = best.settle()
    kind, sizes = _kind(factor, dims)
    idle = len(wiring.switches) - len(wiring.hosts) if wiring.hosts else 0  # all switches should have hosts
    return Shape(kind, _sizes(wiring, sizes, parallel), (), *settled, freedom=idle)


def _kind(factor: str, dims: tuple[int, ...]) -> tuple[str, dict[str, object]]:
    if factor == CLIQUE and dims == (2, 2):
        return "ring", {"switches": 4}
    if factor == CLIQUE and set(dims) == {2}:
        half = len(dims) // 2
        return "hypercube", {"n": len(dims), **({"torus": [4] * half} if half > 1 and len(dims) == 2 * half else {})}
    if len(dims) == 1:
        return {RING: "ring", CLIQUE: "full mesh", LINE: "line"}[factor], {"switches": dims[0]}
    return {RING: "torus", CLIQUE: "hyperx", LINE: "mesh"}[factor], {"sides": list(dims)}


def _sizes(wiring: Wiring, sizes: Mapping[str, object], parallel: int) -> dict[str, object]:
    return {
        **sizes,
        **({"cables_between": parallel} if parallel > 1 else {}),
        **({"hosts_per_switch": mode(wiring.hosts.values())} if wiring.hosts else {}),
    }


def _starts(wiring: Wiring, factor: str, dims: tuple[int, ...]) -> Iterator[dict[Place, int]]:
    """The neighbourhood of a switch with coordinates, for some switches whose neighbours are joined as they should be."""
    ends = [2 if factor == RING and k > 2 else k - 1 if factor == CLIQUE else 1 for k in dims]
    degree, seeds = sum(ends), 0
    origin: Place = (0,) * len(dims)
    for switch in sorted(wiring.switches, key=lambda s: (len(wiring.beside[s]) != degree, s)):
        near = list(wiring.beside[switch])
        if len(near) != degree or seeds >= MOST_SEEDS:
            return
        groups = [[each] for each in near] if max(ends) == 1 else _groups(wiring, switch, near, factor)
        if sorted(map(len, groups)) != sorted(ends):
            continue
        seeds += 1
        tried: set[tuple[tuple[int, int], ...]] = set()
        for order in permutations(range(len(dims))):
            which = tuple((dims[d], len(groups[i])) for i, d in enumerate(order))
            if which in tried or any(ends[d] != len(groups[i]) for i, d in enumerate(order)):
                continue
            tried.add(which)
            start = {origin: switch}
            for i, d in enumerate(order):
                steps = [1, dims[d] - 1] if factor == RING else range(1, len(groups[i]) + 1)
                for other, x in zip(groups[i], steps, strict=False):
                    start[(*origin[:d], x, *origin[d + 1 :])] = other
            yield start


def _groups(wiring: Wiring, switch: int, near: list[int], factor: str) -> list[list[int]]:
    """The neighbours of a switch by dimension: those of a clique are joined; those of a ring are in no square with it."""
    beside = wiring.beside
    together: dict[int, set[int]] = {each: {each} for each in near}
    for a, b in combinations(near, 2):
        joined = b in beside[a]
        if joined or (factor == RING and not (beside[a].keys() & beside[b].keys()) - {switch}):
            together[a].add(b)
            together[b].add(a)
    found: list[list[int]] = []
    left = dict.fromkeys(near)
    for each in sorted(near, key=lambda s: -len(together[s])):
        if each in left:
            group = [other for other in left if other in together[each]]
            for other in group:
                del left[other]
            found.append(group)
    if factor == RING:  # pairs that are in squares belong to rings of four, in any way
        single = [group[0] for group in found if len(group) == 1]
        found = [group for group in found if len(group) > 1] + [single[i : i + 2] for i in range(0, len(single), 2)]
    return found


def _spread(wiring: Wiring, places: Mapping[Place, list[Place]], start: Mapping[Place, int]) -> dict[Place, int]:
    """A switch for each place, from those of a neighbourhood outwards; places that most votes decide come first.

    A cable that deviates may put a switch at a wrong place: it goes on to a place with more votes for it, and makes way for
    another one with more votes for its own.
    """
    at: dict[Place, int] = {}
    home: dict[int, Place] = {}
    votes: dict[Place, Counter[int]] = {place: Counter() for place in places}
    depth = dict.fromkeys(start, 0)  # steps by which each place was reached
    heap: list[tuple[int, int, int, Place, int]] = []

    def rank(place: Place) -> tuple[int, int, int, Place, int] | None:
        mine = votes[place]
        here = mine[at[place]] if place in at else 0
        top = [(s, n) for s, n in mine.most_common() if s not in home or n > votes[home[s]][s]][:2]
        if not top or top[0][1] <= here:
            return None
        margin = top[0][1] - max(here, top[1][1] if len(top) > 1 else 0)
        return -margin, -top[0][1], depth[place], place, top[0][0]

    def leave(switch: int) -> None:
        old = home.pop(switch)
        del at[old]
        for other in places[old]:
            votes[other].subtract(wiring.beside[switch].keys())
        push([old])

    def push(some: Iterable[Place]) -> None:
        for place in some:
            if entry := rank(place):
                heappush(heap, entry)

    def put(switch: int, place: Place) -> None:
        if place in at:
            leave(at[place])
        if switch in home:
            leave(switch)
        at[place], home[switch] = switch, place
        for other in places[place]:
            votes[other].update(wiring.beside[switch].keys())
            depth.setdefault(other, depth[place] + 1)

    for place, switch in start.items():
        put(switch, place)
    push(dict.fromkeys(other for place in start for other in places[place]))
    moves = 0
    while heap and moves < MOST_MOVES * len(places):
        entry = heappop(heap)
        place, switch = entry[3], entry[4]
        if (now := rank(place)) != entry:
            if now is not None:
                heappush(heap, now)
            continue
        gone = at.get(place)
        put(switch, place)
        moves += 1
        push(places[place])
        if gone is not None:
            push(other for near in wiring.beside[gone] if near in home for other in places[home[near]])
    rest = [s for s in wiring.switches if s not in home]
    at.update(zip([place for place in places if place not in at], rest, strict=True))
    return at
