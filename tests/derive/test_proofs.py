"""Every kind of proof passes where it should and refuses what is planted: one right step and many wrong ones for each."""

from dataclasses import replace
from itertools import pairwise

import pytest
import sympy as sp
from sympy import Abs, Eq, Integer, Min, Mod, Piecewise, Sum, factorial

from netlemma.checks.lemmas.verify import verify_lemma
from netlemma.derive import lemma
from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.largest_values import SquareCompleted
from netlemma.derive.algebra.notation import (
    Coefficient,
    DeviceSum,
    PairMax,
    PairSum,
    PathCount,
    PositionMax,
    a,
    b,
    k,
    pair_sum,
    parameter,
)
from netlemma.derive.algebra.proof import Enumerated, NormalForm
from netlemma.derive.algebra.summation.sums import SumsClosed, close
from netlemma.derive.core.derivation import ByCases, DerivationBuilder, Derived, Within
from netlemma.derive.core.lemma import Derivation, Lemma, Step
from netlemma.derive.networks.bounded_compositions import (
    PowerCoefficient,
    Series,
    TermsCounted,
    coefficient_of_power,
    factor_series,
)
from netlemma.derive.networks.products.factor_certificates import (
    CyclicShift,
    Reindexing,
    certify_distance,
    certify_largest,
    certify_pieces,
    certify_ties,
)
from netlemma.derive.networks.products.factors import (
    BUS,
    CLIQUE,
    KINDS,
    LINE,
    ONEWAY_RING,
    RING,
    AffineCase,
)
from netlemma.derive.networks.products.path_counting import (
    DistancesAdd,
    Group,
    HopsCounted,
    LargestDistance,
    OverFactors,
    node_count,
)
from netlemma.derive.networks.products.product_distance import PathsInterleave, shortest_paths_between_farthest
from netlemma.errors import ProofError

n, m, w, D, p, i, z = (parameter(name) for name in "nmwDpiz")
ONE = Integer(1)
EVEN = Eq(Mod(w, 2), 0)


def refused(check, *args, match=None):
    with pytest.raises(ProofError, match=match):
        check(*args)
        pytest.fail("a planted fault has a proof")


def step_of(key: str, kind: type) -> Step:
    """A step of a lemma with a proof of this kind, at first or inside another."""
    for step in lemma(key).derivation.steps:
        proof = step.proof
        if isinstance(proof, Within) and not issubclass(kind, Within):
            step, proof = Step(step.before.args[0], step.after.args[0], step.because, proof.inner), proof.inner
        if isinstance(proof, kind):
            step.check()
            return step
    raise LookupError(f"{key} has no step by {kind.__name__}")


# Factors: distance functions, hops, largest values, ties.


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_certificates_of_the_factors(kind):
    certify_distance(kind)
    certify_largest(kind)
    certify_ties(kind)


WRONG_DISTANCES = {
    "ring one way only": replace(RING, distance=lambda n: Mod(b - a, n)),
    "ring the other way only": replace(RING, distance=lambda n: Mod(a - b, n)),
    "ring plus one": replace(RING, distance=lambda n: Min(Mod(b - a, n), Mod(a - b, n)) + 1),
    "ring as a line": replace(RING, distance=lambda n: Abs(a - b)),
    "ring as a clique": replace(RING, distance=CLIQUE.distance, offset=CLIQUE.offset, pieces=CLIQUE.pieces),
    "ring, offset of a one-way ring": replace(RING, offset=ONEWAY_RING.offset),
    "ring, pieces of a one-way ring": replace(RING, pieces=ONEWAY_RING.pieces),
    "ring, the longer way": replace(RING, offset=lambda n: sp.Max(k, n - k)),
    "one-way ring as a ring": replace(ONEWAY_RING, distance=RING.distance, offset=RING.offset, pieces=RING.pieces),
    "one-way ring, backwards": replace(ONEWAY_RING, distance=lambda n: Mod(a - b, n)),
    "line, squared": replace(LINE, distance=lambda n: (a - b) ** 2),
    "line, doubled": replace(
        LINE,
        distance=lambda n: 2 * Abs(a - b),
        pieces=lambda n: [AffineCase(r.conditions, 2 * r.value) for r in LINE.pieces(n)],
    ),
    "line, zero beside home": replace(
        LINE, pieces=lambda n: [AffineCase((a <= b,), b - a), AffineCase((a >= b + 1,), a - b - 1)]
    ),
    "clique of two hops": replace(CLIQUE, distance=lambda n: 2 * Min(1, Mod(b - a, n)), offset=lambda n: 2 * Min(1, k)),
    "clique at home": replace(CLIQUE, pieces=lambda n: [AffineCase((), ONE)]),
    "bus as a ring": replace(BUS, distance=RING.distance, offset=RING.offset, pieces=RING.pieces),
}


@pytest.mark.parametrize("kind", WRONG_DISTANCES.values(), ids=WRONG_DISTANCES)
def test_wrong_distance_functions(kind):
    refused(certify_distance, kind)
    group = Group(kind, n, ONE)
    refused(DistancesAdd((group,)).check, PairSum(at.distance), PairSum(group.distance))


WRONG_HOPS = {
    "ring upwards only": replace(RING, moves=lambda n: RING.moves(n)[1:]),
    "ring downwards only": replace(RING, moves=lambda n: RING.moves(n)[:1]),
    "ring with a chord": replace(
        RING, moves=lambda n: [*RING.moves(n), [AffineCase((k <= n - 3,), k + 2), AffineCase((k >= n - 2,), k + 2 - n)]]
    ),
    "ring that is open": replace(RING, moves=lambda n: [[r] for regions in RING.moves(n) for r in regions[:1]]),
    "line upwards only": replace(LINE, moves=lambda n: LINE.moves(n)[:1]),
    "line with jumps": replace(LINE, moves=lambda n: [*LINE.moves(n), [AffineCase((a <= n - 3,), a + 2)]]),
    "line without hops": replace(LINE, moves=lambda n: []),
    "one-way ring both ways": replace(ONEWAY_RING, moves=RING.moves),
    "clique without hops home": replace(CLIQUE, moves=lambda n: [[AffineCase((k >= 2,), k - 1)]]),
    "ring, descent the wrong way": replace(
        RING, descents=lambda n: [AffineCase((2 * k <= n,), k + 1), AffineCase((), k - 1)]
    ),
    "ring, descent out of range": replace(
        RING, descents=lambda n: [AffineCase((2 * k <= n,), k - 1), AffineCase((), k + 1)]
    ),
    "line, descent the wrong way": replace(
        LINE, descents=lambda n: [AffineCase((a <= b,), a - 1), AffineCase((), a + 1)]
    ),
}


@pytest.mark.parametrize("kind", WRONG_HOPS.values(), ids=WRONG_HOPS)
def test_wrong_lists_of_hops(kind):
    refused(certify_distance, kind)


WRONG_LARGEST = {
    "too large": replace(RING, largest=lambda n: sp.floor(n / 2) + 1),
    "too small": replace(RING, largest=lambda n: sp.floor(n / 2) - 1),
    "rounded up": replace(RING, largest=lambda n: sp.ceiling(n / 2)),
    "not at its place": replace(RING, farthest=lambda n: ONE),
    "line too long": replace(LINE, largest=lambda n: n),
    "line too short": replace(LINE, largest=lambda n: n - 2),
    "one-way ring as a ring": replace(ONEWAY_RING, largest=RING.largest, farthest=RING.farthest),
    "clique of two hops": replace(CLIQUE, largest=lambda n: Integer(2)),
}


@pytest.mark.parametrize("kind", WRONG_LARGEST.values(), ids=WRONG_LARGEST)
def test_wrong_largest_values(kind):
    refused(certify_largest, kind)
    group = Group(kind, n, D)
    refused(LargestDistance((group,)).check, PairMax(group.distance), D * kind.largest(n))


WRONG_TIES = {
    "ring without ties": replace(RING, ties=lambda n: ONE),
    "ring always with ties": replace(RING, ties=lambda n: Integer(2)),
    "ring with ties if odd": replace(RING, ties=lambda n: Piecewise((ONE, Eq(Mod(n, 2), 0)), (Integer(2), True))),
    "ring of three ties": replace(RING, ties=lambda n: Piecewise((Integer(3), Eq(Mod(n, 2), 0)), (ONE, True))),
    "line with ties": replace(LINE, ties=lambda n: Integer(2)),
    "clique with ties": replace(CLIQUE, ties=lambda n: n - 1),
    "bus without paths": replace(BUS, ties=lambda n: Integer(0)),
    "one-way ring with ties": replace(ONEWAY_RING, ties=RING.ties),
    "ring with doubled links upwards": replace(RING, moves=lambda n: [*RING.moves(n), RING.moves(n)[1]]),
    "line with doubled links": replace(LINE, moves=lambda n: [*LINE.moves(n), *LINE.moves(n)]),
}


@pytest.mark.parametrize("kind", WRONG_TIES.values(), ids=WRONG_TIES)
def test_wrong_numbers_of_ties(kind):
    refused(certify_ties, kind)
    groups = (Group(kind, n, D),)
    refused(
        PathsInterleave(groups).check, PathCount(at.source, at.destination), shortest_paths_between_farthest(groups)
    )


@pytest.mark.parametrize(
    "pieces, match",
    [
        (
            lambda n: [AffineCase((2 * k <= n,), k - 1), AffineCase((2 * k >= n + 1,), n - k)],
            "not a value of the distance",
        ),
        (lambda n: [AffineCase((2 * k <= n,), k + 1), AffineCase((2 * k >= n + 1,), n - k)], "not the distance"),
        (lambda n: [AffineCase((), k)], "not the distance"),
        (lambda n: [AffineCase((), Integer(0))], "not a value of the distance"),
    ],
)
def test_pieces_that_are_not_the_distance(pieces, match):
    refused(certify_pieces, replace(RING, pieces=pieces), match=match)


# Products: distances add, hops are counted, sums over factors, largest distances, interleavings.

RINGS = (Group(RING, w, D),)
MIXED = (Group(LINE, n, ONE), Group(RING, w, D), Group(CLIQUE, m, Integer(2)))


@pytest.mark.in_turn
def test_distances_add():
    before, after = PairSum(at.distance), PairSum(sp.Add(*(g.distance for g in MIXED)))
    DistancesAdd(MIXED).check(before, after)
    refused(DistancesAdd(MIXED).check, before, PairSum(sp.Add(*(g.distance for g in MIXED[1:]))))
    refused(DistancesAdd(MIXED).check, before, 2 * after)
    refused(DistancesAdd(MIXED[1:]).check, before, after)
    refused(DistancesAdd((Group(ONEWAY_RING, w, D),)).check, before, PairSum(RINGS[0].distance))
    power, product = PairSum(z**at.distance), PairSum(sp.Mul(*(g.product(z ** g.kind.distance(g.size)) for g in MIXED)))
    DistancesAdd(MIXED).check(power, product)
    refused(DistancesAdd(MIXED).check, power, PairSum(sp.Add(*(g.total(z ** g.kind.distance(g.size)) for g in MIXED))))


@pytest.mark.in_turn
def test_hops_counted():
    for crossed in MIXED:
        before, after = DeviceSum(PairSum(at.crossings)) / w, PairSum(crossed.distance) / w
        HopsCounted(MIXED, crossed).check(before, after)
        refused(HopsCounted(MIXED, crossed).check, before, 2 * after)
        refused(HopsCounted(MIXED, crossed).check, PairSum(at.crossings), after, match="no sum over devices")
        for other in (g for g in MIXED if g is not crossed):
            refused(HopsCounted(MIXED, other).check, before, after)
    refused(HopsCounted(RINGS, MIXED[0]).check, before, PairSum(MIXED[0].distance) / w, match="another network")


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "groups", [RINGS, MIXED, (Group(RING, w, ONE, "#0"), Group(LINE, n, D), Group(RING, w, Integer(3), "#2"))]
)
def test_over_factors(groups):
    nodes = node_count(groups)
    own = {g: pair_sum(g.kind.distance(g.size), g.size) for g in groups}
    before = PairSum(sp.Add(*(g.distance for g in groups)))
    after = nodes**2 * sp.Add(*(g.count * own[g] / g.size**2 for g in groups))
    OverFactors(groups).check(before, after)
    for wrong in (
        after / nodes,
        2 * after,
        after + 1,
        nodes**2 * sp.Add(*(own[g] / g.size**2 for g in groups)) + nodes,
    ):
        refused(OverFactors(groups).check, before, wrong)
    refused(OverFactors(groups).check, after, after, match="no sum over pairs")
    powers = [g.product(z ** g.kind.distance(g.size)) for g in groups]
    before = PairSum(sp.Mul(*powers))
    factors = [pair_sum(z ** g.kind.distance(g.size), g.size) ** g.count for g in groups]
    OverFactors(groups).check(before, sp.Mul(*factors))
    refused(OverFactors(groups).check, before, sp.Mul(*factors[1:]))
    refused(OverFactors(groups).check, before, sp.Mul(*factors) * factors[0])
    for left_out in range(len(groups)):
        rest = powers[:left_out] + powers[left_out + 1 :]
        others = factors[:left_out] + factors[left_out + 1 :]
        if rest:
            refused(OverFactors(groups).check, PairSum(sp.Mul(*rest)), sp.Mul(*others), match="does not cover")
        changed = replace(groups[left_out], count=groups[left_out].count + 1)
        refused(OverFactors((*groups[:left_out], changed, *groups[left_out + 1 :])).check, before, sp.Mul(*factors))


def test_over_factors_wrong_multiplicity():
    (group,) = RINGS
    body = group.kind.distance(w)
    wrong = PairSum(at.DimensionSum(body, w, D + 1, sp.Symbol(group.label)))
    refused(
        OverFactors(RINGS).check, wrong, w ** (2 * D) * (D + 1) * pair_sum(body, w) / w**2, match="not over dimensions"
    )
    split = PairSum(group.product(body, Integer(1)) * group.product(b, D - 1))
    OverFactors(RINGS).check(split, pair_sum(body, w) * pair_sum(b, w) ** (D - 1))
    refused(OverFactors(RINGS).check, split, pair_sum(body, w) * pair_sum(b, w) ** D)
    short = PairSum(group.product(body, Integer(1)) * group.product(b, D - 2))
    refused(OverFactors(RINGS).check, short, pair_sum(body, w) * pair_sum(b, w) ** (D - 2), match="does not cover")
    strange = PairSum(group.product(body) * Group(LINE, n, ONE).product(b))
    refused(OverFactors(RINGS).check, strange, pair_sum(body, w) ** D * pair_sum(b, n), match="another network")


def test_largest_distance():
    before = PairMax(sp.Add(*(g.distance for g in MIXED)))
    after = n - 1 + D * sp.floor(w / 2) + 2
    LargestDistance(MIXED).check(before, after)
    for wrong in (
        after + 1,
        n + D * sp.floor(w / 2),
        n + 1 + D * w / 2,
        n + 1 + D * sp.ceiling(w / 2),
        n - 1 + D + sp.floor(w / 2) + 2,
    ):
        refused(LargestDistance(MIXED).check, before, wrong)
    refused(LargestDistance(MIXED[:2]).check, before, after)


@pytest.mark.in_turn
def test_paths_interleave():
    count = PathCount(at.source, at.destination)
    after = shortest_paths_between_farthest(MIXED)
    PathsInterleave(MIXED).check(count, after)
    for wrong in (
        after + 1,
        after / 2,
        factorial(n + 1 + D * sp.floor(w / 2)),
        after / Piecewise((2**D, EVEN), (1, True)),
    ):
        refused(PathsInterleave(MIXED).check, count, wrong)
    refused(PathsInterleave(MIXED[1:]).check, count, after)


# Cyclic reindexing.


def reindexing(**changed) -> Reindexing:
    distance, offset = RING.distance(n), RING.offset(n)
    fields = {
        "old": pair_sum(distance, n),
        "new": n * Sum(offset, (k, 0, n - 1)),
        "body": offset,
        "changes": ((a, a), (k, b - a)),
        "size": n,
    }
    return Reindexing(**{**fields, **changed})


u, v = sp.symbols("u v", integer=True)
WRONG_REINDEXINGS = {
    "not unimodular": reindexing(changes=((a, 2 * a), (k, b - a))),
    "singular": reindexing(changes=((a, a - b), (k, b - a))),
    "determinant two": reindexing(changes=((a, a + b), (k, b - a))),
    "fractions": reindexing(changes=((a, a / 2), (k, 2 * b - 2 * a))),
    "not affine": Reindexing(Sum(Mod(a + a**2, n), (a, 0, n - 1)), Sum(u, (u, 0, n - 1)), u, ((u, a + a**2),), n),
    "too few indices": reindexing(changes=((k, b - a),)),
    "depends on more than the offset": reindexing(changes=((a, a), (k, b))),
    "another summand": reindexing(body=k, new=n * Sum(k, (k, 0, n - 1))),
    "another multiple": reindexing(new=n**2 * Sum(RING.offset(n), (k, 0, n - 1))),
    "no multiple": reindexing(new=Sum(RING.offset(n), (k, 0, n - 1))),
    "another range": reindexing(new=n * Sum(RING.offset(n), (k, 1, n - 1))),
    "not the whole cycle": reindexing(old=Sum(RING.distance(n), (b, 0, n - 2), (a, 0, n - 1))),
    "not from zero": reindexing(old=Sum(RING.distance(n), (b, 1, n), (a, 0, n - 1))),
    "another modulus": reindexing(size=n + 1, new=(n + 1) * Sum(RING.offset(n), (k, 0, n))),
    "a line is no cycle": Reindexing(pair_sum(Abs(a - b), n), n * Sum(Abs(k), (k, 0, n - 1)), Abs(k), ((a, a), (k, b - a)), n),
    "digits beside the remainder": reindexing(old=pair_sum(RING.distance(n) + 0 * a + b - a, n), body=RING.offset(n) + k, new=n * Sum(RING.offset(n) + k, (k, 0, n - 1))),
}  # fmt: skip


def test_reindexing():
    right = reindexing()
    right.check()
    CyclicShift((right,)).check(3 * right.old + 1, 3 * right.new + 1)
    reindexing(changes=((a, a + 5), (k, b - a))).check()
    refused(CyclicShift((right,)).check, 3 * right.old, 2 * right.new)
    refused(CyclicShift((right,)).check, pair_sum(a, n), right.new, match="does not occur")


@pytest.mark.parametrize("wrong", WRONG_REINDEXINGS.values(), ids=WRONG_REINDEXINGS)
def test_wrong_reindexings(wrong):
    refused(wrong.check)
    refused(CyclicShift((wrong,)).check, wrong.old, wrong.new)


# Series.


def power_coefficient(
    series: Series, power: sp.Expr, nodes: tuple = (3, 5)
) -> tuple[PowerCoefficient, sp.Expr, sp.Expr]:
    index = parameter("i", 0)
    sizes = tuple({w: number, D: count, index: 7} for number, count in zip(nodes, (3, 2), strict=True))
    fields = {"series": series, "power": power, "scale": ONE, "index": index, "examples": sizes}
    proof = PowerCoefficient(**fields)
    return proof, Coefficient(series.expression(z) ** power, z, index), coefficient_of_power(series, power, index)


SERIES = {f"{kind} {number}": s for kind in KINDS for number, (_, s) in enumerate(factor_series(kind, w))}


@pytest.mark.in_turn
@pytest.mark.parametrize("name", SERIES)
def test_coefficients_of_powers(name):
    series = SERIES[name]
    proof, before, after = power_coefficient(series, D, (4, 6) if name == "ring 0" else (3, 5))
    proof.check(before, after)
    refused(proof.check, before, 2 * after, match="the right-hand side is not the expansion")
    refused(proof.check, before, after.subs(D, D + 1), match="the right-hand side is not the expansion")
    refused(
        proof.check,
        Coefficient(series.expression(z) ** (D + 1), z, i),
        after,
        match="not the given series",
    )
    refused(proof.check, series.expression(z) ** D, after, match="no coefficient")
    refused(replace(proof, examples=()).check, before, after, match="no size")
    refused(replace(proof, power=D + 1).check, before, after)
    refused(replace(proof, scale=w).check, before, after)
    terms = [list(t) for t in series.numerators]
    (c, e), *rest = terms[-1][1:]
    other = Series((*series.numerators[:-1], (terms[-1][0], (c + 1, e), *rest)), series.poles)
    refused(replace(proof, series=other).check, before, after, match="not the given series")
    refused(
        replace(proof, series=replace(series, poles=series.poles + 1)).check,
        before,
        after,
        match="not the given series",
    )


def test_a_wrong_expansion_shows_in_the_coefficients(monkeypatch):
    """The expansion is compared with powers multiplied out: a fault in the expansion itself does not go unnoticed."""
    from netlemma.derive.networks import bounded_compositions as series

    proof, before, after = power_coefficient(SERIES["oneway-ring 0"], D)
    wrong = after.replace(lambda e: e.func is sp.binomial and e.args[0] == D, lambda e: sp.binomial(D + 1, e.args[1]))
    assert wrong != after
    monkeypatch.setattr(series, "coefficient_of_power", lambda *_: wrong)
    refused(proof.check, before, wrong, match="coefficient . differs")


def test_terms_counted():
    index = parameter("i", 0)
    powers = Coefficient(Sum(z ** Min(k, n - k), (k, 0, n - 1)), z, index)
    counted = Sum(Piecewise((1, Eq(Min(k, n - k), index)), (0, True)), (k, 0, n - 1))
    TermsCounted().check(powers, counted)
    refused(TermsCounted().check, powers, 2 * counted)
    refused(TermsCounted().check, powers, Sum(Piecewise((1, Eq(k, index)), (0, True)), (k, 0, n - 1)))
    refused(TermsCounted().check, powers, Sum(counted.function, (k, 0, n)))
    refused(TermsCounted().check, powers.args[0], counted, match="not a coefficient of a sum")
    refused(TermsCounted().check, Coefficient(Sum((z + 1) ** k, (k, 0, n)), z, index), counted, match="not powers")


# Squares.

COEFFICIENT = 2 / (n * (n**D - 1))


def top(c: sp.Expr) -> sp.Expr:
    return Piecewise((c * n**2 / 4, Eq(Mod(n, 2), 0)), (c * (n**2 - 1) / 4, True))


def test_square_completed():
    before = PositionMax(COEFFICIENT * p * (n - p), p, n - 1)
    proof = SquareCompleted(p, n, COEFFICIENT)
    proof.check(before, top(COEFFICIENT))
    for wrong in (
        COEFFICIENT * n**2 / 4,
        COEFFICIENT * (n**2 - 1) / 4,
        top(2 * COEFFICIENT),
        top(COEFFICIENT) + 1,
        top(-COEFFICIENT),
    ):
        refused(proof.check, before, wrong, match="largest value is not")
    refused(proof.check, PositionMax(before.args[0], p, n), top(COEFFICIENT), match="the positions are not")
    refused(proof.check, PositionMax(before.args[0], w, n - 1), top(COEFFICIENT), match="not a maximum")
    refused(proof.check, PositionMax(COEFFICIENT * p * (n - 2 * p), p, n - 1), top(COEFFICIENT), match="not a multiple")
    refused(replace(proof, coefficient=2 * COEFFICIENT).check, before, top(2 * COEFFICIENT), match="not a multiple")
    refused(proof.check, before.args[0], top(COEFFICIENT))


@pytest.mark.parametrize(
    "c",
    [
        -ONE,
        -COEFFICIENT,
        1 / (1 - n**D),
        w / 3 - 1,
        w / 2 - 1,
        2 * w / 3 - 2,
        5 - 5**D * 5,
        n - w,
        Integer(0),
        2 - w,
        (w - 1) * (2 - w),
    ],
)
def test_squares_need_a_positive_multiple(c):
    refused(SquareCompleted(p, n, c).check, PositionMax(c * p * (n - p), p, n - 1), top(c))


@pytest.mark.parametrize(
    "c", [ONE, w, 2 / w, 1 / (n**D * w - 1), 3 / (w**2 - w + 1), 2 / (n * (n**4 + 1) * (n - 1)), 2 / (5 * 5**D - 5)]
)
def test_positive_multiples(c):
    SquareCompleted(p, n, c).check(PositionMax(c * p * (n - p), p, n - 1), top(c))


# Normal forms, closed sums, and proofs made of other proofs.


def test_normal_form():
    NormalForm().check(w ** (D + 1) / w, w**D)
    NormalForm().check(Piecewise((w, EVEN), (2 * w, True)) / w, Piecewise((1, EVEN), (2, True)))
    for wrong in (w ** (D + 1), -(w**D), w**D + 1, Piecewise((w**D, EVEN), (0, True))):
        refused(NormalForm().check, w ** (D + 1) / w, wrong, match="no identity")


def test_sums_closed():
    total = Sum(Min(k, w - k), (k, 0, w - 1))
    closed = close(total, [w >= 2])
    right = closed.expression / w
    SumsClosed((closed,)).check(total / w, right)
    refused(SumsClosed((closed,)).check, total / w, right + 1, match="does not give")
    refused(SumsClosed((closed,)).check, total / w, w / 4, match="does not give")
    refused(SumsClosed((closed,)).check, Sum(k, (k, 0, w - 1)), right, match="does not occur")
    refused(SumsClosed(()).check, total, closed.expression)
    for wrong in (2 * closed.expression, closed.expression + 1, w**2 / 4):
        refused(SumsClosed((replace(closed, expression=wrong),)).check, total, wrong)
    other = close(Sum(k, (k, 0, w - 1)), [w >= 2])
    refused(SumsClosed((replace(closed, proof=other.proof),)).check, total, closed.expression, match="another sum")
    refused(SumsClosed((replace(other, sum=total),)).check, total, other.expression)


def test_within():
    index = parameter("i", 0)
    before, after = Coefficient(z * (z + 1), z, index), Coefficient(z**2 + z, z, index)
    Within(NormalForm()).check(before, after)
    refused(Within(NormalForm()).check, before, Coefficient(z**2, z, index), match="no identity")
    refused(Within(NormalForm()).check, before, Coefficient(z**2 + z, z, index + 1), match="outside")
    refused(Within(NormalForm()).check, before, Coefficient(z**2 + z, w, index), match="outside")
    refused(Within(NormalForm()).check, PairSum(w + w), PairMax(2 * w), match="outside")
    refused(Within(NormalForm()).check, before, 2 * after, match="outside")
    refused(Within(NormalForm()).check, w + w, 2 * w, match="outside")


def test_by_cases():
    before, after = Piecewise((w**2 / w, EVEN), (w**3 / w, True)), Piecewise((w, EVEN), (w**2, True))
    cases = ByCases(((EVEN, NormalForm()), (sp.true, NormalForm())))
    cases.check(before, after)
    refused(cases.check, before, Piecewise((w, EVEN), (w, True)), match="no identity")
    refused(cases.check, before, Piecewise((w**2, EVEN), (w, True)), match="no identity")
    refused(cases.check, before, w)
    refused(ByCases(((EVEN, NormalForm()),)).check, before, after, match="not exhaustive")
    refused(ByCases(()).check, before, after, match="not exhaustive")
    refused(
        ByCases(((w >= 7, NormalForm()), (sp.true, NormalForm()))).check, before, after, match="not those of the step"
    )
    wrong_proof = SumsClosed((close(Sum(k, (k, 0, w)), [w >= 0]),))
    refused(ByCases(((EVEN, NormalForm()), (sp.true, wrong_proof))).check, before, after)
    swapped = step_of("toroid.nodes_at_distance", ByCases)
    (even, one), (odd, other) = swapped.proof.cases
    refused(ByCases(((even, other), (odd, one))).check, swapped.before, swapped.after)


def derivation(*exprs: sp.Expr) -> Derivation:
    return Derivation(tuple(Step(x, y, "", NormalForm()) for x, y in pairwise(exprs)))


def test_derived():
    inner = derivation(w * w, w**3 / w, w**2)
    before = PositionMax(w * w, p, n - 1)
    for given in (inner, derivation((w + 1) ** 2 - 2 * w - 1, w**2)):
        start = PositionMax(given.start, p, n - 1)
        Derived(given).check(start, PositionMax(w**2, p, n - 1))
    refused(
        Derived(derivation((w + 1) ** 2, w**2 + 2 * w + 1)).check,
        before,
        PositionMax(w**2 + 2 * w + 1, p, n - 1),
        match="does not occur",
    )
    refused(Derived(inner).check, before, PositionMax(w**3, p, n - 1), match="another result")
    refused(Derived(derivation(w**2, w**3)).check, before, PositionMax(w**3, p, n - 1), match="no identity")


def test_derived_swapped_in_from_another_lemma():
    step = step_of("mesh.max_visit_ratio.dimension", Derived)
    others = [lemma(key).derivation for key in ("mesh.mean_distance", "toroid.max_visit_ratio.link", "ring.diameter")]
    for other in others:
        refused(Derived(other).check, step.before, step.after, match="does not occur")
    tampered = replace(step.proof.derivation.steps[-1], after=2 * step.proof.derivation.result)
    wrong = Derivation((*step.proof.derivation.steps[:-1], tampered))
    refused(Derived(wrong).check, step.before, step.before.xreplace({wrong.start: wrong.result}))


def test_enumerated():
    same = Enumerated(({"w": 2}, {"w": 3}), lambda size: size["w"] < 4)
    same.check(w, w)
    assert same.strength == "enumerated"
    refused(Enumerated((), lambda size: True).check, w, w, match="no size")
    refused(Enumerated(({"w": 2}, {"w": 9}), lambda size: size["w"] < 4).check, w, w, match="'w': 9")


# Whole derivations.

KEYS = [
    "toroid.mean_distance",
    "mesh.max_visit_ratio.dimension",
    "oneway-torus.nodes_at_distance",
    "hypercube.shortest_paths.farthest",
]


@pytest.mark.in_turn
@pytest.mark.parametrize("key", KEYS)
def test_steps_out_of_order(key):
    found = lemma(key)
    steps = found.derivation.steps
    for number in range(len(steps) - 1):
        swapped = (*steps[:number], steps[number + 1], steps[number], *steps[number + 2 :])
        refused(replace(found, derivation=Derivation(swapped)).check)
        refused(replace(found, derivation=Derivation((*steps[:number], *steps[number + 1 :]))).check)
    refused(replace(found, derivation=Derivation(steps[::-1])).check) if len(steps) > 1 else None
    refused(replace(found, derivation=Derivation((*steps, steps[-1]))).check, match="does not begin where")


@pytest.mark.parametrize("key", KEYS)
def test_derivation_of_something_else(key):
    """A true derivation that does not begin with the definition proves nothing about it."""
    found = lemma(key)
    for other in KEYS:
        if other != key:
            refused(replace(found, derivation=lemma(other).derivation).check, match="begin with the definition")
    changed = replace(found.definition, expression=found.definition.expression + 1)
    refused(replace(found, definition=changed).check, match="begin with the definition")


@pytest.mark.parametrize("key", KEYS)
def test_every_step_needs_its_own_proof(key):
    """Each step's result doubled, and the proofs of two steps exchanged, at every place."""
    steps = lemma(key).derivation.steps
    for number, step in enumerate(steps):
        refused(replace(step, after=2 * step.after).check)
        for other in steps[:number] + steps[number + 1 :]:
            if type(other.proof) is not type(step.proof):
                refused(replace(step, proof=other.proof).check)


def test_errors_name_the_step():
    found = lemma("toroid.mean_distance")
    steps = list(found.derivation.steps)
    steps[1] = replace(steps[1], proof=OverFactors((Group(RING, w, D + 1),)))
    with pytest.raises(ProofError, match="step 2: "):
        replace(found, derivation=Derivation(tuple(steps))).check()


def enumerated(found: Lemma, number: int, wrap=lambda proof: proof) -> Lemma:
    steps = list(found.derivation.steps)
    proof = Enumerated(({"w": 2},), lambda size: True)
    steps[number] = replace(steps[number], proof=wrap(proof))
    return replace(found, derivation=Derivation(tuple(steps)))


@pytest.mark.parametrize("number", range(len(lemma("toroid.mean_distance").derivation.steps)))
def test_a_lemma_is_as_strong_as_its_weakest_step(number):
    found = lemma("toroid.mean_distance")
    weak = enumerated(found, number)
    weak.check()
    assert (found.strength, weak.strength) == ("proved", "enumerated")
    verdict = verify_lemma(weak, [{"w": 2, "D": 1}, {"w": 3, "D": 2}])
    assert (verdict.verdict, verdict.proof) == ("agrees", None)
    assert len(verdict.sizes) == 2


def test_strength_shows_through_other_proofs():
    weak = Enumerated(({"w": 2},), lambda size: True)
    assert Within(weak).strength == ByCases(((EVEN, NormalForm()), (sp.true, weak))).strength == "enumerated"
    assert Derived(Derivation((Step(w, w + 1, "", weak),))).strength == "enumerated"
    assert Within(ByCases(((sp.true, Within(weak)),))).strength == "enumerated"
    assert Within(NormalForm()).strength == Derived(derivation(w, w)).strength == "proved"
    found = enumerated(
        lemma("mesh.max_visit_ratio.dimension"), 0, lambda proof: Derived(Derivation((Step(w, w + 1, "", proof),)))
    )
    assert found.strength == "enumerated"
    assert "enumeration" in enumerated(lemma("toroid.mean_distance"), 1).proof_kinds


def test_verify_is_unknown_where_only_the_proof_fails():
    found = lemma("toroid.mean_distance")
    broken = replace(found, derivation=Derivation(found.derivation.steps[1:]))
    verdict = verify_lemma(broken, [{"w": 2, "D": 1}])
    assert (verdict.verdict, verdict.proof) == ("unknown", None)
    assert "begin with the definition" in verdict.remark


def test_another_network_with_proofs_of_its_own_fails_by_measurement():
    """A whole derivation for the wrong factor has the same definition and re-checks: only the other two sides tell."""
    ring, oneway = lemma("ring(w)^D.mean_distance"), lemma("oneway-ring(w)^D.mean_distance")
    swapped = replace(ring, derivation=oneway.derivation)
    swapped.check()
    verdict = verify_lemma(swapped)
    assert verdict.verdict == "fails"
    assert verdict.counterexample["size"] == {"w": 3, "D": 1}


def test_writer_skips_steps_that_change_nothing():
    write = DerivationBuilder(w + w)
    write.normal(2 * w, "the same")
    assert write.derivation().steps == ()
    write.normal(w, "wrong")
    refused(write.derivation().check, match="step 1: no identity")
