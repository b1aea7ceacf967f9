"""Squares of a board of n rows and columns, linked by the moves of a king, queen, bishop, knight or rook."""

from collections.abc import Callable
from itertools import combinations, product

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import ALL, IRREGULAR, defined
from netlemma.derive.networks.brute_force_networks import Node, of_links
from netlemma.derive.networks.distance_lemmas import TWO_HOPS, lemmas
from netlemma.derive.networks.product_lemmas import OF_DISTANCES, family

n = parameter("n", 2)
_SIDE = "rows, and columns"


def _by_parity(of: Callable[[sp.Expr, sp.Expr], sp.Expr]) -> sp.Expr:
    """A function of the number of squares of a corner's colour, and of the bishop's moves on them."""
    moves = n * (n - 1) * (2 * n - 1) / 6
    even, odd = of(n**2 / 2, moves), of((n**2 + 1) / 2, moves + (n - 1) / 2)
    return sp.Piecewise((sp.factor(even), sp.Eq(sp.Mod(n, 2), 0)), (sp.factor(odd), True))


def _bishop(size: Size) -> list[tuple[Node, Node]]:
    squares = [each for each in product(range(size["n"]), repeat=2) if sum(each) % 2 == 0]
    return [(s, t) for s, t in combinations(squares, 2) if abs(s[0] - t[0]) == abs(s[1] - t[1])]


_BISHOP = of_links(
    "bishop",
    Domain((Parameter("n", 2, _SIDE),)),
    _by_parity(lambda squares, moves: squares),
    _bishop,
    tuple({"n": size} for size in range(2, 8)),
)
_ROOK = family("rook", "clique(n)^2", {"n": _SIDE}, "link")
LEMMAS = {
    **{key: build for key, build in _ROOK.items() if key.partition(".")[2] in OF_DISTANCES},
    **defined("king", IRREGULAR, n=_SIDE),
    **defined("queen", ALL, n=_SIDE),
    **defined("bishop", "nodes links", n=_SIDE),
    **lemmas(
        _BISHOP,
        diameter=(
            sp.Min(n - 1, 2),
            "two squares of one colour have two pairs of diagonals in different directions, one of which meets on the board",
        ),
        wiener_index=(_by_parity(lambda squares, moves: squares * (squares - 1) - moves), TWO_HOPS),
        mean_distance=(_by_parity(lambda squares, moves: 2 - 2 * moves / (squares * (squares - 1))), TWO_HOPS),
    ),
    **defined("knight", "nodes links", n=_SIDE),
}
