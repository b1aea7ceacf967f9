"""Squares of a board of n rows and columns, linked by the moves of a king, queen, bishop, knight or rook."""

from collections.abc import Callable
from itertools import combinations, product

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.networks.brute_force_networks import Construction, Node, of_links
from netlemma.derive.networks.distance_lemmas import TWO_HOPS, graph_lemmas, lemmas, two_hops
from netlemma.derive.networks.product_lemmas import OF_DISTANCES, family

n, four = parameter("n", 2), parameter("n", 4)


def _by_parity(of: Callable[[sp.Expr, sp.Expr], sp.Expr]) -> sp.Expr:
    """A function of the number of squares of a corner's colour, and of the bishop's moves on them."""
    moves = n * (n - 1) * (2 * n - 1) / 6
    even, odd = of(n**2 / 2, moves), of((n**2 + 1) / 2, moves + (n - 1) / 2)
    return sp.Piecewise((sp.factor(even), sp.Eq(sp.Mod(n, 2), 0)), (sp.factor(odd), True))


def _board(name: str, moved: Callable[[int, int], bool], least: int, largest: int, odd: bool = True) -> Construction:
    """Squares, linked by a rule on how far rows and columns are apart; without the odd squares on one colour alone."""

    def links(size: Size) -> list[tuple[Node, Node]]:
        squares = [each for each in product(range(size["n"]), repeat=2) if odd or sum(each) % 2 == 0]
        return [(s, t) for s, t in combinations(squares, 2) if moved(abs(s[0] - t[0]), abs(s[1] - t[1]))]

    side = parameter("n", least)
    domain = Domain((Parameter("n", least, "rows, and columns"),))
    small = tuple({"n": size} for size in range(least, largest))
    return of_links(name, domain, side**2 if odd else _by_parity(lambda squares, moves: squares), links, small)


_QUEEN = _board("queen", lambda r, c: r == c or 0 in (r, c), 2, 6)
_BISHOP = _board("bishop", lambda r, c: r == c, 2, 8, odd=False)
_KING, _KNIGHT = (
    _board("king", lambda r, c: max(r, c) == 1, 2, 7),
    _board("knight", lambda r, c: {r, c} == {1, 2}, 4, 8),
)
_QUEENS = n * (n - 1) * (5 * n - 1) / 3
_ROOK = family("rook", "clique(n)^2", {"n": "rows, and columns"}, "link")
LEMMAS = {
    **{key: build for key, build in _ROOK.items() if key.partition(".")[2] in OF_DISTANCES},
    **graph_lemmas(
        _KING,
        links=(
            2 * (n - 1) * (2 * n - 1),
            "n (n - 1) in rows, as many in columns, and (n - 1)^2 in each diagonal direction",
        ),
        max_degree=(5 * sp.Min(n - 2, 1) + 3, "a square inside has eight squares around it, a corner three"),
        diameter=(n - 1, "a king takes as many moves as the larger of the differences of rows and of columns"),
        wiener=(
            n * (n**2 - 1) * (7 * n**2 + 2) / 30,
            "of the ordered pairs of squares (n (2j + 1) - j (j + 1))^2 have both differences at most j, so that n^4 less this many are "
            "farther than j; half the sum over j = 0..n-1",
        ),
    ),
    **graph_lemmas(
        _QUEEN,
        links=(_QUEENS, "n^2 (n - 1) in rows and columns, and n (n - 1) (2n - 1)/3 in diagonals"),
        diameter=(sp.Min(n - 1, 2), "along a row and a column every square is reached; of four all are linked"),
        wiener=two_hops(_QUEEN, _QUEENS),
    ),
    **lemmas(
        _BISHOP,
        nodes=(_BISHOP.ends, "half of the squares, and one more of the corners' colour if their number is odd"),
        links=(
            _by_parity(lambda squares, moves: moves),
            "the pairs of squares of each diagonal; both colours have as many if n is even, and if it is odd the diagonals of this "
            "colour have 1, 3, .., n, .., 3, 1 squares in either direction",
        ),
        diameter=(
            sp.Min(n - 1, 2),
            "two squares of one colour have two pairs of diagonals in different directions, one of which meets on the board",
        ),
        wiener_index=(_by_parity(lambda squares, moves: squares * (squares - 1) - moves), TWO_HOPS),
        mean_distance=(_by_parity(lambda squares, moves: 2 - 2 * moves / (squares * (squares - 1))), TWO_HOPS),
    ),
    **lemmas(
        _KNIGHT,
        nodes=(_KNIGHT.ends, "the squares"),
        links=(
            4 * (four - 1) * (four - 2),
            "a move is a diagonal of a block of 2 x 3 squares or of 3 x 2, each block with two: there are (n - 1) (n - 2) of both",
        ),
    ),
}
