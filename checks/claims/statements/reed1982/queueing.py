"""Judges of statements on every closed network: bounds on the rate of messages, and the population at which they queue.

The relations are theorems; the printed ones are compared with them, with exact mean value analysis of small networks
(exponential service), and with a network with constant service times, followed exactly.
"""

from collections.abc import Iterator
from fractions import Fraction

import sympy

from netlemma.checks.claims.evidence import stated_number, together
from netlemma.checks.claims.judgement import Judgement, agrees, fails, holds, unknown
from netlemma.checks.claims.statements.reed1982 import constant_service
from netlemma.checks.claims.statements.reed1982.networks import FAMILIES, SPANNING, bounds_of, loaded, sizes_of
from netlemma.checks.claims.theorems import Sample, Theorem, follows, judge_relation, symbols
from netlemma.checks.formula.condition import parse_condition
from netlemma.derive.algebra.expressions.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.performance.bounds.asymptotic_bounds import stations
from netlemma.derive.performance.bounds.exponential import NoLimit
from netlemma.derive.performance.bounds.limits import limits
from netlemma.derive.performance.bounds.mva import exact_mva
from netlemma.derive.performance.bounds.population import balanced

X0, X0_before, R0, response, V_b, S_b = symbols("X0", "X0_before", "R0", "response", "V_b", "S_b")
V_PE, S_PE, V_CL, S_CL, N_star, devices = symbols("V_PE", "S_PE", "V_CL", "S_CL", "N_star", "devices")
(N,) = symbols("N")
NAMES = {x.name: x for x in (X0, X0_before, R0, response, V_b, S_b, V_PE, S_PE, V_CL, S_CL, N_star, devices, N)}


def constant() -> Iterator[Sample]:
    """The network with constant service times, at populations around the critical one."""
    bounds = bounds_of(SPANNING, constant_service.SIZE)
    top = max(bounds.demands, key=lambda row: row.demand)
    fixed = {"R0": bounds.R0, "V_b": top.visit_ratio, "S_b": top.service_time, "N_star": bounds.N_star}
    for n in range(1, 5):
        rate = constant_service.run(n).throughput
        before = constant_service.run(n - 1).throughput if n > 1 else Fraction(0)
        values = {**fixed, "N": Fraction(n), "X0": rate, "X0_before": before}
        yield Sample({**constant_service.SIZE, "N": n}, values, f"{SPANNING}, constant service times of 1")


def relation(
    reading: Reading, theorem: str, because: str, single: bool = False, any_service: bool = False
) -> Judgement:
    """Judge the printed ``relation`` between quantities.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    theorem : str
        Correct relation.
    because : str
        Reason why the theorem holds.
    single : bool, default False
        Whether it is about one message alone.
    any_service : bool, default False
        Whether networks with constant service times are included.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    known = Theorem(parse_condition(theorem).to_sympy(NAMES), because)
    samples = [s for s in loaded() if not single or s.values["N"] == 1]
    return judge_relation(reading.says["relation"], known, samples + list(constant() if any_service else ()))


def critical_population(reading: Reading) -> Judgement:
    """The printed N*, compared with the intersection of N/R0 and 1/(V_b*S_b)."""
    (meeting,) = sympy.solve(sympy.Eq(N / R0, 1 / (V_b * S_b)), N)
    theorem = Theorem(sympy.Eq(N_star, meeting, evaluate=False), "N/R0 = 1/(V_b*S_b) has this one solution")
    return judge_relation(f"N_star = {reading.says['N_star']}", theorem, loaded())


def must_wait(reading: Reading) -> Judgement:
    """The populations at which a message must wait: those of a network without waiting are a counterexample.

    Raises
    ------
    ArithmeticError
        If the theorem contradicts the networks.
    """
    printed = parse_condition(reading.says["populations"])
    theorem = sympy.Gt(N, N_star)
    because = (
        "X0 <= 1/(V_b*S_b), so that by Little's law a message takes N/X0 >= N*V_b*S_b, which is more than R0 if N > N*"
    )
    condition = printed.to_sympy({"N": N, "N_star": N_star})
    sizes: list[Size] = []
    for sample in constant():
        at = {x: sympy.Rational(str(sample.values[x.name])) for x in (N, N_star)}
        wait = constant_service.run(int(sample.values["N"])).longest_wait
        if bool(theorem.xreplace(at)) and not wait:
            raise ArithmeticError(f"nobody waits at {dict(sample.size)}")
        if bool(condition.xreplace(at)) and not wait:
            claimed = f"a message waits (N* = {sample.values['N_star']})"
            return fails(sample.size, claimed, "no message waits", str(theorem), sizes, sample.network)
        sizes.append(sample.size)
    if isinstance(condition, sympy.core.relational.Relational) and follows(condition, theorem):
        return holds(f"argued: {because}", sizes)
    return agrees("no message that does not wait was found; not shown in general", sizes)


def utilization(reading: Reading) -> Judgement:
    """The limit of the bottleneck's utilization, from the lower bound of balanced jobs, which mean value analysis
    confirms.

    Raises
    ------
    ArithmeticError
        If mean value analysis contradicts the bound.
    """
    n = parameter("N", 1)
    lower = n * V_b * S_b / (R0 + (n - 1) * V_b * S_b)
    claimed = stated_number(reading.says["utilization"])
    try:
        (limit,) = limits(lower, n)
    except NoLimit as error:
        return unknown(str(error))
    for family in FAMILIES:
        for size in sizes_of(family, 2):
            served = stations(bounds_of(family, size).demands)
            for population in (1, 10, 100):
                rate, low = exact_mva(served, population).throughput, balanced(served, population).lower
                if not low <= rate <= 1 / max(d for d, _ in served):
                    raise ArithmeticError(f"the balanced-job bound does not hold at {size} N={population}")
    if limit.value != claimed:
        return fails({"N": 1000}, f"tends to {claimed}", f"tends to {limit.value}", f"{limit.value}")
    limit.check()
    return holds(
        f"argued: it lies between {lower} (balanced-job bound, for exponential service) and 1, and the first tends to {limit.value} "
        f"({limit.describe()})"
    )


def exact_at_both_ends(reading: Reading) -> Judgement:
    """Whether the bound equals the rate at one message, and both have the same limit for many."""
    one = Theorem(sympy.Eq(X0, 1 / R0, evaluate=False), "one message never waits, so that it takes R0")
    light = judge_relation(reading.says["light"], one, [s for s in loaded() if s.values["N"] == 1])
    return together(light, utilization(Reading("", "", "", "", says={"utilization": reading.says["heavy"]})))
