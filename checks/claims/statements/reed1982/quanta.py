"""Judges of the quantum of computation, and of bounds that do not depend on the size of a network."""

from collections.abc import Iterator
from fractions import Fraction

import sympy

from netlemma.checks.base.inputs import parse_parameters
from netlemma.checks.claims.judgement import (
    ClaimedValue,
    Judgement,
    agree,
    agrees,
    evaluated,
    fails,
    holds,
    stated_number,
    unknown,
)
from netlemma.checks.claims.statements.reed1982 import networks
from netlemma.checks.claims.statements.reed1982.networks import (
    CUBE,
    CYCLES,
    DUAL,
    RING,
    SPANNING,
    TOROID,
    follows,
    symbols,
)
from netlemma.checks.formula.case_analysis import never_below
from netlemma.checks.formula.formula import parse_condition, parse_formula
from netlemma.checks.performance.bound_comparison import size_limits
from netlemma.derive import lemma
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.performance.growth_limits import greatest_growth, limits
from netlemma.derive.performance.throughput_bounds import PROCESSOR, Demand, bounds, exact_mva, size_limit, stations

S_PE, S_CL, V_PE, V_CL, ratio = symbols("S_PE", "S_CL", "V_PE", "V_CL", "ratio")
K, w, rate = parameter("K", 2), parameter("w", 2), sympy.Symbol("rate", positive=True)
FAR = {"w": 10**6 + 1, "D": 3}


def quantum(reading: Reading) -> Judgement:
    """The service time at which nodes and links are bottlenecks, over that of a link: V_PE*S_PE = V_CL*S_CL."""
    (least,) = sympy.solve(sympy.Eq(V_PE * S_PE, V_CL * S_CL), S_PE)
    names = {"V_PE": V_PE, "V_CL": V_CL, "K": K}
    formulas = {name: parse_formula(text) for name, text in reading.says.items()}

    def cases() -> Iterator[ClaimedValue]:
        for family in networks.FAMILIES:
            for size in networks.sizes_of(family, 3, networks.LARGEST_QUEUEING):
                true = _least_ratio(family, size)
                own = next(row for row in networks.bounds_of(family, size).demands if row.name == PROCESSOR)
                values = {"V_PE": own.visit_ratio, "V_CL": true * own.visit_ratio, "K": own.devices}
                claimed, shown = (
                    "; ".join(f"{name}: {value}" for name, value in each)
                    for each in (
                        [(name, evaluated(formula, values)) for name, formula in formulas.items()],
                        [(name, true) for name in formulas],
                    )
                )
                yield ClaimedValue(size, claimed, shown, family)

    forms = [formula.to_sympy(names).xreplace({V_PE: 1 / K}) for formula in formulas.values()]
    same = all(equal(form, (least / S_CL).xreplace({V_PE: 1 / K})) for form in forms)
    because = "argued: V_PE*S_PE = V_CL*S_CL with V_PE = 1/K; at this ratio nodes and links are bottlenecks, just below it links alone"
    remark = "agrees at the sizes tried; not shown for the others"
    return agree(cases(), because if same else "", sympy.sstr(least / S_CL), remark)


def _least_ratio(family: str, size: Size) -> Fraction:
    """The quantum found by trying: nodes are a bottleneck at it, and no longer a little below it."""
    demands = networks.bounds_of(family, size).demands
    found = networks.bounds_of(family, size).quantum

    def nodes_count(ratio: Fraction) -> bool:
        rows = [Demand(r.name, r.devices, r.visit_ratio, ratio if r.name == PROCESSOR else 1) for r in demands]
        return PROCESSOR in bounds(rows).bottleneck

    if not nodes_count(found) or nodes_count(found * (1 - Fraction(1, 10**9))):
        raise ArithmeticError(f"the quantum of {family} at {dict(size)} is not {found}")
    return Fraction(found)


def links_no_bottleneck(reading: Reading) -> Judgement:
    """The condition under which the bound is K/S_PE, which grows linearly: exactly where it holds, nodes are a
    bottleneck.
    """
    condition = parse_condition(reading.says["condition"])
    known = sympy.Le(V_CL * S_CL, S_PE / K)
    printed = condition.to_sympy({x.name: x for x in (V_CL, S_CL, S_PE, K)})
    sizes: list[Size] = []
    for sample in networks.loaded():
        if sample.values["N"] != 1:
            continue
        nodes = 1 / sample.values["V_PE"]
        values = {x: sympy.Rational(str(sample.values[x.name])) for x in (V_CL, S_CL, S_PE)} | {
            K: sympy.Rational(str(nodes))
        }
        bound = 1 / (sample.values["V_b"] * sample.values["S_b"])
        if bool(printed.xreplace(values)) != (bound == nodes / sample.values["S_PE"]):
            right = sympy.sstr(known)
            return fails(sample.size, printed.xreplace(values), f"the bound is {bound}", right, sizes, sample.network)
        sizes.append({name: n for name, n in sample.size.items() if name != "N"})
    if follows(printed, known) and follows(known, printed):
        return holds("argued: the bound is 1/max(S_PE/K, V_CL*S_CL), with V_PE = 1/K", sizes)
    return agrees("agrees at the sizes tried; not shown for the others", sizes)


def linear_quantum(reading: Reading) -> Judgement:
    """The order in which the ring's quantum grows with the number of nodes, and its lower bound."""
    found, claimed = lemma(f"{RING}.quantum"), stated_number(reading.says["exponent"])
    growth = greatest_growth([found.closed_form], K, K)
    texts = sorted({each.text() for each in growth})
    if any(each.order < (claimed, 0) for each in growth):
        return fails({"K": 1000}, f"nodes^{claimed}", found.at(K=1000), f"grows as {', '.join(texts)}")
    slope = min((each.constant for each in growth), key=float)
    if not never_below(found.closed_form - slope * K, K, 2):
        return unknown(f"it grows as {', '.join(texts)}; a bound for all sizes was not found")
    return holds(
        f"the {found.strength} lemma {found.key} grows as {', '.join(texts)}, and exceeds {slope}*K at all sizes"
    )


def about(reading: Reading) -> Judgement:
    """The limit of a number that is stated approximately; its values at a few widths are evidence."""
    found = lemma(f"{TOROID}.service_time_ratio.{SPANNING}")
    claimed = stated_number(reading.says["ratio"])
    tends = limits(found.closed_form, w)
    for each in tends:
        each.check()
    near = {str(n): str(found.at(w=n, D=3)) for n in (2, 3, 4, 5, 9, 15, 39)}
    if {each.value for each in tends} != {claimed}:
        true = " and ".join(sorted({str(each.value) for each in tends}))
        return fails(FAR, f"about {claimed}", found.at(**FAR), f"tends to {true}", ratio_at_width=near)
    within = next(n for n in range(3, 1000, 2) if abs(found.at(w=n, D=3) / claimed - 1) <= Fraction(1, 10))
    near_enough = f"within a tenth of it from odd w = {within} on"
    return holds(
        f"the {found.strength} lemma {found.key} tends to {tends[0].value} as w grows; {near_enough}",
        ratio_at_width=near,
    )


def ring_limit(reading: Reading) -> Judgement:
    """The limit of the ring's bound, with service times as symbols."""
    visits = lemma(f"{RING}.visit_ratio.link")
    found = size_limit({PROCESSOR: S_PE / K, "link": S_CL * visits.closed_form}, K)
    found.check()
    printed = parse_formula(reading.says["limit"]).to_sympy({"S_CL": S_CL, "S_PE": S_PE, "K": K})
    if any(not equal(printed, value) for value in found.values):
        return fails({"K": 1000}, printed, f"{1 / (visits.at(K=1000))}/S_CL", found.text)
    return holds(f"{'; '.join(found.describe())}, by the {visits.strength} lemma {visits.key}")


def ring_never_faster(reading: Reading) -> Judgement:
    """The bound of the ring, which does not exceed the printed rate at any size."""
    visits = lemma(f"{RING}.visit_ratio.link")
    printed = parse_formula(reading.says["rate"]).to_sympy({"S_CL": S_CL}) * S_CL
    sizes = networks.sizes_of(RING)
    for size in sizes:
        if 1 / visits.value(size) > Fraction(str(printed)):
            return fails(size, f"{printed}/S_CL at most", f"the bound is {1 / visits.value(size)}/S_CL")
    if not never_below(printed * visits.closed_form - 1, K, 2, strict=False):
        return agrees("not exceeded at the sizes tried; not shown for the others", sizes)
    because = f"{printed}*V_CL - 1 is not negative for any K, with the {visits.strength} lemma {visits.key}"
    return holds(f"{because}; so X0 <= 1/(V_CL*S_CL) does not exceed the rate", sizes)


def unlimited(reading: Reading) -> Judgement:
    """The networks whose bound does not grow without limit."""
    # the first parameter grows
    smallest = {RING: "K=2", SPANNING: "w=4 D=3", TOROID: "w=4 D=3", CYCLES: "D=3", CUBE: "M=3 R=2"}
    limits_of: dict[str, str | None] = {}
    for family in networks.FAMILIES:
        size = parse_parameters(smallest.get(family, "").split())
        limits_of[family] = size_limits(family, size, networks.UNIT)[next(iter(size))].limit if size else _dual_limit()
    if None in limits_of.values():
        return unknown(f"limits found: {limits_of}")
    claimed = set(reading.says["limited"].split())
    for family in networks.FAMILIES:
        if (family in claimed) != (limits_of[family] != "none"):
            claim = f"{family} limited: {family in claimed}"
            return fails({"D": 3}, claim, f"limit {limits_of[family]}", None, (), family)
    return holds(
        "limits of 1/max V_i from the closed forms of the lemmas (upper bounds of their sums for CCC and R-ary M-cube); argued: the "
        "devices of each class are alike by symmetry, but for the second buses of the dual bus hypercube, whose greatest has a lemma",
        limits=limits_of,
    )


def _dual_limit() -> str:
    names = (f"{DUAL}.visit_ratio.bus-0", f"{DUAL}.max_visit_ratio.bus-other")
    at = {p.symbol: sympy.Integer(3) for p in lemma(names[0]).domain.parameters if p.name == "D"}
    found = size_limit({PROCESSOR: 1 / w**3, **{name: lemma(name).closed_form.xreplace(at) for name in names}}, w)
    found.check()
    return found.text


def locality(reading: Reading) -> Judgement:
    """Whether messages to neighbours alone exceed the rate that limits the ring under uniform messages."""
    limit = Fraction(size_limits(RING, {"K": 2}, networks.UNIT)["K"].limit or 0)
    hops = int(reading.says["hops"])
    for nodes in range(2 * hops + 1, 60):
        share = Fraction(hops, nodes)  # each message crosses so many of the links, which are alike
        served = stations([Demand(PROCESSOR, nodes, Fraction(1, nodes), 1), Demand("link", nodes, share, 1)])
        reached = exact_mva(served, 40 * nodes).throughput
        if reached > limit:
            size = {"K": nodes, "N": 40 * nodes}
            what = f"a ring of {nodes} nodes with {40 * nodes} messages, each over {hops} link, passes {float(reached):.6g}"
            return holds(f"{what} of them per unit of time, more than {limit}", [size])
    return unknown(f"no ring of less than 60 nodes whose messages cross {hops} links exceeds {limit}")
