"""Networks assembled from arrays of links without a loop over nodes, and families that are given by them; nodes that
are words or permutations.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from math import factorial, lgamma, log, log10
from typing import Any, NamedTuple

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.product import HUGE
from netlemma.graphs.topology.structure import DeviceClass, Label, Network

# Nodes that are words or permutations: their numbers, their labels, and how many there are.


def digits(base: int, length: int) -> Callable[[int], Label]:
    """Labels of the words of a length, numbered with the first letter as the most significant digit.

    >>> digits(3, 2)(5)
    (1, 2)
    """
    return lambda node: tuple(int(node) // base**i % base for i in reversed(range(length)))


def bits(length: int) -> Callable[[int], Label]:
    """Labels of binary words.

    >>> bits(3)(5)
    (1, 0, 1)
    """
    return digits(2, length)


def log_powers(base: int, exponent: int, degree: int) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of hops of a network of base^exponent nodes.

    >>> log_powers(10, 3, 100)
    (3.0, 5.0)
    """
    nodes = min(exponent, HUGE) * log10(min(base, HUGE))
    return nodes, nodes + log10(max(1, min(degree, HUGE)))


def log_count(nodes: int, hops: int) -> tuple[float, float]:
    """Log10 of two counts, which may be huge or 0.

    >>> log_count(100, 10**30)
    (2.0, 30.0)
    """
    return log10(max(nodes, 1)), log10(max(hops, 1))


def cube_facts(n: int) -> dict[str, int]:
    """Facts of 2^n nodes with n links each, of which each flips the bits of one dimension.

    >>> cube_facts(3)
    {'nodes': 8, 'degree': 3, 'least_degree': 3, 'links': 12}
    """
    return {"nodes": 2**n, "degree": n, "least_degree": n, "links": n * 2**n // 2}


def log_factorials(n: int, degree: int) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of hops of a network of n! nodes."""
    nodes = lgamma(min(n, HUGE) + 1) / log(10)
    return nodes, nodes + log10(max(1, min(degree, HUGE)))


def permutations(n: int) -> np.ndarray:
    """All permutations of 0, ..., n-1 in lexicographic order.

    Returns: A permutation in each row.

    >>> permutations(3).tolist()
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    """
    found = np.zeros((1, 0), dtype=np.int8)
    for size in range(1, n + 1):
        first = np.repeat(np.arange(size, dtype=np.int8), len(found))
        rest = np.tile(found, (size, 1))
        found = np.column_stack([first, rest + (rest >= first[:, None])])
    return found


def rank(words: np.ndarray) -> np.ndarray:
    """Numbers of permutations in lexicographic order.

    words (ndarray of int, shape (..., n)): Permutations of 0, ..., n-1.

    Returns: Their numbers.

    >>> rank(permutations(4)).tolist() == list(range(24))
    True
    """
    n = words.shape[-1]
    found = np.zeros(words.shape[:-1], dtype=np.int64)
    for i in range(n):
        found += (words[..., i + 1 :] < words[..., i : i + 1]).sum(axis=-1) * factorial(n - 1 - i)
    return found


def renamings(n: int) -> list[np.ndarray]:
    """Permutations of n symbols with their symbols renamed: the first two exchanged, and all of them in a cycle.

    Renaming keeps every link between permutations that are changed by moving symbols from place to place, and makes all
    of them alike.

    Returns: Image of each permutation's number.
    """
    words = permutations(n)
    return [rank(new[words]) for new in letter_changes(n)]


def letter_changes(n: int) -> list[np.ndarray]:
    """Permutations of n letters that generate all: the first two exchanged, and all of them in a cycle.

    >>> [each.tolist() for each in letter_changes(3)]
    [[1, 0, 2], [1, 2, 0]]
    """
    exchange, cycle = np.array([1, 0, *range(2, n)]), np.array([*range(1, n), 0])
    return [exchange, cycle] if n > 2 else [exchange][: n - 1]


def relettered(base: int, length: int) -> list[np.ndarray]:
    """Words with their letters renamed as by :func:`letter_changes`.

    Returns: Image of each word's number.
    """
    weights = base ** np.arange(length)
    words = np.arange(base**length)[:, None] // weights % base
    return [change[words] @ weights for change in letter_changes(base)]


def symbols(n: int) -> Callable[[int], Label]:
    """Labels of the permutations of 1, ..., n.

    >>> symbols(3)(3)
    (2, 3, 1)
    """

    def label(node: int) -> Label:
        left, found = list(range(1, n + 1)), []
        for size in reversed(range(n)):
            place, node = divmod(int(node), factorial(size))
            found.append(left.pop(place))
        return tuple(found)

    return label


# Networks assembled from arrays of links, at most one between two nodes; terminals may be attached to the switches.


class Links(NamedTuple):
    """Links of one class: link i joins ``tail[i]`` and ``head[i]``; one-way links lead from tail to head.

    name: Name of the class.
    tail, head: Ends of the links, of one shape or shapes that broadcast.
    """

    name: str
    tail: Any
    head: Any


def simple_network(
    nodes: int,
    links: Sequence[Links],
    labels: Callable[[int], Label],
    *,
    one_way: bool = False,
    symmetries: Callable[[], Sequence[np.ndarray]] | None = None,
    terminals: int = 0,
    carriers: np.ndarray | None = None,
    ends: range | None = None,
    relay: bool = True,
    parallel: bool = False,
) -> Network:
    """A network with at most one link between two nodes: links to the node itself and repeated ones are left out.

    It has no name and no sizes: its family gives them. With ``parallel``, links that are listed repeatedly are parallel ones.

    carriers (ndarray of int, optional): Nodes that carry terminals; all if None.

    >>> ring = [Links("ring", [0, 1], [1, 2]), Links("ring", 2, 0)]
    >>> net = simple_network(4, [*ring, Links("handle", 0, 3)], lambda u: (u,))
    >>> net.classes, net.node_count
    ([('ring', 3), ('handle', 1)], 4)
    >>> net = simple_network(2, [Links("link", 0, 1)], lambda u: (u,), terminals=2)
    >>> net.classes, net.ends, net.labels(5)
    ([('link', 1), ('terminal', 4)], (2, 3, 4, 5), (1, 1))
    """
    tail, head, kind = _listed(links) if parallel else _merged(nodes, links, one_way)
    every = list(dict.fromkeys(each.name for each in links))
    classes, kind = np.unique(np.array([every.index(each.name) for each in links])[kind], return_inverse=True)
    names = [every[each] for each in classes]
    device = np.arange(len(tail))
    at = np.repeat(np.arange(nodes) if carriers is None else carriers, terminals)
    count = nodes + len(at)
    back = np.zeros(0, np.int64) if one_way else device
    tails, heads, devices = [tail, head[back]], [head, tail[back]], [device, back]
    forwards, between = None, None if ends is None else tuple(ends)
    if ends and not relay:
        forwards = np.isin(np.arange(nodes), ends, invert=True)
    if terminals:
        outer, number = np.arange(nodes, count), len(tail) + np.arange(len(at))
        tails, heads, devices = [*tails, at, outer], [*heads, outer, at], [*devices, number, number]
        kind = np.concatenate([kind, np.full(len(at), len(names), dtype=np.int16)])
        names.append("terminal")
        forwards, between = np.arange(count) < nodes, tuple(range(nodes, count))
    origin, target, device = map(np.concatenate, (tails, heads, devices))
    order = np.lexsort((device, origin))
    return Network(
        family="",
        parameters={},
        indptr=np.concatenate([[0], np.cumsum(np.bincount(origin, minlength=count))]).astype(np.int64),
        target=target[order].astype(np.int32),
        device=device[order].astype(np.int32),
        device_classes=tuple(
            DeviceClass(name, "one-way link" if one_way and name != "terminal" else "link") for name in names
        ),
        device_class=kind.astype(np.int16),
        labels=_with_terminals(labels, nodes, terminals, at) if terminals else labels,
        symmetries=symmetries and (lambda: [_carried(image, nodes, terminals, at) for image in symmetries()]),
        terminals=between,
        forwards=forwards,
    )


def switch_facts(switches: int, links: int, degree: int, terminals: int) -> dict[str, int]:
    """The numbers of a network whose switches carry terminals each, see :func:`netlemma.graphs.topology.family.counted`.

    >>> switch_facts(4, 6, 3, 2)
    {'nodes': 12, 'ends': 8, 'links': 14, 'degree': 5}
    """
    return {
        "nodes": switches * (1 + terminals),
        "ends": switches * (terminals or 1),
        "links": links + switches * terminals,
        "degree": degree + terminals,
    }


def sizes_by(facts: Callable[..., Mapping[str, int]], **most: int) -> Callable[..., tuple[float, float]]:
    """Log10 of the numbers of nodes and of hops, by the facts of a family without one-way links."""

    def log_sizes(*values: Any, **size: Any) -> tuple[float, float]:
        found = facts(*values, **{name: min(value, most.get(name, value)) for name, value in size.items()})
        return log_count(found["nodes"], 2 * found["links"])

    return log_sizes


def _merged(nodes: int, links: Sequence[Links], one_way: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Tails, heads and classes of the links, those to the node itself and repeated ones left out."""
    tail, head, kind = _listed(links)
    ends = (tail, head) if one_way else (np.minimum(tail, head), np.maximum(tail, head))
    _, first = np.unique(ends[0] * nodes + ends[1], return_index=True)
    kept = np.sort(first[tail[first] != head[first]])
    return tail[kept], head[kept], kind[kept]


def _listed(links: Sequence[Links]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Tails, heads and classes of all links."""
    pairs = [np.broadcast_arrays(np.asarray(each.tail, np.int64), np.asarray(each.head, np.int64)) for each in links]
    tail = np.concatenate([tail.ravel() for tail, _ in pairs])
    head = np.concatenate([head.ravel() for _, head in pairs])
    return tail, head, np.repeat(np.arange(len(links), dtype=np.int16), [tail.size for tail, _ in pairs])


def _with_terminals(labels: Callable[[int], Label], nodes: int, each: int, at: np.ndarray) -> Callable[[int], Label]:
    def label(node: int) -> Label:
        number = int(node) - nodes
        return labels(node) if number < 0 else (*labels(int(at[number])), number % each)

    return label


def _carried(image: np.ndarray, nodes: int, each: int, at: np.ndarray) -> np.ndarray:
    """A symmetry of the nodes that takes their terminals along."""
    first = np.full(nodes, -1)  # the number of each carrier's first terminal
    first[at[:: max(each, 1)]] = nodes + np.arange(0, len(at), max(each, 1))
    return np.concatenate([image, first[image[at]] + np.arange(len(at)) % max(each, 1)])


# Networks in which every node has equally many hops, assembled from arrays without a loop over nodes.


def regular_network(
    family: str,
    parameters: dict[str, int],
    target: np.ndarray,
    device: np.ndarray,
    classes: Sequence[tuple[str, str, int]],
    labels: Callable[[int], Label],
    symmetries: Callable[[], Sequence[np.ndarray]],
) -> Network:
    """A network whose node i has the hops (target[i, k], device[i, k]), k = 0, 1, ...

    target (ndarray of int, shape (..., degree)): Target of each hop; the axes before the last, in order, number the
    nodes.
    device (ndarray of int, shape (..., degree)): Device of each hop.
    """
    degree = target.shape[-1]
    return Network(
        family=family,
        parameters=parameters,
        indptr=np.arange(0, target.size + 1, degree, dtype=np.int64),
        target=np.ascontiguousarray(target, dtype=np.int32).ravel(),
        device=np.ascontiguousarray(device, dtype=np.int32).ravel(),
        device_classes=tuple(DeviceClass(name, kind) for name, kind, _ in classes),
        device_class=np.repeat(np.arange(len(classes), dtype=np.int16), [count for *_, count in classes]),
        labels=labels,
        symmetries=symmetries,
    )


# Families that are given by lists of links and by what follows from their definition: named graphs of graph theory.


MOST_EXPONENT = 400  # of a number of nodes, beyond which nothing can be built


def linked_family(
    name: str,
    parameters: tuple[Parameter, ...],
    summary: str,
    links: Callable[..., Sequence[Links]],
    facts: Callable[..., Mapping[str, int]],
    sizes: Sequence[Any],
    *,
    labels: Callable[..., Callable[[int], Label]] = lambda **size: lambda u: (int(u),),
    symmetries: Callable[..., Sequence[np.ndarray]] | None = None,
    exponential: bool = False,
    **options: Any,
) -> Family[Network]:
    """A family of networks with at most one link between two nodes."""
    names = [p.name for p in parameters]
    largest = MOST_EXPONENT if exponential else HUGE

    def make(**size: int) -> Network:
        turns = None if symmetries is None else (lambda: symmetries(**size))
        return simple_network(facts(**size)["nodes"], links(**size), labels(**size), symmetries=turns)

    usual = [dict(zip(names, each if isinstance(each, tuple) else (each,), strict=True)) for each in sizes]
    return Family(
        name=name,
        parameters=parameters,
        classes=tuple(dict.fromkeys(re.sub(r"-[0-9]+$", "-i", each.name) for each in links(**usual[-1]))),
        summary=summary,
        make=make,
        log_sizes=sizes_by(facts, **dict.fromkeys(names, largest)),
        facts=facts,
        default_sizes=tuple(usual),
        kind="graph",
        **options,
    )


def closed(name: str, n: int, first: int = 0) -> Links:
    """The links of a ring of n nodes.

    >>> closed("rim", 3).head.tolist()
    [1, 2, 0]
    """
    i = np.arange(n)
    return Links(name, first + i, first + (i + 1) % n)


def turns(n: int, rings: int, others: int = 0) -> list[np.ndarray]:
    """Symmetries of nodes in rings, one after the other, and of others that stay: all rings turned, and all mirrored.

    Returns: Image of each node.

    >>> [each.tolist() for each in turns(3, 1, 1)]
    [[1, 2, 0, 3], [0, 2, 1, 3]]
    """
    i, ring = np.arange(n), n * np.arange(rings)[:, None]
    rest = n * rings + np.arange(others)
    return [np.concatenate([(ring + image % n).ravel(), rest]) for image in (i + 1, -i)]


def in_rings(n: int) -> Callable[[int], Label]:
    """Labels of nodes in rings of n: the ring, and the place in it.

    >>> in_rings(5)(7)
    (1, 2)
    """
    return lambda u: divmod(int(u), n)
