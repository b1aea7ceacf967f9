"""Squares of a board of n rows and columns, linked by the moves of a king, queen, bishop, knight or rook."""

from collections.abc import Callable
from itertools import combinations, product

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import IRREGULAR, defined
from netlemma.derive.networks.brute_force_networks import Construction, Node, of_links
from netlemma.derive.networks.distance_lemmas import TWO_HOPS, lemmas
from netlemma.derive.networks.product_lemmas import OF_DISTANCES, family

n = parameter("n", 2)
_SIDE = "rows, and columns"


def _by_parity(of: Callable[[sp.Expr, sp.Expr], sp.Expr]) -> sp.Expr:
    """A function of the number of squares of a corner's colour, and of the bishop's moves on them."""
    moves = n * (n - 1) * (2 * n - 1) / 6
    even, odd = of(n**2 / 2, moves), of((n**2 + 1) / 2, moves + (n - 1) / 2)
    return sp.Piecewise((sp.factor(even), sp.Eq(sp.Mod(n, 2), 0)), (sp.factor(odd), True))


def _board(name: str, moved: Callable[[int, int], bool], largest: int, odd: bool = True) -> Construction:
    """Squares, linked by a rule on how far rows and columns are apart; without the odd squares on one colour alone."""

    def links(size: Size) -> list[tuple[Node, Node]]:
        squares = [each for each in product(range(size["n"]), repeat=2) if odd or sum(each) % 2 == 0]
        return [(s, t) for s, t in combinations(squares, 2) if moved(abs(s[0] - t[0]), abs(s[1] - t[1]))]

    small = tuple({"n": size} for size in range(2, largest))
    squares = n**2 if odd else _by_parity(lambda squares, moves: squares)
    return of_links(name, Domain((Parameter("n", 2, _SIDE),)), squares, links, small)


_QUEEN = _board("queen", lambda r, c: r == c or 0 in (r, c), 6)
_BISHOP = _board("bishop", lambda r, c: r == c, 8, odd=False)
_QUEENS = n * (n - 1) * (5 * n - 1) / 3
_ROOK = family("rook", "clique(n)^2", {"n": _SIDE}, "link")
LEMMAS = {
    **{key: build for key, build in _ROOK.items() if key.partition(".")[2] in OF_DISTANCES},
    **defined("king", IRREGULAR, n=_SIDE),
    **defined("queen", "nodes links", n=_SIDE),
    **lemmas(
        _QUEEN,
        diameter=(sp.Min(n - 1, 2), "along a row and a column every square is reached; of four all are linked"),
        mean_distance=(sp.factor(2 - 2 * _QUEENS / (n**2 * (n**2 - 1))), TWO_HOPS),
    ),
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
