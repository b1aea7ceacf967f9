"""BCube_k of switches with n ports: servers with k + 1 ports, which also forward (Guo et al. 2009).

Servers are the words a_k .. a_0 of n letters. A switch of level l links the n servers that differ in digit l only.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, simple_network, sizes_by
from netlemma.graphs.topology.structure import Label, Network

LONGEST = 99  # networks of more levels are refused in any case


def _make(n: int, k: int) -> Network:
    """The explicit network; its size is not checked.

    The label of a server is its word; that of a switch is the word of its servers with -1 as the digit in which they differ.
    """
    servers = n ** (k + 1)
    word = np.arange(servers).reshape((n,) * (k + 1))
    rest = np.arange(n**k).reshape((n,) * k)

    def label(node: int) -> Label:
        if node < servers:
            return tuple(int(x) for x in np.unravel_index(int(node), word.shape))
        level, number = divmod(int(node) - servers, n**k)
        digits = [int(x) for x in np.unravel_index(number, rest.shape)]
        return (*digits[: k - level], -1, *digits[k - level :])

    def turned(axis: int) -> np.ndarray:
        """The digit of an axis counted on."""
        switches = [
            servers + level * rest.size + (rest if k - level == axis else np.roll(rest, 1, axis - (k - level < axis)))
            for level in range(k + 1)
        ]
        return np.concatenate([np.roll(word, 1, axis).ravel(), *(each.ravel() for each in switches)])

    return simple_network(
        servers + (k + 1) * n**k,
        [
            Links(f"level-{level}", np.moveaxis(word, k - level, -1), (servers + level * n**k + rest)[..., None])
            for level in range(k + 1)
        ],
        label,
        symmetries=lambda: [turned(axis) for axis in range(k + 1)],
        ends=range(servers),
    )


def _facts(n: int, k: int) -> dict[str, int]:
    """A server has a link to a switch of each level, a switch to n servers."""
    return {
        "nodes": n ** (k + 1) + (k + 1) * n**k,
        "ends": n ** (k + 1),
        "links": (k + 1) * n ** (k + 1),
        "degree": max(n, k + 1),
        "least_degree": min(n, k + 1),
    }


FAMILY = Family(
    name="bcube",
    parameters=(Parameter("n", 2, "ports of a switch"), Parameter("k", 0, "highest level of switches")),
    classes=("level-i",),
    summary="n^(k+1) servers, the n that differ in one digit linked by a switch; servers forward",
    make=_make,
    log_sizes=sizes_by(_facts, k=LONGEST),
    facts=_facts,
    default_sizes=tuple({"n": n, "k": k} for n, k in ((2, 0), (3, 0), (2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (2, 3))),
)
