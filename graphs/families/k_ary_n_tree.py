"""k-ary n-tree: k^n terminals below n levels of k^(n-1) switches with 2k ports (Petrini and Vanneschi 1997).

Switches are <w, l> with a word w of n - 1 letters and a level l, 0 for the roots. <w, l> and <w', l + 1> are linked if w and
w' agree in all letters but letter l. Terminal p_0 .. p_{n-1} is on the switch <p_0 .. p_{n-2}, n - 1>. It is the extended
generalised fat tree of n levels with k children and, but for the terminals, k parents.

Links of the class level-i join the levels i and i + 1, counted from the terminals up.
"""

from netlemma.graphs.families import xgft
from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.structure import Network

HIGHEST = 99  # levels; networks of more are refused in any case


def _tree(k: int, n: int) -> tuple[xgft.Sizes, xgft.Sizes]:
    """Children and parents by level."""
    return (k,) * min(n, HIGHEST), (1, *(k,) * (min(n, HIGHEST) - 1))


def _make(k: int, n: int) -> Network:
    """The explicit network; its size is not checked.

    The label of a switch is its level and its word, that of a terminal n and its word.
    """
    return xgft.make(*_tree(k, n), lambda level, word: (n - level, *(word[:-1] if level else word)))


FAMILY = Family(
    name="k-ary-n-tree",
    parameters=(Parameter("k", 2, "children of a switch"), Parameter("n", 1, "levels of switches")),
    classes=("level-i", "terminal"),
    summary="n levels of k^(n-1) switches with k children and k parents each: k^n terminals",
    make=_make,
    log_sizes=lambda k, n: xgft.FAMILY.log_sizes(*_tree(k, n)),
    facts=lambda k, n: {
        "nodes": n * k ** (n - 1) + k**n,
        "ends": k**n,
        "links": n * k**n,
        "degree": 2 * k if n > 1 else k,
    },
    default_sizes=tuple({"k": k, "n": n} for k, n in ((2, 1), (3, 1), (2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (2, 4))),
)
