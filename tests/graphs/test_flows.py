"""Flows of routings against routes followed pair by pair."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest

from netlemma.errors import RoutingError
from netlemma.graphs import network
from netlemma.graphs.loads.flows import flows
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.routings import routing as routing_of

CASES = [
    ("mesh", {"k": 3, "n": 2}, "dimension-order", None),
    ("mesh", {"k": 4, "n": 2}, "dimension-order order=falling", None),
    ("mesh", {"k": 2, "n": 3}, "dimension-order", None),
    ("oneway-torus", {"k": 3, "n": 2}, "dimension-order", None),
    ("oneway-torus", {"k": 4, "n": 2}, "dimension-order order=falling", 2),
    ("oneway-torus", {"k": 2, "n": 2}, "dimension-order", 2),
    ("toroid", {"w": 4, "D": 2}, "dimension-order", 2),
    ("ring", {"K": 5}, "up-down root=3", None),
    ("cube-connected-cycles", {"D": 3}, "up-down", None),
    ("line(2) x line(4)", {}, "dimension-order order=falling", None),
]  # fmt: skip


def naive(routing):
    """Follow the packet of every pair; count channels, channels that follow each other, hops."""
    entered, pairs, hops, ends = Counter(), Counter(), [], list(routing.ends)
    for source in ends:
        for destination in ends:
            if source == destination:
                continue
            route, node, came = [f"injection {routing.node_name(source)}"], source, None
            while node != destination:
                ((came, weight),) = routing.next_channels(node, came, destination, None)
                assert weight == 1
                route.append(routing.channel_name(came))
                node = routing.end(came)
            hops.append(len(route) - 1)
            route.append(f"ejection {routing.node_name(destination)}")
            entered.update(route)
            pairs.update(pairwise(route))
    return entered, pairs, hops


@pytest.mark.parametrize("family, size, routing, vcs", CASES)
def test_rates_branches_and_distances_are_those_of_the_routes(family, size, routing, vcs) -> None:
    chosen = routing_of(network(family, **size), routing, vcs=vcs)
    found = flows(chosen)
    entered, pairs, hops = naive(chosen)
    each = found.ends - 1
    assert dict(zip(found.names, found.rates, strict=True)) == {name: Fraction(n, each) for name, n in entered.items()}
    counted = {
        (found.names[i], found.names[j]): share for i, row in enumerate(found.branches) for j, share in row.items()
    }
    assert counted == {(i, j): Fraction(n, entered[i]) for (i, j), n in pairs.items()}
    assert (found.mean_distance, found.diameter) == (Fraction(sum(hops), len(hops)), max(hops))


def test_links_add_up_their_virtual_channels() -> None:
    found = flows(channel_routing(network("oneway-torus", k=4, n=1), "dimension-order", vcs=2))
    assert set(found.link_rates.values()) == {Fraction(2)}
    assert sum(found.link_rates.values()) == found.mean_distance * found.ends


def test_rates_need_one_way_for_each_pair() -> None:
    with pytest.raises(RoutingError, match="deterministic"):
        flows(channel_routing(network("mesh", k=3, n=2), "dimension-order", vcs=2))
    with pytest.raises(RoutingError, match="deterministic"):
        flows(channel_routing(network("mesh", k=3, n=2), "west-first"))


def test_falling_order_takes_the_last_dimension_first() -> None:
    net = network("mesh", k=3, n=2)
    names = [
        routing.channel_name(routing.next_channels(0, None, 8, None)[0][0])
        for routing in (routing_of(net, f"dimension-order order={order}") for order in ("rising", "falling"))
    ]
    assert names == ["(0,0)->(1,0)", "(0,0)->(0,1)"]
    with pytest.raises(RoutingError, match="rising or falling"):
        routing_of(net, "dimension-order order=sideways")


def test_falling_order_is_decided_free_of_deadlock_like_rising_order() -> None:
    from netlemma.graphs.deadlock.decide import decide

    for family, vcs, verdict in (
        ("mesh", None, "deadlock-free"),
        ("oneway-torus", 2, "deadlock-free"),
        ("oneway-torus", 1, "deadlock"),
    ):
        for order in ("rising", "falling"):
            routing = routing_of(network(family, k=3, n=2), f"dimension-order order={order}", vcs=vcs)
            assert decide(routing).verdict == verdict
