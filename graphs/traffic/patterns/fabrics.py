"""Adversarial patterns of networks with groups and switches: the next group, the next switch, shared links, complements."""

from collections.abc import Hashable, Sequence

import numpy as np

from netlemma.errors import TrafficError
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.building import from_pairs, permutation
from netlemma.graphs.traffic.traffic import Traffic


def group_next(net: Network) -> Traffic:
    """Every end to all ends of the next group, each alike.

    A group is all ends with the same first coordinate, among those coordinates in which ends differ: the group of a dragonfly,
    the pod of a fat tree, the first dimension of a HyperX. The group after the last is the first.

    J. Kim, W. J. Dally, S. Scott and D. Abts, Technology-driven, highly-scalable dragonfly topology, 2008.

    >>> from netlemma.graphs import network
    >>> net = network("dragonfly", p=1, a=2, h=1)  # groups 0, 1 and 2 of two terminals
    >>> group_next(net).between(net.ends[0], net.ends[2])
    Fraction(1, 2)
    """
    labels = [net.labels(end) for end in net.ends]
    differing = [len(set(column)) > 1 for column in zip(*labels, strict=False)]
    if len({len(label) for label in labels}) > 1 or sum(differing) < 2:
        raise TrafficError(
            f"group+1 sends from group to group, and {net.title} has none: use switch+1 or ring-allreduce"
        )
    return _to_next(net, [label[differing.index(True)] for label in labels])


def switch_next(net: Network) -> Traffic:
    """Every end to all ends of the next switch by number that has some, each alike; the first comes after the last.

    J. Kim, W. J. Dally and D. Abts, Flattened butterfly: a cost-efficient topology for high-radix networks, 2007
    (secondary: the text was not at hand).

    >>> from netlemma.graphs import network
    >>> net = network("hyperx", S=(3,), T=2)
    >>> switch_next(net).between(net.ends[0], net.ends[3])
    Fraction(1, 2)
    """
    return _to_next(net, _switches(net))


def shared_link(net: Network) -> Traffic:
    """Switches in paths r, s, t, u: the ends of r and t, and of s and u, exchange messages, all over the link between s and t.

    Paths are taken so that s is the only switch next to both r and t, which are not linked, and t the only one next to both s
    and u; switches that are left over send to themselves.

    The worst-case traffic of the Slim Fly model of the simulator CODES.

    >>> from netlemma.graphs import network
    >>> found = shared_link(network("ring", K=8))
    >>> found.between(0, 2), found.between(3, 1), found.between(4, 6)
    (Fraction(1, 1), Fraction(1, 1), Fraction(1, 1))
    """
    switches = np.array(_switches(net))
    near: dict[int, set[int]] = {int(s): set() for s in np.unique(switches)}
    for u, v in zip(net.origin.tolist(), net.target.tolist(), strict=True):
        if u in near and v in near:
            near[u].add(v)
    if len(set(np.bincount(switches)[list(near)].tolist())) > 1:
        raise TrafficError(f"shared-link needs equally many ends on all switches, and those of {net.title} differ")
    partner = {switch: switch for switch in near}
    free = set(near)

    def beyond(a: int, b: int) -> list[int]:
        return [c for c in sorted(near[b] & free - {a} - near[a]) if near[a] & near[c] == {b}]

    for r in near:
        if r not in free:
            continue
        ways = ((s, t, u) for s in sorted(near[r] & free) for t in beyond(r, s) for u in beyond(s, t) if u != r)
        if (found := next(ways, None)) is not None:
            s, t, u = found
            partner |= {r: t, t: r, s: u, u: s}
            free -= {r, s, t, u}
    if len(free) == len(near):
        raise TrafficError(f"shared-link needs paths of four switches without short cuts, and {net.title} has none")
    ends = np.asarray(net.ends)
    order = np.argsort(switches, kind="stable")
    place = np.searchsorted(switches[order], [partner[s] for s in switches[order].tolist()])
    number = np.arange(len(order)) - np.searchsorted(switches[order], switches[order])
    there = np.empty(len(ends), dtype=np.int64)
    there[order] = ends[order][place + number]
    return permutation(net, there)


def complement_reverse(net: Network) -> Traffic:
    """The coordinates of a switch complemented and in reverse order; the number of a terminal on its switch stays.

    N. McDonald, M. Isaev, A. Flores, A. Davis and J. Kim, Practical and efficient incremental adaptive routing for HyperX
    networks, 2019, "dimension complement reverse" (secondary: the text was not at hand).

    >>> from netlemma.graphs import network
    >>> complement_reverse(network("mesh", k=3, n=2)).between(1, 5)
    Fraction(1, 1)
    """
    number = {net.labels(end): end for end in net.ends}
    last = net.terminals is not None
    points = [label[: len(label) - last] for label in number]
    sizes = [max(column) + 1 for column in zip(*points, strict=False)] if _whole(number) else []
    there = [
        number.get((*(k - 1 - x for k, x in zip(sizes[::-1], point[::-1], strict=False)), *label[len(point) :]))
        for point, label in zip(points, number, strict=True)
    ]
    if sizes != sizes[::-1] or None in there or not sizes:
        raise TrafficError(
            f"complement-reverse needs a grid of switches, of the same sizes from both sides, and {net.title} is none"
        )
    return permutation(net, np.array(there))


def _whole(labels: dict[tuple[int, ...], int]) -> bool:
    return all(isinstance(x, int) for label in labels for x in label)


def _switches(net: Network) -> list[int]:
    """The switch of each end: the node that its only link leads to, or itself."""
    first, degree = net.indptr[:-1], np.diff(net.indptr)
    return [
        end if net.forwarding[end] or degree[end] != 1 else int(net.target[first[end]]) for end in map(int, net.ends)
    ]


def _to_next(net: Network, groups: Sequence[Hashable]) -> Traffic:
    """Messages of every end to all ends of the next group in equal shares."""
    _, at = np.unique(np.array(groups), return_inverse=True)
    ends = np.asarray(net.ends)
    members = [ends[at == i] for i in range(at.max() + 1)]
    after = [members[(i + 1) % len(members)] for i in at.tolist()]
    sizes = np.array([len(group) for group in after])
    whole = int(np.lcm.reduce(sizes))
    return from_pairs(net, np.repeat(ends, sizes), np.concatenate(after), np.repeat(whole // sizes, sizes), whole)


PATTERNS = {
    "group+1": group_next,
    "switch+1": switch_next,
    "shared-link": shared_link,
    "complement-reverse": complement_reverse,
}
