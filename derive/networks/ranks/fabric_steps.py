"""Steps of routings of fabrics: up and down trees, along grids of cliques, from group to group, and hop by hop.

Hops lead on: the first node of a channel and the last node of the one behind it are r hops apart, and differ if r > 0.
"""

import sympy as sp

from derive.networks.ranks.steps import StepFormula, coordinates

apart = sp.Symbol("r", integer=True)
_ZERO, _ONE, _TWO = sp.Integer(0), sp.Integer(1), sp.Integer(2)
_APART = "; the two ends of the way along c_1 and c_2 are r hops apart"


def tree_steps(height: sp.Expr, sizes: tuple[sp.Symbol, ...] = ()) -> StepFormula:
    """Up to a common ancestor and down from there in a tree of any numbers of children and parents.

    Parameters
    ----------
    height : Expr
        Levels of links.
    sizes : tuple of Symbol, default ()
        Symbols of the sizes in it.

    Returns
    -------
    StepFormula
        Step formula.
    """
    held, wanted = coordinates("u l")
    (u, level), (to, other) = held, wanted
    up = sp.And(
        sp.Eq(u, 0), sp.Or(sp.And(sp.Eq(to, 0), sp.Eq(other, level + 1)), sp.And(sp.Eq(to, 1), sp.Eq(other, level)))
    )
    down = sp.And(sp.Eq(u, 1), sp.Eq(to, 1), sp.Eq(other, level - 1))
    ways = tuple((x, _ZERO, _ONE) for x in (u, to))
    levels = tuple((x, _ZERO, height - 1) for x in (level, other))
    words = "a channel leads up (u = 0) or down (u = 1) between the levels l and l + 1" + _APART
    return StepFormula(words, sizes, held, wanted, (*ways, *levels), sp.And(sp.Eq(apart, 2), sp.Or(up, down)), (apart,))
