"""Judges of mean path lengths and visit ratios, apart from the formulas that lemmas are about."""

from __future__ import annotations

from fractions import Fraction

import sympy

from checks.claims.evidence import compare_formula, together
from checks.claims.judgement import Judgement
from checks.claims.statements.reed1982.counts import explicit_devices
from checks.claims.statements.reed1982.networks import (
    FAMILIES,
    RING,
    SPANNING,
    TOROID,
    lemmas_of,
    sizes_of,
)
from checks.claims.theorems import Sample, Theorem, judge_relation, symbols
from checks.formula.condition import parse_condition
from derive import lemma
from derive.algebra.expressions.notation import parameter
from derive.core.claim import Statement
from derive.core.domain import Size
from graphs import measure

L, V_sum, K = *symbols("L", "V_sum"), parameter("K", 2)
w = parameter("w", 2)


def sum_of_visits(statement: Statement) -> Judgement:
    """The mean path length, compared with the visits to all devices of explicit networks, one device at a time."""
    crossing = "each hop of a message crosses one device, so that both sums count the same crossings"
    samples = []
    for family in FAMILIES:
        for size in sizes_of(family, 6):
            net = explicit_devices(family, size)
            found = measure(net)
            visits = sum((found.visit_ratio(device) for device in range(net.device_count)), Fraction(0))
            samples.append(Sample(size, {"L": found.mean_distance, "V_sum": visits}, family))
    return judge_relation(statement.says["relation"], Theorem(sympy.Eq(L, V_sum, evaluate=False), crossing), samples)


def node_visits(statement: Statement) -> Judgement:
    """The messages for each node, over all messages, in explicit networks; K is the number of nodes."""

    def counted(size: Size) -> Fraction:
        destinations = [b for a in range(size["K"]) for b in range(size["K"]) if a != b]
        shares = {Fraction(destinations.count(node), len(destinations)) for node in range(size["K"])}
        (share,) = shares
        return share

    return compare_formula(
        statement.says["V_PE"],
        counted,
        sizes_of(RING),
        lemmas_of(RING).distance.domain,
        (K - 1) / (K * (K - 1)),
        "argued: K - 1 of the K*(K - 1) ordered pairs of different nodes lead to each node",
    )


def one_dimension(statement: Statement) -> Judgement:
    """The mean distance in one dimension over all w offsets, 0 included: that of a ring, rescaled."""
    ring = lemma(f"{RING}.mean_distance")
    closed = (ring.closed_form * (K - 1) / K).xreplace({K: w})
    because = f"(w - 1)/w of the {ring.strength} lemma {ring.key}, which leaves the offset 0 out"

    def walked(size: Size) -> Fraction:
        net = explicit_devices(RING, {"K": size["w"]})
        return measure(net).mean_distance * (net.node_count - 1) / net.node_count

    domain = lemmas_of(SPANNING).distance.domain
    sizes = [{"w": n, "D": 1} for n in range(2, 14)]
    parts = []
    for name, printed in statement.says.items():
        condition = parse_condition("w even" if "even" in name else "w odd" if "odd" in name else "w >= 2")
        chosen = [size for size in sizes if condition.holds(size)]
        where = condition.to_sympy({"w": w})
        parts.append(compare_formula(printed, walked, chosen, domain, closed, because, where))
    return together(*parts)


def alike(statement: Statement) -> Judgement:
    """Whether all links of the toroid have the same visit ratio: the ratio of the greatest to the mean."""
    mean, most = (lemma(f"{TOROID}.{name}.link") for name in ("visit_ratio", "max_visit_ratio"))
    same = sympy.Integer(1) if mean.closed_form == most.closed_form else None
    return compare_formula(
        statement.says["greatest_over_mean"],
        lambda size: most.value(size) / mean.value(size),
        sizes_of(TOROID),
        mean.domain,
        same,
        f"the {mean.strength} lemmas {mean.key} and {most.key} have the same closed form",
    )


def path_length(statement: Statement, family: str, name: str, routing: str = "") -> Judgement:
    """Judge a printed mean number of links of one class on a path: devices times their visit ratio.

    Parameters
    ----------
    statement : Statement
        Statement to judge.
    family : str
        Name of the family.
    name : str
        Class of links.
    routing : str, default ""
        Routing; that of the lemmas if empty.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    found = lemma(f"{family}.visit_ratio.{name}{routing}")
    (of,) = (each for each in lemmas_of(family).classes if each.name == name)
    devices = lemmas_of(family).devices(of)
    return compare_formula(
        statement.says["L"],
        lambda size: lemmas_of(family).count(of, size) * found.value(size),
        sizes_of(family),
        found.domain,
        devices * found.closed_form,
        f"the number of devices times the {found.strength} lemma {found.key}",
        lemma=found.key,
    )


def one_way(statement: Statement) -> Judgement:
    """Link crossings for one bus crossing with rings used in one direction only: torus over spanning bus hypercube."""
    links, buses = lemma("oneway-torus.mean_distance"), lemma(f"{SPANNING}.mean_distance")
    names = dict(zip(links.domain.names, buses.domain.names, strict=True))
    symbols_of = {p.name: p.symbol for p in buses.domain.parameters}
    form = links.closed_form.xreplace({p.symbol: symbols_of[names[p.name]] for p in links.domain.parameters})
    return compare_formula(
        statement.says["crossings"],
        lambda size: links.value({name: size[names[name]] for name in names}) / buses.value(size),
        sizes_of(SPANNING),
        buses.domain,
        sympy.factor(form / buses.closed_form),
        f"the {links.strength} lemma {links.key} over the {buses.strength} lemma {buses.key}",
    )
