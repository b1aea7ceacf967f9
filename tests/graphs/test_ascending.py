"""Virtual channels that rise against an order of the hops, and how many of them are enough."""

from itertools import pairwise

import networkx as nx
import pytest

from netlemma.errors import RoutingError
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.deadlock.fewest_channels import fewest_channels
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.routings.ascending import BASES, ORDERS, order_of

NETWORKS = [
    ("dragonfly", {"p": 1, "a": 2, "h": 1}),
    ("hyperx", {"S": (2, 3), "T": 1}),
    ("permutation-star", {"n": 4}),
    ("folded-hypercube", {"n": 3}),
    ("toroid", {"w": 4, "D": 2}),
]


def ways(net, base, destination):
    """All ways of the packets to a destination, hop by hop, as the routing of one virtual channel chooses them."""
    todo = [(source, None, ()) for source in net.ends if source != destination]
    while todo:
        node, came, way = todo.pop()
        if node == destination:
            yield way
            continue
        for hop, _ in base.next_channels(node, came, destination, None):
            todo.append((int(net.target[hop]), hop, (*way, hop)))


def waits(net, base, order, vcs):
    """The dependencies of hops with virtual channels, way by way: a packet rises with each hop that is not behind the last."""
    found = nx.DiGraph()
    for destination in net.ends:
        for way in ways(net, base, destination):
            vc, held = 0, None
            for before, hop in zip((None, *way), way, strict=False):
                vc = min(vc + (before is not None and order[hop] <= order[before]), vcs - 1)
                if held is not None:
                    found.add_edge(held, (hop, vc))
                held = (hop, vc)
    return found


@pytest.mark.sampled(6)
@pytest.mark.parametrize("by", ORDERS)
@pytest.mark.parametrize("of", ["shortest", "up-down", "shortest-first"])
@pytest.mark.parametrize(("name", "size"), NETWORKS, ids=str)
def test_packets_rise_against_the_order_and_the_verdict_is_that_of_their_dependencies(name, size, of, by):
    net = network(name, **size)
    base, order = BASES[of](net), order_of(net, by)
    for vcs in (1, 2, 4):
        made = channel_routing(net, "ascending", vcs, of=of, by=by)
        expected = waits(net, base, order, vcs)
        verdict = decide(made)
        assert verdict.dependencies == expected.number_of_edges()
        assert (verdict.verdict == "deadlock-free") == nx.is_directed_acyclic_graph(expected)


def test_as_many_channels_as_descents_and_one_are_enough():
    for name, size in NETWORKS:
        net = network(name, **size)
        for of, by in (("shortest", "classes"), ("up-down", "tree"), ("shortest", "hops")):
            order = order_of(net, by)
            most = max(
                sum(order[y] <= order[x] for x, y in pairwise(way))
                for destination in net.ends
                for way in ways(net, BASES[of](net), destination)
            )
            assert decide(channel_routing(net, "ascending", int(most) + 1, of=of, by=by)).verdict == "deadlock-free"


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("name", "size", "routing", "suffices", "necessary"),
    [
        ("dragonfly", {"p": 2, "a": 4, "h": 2}, "minimal", 2, 2),
        ("hyperx", {"S": (3, 3), "T": 1}, "shortest", 2, 2),
        ("permutation-star", {"n": 4}, "shortest", 2, 2),
        ("permutation-star", {"n": 4}, "star-cycles", 2, 2),
        ("kautz", {"d": 2, "D": 3}, "overlap", 2, 2),
        ("mesh", {"k": 3, "n": 2}, "up-down", 1, 1),
    ],
)
def test_the_fewest_channels_that_are_found(name, size, routing, suffices, necessary):
    net = network(name, **size)
    found = fewest_channels(net, routing)
    assert (found.fewest_vcs["suffices"], found.fewest_vcs["necessary"]) == (suffices, necessary)
    assert found.verdict == "deadlock-free"
    for vcs in range(2, suffices):
        for by in ORDERS:
            assert decide(channel_routing(net, "ascending", vcs, of=routing, by=by)).verdict != "deadlock-free"


def test_minimal_routes_take_one_link_between_groups():
    net = network("dragonfly", p=1, a=3, h=2)
    made = channel_routing(net, "minimal")
    kinds = [net.device_classes[c].name for c in net.device_class]
    for destination in net.ends:
        for way in ways(net, made, destination):
            names = [kinds[net.device[hop]] for hop in way]
            middle = names[1:-1]
            assert names[0] == names[-1] == "terminal" and middle.count("global") <= 1
            assert all(part.split() in ([], ["local"]) for part in " ".join(middle).split("global"))


def test_what_does_not_fit_is_refused_in_one_line():
    net = network("mesh", k=3, n=2)
    with pytest.raises(RoutingError, match=r"^of=nothing: ascending takes the hops of shortest"):
        channel_routing(net, "ascending", 2, of="nothing")
    with pytest.raises(RoutingError, match=r"^by=nothing: hops are ordered by classes, tree, hops$"):
        channel_routing(net, "ascending", 2, by="nothing")
