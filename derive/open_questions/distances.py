"""Mean distances that are open, and the diameter of pancake graphs."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import factorial

from netlemma.derive.core.lemma import NEIGHBOURS, Bounds, OpenQuestion, mean_distance_bounds
from netlemma.derive.discovery import lemma


def by_neighbours(degree: str, most: str) -> Callable[[Mapping[str, int]], Bounds]:
    """The least mean distance by the largest degree of a family, and the value of another lemma as largest one."""
    nodes = degree.partition(".")[0] + ".nodes"
    return lambda sizes: mean_distance_bounds(sizes, lemma(nodes), lemma(degree), lemma(most))


def of_generalised_petersen(sizes: Mapping[str, int]) -> Bounds:
    """By neighbours, and round the outer cycle."""
    n = sizes["n"]
    return 2 - Fraction(3, 2 * n - 1), Fraction(n // 2 + 2)


def of_pancake(sizes: Mapping[str, int]) -> Bounds:
    """By neighbours in the pile that do not belong together, and the largest diameter."""
    n = sizes["n"]
    return (n - 2 + Fraction(1, n)) * Fraction(factorial(n), factorial(n) - 1), Fraction(2 * n - 3)


QUESTIONS = (
    OpenQuestion(
        key="dcell.mean_distance",
        domain="n >= 3, 1 <= k <= 2",
        known=f"{NEIGHBOURS}; at most the diameter, which is known for k <= 2",
        stuck="the way by the one link between two parts is not always a shortest one, and no rule says by which third part "
        "another one leads",
        tried={
            "dcell n=3 k=1": "35/11", "dcell n=4 k=1": "67/19",
            "dcell n=3 k=2": "35473/6045",
        },
        bounds=by_neighbours("dcell.max_degree", "dcell.diameter"),
    ),
    OpenQuestion(
        key="mobius-cube.mean_distance",
        domain="n >= 3",
        known=f"{NEIGHBOURS}; at most the diameter",
        stuck="an automaton of a few states reads the distances, so that their sums satisfy a linear recurrence, whose "
        "characteristic polynomial has an irreducible factor of degree 4, x^4 - 2 x^3 - 4 x^2 + 4 x - 4: no closed form in powers of "
        "rational numbers was found",
        tried={
            "mobius-cube n=3 kind=0": "11/7", "mobius-cube n=3 kind=1": "11/7", "mobius-cube n=4 kind=0": "29/15",
            "mobius-cube n=4 kind=1": "28/15", "mobius-cube n=5 kind=0": "70/31", "mobius-cube n=5 kind=1": "135/62",
            "mobius-cube n=8 kind=0": "844/255", "mobius-cube n=8 kind=1": "809/255",
        },
        bounds=by_neighbours("mobius-cube.degree", "mobius-cube.diameter"),
    ),
    OpenQuestion(
        key="shuffle-exchange.mean_distance",
        domain="n >= 3",
        known=f"{NEIGHBOURS}; at most the diameter",
        stuck="a shortest way turns the word both ways by runs of digits that are equal already, of which it leaves out the "
        "longest ones: no count of words by these runs was found here",
        tried={
            "shuffle-exchange n=3": "29/14", "shuffle-exchange n=4": "57/20",
            "shuffle-exchange n=5": "445/124", "shuffle-exchange n=6": "4579/1008", "shuffle-exchange n=8": "108691/16320",
            "shuffle-exchange n=9": "3489/448",
        },
        bounds=by_neighbours("shuffle-exchange.max_degree", "shuffle-exchange.diameter"),
    ),
    OpenQuestion(
        key="undirected-de-bruijn.mean_distance",
        domain="d >= 2, D >= 2",
        known=f"{NEIGHBOURS}; at most the mean distance of de-bruijn, whose links lead one way",
        stuck="a way shifts left, right and left again past a common part of both words, of which the best one is not the "
        "longest one; pairs of words have no count by these parts",
        tried={
            "undirected-de-bruijn d=2 D=2": "7/6", "undirected-de-bruijn d=2 D=3": "23/14",
            "undirected-de-bruijn d=2 D=5": "683/248", "undirected-de-bruijn d=2 D=8": "10941/2176",
            "undirected-de-bruijn d=3 D=2": "17/12", "undirected-de-bruijn d=3 D=4": "17/6",
            "undirected-de-bruijn d=4 D=3": "65/28",
        },
        bounds=by_neighbours("undirected-de-bruijn.max_degree", "de-bruijn.mean_distance"),
    ),
    OpenQuestion(
        key="undirected-kautz.mean_distance",
        domain="d >= 2, D >= 2",
        known=f"{NEIGHBOURS}; at most the mean distance of kautz, whose links lead one way",
        stuck="as of undirected de Bruijn graphs: a way shifts left, right and left again past a common part of both words, of "
        "which the best one is not the longest one",
        tried={
            "undirected-kautz d=2 D=2": "7/5", "undirected-kautz d=2 D=3": "21/11", "undirected-kautz d=2 D=5": "1185/376",
            "undirected-kautz d=2 D=8": "16921/3064", "undirected-kautz d=3 D=2": "17/11",
            "undirected-kautz d=3 D=4": "2915/963", "undirected-kautz d=4 D=3": "383/158",
        },
        bounds=by_neighbours("undirected-kautz.max_degree", "kautz.mean_distance"),
    ),
    OpenQuestion(
        key="generalised-petersen.mean_distance",
        domain="n >= 3, k >= 1, 2*k <= n - 1",
        known=f"{NEIGHBOURS}; at most floor(n/2) + 2, round the outer cycle from and to the inner one",
        stuck="each k has its own cases by the remainder of n by k, and no formula for all k was found here; for k >= 3 the diameter has "
        "none either",
        tried={
            "generalised-petersen n=7 k=3": "27/13", "generalised-petersen n=8 k=3": "34/15", "generalised-petersen n=11 k=4": "18/7",
            "generalised-petersen n=12 k=5": "62/23", "generalised-petersen n=30 k=7": "4",
        },
        bounds=of_generalised_petersen,
    ),
    OpenQuestion(
        key="pancake.diameter",
        domain="n >= 4",
        known="at least n: a flip makes at most one pair of neighbours in the pile, its bottom included, that belong together, "
        "and a pile has none of n such pairs; at most 2*n - 3: two flips put the largest that is wrong in its place, one "
        "the last two",
        stuck="open since Gates and Papadimitriou 1979, who show at least 17/16 n and at most (5 n + 5)/3 hops; later bounds "
        "are nearer, but do not meet",
        tried={
            "pancake n=4": "4", "pancake n=5": "5", "pancake n=6": "7", "pancake n=7": "8", "pancake n=8": "9",
        },
        bounds=lambda sizes: (Fraction(sizes["n"]), Fraction(2 * sizes["n"] - 3)),
    ),
    OpenQuestion(
        key="pancake.mean_distance",
        domain="n >= 4",
        known="at least (n - 2 + 1/n)*factorial(n)/(factorial(n) - 1), the mean number of pairs of neighbours in the pile, its "
        "bottom included, that do not belong together; at most 2*n - 3, as the diameter",
        stuck="not even the diameter is known; no formula for the number of piles by the least number of flips either",
        tried={
            "pancake n=4": "60/23", "pancake n=5": "25/7", "pancake n=6": "3295/719", "pancake n=7": "28280/5039",
            "pancake n=8": "267711/40319",
        },
        bounds=of_pancake,
    ),
)  # fmt: skip
