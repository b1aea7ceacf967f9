"""Kautz graph: words of D letters out of d+1, neighbours different; one-way links from x_1 ... x_D to x_2 ... x_D a (Kautz 1968)."""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, letter_changes, log_powers, simple_network
from netlemma.graphs.topology.structure import Label, Network


def make(d: int, D: int, one_way: bool = True) -> Network:
    """The explicit network; its size is not checked.

    Word number f d^(D-1) + c_1 d^(D-2) + ... + c_(D-1) begins with f, and each letter is followed by itself plus c_i + 1, modulo d + 1.
    """
    rest = d ** (D - 1)
    count = (d + 1) * rest
    first, steps = np.divmod(np.arange(count)[:, None], rest)
    all_steps = steps * d + np.arange(d)  # those of the word and one more
    following = (first + 1 + all_steps // rest) % (d + 1)

    def label(node: int) -> Label:
        letters, left = [int(node) // rest], int(node) % rest
        for place in reversed(range(D - 1)):
            letters.append((letters[-1] + 1 + left // d**place % d) % (d + 1))
        return tuple(letters)

    def symmetries() -> list[np.ndarray]:
        """The letters renamed."""
        words = np.array([label(u) for u in range(count)])
        weights = d ** np.arange(D)[::-1]
        return [
            np.column_stack([new[:, :1], (new[:, 1:] - new[:, :-1] - 1) % (d + 1)]) @ weights
            for new in (change[words] for change in letter_changes(d + 1))
        ]

    links = [Links("link", np.arange(count)[:, None], following * rest + all_steps % rest)]
    return simple_network(count, links, label, one_way=one_way, symmetries=symmetries)


def log_sizes(d: int, D: int, degree: int) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of hops."""
    more = log_powers(d + 1, 1, 1)[0]
    nodes, hops = log_powers(d, D - 1, degree)
    return nodes + more, hops + more


FAMILY = Family(
    name="kautz",
    parameters=(Parameter("d", 2, "letters less one"), Parameter("D", 1, "letters of a word")),
    classes=("link",),
    summary="words without repetitions shifted by one letter: (d+1) d^(D-1) nodes, d one-way links from each",
    make=make,
    log_sizes=lambda d, D: log_sizes(d, D, d),
    facts=lambda d, D: {"nodes": (d + 1) * d ** (D - 1), "links": (d + 1) * d**D, "degree": d, "least_degree": d},
    default_sizes=tuple(
        {"d": d, "D": D} for d, largest in ((2, 6), (3, 4), (4, 3), (5, 2)) for D in range(1, largest + 1)
    ),
)
