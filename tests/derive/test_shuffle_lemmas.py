"""The shuffle of rings: words by borders and by patterns, routes followed one by one, detours, and proofs that refuse faults.

Oracles: all words written out; routes found from the words that begin with the source and end with the target; identities
at sizes that no network has.
"""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, gcd

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.checks.lemmas.measured_quantities import measured_value
from netlemma.derive import keys, lemma
from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.notation import DeviceMax, PairMax, PairSum
from netlemma.derive.algebra.word_counts import (
    Bordered,
    Burnside,
    Count,
    GreatestDivisor,
    Periods,
    chains,
    interpolated,
    letters,
    necklaces,
    pattern,
    patterns,
    prolonged,
    radix,
    rotations,
    with_longest_border,
)
from netlemma.derive.core.domain import Parameter
from netlemma.derive.core.lemma import Derivation
from netlemma.derive.networks.shuffle.brute_force_shuffle import distances, nodes, rings_visited, routes, traffic
from netlemma.derive.networks.shuffle.shuffle_lemmas import (
    ALL_PAIRS,
    BY_OVERLAPS,
    Detoured,
    DigitsAlike,
    EnoughPoints,
    ForEachLength,
    LongestRoute,
    NoRingTwice,
    crossed,
    extra_links,
    f,
    r,
)
from netlemma.derive.networks.shuffle.shuffle_patterns import (
    FARTHEST,
    LONGEST,
    detoured,
    detours,
    largest,
    least_rotations,
    numbered,
    overlap,
    pattern_rows,
    patterned,
    refused,
    renamed,
    ring_visits,
    rings_of,
)
from netlemma.errors import DomainError, ProofError

KEYS = keys("ring-shuffle")
LARGEST = 1100
SMALL = [(2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 2), (7, 1)]
LONGER = [(2, 6), (2, 7)]


def refuses(check, *args, match=None):
    with pytest.raises(ProofError, match=match):
        check(*args)
        pytest.fail("a planted fault has a proof")


# Words by their borders.


def longest_border(word):
    return max(m for m in range(len(word)) if word[:m] == word[len(word) - m :])


@pytest.mark.parametrize(("n", "fs"), [(n, 2) for n in range(1, 12)] + [(n, 3) for n in range(1, 8)] + [(4, 5), (6, 1)])
def test_words_by_their_longest_border(n, fs):
    counted = Counter(longest_border(word) for word in product(range(fs), repeat=n))
    assert [with_longest_border(n, m, fs) for m in range(-1, n + 2)] == [counted[m] for m in range(-1, n + 2)]
    assert Bordered(n, 0, fs) == counted[0]
    assert Periods(n, fs) == sum((n - m) * words for m, words in counted.items())


def test_words_with_each_chain_of_borders():
    for n in range(1, 11):
        found = Counter()
        for word in product(range(2), repeat=n):
            found[(*(m for m in range(n) if word[:m] == word[n - m :]), n)] += 1
        assert chains(n, 2) == found


@given(st.integers(2, 9), st.integers(1, 24))
def test_nielsen(fs, n):
    """u(2n+1) = f u(2n) and u(2n) = f u(2n-1) - u(n) for words without borders (Nielsen 1973)."""
    u = [1] + [prolonged((0,), m, fs) for m in range(1, 2 * n + 2)]
    assert u[2 * n + 1] == fs * u[2 * n]
    assert u[2 * n] == fs * u[2 * n - 1] - u[n]


@pytest.mark.parametrize(("n", "fs"), [(30, 2), (27, 3), (24, 10)])
def test_long_words(n, fs):
    """All words have a longest border; those of smallest period p <= (n + 2)/2 are given by a primitive word of p letters."""
    assert sum(with_longest_border(n, m, fs) for m in range(n)) == fs**n
    primitive = {}
    for p in range(1, (n + 2) // 2 + 1):
        primitive[p] = fs**p - sum(words for d, words in primitive.items() if p % d == 0)
        assert with_longest_border(n, n - p, fs) == primitive[p]


def test_there_are_as_many_chains_as_autocorrelations():
    """Guibas and Odlyzko 1981: 1, 2, 3, 4, 6, 8, 10, 13, 17, 21, ... whatever the number of letters."""
    for fs in (2, 3, 5):
        assert [len(chains(n, fs)) for n in range(1, 13)] == [1, 2, 3, 4, 6, 8, 10, 13, 17, 21, 27, 30]


# Words by patterns of equal letters.


@pytest.mark.in_turn
@pytest.mark.parametrize("n", range(8))
def test_patterns(n):
    """They are the patterns of all words, each once; their numbers are Bell's."""
    found = list(patterns(n))
    assert len(found) == len(set(found))
    assert set(found) == {pattern(word) for word in product(range(n), repeat=n)}
    bell = [1]
    for m in range(n):
        bell.append(sum(comb(m, j) * bell[j] for j in range(m + 1)))
    assert len(found) == bell[n]
    assert [tuple(row) for row in pattern_rows(n).tolist()] == found


@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.lists(st.integers(0, 4), min_size=n, max_size=n), min_size=1)))
def test_many_words_at_once(words):
    """Each row is as each word by itself: its pattern, and the name of its necklace."""
    rows, several = np.array(words, np.int8), [tuple(word) for word in words]
    assert [tuple(row) for row in renamed(rows).tolist()] == [pattern(word) for word in several]
    least = np.array([min(rotations(word)) for word in several], np.int8)
    assert least_rotations(rows, 5).tolist() == numbered(least, 5).tolist()
    if rows.shape[1] > 1:
        r = rows.shape[1] // 2
        visits, different = ring_visits(rows, r)
        along = [rings_of(word, r) for word in several]
        assert list(zip(visits, different, strict=True)) == [(len(rings), len(set(rings))) for rings in along]


@given(st.lists(st.fractions(), min_size=1, max_size=7))
def test_a_polynomial_by_its_values(coefficients):
    values = [
        sum(c * point**power for power, c in enumerate(coefficients)) for point in range(1, len(coefficients) + 1)
    ]
    found = interpolated(values)
    assert all(found.coeff_monomial(radix**power) == sp.Rational(c) for power, c in enumerate(coefficients))


@given(st.integers(1, 5), st.integers(1, 6), st.randoms())
@settings(max_examples=30)
def test_counts_are_polynomials(n, fs, chance):
    chosen = {word for word in patterns(n) if chance.random() < 0.5}
    count = Count()
    for word in chosen:
        count.add(letters(word))
    assert count.polynomial()(fs) == sum(pattern(word) in chosen for word in product(range(fs), repeat=n))


def test_counts_beyond_known_letters():
    """Words of 3 letters that begin with two given different letters and end in a third."""
    count = Count(2)
    count.add(3)
    assert count.polynomial() == sp.Poly(radix - 2, radix)


# Necklaces.


@pytest.mark.parametrize(("n", "fs"), [(1, 2), (4, 2), (6, 2), (5, 3), (4, 4), (12, 7)])
def test_necklaces(n, fs):
    size = {r: n - 1, f: fs}
    by_divisors = sum(
        sum(gcd(i, d) == 1 for i in range(1, d + 1)) * fs ** (n // d) for d in range(1, n + 1) if n % d == 0
    )
    assert evaluate(necklaces(r + 1, f), size) == Fraction(by_divisors, n)
    if fs**n <= 5000:
        assert by_divisors // n == len({ring(word) for word in product(range(fs), repeat=n)})


# Routes.


@cache
def ring(link):
    return frozenset(rotations(link))


@cache
def along_words(fs, source, target):
    """The best route, found among all words that begin with the source and end with the target, the shortest first."""
    digits, length = len(source), 0
    while True:
        ways = []
        if length < digits:
            if source[length:] == target[: digits - length]:
                ways.append(source + target[digits - length :])
        else:
            ways = [source + middle + target for middle in product(range(fs), repeat=length - digits)]
        found = []
        for word in ways:
            route = tuple(word[i : i + digits + 1] for i in range(length))
            visits = [ring(link) for i, link in enumerate(route) if i == 0 or ring(link) != ring(route[i - 1])]
            if len(visits) == len(set(visits)):
                found.append((len(visits), [sum(link) % fs for link in route], route))
        if found:
            return min(found)[2]
        length += 1


@pytest.mark.parametrize(("fs", "digits"), [*SMALL, (2, 6)])
def test_routes_are_the_best_words(fs, digits):
    sources = nodes(fs, digits)
    for source in sources if len(sources) < 40 else random.Random(1).sample(sources, 12):
        found = routes(fs, source)
        assert found == {target: along_words(fs, source, target) for target in sources}


def test_ties_go_to_the_lowest_link_numbers():
    """With three digits, from a node whose packets have detours to choose from."""
    source = (0, 0, 0, 0, 1, 1)
    found = routes(3, source)
    assert len(found[0, 1, 0, 1, 1, 0]) == 7
    assert found == {target: along_words(3, source, target) for target in nodes(3, 6)}


@pytest.mark.in_turn
@pytest.mark.parametrize(("fs", "digits"), [*SMALL, *LONGER])
def test_traffic_is_consistent(fs, digits):
    """Packets and echoes of a ring cover it once for each packet that visits it; distances are the least that routes have."""
    found = traffic(fs, digits)
    links = sum(length * count for length, count in found.lengths.items())
    assert links == sum(found.send.values())
    assert sum(found.entries.values()) == sum(rings * count for rings, count in found.visits.items())
    for link in product(range(fs), repeat=digits + 1):
        together = found.send[link] + found.echo[link]
        rotated = link[1:] + link[:1]
        assert together == found.send[rotated] + found.echo[rotated]
    apart = [d for source in nodes(fs, digits) for d in distances(fs, source).values()]
    extra = int(detoured(digits).extra(fs))
    assert links == sum(apart) + extra
    assert (extra > 0) == (digits > LONGEST)


# Lemmas and their sides.


def sizes_of(found, most):
    bound = list(found.domain.sizes(400, lambda s: s["f"] ** s["r"] <= most and s["f"] <= 20))
    return [s for s in bound if s.get("k", 0) <= 7 and s.get("c", 1) <= 4]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("key", KEYS)
def test_values_are_those_of_the_definition(key):
    found = lemma(key)
    sizes = sizes_of(found, 64)
    assert len(sizes) >= 30
    assert all(found.value(size) == found.definition.literal(size) for size in sizes)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("fs", "digits"),
    [(2, 5), (2, 6), (2, 8), (3, 5), (3, 6), (4, 4), (4, 5), (5, 4), (6, 4), (7, 3), (8, 3), (30, 2), (200, 1)],
)
@pytest.mark.in_turn
def test_values_are_measured(fs, digits):
    for key in KEYS:
        found = lemma(key)
        names = found.domain.names
        for extra in range(1, 4):
            size = {"f": fs, "r": digits} | {name: extra for name in names if name in "kc"}
            if found.domain.contains(size) and (extra == 1 or len(size) > 2) and fs**digits <= LARGEST:
                assert found.value(size) == measured_value(found, size, found.measured.routings[0]), (key, size)


def test_every_lemma_is_proved():
    assert {lemma(key).strength for key in KEYS} == {"proved"}


def test_lemmas_say_where_nothing_was_found():
    for name in ("hot_send", "hot_echo", "hot_total", "hot_queue", "mean_queue"):
        assert "no closed form was found" in lemma(f"ring-shuffle.{name}").statement
        assert not lemma(f"ring-shuffle.{name}").domain.contains({"f": 2, "r": LONGEST + 1})
    for name in ("distance", "ring_hops", "latency", "total_distance", "mean_distance"):
        assert "no closed form for all r was found" in lemma(f"ring-shuffle.{name}").statement


@pytest.mark.parametrize("size", [{"f": 1, "r": 2}, {"f": 2, "r": 0}, {"f": 2, "r": LONGEST + 1}, {"f": 2}])
def test_sizes_outside_the_domain_are_refused(size):
    with pytest.raises(DomainError, match="outside the domain"):
        lemma("ring-shuffle.hot_send").value(size)


@pytest.mark.parametrize("digits", range(1, LONGEST + 1))
def test_sums_by_patterns_of_whole_words(digits):
    """Up to r = 5 the total distance is also counted by the patterns of all words along routes."""
    counted = patterned(digits).length.as_expr()
    assert sp.expand(lemma("ring-shuffle.total_distance").closed_form.xreplace({r: sp.Integer(digits)}) - counted) == 0


# Sizes that no network has.


@pytest.mark.parametrize(("fs", "digits"), [(2, 24), (3, 21), (17, 15), (1000, 12)])
def test_identities_at_large_sizes(fs, digits):
    pairs = [lemma("ring-shuffle.shortest.pairs_at_distance").at(f=fs, r=digits, k=i) for i in range(digits + 1)]
    total = lemma("ring-shuffle.shortest.total_distance")
    assert sum(pairs) == fs ** (2 * digits)
    assert pairs[0] == fs**digits
    assert all(x > 0 for x in pairs)
    assert sum(i * count for i, count in enumerate(pairs)) == total.at(f=fs, r=digits)
    shorter = total.at(f=fs, r=digits - 1)
    assert total.at(f=fs, r=digits) == fs**2 * shorter + fs ** (2 * digits) - Periods.at(digits, fs)
    mean = lemma("ring-shuffle.shortest.mean_distance").at(f=fs, r=digits)
    assert digits - Fraction(2 * fs, (fs - 1) ** 2) < mean < digits


@pytest.mark.parametrize("fs", [6, 7, 19, 1000])
@pytest.mark.parametrize("digits", range(1, LONGEST + 1))
def test_where_links_and_queues_are_hot(fs, digits):
    """For f > r the link all of whose digits differ has most send and most echo packets, so most for any size of echoes."""
    found, link = patterned(digits), tuple(range(digits + 1))
    for name, place in (("send", link), ("echo", link), ("total", link), ("queue", link[:-1])):
        loads = found.loads[f"hot_{name}"]
        assert place in largest(loads).where
        assert (
            loads[place](fs)
            == max(p(fs) for p in loads.values())
            == lemma(f"ring-shuffle.hot_{name}").at(f=fs, r=digits)
        )
    assert lemma("ring-shuffle.hot_total").at(f=fs, r=digits) == sum(
        lemma(f"ring-shuffle.hot_{name}").at(f=fs, r=digits) for name in ("send", "echo")
    )


def test_self_loops_alone_are_cold():
    for fs, digits in SMALL:
        found = traffic(fs, digits)
        cold = [link for link in product(range(fs), repeat=digits + 1) if not found.send[link]]
        assert cold == [(digit,) * (digits + 1) for digit in range(fs)]


def test_words_too_long_for_64_bits_are_no_numbers():
    """Without the check, 16 to the power of 16 is 0."""
    import numpy as np

    longest = np.full((1, 15), 15, np.int8)
    assert numbered(longest, 16).tolist() == [16**15 - 1]
    with pytest.raises(OverflowError, match="16 letters to the base 16"):
        numbered(np.full((1, 16), 15, np.int8), 16)


# Rings visited twice, and detours.


def visits_twice(word, r):
    """Whether the route along a word visits a ring twice."""
    rings = rings_of(word, r)
    return len(set(rings)) < len(rings)


def test_routes_known_to_visit_a_ring_twice_or_not():
    assert visits_twice((0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 0), 6)
    assert not visits_twice((0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0), 6)
    assert not visits_twice((0, 0, 0, 1, 1, 1), 3)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("digits", "links"), [(6, 2), (6, 3), (6, 4), (7, 3)])
def test_no_refused_word_is_left_out(digits, links):
    """All patterns of words, against those whose digits are equal by force."""
    every = (word for word in patterns(digits + links) if overlap(word[:digits], word[links:]) == digits - links)
    assert refused(digits, links) == {word for word in every if visits_twice(word, digits)}


def test_the_shortest_words_whose_route_visits_a_ring_twice():
    with pytest.raises(ProofError, match="visits a ring twice"):
        patterned.__wrapped__(LONGEST + 1)
    assert all(not refused(digits, links) for digits in range(1, LONGEST + 1) for links in range(1, digits + 1))
    assert min(links for links in range(1, 7) if refused(6, links)) == 3


@pytest.mark.parametrize("digits", range(6, 60))
def test_the_distance_is_not_r_from_6_on(digits):
    """As the lemma on the distance says: the pair does not overlap, and its only route of r links visits a ring twice."""
    if digits % 2 == 0:
        half = digits // 2
        source, target = (0,) * (digits - 2) + (1, 1), (0, 1) * (half - 1) + (1, 0)
    else:
        half = digits // 2
        source, target = (0,) * (digits - 3) + (1, 1, 1), (0, 1) * (half - 1) + (1, 1, 0)
    assert len(source) == len(target) == digits
    assert overlap(source, target) == 0
    assert visits_twice(source + target, digits)
    assert any(not visits_twice((*source, digit, *target), digits) for digit in (0, 1))


@settings(max_examples=60)
@given(st.data())
def test_a_letter_of_neither_word_makes_a_detour(data):
    """Then r + 1 links are enough, for every r: each link has that letter once, and rings are met again only in one run."""
    digits = data.draw(st.integers(1, 14))
    words = st.lists(st.integers(0, 1), min_size=digits, max_size=digits).map(tuple)
    source, target = data.draw(words), data.draw(words)
    assert not visits_twice((*source, 2, *target), digits)


@pytest.mark.parametrize(("fs", "digits", "sources"), [(2, 6, 64), (2, 7, 40), (3, 6, 8)])
def test_detours_of_pairs(fs, digits, sources):
    """Links and rings of detours, against the best of all words between the two nodes."""
    most = 0
    for source in random.Random(3).sample(nodes(fs, digits), sources):
        for target in nodes(fs, digits):
            links = digits - overlap(source, target)
            way = source + target[digits - links :]
            if visits_twice(way, digits):
                best = along_words(fs, source, target)
                ways = [ends[:2] for ends in detours(pattern(way), digits, links) if ends[2] is None or ends[2] < fs]
                assert min(ways) == (len(best), len(rings_visited(best)))
                fresh = [letter == letters(pattern(way)) for _, _, letter in detours(pattern(way), digits, links)]
                assert any(fresh) == (len(best) == digits + 1)
                most = max(most, len(best))
    assert most == digits + 1


# Proofs refuse faults.

total, mean, most_links, most_rings = (
    lemma(f"ring-shuffle.{q}") for q in ("total_distance", "mean_distance", "distance", "ring_hops")
)


def last_step(key):
    return lemma(f"ring-shuffle.{key}").derivation.steps[-1]


def cases(expr, change, number):
    """The piecewise expression with the value of one case changed."""
    parts = list(expr.args)
    parts[number] = (change(parts[number][0]), parts[number][1])
    return sp.Piecewise(*parts)


@pytest.mark.in_turn
@pytest.mark.parametrize("key", ["hot_send", "hot_echo", "hot_total", "hot_queue"])
def test_hot_lemmas_refuse_other_values(key):
    step = last_step(key)
    step.check()
    closed = step.after
    for number in range(len(closed.args)):
        wrong = cases(closed, lambda value: value + 1, number)
        refuses(DigitsAlike(key, wrong).check, step.before, wrong)
    refuses(step.proof.check, step.before, closed + 1, match="not the")
    without = sp.Piecewise(*closed.args[1:])
    refuses(DigitsAlike(key, without).check, step.before, without)
    wrong = cases(closed, lambda value: value + (f - 2) * (f - 3) * (f - 4) * (f - 5) * (f - 6) * (f - 7), -1)
    refuses(DigitsAlike(key, wrong).check, step.before, wrong, match="at f >= ")
    other = next(name for name in ("hot_send", "hot_echo") if name != key)
    refuses(DigitsAlike(other, closed).check, step.before, closed)


def test_mean_queue_refuses_other_values():
    first, second = lemma("ring-shuffle.mean_queue").derivation.steps
    for number in range(LONGEST):
        wrong = cases(first.proof.closed, lambda value: value + f, number)
        refuses(DigitsAlike("visits", wrong).check, first.before, first.before.xreplace({PairSum(at.rings): wrong}))
        refuses(second.proof.check, second.before, cases(second.after, lambda value: value - 1 / f, number))


WRONG_TOTALS = {
    "one term fewer": lambda e: e.xreplace(
        {sp.Tuple(sp.Symbol("m", integer=True), 1, r): (sp.Symbol("m", integer=True), 1, r - 1)}
    ),
    "twice the periods": lambda e: r * f ** (2 * r) + 2 * (e - r * f ** (2 * r)),
    "a longer word": lambda e: e.xreplace({r: r + 1}),
    "one more": lambda e: e + 1,
    "no overlap": lambda e: r * f ** (2 * r),
}


@pytest.mark.parametrize("fault", WRONG_TOTALS)
def test_longest_overlap_refuses_other_totals(fault):
    words = BY_OVERLAPS.words
    BY_OVERLAPS.check(PairSum(words.hops), words.total())
    wrong = WRONG_TOTALS[fault](words.total())
    assert wrong != words.total()
    refuses(BY_OVERLAPS.check, PairSum(words.hops), wrong, match="not what the overlaps")


def test_longest_overlap_compares_with_a_search():
    before = PairSum(BY_OVERLAPS.words.hops)
    refuses(replace(BY_OVERLAPS, sizes=BY_OVERLAPS.sizes[:4]).check, before, BY_OVERLAPS.after(before), match="too few")
    swapped = replace(BY_OVERLAPS, searched=lambda size: BY_OVERLAPS.searched({"f": 2, "r": size["r"]}))
    refuses(swapped.check, before, BY_OVERLAPS.after(before), match="pairs at distance")


def test_a_border_overlooked_is_noticed(monkeypatch):
    """Words whose copies overlap left out of the count of bordered words."""
    from netlemma.derive.algebra import word_counts

    whole = PairSum(BY_OVERLAPS.words.hops)

    def clear():
        for table in (word_counts.prolonged, word_counts.chains, word_counts.with_longest_border):
            table.cache_clear()

    clear()
    with monkeypatch.context() as patched:
        patched.setattr(word_counts, "_ways", lambda chain, j, n, fs, apart: fs ** (n - 2 * j) if 2 * j <= n else 0)
        refuses(BY_OVERLAPS.check, whole, BY_OVERLAPS.after(whole))
    clear()
    BY_OVERLAPS.check(whole, BY_OVERLAPS.after(whole))


def test_detours_refuse_other_values(monkeypatch):
    whole = PairSum(crossed)
    Detoured().check(whole, ALL_PAIRS + extra_links())
    refuses(Detoured().check, whole, ALL_PAIRS, match="not the links of detours")
    refuses(Detoured().check, whole, ALL_PAIRS + extra_links() + 1, match="not the links of detours")
    refuses(Detoured().check, ALL_PAIRS, ALL_PAIRS + extra_links(), match="not the links of detours")
    from netlemma.derive.networks.shuffle import shuffle_lemmas as proofs

    for number in range(1 + FARTHEST - LONGEST):
        wrong = cases(extra_links(), lambda value: value + 2 * f, number)
        with monkeypatch.context() as patched:
            patched.setattr(proofs, "extra_links", lambda wrong=wrong: wrong)
            refuses(Detoured().check, whole, ALL_PAIRS + wrong, match="the detours differ")


@pytest.mark.parametrize(
    ("rings", "wrong"),
    [
        (False, r),
        (False, r + 1),
        (False, sp.Piecewise((r, r <= 6), (r + 1, True))),
        (False, sp.Piecewise((r, r <= 4), (r + 1, True))),
        (False, sp.Piecewise((r, r <= 5), (r + 2, True))),
        (False, sp.Piecewise((r, sp.Or(r <= 5, sp.Eq(f, 3))), (r + 1, True))),
        (True, r),
        (True, sp.Piecewise((r, r <= 5), (r + 1, True))),
        (True, sp.Piecewise((r, sp.Or(r <= 5, f <= 3)), (r + 1, True))),
        (True, sp.Piecewise((r, sp.Or(r <= 5, sp.Eq(f, 2), f > 40)), (r + 1, True))),
    ],
)
def test_longest_routes_refuse(rings, wrong):
    whole = PairMax(at.rings if rings else crossed)
    refuses(LongestRoute(rings, wrong).check, whole, wrong)
    right = (most_rings if rings else most_links).closed_form
    refuses(LongestRoute(rings, right).check, PairMax(at.distance), right, match="not the largest value")
    refuses(LongestRoute(rings, right).check, whole, wrong, match="not the largest value")


def test_farthest_refuses():
    whole = PairMax(BY_OVERLAPS.words.hops)
    BY_OVERLAPS.check(whole, r)
    for wrong in (r + 1, r - 1, 2 * r):
        refuses(BY_OVERLAPS.check, whole, wrong)


@pytest.mark.in_turn
def test_enough_points_refuses():
    step = total.derivation.steps[-1]
    assert isinstance(step.proof, EnoughPoints)
    step.check()
    for number in range(FARTHEST):
        for change in (f, 1, f ** (2 * number + 2), (f - 1) * (f - 2)):
            refuses(
                step.proof.check, step.before, cases(step.after, lambda value, change=change: value + change, number)
            )
    vanishing = sp.prod([f - n for n in range(1, 2 * FARTHEST + 2)])
    wrong = cases(step.after, lambda value: value + sp.expand(vanishing), -1)
    refuses(step.proof.check, step.before, wrong, match="not a polynomial of that degree")


def test_for_each_length_refuses():
    step = mean.derivation.steps[-1]
    assert step.proof == ForEachLength(FARTHEST)
    for number in range(FARTHEST):
        refuses(
            step.proof.check, step.before, cases(step.after, lambda value: value + 1 / f, number), match="no identity"
        )


def test_burnside_refuses():
    step = lemma("ring-shuffle.ring_count").derivation.steps[0]
    proof = step.proof
    i = next(iter(step.after.atoms(sp.Sum))).variables[0]
    for wrong in (
        necklaces(r, f),
        necklaces(r + 1, f) + 1,
        sp.Sum(f ** GreatestDivisor(i, r + 1), (i, 1, r)) / (r + 1),
        sp.Sum(f ** GreatestDivisor(i, r + 1), (i, 1, r + 1)) / r,
    ):
        refuses(proof.check, step.before, wrong, match="not the words fixed")
    refuses(Burnside(proof.counted, r + 1, f, proof.small[:2]).check, step.before, step.after, match="too few")


def test_nodes_refuse():
    step = lemma("ring-shuffle.nodes").derivation.steps[0]
    for wrong in (f ** (r + 1), r**f, 2 * f**r, f * r):
        refuses(step.proof.check, step.before, wrong)


def test_no_ring_twice_refuses(monkeypatch):
    NoRingTwice().check(PairSum(crossed), PairSum(at.distance))
    refuses(NoRingTwice().check, PairSum(crossed), PairSum(at.distance) + 1, match="not the distance")
    from netlemma.derive.networks.shuffle import shuffle_lemmas as proofs

    monkeypatch.setattr(proofs, "LONGEST", 6)
    refuses(NoRingTwice().check, PairSum(crossed), PairSum(at.distance), match="visits a ring twice")


@pytest.mark.parametrize(
    ("proof", "most"),
    [
        (NoRingTwice(), LONGEST),
        (DigitsAlike("visits", r), LONGEST),
        (Detoured(), FARTHEST),
        (LongestRoute(True, r), FARTHEST),
        (EnoughPoints(), FARTHEST),
        (ForEachLength(LONGEST), LONGEST),
    ],
)
def test_proofs_hold_the_lemma_to_their_sizes(proof, most):
    fanout, digits = Parameter("f", 2).symbol >= 2, r >= 1
    proof.check_domain([fanout, digits, r <= most], {f, r})
    proof.check_domain([fanout, digits, r <= most - 1], {f, r})
    refuses(proof.check_domain, [fanout, digits, r <= most + 1], {f, r})
    refuses(proof.check_domain, [fanout, digits], {f, r})


def test_a_lemma_for_more_digits_than_its_proof_is_refused():
    from dataclasses import replace

    found = lemma("ring-shuffle.hot_queue")
    wider = replace(found, domain=lemma("ring-shuffle.distance").domain)
    refuses(wider.check)
    found.check()
    refuses(replace(found, derivation=Derivation(())).check, match="without steps")


def test_largest_of_polynomials_that_cross():
    """The largest is decided for every f: below a crossing by values, from there on by the difference."""
    x = sp.Poly(radix, radix)
    loads = {(0,): 10 + 0 * x, (0, 1): x * x, (0, 1, 2): x * x - 3 + 0 * x}
    found = largest(loads)
    assert (found.small, found.first, found.polynomial.as_expr()) == ({2: 10, 3: 10}, 4, radix**2)
    few = largest({(0,): 0 * x, (0, 1, 2): x * x})
    assert (few.small, few.first) == ({2: 0}, 3), "a pattern of three letters needs f = 3"


def test_definitions_are_of_the_whole_network():
    for key, whole in (("hot_send", at.crossings), ("hot_echo", at.echoes), ("hot_queue", at.entries)):
        assert lemma(f"ring-shuffle.{key}").definition.expression == DeviceMax(PairSum(whole))
