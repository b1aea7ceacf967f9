"""Certificates of the declared properties of factors, for every number of nodes.

A potential argument certifies the distance from digit ``a`` to digit ``b``: it is zero exactly at the destination, no
hop lowers it by more than one (so no path is shorter), and from everywhere else some hop lowers it by one (so a path of
that length exists). All three are affine implications, decided by Fourier-Motzkin elimination
(:mod:`netlemma.derive.algebra.affine.implications`).
"""

from collections.abc import Sequence

import sympy as sp
from sympy import Abs, Integer, Min

from netlemma.derive.algebra.affine.implications import AffineExpression, impossible, shows
from netlemma.derive.algebra.expressions.notation import a, b, k, pair_sum
from netlemma.derive.algebra.expressions.proof import require
from netlemma.derive.networks.products.cyclic import Reindexing
from netlemma.derive.networks.products.factors import RING, AffineCase, FactorKind, free_digit

_n, _h = sp.symbols("n h", integer=True)


def _moved(conditions: Sequence[AffineExpression], state: sp.Symbol, value: sp.Expr) -> list[AffineExpression]:
    return [c.xreplace({state: value}) for c in conditions]


def certify_distance(kind: FactorKind) -> None:
    """Check the three conditions of the potential argument for every n >= 2.

    Raises
    ------
    ProofError
        If a condition fails; the message names it.

    Examples
    --------
    >>> certify_distance(RING)
    """
    n, domain, pieces, (state,) = _n, kind.domain(_n), kind.pieces(_n), kind.state
    certify_pieces(kind)
    for piece in pieces:
        here = [*domain, *piece.conditions]
        for bound in (kind.home <= 0, kind.home >= 0):
            require(shows([*here, piece.value <= 0], bound), f"{kind.name}: distance zero away from the destination")
        require(shows([*here, kind.home <= 0, kind.home >= 0], piece.value <= 0), f"{kind.name}: not zero at the goal")
        require(shows(here, piece.value >= 0), f"{kind.name}: negative distance")
        for move in (region for regions in kind.moves(n) for region in regions):
            for target in pieces:
                there = [*here, *move.conditions, *_moved(target.conditions, state, move.value)]
                lowered = target.value.xreplace({state: move.value}) >= piece.value - 1
                require(shows(there, lowered), f"{kind.name}: a hop lowers the distance by more than one")
        for sign in (1, -1):
            passed: list[AffineExpression] = [sign * kind.home >= 1]
            for descent in kind.descents(n):
                for target in pieces:
                    there = [*here, *passed, *descent.conditions, *_moved(target.conditions, state, descent.value)]
                    nearer = target.value.xreplace({state: descent.value}) <= piece.value - 1
                    require(shows(there, nearer), f"{kind.name}: the chosen hop does not lower the distance")
                require(
                    _is_move(kind, n, [*here, *passed, *descent.conditions], descent.value), f"{kind.name}: no such hop"
                )
                passed += [sp.Not(c) for c in descent.conditions]


def _is_move(kind: FactorKind, n: sp.Expr, here: list[AffineExpression], value: sp.Expr) -> bool:
    """Whether the jump to ``value`` is one of the hops wherever ``here`` holds (under ``here`` one region must apply)."""
    if impossible(here):
        return True
    for region in (r for regions in kind.moves(n) for r in regions):
        conditions = _moved(region.conditions, free_digit, value)
        target = region.value.xreplace({free_digit: value})
        if all(shows(here, c) for c in conditions) and shows(here, target <= value) and shows(here, target >= value):
            return True
    return False


def certify_pieces(kind: FactorKind) -> None:
    """Check that the affine pieces equal the factor's distance formula (Min, Abs), as offset and between digits.

    Raises
    ------
    ProofError
        If a piece differs from the expression.
    """
    expression = kind.offset(_n) if kind.offset else kind.distance(_n)
    for piece in kind.pieces(_n):
        here = [*kind.domain(_n), *piece.conditions]
        terms = (expression.args[0], -expression.args[0]) if isinstance(expression, Abs) else (expression,)
        terms = expression.args if isinstance(expression, Min) else terms
        smallest = not isinstance(expression, Abs)
        met = False
        for term in terms:
            bound = term >= piece.value if smallest else term <= piece.value
            require(shows(here, bound), f"{kind.name}: a piece is not the distance")
            met = met or (shows(here, term <= piece.value) and shows(here, term >= piece.value))
        require(met, f"{kind.name}: a piece is not a value of the distance")
    if kind.offset is not None:
        size = sp.Symbol("n", integer=True, positive=True)
        old, offset = pair_sum(kind.distance(size), size), kind.offset(size)
        Reindexing(old, size * sp.Sum(offset, (k, 0, size - 1)), offset, ((a, a), (k, b - a)), size).check()


def certify_largest(kind: FactorKind) -> None:
    """Check that ``largest`` bounds the distance and is attained, for every n >= 2 (both parities).

    Raises
    ------
    ProofError
        If not.
    """
    for parity in (0, 1):
        size = 2 * _h + parity
        smallest = [size >= 2]
        largest, farthest = (f(_n).subs(_n, size) for f in (kind.largest, kind.farthest))
        ends = {k: farthest} if kind.alike else {a: farthest, b: Integer(0)}
        attained = False
        for piece in kind.pieces(_n):
            here = [sp.S(c).subs(_n, size) for c in (*kind.domain(_n), *piece.conditions)]
            value = piece.value.subs(_n, size)
            require(shows(here, value <= largest), f"{kind.name}: a distance exceeds {kind.largest(_n)}")
            there = [*(sp.S(c).subs(ends) for c in here), value.subs(ends) >= largest]
            attained = attained or all(shows(smallest, c) for c in there)
        require(attained, f"{kind.name}: the largest distance is not attained")


def certify_ties(kind: FactorKind) -> None:
    """Check the number of shortest paths between two nodes at the largest distance, for every n >= 2.

    On each region (less than half way round, half way, beyond) every hop either always or never reduces the distance;
    where one hop reduces it the path is unique, and half way round a ring both do.

    Raises
    ------
    ProofError
        If a hop is undecided or the number differs.
    """
    symbol = _n
    if kind is RING:
        regions = [
            ((k >= 1, 2 * k <= symbol - 1), 1),
            ((2 * k <= symbol, 2 * k >= symbol), 2),
            ((2 * k >= symbol + 1,), 1),
        ]
    elif kind.alike:
        regions = [((k >= 1,), 1)]
    else:
        regions = [((a <= b - 1,), 1), ((a >= b + 1,), 1)]
    for conditions, expected in regions:
        here = [*kind.domain(symbol), *conditions]
        found = sum(_comes_nearer(kind, symbol, here, move) for move in kind.moves(symbol))
        require(found == expected, f"{kind.name}: {found} hops lower the distance, not {expected}")
    for parity in (0, 1):
        size = 2 * _h + parity
        ends = {_n: size} | ({k: kind.farthest(size)} if kind.alike else {a: kind.farthest(size), b: Integer(0)})
        here = [found for met, found in regions if all(shows([_h >= 1], sp.S(c).xreplace(ends)) for c in met)]
        require(here == [kind.ties(size)], f"{kind.name}: the number of shortest paths between farthest nodes differs")


def _comes_nearer(kind: FactorKind, n: sp.Expr, here: list[AffineExpression], move: Sequence[AffineCase]) -> int:
    """1 if the move always lowers the distance by one, 0 if it never does; a free target counts as its one descent."""
    (state,) = kind.state
    verdicts = set()
    for region in move:
        target_value = Integer(0) if region.value == free_digit else region.value
        for piece in kind.pieces(n):
            for target in kind.pieces(n):
                there = [*here, *_moved(region.conditions, free_digit, target_value), *piece.conditions]
                there += _moved(target.conditions, state, target_value)
                if impossible(there):
                    continue
                value = target.value.xreplace({state: target_value})
                if shows(there, value <= piece.value - 1):
                    verdicts.add(1)
                else:
                    require(shows(there, value >= piece.value), f"{kind.name}: a hop is undecided")
                    verdicts.add(0)
    require(len(verdicts) <= 1, f"{kind.name}: a hop lowers the distance only sometimes")
    return verdicts.pop() if verdicts else 0
