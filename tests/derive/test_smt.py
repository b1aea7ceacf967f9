"""Ranks proved for all sizes by z3: wrong ranks, wrong step formulas and empty ones are refused."""

from dataclasses import replace
from itertools import pairwise, product

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from netlemma.derive.algebra.evaluate import evaluate, holds
from netlemma.derive.algebra.notation import Lexicographic, NotRising
from netlemma.derive.algebra.smt import always, products_of
from netlemma.derive.core.domain import Parameter
from netlemma.derive.discovery import lemma
from netlemma.derive.lemmas.deadlock_ranks import ordered
from netlemma.derive.networks.ranks.rank_proofs import (
    Ordered,
    RankRises,
    below,
    shortest_cycle,
    solution,
    translated,
    z3,
)
from netlemma.derive.networks.ranks.routing_steps import StepFormula, coordinates, rank_at
from netlemma.errors import ProofError
from tests.checks.test_all_sizes import each
from tests.lemma_keys import marked

x, y, i = sp.symbols("x y i", integer=True)
RANKED = [each for each in ordered() if each.rank is not None]
BARE = [each for each in ordered() if each.rank is None]


def named(family: str, vcs: int | None = None) -> Ordered:
    return next(each for each in RANKED if each.family == family)


def refused(about: Ordered, rank=None, formula=None, ranges=None) -> str:
    """What the proof says of another rank or another step formula."""
    steps = replace(about.steps, formula=formula if formula is not None else about.steps.formula, ranges=ranges or about.steps.ranges)  # fmt: skip
    with pytest.raises(ProofError) as error:
        RankRises(()).check(steps.not_rising(rank or about.rank), sp.Integer(0))
    return str(error.value)


def of(about: Ordered) -> dict[str, sp.Symbol]:
    return dict(zip(about.steps.letters, about.steps.held, strict=True))


@pytest.mark.parametrize("key", marked(about.key for about in RANKED))
def test_lemmas_are_proved_and_say_how(key):
    found = lemma(key)
    found.check()
    assert found.closed_form == 0 and found.strength == "proved" and found.proof_kinds == ("SMT",)
    assert found.value(next(found.domain.sizes(1))) == 0


def steps_of(about: Ordered, size: dict[str, int]) -> tuple[set, set]:
    """The coordinates of resources that packets take, and of consecutive ones, followed one by one."""
    taken, steps = set(), set()
    for way in about.followed(size):
        at = [tuple(place[letter] for letter in about.steps.letters) for place in way]
        taken |= set(at)
        steps |= set(pairwise(at))
    return taken, steps


@each(about for about in ordered() if about.vcs and not about.steps.between)
def test_formulas_are_the_steps_of_packets_followed_one_by_one(about):
    """In one dimension a channel can only follow where the one before ends; the network joins all others."""
    place, dimension = about.steps.letters.index("x"), about.steps.letters.index("d")
    for size in about.domain.sizes(9, lambda size: about.nodes(size) <= 64):
        taken, steps = steps_of(about, size)
        allows, k = about.steps.at(size), next(iter(size.values()))
        for c, z in product(taken, repeat=2):
            joined = c[dimension] != z[dimension] or (z[place] - c[place]) % k == 1
            assert allows(c, z) == ((c, z) in steps) if joined else (c, z) not in steps


@each(about for about in ordered() if about.vcs and about.steps.between)
def test_formulas_of_fabrics_are_the_steps_of_packets_followed_one_by_one(about):
    """The smallest sizes have no packets for some steps, as where a switch has one terminal; all steps are made at some size."""
    made, allowed = set(), set()
    for size in about.domain.sizes(12, lambda size: about.nodes(size) <= 40):
        taken, steps = steps_of(about, size)
        allows = about.steps.at(size)
        legal = {(c, z) for c, z in product(taken, repeat=2) if any(allows(c, z, (r,)) for r in (1, 2))}
        assert steps <= legal
        made, allowed = made | steps, allowed | legal
    assert made == allowed or not about.exact


@pytest.mark.in_turn
def test_formulas_of_the_livefly_allow_what_packets_do():
    about = named("livefly")
    for size in ({"f": 3, "r": 1}, {"f": 3, "r": 2}, {"f": 4, "r": 2}, {"f": 3, "r": 3}, {"f": 3, "r": 4}):
        (taken, steps), r = steps_of(about, size), size["r"]
        allows = about.steps.at(size)
        legal = {(c, z) for c, z in product(taken, repeat=2) if any(allows(c, z, (h,)) for h in range(1, r + 1))}
        long_to_long = {pair for pair in legal if pair[0][0] == pair[1][0] == 2}  # needs two long links of a node
        assert steps == (legal if size["f"] > 3 else legal - long_to_long)


@each(RANKED)
def test_definitions_count_steps_that_do_not_rise(about):
    found, size = about.lemma(), next(about.domain.sizes(1, lambda size: about.nodes(size) > 7))
    assert found.definition.literal(size) == 0
    backwards = replace(about, rank_of=lambda at: tuple(-part for part in about.rank))
    count = sum(len(way) - 1 for way in about.followed(size) if way)
    assert backwards.lemma().definition.literal(size) == count > 0


@pytest.mark.in_turn
def test_wrong_ranks_are_refused():
    mesh, torus, toroid, fly = map(named, ("mesh", "oneway-torus", "toroid", "livefly"))
    for about in RANKED:
        assert "does not rise" in refused(about, rank=tuple(-part for part in about.rank))
        assert "does not rise" in refused(about, rank=(sp.Integer(7),))
        for left_out in range(len(about.rank)) if len(about.rank) > 1 else ():
            assert refused(about, rank=tuple(p for j, p in enumerate(about.rank) if j != left_out))
    d, v, place = (of(torus)[letter] for letter in "dvx")
    assert refused(torus, rank=(v, d, place)) and refused(torus, rank=(d, place, v))
    d, u, place = (of(mesh)[letter] for letter in "dux")
    assert refused(mesh, rank=(d, u * 1 - place))
    d, v, place = (of(toroid)[letter] for letter in "dvx")
    assert refused(toroid, rank=(d + v, place))
    m, s = fly.steps.held
    r = fly.domain.parameters[1].symbol
    low = sp.Piecewise((s + 1, sp.Ne(m, 0)), (0, s >= 1), (r, True))  # as high as the queues of the last stage
    assert "does not rise" in refused(fly, rank=(low,))
    both = sp.Piecewise((s + 1, sp.Ne(m, 0)), (0, True))  # all secondary queues alike
    assert "m_2=0" in refused(fly, rank=(both,))


def test_wrong_step_formulas_are_refused():
    torus, toroid, fly = map(named, ("oneway-torus", "toroid", "livefly"))
    k, v_2 = torus.steps.sizes[0], torus.steps.wanted[1]
    for about, reset in ((torus, v_2), (toroid, toroid.steps.wanted[2])):
        formula = about.steps.formula.xreplace({reset: 1 - reset})  # the wrong virtual channels
        assert "does not rise" in refused(about, formula=formula)
    longer = torus.steps.formula.xreplace({i + 2 <= k - 1: i + 2 <= k + 1})  # packets that go around
    assert longer != torus.steps.formula and "does not rise" in refused(torus, formula=longer)
    d_1, d_2 = torus.steps.held[0], torus.steps.wanted[0]
    any_turn = torus.steps.formula.xreplace({d_1 < d_2: sp.Ne(d_1, d_2)})
    assert any_turn != torus.steps.formula and "does not rise" in refused(torus, formula=any_turn)
    s_1, s_2 = fly.steps.held[1], fly.steps.wanted[1]
    back = fly.steps.formula.xreplace({s_1 < s_2: sp.true})  # the round may go back
    assert back != fly.steps.formula and "does not rise" in refused(fly, formula=back)


@pytest.mark.in_turn
def test_a_routing_without_steps_proves_nothing():
    for about in RANKED:
        assert refused(about, formula=sp.And(about.steps.formula, x < 0, x > 0)) == "there are no legal steps at all"


def test_a_proof_shows_nothing_else():
    found = named("oneway-torus").lemma()
    proof = RankRises(())
    with pytest.raises(ProofError, match="the rank rises on every step"):
        proof.check(found.definition.expression, sp.Integer(1))
    with pytest.raises(ProofError, match="the rank rises on every step"):
        proof.check(x, sp.Integer(0))


def test_assumptions_must_be_in_the_domain():
    k, n = named("oneway-torus").steps.sizes
    RankRises((k >= 2,)).check_domain([k >= 2, n >= 1], {k, n})
    with pytest.raises(ProofError, match="k >= 5 only"):
        RankRises((k >= 5,)).check_domain([k >= 2, n >= 1], {k, n})
    with pytest.raises(ProofError, match="not a condition on sizes"):
        RankRises((x >= 0,)).check_domain([k >= 2], {k})


@pytest.mark.parametrize("about", BARE, ids=lambda a: a.family)
def test_without_virtual_channels_steps_close_a_cycle(about):
    found = shortest_cycle(about.steps, about.assumptions, 6)
    around, allows = found.resources, about.steps.at(found.size)
    length = 3 if about.family == "oneway-torus" else 4
    assert len(set(around)) == len(around) == length == next(iter(found.size.values()))
    assert all(allows(around[j - 1], at) for j, at in enumerate(around))
    smaller = [s for s in about.domain.sizes(40) if sum(s.values()) < sum(found.size.values())]
    assert smaller and not any(has_cycle(steps_of(about, size)[1]) for size in smaller)
    assert has_cycle(steps_of(about, found.size)[1])


def has_cycle(steps: set) -> bool:
    left = set(steps)
    while left:
        kept = {(c, z) for c, z in left if any(z == after for after, _ in left)}
        if kept == left:
            return True
        left = kept
    return False


@each(RANKED)
def test_ranked_steps_close_no_cycle(about):
    assert shortest_cycle(about.steps, about.assumptions, 4) is None


EXPRESSIONS = st.recursive(
    st.sampled_from([x, y, i]) | st.integers(-3, 3).map(sp.Integer),
    lambda inner: (
        st.tuples(inner, inner).map(lambda p: p[0] + p[1])
        | st.tuples(st.integers(-3, 3), inner).map(lambda p: p[0] * p[1])
        | st.tuples(inner, inner, inner, inner).map(lambda p: sp.Piecewise((p[0], p[1] < p[2]), (p[3], True)))
    ),
    max_leaves=6,
)
TESTS = st.tuples(st.sampled_from([sp.Eq, sp.Ne, sp.Lt, sp.Le, sp.Gt, sp.Ge]), EXPRESSIONS, EXPRESSIONS).map(
    lambda p: p[0](p[1], p[2])
)
CONDITIONS = st.recursive(
    TESTS,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3).map(lambda p: sp.And(*p))
        | st.lists(inner, min_size=1, max_size=3).map(lambda p: sp.Or(*p))
        | inner.map(sp.Not)
    ),
    max_leaves=4,
)


@settings(max_examples=60)
@given(CONDITIONS, st.tuples(*[st.integers(-4, 4)] * 3))
def test_translation_means_the_same(condition, values):
    assume(all(number.is_Integer for number in condition.atoms(sp.Rational)))  # SymPy may divide: Eq(2 x, 1)
    point = dict(zip((x, y, i), values, strict=True))
    fixed = [z3().Int(s.name) == value for s, value in point.items()]
    assert (solution([translated(condition), *fixed]) is not None) == holds(condition, point)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=3))
def test_ranks_are_compared_part_by_part(pairs):
    first, second = zip(*pairs, strict=True)
    less = below([z3().IntVal(a) for a in first], [z3().IntVal(b) for b in second])
    assert (solution([less]) is not None) == (first < second)


@pytest.mark.parametrize("expr", [x * y, x**2, sp.Mod(x, y), sp.floor(x / y), sp.Symbol("z"), sp.Piecewise((x, y > 0))])
def test_what_is_not_linear_is_refused(expr):
    with pytest.raises(ProofError, match="not linear"):
        translated(sp.Ge(expr, 0, evaluate=False))


def test_a_step_relation_of_ones_own():
    """Counting down from n: the rank n - p is found right, p wrong; at n = 4 the steps are listed."""
    n = Parameter("n", 1).symbol
    held, wanted = coordinates("p")
    (p,), (q,) = held, wanted
    ranges = ((p, sp.Integer(0), n - 1), (q, sp.Integer(0), n - 1), (i, sp.Integer(1), sp.Integer(2)))
    steps = StepFormula("p counts down by i", (n,), held, wanted, ranges, sp.Eq(q, p - i))
    RankRises(()).check(steps.not_rising((n - p,)), sp.Integer(0))
    with pytest.raises(ProofError, match="does not rise"):
        RankRises(()).check(steps.not_rising((p,)), sp.Integer(0))
    allows = steps.at({"n": 4})
    assert [(a, b) for a, b in product(range(-1, 6), repeat=2) if allows((a,), (b,))] == [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2)]  # fmt: skip
    assert isinstance(steps.not_rising((p, p)), NotRising) and isinstance(
        steps.not_rising((p, p)).args[0], Lexicographic
    )
    assert rank_at((n - p, p), held, {n: 4})((1,)) == (3, 1) and evaluate(n - p, {n: 4, p: 1}) == 3


PARTS = [x / 2 + y, sp.Mod(x, 3), sp.floor((x - y) / 2), sp.Abs(x - y), sp.Min(x, y, 1), sp.Max(x, 2 * y)]


@pytest.mark.parametrize("expr", PARTS)
@pytest.mark.parametrize("point", [(-5, 2), (-1, -1), (0, 3), (4, -3), (7, 7)])
def test_rounding_remainders_and_extremes_have_their_values(expr, point):
    at = dict(zip((x, y), point, strict=True))
    known = [sp.Eq(symbol, number) for symbol, number in at.items()]
    value = sp.Rational(evaluate(expr, at))
    assert always(known, sp.Eq(expr, value)) and not always(known, sp.Eq(expr, value + 1))


@pytest.mark.parametrize("steps", range(-6, 7))
def test_a_remainder_by_a_size_is_that_near_0_and_below_the_size_everywhere(steps):
    """Within three times the size it is decided, farther away it may be any number below the size."""
    n = sp.Symbol("n", integer=True, positive=True)
    number = x + steps * n
    known = [n >= 2, x >= 0, x <= n - 1]
    assert always(known, sp.And(sp.Mod(number, n) >= 0, sp.Mod(number, n) < n))
    remainder = sp.Mod(number, n, evaluate=False)
    assert always(known, sp.Eq(remainder, x)) == (-3 <= steps < 3)
    assert not always(known, sp.Eq(remainder, x + 1))


def test_fractions_are_rounded_and_not_left():
    half = sp.Min(x / 2, y)
    assert always([], sp.Le(sp.floor(half / 2), half / 2)) and not always([], sp.Eq(sp.floor(half / 2), half / 2))
    assert always([], sp.Eq(sp.ceiling(x / 3), sp.floor((x + 2) / 3))) and not always(
        [], sp.Eq(sp.ceiling(x / 3), x / 3)
    )


@given(*(st.integers(0, 6) for _ in range(4)))
def test_what_is_said_of_products_is_true(p, q, r, s):
    a, b = sp.symbols("a b", integer=True)
    known = [a >= p, b >= q, x <= a - r, x >= 0, y <= b + s]
    for bound in products_of(known, sp.Le(a * b + x * b + y * a + x * y + 2**a, 9)):
        for point in product(range(p, p + 3), range(q, q + 3), range(4), range(4)):
            at = dict(zip((a, b, x, y), point, strict=True))
            if all(holds(c, at) for c in known):
                assert evaluate(bound, at) >= 0


def test_products_are_decided_where_linear_bounds_suffice():
    a, b = sp.symbols("a b", integer=True)
    known = [a >= 1, b >= 1, x >= 0, x <= a - 1]
    assert always(known, sp.Le(x * b, a * b - b)) and not always(known, sp.Le(x * b, a * b - b - 1))
    assert always([a >= 3], sp.Ge(2**a, 8)) and not always([a >= 3], sp.Ge(2**a, 9))


def test_bounds_with_fractions_are_multiplied_as_they_are():
    """2 x > 1 says x >= 1, and no more."""
    half = sp.Rational(1, 2)
    known = [x > half, y > half]
    assert not always(known, sp.Ge(4 * x * y, 6 * x + 6 * y - 9)) and always(known, sp.Ge(x * y, x + y - 1))


@pytest.mark.parametrize(
    ("known", "claim"),
    [
        ([x <= 5], sp.Ne(2 * 2**x, 1)),
        ([x >= 0], sp.Ne(2 * 2 ** (-x), 1)),
        ([x >= 20], sp.Ne(sp.sqrt(2) * x * y, 3)),
        ([x >= 1], sp.Ge(sp.Mod(x, -3, evaluate=False), 0)),
    ],
)
def test_what_may_be_no_whole_number_is_no_unknown(known, claim):
    """All but the third are false of some numbers: a power may be a fraction."""
    with pytest.raises(ProofError):
        always(known, claim)


def test_remainders_of_fractions_are_fractions():
    half = x + sp.Rational(1, 2)
    assert not always([x >= 10 * y, y >= 2], sp.Ne(2 * sp.Mod(half, y), 1))
    remainder = sp.Mod(half, 3, evaluate=False)
    assert always([], sp.Eq(remainder, sp.Mod(x, 3) + sp.Rational(1, 2))) and not always([], sp.Eq(remainder, half))
