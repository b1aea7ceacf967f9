"""Judges of mean path lengths and visit ratios, apart from the formulas that lemmas are about."""

from fractions import Fraction

import sympy

from netlemma.checks.claims.evidence import compare_formula, together
from netlemma.checks.claims.judgement import Judgement
from netlemma.checks.claims.statements.reed1982.counts import explicit_devices
from netlemma.checks.claims.statements.reed1982.networks import FAMILIES, RING, SPANNING, TOROID, lemmas_of, sizes_of
from netlemma.checks.claims.theorems import Sample, Theorem, judge_relation, symbols
from netlemma.checks.formula.condition import parse_condition
from netlemma.derive import lemma
from netlemma.derive.algebra.expressions.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.graphs import measure

L, V_sum, K = *symbols("L", "V_sum"), parameter("K", 2)
w = parameter("w", 2)


def sum_of_visits(reading: Reading) -> Judgement:
    """The mean path length, compared with the visits to all devices of explicit networks, one device at a time."""
    crossing = "each hop of a message crosses one device, so that both sums count the same crossings"
    samples = []
    for family in FAMILIES:
        for size in sizes_of(family, 6):
            net = explicit_devices(family, size)
            measurement = measure(net)
            visits = sum((measurement.visit_ratio(device) for device in range(net.device_count)), Fraction(0))
            samples.append(Sample(size, {"L": measurement.mean_distance, "V_sum": visits}, family))
    return judge_relation(reading.says["relation"], Theorem(sympy.Eq(L, V_sum, evaluate=False), crossing), samples)


def node_visits(reading: Reading) -> Judgement:
    """V_PE = 1/K: of all pairs of different nodes, all nodes are the destination of equally many."""

    def counted(size: Size) -> Fraction:
        destinations = [b for a in range(size["K"]) for b in range(size["K"]) if a != b]
        (share,) = {Fraction(destinations.count(node), len(destinations)) for node in range(size["K"])}
        return share

    domain, right = lemmas_of(RING).distance.domain, (K - 1) / (K * (K - 1))
    because = "argued: K - 1 of the K*(K - 1) ordered pairs of different nodes lead to each node"
    return compare_formula(reading.says["V_PE"], counted, sizes_of(RING), domain, right, because)


def one_dimension(reading: Reading) -> Judgement:
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
    for name, printed in reading.says.items():
        condition = parse_condition("w even" if "even" in name else "w odd" if "odd" in name else "w >= 2")
        chosen = [size for size in sizes if condition.holds(size)]
        where = condition.to_sympy({"w": w})
        parts.append(compare_formula(printed, walked, chosen, domain, closed, because, where))
    return together(*parts)


def alike(reading: Reading) -> Judgement:
    """The greatest visit ratio of a link over the mean one, from their lemmas."""
    mean, most = (lemma(f"{TOROID}.{name}.link") for name in ("visit_ratio", "max_visit_ratio"))
    same = sympy.Integer(1) if mean.closed_form == most.closed_form else None
    because = f"the {mean.strength} lemmas {mean.key} and {most.key} have the same closed form"
    ratio = lambda size: most.value(size) / mean.value(size)  # noqa: E731
    return compare_formula(reading.says["greatest_over_mean"], ratio, sizes_of(TOROID), mean.domain, same, because)


def path_length(reading: Reading, family: str, name: str, routing: str = "") -> Judgement:
    """Judge hops on the devices of a class, from the visit ratio's lemma and the number of devices.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    family : str
        Name of the family.
    name : str
        Class of devices.
    routing : str, default ""
        End of the lemma's key, if it is about another routing.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    found, lemmas = lemma(f"{family}.visit_ratio.{name}{routing}"), lemmas_of(family)
    (of,) = (each for each in lemmas.classes if each.name == name)
    hops = lambda size: lemmas.count(of, size) * found.value(size)  # noqa: E731
    closed, because = lemmas.devices(of) * found.closed_form, f"the number of devices times the {found.strength} lemma"
    because = f"{because} {found.key}"
    return compare_formula(reading.says["L"], hops, sizes_of(family), found.domain, closed, because, lemma=found.key)


def one_way(reading: Reading) -> Judgement:
    """Crossings of one-way rings for each crossing of a bus, both from lemmas."""
    links, buses = lemma("oneway-torus.mean_distance"), lemma(f"{SPANNING}.mean_distance")
    pairs = list(zip(links.domain.parameters, buses.domain.parameters, strict=True))
    closed = sympy.factor(links.closed_form.xreplace({k.symbol: w.symbol for k, w in pairs}) / buses.closed_form)
    because = f"the {links.strength} lemma {links.key} over the {buses.strength} lemma {buses.key}"
    ratio = lambda size: links.value({k.name: size[w.name] for k, w in pairs}) / buses.value(size)  # noqa: E731
    return compare_formula(reading.says["crossings"], ratio, sizes_of(SPANNING), buses.domain, closed, because)
