"""The k shortest simple paths against all simple paths, and what is counted with them."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import from_devices, network
from graphs.base.errors import RoutingError
from graphs.deadlock.decide import decide
from graphs.routings import channel_routing, k_shortest
from graphs.traffic.channel_loads import traffic_loads
from graphs.traffic.named import traffic
from graphs.traffic.worst.worst_case import worst_case

from .routing_oracle import walks
from .slow_routings import k_shortest_slow


@settings(max_examples=25)
@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda ends: ends[0] != ends[1]), max_size=6),
    st.integers(1, 7), st.booleans(),
)  # fmt: skip
def test_paths_are_the_first_of_all_simple_ones(links, k, fast):
    """On a line of five nodes with more links, some of them parallel."""
    every = [(i, i + 1) for i in range(4)] + links
    net = from_devices([(i,) for i in range(5)], [("link", "link", [(u,), (v,)]) for u, v in every])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(k_shortest, "worth_compiling", lambda steps: fast)
        routing = channel_routing(net, "k-shortest", k=k)
    slow = k_shortest_slow(net, 1, k)
    for source in range(5):
        for destination in range(5):
            for label in routing.labels(source, destination) if source != destination else ():
                [(route, _)] = walks(routing, source, destination, label)
                node, came = source, None
                for channel in route:
                    assert slow(node, came, destination, label) == [(channel, Fraction(1))]
                    node, came = routing.end(channel), channel


def test_loads_worst_case_and_deadlock():
    """On the ring of 5 with k=2 every message goes either way around: both ways make 5 hops together, and at most four messages
    of a permutation have a channel on the same way.
    """
    net = network("ring", K=5)
    routing = channel_routing(net, "k-shortest", k=2)
    assert set(traffic_loads(routing, traffic(net))) == {Fraction(5, 4)}
    assert traffic_loads(routing, traffic(net, "neighbor")).total == Fraction(5 * 5, 2)
    assert worst_case(routing).gamma == 2 and decide(routing).verdict == "deadlock"
    first = channel_routing(net, "k-shortest", k=1)
    assert first.kind == "deterministic"
    assert traffic_loads(first, traffic(net)) == traffic_loads(channel_routing(net, "shortest-first"), traffic(net))


def test_bad_numbers_of_paths_are_refused():
    with pytest.raises(RoutingError, match="k=0: k-shortest needs at least 1 path"):
        channel_routing(network("ring", K=5), "k-shortest", k=0)
    with pytest.raises(RoutingError, match="at most 1,000,000"):
        channel_routing(network("mesh", k=32, n=2), "k-shortest")
