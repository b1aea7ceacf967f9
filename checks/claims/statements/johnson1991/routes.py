"""Judges of routes in the paper, and of the number of visits of packets to a ring."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations

from netlemma.checks.claims.evidence import ClaimedValue
from netlemma.checks.claims.judgement import Judgement, fails, holds
from netlemma.checks.claims.statements.formulas import by_cases
from netlemma.checks.claims.statements.johnson1991.networks import explicit_rings, sizes_of
from netlemma.checks.performance.ring_curves import measurement
from netlemma.derive.core.claim import Reading
from netlemma.derive.discovery import lemma
from netlemma.graphs import RingNetwork, RoutingError, ring_network
from netlemma.graphs.deadlock.rings.queues import legs
from netlemma.graphs.rings.routing import CONCISE, GENERAL, ring_routing, route

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
    """Changes of rings in the multicube of fanout 2, and the lemma, which does not depend on r.

    Raises
    ------
    ArithmeticError
        If the number of rings does not depend on f alone.
    """
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
    rule, plain = lemma("shuffle.distance"), lemma("shuffle.shortest.distance")
    claimed = int(reading.says["detour"])
    for size in rule.domain.sizes(60, lambda size: size["f"] ** size["r"] <= 1000):
        more = measurement("shuffle", size["f"], size["r"]).distance - plain.value(size)
        yield ClaimedValue(size, f"{claimed} links more than the distance", more, same=more == claimed)
