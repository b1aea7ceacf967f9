"""Lemmas of Reed's networks: fast values, closed forms and measurements; identities that hold at sizes no network has."""

import random
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import log2

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.derive import keys, lemma
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.lemmas import dual_bus_hypercube
from netlemma.derive.networks.cycles import hyperplanes
from netlemma.derive.networks.cycles.cycle_walks import column_hops, columns_by_walks, fast_tails
from netlemma.derive.networks.cycles.hyperplanes import PAIRS
from netlemma.errors import DomainError, ProofError
from netlemma.graphs import measure, network
from netlemma.graphs.families.dual_bus_hypercube import build_with_directions

CCC, CUBE, DUAL = "cube-connected-cycles", "r-ary-m-cube", "dual-bus-hypercube"
LARGEST = 5000
CLASSES = {CCC: ("cube", "ring"), CUBE: ("cylinder", "column"), DUAL: ("bus-0", "bus-other")}
QUANTITIES = [f"{f}.{q}" for f in CLASSES for q in ("mean_distance", *(f"visit_ratio.{c}" for c in CLASSES[f]))]


def up_to(nodes, sizes):
    return [size for size in sizes if nodes(size) <= LARGEST]


ALL_D = [{"D": D} for D in range(1, 15)]
ALL_CUBES = up_to(lambda s: s["M"] * s["R"] ** s["M"], [{"R": R, "M": M} for M in range(1, 10) for R in range(2, 50)])
ALL_DUAL = up_to(lambda s: s["w"] ** s["D"], [{"w": w, "D": D} for D in range(2, 8) for w in range(max(2, D - 1), 71)])
SIZES = [(CCC, s) for s in ALL_D] + [(CUBE, s) for s in ALL_CUBES] + [(DUAL, s) for s in ALL_DUAL]


def at_size(found: Lemma, formula, size):
    return evaluate(formula, {p.symbol: size[p.name] for p in found.domain.parameters})


def test_all_sizes_are_there():
    """M 2^M up to 5,000 allows M=9; w^D allows w=70 at D=2, and w=5 at the largest dimension D=5 (w >= D - 1)."""
    assert {"R": 2, "M": 9} in ALL_CUBES and {"R": 49, "M": 2} in ALL_CUBES and {"R": 10, "M": 3} in ALL_CUBES
    assert {"w": 70, "D": 2} in ALL_DUAL and {"w": 5, "D": 5} in ALL_DUAL and {"w": 4, "D": 5} in ALL_DUAL
    assert sum(s["w"] % (s["D"] - 1) > 0 for s in ALL_DUAL) > 10


@pytest.mark.sampled(16)
@pytest.mark.parametrize(("family", "size"), SIZES, ids=str)
def test_lemmas_have_the_measured_values(family, size):
    """By enumeration over all shortest routes, and the identity that the mean distance is that of all visits."""
    m = measure(network(family, **size))
    assert lemma(f"{family}.mean_distance").value(size) == m.mean_distance
    assert tuple(c.name for c in m.classes) == CLASSES[family]
    for c in m.classes:
        found = lemma(f"{family}.visit_ratio.{c.name}")
        assert found.value(size) == c.visit_ratio
        if "same for all" in found.statement:
            assert c.min == c.max
    assert sum(c.devices * c.visit_ratio for c in m.classes) == m.mean_distance


FORMULA_SIZES = (
    [(CCC, s) for s in ALL_D] + [(CUBE, s) for s in ALL_CUBES if s["M"] <= 7] + [(DUAL, s) for s in ALL_DUAL]
)


@pytest.mark.in_turn
@pytest.mark.parametrize("key", QUANTITIES)
def test_values_are_those_of_the_closed_form(key):
    found = lemma(key)
    sizes = [size for family, size in FORMULA_SIZES if key.startswith(family)]
    assert all(found.value(size) == at_size(found, found.closed_form, size) for size in sizes)
    assert found.at(**sizes[-1]) == found.value(sizes[-1])


@pytest.mark.in_turn
@pytest.mark.parametrize("key", QUANTITIES)
def test_values_are_those_of_the_definition(key):
    found = lemma(key)
    sizes = [s for family, s in FORMULA_SIZES if key.startswith(family) and found.definition.work(s) <= 4200]
    assert len(sizes) >= 3
    assert all(found.definition.literal(size) == found.value(size) for size in sizes)


PROVED = (DUAL, CCC, f"{CUBE}.mean_distance")


def test_strengths():
    """Where a step is only argued, the machine re-checks its arithmetic, and its conclusion at small sizes."""
    for key in QUANTITIES:
        assert lemma(key).strength == ("proved" if key.startswith(PROVED) else "argued")
    assert set(QUANTITIES) <= set(keys())


def test_measured_names_the_network_and_its_class():
    for key in QUANTITIES:
        family, _, rest = key.partition(".")
        quantity, _, name = rest.partition(".")
        what = lemma(key).measured
        assert (what.subject, what.quantity, what.device_class) == (family, quantity, name or None)
        assert what.network == lemma(key).domain.names == tuple(SIZES[[f for f, _ in SIZES].index(family)][1])


@pytest.mark.parametrize(
    ("key", "size"),
    [
        (f"{CCC}.mean_distance", {"D": 0}),
        (f"{CCC}.mean_distance", {"D": -3}),
        (f"{CCC}.visit_ratio.ring", {}),
        (f"{CCC}.visit_ratio.cube", {"D": 3, "w": 2}),
        (f"{CUBE}.mean_distance", {"R": 1, "M": 3}),
        (f"{CUBE}.visit_ratio.column", {"R": 2, "M": 0}),
        (f"{DUAL}.mean_distance", {"w": 2, "D": 4}),
        (f"{DUAL}.visit_ratio.bus-0", {"w": 1, "D": 2}),
        (f"{DUAL}.visit_ratio.bus-other", {"w": 3, "D": 1}),
    ],
)
def test_sizes_outside_the_domain_are_refused(key, size):
    with pytest.raises(DomainError, match="outside the domain"):
        lemma(key).value(size)


# Sizes that no network has.


def nodes(family, size):
    if family == CCC:
        return size["D"] * 2 ** size["D"]
    return size["M"] * size["R"] ** size["M"] if family == CUBE else size["w"] ** size["D"]


def devices(family, size):
    n = nodes(family, size)
    if family == CCC:
        return {"cube": n // 2, "ring": n}
    if family == CUBE:
        return {"cylinder": n * (size["R"] - 1), "column": n}
    return dict.fromkeys(CLASSES[DUAL], n // size["w"])


def hops_add_up(family, size):
    visits = sum(
        count * lemma(f"{family}.visit_ratio.{name}").value(size) for name, count in devices(family, size).items()
    )
    return visits == lemma(f"{family}.mean_distance").value(size)


@pytest.mark.parametrize("D", [15, 40, 100, 280, 500])
def test_ring_and_cube_hops_add_up(D):
    assert hops_add_up(CCC, {"D": D})
    assert lemma(f"{CCC}.visit_ratio.cube").at(D=D) == Fraction(D, D * 2**D - 1)


@settings(max_examples=25)
@given(st.integers(2, 12), st.integers(2, 14))
def test_column_and_cylinder_hops_add_up(R, M):
    """And cylinder hops are at least the digits that differ, one hop each."""
    assert hops_add_up(CUBE, {"R": R, "M": M})
    columns, every = column_hops(R, M), fast_tails(M, R, False)
    assert 0 < columns < every
    assert every - columns >= M * M * (R - 1) * R ** (M - 1)


@settings(max_examples=60)
@given(st.integers(2, 400), st.data())
def test_hops_on_both_buses_add_up(w, data):
    D = data.draw(st.integers(2, min(w + 1, 60)))
    assert hops_add_up(DUAL, {"w": w, "D": D})


PRIMES = (2147483647, 2147483629)


def counts_modulo(g, m, radix, p):
    """Words of up to m letters whose runs of 0 are at most g long, by the place of the first letter other than 0, modulo p.

    A word of length l is all zeros (l <= g), or j <= g zeros, one of R - 1 letters and a word of length l - j - 1.
    """
    row, sums = [], [0]
    for length in range(m + 1):
        value = (radix - 1) * (sums[length] - sums[max(0, length - g - 1)]) + (length <= g)
        row.append(value % p)
        sums.append(sums[-1] + row[-1])
    return row


@cache
def exactly_modulo(n, radix, on_positions, p):
    """found[g, a]: markings of an arc of a links (and of its first position) with longest stretch exactly g, modulo p."""
    bounded = np.zeros((n + 2, n + 1), dtype=np.int64)
    for g in range(n + 1):
        if on_positions:
            inside = counts_modulo(g - 1, n - 1, 2, p) if g else [0] * n
            bounded[g + 1] = [1, *(2 * words % p for words in inside)]
        else:
            bounded[g + 1] = counts_modulo(g, n, radix, p)
    return (bounded[1:] - bounded[:-1]) % p


def walks_modulo(n, radix, on_positions, p):
    """The lengths of all shortest walks, by offset and the longest stretches of both arcs instead of by tails, modulo p."""
    exactly = exactly_modulo(n, radix, on_positions, p)
    g = np.arange(n + 1, dtype=np.int64)
    total = int((2 * (n - g[: n + 1]) * exactly[:, n] % p)[2 * (n - g) <= n].sum()) + int(
        (n * exactly[:, n] % p)[2 * (n - g) > n].sum()
    )
    for k in range(1, n):
        one, other = exactly[: k + 1, k], exactly[: n - k + 1, n - k]
        shortest = np.minimum(k + 2 * (n - k - g[None, : n - k + 1]), n - k + 2 * (k - g[: k + 1, None]))
        inner = (shortest * other[None, :] % p).sum(axis=1) % p
        total += int((one * inner % p).sum())
    return total % p


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("n", "radix", "on_positions"),
    [(n, 2, True) for n in (2, 3, 14, 15, 60, 280, 500)]
    + [(n, r, False) for n, r in ((2, 2), (7, 3), (40, 2), (40, 7), (280, 2), (150, 1000))],
)
def test_long_cycles_by_another_sum_modulo_primes(n, radix, on_positions):
    exact = fast_tails(n, radix, on_positions)
    for p in PRIMES:
        assert walks_modulo(n, radix, on_positions, p) == exact % p


@pytest.mark.parametrize("D", [2, 3, 5, 10, 21, 22, 50, 100, 200, 280, 500])
def test_ring_hops_lie_between_known_bounds(D):
    """With no stretch left out a walk has min(2D - k, D + k) links, on average 5D/4; a stretch saves its length, about log2 D."""
    n = nodes(CCC, {"D": D})
    ring = lemma(f"{CCC}.visit_ratio.ring").at(D=D) * (
        n - 1
    )  # hops around the ring of one message, itself among the targets
    assert 5 * D / 4 - 4 * log2(D) - 5 <= ring <= Fraction(5 * D, 4)


def test_mean_distance_grows_with_the_size():
    values = [lemma(f"{CCC}.mean_distance").at(D=D) for D in range(2, 60)]
    assert all(a < b for a, b in pairwise(values))
    steps = [b - a for a, b in pairwise(values)]
    assert abs(float(steps[-1]) - 1.75) < 0.1  # D/2 cube hops and 5D/4 ring hops
    for radix in (2, 3):
        values = [lemma(f"{CUBE}.mean_distance").at(R=radix, M=M) for M in range(2, 40)]
        assert all(a < b for a, b in pairwise(values))
        assert abs(float(values[-1] - values[-2]) - 1.25) < 0.1


def test_a_large_radix_leaves_hardly_a_digit_alike():
    """All M steps are then to be passed: once around and on, min(2M - k, M + k) hops, M for k = 0."""
    for M in range(2, 9):
        every = sum(min(2 * M - k, M + k) for k in range(1, M)) + M
        mean = lemma(f"{CUBE}.mean_distance").at(R=10**9, M=M)
        assert abs(mean - Fraction(every, M)) < Fraction(1, 10**7)


def test_which_class_of_cube_connected_cycles_carries_more():
    """Cube links up to D=21, ring links from D=22 on (ring hops of a message exceed twice its cube hops, which are D/2)."""
    ring, cube = (lemma(f"{CCC}.visit_ratio.{name}") for name in ("ring", "cube"))
    assert [D for D in range(1, 120) if ring.at(D=D) > cube.at(D=D)] == list(range(22, 120))


@settings(max_examples=30)
@given(st.integers(2, 5), st.integers(2, 6))
def test_column_hops_by_the_finite_sum(R, M):
    r, m = (p.symbol for p in lemma(f"{CUBE}.mean_distance").domain.parameters)
    assert column_hops(R, M) == evaluate(columns_by_walks(), {r: R, m: M})


# The dual bus hypercube with any directions.


def in_hyperplanes(quantity):
    """The closed form in S, the number of pairs of hyperplanes with the same direction, before S is computed."""
    return lemma(f"{DUAL}.{quantity}").derivation.steps[-1].before


@st.composite
def any_directions(draw, largest=1300):
    w, D = draw(st.sampled_from([(s["w"], s["D"]) for s in ALL_DUAL if nodes(DUAL, s) <= largest and s["w"] > 2]))
    every = list(range(1, D)) + draw(st.lists(st.integers(1, D - 1), min_size=w - D + 1, max_size=w - D + 1))
    return w, D, draw(st.permutations(every))


@settings(max_examples=40)
@given(any_directions())
def test_any_directions(chosen):
    """Buses in other dimensions do not depend on the directions; the rest only by the sum of squares of how often they occur."""
    w, D, directions = chosen
    m = measure(build_with_directions(w, D, directions))
    pairs = sum(count**2 for count in Counter(directions).values())
    first, other = m.classes
    assert other.visit_ratio == lemma(f"{DUAL}.visit_ratio.bus-other").at(w=w, D=D)
    for quantity, value in (("mean_distance", m.mean_distance), ("visit_ratio.bus-0", first.visit_ratio)):
        formula = in_hyperplanes(quantity)
        assert formula.has(PAIRS)
        values = {p.symbol: {"w": w, "D": D}[p.name] for p in lemma(f"{DUAL}.{quantity}").domain.parameters}
        assert evaluate(formula, values | {PAIRS: pairs}) == value
        assert value >= lemma(f"{DUAL}.{quantity}").at(w=w, D=D)  # no sum of squares is smaller than the even one


def test_lopsided_directions_are_farther():
    """All hyperplanes but two in one direction: S is as large as it can be."""
    m = measure(build_with_directions(6, 4, [1, 2, 3, 3, 3, 3]))
    usual = lemma(f"{DUAL}.mean_distance").at(w=6, D=4)
    assert m.mean_distance - usual == Fraction(6**4, 6**4 - 1) * Fraction(5 * (18 - 12), 6**3)


def test_directions_by_chance_at_larger_sizes():
    rng = random.Random(1982)
    for w, D in ((8, 4), (5, 5), (16, 3), (4, 5)):
        directions = [*range(1, D), *(rng.randint(1, D - 1) for _ in range(w - D + 1))]
        rng.shuffle(directions)
        m = measure(build_with_directions(w, D, directions))
        assert m.classes[1].visit_ratio == lemma(f"{DUAL}.visit_ratio.bus-other").at(w=w, D=D)
        values = {p.symbol: {"w": w, "D": D}[p.name] for p in lemma(f"{DUAL}.mean_distance").domain.parameters}
        values[PAIRS] = sum(count**2 for count in Counter(directions).values())
        assert evaluate(in_hyperplanes("mean_distance"), values) == m.mean_distance


def test_what_table_ii_leaves_out():
    """Reed prints (D^2 - 3D + 3)/(D - 1) (w - 1)/(w^D - 1) for dimension 0: true at D=2, too small at all D beyond."""
    for w in range(2, 40):
        for D in range(2, w + 2):
            others = w**D - 1
            printed = Fraction(D * D - 3 * D + 3, D - 1) * Fraction(w - 1, others)
            dealt = Counter(h % (D - 1) for h in range(w))
            uneven = Fraction(sum(c * c for c in dealt.values()), w * w) - Fraction(1, D - 1)
            missing = (1 - Fraction(1, w ** (D - 2)) + (w - 1) * uneven) / others
            assert lemma(f"{DUAL}.visit_ratio.bus-0").at(w=w, D=D) - printed == missing >= 0
            assert (missing == 0) == (D == 2) and (uneven == 0) == (w % (D - 1) == 0)


def test_plain_expressions():
    """A closed form has the symbols of its domain only, and tables of words are functions of them."""
    for key in QUANTITIES:
        found = lemma(key)
        assert found.closed_form.free_symbols <= {p.symbol for p in found.domain.parameters}
        assert isinstance(found.closed_form, sp.Expr)


@pytest.mark.parametrize(
    ("family", "size"), [(CCC, {"D": 1}), (CUBE, {"R": 2, "M": 1}), (CUBE, {"R": 7, "M": 1})], ids=str
)
def test_the_smallest_networks(family, size):
    m = measure(network(family, **size))
    assert lemma(f"{family}.mean_distance").value(size) == m.mean_distance == 1
    for c in m.classes:
        assert lemma(f"{family}.visit_ratio.{c.name}").value(size) == c.visit_ratio


def test_the_farthest_nodes_of_dual_bus_hypercubes(monkeypatch):
    found = lemma(f"{DUAL}.diameter")
    assert found.strength == lemma(f"{DUAL}.max_visit_ratio.bus-other").strength == "proved"
    for w, dimensions in ((2, 2), (4, 2), (2, 3), (5, 3), (3, 4), (4, 4)):
        assert found.at(w=w, D=dimensions) == found.definition.literal({"w": w, "D": dimensions})
    (step,) = found.derivation.steps
    for wrong in (step.after + 1, step.after - 1):
        with pytest.raises(ProofError):
            step.proof.check(step.before, wrong)
    monkeypatch.setattr(
        hyperplanes.FarthestHyperplanes,
        "inside",
        staticmethod(lambda state, others: state.region(hyperplanes._delta, others)),
    )
    with pytest.raises(ProofError, match="more than"):  # as if all digits could differ in all states
        step.proof.check(step.before, step.after)


def test_hyperplanes_of_directions_are_counted(monkeypatch):
    steps = lemma(f"{DUAL}.max_visit_ratio.bus-other").derivation.steps
    for wrong in (2 * steps[0].after, steps[0].after + 1):
        with pytest.raises(ProofError):
            steps[0].proof.check(steps[0].before, wrong)
    monkeypatch.setattr(dual_bus_hypercube, "counted", lambda kinds: 2 * hyperplanes.counted(kinds))
    with pytest.raises(ProofError, match="a hop for each digit"):
        steps[0].proof.check(steps[0].before, steps[0].after)


@pytest.mark.parametrize("name", ["cylinder", "column"])
def test_hops_of_digits_first_with_a_digit_more(name, monkeypatch):
    found = lemma(f"{CUBE}.visit_ratio.{name}.digits-first")
    assert found.strength == "proved"
    for size in ({"R": 4, "M": 3}, {"R": 2, "M": 6}, {"R": 5, "M": 2}):
        assert found.value(size) == found.definition.literal(size)
    step = found.derivation.steps[0]
    step.proof.check(step.before, step.after)
    with pytest.raises(ProofError):
        step.proof.check(step.before, 2 * step.after)
    digits_first = sys.modules[type(step.proof).__module__]
    upwards = digits_first.upwards
    for wrong in (lambda name, m: upwards(name, m) + 1, lambda name, m: 2 * upwards(name, m)):
        monkeypatch.setattr(digits_first, "upwards", wrong)
        with pytest.raises(ProofError, match="digit"):
            digits_first._certify_upwards()
