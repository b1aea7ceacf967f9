"""Fat trees and folded Clos networks of two and three levels, tapered or not: leaves, spines, and cores above pods."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from statistics import median, median_high

from netlemma.graphs.fabrics.shapes import Deviation, Difference, Labelling, Shape, clusters, mode, nearest
from netlemma.graphs.fabrics.wiring import Wiring

LEAF, SPINE, CORE = range(3)
ROUNDS = 3


def fat_trees(wiring: Wiring) -> Iterator[Shape]:
    """The fat trees that a fabric may be."""
    for leaves in dict.fromkeys((leaves_of(wiring), frozenset(wiring.hosts))):
        above = frozenset(wiring.switches) - leaves
        if not leaves or not above or len(wiring.inside) < len(wiring.switches):
            continue
        share = {s: _down(wiring, s, leaves) for s in above}
        if 2 * sum(each > 0 for each in share.values()) > len(above):
            yield _two_levels(wiring, leaves, above)
        usual = mode(each for each in share.values() if each)
        spines = _by_neighbours(wiring, leaves, frozenset(s for s in above if 2 * share[s] > usual))
        if spines and (cores := above - spines):
            yield _three_levels(wiring, leaves, spines, cores)


def _down(wiring: Wiring, switch: int, leaves: frozenset[int]) -> float:
    there = wiring.beside[switch]
    return sum(count for other, count in there.items() if other in leaves) / max(1, there.total())


def _by_neighbours(wiring: Wiring, leaves: frozenset[int], spines: frozenset[int]) -> frozenset[int]:
    """The switches with more cables to leaves and cores than to spines, which are spines."""
    for _ in range(ROUNDS):
        above = frozenset(
            switch
            for switch in wiring.switches
            if switch not in leaves
            and 2 * sum(n for other, n in wiring.beside[switch].items() if other in spines)
            < wiring.beside[switch].total()
        )
        if above == spines or not above:
            break
        spines = above
    return spines


def leaves_of(wiring: Wiring) -> frozenset[int]:
    """Switches with hosts, but for those with few, and switches that are joined as these are."""
    if not wiring.hosts:
        return _larger_side(wiring)
    usual = median(wiring.hosts.values())
    found = {switch for switch, count in wiring.hosts.items() if 4 * count >= usual}
    near = [frozenset(wiring.beside[switch]) for switch in found]
    kinds = set(near)
    for switch in wiring.switches:
        mine = frozenset(wiring.beside[switch])
        if switch not in found and mine and any(2 * len(mine & each) > max(len(mine), len(each)) for each in kinds):
            found.add(switch)
    return frozenset(found)


def _larger_side(wiring: Wiring) -> frozenset[int]:
    """Of switches without hosts in two sides, the side with more of them."""
    side: dict[int, int] = {}
    for start in wiring.switches[:1]:
        side[start], border = 0, [start]
        for switch in border:
            for other in wiring.beside[switch]:
                if other not in side:
                    side[other] = 1 - side[switch]
                    border.append(other)
    sides = [frozenset(s for s in side if side[s] == which) for which in (0, 1)]
    return max(sides, key=len) if len(side) == len(wiring.switches) and len(sides[0]) != len(sides[1]) else frozenset()


def _two_levels(wiring: Wiring, leaves: frozenset[int], spines: frozenset[int]) -> Shape:
    cables = mode(wiring.beside[leaf][spine] for leaf in leaves for spine in spines if wiring.beside[leaf][spine])
    labels: dict[int, Hashable] = {s: LEAF if s in leaves else SPINE for s in wiring.switches}
    partners: Mapping[Hashable, Mapping[Hashable, int]] = {LEAF: {SPINE: cables}, SPINE: {LEAF: cables}}
    difference = Labelling(wiring, labels, partners.__getitem__).difference()
    hosts = mode(wiring.hosts[leaf] for leaf in leaves)
    sizes = {
        "leaves": len(leaves),
        "spines": len(spines),
        "cables_between": cables,
        **_taper(hosts, cables * len(spines)),
    }
    return Shape(
        "fat tree",
        sizes,
        (len(leaves), len(spines)),
        difference,
        level_of={s: int(s not in leaves) for s in wiring.switches},
    )


def _taper(hosts: int, up: int) -> dict[str, object]:
    """The number of hosts at a leaf, and how many share an upward cable."""
    if not hosts:
        return {}
    ratio = Fraction(hosts, max(1, up))
    return {"hosts_per_leaf": hosts, "taper": f"{ratio.numerator}:{ratio.denominator}"}


def _three_levels(wiring: Wiring, leaves: frozenset[int], spines: frozenset[int], cores: frozenset[int]) -> Shape:
    beside = wiring.beside
    pods = clusters({s: frozenset(beside[s].keys() & leaves) for s in spines})
    groups = clusters({c: frozenset(beside[c].keys() & spines) for c in cores})
    if not pods or not groups:
        return Shape("", {}, difference=Difference(missing=((0, 0),) * len(wiring.inside)))
    pod_of = nearest(beside, spines, pods)
    for _ in range(ROUNDS):
        above = _members(pod_of, len(pods))
        leaf_pod = nearest(beside, leaves, above)
        below = _members(leaf_pod, len(pods))
        pod_of = nearest(beside, spines, below)
    group_of = nearest(beside, cores, groups)
    for _ in range(ROUNDS):
        above = _members(group_of, len(groups))
        spine_group = nearest(beside, spines, above)
        below = _members(spine_group, len(groups))
        group_of = nearest(beside, cores, below)
    low = mode(beside[x][s] for s in spines for x in beside[s] if x in leaves and leaf_pod[x] == pod_of[s])
    high = mode(beside[c][s] for c in cores for s in beside[c] if s in spines and spine_group[s] == group_of[c])
    labels: dict[int, Hashable] = {
        **{x: (LEAF, leaf_pod[x]) for x in leaves},
        **{s: (SPINE, pod_of[s], spine_group[s]) for s in spines},
        **{c: (CORE, group_of[c]) for c in cores},
    }
    partners: dict[Hashable, dict[Hashable, int]] = {label: {} for label in labels.values()}
    members = [
        [len(each) for each in _members(of, n)]
        for of, n in ((leaf_pod, len(pods)), (pod_of, len(pods)), (group_of, len(groups)))
    ]
    every = [median_high(each) for each in members]
    for spine, core in product(
        *map(sorted, map(set, members[1:]))
    ):  # a spine may be taken for a core, or a core for a spine
        if spine * len(pods) + core * len(groups) == len(spines) + len(cores):
            every[1:] = spine, core
    room: dict[Hashable, int] = {
        **{(LEAF, pod): every[0] for pod in range(len(pods))},
        **{
            (SPINE, pod, group): max(1, every[1] // len(groups))
            for pod in range(len(pods))
            for group in range(len(groups))
        },
        **{(CORE, group): every[2] for group in range(len(groups))},
    }
    for pod, group in product(range(len(pods)), range(len(groups))):
        for label, cables in (((LEAF, pod), low), ((CORE, group), high)):
            partners.setdefault(label, {})[SPINE, pod, group] = cables
            partners.setdefault((SPINE, pod, group), {})[label] = cables
    found = Labelling(wiring, labels, lambda label: partners.get(label, {}), room)
    difference, others = found.settle()
    level = {s: label[0] for s, label in found.labels.items()}  # type: ignore[index]
    size = Counter(label[:2] for label in found.labels.values())  # type: ignore[index]
    per = {
        "leaves_per_pod": [size[LEAF, pod] for pod in range(len(pods))],
        "spines_per_pod": [size[SPINE, pod] for pod in range(len(pods))],
        "cores_per_group": [size[CORE, group] for group in range(len(groups))],
    }
    hosts = mode(wiring.hosts[leaf] for leaf in leaves)
    sizes: dict[str, object] = {
        "pods": len(pods),
        "core_groups": len(groups),
        **{n: median_high(v) for n, v in per.items()},
    }
    if low != 1 or high != 1:
        sizes |= {"cables_between": low, "cables_to_cores": high}
    k = len(pods)
    if (low, high, len(groups)) == (1, 1, k // 2) and all(2 * median_high(v) == k for v in per.values()):
        sizes = {"k": k, **sizes}
    sizes |= _taper(hosts, low * median_high(per["spines_per_pod"]))
    notes = [
        Deviation("switches", f"switches: {where} {number} has {count} {what} instead of {median_high(per[name])}")
        for name, where, what in (
            ("leaves_per_pod", "pod", "leaves"), ("spines_per_pod", "pod", "spines"), ("cores_per_group", "group of cores", "cores"),
        )
        for number, count in enumerate(per[name], 1) if count != median_high(per[name])
    ]  # fmt: skip
    count = Counter(level.values())
    return Shape("fat tree", sizes, (count[LEAF], count[SPINE], count[CORE]), difference, others, tuple(notes), level)


def _members(of: Mapping[int, int], count: int) -> list[frozenset[int]]:
    found: list[set[int]] = [set() for _ in range(count)]
    for node, group in of.items():
        found[group].add(node)
    return [frozenset(each) for each in found]
