"""Lemmas of multicube, butterfly, deadfly and livefly: literal packets at sizes no proof looks at, identities, planted faults."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
import sympy as sp

from netlemma.derive import keys, lemma
from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import covers
from netlemma.derive.algebra.largest_values import LargestAt, LargestInRange, never_negative
from netlemma.derive.algebra.notation import RangeMax, WordPairs, a, b
from netlemma.derive.core.derivation import Within
from netlemma.derive.lemmas import deadfly, livefly, multicube
from netlemma.derive.lemmas import ring_butterfly as butterfly
from netlemma.derive.networks.fly import fabric_crossings, livefly_routes
from netlemma.derive.networks.fly.brute_force_rings import Measurements, Rings, fabric, fly, traffic
from netlemma.derive.networks.fly.brute_force_rings import multicube as cube
from netlemma.derive.networks.fly.digit_conditions import (
    AGREE,
    DigitPlaces,
    DigitsIndependent,
    agreeing,
    p,
    pairs_of_digits,
    v,
    w,
    word_pairs,
)
from netlemma.derive.networks.fly.fabric_crossings import (
    FabricLeg,
    LinkPackets,
    PacketPairs,
    along,
    at_hop,
    certify_along,
    certify_legs,
    certify_options,
    certify_row,
    certify_rows,
    k,
    options,
)
from netlemma.derive.networks.fly.link_loads import ECHOED, SENT, Abbreviation, EchoesCover, PacketsFollowed, RingVisits
from netlemma.derive.networks.fly.route_lengths import WaysOfPackets, certify_partition
from netlemma.errors import DomainError, ProofError

FAMILIES = ("multicube", "ring-butterfly", "deadfly", "livefly")
KEYS = [key for family in FAMILIES for key in keys(family)]
CLASSES = {
    "multicube": ("ring",),
    "ring-butterfly": ("short", "long"),
    "deadfly": ("short", "long"),
    "livefly": ("primary", "secondary", "long"),
}
LARGER = {  # none of these is compared in a proof
    "multicube": [(2, 5), (2, 7), (4, 3), (3, 4), (5, 2)],
    "ring-butterfly": [(2, 4), (2, 5), (3, 3), (5, 2), (7, 1)],
    "deadfly": [(2, 4), (2, 5), (3, 3), (5, 2), (6, 1)],
    "livefly": [(3, 4), (3, 5), (4, 3), (6, 2), (7, 1)],
}
r, f, g = deadfly.r, deadfly.f, livefly.g
ZERO = sp.Integer(0)


def followed(family, fanout, stages):
    return cube(fanout, stages) if family == "multicube" else fly(family, fanout, stages)


def nodes(family, fanout, stages):
    if family == "multicube":
        return stages**fanout
    return stages * (fanout - (family == "livefly")) ** stages


def ring_sizes(family, stages):
    return {name: (2 if name == "long" else 1) * stages for name in CLASSES[family]}


def links(family, fanout, stages):
    """How many links each class has."""
    n, fabric_links = nodes(family, fanout, stages), fanout - (family == "livefly")
    if family == "multicube":
        return {"ring": fanout * n}
    return {name: n * (fabric_links - 1 if name == "long" else 1) for name in CLASSES[family]}


def at_stages(key, stages):
    """The stages that a lemma speaks of, as further sizes."""
    return [{"s": s} for s in range(stages)] if "s" in lemma(key).domain.names else [{}]


@pytest.mark.in_turn
def test_every_lemma_is_proved_for_all_sizes():
    """The proofs of all lemmas are checked in test_lemma.py."""
    assert {lemma(key).strength for key in KEYS} == {"proved"}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("key", KEYS)
def test_larger_networks(key):
    """The same values as packets that are followed link by link, at sizes that no proof compares."""
    found = lemma(key)
    family = key.partition(".")[0]
    for fanout, stages in LARGER[family]:
        for extra in at_stages(key, stages) if "c" not in found.domain.names else [{"c": 1}, {"c": 5}]:
            size = {"f": fanout, "r": stages, **extra}
            assert found.value(size) == found.definition.literal(size), size


@pytest.mark.parametrize("family", FAMILIES)
def test_there_are_lemmas_for_every_class(family):
    expected = {f"{family}.{what}.{name}" for what in ("send", "echo") for name in CLASSES[family]}
    whole = {"hot_queue", "mean_queue", "distance", "ring_hops", "latency", "mean_distance"}
    assert expected | {f"{family}.{name}" for name in whole} <= set(KEYS)


@pytest.mark.parametrize(("family", "fanout", "stages"), list(product(FAMILIES, (3, 4, 9), (2, 5, 12))))
def test_all_links_together(family, fanout, stages):
    """Crossings of all links are the distances of all packets; ring visits are what enters all queues."""

    def over_stages(quantity):
        key = f"{family}.{quantity}"
        found = [lemma(key).at(f=fanout, r=stages, **extra) for extra in at_stages(key, stages)]
        return sum(found, Fraction(0)) / len(found)

    n, count, size = nodes(family, fanout, stages), links(family, fanout, stages), ring_sizes(family, stages)
    crossed = sum(count[name] * over_stages(f"send.{name}") for name in CLASSES[family])
    assert crossed == n**2 * over_stages("mean_distance")
    visits = sum(
        count[name] * (over_stages(f"send.{name}") + over_stages(f"echo.{name}")) / size[name]
        for name in CLASSES[family]
    )
    assert visits == n * over_stages("mean_queue")


@pytest.mark.parametrize(("fanout", "stages"), list(product((3, 5, 8), (1, 2, 7))))
def test_send_and_echo_share_a_ring(fanout, stages):
    """On every link of a ring packets and echoes add up to the visits of the ring; so the hot link is where most packets go."""
    for name in ("primary", "secondary"):
        both = {
            lemma(f"livefly.send.{name}").at(f=fanout, r=stages, s=s)
            + lemma(f"livefly.echo.{name}").at(f=fanout, r=stages, s=s)
            for s in range(stages)
        }
        assert len(both) == 1
    primary = [lemma("livefly.send.primary").at(f=fanout, r=stages, s=s) for s in range(stages)]
    secondary = [lemma("livefly.send.secondary").at(f=fanout, r=stages, s=s) for s in range(stages)]
    assert primary == sorted(primary, reverse=True) and secondary == sorted(secondary)
    for name, sent in (("primary", primary), ("secondary", secondary)):
        assert lemma(f"livefly.hot_send.{name}").at(f=fanout, r=stages) == max(sent)
        assert lemma(f"livefly.hot_echo.{name}").at(f=fanout, r=stages) == both_of(name, fanout, stages) - min(sent)


def both_of(name, fanout, stages):
    return sum(lemma(f"livefly.{what}.{name}").at(f=fanout, r=stages, s=0) for what in ("send", "echo"))


def test_smallest_networks():
    """With one stage every packet makes at most one hop, over a long link; with f = 2 a long ring is the only one beside a row."""
    for fanout in (2, 3, 6):
        for family in ("ring-butterfly", "deadfly"):
            assert (
                lemma(f"{family}.send.short").at(f=fanout, r=1) == lemma(f"{family}.echo.short").at(f=fanout, r=1) == 0
            )
            assert lemma(f"{family}.send.long").at(f=fanout, r=1) == lemma(f"{family}.echo.long").at(f=fanout, r=1) == 1
            assert lemma(f"{family}.ring_hops").at(f=fanout, r=1) == lemma(f"{family}.distance").at(f=fanout, r=1) == 1
    assert lemma("livefly.ring_hops").at(f=3, r=1) == 1 and lemma("livefly.ring_hops").at(f=3, r=2) == 4
    assert [lemma("deadfly.ring_hops").at(f=2, r=stages) for stages in (1, 2, 3)] == [1, 3, 4]
    assert lemma("multicube.send.ring").at(f=2, r=2) == 2  # 4 nodes, each ring of 2: every link half of the pairs on it


@pytest.mark.parametrize(
    ("key", "size"),
    [
        ("livefly.send.primary", {"f": 2, "r": 2, "s": 0}),
        ("livefly.send.primary", {"f": 3, "r": 2, "s": 2}),
        ("deadfly.send.short", {"f": 1, "r": 2}),
        ("deadfly.latency", {"f": 2, "r": 2, "c": 0}),
        ("multicube.send.ring", {"f": 2, "r": 1}),
        ("ring-butterfly.queue", {"f": 2, "r": 3, "s": 3}),
    ],
)
def test_sizes_outside_the_domain(key, size):
    with pytest.raises(DomainError):
        lemma(key).value(size)


# The literal side: rings as they are said to be, and packets that break the rules are noticed.


@pytest.mark.parametrize(("radix", "stages"), [(2, 1), (2, 3), (3, 2), (4, 2), (5, 1)])
def test_rings_of_the_fabric(radix, stages):
    rings = fabric(radix, stages)
    assert sorted(map(len, rings)) == sorted(
        [stages] * radix**stages + [2 * stages] * ((radix - 1) * radix**stages // 2)
    )
    assert len({link for ring in rings for link in ring}) == stages * radix ** (stages + 1)


def test_a_ring_visited_twice():
    """The clock: in by the outer ring, over the inner one, and on the outer one again."""
    outer = [(i, 0) for i in range(12)]
    inner = [(i, 1) for i in (0, 3, 6, 9)]
    there = [(2, 0), (3, 1), (6, 0)]
    clock = Rings(
        [outer, inner], lambda link: ("link", None), {2: 1, 7: 1}, lambda s, t: there if (s, t) == (2, 7) else []
    )
    with pytest.raises(ValueError, match="visits a ring twice"):
        traffic(clock)
    with pytest.raises(ValueError, match="two rings"):
        traffic(replace(clock, rings=[outer, outer]))
    lopsided = replace(clock, route=lambda s, t: there[:1] if (s, t) == (2, 7) else [])
    with pytest.raises(ValueError, match="links carry"):
        Measurements(lopsided).on_link("send", "link")


# Conditions on digits.


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "condition",
    [
        sp.true,
        AGREE,
        sp.Eq(a, v),
        sp.And(sp.Eq(b, v), sp.Ne(a, p)),
        sp.And(sp.Eq(a, v), sp.Eq(b, w)),
        multicube.CROSSES,
    ],
    ids=str,
)
def test_pairs_of_digits(condition):
    """Counted one by one, for every choice of the given digits."""
    number = pairs_of_digits(condition, f)
    for radix in (2, 3, 4):
        for here in range(radix):
            others = [digit for digit in range(radix) if digit != here]
            for there, before in product(others, repeat=2):
                given = {v: here, w: there, p: before}
                count = sum(
                    bool(sp.S(condition).xreplace({**given, a: x, b: y})) for x in range(radix) for y in range(radix)
                )
                assert number.subs(f, radix) == count


def test_conditions_that_depend_on_the_digit():
    with pytest.raises(ProofError, match="depend on the given digits"):
        pairs_of_digits(sp.Le(a, v), f)


def test_products_over_places():
    pairs = WordPairs(f, sp.Tuple(k, sp.Eq(a, v)), sp.Tuple(r - k, AGREE))
    proof = DigitsIndependent(r, (f >= 2, k >= 0, k <= r))
    proof.check(pairs, f**r)
    for wrong in (f ** (r - 1), f ** (r + k), f**k):
        with pytest.raises(ProofError, match="do not give"):
            proof.check(pairs, wrong)
    with pytest.raises(ProofError, match="negative number of places"):
        replace(proof, assumptions=(f >= 2, k >= 0)).check(pairs, f**r)
    with pytest.raises(ProofError, match="not about words of"):
        replace(proof, length=r + 1).check(pairs, f**r)
    inside = sp.Sum(pairs, (k, 0, r + 1))
    with pytest.raises(ProofError, match="negative number of places"):
        replace(proof, assumptions=(f >= 2,)).check(inside, sp.Sum(f**r, (k, 0, r + 1)))
    with pytest.raises(ProofError, match="counted for"):
        proof.check_domain([f >= 1], {f})


def test_places_that_are_not_decided():
    with pytest.raises(ProofError, match="undecided"):
        agreeing((DigitPlaces(k, k + 1, AGREE), DigitPlaces(k + 1, r, AGREE)), deadfly.u, [k >= 0])
    never = DigitPlaces(ZERO, k, sp.And(AGREE, sp.Ne(a, b)))
    with pytest.raises(ProofError, match="may have places"):
        word_pairs((never,), f, [k >= 0])
    assert word_pairs((never,), f, [k >= 1]) == 0


# Planted faults: the rule.


def test_regions_with_a_gap():
    x = sp.Symbol("x", integer=True)
    assert covers([x >= 0], [[x >= 5], [x <= 4]]) and not covers([x >= 0], [[x >= 5], [x <= 3]])
    certify_partition([[x >= 5], [x <= 4]], [x >= 0])
    with pytest.raises(ProofError, match="no kind"):
        certify_partition([[x >= 6], [x <= 4]], [x >= 0])
    with pytest.raises(ProofError, match="two kinds"):
        certify_partition([[x >= 4], [x <= 4]], [x >= 0])


@pytest.mark.parametrize(
    "wrong",
    [
        lambda place, hops: ((place <= hops, b), (place >= hops + 1, a)),  # a hop sets the next digit
        lambda place, hops: ((place <= hops - 2, b), (place >= hops - 1, a)),  # the first hop sets nothing
        lambda place, hops: ((place <= hops - 1, a), (place >= hops, b)),  # the target's row is there at first
    ],
)
def test_rows_of_another_rule(monkeypatch, wrong):
    certify_rows(r)
    monkeypatch.setattr(fabric_crossings, "row_digit", wrong)
    with pytest.raises(ProofError):
        certify_rows(r)


def test_packets_that_stop_elsewhere():
    known = [*deadfly._DOMAIN, *deadfly._INDICES]
    first, second = deadfly._LEGS
    certify_legs(deadfly._LEGS, deadfly._ARRIVALS, known)
    with pytest.raises(ProofError, match="goes on from its target"):
        certify_legs((replace(first, last=deadfly.u + r - 1), second), deadfly._ARRIVALS, known)
    with pytest.raises(ProofError, match="stops elsewhere"):
        certify_legs((first, replace(second, last=r - 1)), deadfly._ARRIVALS, known)
    with pytest.raises(ProofError, match="no leg"):
        certify_legs((first,), deadfly._ARRIVALS, known)
    with pytest.raises(ProofError, match="two legs"):
        certify_legs((first, second, second), deadfly._ARRIVALS, known)
    with pytest.raises(ProofError, match="do not begin"):
        certify_legs((replace(first, first=sp.Integer(1)), second), deadfly._ARRIVALS, known)


@pytest.mark.in_turn
@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("entering", [False, True])
def test_wrong_digits_at_a_place(long, entering):
    """Every condition of every option, changed or left out, and every option left out or doubled."""
    found = options(r, long, entering)
    certify_options(found, r, long, entering)
    for number, option in enumerate(found):
        for place, part in enumerate(option.places):
            for other in (AGREE, sp.true, sp.Ne(a, b), sp.Eq(a, p)):
                places = (*option.places[:place], replace(part, condition=other), *option.places[place + 1 :])
                changed = (*found[:number], PacketPairs(option.when, places), *found[number + 1 :])
                with pytest.raises(ProofError, match="at a place with"):
                    certify_options(changed, r, long, entering)
            with pytest.raises(ProofError):
                places = option.places[:place] + option.places[place + 1 :]
                certify_options(
                    (*found[:number], PacketPairs(option.when, places), *found[number + 1 :]), r, long, entering
                )
        with pytest.raises(ProofError, match="left out"):
            certify_options(found[:number] + found[number + 1 :], r, long, entering)
    with pytest.raises(ProofError, match="twice"):
        certify_options((*found, found[0]), r, long, entering)
    with pytest.raises(ProofError):
        certify_options(found, r, not long, entering)
    with pytest.raises(ProofError):
        certify_options(found, r, long, not entering)


def test_rows_before_and_after_the_round():
    certify_row(livefly_routes.TARGET_ROW, r, r)
    with pytest.raises(ProofError, match="at a place with"):
        certify_row(livefly_routes.TARGET_ROW, ZERO, r)
    with pytest.raises(ProofError, match="at a place with"):
        certify_row(livefly_routes.SAME_ROW, r, r)


def test_ways_along_a_ring():
    x, y, z = sp.symbols("x y z", integer=True)
    cases = along(x, y, z)
    certify_along(cases, x, y, z, r, [r >= 1])
    for number in range(3):
        with pytest.raises(ProofError, match="left out"):
            certify_along(cases[:number] + cases[number + 1 :], x, y, z, r, [r >= 1])
    with pytest.raises(ProofError, match="another link"):
        certify_along([(x <= z, z <= y), *cases[1:]], x, y, z, r, [r >= 1])


CROSSINGS = {
    "deadfly short": deadfly.crossing(False),
    "deadfly long": deadfly.crossing(True),
    "deadfly onto short": deadfly.entering(False),
    "deadfly onto long": deadfly.entering(True),
    "butterfly short": butterfly.crossing(False),
    "butterfly onto short": butterfly.entering(False, True),
    "livefly primary": livefly_routes.crossing("primary")[0],
    "livefly within a row": livefly_routes.crossing("secondary")[0],
    "livefly to stage 0": livefly_routes.crossing("secondary")[1],
    "livefly from stage 0": livefly_routes.crossing("secondary")[2],
    "livefly onto primary": livefly_routes.entering("primary", livefly.s)[0],
    "multicube": multicube.in_dimension(multicube.CROSSES),
}


def changes_the_sum(limits, others):
    """Whether two ranges of indices differ somewhere, at 4 stages."""

    def points(ranges, values):
        if not ranges:
            yield tuple(sorted((str(index), value) for index, value in values.items()))
            return
        *rest, (index, lower, upper) = ranges
        low, high = (int(sp.S(x).xreplace(values)) for x in (lower, upper))
        for value in range(low, high + 1):
            yield from points(rest, {**values, index: sp.Integer(value)})

    sizes = [{r: sp.Integer(4), multicube.f: sp.Integer(3), livefly.s: sp.Integer(stage)} for stage in (1, 2)]
    return any(set(points(limits, size)) != set(points(others, size)) for size in sizes)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", CROSSINGS)
@pytest.mark.in_turn
def test_sums_that_leave_packets_out_or_count_them_twice(name):
    found = CROSSINGS[name]
    found.certify()
    for number, hops in enumerate(found.hops):
        rest = found.hops[:number] + found.hops[number + 1 :]
        with pytest.raises(ProofError):
            replace(found, hops=rest).certify()
        with pytest.raises(ProofError, match="twice"):
            replace(found, hops=(*found.hops, hops)).certify()
        for place, (index, lower, upper) in enumerate(hops.limits):
            for limit in ((index, lower + 1, upper), (index, lower, upper - 1), (index, lower - 1, upper)):
                limits = (*hops.limits[:place], limit, *hops.limits[place + 1 :])
                if changes_the_sum(limits, hops.limits):
                    with pytest.raises(ProofError):
                        replace(found, hops=(*rest, replace(hops, limits=limits))).certify()
        with pytest.raises(ProofError, match="equivalent"):
            replace(found, hops=(*rest, replace(hops, times=2 * hops.times))).certify()
        if hops.differ is not None:
            for differ in (None, hops.differ + 1):
                with pytest.raises(ProofError):
                    replace(found, hops=(*rest, replace(hops, differ=differ))).certify()


def test_hops_over_digits_of_no_option():
    found = deadfly.crossing(False)
    wrong = LinkPackets(found.hops[0].limits, k, at_hop(options(r, True, False), 0, k))
    with pytest.raises(ProofError, match="no option"):
        replace(found, hops=(wrong, *found.hops[1:])).certify()


def test_legs_of_another_rule():
    """A deadfly whose packets go on to the end of the round, and one whose packets stop after it."""
    found, (first, second) = deadfly.crossing(False), deadfly._LEGS
    for legs in (
        (replace(first, last=r - 1), second),
        (first, replace(second, last=r - 1)),
        (FabricLeg((), ZERO, r - 1),),
    ):
        with pytest.raises(ProofError):
            replace(found, legs=legs).certify()


# Planted faults: the steps.


def step(key, kind):
    """The first step of a lemma with this proof, at first or inside another."""
    for found in lemma(key).derivation.steps:
        proof = found.proof.inner if isinstance(found.proof, Within) else found.proof
        if isinstance(proof, kind):
            return found, proof
    raise LookupError(kind)


def test_other_packets_followed():
    found, proof = step("deadfly.send.short", PacketsFollowed)
    with pytest.raises(ProofError, match="packets followed"):
        replace(proof, literal=lambda size: fly("ring-butterfly", size["f"], size["r"]).on_link("send", "short")).check(
            found.before, found.after
        )
    with pytest.raises(ProofError, match="too few sizes"):
        replace(proof, small=proof.small[:2]).check(found.before, found.after)
    with pytest.raises(ProofError, match="not the packets counted"):
        proof.check(found.before, found.after + 1)
    with pytest.raises(ProofError, match="does not occur"):
        proof.check(ECHOED, found.after)
    with pytest.raises(ProofError, match="only"):
        proof.check_domain([f >= 1, r >= 1], {f, r})


def test_a_rule_that_does_not_hold():
    def broken():
        raise ProofError("the rule fails")

    found, proof = step("livefly.send.primary", PacketsFollowed)
    with pytest.raises(ProofError, match="the rule fails"):
        replace(proof, rule=broken).check(found.before, found.after)
    found, proof = step("livefly.distance", WaysOfPackets)
    with pytest.raises(ProofError, match="the rule fails"):
        replace(proof, rule=broken).check(found.before, found.after)


@pytest.mark.in_turn
def test_ways_that_are_missing():
    found, proof = step("livefly.mean_distance", WaysOfPackets)
    with pytest.raises(ProofError, match="no kind"):
        replace(proof, cases=proof.cases[1:]).check(found.before, found.after)
    with pytest.raises(ProofError, match="packets followed"):
        replace(proof, literal=lambda size: 1).check(found.before, found.after)
    (first, *rest) = proof.cases
    with pytest.raises(ProofError, match="fails in the summation range"):
        wider = tuple(relation for relation in first if relation != (livefly.t <= r - 1))
        replace(proof, cases=(wider, *rest)).check(found.before, found.after)


def test_echoes_on_a_ring_that_is_too_short():
    found, proof = step("deadfly.echo.long", EchoesCover)
    with pytest.raises(ProofError, match="crosses one twice"):
        EchoesCover((*proof.visits, RingVisits((r >= 1,), r, r - 1))).check(found.before, found.after)
    with pytest.raises(ProofError, match="no visit"):
        EchoesCover(()).check(found.before, found.after)
    with pytest.raises(ProofError, match="not visits less crossings"):
        proof.check(found.before, found.after + 2 * SENT)


def test_a_symbol_that_stands_for_less():
    found, proof = step("livefly.send.long", Abbreviation)
    with pytest.raises(ProofError, match="is assumed"):
        proof.check_domain([livefly.f >= 2], {livefly.f})
    with pytest.raises(ProofError, match="denotes"):
        proof.check(found.before, found.after + 1)
    assert lemma("livefly.send.long").domain.parameters[0].minimum == 3


@pytest.mark.parametrize(
    "key", ["deadfly.distance", "deadfly.ring_hops", "livefly.distance", "ring-butterfly.distance"]
)
def test_largest_values_that_are_not(key):
    found, proof = step(key, LargestInRange)
    for wrong in (found.after + 1, found.after - 1):
        with pytest.raises(ProofError):
            proof.check(found.before, wrong)
    sizes, point = proof.attained[-1]
    index, value = point[0]
    with pytest.raises(ProofError):
        elsewhere = (*proof.attained[:-1], (sizes, ((index, value + 1), *point[1:])))
        replace(proof, attained=elsewhere).check(found.before, found.after)


@pytest.mark.parametrize("quotient", [f**r - 2 * f, f**r - 2 * r - 1, f ** (r + 1) - f**r - 3, 1 / (f**r - 3), f - 3])
def test_differences_that_may_be_negative(quotient):
    """Each is negative at f = 2, r = 1."""
    x, y = sp.symbols("x y", integer=True, nonnegative=True)
    shifts = ((f, 2 + x), (r, 1 + y))
    assert quotient.subs({f: 2, r: 1}) < 0 and not never_negative(quotient, shifts, f)
    assert never_negative(f**r - r - 1, shifts, f) and not never_negative(f**r - f - y, ((f, 1 + x), (r, 1 + y)), f)


@pytest.mark.parametrize("key", ["livefly.hot_queue", "ring-butterfly.hot_queue", "livefly.hot_send.primary"])
def test_the_hottest_stage_is_no_other(key):
    found, proof = step(key, LargestAt)
    for wrong in (found.after + 1, found.after - 1):
        with pytest.raises(ProofError, match="not the value"):
            proof.check(found.before, wrong)
    with pytest.raises(ProofError, match="left out"):
        replace(proof, parts=()).check(found.before, found.after)
    body, over = found.before.args
    s = over.args[0]
    risen = RangeMax(sp.Piecewise((found.after + s - 1, s >= 1), (found.after, True)), over)
    with pytest.raises(ProofError, match="may exceed"):
        proof.check(risen, found.after)
    assert body != risen.args[0]


@pytest.mark.sampled(15)
@pytest.mark.parametrize("key", KEYS)
def test_wrong_closed_forms_have_no_proof(key):
    """The last step, made to end in something else, does not re-check."""
    found = lemma(key)
    last = found.derivation.steps[-1]
    symbol = found.domain.parameters[-1].symbol
    closed = found.closed_form
    for wrong in {closed + 1, 2 * closed, closed + symbol * (symbol - 1) * (symbol - 2)} - {closed}:
        with pytest.raises(ProofError):
            replace(last, after=wrong).check()


def test_definitions_are_sums_over_all_pairs():
    assert lemma("deadfly.send.short").definition.expression == at.PairSum(at.crossings)
    assert lemma("livefly.echo.long").definition.expression == at.PairSum(at.echoes)
