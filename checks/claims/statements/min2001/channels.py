"""Judges of equations 2, 3 and 13: hops, and the traffic on a channel, on explicit tori."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import sympy

from checks.claims.evidence import ClaimedValue, agree, compare_formula
from checks.claims.judgement import Judgement, fails, holds, unknown
from checks.formula.formula import parse_formula
from derive.algebra.expressions.evaluate import evaluate
from derive.core.claim import Statement
from derive.core.domain import Domain, Parameter, Size
from derive.core.lemma import Lemma
from derive.discovery import lemma
from graphs import measure, network
from graphs.loads.measure import Measurement

DOMAIN = Domain((Parameter("k", 2, "nodes in a dimension"),))
K = DOMAIN.parameters[0].symbol
SIZES = [{"k": k} for k in range(2, 9)]


@cache
def torus(k: int) -> Measurement:
    """The bidirectional torus with k^2 nodes, all shortest paths equally likely."""
    found = measure(network("toroid", w=k, D=2))
    assert isinstance(found, Measurement)
    return found


@cache
def proved(key: str) -> Lemma:
    """A lemma of the torus whose proofs have been re-run."""
    found = lemma(f"toroid.{key}")
    found.check()
    return found


def distance(itself: bool) -> sympy.Expr:
    """Mean hops of a message in k x k nodes, for all k, from the lemma."""
    found = proved("mean_distance")
    w, dimensions = (p.symbol for p in found.domain.parameters)
    others = found.closed_form.xreplace({dimensions: sympy.Integer(2)}).xreplace({w: K})
    return sympy.piecewise_fold(others * (K**2 - 1) / K**2 if itself else others)


def counted_hops(k: int, itself: bool) -> Fraction:
    """Mean hops on the explicit torus, counted.

    Parameters
    ----------
    k : int
        Nodes per dimension.
    itself : bool
        Whether a message may have its source as destination.

    Returns
    -------
    Fraction
        Mean number of hops.
    """
    found = torus(k)
    return found.mean_distance * Fraction(found.nodes - 1, found.nodes) if itself else found.mean_distance


def hops(statement: Statement) -> Judgement:
    """Hops in one dimension: half of all, by symmetry; a printed ``n`` is the number of dimensions."""
    itself = statement.says["itself"] == "yes"
    formula = parse_formula(statement.says["value"], ("k", "n"))
    closed = sympy.piecewise_fold(distance(itself) / 2)
    if "n" in formula.names:
        tried: list[Size] = []
        for size in SIZES:
            claimed, true = formula.evaluate({**size, "n": 2}), counted_hops(size["k"], itself) / 2
            if claimed != true:
                return fails({**size, "n": 2}, claimed, true, "piecewise(k/4, k even, (k - 1/k)/4)", tried)
            tried.append(size)
        return unknown("agrees at the sizes tried", tried)
    because = "the proved lemma toroid.mean_distance for 2 dimensions, halved"
    return compare_formula(
        statement.says["value"],
        lambda size: counted_hops(size["k"], itself) / 2,
        SIZES,
        DOMAIN,
        closed,
        because,
        lemma="toroid.mean_distance",
    )


def two_dimensions(statement: Statement) -> Judgement:
    """Hops in the torus and hops in one ring, both counted."""
    h = sympy.Symbol("h")
    printed = parse_formula(statement.says["value"], ("h",)).to_sympy({"h": h})

    def case(size: Size) -> ClaimedValue:
        k = size["k"]
        lines = measure(network("ring", K=k))
        assert isinstance(lines, Measurement)
        return ClaimedValue(
            size, evaluate(printed, {h: lines.mean_distance * Fraction(k - 1, k)}), counted_hops(k, True)
        )

    because = "argued: hops in both dimensions add, and each dimension is a ring; counted on torus and ring"
    return agree(map(case, SIZES), because, "2*h")


def balanced(statement: Statement) -> Judgement:
    """The busiest and the least busy link, and the number of channels."""
    channels = parse_formula(statement.says["channels"], ("N",))
    tried: list[Size] = []
    for size in SIZES:
        (links,) = torus(size["k"]).classes
        claimed, true = channels.evaluate({"N": torus(size["k"]).nodes}), 2 * links.devices
        if claimed != true or links.min != links.max:
            return fails(size, f"{claimed} alike", f"{true}, from {links.min} to {links.max} crossings", "4*N", tried)
        tried.append(size)
    return holds(
        "argued: shifts, mirror images and the exchange of dimensions carry each channel to each other; counted", tried
    )


def share(statement: Statement) -> Judgement:
    """n_s of equation 13, with d and k-bar counted in the same way: messages on a channel over messages of a source."""
    names = {name: sympy.Symbol(name) for name in ("N", "d", "h")}
    printed = [parse_formula(statement.says[name], names).to_sympy(names) for name in ("value", "short")]
    tried: list[Size] = []
    for size in SIZES:
        for itself in (True, False):
            d, true, nodes = counted_hops(size["k"], itself), on_channel(size["k"], itself), torus(size["k"]).nodes
            point: dict[sympy.Symbol, Fraction] = {names["N"]: Fraction(nodes), names["d"]: d, names["h"]: d / 2}
            for each in printed:
                if evaluate(each, point) != true:
                    return fails(size, evaluate(each, point), true, "N*d/(4*N) = h/2", tried)
        tried.append(size)
    return holds("argued: N sources make N d hops for each message of one, on 4 N channels alike; counted", tried)


def on_channel(k: int, itself: bool) -> Fraction:
    """Messages on a channel for each message of a source; both directions of a link are equal.

    Parameters
    ----------
    k : int
        Nodes per dimension.
    itself : bool
        Whether a message may have its source as destination.

    Returns
    -------
    Fraction
        Number of messages.
    """
    (links,) = torus(k).classes
    found = links.max * torus(k).nodes / 2
    return found * Fraction(k**2 - 1, k**2) if itself else found


def sources(statement: Statement) -> Judgement:
    """n_s from equations 2 and 13 together."""
    itself = statement.says["itself"] == "yes"
    closed = sympy.piecewise_fold(distance(itself) / 4)
    because = "the proved lemma toroid.mean_distance for 2 dimensions, on 4 channels of each node"
    return compare_formula(
        statement.says["value"],
        lambda size: on_channel(size["k"], itself),
        SIZES,
        DOMAIN,
        closed,
        because,
        lemma="toroid.mean_distance",
    )
