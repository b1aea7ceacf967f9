"""Graphs of words that links shift by a letter."""

from dataclasses import replace

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, digits, letter_changes, log_powers, relettered, simple_network
from netlemma.graphs.topology.structure import Label, Network


def de_bruijn_make(d: int, D: int, one_way: bool = True) -> Network:
    """The explicit network; its size is not checked."""
    node = np.arange(d**D)[:, None]
    links = [Links("link", node, node * d % d**D + np.arange(d))]
    return simple_network(d**D, links, digits(d, D), one_way=one_way, symmetries=lambda: relettered(d, D))


def _de_bruijn_facts(d: int, D: int) -> dict[str, int]:
    """Each of d^D words has d links but the d of one letter, which have one less."""
    return {"nodes": d**D, "links": d ** (D + 1) - d, "least_degree": d - 1, "degree": d if D > 1 else d - 1}


DE_BRUIJN = Family(
    name="de-bruijn",
    parameters=(Parameter("d", 2, "letters"), Parameter("D", 1, "letters of a word")),
    classes=("link",),
    summary="words shifted by one letter: d^D nodes, d one-way links from each",
    make=de_bruijn_make,
    log_sizes=lambda d, D: log_powers(d, D, d),
    facts=_de_bruijn_facts,
    default_sizes=tuple(
        {"d": d, "D": D} for d, largest in ((2, 7), (3, 4), (4, 3), (5, 2)) for D in range(1, largest + 1)
    ),
)


def _undirected_de_bruijn_facts(d: int, D: int) -> dict[str, int]:
    """For each two letters the two words in which they alternate are linked in both directions."""
    return {"nodes": d**D, "links": d ** (D + 1) - d - d * (d - 1) // 2}


UNDIRECTED_DE_BRUIJN = replace(
    DE_BRUIJN,
    name="undirected-de-bruijn",
    summary="words shifted by one letter in either direction: d^D nodes, at most 2d links at each",
    make=lambda d, D: de_bruijn_make(d, D, one_way=False),
    log_sizes=lambda d, D: log_powers(d, D, 2 * d),
    facts=_undirected_de_bruijn_facts,
)


def kautz_make(d: int, D: int, one_way: bool = True) -> Network:
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


def kautz_log_sizes(d: int, D: int, degree: int) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of hops."""
    more = log_powers(d + 1, 1, 1)[0]
    nodes, hops = log_powers(d, D - 1, degree)
    return nodes + more, hops + more


KAUTZ = Family(
    name="kautz",
    parameters=(Parameter("d", 2, "letters less one"), Parameter("D", 1, "letters of a word")),
    classes=("link",),
    summary="words without repetitions shifted by one letter: (d+1) d^(D-1) nodes, d one-way links from each",
    make=kautz_make,
    log_sizes=lambda d, D: kautz_log_sizes(d, D, d),
    facts=lambda d, D: {"nodes": (d + 1) * d ** (D - 1), "links": (d + 1) * d**D, "degree": d, "least_degree": d},
    default_sizes=tuple(
        {"d": d, "D": D} for d, largest in ((2, 6), (3, 4), (4, 3), (5, 2)) for D in range(1, largest + 1)
    ),
)


def _undirected_kautz_facts(d: int, D: int) -> dict[str, int]:
    """For each two letters the two words in which they alternate are linked in both directions."""
    return {"nodes": (d + 1) * d ** (D - 1), "links": (d + 1) * d**D - d * (d + 1) // 2}


UNDIRECTED_KAUTZ = replace(
    KAUTZ,
    name="undirected-kautz",
    summary="words without repetitions shifted by one letter either way: (d+1) d^(D-1) nodes, at most 2d links at each",
    make=lambda d, D: kautz_make(d, D, one_way=False),
    log_sizes=lambda d, D: kautz_log_sizes(d, D, 2 * d),
    facts=_undirected_kautz_facts,
)

FAMILIES = {
    "De Bruijn graph: words of D letters out of d; one-way links from x_1 ... x_D to x_2 ... x_D a (de Bruijn "
    "1946).\n\n"
    "The links from the words of one letter to themselves are left out.": DE_BRUIJN,
    "Undirected de Bruijn graph: the de Bruijn graph with links in both directions, repeated ones merged (Pradhan "
    "and Reddy 1982).": UNDIRECTED_DE_BRUIJN,
    "Kautz graph: words of D letters out of d+1, neighbours different; one-way links from x_1 ... x_D to x_2 ... "
    "x_D a (Kautz 1968).": KAUTZ,
    "Undirected Kautz graph: the Kautz graph with links in both directions, repeated ones merged (Kautz 1968).": UNDIRECTED_KAUTZ,
}
