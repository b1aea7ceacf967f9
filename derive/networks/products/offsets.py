"""Sums over pairs of digits rewritten as sums over offsets, for vertex-transitive factors."""

from collections.abc import Sequence

import sympy as sp

from netlemma.derive.algebra.expressions.notation import a, b, k, pair_sum
from netlemma.derive.core.derivation import Writer
from netlemma.derive.networks.products.cyclic import CyclicShift, Reindexing
from netlemma.derive.networks.products.path_counting import Group


def shift(write: Writer, summands: Sequence[tuple[Group, sp.Expr]]) -> dict[str, sp.Expr]:
    """Rewrite sums over digits as sums over offsets for vertex-transitive factors.

    Parameters
    ----------
    write : Writer
        Derivation in progress; the step is added to it.
    summands : sequence of tuple of (Group, Expr)
        Groups, each with its summand in the digits a and b.

    Returns
    -------
    dict from str to Expr
        Each group's sum over one factor, by label.
    """
    found: dict[str, sp.Expr] = {}
    reindexings: dict[sp.Sum, Reindexing] = {}
    for group, body in summands:
        old = pair_sum(body, group.size)
        found[group.label] = old
        if group.kind.offset is not None:
            offset = body.xreplace({group.kind.distance(group.size): group.kind.offset(group.size)})
            new = group.size * sp.Sum(offset, (k, 0, group.size - 1))
            reindexings[old] = Reindexing(old, new, offset, ((a, a), (k, b - a)), group.size)
            found[group.label] = new
    write.step(
        write.now.xreplace({old: r.new for old, r in reindexings.items()}),
        "the factor looks the same from every node: the distance depends only on the offset k' from source to destination",
        CyclicShift(tuple(reindexings.values())),
    )
    return found
