"""D-mod-k in fat trees: every end to the one a fixed number further, and no channel shared."""

from collections import Counter

import pytest

from netlemma.errors import RoutingError
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.routings import channel_routing

TREES = [
    ("k-ary-n-tree", {"k": 2, "n": 3}),
    ("k-ary-n-tree", {"k": 3, "n": 2}),
    ("fat-tree", {"k": 4}),
    ("xgft", {"m": (2, 2, 3), "w": (1, 2, 2)}),
]


def most_shared(net, routing, shift):
    """The most messages over a channel if every end sends to the end that is this number further."""
    loads = Counter()
    for number, source in enumerate(net.ends):
        node, came, destination = source, None, net.ends[(number + shift) % len(net.ends)]
        while node != destination:
            ((channel, _),) = routing.next_channels(node, came, destination, None)
            loads[channel] += 1
            node, came = int(net.target[channel]), channel
    return max(loads.values())


@pytest.mark.parametrize(("name", "size"), TREES, ids=str)
def test_shifts_share_no_channel(name, size):
    net = network(name, **size)
    routing = channel_routing(net, "d-mod-k")
    assert decide(routing).verdict == "deadlock-free"
    assert {most_shared(net, routing, shift) for shift in range(1, len(net.ends))} == {1}
    first = channel_routing(net, "shortest-first")
    assert max(most_shared(net, first, shift) for shift in range(1, len(net.ends))) > 1


def test_networks_without_terminals_are_refused():
    with pytest.raises(RoutingError, match=r"^d-mod-k climbs from terminals, and mesh k=3 n=2 has none"):
        channel_routing(network("mesh", k=3, n=2), "d-mod-k")
