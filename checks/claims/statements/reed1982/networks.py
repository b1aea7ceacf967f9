"""The six networks of the paper, and relations between quantities of closed queueing networks compared with theorems
and computed values.
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import sympy
from sympy.core.relational import Equality, GreaterThan, LessThan, Relational, StrictGreaterThan, StrictLessThan

from netlemma.checks.claims.judgement import Judgement, agrees, fails, holds
from netlemma.checks.formula.formula import parse_condition
from netlemma.checks.performance.bounds import NetworkLemmas, ServiceTimes, bounds_subject, network_lemmas, visits
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.core.domain import Size
from netlemma.derive.performance.throughput_bounds import PROCESSOR, Bounds, bounds, exact_mva, stations

# Printed relations between quantities of a queueing network, compared with theorems and with computed values.


_HOLDS: Mapping[type, Callable[[Fraction, Fraction], bool]] = {
    Equality: operator.eq,
    GreaterThan: operator.ge,
    LessThan: operator.le,
    StrictGreaterThan: operator.gt,
    StrictLessThan: operator.lt,
}


class Sample(NamedTuple):
    """Exact values of named quantities at one size of a network."""

    size: Size
    values: Mapping[str, Fraction]
    network: str = ""


@dataclass(frozen=True)
class Theorem:
    """A relation that holds everywhere, with its reason."""

    relation: Relational
    because: str


def symbols(*names: str) -> list[sympy.Symbol]:
    """Symbols of positive quantities, such as ``X0``; printed relations use the same ones."""
    return [sympy.Symbol(name, positive=True) for name in names]


def judge_relation(printed: str, theorem: Theorem, samples: Iterable[Sample]) -> Judgement:
    """Compare a printed relation with a theorem, and evaluate it at samples.

    It holds if it is the theorem or weaker (``<=`` for ``<``), and fails at the first sample that contradicts it.

    >>> X, N = symbols("X", "N")
    >>> theorem = Theorem(X < N, "why it is so")
    >>> samples = [Sample({"n": 1}, {"X": Fraction(1, 2), "N": Fraction(1)})]
    >>> judge_relation("X <= N", theorem, samples).proof
    'argued: why it is so; computed for 1 case'
    >>> judge_relation("X >= N", theorem, samples).counterexample
    {'size': {'n': 1}, 'claimed': 'X >= 1', 'true': 'X = 1/2'}
    """
    relation = _read(printed, theorem.relation)
    tried: list[Size] = []
    for sample in samples:
        if not _true(theorem.relation, sample):
            raise ArithmeticError(f"{theorem.relation} does not hold at {dict(sample.size)}")
        if not _true(relation, sample):
            left, right = (_value(side, sample) for side in relation.args)
            sign = {Equality: "="}.get(type(relation), getattr(relation, "rel_op", ""))
            return fails(
                sample.size,
                f"{relation.lhs} {sign} {right}",
                f"{relation.lhs} = {left}",
                sympy.sstr(theorem.relation),
                _once(tried),
                sample.network,
            )
        tried.append(sample.size)
    if follows(relation, theorem.relation):
        return holds(
            f"argued: {theorem.because}; computed for {len(tried)} case{'s' * (len(tried) != 1)}", _once(tried)
        )
    return agrees(f"true in the {len(tried)} cases computed; not shown in general", _once(tried))


def follows(relation: Relational, known: Relational) -> bool:
    """Whether a relation is a known one in another form, or weaker only by ``=``.

    >>> X, N = symbols("X", "N")
    >>> follows(N - X >= 0, X < N), follows(X < N, X <= N)
    (True, False)
    """
    (printed, strict), (proved, proved_strict) = _slack(relation), _slack(known)
    if isinstance(relation, Equality) or isinstance(known, Equality):
        both = isinstance(relation, Equality) and isinstance(known, Equality)
        return both and (equal(printed, proved) or equal(printed, -proved))
    return (proved_strict or not strict) and (printed == proved or equal(printed, proved))


def _slack(relation: Relational) -> tuple[sympy.Expr, bool]:
    return relation.gts - relation.lts if not isinstance(
        relation, Equality
    ) else relation.lhs - relation.rhs, isinstance(relation, StrictGreaterThan | StrictLessThan)


def _read(text: str, like: Relational) -> Relational:
    condition = parse_condition(text)
    known = {symbol.name: symbol for symbol in like.free_symbols}
    missing = {name: sympy.Symbol(name, positive=True) for name in condition.names - set(known)}
    found = condition.to_sympy({**known, **missing})
    if not isinstance(found, Relational):
        raise TypeError(f"{text} is no single relation")
    return found


def _value(side: sympy.Basic, sample: Sample) -> Fraction:
    return evaluate(side, {symbol: sample.values[symbol.name] for symbol in side.free_symbols})


def _true(relation: Relational, sample: Sample) -> bool:
    left, right = (_value(side, sample) for side in relation.args)
    return _HOLDS[type(relation)](left, right)


def _once(sizes: Iterable[Size]) -> list[Size]:
    return list({tuple(sorted(size.items())): size for size in sizes}.values())


# The six networks of the paper: their lemmas, small sizes, demands, and queueing quantities computed on them.


RING, SPANNING, DUAL = "ring", "spanning-bus-hypercube", "dual-bus-hypercube"
TOROID, CYCLES, CUBE = "toroid", "cube-connected-cycles", "r-ary-m-cube"
FAMILIES = (RING, SPANNING, DUAL, TOROID, CYCLES, CUBE)
UNIT = ServiceTimes()
TIMES = (UNIT, ServiceTimes(Fraction(3), Fraction(2)), ServiceTimes(Fraction(1, 5), Fraction(1)))
POPULATIONS = (*range(1, 9), 20, 60)
LARGEST = 600  # nodes of the networks that are counted
LARGEST_QUEUEING = 30  # nodes of the networks whose throughput is computed


def lemmas_of(family: str) -> NetworkLemmas:
    """The lemmas of a family."""
    lemmas = network_lemmas(family)
    if lemmas is None:
        raise LookupError(f"{family} has no lemmas on all of its classes")
    return lemmas


def sizes_of(family: str, most: int = 12, largest: int = LARGEST) -> list[dict[str, int]]:
    """The smallest sizes of a family with two nodes or more, in ascending order."""
    lemma = lemmas_of(family).distance
    return list(lemma.domain.sizes(most, lambda size: lemma.definition.nodes(size) <= largest))


@cache
def _bounds(family: str, size: tuple[tuple[str, int], ...], times: int) -> Bounds:
    return bounds(visits(bounds_subject(family), dict(size)).demands(TIMES[times]))


def bounds_of(family: str, size: Size, times: int = 0) -> Bounds:
    """The bounds of a network."""
    return _bounds(family, tuple(size.items()), times)


@cache
def loaded() -> tuple[Sample, ...]:
    """Every network at its smallest sizes, under each choice of service times, at several populations.

    The throughput X0 is exact, for exponential service; X0_before is that with one message less.
    """
    return tuple(_loaded())


def _loaded() -> Iterator[Sample]:
    for family in FAMILIES:
        for size in sizes_of(family, 3, LARGEST_QUEUEING):
            for number, times in enumerate(TIMES):
                found = bounds_of(family, size, number)
                served = stations(found.demands)
                top = max(found.demands, key=lambda row: row.demand)
                links = [row.visit_ratio for row in found.demands if row.name != PROCESSOR]
                own = next(row for row in found.demands if row.name == PROCESSOR)
                fixed = {
                    "R0": found.R0,
                    "response": exact_mva(served, 1).response,
                    "V_b": top.visit_ratio,
                    "S_b": top.service_time,
                    "V_PE": own.visit_ratio,
                    "S_PE": times.processor,
                    "V_CL": max(links),
                    "S_CL": times.link,
                    "N_star": found.N_star,
                    "devices": Fraction(sum(row.devices for row in found.demands)),
                }
                for n in POPULATIONS:
                    rate = exact_mva(served, n).throughput
                    before = exact_mva(served, n - 1).throughput if n > 1 else Fraction(0)
                    values = {**fixed, "N": Fraction(n), "X0": rate, "X0_before": before}
                    yield Sample({**size, "N": n}, values, family)
