"""Judges of routes, visits of packets to a ring, sizes of packets, latency and throughput."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, permutations

import sympy

from netlemma.checks.claims.judgement import ClaimedValue, Judgement, compare_formula, fails, holds, stated_number
from netlemma.checks.claims.statements.formulas import by_cases, computed
from netlemma.checks.claims.statements.johnson1991.networks import explicit_rings, sizes_of
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.performance.ring_curves import FAMILIES, SIZE_RATIO, measurement
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.discovery import lemma
from netlemma.errors import RoutingError
from netlemma.graphs import RingMeasurement, RingNetwork, ring_network
from netlemma.graphs.deadlock.ring_queues import legs
from netlemma.graphs.rings.routing import CONCISE, GENERAL, ring_routing, route, visits

# Judges of sizes of packets, latency and throughput, and of their combination in the paper.


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
    found, penalty = lemma("ring-butterfly.latency"), int(reading.says["hop_penalty"])
    hops, links = (lemma(f"ring-butterfly.{name}").closed_form for name in ("ring_hops", "distance"))
    c = next(p.symbol for p in found.domain.parameters if p.name == "c")
    weight = sympy.cancel((found.closed_form - links) / hops).xreplace({c: sympy.Integer(penalty)})
    how = f"c - 1 at c = {penalty}, from the {found.strength} lemma {found.key},"
    return computed(reading, "weight", str(weight), how)


def routes(family: str, most: int) -> Iterator[tuple[RingNetwork, Size, RingMeasurement, Iterator[Route]]]:
    """Small networks of a family with their measurements, and the routes of all their packets."""
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
            most = found.diameter, found.ring_hops
            both = any((len(way), len(visits(net, way))) == most for _, _, way in every)
            missing = f"no packet with {found.diameter} links visits {found.ring_hops} rings"
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


# Judges of routes in the paper, and of the number of visits of packets to a ring.


LARGEST = 40  # nodes of the networks whose routes are all followed


def _through(net: RingNetwork, nodes: list[int]) -> list[tuple[int, int]]:
    """The hops from node to node, by the lowest link number each."""
    return [(u, next(x for x in range(net.fanout) if net.successor[u, x] == v)) for u, v in pairwise(nodes)]


def _transposed(node: int) -> int:
    """The node of the 3 x 3 torus whose link 1 changes i in the number 3 i + j, from the other order of coordinates."""
    return node % 3 * 3 + node // 3


@by_cases
def torus_route(reading: Reading) -> Iterator[ClaimedValue]:
    """The route of one packet of the 3 x 3 torus, and the nodes where it is stored."""
    net, size = ring_network("multicube", f=2, r=3), {"f": 2, "r": 3}
    source, target = (_transposed(int(reading.says[name])) for name in ("source", "target"))
    hops = route(net, ring_routing(net, CONCISE), source, target)
    for name, nodes in (("through", (u for u, _ in hops)), ("queues", (leg.enter for leg in legs(net, hops)))):
        true = " ".join(str(_transposed(u)) for u in [*nodes, target])
        yield ClaimedValue(size, f"{name} {reading.says[name]}", true, of=size, same=reading.says[name] == true)


def changes(reading: Reading) -> Judgement:
    """Changes of rings in the multicube of fanout 2, and the lemma, which does not depend on r."""
    most = lemma("multicube.ring_hops")
    for r in range(2, 9):
        true = measurement("multicube", 2, r).ring_hops - 1
        if true > int(reading.says["changes"]):
            return fails({"f": 2, "r": r}, f"at most {reading.says['changes']}", true)
    if {symbol.name for symbol in most.closed_form.free_symbols} != {"f"}:
        raise ArithmeticError(f"{most.key} depends on more than f")
    sizes = [{"f": 2, "r": r} for r in range(2, 9)]
    return holds(f"from the {most.strength} lemma {most.key}, at f = 2: {most.value(sizes[0])} rings", sizes)


def clock(reading: Reading) -> Judgement:
    """The route through the inner ring, and its entry into the outer ring."""
    net = ring_network("clock")
    nodes = [int(u) for u in reading.says["through"].split()]
    hops = _through(net, nodes)
    ring = net.ring[hops[0]]
    entered = [
        u for i, (u, x) in enumerate(hops) if net.ring[u, x] == ring and (i == 0 or net.ring[hops[i - 1]] != ring)
    ]
    if entered != [int(u) for u in reading.says["entries"].split()]:
        return fails({}, f"enters the first ring at {reading.says['entries']}", entered, None, (), "clock")
    own = route(net, ring_routing(net, GENERAL), nodes[0], nodes[-1])
    return holds(
        f"the way through {reading.says['through']} enters its first ring at nodes {entered}, with an echo from each "
        "visit; the route that "
        f"keeps the rule has {len(own)} links on {len(legs(net, own))} ring"
    )


@by_cases
def visits_of(reading: Reading, by: str) -> Iterator[ClaimedValue]:
    """The largest number of visits of a packet to a ring under a routing, in the networks that the statement names."""
    claimed = int(reading.says["visits"])
    for family in reading.says["networks"].split():
        for size in sizes_of(family, 8, LARGEST):
            try:
                most, pair = _most_visits(explicit_rings(family, size), by)
            except RoutingError as error:
                yield ClaimedValue(size, f"at most {claimed} visits", error, family)
            else:
                true = f"{most}, of {pair}"
                yield ClaimedValue(size, f"{claimed} visits of a ring", true, family, same=most == claimed)


def _most_visits(net: RingNetwork, by: str) -> tuple[int, tuple[int, int]]:
    """The most visits of one ring by a packet, and the packet."""
    rule, ends = ring_routing(net, by), [u for u in range(net.node_count) if net.processors[u]]

    def visits(packet: tuple[int, int]) -> int:
        rings = (int(net.ring[leg.enter, leg.link]) for leg in legs(net, route(net, rule, *packet)))
        return max(Counter(rings).values())

    return max((visits(packet), packet) for packet in permutations(ends, 2))


@by_cases
def detours(reading: Reading) -> Iterator[ClaimedValue]:
    """The links of the longest route that keeps the rule, in excess of the greatest distance; smallest sizes first."""
    rule, plain = lemma("ring-shuffle.distance"), lemma("ring-shuffle.shortest.distance")
    claimed = int(reading.says["detour"])
    for size in rule.domain.sizes(60, lambda size: size["f"] ** size["r"] <= 1000):
        more = measurement("ring-shuffle", size["f"], size["r"]).diameter - plain.value(size)
        yield ClaimedValue(size, f"{claimed} links more than the distance", more, same=more == claimed)
