"""Judges of statements on every closed network: bounds on the rate of messages, and the population at which they queue."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import sympy

from netlemma.checks.claims.judgement import Judgement, agrees, fails, holds, stated_number, together, unknown
from netlemma.checks.claims.statements.reed1982.networks import (
    FAMILIES,
    SPANNING,
    Sample,
    Theorem,
    bounds_of,
    follows,
    judge_relation,
    loaded,
    sizes_of,
    symbols,
)
from netlemma.checks.formula.formula import parse_condition
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.performance.growth_limits import limits
from netlemma.derive.performance.throughput_bounds import balanced, exact_mva, stations
from netlemma.errors import NoLimit

# A closed network of two nodes with constant service times, followed exactly, for statements about any service times.
#
# With two nodes, a message's next destination is always the other node, so that every route is known: node 0, the bus,
# node 1, the bus, and so on.


SIZE = {"w": 2, "D": 1}  # of the spanning bus hypercube that this is: one bus with two nodes
ROUTE = ("node 0", "bus", "node 1", "bus")


class Run(NamedTuple):
    """Throughput in messages per unit of time, and the longest wait for a device, in the periodic state."""

    throughput: Fraction
    longest_wait: int


def run(population: int, processor: int = 1, bus: int = 1) -> Run:
    """Follow the messages in the order of arrival until a state returns; the result is that of one period.

    >>> [run(population).throughput for population in (1, 2, 3)]
    [Fraction(1, 2), Fraction(1, 1), Fraction(1, 1)]
    >>> [run(population).longest_wait for population in (1, 2, 3)]
    [0, 0, 1]
    """
    service = {"node 0": processor, "node 1": processor, "bus": bus}
    free = dict.fromkeys(service, 0)
    waiting = [(0, number, 0) for number in range(population)]  # arrival, message, place on the route
    seen: dict[object, tuple[int, int, int]] = {}
    waits: list[int] = []
    ends = 0
    while True:
        waiting.sort()
        arrival, number, place = waiting.pop(0)
        device = ROUTE[place]
        if number == place == 0:
            others = tuple((at - arrival, other, where) for at, other, where in waiting)
            state = (others, tuple(max(0, at - arrival) for at in free.values()))
            if state in seen:
                since, before, first = seen[state]
                return Run(Fraction(ends - before, arrival - since), max(waits[first:]))
            seen[state] = arrival, ends, len(waits)
        start = max(arrival, free[device])
        free[device] = start + service[device]
        waits.append(start - arrival)
        ends += device != "bus"
        waiting.append((free[device], number, (place + 1) % len(ROUTE)))


# Judges of statements on every closed network: bounds on the rate of messages, and the population at which they queue.
#
# The relations are theorems; the printed ones are compared with them, with exact mean value analysis of small networks
# (exponential service), and with a network with constant service times, followed exactly.


X0, X0_before, R0, response, V_b, S_b = symbols("X0", "X0_before", "R0", "response", "V_b", "S_b")
V_PE, S_PE, V_CL, S_CL, N_star, devices = symbols("V_PE", "S_PE", "V_CL", "S_CL", "N_star", "devices")
(N,) = symbols("N")
NAMES = {x.name: x for x in (X0, X0_before, R0, response, V_b, S_b, V_PE, S_PE, V_CL, S_CL, N_star, devices, N)}


def constant() -> Iterator[Sample]:
    """The network with constant service times, at populations around the critical one."""
    bounds = bounds_of(SPANNING, SIZE)
    top = max(bounds.demands, key=lambda row: row.demand)
    fixed = {"R0": bounds.R0, "V_b": top.visit_ratio, "S_b": top.service_time, "N_star": bounds.N_star}
    for n in range(1, 5):
        rate = run(n).throughput
        before = run(n - 1).throughput if n > 1 else Fraction(0)
        values = {**fixed, "N": Fraction(n), "X0": rate, "X0_before": before}
        yield Sample({**SIZE, "N": n}, values, f"{SPANNING}, constant service times of 1")


def relation(
    reading: Reading, theorem: str, because: str, single: bool = False, any_service: bool = False
) -> Judgement:
    """Judge the printed ``relation`` between quantities."""
    known = Theorem(parse_condition(theorem).to_sympy(NAMES), because)
    samples = [s for s in loaded() if not single or s.values["N"] == 1]
    return judge_relation(reading.says["relation"], known, samples + list(constant() if any_service else ()))


def critical_population(reading: Reading) -> Judgement:
    """The printed N*, compared with the intersection of N/R0 and 1/(V_b*S_b)."""
    (meeting,) = sympy.solve(sympy.Eq(N / R0, 1 / (V_b * S_b)), N)
    theorem = Theorem(sympy.Eq(N_star, meeting, evaluate=False), "N/R0 = 1/(V_b*S_b) has this one solution")
    return judge_relation(f"N_star = {reading.says['N_star']}", theorem, loaded())


def must_wait(reading: Reading) -> Judgement:
    """The populations at which a message must wait: those of a network without waiting are a counterexample."""
    printed = parse_condition(reading.says["populations"])
    theorem = sympy.Gt(N, N_star)
    because = (
        "X0 <= 1/(V_b*S_b), so that by Little's law a message takes N/X0 >= N*V_b*S_b, which is more than R0 if N > N*"
    )
    condition = printed.to_sympy({"N": N, "N_star": N_star})
    sizes: list[Size] = []
    for sample in constant():
        at = {x: sympy.Rational(str(sample.values[x.name])) for x in (N, N_star)}
        wait = run(int(sample.values["N"])).longest_wait
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
