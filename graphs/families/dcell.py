"""DCell_k: servers with k + 1 ports and switches with n, built from copies of DCell_(k-1) (Guo et al. 2008).

DCell_0 is n servers on one switch. DCell_k has t + 1 copies of DCell_(k-1), which has t servers; for i < j, server j - 1 of
copy i is linked to server i of copy j. Servers, which also forward, are numbered copy by copy.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, simple_network, sizes_by
from netlemma.graphs.topology.structure import Label, Network

HIGHEST = 7  # networks of more levels are refused in any case


def _servers(n: int, k: int) -> list[int]:
    """Numbers of servers of the DCells of all levels from 0 to k.

    >>> _servers(4, 2)
    [4, 20, 420]
    """
    found = [n]
    for _ in range(k):
        found.append(found[-1] * (found[-1] + 1))
    return found


def _symmetries(n: int, k: int, count: int) -> list[np.ndarray]:
    """All numbers reversed; all servers of a switch turned; two copies of a DCell_1 exchanged, or all turned."""
    server, switch = np.arange(count), np.arange(count // n)
    images = [(server[::-1], switch[::-1])]
    if k == 0:
        images.append((np.roll(server, 1), switch))
    if k == 1:
        copy, other = server // n, server % n + (server % n >= server // n)  # a server leads to another copy
        for moved in (np.roll(switch, 1), np.array([1, 0, *range(2, n + 1)])):
            images.append((moved[copy] * n + moved[other] - (moved[other] > moved[copy]), moved))
    return [np.concatenate([image, count + switches]) for image, switches in images]


def _make(n: int, k: int) -> Network:
    """The explicit network; its size is not checked.

    The label of a server is the copies that it is in, from the largest, and its number on its switch; that of a switch has
    -1 instead of the number.
    """
    sizes = _servers(n, k)
    count = sizes[-1]
    links = [Links("level-0", np.arange(count), count + np.arange(count) // n)]
    for level, part in enumerate(sizes[:-1], 1):
        i, j = np.triu_indices(part + 1, 1)
        start = np.arange(0, count, sizes[level])[:, None]
        links.append(Links(f"level-{level}", start + i * part + j - 1, start + j * part + i))

    def label(node: int) -> Label:
        number = int(node) if node < count else (int(node) - count) * n
        word = [number // part % (part + 1) for part in reversed(sizes[:-1])]
        return (*word, number % n if node < count else -1)

    return simple_network(
        count + count // n, links, label, symmetries=lambda: _symmetries(n, k, count), ends=range(count)
    )


def _facts(n: int, k: int) -> dict[str, int]:
    """A server has one link of each level, and on level 0 to its switch."""
    count = _servers(n, k)[-1]
    return {
        "nodes": count + count // n,
        "ends": count,
        "links": count + k * count // 2,
        "degree": max(n, k + 1),
        "least_degree": min(n, k + 1),
    }


FAMILY = Family(
    name="dcell",
    parameters=(Parameter("n", 2, "ports of a switch"), Parameter("k", 0, "level")),
    classes=("level-i",),
    summary="t + 1 copies of a DCell of t servers, a link between every two; from n servers on a switch; servers forward",
    make=_make,
    log_sizes=sizes_by(_facts, k=HIGHEST),
    facts=_facts,
    default_sizes=tuple({"n": n, "k": k} for n, k in ((2, 0), (3, 0), (2, 1), (3, 1), (4, 1), (5, 1), (2, 2), (3, 2))),
)
