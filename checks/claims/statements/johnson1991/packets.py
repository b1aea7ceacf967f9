"""Judges of sizes of packets, latency and throughput, and of their combination in the paper."""

from collections.abc import Iterator
from fractions import Fraction

import sympy

from netlemma.checks.claims.evidence import ClaimedValue, compare_formula, stated_number
from netlemma.checks.claims.judgement import Judgement, fails, holds
from netlemma.checks.claims.statements.formulas import by_cases, computed
from netlemma.checks.claims.statements.johnson1991.networks import explicit_rings, sizes_of
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.performance.ring_curves import FAMILIES, SIZE_RATIO, measurement
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.discovery import lemma
from netlemma.graphs import RingMeasurement, RingNetwork
from netlemma.graphs.rings.routing import ring_routing, route, visits

Route = tuple[int, int, list[tuple[int, int]]]  # source, target and links
LINK_RATE = 1  # gigabytes per second
SHARE_STEPS = 100
LARGEST_PACKETS = 64  # nodes of the networks where single packets are looked at


def upper(reading: Reading) -> Judgement:
    """The mean size of a packet over that of an echo at all shares of data packets up to the greatest."""
    greatest, most = (stated_number(reading.says[name]) for name in ("greatest_share", "ratio"))
    for share in (greatest * Fraction(i, SHARE_STEPS) for i in range(SHARE_STEPS + 1)):
        true = (18 + share * (82 - 18)) / 10
        if true > most:
            at, right = (
                f"{true}, at a share {share} of data packets",
                f"{(18 + greatest * 64) / 10} for data packets alone",
            )
            return fails({}, f"at most {most}", at, right)
    return holds("argued: (18 + 64 p)/10 grows with the share p of data packets, and is the bound at the greatest")


def weights(reading: Reading) -> Judgement:
    """The printed weight c - 1 of a hop, compared with the lemma on latency."""
    found, penalty = lemma("butterfly.latency"), int(reading.says["hop_penalty"])
    hops, links = (lemma(f"butterfly.{name}").closed_form for name in ("ring_hops", "distance"))
    c = next(p.symbol for p in found.domain.parameters if p.name == "c")
    weight = sympy.cancel((found.closed_form - links) / hops).xreplace({c: sympy.Integer(penalty)})
    how = f"c - 1 at c = {penalty}, from the {found.strength} lemma {found.key},"
    return computed(reading, "weight", str(weight), how)


def routes(family: str, most: int) -> Iterator[tuple[RingNetwork, Size, RingMeasurement, Iterator[Route]]]:
    """Small networks of a family with their measurements, and the routes of all their packets.

    Parameters
    ----------
    family : str
        Name of the family.
    most : int
        Greatest number of networks.

    Yields
    ------
    tuple of (RingNetwork, mapping from str to int, RingMeasurement, iterator of tuple)
        Network, size, measurement, and source, target and links of each packet.
    """
    for size in sizes_of(family, most, LARGEST_PACKETS):
        net = explicit_rings(family, size)
        rule, ends = ring_routing(net), [u for u in range(net.node_count) if net.processors[u]]
        every = ((s, t, route(net, rule, s, t)) for s in ends for t in ends if s != t)
        yield net, size, measurement(family, size["f"], size["r"]), every


@by_cases
def one_packet(reading: Reading) -> Iterator[ClaimedValue]:
    """Whether one packet has both the greatest distance and the most rings."""
    for family in reading.says["families"].split():
        for net, size, found, every in routes(family, 20):
            most = found.distance, found.ring_hops
            both = any((len(way), len(visits(net, way))) == most for _, _, way in every)
            missing = f"no packet with {found.distance} links visits {found.ring_hops} rings"
            yield ClaimedValue(size, "one packet has both", missing, net.title, same=both)


@by_cases
def visited(reading: Reading, source: bool) -> Iterator[ClaimedValue]:
    """The most nodes visited by a packet, its source among them or not."""
    for family in FAMILIES:
        for net, size, found, every in routes(family, 4):
            most = max(len({*(u for u, _ in way), t} - (set() if source else {s})) for s, t, way in every)
            yield ClaimedValue(size, getattr(found, reading.says["visited"]), most, net.title)


@by_cases
def inverse(reading: Reading) -> Iterator[ClaimedValue]:
    """The product of throughput and hot link, which determine each other, compared with its printed value."""
    formula = parse_formula(reading.says["product"], ["N"])
    for family in FAMILIES:
        for size in sizes_of(family, 5):
            found = measurement(family, size["f"], size["r"])
            true = found.throughput() * found.hot_link()
            yield ClaimedValue(size, formula.evaluate({"N": found.nodes}), true, family)


def throughput(reading: Reading) -> Judgement:
    """The printed rate, compared with the time that the hot link needs while each processor sends N - 1 packets of 48
    bytes.
    """
    unit = {"send packets": Fraction(1), "bytes": 10 * SIZE_RATIO}[reading.says["unit"]]
    domain = Domain((Parameter("N", 2), Parameter("hot", 1)))
    N, hot = (p.symbol for p in domain.parameters)
    sizes = [{"N": n, "hot": h} for n in (2, 3, 9) for h in (1, 2, 7)]

    def true(size: Size) -> Fraction:
        seconds = size["hot"] * 50 / unit / LINK_RATE  # of the hot link, in nanoseconds
        return Fraction((size["N"] - 1) * 48) / seconds

    right = sympy.Rational(48, 50) * (N - 1) / hot * unit.numerator
    return compare_formula(
        reading.says["rate"],
        true,
        sizes,
        domain,
        right,
        "argued: 48 of the 50 bytes of a send packet are the processor's",
    )
