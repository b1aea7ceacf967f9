"""Judges of rankings as the networks grow: by limits and orders of growth of closed forms."""

from fractions import Fraction

import sympy

from netlemma.checks.claims.judgement import Judgement, fails, holds, unknown
from netlemma.checks.claims.statements.reed1982.counts import ends_of
from netlemma.checks.claims.statements.reed1982.lines import DRAWN, common, demand_growth, line, ring_of
from netlemma.checks.claims.statements.reed1982.networks import DUAL, RING, SPANNING, UNIT, lemmas_of
from netlemma.checks.performance.size_limits import size_limits
from netlemma.derive.core.claim import Reading
from netlemma.derive.performance.bounds.limits import limits

BUSES = (SPANNING, DUAL)


def length_limit(family: str) -> sympy.Expr:
    """The limit of the mean path length along the family's line of sizes; oo if it grows without limit.

    If nodes are joined by links and the number of links at a node stays the same, it grows without limit.

    Raises
    ------
    ArithmeticError
        If the number of links at a node grows.
    """
    free, fixed = DRAWN[family]
    lemmas = lemmas_of(family)
    at = {lemmas.symbols[name]: sympy.Integer(value) for name, value in fixed.items()}
    symbol = lemmas.symbols[free]
    if family not in BUSES:
        if ends_of(family).xreplace(at).has(symbol):
            raise ArithmeticError(f"the number of links at a node of {family} grows")
        return sympy.oo
    (value,) = {each.value for each in limits(lemmas.distance.closed_form.xreplace(at), symbol)}
    return value


def shorter(reading: Reading) -> Judgement:
    """Whether the mean path lengths of the named networks have a limit, and those of the others grow without limit."""
    named = reading.says["networks"].split()
    tends = {family: length_limit(family) for family in DRAWN}
    for family, value in tends.items():
        if (family in named) != bool(value.is_finite):
            largest = line(family)[-1]
            claimed = "stays small" if family in named else "grows without limit"
            return fails(largest.size, claimed, f"{largest.length}, and tends to {value}", None, (), family)
    return holds(
        "limits of the closed forms of the lemmas; argued: with c links at each node, at most c^d nodes are d links away, so that mean "
        "path lengths grow without limit where c stays the same",
        limits={family: str(value) for family, value in tends.items()},
    )


def slower(reading: Reading) -> Judgement:
    """Whether the X0 bounds of the named networks are below all others, by a lower order of growth or by at least a
    ``factor``.
    """
    named, factor = reading.says["networks"].split(), Fraction(reading.says["factor"])
    ratios = {}
    for one, other in ((a, b) for a in named for b in DRAWN if b not in named):
        (mine, exact), (theirs, _) = demand_growth(one), demand_growth(other)
        if not exact:
            return unknown(f"only an upper bound of the demands of {one} is known as a closed form")
        ratio = sympy.oo if mine.order > theirs.order else mine.constant / theirs.constant
        if mine.order < theirs.order or ratio < factor:
            a, b = line(one)[-1], line(other)[-1]
            true = f"{a.rate} with {a.nodes} nodes, {other} {b.rate} with {b.nodes}"
            grow = f"the greatest demands grow as {mine.text()} and {theirs.text()}"
            return fails(a.size, f"less than {other} by a factor of {factor}", true, grow, (), one)
        ratios[f"{other} / {one}"] = str(ratio)
    return holds(
        "growth of the greatest demand with the number of nodes, from the closed forms of the lemmas (upper bounds of the sums for CCC and "
        "R-ary M-cube); argued: devices of a class are alike by symmetry, or the greatest has a lemma",
        ratios=ratios,
    )


def slowest(reading: Reading) -> Judgement:
    """Whether the bound of the named network has a limit, and those of all others grow without limit."""
    ring = size_limits(RING, {"K": 2}, UNIT)["K"]
    limited = [RING] * (ring.limit != "none") + [family for family in DRAWN if demand_growth(family)[0].exponent >= 0]
    if limited != reading.says["networks"].split():
        true = f"{', '.join(limited)}: the bound of the ring tends to {ring.limit}"
        return fails({"K": 64}, reading.says["networks"], true, None, ())
    nodes, largest = max(common().items())
    over = {family: str(found.rate / ring_of(nodes).rate) for family, found in largest.items()}
    return holds(
        f"the ring's bound tends to {ring.limit} ({ring.strength} lemmas), those of the others grow as powers of the number of nodes",
        times_the_ring={f"at {nodes} nodes": over},
    )
