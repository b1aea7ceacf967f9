"""Random regular graphs from a seed: links in which no two nodes are joined twice, all nodes connected."""

from collections.abc import Sequence
from random import Random

import numpy as np

Adjacent = Sequence[set[int]]


def random_regular(nodes: int, degree: int, seed: int) -> np.ndarray:
    """Links of a connected random graph in which all nodes have one degree.

    Free ports are joined in pairs at random as long as some can be joined. Then a random link is broken up to join its
    ends to two free ports, as Singla et al. do.

    Returns: The two ends of each link.

    A. Singla, C.-Y. Hong, L. Popa and P. B. Godfrey, Jellyfish: networking data centers randomly, 2012, section 3.

    >>> random_regular(4, 3, seed=1).tolist()
    [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    """
    random = Random(seed)
    while True:
        near = _paired(nodes, degree, random)
        if near is not None and _connected(near):
            return np.array([(u, v) for u in range(nodes) for v in sorted(near[u]) if u < v])


def random_lift(degree: int, copies: int, seed: int) -> np.ndarray:
    """Links of a connected random lift of the complete graph on degree + 1 nodes.

    Copies of each two of its nodes are joined one to one at random; copy c of node u has the number u * copies + c.

    Returns: The two ends of each link.

    A. Valadarsky, G. Shahaf, M. Dinitz and M. Schapira, Xpander: towards optimal-performance datacenters, 2016.

    >>> random_lift(3, 1, seed=0).tolist()
    [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    """
    random = Random(seed)
    while True:
        near: list[set[int]] = [set() for _ in range((degree + 1) * copies)]
        links = []
        for u in range(degree + 1):
            for v in range(u + 1, degree + 1):
                matched = random.sample(range(copies), copies)
                links += [(u * copies + c, v * copies + d) for c, d in enumerate(matched)]
        for u, v in links:
            near[u].add(v)
            near[v].add(u)
        if _connected(near):
            return np.array(links)


def _paired(nodes: int, degree: int, random: Random) -> list[set[int]] | None:
    """Neighbours of each node, or None where the last free ports cannot be joined."""
    near: list[set[int]] = [set() for _ in range(nodes)]

    def join(u: int, v: int) -> None:
        near[u].add(v)
        near[v].add(u)

    free = [u for u in range(nodes) for _ in range(degree)]
    while free:
        random.shuffle(free)
        left = []
        for u, v in zip(free[::2], free[1::2], strict=True):
            if u == v or v in near[u]:
                left += [u, v]
            else:
                join(u, v)
        if len(left) == len(free):
            u, v = left[:2]
            broken = [
                (x, y)
                for x in range(nodes)
                for y in sorted(near[x])
                if u not in (x, y) and v not in (x, y) and x not in near[u] and y not in near[v]
            ]
            if not broken:
                return None
            x, y = random.choice(broken)
            near[x].remove(y)
            near[y].remove(x)
            join(u, x)
            join(v, y)
            left = left[2:]
        free = left
    return near


def _connected(near: Adjacent) -> bool:
    met, todo = {0}, [0]
    while todo:
        new = near[todo.pop()] - met
        met |= new
        todo += new
    return len(met) == len(near)
