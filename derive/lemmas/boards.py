"""Squares of a board of n rows and columns, linked by the moves of a king, queen, bishop, knight or rook."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.smt import always
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import ALL, IRREGULAR, defined
from netlemma.derive.networks.brute_force_networks import Node, of_links
from netlemma.derive.networks.distance_lemmas import KINDS, Builder, in_one_step, two_hops
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


@dataclass(frozen=True)
class DiagonalsMeet(Proof):
    """Of two squares of one colour, which are on no diagonal together, two diagonals meet on the board: decided for all boards."""

    kind: ClassVar[str] = "diagonals meet"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == KINDS["diameter"].expression(_BISHOP), "not the definition")
        a, b, c, d = sp.symbols("a b c d", integer=True)
        known: list[sp.Basic] = [n >= 2, *(sp.And(x >= 0, x <= n - 1) for x in (a, b, c, d))]
        known += [sp.Eq(sp.Mod(x + y, 2), 0) for x, y in ((a, b), (c, d))]
        moves = sp.Or(sp.Eq(a - b, c - d), sp.Eq(a + b, c + d))
        on_board = []
        for rising, falling in ((a + b, c - d), (c + d, a - b)):  # x + y and x - y of a square of both diagonals
            row, column = sp.floor((rising + falling) / 2), sp.floor((rising - falling) / 2)
            is_square = sp.And(sp.Eq(2 * row, rising + falling), sp.Eq(sp.Mod(row + column, 2), 0))
            on_board.append(sp.And(is_square, *(sp.And(x >= 0, x <= n - 1) for x in (row, column))))
        require(always(known, sp.Or(moves, *on_board)), "two squares are more than two moves apart")
        require(always([n >= 2], sp.Eq(after, sp.Piecewise((1, n <= 2), (2, True)))), "another diameter")
        two = {a: 0, b: 0, c: sp.S.Zero, d: sp.Integer(2)}
        require(
            moves.subs(two) == sp.false and always([n >= 3], sp.And(*(x <= n - 1 for x in two.values()))),
            "all are linked",
        )
        for size in _BISHOP.small:
            far = max(_BISHOP.network(size).all_distances())
            require(evaluate(after, {n: size["n"]}) == far, f"other than {far} at {dict(size)}")

    def describe(self) -> list[str]:
        return ["z3: one of two squares where the diagonals meet is on the board, at all sizes"]


def _of_bishop() -> dict[str, Builder]:
    """Lemmas on distances of a bishop's moves."""
    counts = defined("bishop", "nodes links", n=_SIDE)

    because = (
        "two squares of one colour have two pairs of diagonals in different directions, one of which meets on the board"
    )
    diameter = partial(in_one_step, _BISHOP, "diameter", sp.Min(n - 1, 2), because, DiagonalsMeet())
    forms = {
        "wiener": _by_parity(lambda squares, moves: squares * (squares - 1) - moves),
        "mean": _by_parity(lambda squares, moves: 2 - 2 * moves / (squares * (squares - 1))),
    }
    return {**counts, "bishop.diameter": diameter, **two_hops(_BISHOP, counts["bishop.links"], diameter, **forms)}


_ROOK = family("rook", "clique(n)^2", {"n": _SIDE}, "link")
LEMMAS = {
    **{key: build for key, build in _ROOK.items() if key.partition(".")[2] in OF_DISTANCES},
    **defined("king", IRREGULAR, n=_SIDE),
    **defined("queen", ALL, n=_SIDE),
    **_of_bishop(),
    **defined("knight", "nodes links", n=_SIDE),
}
