"""Steps of routings of fabrics: up and down trees, along grids of cliques, from group to group, and hop by hop.

Hops lead on: the first node of a channel and the last node of the one behind it are r hops apart, and differ if r > 0.
"""

import sympy as sp

from netlemma.derive.networks.ranks.steps import StepFormula, coordinates

apart = sp.Symbol("r", integer=True)
_ZERO, _ONE, _TWO = sp.Integer(0), sp.Integer(1), sp.Integer(2)
_KINDS = "a channel leaves a terminal (m = 0), is in dimension d (m = 1), or leads to a terminal (m = 2)"
_APART = "; the two ends of the way along c_1 and c_2 are r hops apart"


def tree_steps(height: sp.Expr) -> StepFormula:
    """Up to a common ancestor and down from there in a tree of any numbers of children and parents.

    Parameters
    ----------
    height : Expr
        Levels of links.

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
    return StepFormula(
        words, _sizes(height), held, wanted, (*ways, *levels), sp.And(sp.Eq(apart, 2), sp.Or(up, down)), (apart,)
    )


def grid_steps(dimensions: sp.Expr) -> StepFormula:
    """Dimension order on a grid whose lines are cliques, between terminals: a hop in each dimension in which switches differ.

    Parameters
    ----------
    dimensions : Expr
        Number of dimensions.

    Returns
    -------
    StepFormula
        Step formula.
    """
    held, wanted = coordinates("m d")
    (kind, d), (then, later) = held, wanted
    on = sp.Or(kind < then, sp.And(sp.Eq(kind, 1), sp.Eq(then, 1), d < later))
    return StepFormula(
        f"{_KINDS}{_APART}",
        _sizes(dimensions),
        held,
        wanted,
        _grid_ranges(held, wanted, dimensions),
        sp.And(sp.Eq(apart, 2), on),
        (apart,),
    )


def clique_steps(dimensions: sp.Symbol) -> StepFormula:
    """Dimension order on a product of cliques: a hop in each dimension in which the digits differ.

    Parameters
    ----------
    dimensions : Symbol
        Number of dimensions.

    Returns
    -------
    StepFormula
        Step formula.
    """
    held, wanted = coordinates("d")
    ranges = tuple((x, _ZERO, dimensions - 1) for x in (*held, *wanted))
    on = sp.And(sp.Eq(apart, 2), held[0] < wanted[0])
    return StepFormula(f"a channel is in dimension d{_APART}", (dimensions,), held, wanted, ranges, on, (apart,))


def aside_steps(dimensions: sp.Expr) -> StepFormula:
    """Dimension order with at most one hop aside in each dimension, on virtual channel 0, before the hop to its end, on 1.

    Parameters
    ----------
    dimensions : Expr
        Number of dimensions.

    Returns
    -------
    StepFormula
        Step formula.
    """
    held, wanted = coordinates("m d v")
    (kind, d, v), (then, later, w) = held, wanted
    back = sp.And(sp.Eq(kind, 1), sp.Eq(then, 1), sp.Eq(d, later), sp.Eq(v, 0), sp.Eq(w, 1), sp.Eq(apart, 1))
    settled = sp.Or(sp.Eq(kind, 0), sp.Eq(v, 1))
    on = sp.And(settled, sp.Or(kind < then, sp.And(sp.Eq(kind, 1), sp.Eq(then, 1), d < later)), sp.Eq(apart, 2))
    lanes = tuple((x, _ZERO, _ONE) for x in (v, w))
    return StepFormula(
        f"{_KINDS}, on virtual channel v{_APART}",
        _sizes(dimensions),
        held,
        wanted,
        (*_grid_ranges(held, wanted, dimensions), *lanes),
        sp.Or(back, on),
        (apart,),
    )


def group_steps() -> StepFormula:
    """At most one local hop, one global hop and one local hop; the virtual channel is 1 behind the global hop.

    Returns
    -------
    StepFormula
        Step formula.
    """
    held, wanted = coordinates("v c")
    (v, kind), (w, then) = held, wanted
    rises = sp.And(sp.Eq(v, w), kind < then)
    beyond = sp.And(sp.Eq(kind, 2), sp.Eq(then, 1), sp.Eq(v, 0), sp.Eq(w, 1))
    once = sp.Or(sp.Ne(then, 2), sp.Eq(w, 0))
    kinds = tuple((x, _ZERO, sp.Integer(3)) for x in (kind, then))
    return StepFormula(
        "a channel leaves a terminal (c = 0), is local (1) or global (2), or leads to a terminal (3), on virtual channel v" + _APART,
        (), held, wanted, (*((x, _ZERO, _ONE) for x in (v, w)), *kinds), sp.And(sp.Eq(apart, 2), once, sp.Or(rises, beyond)), (apart,),
    )  # fmt: skip


def hop_steps(hops: sp.Expr) -> StepFormula:
    """Shortest paths whose hop i, counted from 0, is made on virtual channel i.

    Parameters
    ----------
    hops : Expr
        Most hops of a path.

    Returns
    -------
    StepFormula
        Step formula.
    """
    held, wanted = coordinates("v")
    ranges = tuple((x, _ZERO, hops - 1) for x in (*held, *wanted))
    on = sp.And(sp.Eq(apart, 2), sp.Eq(wanted[0], held[0] + 1))
    return StepFormula(f"a channel is number v of its hop{_APART}", _sizes(hops), held, wanted, ranges, on, (apart,))


def _grid_ranges(
    held: tuple[sp.Symbol, ...], wanted: tuple[sp.Symbol, ...], dimensions: sp.Expr
) -> tuple[tuple[sp.Symbol, sp.Expr, sp.Expr], ...]:
    kinds = tuple((x[0], _ZERO, _TWO) for x in (held, wanted))
    return (*kinds, *((x[1], _ZERO, dimensions - 1) for x in (held, wanted)))


def _sizes(number: sp.Expr) -> tuple[sp.Symbol, ...]:
    return tuple(sorted(number.free_symbols, key=str))
